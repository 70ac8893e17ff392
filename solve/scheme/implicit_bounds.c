/* implicit_bounds.c: cells beyond the bounds of steady flow are counted, and brought back. */
#include "scheme/implicit_bounds.h"

#include "mem.h"
#include "parallel/comm.h"
#include "scheme/flow_bounds.h"
#include "scheme/implicit_stiff_cells.h"
#include "scheme/implicit_system.h"

/* Times the largest total temperature that enters. Next to empty cells behind bases are none of these: at first order
 * they stay so. */
static const double HOT = 1.2, THIN = 0;

double implicit_count_beyond(const struct implicit *s, const struct case_file *c)
{
    const struct flow *f = s->flow;
    const struct backend *b = implicit_backend(s);
    if (!c->numerics.first_order_cells || implicit_is_unsteady(s))
        return 0;
    const struct beyond_args a = {.bounds = flow_steady_bounds(c, f->domain, HOT, THIN), .q = f->q,
                                  .stride = s->a.n_slots,
                                  .size = flow_has_first_order_cells(f) ? f->limiter_size : NULL};
    double n;
    BACKEND_SUM(b, backend_kernel(b, KERNEL_beyond_sum, EQUATIONS_ANY, 0), s->a.n_owned, &a, &n);
    comm_sum(&n, 1);
    return n;
}

/* A rank's cells on the host while those beyond the bounds are mended. */
struct mending {
    real *q;            /* [n_variables][n_slots] */
    uint8_t *beyond;    /* [n_cells] halo included */
    lid *left, *right;  /* [n_faces] */
    stored *normal;     /* [3][n_faces] */
    lid *donor;         /* [n_owned] the cell across the largest face that is within the bounds; -1: there is none */
    double *area;       /* [n_owned] of that face, squared */
};

static void *copy_of(const struct backend *b, const void *device, size_t count, size_t size)
{
    void *host = mem_alloc("cells beyond bounds", count, size);
    b->download(host, device, count * size);
    return host;
}

static void begin(struct mending *w, const struct flow *f)
{
    const struct backend *b = f->domain->backend;
    const struct mesh_view *m = &f->domain->view;
    b->stream_synchronize(STREAM_COMPUTE);
    w->q = copy_of(b, f->q, (size_t)f->n_variables * (size_t)m->n_slots, sizeof *w->q);
    w->left = copy_of(b, m->left, (size_t)m->n_faces, sizeof *w->left);
    w->right = copy_of(b, m->right, (size_t)m->n_faces, sizeof *w->right);
    w->normal = copy_of(b, m->normal, 3 * (size_t)m->n_faces, sizeof *w->normal);
    MEM_NEW_ZERO(w->beyond, m->n_cells + 1);
    MEM_NEW_ZERO(w->area, m->n_owned + 1);
    MEM_NEW(w->donor, m->n_owned + 1);
    for (lid i = 0; i < m->n_owned; i++)
        w->donor[i] = -1;
}

static void end(struct mending *w)
{
    mem_free(w->q);
    mem_free(w->beyond);
    mem_free(w->left);
    mem_free(w->right);
    mem_free(w->normal);
    mem_free(w->donor);
    mem_free(w->area);
}

/* Of faces of one area the cell with the smaller id gives, so that the choice is the same on any number of ranks. */
static void offer(struct mending *w, const struct domain *d, lid cell, lid from, double area)
{
    const gid *id = d->pack.cell_gid;
    if (cell >= d->view.n_owned || !w->beyond[cell] || w->beyond[from])
        return;
    const lid now = w->donor[cell];
    if (now >= 0 && (area < w->area[cell] || (area == w->area[cell] && id[now] <= id[from])))
        return;
    w->donor[cell] = from;
    w->area[cell] = area;
}

static void find_donors(struct mending *w, const struct domain *d)
{
    const struct mesh_view *m = &d->view;
    for (lid k = 0; k < m->n_faces; k++) {
        const lid l = w->left[k], r = w->right[k];
        if (r >= m->n_cells) /* a ghost */
            continue;
        double area = 0;
        for (int64_t v = 0; v < 3; v++)
            area += (double)w->normal[v * m->n_faces + k] * (double)w->normal[v * m->n_faces + k];
        offer(w, d, l, r, area);
        offer(w, d, r, l, area);
    }
}

/* Those without a donor keep their state: their neighbours may give at the next time. */
static void take_states(const struct mending *w, struct flow *f)
{
    const int64_t n = f->domain->view.n_owned, slots = f->domain->view.n_slots;
    double *q = mem_alloc("cells beyond bounds", (size_t)n * (size_t)f->n_variables, sizeof *q);
    for (int64_t v = 0; v < f->n_variables; v++)
        for (int64_t i = 0; i < n; i++)
            q[v * n + i] = (double)w->q[v * slots + (w->donor[i] >= 0 ? w->donor[i] : i)];
    flow_upload(f, q);
    mem_free(q);
}

void implicit_bring_back(struct implicit *s, const struct case_file *c)
{
    struct flow *f = s->flow;
    const struct domain *d = f->domain;
    const struct steady_bounds bounds = flow_steady_bounds(c, d, HOT, THIN);
    struct mending w;
    begin(&w, f);
    for (lid i = 0; i < d->view.n_cells; i++)
        w.beyond[i] = steady_excess(&bounds, state_load(w.q, d->view.n_slots, i)) >= 1;
    find_donors(&w, d);
    take_states(&w, f);
    if (flow_has_first_order_cells(f))
        implicit_make_first_order(f, w.beyond);
    end(&w);
}
