/* implicit_coarse.c: the levels' equations, and sweeps over them: on the coarsest from zero, on each further one from
 * what the one behind it has found.
 *
 *   residual of the cells -> level 1 -> level 2 -> ... -> last level
 *                                                          | sweeps
 *         x of the cells  <- sweeps <- sweeps  <-   ...   <-
 */
#include "scheme/implicit_coarse.h"

#include "exchange/exchange.h"
#include "mem.h"
#include "parallel/comm.h"
#include "scheme/coarse_rows.h"

#include <string.h>

/* Figures: docs/decisions/020-coarse-levels.md, docs/decisions/029-coarse-cells.md. */
enum {
    ROUNDS = 3,             /* of pairs from level to level: 8 cells become one */
    CELLS_LEAST = 2000,     /* of the mesh; with fewer, sweeps over the cells alone get as far for their time */
    SWEEPS_LEAST = 4,       /* on a level; as many as over the cells, where those are more */
    SWEEPS_LAST = 16,       /* the fewest on the last level, which begins from zero */
    SWEEPS_APART = 2,       /* from exchange to exchange; an even number of exchanges may be recorded */
    ENTRIES = 12,           /* that a row has about, for the estimate of bytes; and faces of a cell in borders */
    FACES = 3
};

struct implicit_coarse {
    const struct backend *backend; /* borrowed */
    struct coarse_levels levels;   /* owned, with the numbers of each level */
    lid n_cells;                   /* of the mesh, owned and of the halo */
    struct kernel *border, *own;   /* borrowed */
    struct exchange *exchange[COARSE_LEVELS_MOST]; /* owned; of x */
};

bool implicit_coarse_is_taken(const struct case_file *c, int64_t n)
{
    if (c->time.scheme != TIME_IMPLICIT && c->time.scheme != TIME_DUAL)
        return false;
    if (c->numerics.coarse != COARSE_AUTO)
        return c->numerics.coarse == COARSE_YES;
    return n >= CELLS_LEAST;
}

static void allocate(const struct backend *b, struct coarse_level *l)
{
    struct jacobian_rows *r = &l->rows;
    const size_t rows = (size_t)r->n_rows, places = (size_t)r->n_places;
    r->storage = JACOBIAN_SINGLE;
    r->inverse = b->alloc("coarse inverse", rows * NV * NV * sizeof *r->inverse);
    r->beside = b->alloc("coarse blocks", (size_t)r->n_entries * NV * NV * sizeof(float));
    r->stride = b->unified ? 1 : r->n_places;
    r->step = b->unified ? NV : 1;
    l->own = b->alloc("coarse diagonal", rows * NV * NV * sizeof *l->own);
    l->sum = b->alloc("coarse residual", NV * rows * sizeof *l->sum);
    l->b = b->alloc("coarse right-hand side", NV * rows * sizeof *l->b);
    l->x = b->alloc("coarse step", NV * places * sizeof *l->x);
    l->next = b->alloc("coarse step", NV * places * sizeof *l->next);
}

struct implicit_coarse *implicit_coarse_create(const struct flow *f, const struct case_file *c,
                                               const struct implicit_rows *fine)
{
    const struct domain *d = f->domain;
    struct implicit_coarse *to;
    if (!implicit_coarse_is_taken(c, d->pack.n_cells_global))
        return NULL;
    MEM_NEW_ZERO(to, 1);
    to->backend = d->backend;
    to->n_cells = d->view.n_cells;
    coarse_levels_create(f, ROUNDS, fine->place, fine->rows.n_places, &to->levels);
    for (int k = 0; k < to->levels.n; k++) {
        struct coarse_rows *r = &to->levels.level[k];
        allocate(d->backend, &r->level);
        const struct exchange_array x = {.numbers = r->level.x, .n_variables = NV, .stride = r->level.rows.stride,
                                         .step = r->level.rows.step, .place = r->place, .part = r->stands,
                                         .number = 1};
        to->exchange[k] = exchange_create(d, f->mode, 1, x);
    }
    to->border = backend_kernel(d->backend, KERNEL_coarse_border, (int)f->equations, flow_frame_kind(c));
    to->own = backend_kernel(d->backend, KERNEL_coarse_own_first, (int)f->equations, flow_frame_kind(c));
    return to;
}

void implicit_coarse_free(struct implicit_coarse *c)
{
    if (!c)
        return;
    for (int k = 0; k < c->levels.n; k++) {
        const struct coarse_level *l = &c->levels.level[k].level;
        void *arrays[] = {l->rows.inverse, l->rows.beside, l->own, l->sum, l->b, l->x, l->next};
        for (size_t j = 0; j < sizeof arrays / sizeof *arrays; j++)
            c->backend->free(arrays[j]);
        exchange_free(c->exchange[k]);
    }
    coarse_levels_free(c->backend, &c->levels);
    mem_free(c);
}

/* Of a row: the inverse and `own`, x, next, sum and b, its coarse cell and what it is made of; of an entry: its block,
 * column, mirror and what it is made of; of a cell the place of its coarse cell, itself among the parts of that, and
 * its faces in borders. Levels behind the first are an eighth each. */
int64_t implicit_coarse_bytes(const struct pack *p, const struct case_file *c)
{
    const int64_t word = (int64_t)sizeof(lid), block = NV * NV * (int64_t)sizeof(float);
    const int64_t row = 2 * block + 4 * NV * (int64_t)sizeof(float) + 4 * word, entry = block + 3 * word;
    if (!implicit_coarse_is_taken(c, p->n_cells_global))
        return 0;
    return (p->n_owned >> ROUNDS) * (row + ENTRIES * entry) * 8 / 7 +
           (p->n_owned * (1 + FACES) + p->n_cells + p->n_boundary + p->n_halo_face) * word;
}

const struct coarse_levels *implicit_coarse_levels(const struct implicit_coarse *c)
{
    return &c->levels;
}

/* The arguments of a level and, but for the first, of that before. */
static struct coarse_level_args level_args(const struct implicit_coarse *c, int k)
{
    return (struct coarse_level_args){.before = c->levels.level[k > 0 ? k - 1 : 0].level,
                                      .level = c->levels.level[k].level};
}

/* From the finest level to the coarsest, not yet solved. */
static void add_up(const struct implicit_coarse *c, const struct jacobian_args *fine, int stream)
{
    struct coarse_first_args first = {.fine = *fine, .level = c->levels.level[0].level};
    KERNEL_LAUNCH(c->border, stream, 0, 2 * first.level.n_borders, &first);
    KERNEL_LAUNCH(c->own, stream, 0, first.level.rows.n_rows, &first);
    for (int k = 1; k < c->levels.n; k++) {
        struct coarse_level_args a = level_args(c, k);
        BACKEND_LAUNCH(c->backend, KERNEL_coarse_entry, stream, 0, a.level.rows.n_entries, &a);
        BACKEND_LAUNCH(c->backend, KERNEL_coarse_own, stream, 0, a.level.rows.n_rows, &a);
    }
}

void implicit_coarse_assemble(struct implicit_coarse *c, const struct jacobian_args *fine, int stream)
{
    add_up(c, fine, stream);
    for (int k = 0; k < c->levels.n; k++) {
        struct coarse_level_args a = level_args(c, k);
        memcpy(a.unit, fine->unit, sizeof a.unit);
        BACKEND_LAUNCH(c->backend, KERNEL_coarse_diagonal, stream, 0, a.level.rows.n_rows, &a);
        BACKEND_LAUNCH(c->backend, KERNEL_coarse_solve, stream, 0, a.level.rows.n_entries, &a);
    }
}

/* On a level, where so many follow over the cells. */
static int sweeps_of(const struct implicit_coarse *c, int level, int sweeps)
{
    const int even = 2 * SWEEPS_APART, least = level < c->levels.n - 1 ? SWEEPS_LEAST : SWEEPS_LAST;
    return ((sweeps > least ? sweeps : least) + even - 1) / even * even;
}

/* Assembly: blocks and inverses written; states read, and of faces in borders normals, areas and numbers. Sweeps: the
 * residual read and x written; each reads blocks, right-hand sides and x, which it writes. */
struct implicit_coarse_moved implicit_coarse_moved(const struct implicit_coarse *c)
{
    const double block = NV * NV * sizeof(float), numbers = NV * sizeof(jacobian_number);
    const double cells = (double)c->n_cells, faces = (double)c->levels.level[0].n_faces;
    struct implicit_coarse_moved moved = {cells * NV * sizeof(real) + faces * (4 * sizeof(real) + sizeof(lid)),
                                          cells * (NV * sizeof(stored) + numbers)};
    for (int k = 0; k < c->levels.n; k++) {
        const struct jacobian_rows *r = &c->levels.level[k].level.rows;
        const double entries = (double)r->n_entries * (block + sizeof(lid)), rows = (double)r->n_rows;
        moved.assembly += entries + rows * block;
        moved.sweeps += sweeps_of(c, k, 0) * (entries + 2 * rows * numbers + (double)r->n_places * numbers);
    }
    return moved;
}

static void restrict_residual(const struct implicit_coarse *c, const struct jacobian_solve_args *fine)
{
    for (int k = 0; k < c->levels.n; k++) {
        struct coarse_level_args a = level_args(c, k);
        a.residual = fine->residual;
        a.n_owned = fine->n_owned;
        BACKEND_LAUNCH(c->backend, k == 0 ? KERNEL_coarse_restrict_first : KERNEL_coarse_restrict, STREAM_COMPUTE, 0,
                       a.level.rows.n_rows, &a);
    }
}

/* Collective. An even number of sweeps, after which x has the newest values again. */
static void sweep(struct implicit_coarse *c, int level, int n)
{
    const struct coarse_level *l = &c->levels.level[level].level;
    struct coarse_sweep_args a = {.level = *l};
    for (int k = 0; k < n; k++) {
        a.from = k % 2 ? l->next : l->x;
        a.to = k % 2 ? l->x : l->next;
        BACKEND_LAUNCH(c->backend, KERNEL_coarse_sweep, STREAM_COMPUTE, 0, l->rows.n_rows, &a);
        if ((k + 1) % SWEEPS_APART)
            continue;
        exchange_begin(c->exchange[level]);
        exchange_finish(c->exchange[level], STREAM_COMPUTE);
    }
}

/* From a level to the one before, 0: to the cells. */
static void prolong(const struct implicit_coarse *c, int level, const struct jacobian_solve_args *fine)
{
    const struct coarse_rows *from = &c->levels.level[level];
    const struct coarse_level *to = level > 0 ? &c->levels.level[level - 1].level : NULL;
    const struct jacobian_rows *r = to ? &to->rows : &fine->rows;
    struct coarse_prolong_args a = {.up = from->up, .x = from->level.x, .stride = from->level.rows.stride,
                                    .step = from->level.rows.step, .to_stride = r->stride, .to_step = r->step,
                                    .to = to ? to->x : fine->x};
    BACKEND_LAUNCH(c->backend, KERNEL_coarse_prolong, STREAM_COMPUTE, 0, r->n_places, &a);
}

void implicit_coarse_begin(struct implicit_coarse *c, const struct jacobian_solve_args *fine, int sweeps)
{
    const int last = c->levels.n - 1;
    const struct coarse_level *l = &c->levels.level[last].level;
    struct implicit_args clear = {.x = l->x, .n_variables = NV, .x_stride = l->rows.stride, .x_step = l->rows.step};
    restrict_residual(c, fine);
    BACKEND_LAUNCH(c->backend, KERNEL_implicit_clear, STREAM_COMPUTE, 0, l->rows.n_places, &clear);
    for (int k = last; k >= 0; k--) {
        sweep(c, k, sweeps_of(c, k, sweeps));
        prolong(c, k, fine);
    }
}

bool implicit_coarse_can_be_recorded(const struct implicit_coarse *c)
{
    bool can = true;
    for (int k = 0; k < c->levels.n; k++)
        can = can && exchange_can_be_in_graph(c->exchange[k]);
    return can;
}

void implicit_coarse_replayed(struct implicit_coarse *c, int sweeps)
{
    for (int k = 0; k < c->levels.n; k++)
        exchange_replayed(c->exchange[k], sweeps_of(c, k, sweeps) / SWEEPS_APART);
}
