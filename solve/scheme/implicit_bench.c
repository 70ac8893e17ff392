/* implicit_bench.c: what the pieces of an implicit step take, for --bench: assembly, a sweep, a product without its
 * sweeps and sums; assembly of the coarse level and all of its sweeps, where there is one. Each is done REPEAT times;
 * the fastest counts.
 */
#include "kernels/jacobian_entry.h"
#include "scheme/flow_bytes.h"
#include "scheme/implicit_bench.h"
#include "scheme/implicit_system.h"
#include "timer.h"

#include <math.h>

enum { REPEAT = 5 };

/* ---- pieces of a step, between hold() and evaluate_held(); the device may still be at work after each ---- */

/* A state and a right-hand side to take the pieces of a step with. */
static void hold(struct integrator *it)
{
    struct implicit *s = it->own;
    struct implicit_args a = s->a;
    implicit_begin_step(s);
    a.residual = s->residual;
    a.to = s->krylov.w;
    implicit_over_cells(s, KERNEL_implicit_scale, &a);
}

static void assemble(struct integrator *it)
{
    implicit_assemble_rows(it->own, it->cfl.cfl);
}

static void assemble_coarse(struct integrator *it)
{
    implicit_assemble_coarse(it->own, STREAM_COMPUTE);
}

static void sweep(struct integrator *it)
{
    struct implicit *s = it->own;
    implicit_solve_stored(s, s->work);
}

/* None over the cells: what the coarse level begins them with. */
static void sweep_coarse(struct integrator *it)
{
    struct implicit *s = it->own;
    implicit_sweeps_run(&s->sweeps, s->work, 0);
}

static void multiply(struct integrator *it)
{
    struct implicit *s = it->own;
    implicit_product(s, s->krylov.w, s->krylov.z);
}

static void evaluate_held(struct integrator *it)
{
    struct implicit *s = it->own;
    flow_restore_state(it->flow, s->q0);
    flow_evaluate(it->flow, true);
}

static const struct jacobian_rows *jacobian_of(const struct integrator *it)
{
    const struct implicit *s = it->own;
    return &s->rows.rows;
}

/* ---- how long they take ---- */

/* Kernels of a GPU run behind the host: without waiting for the stream a piece would take only the time of its
 * launches. */
static double finish(const struct integrator *it)
{
    it->flow->domain->backend->stream_synchronize(STREAM_COMPUTE);
    return timer_now();
}

/* Blocks, scalar entries and columns. */
static double entry_bytes(const struct jacobian_rows *r, int n_turbulence)
{
    double words = (double)jacobian_block_words((int)r->storage) + n_turbulence + 1;
    return (double)r->n_entries * words * sizeof(uint32_t);
}

/* Entries and inverses written; states, and faces' normals and areas read. */
static double assembly_bytes(const struct integrator *it)
{
    const struct jacobian_rows *r = jacobian_of(it);
    const struct mesh_view *m = &it->flow->domain->view;
    int nv = it->flow->n_variables;
    double inverses = (double)r->n_rows * (NV * NV + nv - NV) * sizeof(jacobian_number);
    double states = (double)m->n_owned * nv * sizeof(real), faces = 4 * (double)m->n_flux * sizeof(real);
    double sides = (double)r->n_entries * (sizeof(lid) + sizeof(uint16_t));
    return entry_bytes(r, nv - NV) + sides + inverses + states + faces;
}

/* Entries and the right-hand side read, x read and written. */
static double sweep_bytes(const struct integrator *it)
{
    const struct jacobian_rows *r = jacobian_of(it);
    double numbers = it->flow->n_variables * (2 * (double)r->n_rows + (double)r->n_places);
    return entry_bytes(r, it->flow->n_variables - NV) + numbers * sizeof(jacobian_number);
}

/* The evaluation of a residual, as a stage of an explicit step moves; the state held and the direction read and the
 * perturbed one written; two residuals and the direction read, the product written. */
static double product_bytes(const struct integrator *it)
{
    const struct flow *f = it->flow;
    double n = (double)f->domain->view.n_owned, vectors = n * f->n_variables * (2 * sizeof(real) + 5 * sizeof(stored));
    return n * flow_model_bytes(f).all + vectors;
}

/* The fastest, not the mean: other work on the machine can only make a piece slower. */
static double fastest(struct integrator *it, void (*piece)(struct integrator *it))
{
    double best = HUGE_VAL;
    for (int k = 0; k < REPEAT; k++) {
        double start = finish(it);
        piece(it);
        best = fmin(best, finish(it) - start);
    }
    return best;
}

/* A first time, in which launches are recorded, does not count. */
static double fastest_recorded(struct integrator *it, void (*piece)(struct integrator *it))
{
    piece(it);
    return fastest(it, piece);
}

/* The coarse level, if any, into piece[0] and piece[1]; how many there are. */
static int coarse_pieces(struct integrator *it, struct implicit_piece *piece)
{
    const struct implicit_coarse *c = ((const struct implicit *)it->own)->sweeps.coarse;
    if (!c)
        return 0;
    const struct implicit_coarse_moved moved = implicit_coarse_moved(c);
    piece[0] = (struct implicit_piece){"coarse_assembly", fastest(it, assemble_coarse), moved.assembly};
    piece[1] = (struct implicit_piece){"coarse_sweeps", fastest_recorded(it, sweep_coarse), moved.sweeps};
    return 2;
}

/* The sweeps of a Krylov vector; n: out, how many those are. */
static double fastest_sweeps(struct integrator *it, int *n)
{
    struct implicit *s = it->own;
    const enum steering_phase method = s->steering.method;
    s->steering.method = PHASE_NEWTON; /* implicit_sweeps_now() looks at it */
    double seconds = fastest_recorded(it, sweep);
    *n = implicit_sweeps_now(s);
    s->steering.method = method;
    return seconds;
}

/* Bytes are what the algorithm must move if each array is moved once; divided by the seconds they are a lower bound
 * of the bandwidth reached. The last call leaves the flow evaluated, as it was found. */
int implicit_pieces(struct integrator *it, struct implicit_piece piece[IMPLICIT_PIECES])
{
    int n_sweeps, n = 1;
    hold(it);
    piece[0] = (struct implicit_piece){"assembly", fastest(it, assemble), assembly_bytes(it)};
    const int coarse = coarse_pieces(it, piece + 1);
    double sweeps = fastest_sweeps(it, &n_sweeps) - (coarse ? piece[2].seconds : 0);
    n += coarse;
    piece[n++] = (struct implicit_piece){"sweep", sweeps / n_sweeps, sweep_bytes(it)};
    piece[n++] = (struct implicit_piece){"product", fastest(it, multiply), product_bytes(it)};
    evaluate_held(it);
    return n;
}
