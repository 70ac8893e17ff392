/* coarse_cells.h: cells joined to coarse ones, for coarse levels of the implicit scheme's preconditioner.
 */
#ifndef UFV_SOLVE_SCHEME_COARSE_CELLS_H
#define UFV_SOLVE_SCHEME_COARSE_CELLS_H

#include "mesh/domain.h"
#include "scheme/face_table.h"

/* Which cells touch: row i is other[offset[i] .. offset[i + 1] - 1], each neighbour once or more, never i itself. */
struct cell_graph {
    lid n;
    int64_t *offset; /* [n + 1], owned, as are the following */
    lid *other;      /* [offset[n]] */
    float *weight;   /* [offset[n]] m^2, the area between the two */
    lid *size;       /* [n] cells that a vertex stands for */
    float *outside;  /* [n] m^2, the largest face with the halo; of coarse cells those of their cells added up */
};

/* Of a rank's owned cells by their faces; those to the halo and on boundaries are left out. t: of d. Not collective. g:
 * out, cell_graph_free() it. */
void cell_graph_create(const struct domain *d, const struct face_table *t, struct cell_graph *g);
void cell_graph_free(struct cell_graph *g);

/* Joins vertices of g in `rounds` rounds of pairs, those of the fewest cells first, each with that neighbour of those
 * still alone with which it shares the largest area, so that thin cells are joined across their large faces: up to
 * 2^rounds cells become one. One that has only small areas left to join across stays alone in that round. Not
 * collective.
 * g: in, the cells; out, the coarse cells. coarse: out, [n of the cells], the coarse cell of each; those are numbered
 * in the order of their first cells. */
void coarse_cells_join(struct cell_graph *g, int rounds, lid *coarse);

#endif
