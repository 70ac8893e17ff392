/* patch_picture.h: the patches of a mesh as a page with pictures, to be looked at before anything is run. */
#ifndef UFV_PREP_RUN_PATCH_PICTURE_H
#define UFV_PREP_RUN_PATCH_PICTURE_H

#include "mesh/mesh.h"

/* Writes an HTML page, headed by the name of the mesh, that needs no other file: three views of the patches, each in a
 * colour of its own, further ones until every patch that is drawn is seen in one of them, and a table with their
 * colours, kinds, faces and areas. Patches that reach as far as the mesh (far
 * field, symmetry plane) are left out of the pictures unless there are no others. x counts as downstream; up is the
 * axis across that and the normal of the symmetry patches, z without any. m: before images are added. An error when the
 * file cannot be written. */
int patch_picture_write(const char *path, const char *title, const struct mesh *m);

#endif
