/* swept_volume.h: the volume that faces sweep when the mesh turns.
 *
 * Turned by one radian about the axis, a face sweeps the volume integral of (axis x (x - centre)) . dS over it, m^3.
 * Since axis x (x - centre) has no divergence, that is an integral along the face's border (Stokes's theorem),
 *
 *   - 1/2 integral of r^2 dz,   r: distance from the axis, z: along it
 *
 * whatever surface the border has in it: warped faces are no exception, and as each edge of a cell is run through once
 * each way, the faces of a cell sweep nothing in total but for rounding.
 *
 * Edges are straight, but for those between two nodes of the surface of a zone that turns, which is one of revolution:
 * there the integral takes the mean of r^2 at the two ends, which is that along any line on a cylinder, and on all
 * surfaces of revolution cancels over triangles and quadrilaterals between two circles. So the faces of such a surface
 * sweep nothing, and the cells at it neither.
 */
#ifndef UFV_SOLVE_FEATURES_MOTION_SWEPT_VOLUME_H
#define UFV_SOLVE_FEATURES_MOTION_SWEPT_VOLUME_H

#include "case/motion.h"
#include "pack/pack.h"

#include <stdint.h>

/* Does the mesh, or a zone of it, turn? */
bool swept_volume_matters(const struct motion *m);

/* What kernels need of it. Not collective. */
struct swept_volume {
    double *beyond; /* [n_faces] m, owned; of a face the volume less that which its centroid's velocity gives, over its
                       area; 0 of a face without area */
    double *kept;   /* [n_owned] m^3, owned; what the faces of a cell sweep in total that turn: 0 but for cells at the
                       surface of a zone, whose faces there rest; there rounding but where the surface is ragged; NULL
                       without `turning` */
};

/* p: with normals, nodes, nodes of faces and, with `turning` or `radius`, cells around nodes.
 * turning: [n_cells] cells of a zone in a mesh that goes on around it; NULL: none. radius: m, of the cylinder at which
 * the mesh ends, on both sides; 0: none. */
struct swept_volume swept_volume_find(const struct motion *m, const struct pack *p, const uint8_t *turning,
                                      double radius);
void swept_volume_free(struct swept_volume *s);

#endif
