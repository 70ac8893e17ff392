/* ugrid_read.h: UGRID meshes (.ugrid, of AFLR3 and FUN3D; text or bytes) into a raw_mesh.
 *
 * Three-dimensional meshes of linear elements. Boundary faces carry tags of surfaces; each tag becomes a patch, with
 * the name and kind that CASE.mapbc beside the mesh gives it (mapbc.h), or named by the tag and without a kind.
 */
#ifndef UFV_FORMATS_UGRID_UGRID_READ_H
#define UFV_FORMATS_UGRID_UGRID_READ_H

#include "raw/raw_mesh.h"

/* Does the file's name end in .ugrid? */
bool ugrid_is_mesh(const char *path);

/* Like su2_read(): reads the file into m, whose former contents are overwritten, not freed; scale, note and context are
 * the same. Fails, naming the file and the line or byte, on what is no such mesh or holds other counts than its size; m
 * is then zeroed. Takes time in proportion to the file, and little memory beside m. Free with raw_mesh_free(). */
int ugrid_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
               struct raw_mesh *m);

#endif
