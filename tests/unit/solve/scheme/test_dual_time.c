/* Dual time stepping: the order in time of a flow against explicit steps that are far shorter, or, where those are of
 * first order themselves (turbulence), against far shorter steps of its own; and what a checkpoint holds.
 */
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"
#include "scheme/dual_control.h"
#include "scheme/dual_parts.h"
#include "scheme/integrator.h"

#include <string.h>

/* In a closed box of 1 m: sound takes 0.85 s across it. */
static const char box_case[] = "[flow]\nmach = 0.2\npressure = 1\ndensity = 1\n%s[model]\nequations = %s\n[numerics]\n"
                               "limiter = none\n[time]\nscheme = %s\nlocal = no\ndt = %.17g\n%s[patches]\n* = slip\n%s";

struct run {
    const char *equations, *scheme, *keys, *flow, *patches;
    double end;    /* s */
    double uneven; /* steps grow from the mean less this part of it to the mean and as much more */
};

static double *final; /* [nv][n] of the newest run */

/* With time.tolerance: to the end whatever steps that takes; how many held and how many did not. */
static int n_held, n_refused;

static int march_to(struct flow_bed *t, struct integrator *it, double end)
{
    double time = 0;
    for (n_held = n_refused = 0; time < end; n_held += it->report.steps, n_refused += it->report.steps == 0) {
        double dt = integrator_time_step(it, n_held);
        dt = time + dt * (1 + 1e-6) > end ? end - time : dt;
        TRY(integrator_step(it, n_held, 1, dt));
        time += it->report.steps > 0 ? dt : 0;
        if (n_held + n_refused > 3000)
            return error_set("%d steps end at %g s of %g (%d steps were refused)", n_held, time, end, n_refused);
    }
    return !isnan(t->c.time.tolerance) ? 0 : error_set("no tolerance");
}

static int march(struct flow_bed *t, struct integrator *it, int steps, double uneven)
{
    for (int64_t k = 0; k < steps; k++) {
        double part = 1 + uneven * ((double)(2 * k + 1) / steps - 1);
        TRY(integrator_step(it, k, 1, part * integrator_time_step(it, k)));
        if (it->report.steps != 1 || (t->c.time.scheme == TIME_DUAL && !(it->report.sub_drop >= t->c.time.sub_drop)))
            return error_set("step %d: the unsteady residual has dropped %.2f decades in %d steps", (int)k,
                             it->report.sub_drop, (int)it->report.sub_steps);
    }
    return 0;
}

/* The state at the end of so many steps, into `final`; how many numbers it has, 0: it failed. */
static int run(const struct run *r, int steps)
{
    struct flow_bed t;
    struct integrator it = {0};
    char text[1024];
    snprintf(text, sizeof text, box_case, r->flow, r->equations, r->scheme, r->end / steps, r->keys, r->patches);
    int status = flow_bed_make("--bc zmin=BCWallViscous", text, &t) || integrator_create(&t.f, &t.c, &it);
    if (status == 0) {
        flow_bed_set_waves(&t);
        flow_evaluate(&t.f, true);
        status = isnan(t.c.time.tolerance) ? march(&t, &it, steps, r->uneven) : march_to(&t, &it, r->end);
    }
    CHECK(status == 0, "%s: %s", r->equations, error_message());
    int n = status ? 0 : t.d.view.n_owned * t.f.n_variables;
    mem_free(final);
    final = mem_alloc("final state", (size_t)n + 1, sizeof *final);
    if (n > 0)
        flow_download(&t.f, final);
    integrator_free(&it);
    flow_bed_free(&t);
    return n;
}

/* Mean difference of a run to the reference, variables of the flow and of turbulence apart, the latter in units of
 * their largest value. */
static double error_of(const struct run *r, int steps, const double *reference, int n, bool turbulence)
{
    double sum = 0, largest = 0;
    int cells = 64, first = turbulence ? NV * cells : 0, end = turbulence ? n : NV * cells;
    if (run(r, steps) != n)
        return NAN;
    for (int k = first; k < end; k++) {
        sum += fabs(final[k] - reference[k]);
        largest = turbulence ? fmax(largest, fabs(reference[k])) : 1;
    }
    return sum / ((end - first) * largest);
}

/* Orders between three lengths of the step. */
static void check_order(const struct run *r, const struct run *exact, int exact_steps, int steps, double order,
                        bool turbulence)
{
    int n = run(exact, exact_steps);
    double *reference = mem_alloc("reference", (size_t)n + 1, sizeof *reference), error[3];
    memcpy(reference, final, (size_t)n * sizeof *reference);
    for (int k = 0; k < 3; k++)
        error[k] = error_of(r, steps << k, reference, n, turbulence);
    mem_free(reference);
    for (int k = 0; k < 2; k++) {
        double found = log2(error[k] / error[k + 1]);
        /* of these lengths the next term of the error is up to a fifth of the first */
        CHECK(found > order - 0.25 && found < order + 0.6, "%s: order %.2f of %d and %d steps, errors %.3g, %.3g",
              r->equations, found, steps << k, steps << (k + 1), error[k], error[k + 1]);
    }
}

static const char deep[] = "sub_drop = 8\nsub_steps = 100\n";
static const char viscous[] = "viscosity = 0.01\nsutherland = 0\n";

/* Steps in which sound moves 0.3, 0.15 and 0.07 cells, a 27th of the period of its wave and less. */
static void bdf2_is_of_second_order(void)
{
    const struct run exact = {"euler", "shu-osher", "", "", "", 2, 0},
                     dual = {"euler", "dual-time", deep, "", "", 2, 0};
    check_order(&dual, &exact, 1600, 32, 2, false);
}

/* With the coefficients of even steps the errors of single steps would add up to one of first order. */
static void bdf2_is_of_second_order_with_growing_steps(void)
{
    const struct run exact = {"euler", "shu-osher", "", "", "", 2, 0},
                     dual = {"euler", "dual-time", deep, "", "", 2, 0.5};
    check_order(&dual, &exact, 1600, 32, 2, false);
}

/* The error of one step falls with the third power of its length: that of a method of first order would not. */
static void first_step_is_of_second_order(void)
{
    double error[2];
    for (int k = 0; k < 2; k++) {
        const struct run exact = {"euler", "shu-osher", "", "", "", k ? 0.05 : 0.1, 0},
                         dual = {"euler", "dual-time", deep, "", "", k ? 0.05 : 0.1, 0};
        int n = run(&exact, 100);
        double *reference = mem_alloc("reference", (size_t)n + 1, sizeof *reference);
        memcpy(reference, final, (size_t)n * sizeof *reference);
        error[k] = error_of(&dual, 1, reference, n, false);
        mem_free(reference);
    }
    CHECK_NEAR(log2(error[0] / error[1]), 3, 0.3);
}

static void bdf2_is_of_second_order_in_viscous_flow(void)
{
    const struct run exact = {"laminar", "shu-osher", "", viscous, "zmin = wall\n", 2, 0},
                     dual = {"laminar", "dual-time", deep, viscous, "zmin = wall\n", 2, 0};
    check_order(&dual, &exact, 1600, 32, 2, false);
}

/* Turbulence variables drop by half the decades. */
static const char deeper[] = "sub_drop = 10\nsub_steps = 100\n";

static void bdf2_is_of_second_order_in_turbulence(void)
{
    const struct run sa = {"sa", "dual-time", deeper, viscous, "zmin = wall\n", 2, 0},
                     sst = {"sst", "dual-time", deeper, viscous, "zmin = wall\n", 2, 0};
    check_order(&sa, &sa, 512, 32, 2, true);
    check_order(&sst, &sst, 512, 64, 2, true);
}

/* So thin that the shield of DDES ends within the box. */
static const char thin[] = "viscosity = 0.001\nsutherland = 0\n", detached[] = "sa\nscales = ddes\nc_des = 0.2";

/* Lengths of the model are of the first guess of a step, not of the step: an error of second order as well. Held from
 * the start of a step on they would make it one of first. */
static void bdf2_is_of_second_order_with_lengths_that_are_held(void)
{
    const struct run sa = {detached, "dual-time", deeper, thin, "zmin = wall\n", 2, 0};
    check_order(&sa, &sa, 512, 32, 2, true);
}

static const char third[] = "method = esdirk3\nsub_drop = 10\nsub_steps = 100\n";

static void esdirk3_is_of_third_order(void)
{
    const struct run exact = {"euler", "shu-osher", "", "", "", 2, 0},
                     dual = {"euler", "dual-time", third, "", "", 2, 0};
    check_order(&dual, &exact, 3200, 16, 3, false);
}

/* A wall makes the start of a viscous flow stiff. */
static void esdirk3_is_of_third_order_in_viscous_flow(void)
{
    const struct run exact = {"laminar", "shu-osher", "", viscous, "zmin = wall\n", 2, 0},
                     dual = {"laminar", "dual-time", third, viscous, "zmin = wall\n", 2, 0};
    check_order(&dual, &exact, 3200, 16, 3, false);
}

static const char blended[] = "method = bdf2opt\nsub_drop = 8\nsub_steps = 100\n";

static void bdf2opt_is_of_second_order(void)
{
    const struct run exact = {"euler", "shu-osher", "", "", "", 2, 0},
                     even = {"euler", "dual-time", blended, "", "", 2, 0},
                     growing = {"euler", "dual-time", blended, "", "", 2, 0.5};
    check_order(&even, &exact, 1600, 32, 2, false);
    check_order(&growing, &exact, 1600, 32, 2, false);
}

/* The coefficient of its error is 0.52 of BDF2's (test_dual_control.c); the first two steps are those of BDF2 and
 * shares of higher order remain in 64 steps: 0.52 +- 0.06. */
static void bdf2opt_has_half_the_error(void)
{
    const struct run exact = {"euler", "shu-osher", "", "", "", 2, 0},
                     bdf2 = {"euler", "dual-time", deep, "", "", 2, 0},
                     blend = {"euler", "dual-time", blended, "", "", 2, 0};
    int n = run(&exact, 1600);
    double *reference = mem_alloc("reference", (size_t)n + 1, sizeof *reference);
    memcpy(reference, final, (size_t)n * sizeof *reference);
    double large = error_of(&bdf2, 64, reference, n, false), small = error_of(&blend, 64, reference, n, false);
    CHECK_NEAR(small / large, 0.52, 0.06);
    mem_free(reference);
}

/* Three tolerances, each a tenth of the one before. The estimate is of the error of one step of second order, C dt^3,
 * which is what the tolerance stands for: steps get shorter by 10^(1/3), and the error of the solution of third order
 * at the end falls with dt^3, nearly as the tolerance does. The first step is shorter than any later one. */
static void error_follows_the_tolerance(void)
{
    const struct run exact = {"euler", "shu-osher", "", "", "", 2, 0};
    int n = run(&exact, 3200), steps[3];
    double *reference = mem_alloc("reference", (size_t)n + 1, sizeof *reference), error[3];
    memcpy(reference, final, (size_t)n * sizeof *reference);
    for (int k = 0; k < 3; k++) {
        char keys[160];
        snprintf(keys, sizeof keys, "%stolerance = %g\n", third, 1e-4 * pow(10, -k));
        const struct run r = {"euler", "dual-time", keys, "", "", 2, 0};
        error[k] = error_of(&r, 2000, reference, n, false); /* dt = 1e-3 s */
        steps[k] = n_held;
        CHECK(n_refused <= n_held / 4, "%d of %d steps were refused", n_refused, n_held);
    }
    mem_free(reference);
    for (int k = 0; k < 2; k++) {
        CHECK(error[k] / error[k + 1] > 5 && error[k] / error[k + 1] < 20, "errors %.3g, %.3g", error[k], error[k + 1]);
        double more = (double)steps[k + 1] / steps[k]; /* 2.15, less where growth at the start takes most steps */
        CHECK(more > 1.4 && more < 2.5, "%d and %d steps", steps[k], steps[k + 1]);
    }
}

/* The second step, as long as the first, is three times what 1e-5 allows after it. */
static void long_steps_are_made_again(void)
{
    char keys[160];
    snprintf(keys, sizeof keys, "%stolerance = 1e-5\n", third);
    const struct run r = {"euler", "dual-time", keys, "", "", 0.5, 0};
    CHECK(run(&r, 2) > 0 && n_refused >= 1 && n_held > 4, "%d steps held and %d were refused", n_held, n_refused);
}

/* A step whose equations could not be solved does not hold, and the next is a quarter as long; without an estimate of
 * errors a length is the case's. */
static void unsolved_steps_are_made_again_at_a_quarter(void)
{
    for (int estimate = 0; estimate < 2; estimate++) {
        struct flow_bed t;
        struct integrator it = {0};
        char text[1024];
        snprintf(text, sizeof text, box_case, "", "euler", "dual-time", 0.2,
                 estimate ? "method = esdirk3\ntolerance = 1e-4\n" : "", "");
        int status = flow_bed_make("--bc zmin=BCWallViscous", text, &t) || integrator_create(&t.f, &t.c, &it);
        CHECK(status == 0, "%s", error_message());
        if (status == 0) {
            CHECK(integrator_time_step(&it, 0) == 0.2, "%g s", integrator_time_step(&it, 0));
            CHECK(!dual_length_holds(&it, false, 0.2), "it holds");
            CHECK(integrator_time_step(&it, 0) == (estimate ? 0.05 : 0.2), "%g s", integrator_time_step(&it, 0));
        }
        integrator_free(&it);
        flow_bed_free(&t);
    }
}

/* A run that goes on from a checkpoint has the length that the estimate of errors had found. */
static void length_is_kept_in_checkpoints(void)
{
    struct flow_bed t;
    struct integrator it = {0}, next = {0};
    double number[INTEGRATOR_NUMBERS], found = NAN;
    char text[1024], keys[160];
    snprintf(keys, sizeof keys, "%stolerance = 1e-4\n", third);
    snprintf(text, sizeof text, box_case, "", "euler", "dual-time", 1e-3, keys, "");
    int status = flow_bed_make("--bc zmin=BCWallViscous", text, &t) || integrator_create(&t.f, &t.c, &it) ||
                 integrator_create(&t.f, &t.c, &next);
    if (status == 0) {
        flow_bed_set_waves(&t);
        flow_evaluate(&t.f, true);
        status = march_to(&t, &it, 5e-3);
    }
    if (status == 0) {
        found = integrator_time_step(&it, n_held);
        integrator_load(&next, integrator_save(&it, number), number);
    }
    CHECK(status == 0 && found > 0 && found != t.c.time.dt && integrator_time_step(&next, n_held) == found,
          "%.17g s then, %.17g s now, time.dt is %g: %s", found, integrator_time_step(&next, n_held), t.c.time.dt,
          error_message());
    integrator_free(&next);
    integrator_free(&it);
    flow_bed_free(&t);
}

/* ---- steps by the CFL number of a region ---- */

static const char region_case[] = "[flow]\nmach = 0.2\npressure = 1\ndensity = 1\n[model]\nequations = euler\n"
                                  "[numerics]\nlimiter = none\n[time]\nscheme = dual-time\nsteps = 9\ndt_cfl = %g\n"
                                  "cfl_box = 0.7 -1 -1 2 0.3 2\ncfl_wall_distance = 0.3\ncfl_every = 2\n[patches]\n"
                                  "* = slip\n";

/* Cubes of 1/4 m: the edge over the sum of the components' sizes, the least of the cells in the box. */
static double crossing_of(struct flow_bed *t)
{
    const lid n = t->d.view.n_owned;
    double *q = mem_alloc("state", (size_t)n * (size_t)t->f.n_variables, sizeof *q), least = HUGE_VAL;
    flow_download(&t->f, q);
    for (lid i = 0; i < n; i++) {
        const double *at = t->d.pack.centroid + i;
        double x = at[0], y = at[t->d.pack.n_slots], z = at[2 * t->d.pack.n_slots];
        double speed = fabs(q[n + i]) + fabs(q[2 * n + i]) + fabs(q[3 * n + i]);
        if (x >= 0.7 && y <= 0.3 && z <= 0.3)
            least = fmin(least, 0.25 / speed);
    }
    mem_free(q);
    return least;
}

/* Twice as fast at the top as at the wall below, so that cells far from the wall are the ones crossed first. */
static void speed_up_with_height(struct flow_bed *t)
{
    const lid n = t->d.view.n_owned;
    double *q = mem_alloc("state", (size_t)n * (size_t)t->f.n_variables, sizeof *q);
    flow_download(&t->f, q);
    for (lid i = 0; i < n; i++)
        for (int d = 1; d <= 3; d++)
            q[d * n + i] *= 1 + t->d.pack.centroid[i + 2 * (int64_t)t->d.pack.n_slots];
    flow_upload(&t->f, q);
    mem_free(q);
}

static int region_make(double cfl, struct flow_bed *t, struct integrator *it)
{
    char text[1024];
    snprintf(text, sizeof text, region_case, cfl);
    TRY(flow_bed_make("--bc zmin=BCWallViscous", text, t));
    flow_bed_set_waves(t);
    speed_up_with_height(t);
    flow_evaluate(&t->f, true);
    return integrator_create(&t->f, &t->c, it);
}

/* Found at the start, kept for a step, found anew after the second; a restart keeps it, and one with another number
 * does not. */
static void step_follows_the_region(void)
{
    struct flow_bed t;
    struct integrator it = {0}, again = {0};
    double number[INTEGRATOR_NUMBERS];
    int status = region_make(0.3, &t, &it);
    CHECK(status == 0, "%s", error_message());
    if (status)
        return;
    double dt = integrator_time_step(&it, 0), expected = 0.3 * crossing_of(&t);
    CHECK_NEAR(dt, expected, 1e-13 * expected);
    CHECK(integrator_step(&it, 0, 1, dt) == 0, "%s", error_message());
    CHECK(integrator_time_step(&it, 1) == dt, "changed after a step");
    CHECK(integrator_step(&it, 1, 1, dt) == 0, "%s", error_message());
    expected = fmin(1.5 * dt, 0.3 * crossing_of(&t));
    double next = integrator_time_step(&it, 2);
    CHECK(next != dt, "not found anew");
    CHECK_NEAR(next, expected, 1e-13 * expected);
    CHECK(integrator_step(&it, 2, 1, next) == 0, "%s", error_message());
    int n = integrator_save(&it, number);
    for (int k = 0; k < 2; k++) {
        t.c.time.dt_cfl = k ? 0.2 : 0.3;
        CHECK(integrator_create(&t.f, &t.c, &again) == 0, "%s", error_message());
        integrator_load(&again, n, number);
        expected = k ? 0.2 * crossing_of(&t) : next;
        CHECK_NEAR(integrator_time_step(&again, 3), expected, 1e-13 * expected);
        integrator_free(&again);
    }
    /* As many numbers, but one more of the inner scheme and one less behind it: another version's. */
    t.c.time.dt_cfl = 0.3;
    CHECK(integrator_create(&t.f, &t.c, &again) == 0, "%s", error_message());
    const double first = integrator_time_step(&again, 3);
    number[n - 1]--;
    integrator_load(&again, n, number);
    CHECK(integrator_time_step(&again, 3) == first && first != next, "%g, %g", first, next);
    integrator_free(&again);
    integrator_free(&it);
    flow_bed_free(&t);
}

static void gas_at_rest_gives_no_step(void)
{
    struct flow_bed t;
    struct integrator it = {0};
    CHECK(region_make(0.3, &t, &it) == 0, "%s", error_message());
    const lid n = t.d.view.n_owned;
    double *q = mem_alloc("state", (size_t)n * NV, sizeof *q);
    for (lid i = 0; i < n; i++)
        for (int v = 0; v < NV; v++)
            q[v * n + i] = v == 0 || v == 4 ? 1 : 0;
    flow_upload(&t.f, q);
    flow_evaluate(&t.f, true);
    mem_free(q);
    CHECK(integrator_step(&it, 0, 1, integrator_time_step(&it, 0)) != 0 && strstr(error_message(), "dt_cfl"), "%s",
          error_message());
    integrator_free(&it);
    flow_bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(bdf2_is_of_second_order);
    CASE(bdf2_is_of_second_order_with_growing_steps);
    CASE(first_step_is_of_second_order);
    CASE(bdf2_is_of_second_order_in_viscous_flow);
    CASE(bdf2_is_of_second_order_in_turbulence);
    CASE_OF("model.scales", bdf2_is_of_second_order_with_lengths_that_are_held);
    CASE(esdirk3_is_of_third_order);
    CASE(esdirk3_is_of_third_order_in_viscous_flow);
    CASE(bdf2opt_is_of_second_order);
    CASE(bdf2opt_has_half_the_error);
    CASE(error_follows_the_tolerance);
    CASE(long_steps_are_made_again);
    CASE(unsolved_steps_are_made_again_at_a_quarter);
    CASE(length_is_kept_in_checkpoints);
    CASE(step_follows_the_region);
    CASE(gas_at_rest_gives_no_step);
    mem_free(final);
    comm_finish();
    return check_end();
}
