/* Between a mesh and its uniform refinement: ranks handed down to the descendants of a cell, costs added
 * up from them. */
#include "mesh/coarse.h"

#include "mesh/refine.h"

#include <string.h>

/* Relies on the order in which refine.c writes children: those of cell 0 first, all of their descendants
 * together, whatever the depth. rank_of: [coarse cells]; fine: [fine cells]. */
void coarse_spread(const struct coarse *c, const int32_t *rank_of, int32_t *fine)
{
    int64_t at = 0;
    for (int64_t cell = 0; cell < c->mesh.n_cells; cell++)
        for (int64_t n = refine_descendants(c->mesh.cell_type[cell], c->depth); n > 0; n--)
            fine[at++] = rank_of[cell];
}

/* The same walk the other way: METIS divides the coarse mesh, but by what the fine cells cost. */
void coarse_add_up(const struct coarse *c, const double *fine, double *sum)
{
    int64_t at = 0;
    for (int64_t cell = 0; cell < c->mesh.n_cells; cell++) {
        sum[cell] = 0;
        for (int64_t n = refine_descendants(c->mesh.cell_type[cell], c->depth); n > 0; n--)
            sum[cell] += fine[at++];
    }
}

void coarse_free(struct coarse *c)
{
    metrics_free(&c->metrics);
    mesh_free(&c->mesh);
    memset(c, 0, sizeof *c);
}
