/* Which rank owns which cell, by equal cost, and what the ranks then keep of one another. */
#include "run/stages.h"

#include "error.h"
#include "mem.h"
#include "order/fragments.h"
#include "order/partition.h"
#include "progress/progress.h"

#include <string.h>

/* Slabs of bisection are not joined: they may well be in pieces, and cells moved would unbalance them. */
static void join_fragments(struct prep_work *w, const struct mesh *m, int n_ranks, int32_t *rank_of)
{
    int64_t moved;
    w->report.extra_fragments = fragments_join(m, n_ranks, rank_of, &moved);
    if (moved)
        progress_note("%" PRId64 " cells in disconnected pieces of METIS parts were moved to the neighbouring rank",
                      moved);
    if (w->report.extra_fragments > 0)
        progress_note("the mesh itself is not connected, so that %" PRId64 " more disconnected pieces remain than "
                      "there are parts",
                      w->report.extra_fragments);
}

/* cost: of m's cells. */
static int divide_mesh(struct prep_work *w, const struct mesh *m, const struct metrics *g, const double *cost,
                       int n_ranks, int32_t *rank_of)
{
    bool bisect = strcmp(w->o->partition, "bisect") == 0;
    /* METIS alone keeps lines together, and one part has them all. */
    const bool together = w->o->lines && !bisect && n_ranks > 1;
    struct cell_lines lines = {0};
    if (together)
        cell_lines_find(m, &lines);
    int status = partition_by_cost(m, g, bisect ? PARTITION_BISECT : PARTITION_METIS, cost, together ? &lines : NULL,
                                   n_ranks, rank_of);
    cell_lines_free(&lines);
    TRY(status);
    if (!bisect)
        join_fragments(w, m, n_ranks, rank_of);
    return 0;
}

/* cost: of the fine mesh's cells.
 * METIS sees the coarse mesh with the sums of the fine cells' costs; children follow their parent, so that
 * coarse faces between parts become whole groups of fine faces. */
static int divide_coarse(struct prep_work *w, const double *cost, int n_ranks)
{
    const struct coarse *c = w->coarse;
    int32_t *rank_of;
    double *sum;
    if (n_ranks > c->mesh.n_cells)
        return error_set("--ranks %d: before its last %d refinements the mesh has only %" PRId64 " cells; take a "
                         "smaller --partition-before",
                         n_ranks, c->depth, c->mesh.n_cells);
    MEM_NEW(rank_of, c->mesh.n_cells);
    MEM_NEW(sum, c->mesh.n_cells);
    coarse_add_up(c, cost, sum);
    int status = divide_mesh(w, &c->mesh, &c->metrics, sum, n_ranks, rank_of);
    if (status == 0)
        coarse_spread(c, rank_of, w->rank_of);
    mem_free(sum);
    mem_free(rank_of);
    return status;
}

static int divide_by_cost(struct prep_work *w, int n_ranks)
{
    const struct mesh *m = &w->mesh;
    double *cost = cell_costs(m, &w->metrics, &w->cost);
    int status =
        w->coarse ? divide_coarse(w, cost, n_ranks) : divide_mesh(w, m, &w->metrics, cost, n_ranks, w->rank_of);
    if (status == 0)
        w->report.cost_imbalance = cell_cost_imbalance(m->n_cells, cost, n_ranks, w->rank_of);
    mem_free(cost);
    return status;
}

/* ---- of mode_packs() and mode_count() ---- */

/* Called once for packs, and for each number of ranks with --count: nothing may be left from the time before. */
int stage_divide(struct prep_work *w, int n_ranks)
{
    struct mesh_report *r = &w->report;
    progress_begin(STAGE_PARTITION);
    if (!w->rank_of)
        MEM_NEW(w->rank_of, w->mesh.n_cells);
    r->n_ranks = n_ranks;
    r->weights = w->o->weights;
    r->cost_imbalance = 1;
    memset(w->rank_of, 0, (size_t)w->mesh.n_cells * sizeof *w->rank_of);
    /* One rank: nothing to weigh, and cells need no costs (0.45 processor seconds of 4.7 million cells). */
    if (n_ranks > 1)
        TRY(divide_by_cost(w, n_ranks));
    partition_measure(&w->mesh, n_ranks, w->rank_of, &r->split);
    progress_end(STAGE_PARTITION);
    return 0;
}

void stage_halos(struct prep_work *w)
{
    struct mesh_report *r = &w->report;
    halos_build(&w->mesh, &w->ordering, &w->halos);
    r->halo = halos_count(&w->halos);
    r->inner_cells = 0;
    for (int k = 0; k < r->n_ranks; k++)
        r->inner_cells += w->ordering.n_inner[k];
}
