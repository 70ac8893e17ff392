/* patch_faces.h: which boundary faces are their patch's, and how large patches are that let fluid through. */
#ifndef UFV_SOLVE_MESH_PATCH_FACES_H
#define UFV_SOLVE_MESH_PATCH_FACES_H

#include "pack/pack.h"
#include "case/case_file.h"

#include <stdbool.h>

/* Does boundary face f lie in the plane of symmetry that the case file gives for its patch, of values v? Needs normals,
 * areas and centroids of faces on the host. Not collective. */
bool patch_faces_in_plane(const struct pack *p, lid f, const struct bc_values *v);

/* Of each open patch, with the faces of this rank that are its own: its area, m^2; of it, with sign, what the direction
 * of an inflow leaves through; its area vector out of the domain. Zeros of others. values: [n_patches]; face, vector:
 * out, [n_patches]. Not collective. */
void patch_faces_measure(const struct pack *p, const struct bc_values *values, double (*face)[2], double (*vector)[3]);

#endif
