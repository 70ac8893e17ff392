/* reorder.h: the order of the owned cells of every rank.
 *
 * RCM, a Hilbert curve or file order over the rank's own cells; then, keeping that order, the
 * cells that share no node with another rank's cell first; then, of the first two methods, within every
 * 2,048 cells those of a kind together (as many faces, stretched or not: what takes the solver the
 * same way). Faces and nodes follow from it in local_mesh.c.
 */
#ifndef UFV_PREP_ORDER_REORDER_H
#define UFV_PREP_ORDER_REORDER_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "order/rcm.h"

enum reorder_method { REORDER_RCM, REORDER_NONE, REORDER_HILBERT }; /* numbers enter the set's id */

struct ordering {
    int n_ranks;
    enum reorder_method method;
    const int32_t *rank_of; /* borrowed; [n_cells] */
    int64_t *rank_offset;   /* [n_ranks + 1] */
    lid *cell;              /* [n_cells] cells of rank r, in its order, at rank_offset[r].. */
    lid *position;          /* [n_cells] place of a cell in its owner's order */
    int64_t *n_inner;       /* [n_ranks] */
    /* Bandwidths of the ranks' own cell graphs: the largest over all ranks, and sums over all edges. */
    struct rcm_bandwidth before, after, final; /* file order, the method's, what became of it */
};

/* Orders the cells of each rank and fills o, to be freed with ordering_free(), which accepts a zeroed one. It must run
 * before m and g have images. rank_of[n_cells] is borrowed for as long as o is used. The order does not depend on the
 * number of threads. */
void reorder_cells(const struct mesh *m, const struct metrics *g, int n_ranks, const int32_t *rank_of,
                   enum reorder_method method, struct ordering *o);
/* The arrays but rank_of; accepts a zeroed struct. */
void ordering_free(struct ordering *o);

#endif
