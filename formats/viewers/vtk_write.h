/* vtk_write.h: VTK XML unstructured grids (.vtu) and their index (.pvtu).
 *
 * VTK file formats, "XML File Formats"; file version 1.0, UInt64 headers, appended
 * raw data, each array in zlib-compressed blocks.
 */
#ifndef UFV_FORMATS_VIEWERS_VTK_WRITE_H
#define UFV_FORMATS_VIEWERS_VTK_WRITE_H

#include "viewers/grid_view.h"

#include <stdio.h>

/* Writes a whole .vtu; f is seekable and at its start. Output errors are left in
 * ferror(f) for whoever closes it; returns nonzero only for compression trouble. */
int vtk_write_piece(FILE *f, const struct grid_view *g);

/* Writes the .pvtu that joins n pieces; piece: their names relative to it. The
 * arrays' names, types and components are those of g; comment: a line for people. */
int vtk_write_index(FILE *f, const struct grid_view *g, int n, const char *const *piece, const char *comment);

/* Can the last part of a path stand in XML, as the name of a piece? Fails where it is not UTF-8 or has control
 * characters. */
int vtk_check_name(const char *path);

/* The text of an attribute, with what XML reserves escaped. */
void vtk_write_text(FILE *f, const char *text);

/* VTK's cell type of a line (2 nodes), triangle, quadrilateral or polygon. */
uint8_t vtk_face_type(int64_t n_nodes);

#endif
