/* implicit_sweeps.c: the order of sweeps and of the exchange of their values between ranks. A colour's values that
 * other ranks wait for are found first and travel while its others are found, which read nothing of the halo: a cell
 * with a neighbour on another rank is one of that rank's halo.
 *
 *   compute stream    sent 0 | others 0           |wait| sent 1 | others 1           |wait| ...
 *   transfer stream          | pack | unpack |                  | pack | unpack |
 *
 * Where GPUs can write to one another, a colour is one launch in place of all this (scheme/implicit_sent.h).
 */
#include "scheme/implicit_sweeps.h"

#include "kernels/newton.h"
#include "mem.h"

#include <string.h>

/* One for each colour, which all ranks have the same number of. */
static void create_exchanges(const struct flow *f, struct implicit_sweeps *s)
{
    const struct pack *p = &f->domain->pack;
    const struct jacobian_rows *rows = &s->rows->rows;
    struct exchange_array array = {.numbers = s->solve.x, .n_variables = f->n_variables, .stride = rows->stride,
                                   .step = rows->step, .place = s->rows->place};
    uint8_t *colour = implicit_cell_colours(p);
    s->exchange = mem_alloc("exchanges of colours", (size_t)s->rows->n_colours, sizeof(struct exchange *));
    array.part = colour;
    for (int k = 0; k < s->rows->n_colours; k++) {
        array.number = k;
        s->exchange[k] = exchange_create(f->domain, f->mode, 1, array);
    }
    mem_free(colour);
}

/* Fluxes are read right behind the evaluation that made them, and made again before the next reading. */
bool implicit_sweeps_fit_fluxes(int64_t n_flux, int64_t n_rows)
{
    return n_flux * (int64_t)sizeof(real) >= n_rows * (int64_t)sizeof(jacobian_number);
}

void implicit_sweeps_create(const struct flow *f, const struct case_file *c, const struct implicit_rows *rows,
                            struct implicit_sweeps *s)
{
    const struct backend *b = f->domain->backend;
    const size_t nv = (size_t)f->n_variables;
    const int place = KERNEL_PLACE(rows->rows.storage, f->n_variables);
    memset(s, 0, sizeof *s);
    s->rows = rows;
    s->backend = b;
    s->sweep = backend_kernel(b, KERNEL_jacobian_sweep, EQUATIONS_ANY, place);
    s->along = backend_kernel(b, KERNEL_jacobian_along, EQUATIONS_ANY, place);
    s->sweep_sent = backend_kernel(b, KERNEL_jacobian_sweep_sent, EQUATIONS_ANY, place);
    s->along_sent = backend_kernel(b, KERNEL_jacobian_along_sent, EQUATIONS_ANY, place);
    s->solve = (struct jacobian_solve_args){.rows = rows->rows, .n_owned = f->domain->view.n_owned,
                                            .n_variables = f->n_variables};
    s->sent = implicit_sent_create(f->domain, f->mode, rows, f->n_variables);
    s->solve.x = s->sent ? s->sent->halo->array
                         : b->alloc("implicit step", nv * (size_t)rows->rows.n_places * sizeof *s->solve.x);
    s->owns_b = !implicit_sweeps_fit_fluxes(f->shape.n_flux, rows->rows.n_rows);
    s->solve.b = s->owns_b ? b->alloc("jacobian right-hand side", nv * (size_t)rows->rows.n_rows * sizeof *s->solve.b)
                           : (void *)f->flux;
    if (!s->sent)
        create_exchanges(f, s);
    s->coarse = implicit_coarse_create(f, c, rows);
}

void implicit_sweeps_free(struct implicit_sweeps *s)
{
    if (!s->backend)
        return;
    for (int k = 0; k < SWEEPS_RECORDED; k++)
        if (s->recorded[k].work)
            s->backend->graph_free(s->recorded[k].work);
    for (int k = 0; s->exchange && k < s->rows->n_colours; k++)
        exchange_free(s->exchange[k]);
    mem_free(s->exchange);
    implicit_coarse_free(s->coarse);
    if (!s->sent)
        s->backend->free(s->solve.x);
    implicit_sent_free(s->sent);
    if (s->owns_b)
        s->backend->free(s->solve.b);
    memset(s, 0, sizeof *s);
}

/* The rows of a part, then along its lines of several cells. */
static void sweep_part(const struct implicit_sweeps *s, const struct row_part *part)
{
    KERNEL_LAUNCH(s->sweep, STREAM_COMPUTE, part->row, part->row_end, &s->solve);
    KERNEL_LAUNCH(s->along, STREAM_COMPUTE, part->lane, part->single_lane, &s->solve);
}

/* Collective. */
static void sweep_colour(const struct implicit_sweeps *s, int colour)
{
    const struct row_part *sent = implicit_sent_part(s->rows, colour), *other = implicit_other_part(s->rows, colour);
    if (s->sent) {
        struct jacobian_sent_args *a = &s->sent->colour[colour];
        a->solve = s->solve;
        KERNEL_LAUNCH(s->sweep_sent, STREAM_COMPUTE, sent->row, other->row_end, a);
        if (s->rows->joined > 0)
            KERNEL_LAUNCH(s->along_sent, STREAM_COMPUTE, sent->lane, other->single_lane, a);
        return;
    }
    sweep_part(s, sent);
    exchange_begin(s->exchange[colour]);
    sweep_part(s, other);
    exchange_finish(s->exchange[colour], STREAM_COMPUTE);
}

static void launch(const struct implicit_sweeps *s, int n)
{
    const struct backend *b = s->backend;
    struct implicit_args clear = {.x = s->solve.x, .n_variables = s->solve.n_variables,
                                  .x_stride = s->rows->rows.stride, .x_step = s->rows->rows.step};
    BACKEND_LAUNCH(b, KERNEL_implicit_clear, STREAM_COMPUTE, 0, s->rows->rows.n_places, &clear);
    if (s->coarse)
        implicit_coarse_begin(s->coarse, &s->solve, n);
    if (s->sent)
        implicit_sent_begin(s->sent);
    BACKEND_LAUNCH(b, KERNEL_jacobian_rhs, STREAM_COMPUTE, 0, s->rows->rows.n_rows, &s->solve);
    for (int k = 0; k < n; k++)
        for (int c = 0; c < s->rows->n_colours; c++)
            sweep_colour(s, c);
    if (s->sent)
        implicit_sent_end(s->sent);
}

/* Only where the host has no part in them: on a GPU, without messages. After an even number of sweeps each exchange has
 * the receive buffer again that it began with, and can be run again as it was recorded. */
static bool can_be_recorded(const struct implicit_sweeps *s, int n)
{
    if (s->coarse && !implicit_coarse_can_be_recorded(s->coarse))
        return false;
    if (s->sent)
        return true;
    bool can = !s->backend->unified && n % 2 == 0;
    for (int c = 0; c < s->rows->n_colours; c++)
        can = can && exchange_can_be_in_graph(s->exchange[c]);
    return can;
}

/* The recorded ones, or a free place for them; NULL: none is free. */
static struct recorded_sweeps *find(struct implicit_sweeps *s, const stored *residual, int n)
{
    for (int k = 0; k < SWEEPS_RECORDED; k++) {
        struct recorded_sweeps *r = &s->recorded[k];
        if (!r->work || (r->residual == residual && r->n == n))
            return r;
    }
    return NULL;
}

void implicit_sweeps_run(struct implicit_sweeps *s, const stored *residual, int n)
{
    const struct backend *b = s->backend;
    struct recorded_sweeps *r = find(s, residual, n);
    s->solve.residual = residual;
    if (r && r->work) {
        for (int c = 0; s->exchange && c < s->rows->n_colours; c++)
            exchange_replayed(s->exchange[c], n);
        if (s->coarse)
            implicit_coarse_replayed(s->coarse, n);
        b->graph_run(r->work);
        return;
    }
    bool recording = r && can_be_recorded(s, n) && b->graph_begin();
    launch(s, n);
    if (!recording)
        return;
    *r = (struct recorded_sweeps){.work = b->graph_end(), .residual = residual, .n = n};
    b->graph_run(r->work);
}
