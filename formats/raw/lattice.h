/* lattice.h: structured blocks: nodes by three indices, the first fastest.
 *
 * Node (i, j, k) is number i + ni (j + nj k) of the block (SIDS, "Structured Grid"), cells likewise with the numbers of
 * cells along each index. A block in a plane has dim 2, size[2] = 1, and quadrilaterals for cells.
 */
#ifndef UFV_FORMATS_RAW_LATTICE_H
#define UFV_FORMATS_RAW_LATTICE_H

#include "raw/node_merge.h"

struct lattice {
    int dim;            /* 2 or 3 */
    int64_t size[3];    /* nodes along i, j, k, at least 2 (size[2] of dim 2: 1) */
    int64_t first_node; /* mesh node of (0, 0, 0) */
};

/* Node of the mesh at (i, j, k), 0-based. */
static inline lid lattice_node(const struct lattice *l, int64_t i, int64_t j, int64_t k)
{
    return (lid)(l->first_node + i + l->size[0] * (j + l->size[1] * k));
}

/* The nodes of the hexahedron (CGNS order) whose lowest corner is (i, j, k), of dim 2 of the quadrilateral: the first
 * four of node alone. */
void lattice_cell(const struct lattice *l, int64_t i, int64_t j, int64_t k, lid node[8]);

/* How many cells. */
int64_t lattice_cells(const struct lattice *l);

/* The nodes around the face that faces index d and begins at `at`: four, in a plane two; returns how many. */
int lattice_face(const struct lattice *l, int d, const int64_t at[3], lid node[4]);

/* Unites in g the nodes of edges at the block's sides that are collapsed to a point, as at the poles of O- and C-grids:
 * shorter than 1e-11 of the cell's longest edge (boundary layers reach 1e-7) or than the rounding of its coordinates.
 */
void lattice_unite_collapsed(const struct lattice *l, const struct raw_mesh *m, struct node_merge *g);

#endif
