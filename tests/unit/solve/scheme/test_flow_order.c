/* Evaluations and steps of a flow with a halo on a back end whose streams run as late as
 * their order allows, in several orders: never may a kernel run before what it reads is
 * there, nor write over what another has yet to read. Fluxes then are those of the CPU back
 * end, which does everything at once, bit for bit.
 *
 * The halo of the one rank is of images of its own cells. They are copied, or come by
 * message when the pack says that it is rank 1 while MPI says that it is rank 0, the
 * neighbour.
 */
#include "check.h"
#include "exchange/exchange.h"
#include "scheme/flow.h"
#include "unit/solve/late_backend.h"
#include "pipeline.h"

#include "unit/prep/periodic_box.h"
#include "run/prep_run.h"
#include "progress/progress.h"

/* Two evaluations a step, of which the first is looked at; the host waits at the end only. */
enum { STEPS = 3 };

static struct comm comm_self;
static char packs[PATH_MAX], config[PATH_MAX];

/* Without it there is nothing to test. */
static void must(int status)
{
    if (status == 0)
        return;
    printf("  %s\n", error_message());
    exit(1);
}

/* ---- meshes ---- */

static void make_packs(struct raw_mesh *raw)
{
    snprintf(packs, sizeof packs, "%s/packs", pipeline_scratch());
    snprintf(config, sizeof config, "%s/case.cfg", pipeline_scratch());
    pipeline_write(config, "[flow]\nmach = 0.5\npressure = 1\ndensity = 1\n[time]\nstages = 2\ncfl = 0.05\n"
                           "[numerics]\nlimiter = venkatakrishnan\n"
                           "[patches]\n* = farfield\n?min = slip\ninn* = slip\n");
    struct prep_options o = {.mesh = "mesh", .out = packs, .partition = "metis", .order = "rcm",
                             .command_line = (char[]){"test"}, .n_ranks = 1, .scale = 1.0, .quiet = true};
    must(prep_run_raw(&o, raw));
}

/* Axes of the mask: 1: x, 2: y, 4: z. */
static void make_box(int mask)
{
    struct raw_mesh raw;
    periodic_box(BOX_TETRA, 6, 0.2, mask, &raw);
    make_packs(&raw);
}

/* Images that turn. */
static void make_sector(void)
{
    struct raw_mesh raw;
    periodic_sector(30, 0, (const double[2]){1, 2}, 1, (const int[3]){6, 6, 6}, &raw);
    make_packs(&raw);
}

/* ---- flows ---- */

struct bed {
    struct case_file c;
    struct domain d;
};

static void bed_make(const struct backend *b, const char *gradient, bool by_message, struct bed *t)
{
    char method[64];
    const char *set[] = {method, "flow.reynolds=1e3"};
    snprintf(method, sizeof method, "numerics.gradient=%s", gradient);
    must(case_read(config, set, 2, &t->c));
    must(domain_load(packs, &t->c, &comm_self, b, &t->d));
    if (by_message)
        t->d.pack.rank = 1;
}

static void bed_free(struct bed *t)
{
    domain_free(&t->d);
    case_free(&t->c);
}

/* A rough but physical state, and not twice the same value. */
static void random_state(struct flow *f)
{
    int64_t n = f->domain->view.n_owned;
    uint64_t seed = 3;
    double *q = mem_alloc("random state", (size_t)n * NV, sizeof *q);
    for (int v = 0; v < NV; v++)
        for (int64_t i = 0; i < n; i++)
            q[v * n + i] = (v == Q_RHO || v == Q_P ? 1 : 0.5) + 0.2 * random_signed(&seed);
    flow_upload(f, q);
    mem_free(q);
}

/* What was seen of the evaluations: fluxes [STEPS][NV][n_flux], then the last state [NV][n_slots]. */
struct seen {
    size_t n;
    double *value; /* [n] */
};

static void run_flow(struct bed *t, enum exchange_mode mode, struct seen *s)
{
    const struct backend *b = t->d.backend;
    size_t flux = (size_t)t->d.view.n_flux * NV, state = (size_t)t->d.view.n_slots * NV;
    struct flow f;
    must(flow_create(&t->d, &t->c, mode, &f));
    s->n = STEPS * flux + state;
    MEM_NEW_ZERO(s->value, s->n);
    random_state(&f);
    for (int k = 0; k < STEPS; k++) {
        flow_evaluate(&f, true);
        b->copy_async(STREAM_COMPUTE, s->value + (size_t)k * flux, f.flux, flux * sizeof(double));
        flow_step(&f, 0);
    }
    b->copy_async(STREAM_COMPUTE, s->value + STEPS * flux, f.q, state * sizeof(double));
    b->stream_synchronize(STREAM_COMPUTE);
    CHECK(!flow_check(&f).found, "the flow has diverged");
    flow_free(&f);
}

/* ---- late against at once ---- */

static void compare(const struct seen *a, const struct seen *b, const char *what, int order)
{
    size_t differing = a->n == b->n ? 0 : a->n;
    double largest = 0;
    for (size_t i = 0; i < a->n && a->n == b->n; i++) {
        differing += !(a->value[i] == b->value[i]);
        largest = fmax(largest, fabs(b->value[i]));
    }
    CHECK(differing == 0 && largest > 0.1, "%s, order %d: %zu of %zu numbers differ", what, order, differing, a->n);
}

static void check_late(const char *gradient, enum exchange_mode mode, bool by_message, const struct seen *at_once)
{
    char what[64];
    snprintf(what, sizeof what, "%s, %s%s", gradient, exchange_mode_name(mode), by_message ? " by message" : "");
    for (int order = 0; order < LATE_N_ORDERS; order++) {
        struct backend late = late_backend(order);
        struct bed t;
        struct seen seen;
        bed_make(&late, gradient, by_message, &t);
        run_flow(&t, mode, &seen);
        compare(&seen, at_once, what, order);
        mem_free(seen.value);
        bed_free(&t);
    }
}

static void check_gradient(const char *gradient, bool with_halo)
{
    static const enum exchange_mode modes[] = {EXCHANGE_STAGED, EXCHANGE_BLOCKING, EXCHANGE_STAGED_CPU_PACK,
                                               EXCHANGE_CUDA_AWARE, EXCHANGE_PEER};
    struct bed t;
    struct seen at_once;
    bed_make(backend_cpu(1), gradient, false, &t);
    CHECK(t.d.inner.cells > 0 && (t.d.inner.cells < t.d.view.n_stencil) == with_halo, "%d inner cells",
          (int)t.d.inner.cells);
    CHECK((t.d.pack.n_recv > 0) == with_halo && t.d.view.n_boundary > 0, "%d halo cells", (int)t.d.pack.n_recv);
    run_flow(&t, EXCHANGE_STAGED, &at_once);
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
        for (int by_message = 0; by_message <= with_halo; by_message++)
            check_late(gradient, modes[k], by_message, &at_once);
    mem_free(at_once.value);
    bed_free(&t);
}

static void lsq_with_halo(void)
{
    make_box(1 | 2);
    check_gradient("lsq", true);
}

static void node_lsq_with_halo(void)
{
    make_box(1 | 2);
    check_gradient("node-lsq", true);
}

static void node_averages_with_halo(void)
{
    make_box(1 | 2);
    check_gradient("node", true);
}

static void images_that_turn(void)
{
    make_sector();
    check_gradient("lsq", true);
    check_gradient("node-lsq", true);
}

static void without_halo(void)
{
    make_box(0);
    check_gradient("lsq", false);
    check_gradient("node-lsq", false);
}

/* Or nothing is tested here. */
static void nothing_is_done_before_the_host_waits(void)
{
    struct backend late = late_backend(LATE_NEEDED);
    struct bed t;
    struct flow f;
    make_box(1 | 2);
    bed_make(&late, "node-lsq", false, &t);
    must(flow_create(&t.d, &t.c, EXCHANGE_STAGED, &f));
    late.stream_synchronize(STREAM_COMPUTE);
    int done = late_queues[STREAM_COMPUTE].done;
    for (int k = 0; k < 2; k++)
        flow_evaluate(&f, true);
    CHECK(late_queues[STREAM_COMPUTE].done == done && late_queues[STREAM_TRANSFER].done == 0, "work was done");
    flow_free(&f);
    bed_free(&t);
}

static void nothing_is_left(void)
{
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm_self);
    progress_set_quiet(true);
    CASE(lsq_with_halo);
    CASE(node_lsq_with_halo);
    CASE(node_averages_with_halo);
    CASE(images_that_turn);
    CASE(without_halo);
    CASE(nothing_is_done_before_the_host_waits);
    CASE(nothing_is_left);
    comm_finish();
    return check_end();
}
