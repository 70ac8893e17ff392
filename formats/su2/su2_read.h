/* su2_read.h: SU2 native meshes (.su2, text) into a raw_mesh.
 *
 * One zone or several, two- or three-dimensional; a plane mesh becomes one layer of cells
 * (extrude.h). Markers become patches without a kind: the format has none. Zones are not joined.
 */
#ifndef UFV_FORMATS_SU2_SU2_READ_H
#define UFV_FORMATS_SU2_SU2_READ_H

#include "raw/raw_mesh.h"

/* Does the file's name end in .su2, or its text begin as such a mesh does? Also false
 * when it cannot be read. */
bool su2_is_mesh(const char *path);

/* Reads the file into m, whose former contents are overwritten, not freed.
 * scale: a positive factor on the coordinates, to make them metres; 0 for none. Warnings
 * are handed to note, one sentence each, valid during the call; note may be NULL, context
 * is handed on to it. Fails, naming file and line, on what is no such mesh; m is then
 * zeroed. Takes time in proportion to the file. Free with raw_mesh_free(). */
int su2_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
             struct raw_mesh *m);

#endif
