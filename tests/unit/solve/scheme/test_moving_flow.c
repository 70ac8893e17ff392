/* Steps of dual time on a mesh that moves: a uniform stream stays uniform to rounding, in the axes of each instant; and
 * the orders in time, of flow in a closed box that is shaken.
 */
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"
#include "random.h"
#include "scheme/integrator.h"

static const char stream_case[] = "[flow]\nmach = 0.5\nalpha = 3\nbeta = 2\npressure = 1\ndensity = 1\n[time]\n"
                                  "scheme = dual-time\nsteps_per_period = 16\nsub_drop = 4\n%s[motion]\npitch = 30\n"
                                  "pitch_phase = 40\nplunge = 0.1 0.2 -0.05\nfrequency = 0.5\nvelocity = 0.1 -0.2 0.3\n"
                                  "axis = 1 2 3\ncentre = 0.2 0.3 0.1\n[patches]\n* = farfield\n";

/* Largest change from the stream as it is in the mesh's axes, of its own size 1. */
static double largest_change(const struct flow_bed *t)
{
    const lid n = t->d.view.n_owned;
    struct solution_reference r = motion_reference(&t->c.derived.motion, t->f.time, &t->c.derived.reference);
    double *q = mem_alloc("state", (size_t)n * NV, sizeof *q), worst = 0;
    const double stream[NV] = {1, r.velocity[0], r.velocity[1], r.velocity[2], 1};
    flow_download(&t->f, q);
    for (lid i = 0; i < NV * n; i++) {
        double change = fabs(q[i] - stream[i / n]);
        worst = change <= worst ? worst : change;
    }
    mem_free(q);
    return worst;
}

static void check_stream(const char *keys)
{
    struct flow_bed t;
    struct integrator it = {0};
    char text[1024];
    snprintf(text, sizeof text, stream_case, keys);
    int status = flow_bed_make("--perturb 0.2 --seed 3", text, &t) || integrator_create(&t.f, &t.c, &it);
    CHECK(status == 0, "%s", error_message());
    if (status == 0)
        flow_evaluate(&t.f, true);
    for (int64_t k = 0; k < 6 && status == 0; k++) {
        status = integrator_step(&it, k, 1, (k % 2 ? 0.5 : 1) * integrator_time_step(&it, k));
        CHECK(status == 0, "step %d: %s", (int)k, error_message());
        CHECK(largest_change(&t) < 1e-12, "%sstep %d: %.2e", keys, (int)k, largest_change(&t));
    }
    CHECK_NEAR(t.f.time, 4.5 * t.c.time.dt, 1e-12);
    integrator_free(&it);
    flow_bed_free(&t);
}

static void uniform_streams(void)
{
    check_stream("");
    check_stream("method = esdirk3\n");
}

/* ---- orders ---- */

/* Sound takes 0.85 s across the box of 1 m. The walls push the gas about; it is at rest at first. */
static const char box_case[] = "[flow]\nmach = 0\npressure = 1\ndensity = 1\n[numerics]\nlimiter = none\n[time]\n"
                               "scheme = dual-time\nsub_drop = 10\nsub_steps = 100\ndt = %.17g\nmethod = %s\n[motion]\n"
                               "pitch = 10\nfrequency = 0.2\nplunge_phase = 90\nplunge = 0.04 0.02 0\nspin = 0.3\n"
                               "axis = 1 2 3\n[patches]\n* = slip\n";

/* The state after a second of so many steps, [NV][64]; the caller's. */
static double *shaken(const char *method, int steps)
{
    struct flow_bed t;
    struct integrator it = {0};
    char text[1024];
    double *q = mem_zalloc("state", (size_t)NV * 64, sizeof *q);
    snprintf(text, sizeof text, box_case, 1.0 / steps, method);
    int status = flow_bed_make("--perturb 0.2 --seed 3", text, &t) || integrator_create(&t.f, &t.c, &it);
    if (status == 0)
        flow_evaluate(&t.f, true);
    for (int64_t k = 0; k < steps && status == 0; k++)
        status = integrator_step(&it, k, 1, integrator_time_step(&it, k));
    CHECK(status == 0, "%s", error_message());
    if (status == 0)
        flow_download(&t.f, q);
    integrator_free(&it);
    flow_bed_free(&t);
    return q;
}

static double mean_difference(const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < NV * 64; k++)
        sum += fabs(a[k] - b[k]) / (NV * 64);
    return sum;
}

static void check_order(const char *method, int steps, double order)
{
    double *exact = shaken(method, 8 * steps), *coarse = shaken(method, steps), *fine = shaken(method, 2 * steps);
    double error[2] = {mean_difference(coarse, exact), mean_difference(fine, exact)};
    CHECK(log2(error[0] / error[1]) > order - 0.3 && error[0] < 0.01, "%s: errors %.2e, %.2e, order %.2f", method,
          error[0], error[1], log2(error[0] / error[1]));
    mem_free(exact);
    mem_free(coarse);
    mem_free(fine);
}

static void orders_in_time(void)
{
    check_order("bdf2", 24, 2);
    check_order("esdirk3", 12, 3);
}

/* ---- forces at their time ---- */

/* So slowly that the gas, of 1 kg, moves with the box. */
static const char slow_case[] = "[flow]\nmach = 0\npressure = 1\ndensity = 1\n[numerics]\nlimiter = none\n[time]\n"
                                "scheme = dual-time\nsub_drop = 8\nsub_steps = 100\nsteps_per_period = 32\n[motion]\n"
                                "plunge = 2 1 0\nplunge_phase = 90\nfrequency = 0.01\n[patches]\n* = slip\n";

/* N along the direction d that the gas exerts on the box. */
static double force_on_box(const struct flow_bed *t, int d)
{
    const struct mesh_view *m = &t->d.view;
    double sum = 0;
    for (lid i = 0; i < m->n_boundary; i++)
        sum += (double)t->f.pressure[i] * (double)m->normal[(int64_t)d * m->n_faces + i];
    return sum;
}

/* The force is that of the acceleration at the same instant, also where a step is 11 degrees: the second period,
 * against that it begins with an acceleration. */
static void forces_have_no_lag(void)
{
    struct flow_bed t;
    struct integrator it = {0};
    double along[2] = {0, 0}, across[2] = {0, 0};
    int status = flow_bed_make("", slow_case, &t) || integrator_create(&t.f, &t.c, &it);
    CHECK(status == 0, "%s", error_message());
    if (status == 0)
        flow_evaluate(&t.f, true);
    for (int64_t k = 1; k <= 64 && status == 0; k++) {
        status = integrator_step(&it, k - 1, 1, integrator_time_step(&it, k - 1));
        for (int d = 0; d < 2 && k > 32; d++) {
            along[d] += force_on_box(&t, d) * cos(2 * M_PI * (double)k / 32) / 16;
            across[d] += force_on_box(&t, d) * sin(2 * M_PI * (double)k / 32) / 16;
        }
    }
    CHECK(status == 0, "%s", error_message());
    for (int d = 0; d < 2; d++) {
        double exact = t.c.derived.motion.plunge[d] * pow(2 * M_PI * 0.01, 2), lag = atan2(across[d], along[d]) * 180 / M_PI;
        CHECK(fabs(along[d] / exact - 1) < 0.02 && fabs(lag) < 0.3, "direction %d: force %g, not %g N, at %.3f degrees",
              d, along[d], exact, lag);
    }
    integrator_free(&it);
    flow_bed_free(&t);
}

/* ---- mass ---- */

static const char random_case[] = "[flow]\nmach = 0\npressure = 1\ndensity = 1\n[numerics]\nlimiter = none\n[time]\n"
                                  "scheme = dual-time\nsub_drop = 4\ndt = 0.1\n[motion]\npitch = 30\nfrequency = 0.5\n"
                                  "spin = 0.7\nvelocity = 0.1 -0.2 0.3\naxis = 1 2 3\ncentre = 0.2 0.3 0.1\n[patches]\n"
                                  "* = slip\n";

/* Whatever the gas does in a closed box with warped faces: what leaves the cells of mass adds up to nothing. */
static void mass_is_kept(void)
{
    struct flow_bed t;
    uint64_t seed = 5;
    int status = flow_bed_make("--perturb 0.2 --seed 3", random_case, &t);
    CHECK(status == 0, "%s", error_message());
    if (status == 0) {
        const lid n = t.d.view.n_owned;
        double *r = mem_alloc("residual", (size_t)n * NV, sizeof *r),
               *q = mem_alloc("state", (size_t)n * NV, sizeof *q);
        double sum = 0, size = 0;
        flow_set_time(&t.f, 0.3);
        for (lid i = 0; i < NV * n; i++)
            q[i] = (i / n == Q_RHO || i / n == Q_P) + 0.2 * random_signed(&seed);
        flow_upload(&t.f, q);
        flow_evaluate(&t.f, true);
        flow_residual(&t.f, r, NULL);
        for (lid i = 0; i < n; i++) {
            sum += r[i];
            size += fabs(r[i]);
        }
        CHECK(size > 1e-2 && fabs(sum) < 1e-14 * size, "%.2e of %.2e kg/s", sum, size);
        mem_free(r);
        mem_free(q);
    }
    flow_bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE_OF("motion", uniform_streams);
    CASE_OF("motion", orders_in_time);
    CASE_OF("motion", forces_have_no_lag);
    CASE_OF("motion", mass_is_kept);
    comm_finish();
    return check_end();
}
