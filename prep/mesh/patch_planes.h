/* patch_planes.h: boundary faces that lie in a symmetry plane and belong to
 * another, open patch: a common slip of mesh generators, which runs and gives a
 * wrong answer.
 */
#ifndef UFV_PREP_MESH_PATCH_PLANES_H
#define UFV_PREP_MESH_PATCH_PLANES_H

#include "mesh/mesh.h"

/* For each open patch (far field, inflow, outflow) of which a part lies in the
 * plane of a symmetry patch: a note with the number of faces and the line for the
 * case file that makes them symmetry. Returns the number of such faces. */
int64_t patch_planes_note(const struct mesh *m);

#endif
