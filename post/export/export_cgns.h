/* export_cgns.h: the mesh and its fields as one CGNS zone, in the numbering of the
 * mesh file.
 */
#ifndef UFV_POST_EXPORT_EXPORT_CGNS_H
#define UFV_POST_EXPORT_EXPORT_CGNS_H

#include "export/export_grid.h"

/* Writes path whole or not at all; title: a description in the base. Memory stays below
 * that of one window (1.5 GB) and a byte for each cell, with polyhedra that of all faces.
 * An error when a rank cannot be read, when cells are on no rank or on two, when there are
 * more nodes than 32 bits number, or when the file cannot be written. */
int export_cgns(const struct export_plan *plan, const char *path, const char *title);

#endif
