/* sliding_edges.h: edges of a sliding interface as parts of helices.
 *
 * Faces of a mesh are bounded by straight edges, pieces of the cylinder (clip.h) by edges that are straight where
 * the cylinder is unrolled. Between the two edges from a node to another lies a sliver, half of whose border is the
 * chord and half the helix. Its area vector is added to all faces that have the edge, on both sides of the interface
 * and inside the zones: cells stay closed to rounding, and a face of the interface becomes the sum of its pieces.
 */
#ifndef UFV_SOLVE_FEATURES_SLIDING_SLIDING_EDGES_H
#define UFV_SOLVE_FEATURES_SLIDING_SLIDING_EDGES_H

#include "pack/pack.h"
#include "parallel/comm.h"

/* As struct sliding (sliding_interface.h) has it. */
struct sliding_cylinder {
    double axis[3], across[2][3];
    double centre[3], radius; /* m */
};

/* Area vector of the surface between the chord and the helix from angle[0] to angle[1] (rad, less than a half turn
 * apart) and from along[0] to along[1] (m), right-handed about the way along the helix and back along the chord. out:
 * m^2. */
void sliding_sliver(const struct sliding_cylinder *s, const double angle[2], const double along[2], double out[3]);

/* Collective. p->normal, of all faces of this rank that have an edge of the interface, with helices in place of chords;
 * own[n_own]: this rank's faces of the interface; p: with nodes and nodes of faces. Does nothing where all edges there
 * are lines along the axis and arcs about it, whose slivers cancel on each face. */
void sliding_bend_edges(const struct sliding_cylinder *s, const lid *own, int64_t n_own, struct pack *p);

#endif
