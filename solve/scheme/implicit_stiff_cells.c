/* implicit_stiff_cells.c: which cells hold the residual, and first order for them.
 */
#include "scheme/implicit_stiff_cells.h"

#include "mem.h"
#include "parallel/comm.h"
#include "scheme/implicit_system.h"
#include "scheme/implicit_units.h"

#include <math.h>
#include <string.h>

/* Cells that count as few, of all, and in small meshes; on 4.65 million tetrahedra and 3.39 million hexahedra of a wing
 * 14 and 16 held nine tenths of the square late in a run, up to 700 before. */
static const double FEW = 2e-4, FEW_LEAST = 4;
static const double HELD_LEAST = 0.9; /* of the square of the residual, by few cells */
/* Behind these all that hold such a part of it, up to MORE times as many as are few: they would be the next ones. */
static const double PART_LEAST = 1e-4, MORE = 2;
static const double ROUNDS = 10;      /* times FEW: all that may become of first order in a run */
/* Above this residual alone: what is left of a smaller one may be rounding. */
static const double RESIDUAL_LEAST = 1e-12;

int implicit_stiff_bin(double part, double largest)
{
    if (part <= 0)
        return STIFF_BINS - 1;
    const int bin = ilogb(largest) - ilogb(part);
    return bin < STIFF_BINS - 1 ? bin : STIFF_BINS - 1;
}

int implicit_stiff_count(const struct stiff_bins *b, double cells)
{
    const double few = fmax(FEW * cells, FEW_LEAST);
    double total = 0, n = 0, held = 0;
    int k = 0;
    for (int j = 0; j < STIFF_BINS; j++)
        total += b->sum[j];
    for (; k < STIFF_BINS - 1 && n + b->cells[k] <= few && held < HELD_LEAST * total; k++) {
        n += b->cells[k];
        held += b->sum[k];
    }
    if (held < HELD_LEAST * total)
        return 0;
    for (; k < STIFF_BINS - 1 && n + b->cells[k] <= MORE * few && b->sum[k] >= PART_LEAST * total * b->cells[k]; k++)
        n += b->cells[k];
    return k;
}

/* The squares of the cells' residuals, into part[n_owned] on the host; *largest: of all ranks. */
static void find_parts(struct implicit *s, stored *part, double *largest)
{
    const struct backend *b = implicit_backend(s);
    const lid n = s->a.n_owned;
    struct implicit_args a = s->a;
    a.residual = s->residual;
    a.to = s->work;
    implicit_over_cells(s, KERNEL_implicit_part, &a);
    b->stream_synchronize(STREAM_COMPUTE);
    b->download(part, s->work, (size_t)n * sizeof *part);
    *largest = 0;
    for (lid i = 0; i < n; i++)
        *largest = fmax(*largest, (double)part[i]);
    comm_maximum(largest, 1);
}

/* The bins of all ranks. */
static struct stiff_bins fill_bins(const stored *part, lid n, double largest)
{
    struct stiff_bins b;
    memset(&b, 0, sizeof b);
    for (lid i = 0; i < n; i++) {
        int k = implicit_stiff_bin((double)part[i], largest);
        b.cells[k]++;
        b.sum[k] += (double)part[i];
    }
    comm_sum(b.cells, STIFF_BINS);
    comm_sum(b.sum, STIFF_BINS);
    return b;
}

/* Marked cells among this rank's and what lies across their faces, by ids, each as often as it is met; returns how
 * many. left, right: [n_faces] on the host; list: out, NULL: they are counted alone. */
static int64_t list_with_neighbours(const struct domain *d, const uint8_t *marked, const lid *left, const lid *right,
                                    gid *list)
{
    const struct mesh_view *m = &d->view;
    int64_t n = 0;
    for (lid k = 0; k < m->n_faces; k++) {
        const lid cell[2] = {left[k], right[k]};
        if (!(cell[0] < m->n_owned && marked[cell[0]]) && !(cell[1] < m->n_owned && marked[cell[1]]))
            continue;
        for (int side = 0; side < 2; side++) {
            if (cell[side] >= m->n_cells) /* a ghost */
                continue;
            if (list)
                list[n] = d->pack.cell_gid[cell[side]];
            n++;
        }
    }
    return n;
}

/* A kink of a cell's slopes changes the fluxes through all of its faces: in the cell itself the changes may cancel,
 * its neighbours have one each. */
void implicit_make_first_order(struct flow *f, const uint8_t *marked)
{
    const struct domain *d = f->domain;
    lid *left, *right;
    gid *own;
    int64_t n_all = 0;
    MEM_NEW(left, d->view.n_faces);
    MEM_NEW(right, d->view.n_faces);
    d->backend->download(left, d->view.left, (size_t)d->view.n_faces * sizeof *left);
    d->backend->download(right, d->view.right, (size_t)d->view.n_faces * sizeof *right);
    int64_t n = list_with_neighbours(d, marked, left, right, NULL);
    MEM_NEW(own, n + 1);
    list_with_neighbours(d, marked, left, right, own);
    gid *all = comm_gather_all(own, n, sizeof *own, &n_all);
    flow_set_first_order(f, all, n_all);
    mem_free(all);
    mem_free(own);
    mem_free(left);
    mem_free(right);
}

bool implicit_can_look(const struct implicit *s, const struct case_file *c, struct implicit_norms r)
{
    const struct flow *f = s->flow;
    const double most = ROUNDS * fmax(FEW * s->cells, FEW_LEAST);
    return c->numerics.first_order_cells && !implicit_is_unsteady(s) && flow_has_first_order_cells(f) &&
           !(r.all <= RESIDUAL_LEAST) && !implicit_may_be_rounding(r.all) && (double)f->first_order.n < most;
}

bool implicit_reduce_stiff_cells(struct implicit *s)
{
    struct flow *f = s->flow;
    double largest;
    stored *part;
    MEM_NEW(part, s->a.n_owned + 1);
    find_parts(s, part, &largest);
    const int64_t before = f->first_order.n;
    if (largest > 0) {
        const struct stiff_bins b = fill_bins(part, s->a.n_owned, largest);
        const int bins = implicit_stiff_count(&b, s->cells);
        uint8_t *marked;
        MEM_NEW(marked, s->a.n_owned + 1);
        for (lid i = 0; i < s->a.n_owned; i++)
            marked[i] = implicit_stiff_bin((double)part[i], largest) < bins;
        if (bins > 0)
            implicit_make_first_order(f, marked);
        mem_free(marked);
    }
    mem_free(part);
    return f->first_order.n > before;
}
