/* periodic.h: boundary faces joined in pairs by a rotation and a translation.
 *
 *        side 0                      side 1         x' = R x + t
 *     +---------+  - - - - - - - -  +---------+     takes face 0 to face 1; behind
 *     |  a      | f0             f1 |      b  |     face 1 stands a's image (T a),
 *     +---------+  - - - - - - - -  +---------+     behind face 0 b's (T^-1 b)
 */
#ifndef UFV_PREP_PERIODIC_PERIODIC_H
#define UFV_PREP_PERIODIC_PERIODIC_H

#include "mesh/mesh.h"
#include "raw/raw_mesh.h"

/* How far from its place a node's partner may lie, as a part of the shortest edge
 * of its faces; and of the size of the mesh, for coordinates and angles in single
 * precision. */
#define PERIODIC_REACH 0.05
#define PERIODIC_REACH_OF_SIZE 1e-6

/* Joins the faces of p; face[side][i]: its face i among the mesh's boundary faces.
 * Faces leave their patches. A pair that is joined already, as when a file gives an
 * interface from both sides, is passed over. source: the file, for messages. An error where faces do not lie
 * where the transform takes them, are joined to two others or to themselves, or the transform does nothing. */
int periodic_join(struct mesh *m, const char *source, const struct raw_periodic *p, const lid *const face[2]);

/* All of raw->periodic; before the faces are given to patches. An error as above, or where a face is no boundary
 * face of m. */
int periodic_join_raw(struct mesh *m, const struct raw_mesh *raw);

/* After the last join and before the metrics: drops patches without a face left,
 * and moves nodes within the tolerance of the join, so that partners lie exactly
 * (to rounding) where the transforms take one another: both sides of an interface
 * then have the same shape, and cells close. Fills pair_of and the table of transforms; nothing without periodic
 * faces. An error where the interfaces make more transforms than a table holds. */
int periodic_settle(struct mesh *m);

/* For each node on periodic faces, from where its own place is reached:
 * transform[k] takes node[k] to it. Every link is there from both ends. */
struct periodic_links {
    lid *slot;       /* [mesh.n_nodes] row of a node, -1 for other nodes */
    int64_t n;       /* rows */
    int64_t *offset; /* [n + 1] */
    lid *node, *transform;
};
/* m: settled as far as its table of transforms, which inverses are added to. An error as of
 * transform_table_add(). Free it with periodic_links_free(), also after an error. */
int periodic_links_make(struct mesh *m, struct periodic_links *l);
void periodic_links_free(struct periodic_links *l);

/* All places that coincide with a node, itself (0) first: transform[k] takes
 * node[k] to it. Closed under composition: at the corner of a box periodic in
 * three directions there are eight, on the axis of a sector of 30 degrees twelve. */
struct periodic_orbit {
    int n, capacity;
    lid *node, *transform; /* [n] */
};
/* o: zeroed or of an earlier call, whose room it takes. Adds products to m's table of transforms; an error as of
 * transform_table_add(). */
int periodic_orbit_find(struct mesh *m, const struct periodic_links *l, lid node, struct periodic_orbit *o);
void periodic_orbit_free(struct periodic_orbit *o);

#endif
