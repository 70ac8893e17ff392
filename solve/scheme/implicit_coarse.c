/* implicit_coarse.c: sweeps by colour over the coarse cells' equations, values of other ranks once in a few sweeps:
 * between two exchanges those stand still, which a preconditioner may.
 */
#include "scheme/implicit_coarse.h"

#include "exchange/exchange.h"
#include "mem.h"
#include "parallel/comm.h"
#include "scheme/coarse_rows.h"

#include <math.h>

/* Figures: what did best on a wing of 2.9 and 23 million cells (docs/decisions/020-coarse-level.md,
 * docs/decisions/029-coarse-cells.md). */
enum {
    ROUNDS = 6,             /* of pairs: 64 cells become one; 8 leave too many, whose sweeps do not get far */
    CELLS_LEAST = 1000000,  /* of the mesh; with fewer, sweeps over the cells alone get as far for their time */
    TURBULENT_CELLS = 20000, /* the same in turbulent flow whose layers have no lines */
    UNSTEADY_CELLS = 20000, /* the same in unsteady flow, where what is left of slow parts adds up from step to step */
    UNSTEADY_SWEEPS = 16,   /* there, the fewest: with 8 a plane wake of 512 x 320 cells keeps four times the error */
    SWEEPS_APART = 4,       /* from exchange to exchange, which takes some 10 us between two GPUs, a sweep 40 */
    ENTRIES = 16,           /* that a row has about, for the estimate of bytes; 9 to 12 were seen, and of borders */
    BORDERS = 7,            /* and their faces 6.5 and 84 */
    FACES = 96
};

struct implicit_coarse {
    const struct backend *backend;   /* borrowed */
    struct coarse_rows rows;         /* owned */
    lid n_cells;                     /* of the mesh, owned and of the halo */
    int sweeps;                      /* with an even number of exchanges, so that those may be recorded */
    lid *coarse_place;               /* coarse_move_args: device, owned */
    struct kernel *border, *row;     /* borrowed */
    struct jacobian_solve_args solve; /* its entries, x and b: device, owned */
    struct exchange *exchange;       /* owned; of x */
};

bool implicit_coarse_is_taken(const struct case_file *c, int64_t n, bool lines)
{
    const bool turbulent = equations_variables(c->model) > NV;
    if (c->scheme != TIME_IMPLICIT && c->scheme != TIME_DUAL)
        return false;
    if (c->coarse != COARSE_AUTO)
        return c->coarse == COARSE_YES;
    if (c->scheme == TIME_DUAL)
        return n >= UNSTEADY_CELLS;
    return n >= (turbulent && !lines ? TURBULENT_CELLS : CELLS_LEAST);
}

static void allocate(struct implicit_coarse *to)
{
    const struct backend *b = to->backend;
    struct jacobian_rows *r = &to->rows.level.rows;
    r->storage = JACOBIAN_SINGLE;
    r->inverse = b->alloc("coarse inverse", (size_t)r->n_rows * NV * NV * sizeof *r->inverse);
    r->beside = b->alloc("coarse blocks", (size_t)r->n_entries * NV * NV * sizeof(float));
    r->stride = b->unified ? 1 : r->n_places;
    r->step = b->unified ? NV : 1;
    to->solve = (struct jacobian_solve_args){.rows = *r, .n_owned = r->n_rows, .n_variables = NV};
    to->solve.x = b->alloc("coarse step", NV * (size_t)r->n_places * sizeof *to->solve.x);
    to->solve.b = b->alloc("coarse right-hand side", NV * (size_t)r->n_rows * sizeof *to->solve.b);
}

/* Of each place in x of the cells the place of their coarse cell. */
static lid *find_coarse_places(const struct domain *d, const struct coarse_rows *c, const struct implicit_rows *fine)
{
    const lid places = fine->rows.n_places;
    lid *coarse;
    MEM_NEW(coarse, places);
    for (lid k = 0; k < places; k++)
        coarse[k] = -1;
    for (lid i = 0; i < d->view.n_cells; i++)
        coarse[fine->place[i]] = c->place[i];
    lid *device = domain_upload(d, "coarse places", coarse, (size_t)places * sizeof *coarse);
    mem_free(coarse);
    return device;
}

/* Half as many sweeps as coarse cells stand side by side, as if they filled a cube. 40 and 80 in place of 24 were no
 * better on 2.9 million cells (docs/decisions/029-coarse-cells.md). */
static int find_sweeps(lid n, bool unsteady)
{
    const int even = 2 * SWEEPS_APART;
    const double sweeps = 0.5 * cbrt((double)comm_sum_int(n));
    return even * (int)ceil(fmax(sweeps, unsteady ? UNSTEADY_SWEEPS : 0) / even);
}

struct implicit_coarse *implicit_coarse_create(const struct flow *f, const struct case_file *c,
                                               const struct implicit_rows *fine)
{
    const struct domain *d = f->domain;
    struct implicit_coarse *to;
    if (!implicit_coarse_is_taken(c, d->pack.n_cells_global, comm_sum_int(fine->joined) > 0))
        return NULL;
    MEM_NEW_ZERO(to, 1);
    to->backend = d->backend;
    to->n_cells = d->view.n_cells;
    coarse_rows_create(f, ROUNDS, &to->rows);
    to->coarse_place = find_coarse_places(d, &to->rows, fine);
    to->sweeps = find_sweeps(to->rows.n, c->scheme == TIME_DUAL);
    allocate(to);
    const struct exchange_array x = {.numbers = to->solve.x, .n_variables = NV, .stride = to->solve.rows.stride,
                                     .step = to->solve.rows.step, .place = to->rows.place,
                                     .part = to->rows.stands, .number = 1};
    to->exchange = exchange_create(d, f->mode, 1, x);
    to->border = backend_kernel(d->backend, KERNEL_coarse_border, (int)f->equations, flow_frame_kind(c));
    to->row = backend_kernel(d->backend, KERNEL_coarse_row, (int)f->equations, flow_frame_kind(c));
    return to;
}

void implicit_coarse_free(struct implicit_coarse *c)
{
    if (!c)
        return;
    void *arrays[] = {c->solve.rows.inverse, c->solve.rows.beside, c->solve.x, c->solve.b, c->coarse_place};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        c->backend->free(arrays[k]);
    exchange_free(c->exchange);
    coarse_rows_free(c->backend, &c->rows);
    mem_free(c);
}

/* Of a row: its cell, the begins of its cells and of its edge, and of each variable x and b; of a border both places
 * and the begin of its faces; of an owned cell its entry among the cells of rows; of each cell the place of its coarse
 * cell. As if the mesh had no lines, of which packs do not tell. */
int64_t implicit_coarse_bytes(const struct pack *p, const struct case_file *c)
{
    const int64_t word = (int64_t)sizeof(lid), block = NV * NV * (int64_t)sizeof(float);
    const int64_t rows = p->n_owned >> ROUNDS, row = 3 * word + 2 * NV * (int64_t)sizeof(float) + block;
    if (!implicit_coarse_is_taken(c, p->n_cells_global, false))
        return 0;
    return rows * (row + ENTRIES * (block + word) + (3 * BORDERS + FACES) * word) +
           (p->n_owned + p->n_cells + p->n_boundary + p->n_halo_face) * word;
}

void implicit_coarse_assemble(struct implicit_coarse *c, const struct jacobian_args *fine, int stream)
{
    struct coarse_row_args a = {.fine = *fine, .level = c->rows.level};
    KERNEL_LAUNCH(c->border, stream, 0, 2 * a.level.n_borders, &a);
    KERNEL_LAUNCH(c->row, stream, 0, c->solve.rows.n_rows, &a);
    BACKEND_LAUNCH(c->backend, KERNEL_coarse_solve, stream, 0, c->solve.rows.n_entries, &a);
}

/* Assembly: blocks and inverses written; states read, and of faces in borders normals, areas and numbers. Sweeps: the
 * residual read and x written; each reads blocks, right-hand sides and x, which it writes. */
struct implicit_coarse_moved implicit_coarse_moved(const struct implicit_coarse *c)
{
    const struct jacobian_rows *r = &c->solve.rows;
    const double cells = (double)c->n_cells, faces = (double)c->rows.n_faces, rows = (double)r->n_rows;
    const double block = NV * NV * sizeof(float), numbers = NV * sizeof(jacobian_number);
    const double entries = (double)r->n_entries * (block + sizeof(lid)), x = rows * 2 * numbers;
    return (struct implicit_coarse_moved){
        .assembly = entries + rows * block + cells * NV * sizeof(real) + faces * (4 * sizeof(real) + sizeof(lid)),
        .sweeps = cells * (NV * sizeof(stored) + numbers) + c->sweeps * (entries + x + (double)r->n_places * numbers)};
}

void implicit_coarse_begin(struct implicit_coarse *c, const struct jacobian_solve_args *fine)
{
    const struct backend *b = c->backend;
    const struct jacobian_rows *r = &c->solve.rows;
    struct coarse_move_args a = {.level = c->rows.level, .n_owned = fine->n_owned, .residual = fine->residual,
                                 .coarse_place = c->coarse_place, .b = c->solve.b, .x = c->solve.x, .fine = *fine};
    struct implicit_args clear = {.x = c->solve.x, .n_variables = NV, .x_stride = r->stride, .x_step = r->step};
    BACKEND_LAUNCH(b, KERNEL_implicit_clear, STREAM_COMPUTE, 0, r->n_places, &clear);
    BACKEND_LAUNCH(b, KERNEL_coarse_rhs, STREAM_COMPUTE, 0, r->n_rows, &a);
    for (int k = 0; k < c->sweeps; k++) {
        for (int j = 0; j < c->rows.n_colours; j++)
            BACKEND_LAUNCH(b, KERNEL_coarse_sweep, STREAM_COMPUTE, c->rows.begin[j], c->rows.begin[j + 1], &c->solve);
        if ((k + 1) % SWEEPS_APART)
            continue;
        exchange_begin(c->exchange);
        exchange_finish(c->exchange, STREAM_COMPUTE);
    }
    BACKEND_LAUNCH(b, KERNEL_coarse_prolong, STREAM_COMPUTE, 0, fine->rows.n_places, &a);
}

bool implicit_coarse_can_be_recorded(const struct implicit_coarse *c)
{
    return exchange_can_be_in_graph(c->exchange);
}

void implicit_coarse_replayed(struct implicit_coarse *c)
{
    exchange_replayed(c->exchange, c->sweeps / SWEEPS_APART);
}
