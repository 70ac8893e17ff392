/* patch_types.h: boundary types of the file whose kind here is a choice. */
#ifndef UFV_PREP_MESH_PATCH_TYPES_H
#define UFV_PREP_MESH_PATCH_TYPES_H

#include "mesh/mesh.h"

/* A note for each such type (bc_kind_is_guess()) that has patches with faces: the kind that it was given, and the
 * patches. Returns the number of notes. */
int patch_types_note(const struct mesh *m);

#endif
