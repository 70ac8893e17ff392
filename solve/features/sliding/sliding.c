/* sliding.c: a sliding interface in an evaluation: the table of the cells at it, on all ranks, and the launches
 * that read it. Pieces and shares are found on the host and copied, once for each instant.
 */
#include "features/sliding/sliding.h"

#include "bc_kind.h"
#include "error.h"
#include "features/sliding/sliding_case.h"
#include "features/sliding/sliding_create.h"
#include "features/sliding/sliding_lists.h"
#include "kernels/sliding_args.h"
#include "mem.h"
#include "scheme/flow.h"

#include <string.h>

/* Of two grids of quadrilaterals of like shape, one laid over the other, of n and m faces: (sqrt(n) + sqrt(m))^2 pieces
 * on each side, which is the most per face, 4, where n = m. Shares go to the faces that a face meets which is larger by
 * three quarters of those on all sides: 3.5 of its size either way, and its own. A face as wide as a bin is in two. */
enum { PIECES_PER_FACE = 4, SHARES_PER_GHOST = 14, BINS_PER_FACE = 2 };

/* ---- creation ---- */

/* Rows in the order of ranks, and there ascending. */
static void order_of_ranks(const struct sliding *s, int n_ranks, lid *of_gathered)
{
    int64_t n = 0;
    for (int rank = 0; rank < n_ranks; rank++)
        for (int64_t i = 0; i < s->n; i++)
            if (s->face[i].rank == rank)
                of_gathered[n++] = (lid)i;
}

static void upload_faces(struct sliding_run *o)
{
    const struct sliding *s = &o->interface;
    const struct domain *d = o->d;
    const bool alone = d->comm.size == 1;
    lid *face, *place, *slot;
    uint8_t *turns;
    MEM_NEW(face, s->n_own);
    MEM_NEW(place, s->n_own);
    MEM_NEW(slot, s->n_ghosts);
    MEM_NEW(turns, s->n);
    for (lid k = 0; k < o->n_own; k++) {
        face[k] = s->face[s->own[k]].local;
        place[k] = alone ? s->own[k] : k;
    }
    for (lid g = 0; g < o->n_ghosts; g++)
        slot[g] = d->view.n_cells + s->ghost_boundary[g];
    for (int64_t i = 0; i < s->n; i++)
        turns[i] = (uint8_t)s->face[i].turns;
    o->face = domain_upload(d, "sliding faces", face, (size_t)s->n_own * sizeof *face);
    o->row = domain_upload(d, "sliding rows", s->own, (size_t)s->n_own * sizeof *s->own);
    o->place = domain_upload(d, "sliding places", place, (size_t)s->n_own * sizeof *place);
    o->slot = domain_upload(d, "sliding ghosts", slot, (size_t)s->n_ghosts * sizeof *slot);
    o->turns = domain_upload(d, "sliding sides", turns, (size_t)s->n);
    mem_free(face);
    mem_free(place);
    mem_free(slot);
    mem_free(turns);
}

/* Here the cylinder on which the mesh ends is known. */
static int fit(const void *spec, struct case_file *c, struct domain *d, void **own)
{
    struct sliding_run *o;
    (void)spec;
    MEM_NEW_ZERO(o, 1);
    *own = o;
    o->d = d;
    TRY(sliding_create(c, &d->comm, &d->pack, d->values, &o->interface));
    d->moving.ends_at = o->interface.radius;
    return 0;
}

static void upload_tables(struct sliding_run *o, int equations)
{
    const struct sliding *s = &o->interface;
    const struct backend *b = o->d->backend;
    o->n_own = (lid)s->n_own;
    o->n_ghosts = (lid)s->n_ghosts;
    o->pack = backend_kernel(b, KERNEL_sliding_pack, equations, 0);
    o->make_ghost = backend_kernel(b, KERNEL_sliding_ghost, equations, 0);
    o->flux = backend_kernel(b, KERNEL_sliding_flux, equations, 0);
    o->state_width = sliding_state_width(equations);
    o->slope_width = sliding_slope_width(equations);
    upload_faces(o);
    o->state = b->alloc("sliding states", (size_t)(s->n * o->state_width) * sizeof *o->state);
    o->slope = b->alloc("sliding gradients", (size_t)(s->n * o->slope_width) * sizeof *o->slope);
    o->begin = b->alloc("sliding pieces", (size_t)(s->n_own + 1) * sizeof *o->begin);
    o->share_begin = b->alloc("sliding shares", (size_t)(s->n_ghosts + 1) * sizeof *o->share_begin);
    if (o->d->comm.size == 1)
        return;
    o->mine = b->alloc("sliding rows of this rank", (size_t)(s->n_own * o->slope_width) * sizeof *o->mine);
    MEM_NEW(o->mine_host, s->n_own * o->slope_width);
    MEM_NEW(o->table_host, s->n * o->slope_width);
    MEM_NEW(o->of_gathered, s->n);
    order_of_ranks(s, o->d->comm.size, o->of_gathered);
}

static void end(void *own)
{
    struct sliding_run *o = own;
    void *const arrays[] = {o->face, o->row, o->place, o->turns, o->slot, o->state, o->slope, o->mine, o->begin,
                            o->across, o->share_begin, o->share_of, o->piece, o->weight};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        o->d->backend->free(arrays[k]);
    mem_free(o->mine_host);
    mem_free(o->table_host);
    mem_free(o->of_gathered);
    sliding_free(&o->interface);
    mem_free(o);
}

/* What an interface takes on a rank, for numbers of pieces and shares that are seldom exceeded. */
struct sliding_bytes {
    int64_t device, host; /* host: what is not on the device */
};

/* As upload_tables() and make_room() allocate, with the room of lists that have grown. values: what patches have. */
static struct sliding_bytes bytes_by_values(const struct pack *p, const struct case_file *c,
                                            const struct bc_values *values)
{
    struct sliding_bytes b = {0, 0};
    int64_t all = 0, own = 0, ghosts = 0, e = (int64_t)c->model.equations;
    for (int k = 0; k < p->n_patches; k++) {
        const struct pack_patch *at = &p->patch[k];
        if (values[k].kind != BC_SLIDING)
            continue;
        all += at->n_faces;
        own += at->end - at->begin;
        ghosts += at->end - at->begin + at->halo_end - at->halo_begin;
    }
    if (all == 0)
        return b;
    const int64_t state = sliding_state_width((int)e), slope = sliding_slope_width((int)e);
    const int64_t one = sizeof(lid), value = sizeof(real);
    const int64_t piece = PIECES_PER_FACE * own, share = SHARES_PER_GHOST * ghosts;
    b.device = own * 3 * one + ghosts * one + all + all * (state + slope) * value + (own + ghosts + 2) * one +
               piece * 5 / 4 * (one + N_SLIDING * (int64_t)sizeof(double)) +
               share * 5 / 4 * (one + (int64_t)sizeof(double));
    b.host = all * (int64_t)(sizeof(struct sliding_face) + BINS_PER_FACE * sizeof(struct sliding_entry)) +
             all * 3 * one + ghosts * (2 * one + 3 * (int64_t)sizeof(double)) +
             piece * ((int64_t)sizeof(struct sliding_piece) + one + N_SLIDING * (int64_t)sizeof(double)) +
             share * ((int64_t)sizeof(struct sliding_share) + one + (int64_t)sizeof(double));
    if (p->n_ranks > 1) {
        b.device += own * slope * value;
        b.host += (own + 2 * all) * slope * value + all * one; /* gathered, and in order */
    }
    return b;
}

/* None where the patches are not right, which the run says later. */
static struct sliding_bytes bytes_of(const struct case_file *c, const struct pack *p)
{
    struct sliding_bytes b = {0, 0};
    struct case_file copy = *c; /* case_patches() notes in it what patches do to the case */
    struct bc_values *values;
    MEM_NEW(values, p->n_patches);
    if (case_patches(&copy, p, values) == 0)
        b = bytes_by_values(p, c, values);
    mem_free(values);
    return b;
}

static int64_t bytes(const void *spec, const struct case_file *c, const struct pack *p, bool host)
{
    (void)spec, (void)host;
    return bytes_of(c, p).device;
}

static int64_t host_bytes(const void *spec, const struct case_file *c, const struct pack *p)
{
    (void)spec;
    return bytes_of(c, p).host;
}

/* ---- an instant ---- */

/* Arrays for n entries at least. */
static void make_room(const struct backend *b, int64_t n, int64_t *room, lid **number, double **value, int per_entry)
{
    if (n <= *room)
        return;
    *room = n + n / 4;
    b->free(*number);
    b->free(*value);
    *number = b->alloc("sliding lists", (size_t)*room * sizeof **number);
    *value = b->alloc("sliding lists", (size_t)(*room * per_entry) * sizeof **value);
}

static void upload_pieces(struct sliding_run *o, const struct sliding_lists *l)
{
    const struct backend *b = o->d->backend;
    lid *across;
    double *piece;
    MEM_NEW(across, l->n_pieces);
    MEM_NEW(piece, l->n_pieces * N_SLIDING);
    for (int64_t k = 0; k < l->n_pieces; k++) {
        across[k] = l->piece[k].other;
        for (int d = 0; d < 3; d++) {
            piece[k * N_SLIDING + SLIDING_NORMAL + d] = l->piece[k].normal[d];
            piece[k * N_SLIDING + SLIDING_FROM_TURNING + d] = l->piece[k].from_turning[d];
            piece[k * N_SLIDING + SLIDING_FROM_RESTING + d] = l->piece[k].from_resting[d];
        }
    }
    make_room(b, l->n_pieces, &o->piece_room, &o->across, &o->piece, N_SLIDING);
    b->upload(o->begin, l->begin, (size_t)(o->n_own + 1) * sizeof *l->begin);
    b->upload(o->across, across, (size_t)l->n_pieces * sizeof *across);
    b->upload(o->piece, piece, (size_t)(l->n_pieces * N_SLIDING) * sizeof *piece);
    mem_free(across);
    mem_free(piece);
}

static void upload_shares(struct sliding_run *o, const struct sliding_lists *l)
{
    const struct backend *b = o->d->backend;
    lid *of;
    double *weight;
    MEM_NEW(of, l->n_shares);
    MEM_NEW(weight, l->n_shares);
    for (int64_t k = 0; k < l->n_shares; k++) {
        of[k] = l->share[k].of;
        weight[k] = l->share[k].weight;
    }
    make_room(b, l->n_shares, &o->share_room, &o->share_of, &o->weight, 1);
    b->upload(o->share_begin, l->share_begin, (size_t)(o->n_ghosts + 1) * sizeof *l->share_begin);
    b->upload(o->share_of, of, (size_t)l->n_shares * sizeof *of);
    b->upload(o->weight, weight, (size_t)l->n_shares * sizeof *weight);
    mem_free(of);
    mem_free(weight);
}

/* The pieces of faces and the shares of ghosts for the angle of the present time. What is at work still reads the old
 * lists. */
static void set_time(void *own, const struct flow *f)
{
    struct sliding_run *o = own;
    struct sliding_lists lists;
    double angle = motion_at(&f->motion, f->time).angle;
    if (!o->pack || (o->placed && angle == o->angle))
        return;
    sliding_lists_make(&o->interface, angle, &lists);
    o->d->backend->stream_synchronize(STREAM_COMPUTE);
    upload_pieces(o, &lists);
    upload_shares(o, &lists);
    sliding_lists_free(&lists);
    o->angle = angle;
    o->placed = true;
}

static int create(const struct case_file *c, const void *spec, struct flow *f, void **own)
{
    (void)spec;
    upload_tables(*own, (int)c->model.equations);
    set_time(*own, f);
    return 0;
}

/* ---- the table ---- */

/* Collective. Gathers the rows of `width` numbers of this rank's cells into the table of all ranks. */
static void fill_table(const struct sliding_run *o, const struct flow *f, const real *q, real *table, int width)
{
    const struct domain *d = o->d;
    const struct backend *b = d->backend;
    struct sliding_pack_args a = {.m = d->view, .face = o->face, .place = o->place, .q = q, .gradient = f->gradient,
                                  .limited = f->limited, .mu_t = f->mu_t, .f1 = f->f1,
                                  .table = o->mine ? o->mine : table};
    size_t row = (size_t)width * sizeof *table;
    int64_t n;
    KERNEL_LAUNCH(o->pack, STREAM_COMPUTE, 0, o->n_own, &a);
    if (!o->mine)
        return;
    b->stream_synchronize(STREAM_COMPUTE);
    b->download(o->mine_host, o->mine, (size_t)o->n_own * row);
    real *all = comm_gather_all(o->mine_host, o->n_own, row, &n);
    for (int64_t k = 0; k < n; k++)
        memcpy(o->table_host + o->of_gathered[k] * (int64_t)width, all + k * width, row);
    b->upload(table, o->table_host, (size_t)n * row);
    mem_free(all);
}

static bool exchanges(const void *own)
{
    return ((const struct sliding_run *)own)->mine != NULL;
}

/* Collective; with more than one rank it waits for the device, like the next. */
static void after_ghosts(const void *own, const struct flow *f)
{
    const struct sliding_run *o = own;
    fill_table(o, f, f->q, o->state, o->state_width);
    struct sliding_ghost_args a = {.n_slots = o->d->view.n_slots, .slot = o->slot, .turns = o->turns,
                                   .begin = o->share_begin, .of = o->share_of, .weight = o->weight, .state = o->state,
                                   .q = f->q};
    memcpy(a.from_rest, f->args.fluxes.frame.from_rest, sizeof a.from_rest);
    KERNEL_LAUNCH(o->make_ghost, STREAM_COMPUTE, 0, o->n_ghosts, &a);
}

static void add_fluxes(const void *own, const struct flow *f)
{
    const struct sliding_run *o = own;
    fill_table(o, f, NULL, o->slope, o->slope_width);
    struct sliding_flux_args a = {.f = f->args.fluxes,
                                  .face = o->face,
                                  .row = o->row,
                                  .turns = o->turns,
                                  .begin = o->begin,
                                  .across = o->across,
                                  .piece = o->piece,
                                  .state = o->state,
                                  .slope = o->slope};
    memcpy(a.from_rest, f->args.fluxes.frame.from_rest, sizeof a.from_rest);
    KERNEL_LAUNCH(o->flux, STREAM_COMPUTE, 0, o->n_own, &a);
}

const struct feature_type feature_sliding = {
    .in_case = &feature_sliding_case,
    .bytes = bytes,
    .host_bytes = host_bytes,
    .fit = fit,
    .create = create,
    .set_time = set_time,
    .exchanges = exchanges,
    .after_ghosts = after_ghosts,
    .add_fluxes = add_fluxes,
    .end = end,
};
