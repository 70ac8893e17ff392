/* Statistics in time against closed forms: signals whose means and covariances are known, weights that differ, a mean
 * that is large beside what is on it, steps before the start; cells and faces, inviscid and viscous.
 */
#include "features/statistics/statistics.h"
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"
#include "kernels/moments.h"

static const char stream_case[] = "[flow]\nmach = 0.5\npressure = 1e5\n%s[numerics]\nlimiter = none\n[time]\n"
                                  "scheme = shu-osher\nlocal = no\n[statistics]\nstart = 0.25\n[patches]\n"
                                  "* = %s\n";

static int make(bool viscous, struct flow_bed *t)
{
    char text[1024];
    snprintf(text, sizeof text, stream_case, viscous ? "reynolds = 1000\n[model]\nequations = laminar\n" : "",
             viscous ? "wall" : "farfield");
    return flow_bed_make("", text, t);
}

/* Variable v of cell i at the phase of a period. Every variable has an amplitude and a phase of its own. */
static double wave(int v, int i, double phase)
{
    static const double base[NV] = {1, 100, -20, 5, 1e5}, amplitude[NV] = {0.01, 3, 2, 1, 1e-3};
    return base[v] * (1 + 0.01 * i) + amplitude[v] * sin(phase + 0.7 * v);
}

static const struct statistics *own(const struct flow_bed *t)
{
    return feature_own(t->d.features, "statistics");
}

/* Straight into the device's arrays, which are the host's on the CPU: cells, and what stands on boundary faces. */
static void set_state(struct flow_bed *t, double phase)
{
    const struct mesh_view *m = &t->d.view;
    for (int v = 0; v < NV; v++)
        for (lid i = 0; i < m->n_owned; i++)
            t->f.q[(int64_t)v * m->n_slots + i] = wave(v, i, phase);
    for (lid i = 0; i < m->n_boundary; i++)
        t->f.pressure[i] = wave(Q_P, i, phase);
    for (int k = 0; k < N_WALL && t->f.wall; k++)
        for (lid i = 0; i < m->n_boundary; i++)
            t->f.wall[(int64_t)k * m->n_boundary + i] = wave(k % 4, i, phase);
}

/* The variables that a covariance of cells is of, by its name.
 * "reynolds_stress_xy" is of u and v; the others are of one variable with itself. */
static void variables_of(const char *name, int pair[2])
{
    const char *letters = strncmp(name, "reynolds_stress_", 16) == 0 ? name + 16 : NULL;
    for (int k = 0; k < 2; k++)
        pair[k] = letters ? Q_U + letters[k] - 'x' : strcmp(name, "variance_density") == 0 ? Q_RHO : Q_P;
}

/* Three values of weights 1, 2 and 5 by the body itself: means 21/8 and 47/8, covariance 93/64. */
static void values_by_hand(void)
{
    static const double x[3] = {0, 3, 3}, y[3] = {2, 5, 7}, share[3] = {1, 2.0 / 3, 5.0 / 8};
    double moment[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const real first = (real)x[k], second = (real)y[k];
        struct moments_args a = {.n_values = 2, .n_pairs = 1, .n = 1, .value = {&first, &second}, .first = {0},
                                 .second = {1}, .share = share[k], .moment = moment};
        moments_body(0, &a);
    }
    CHECK_NEAR(moment[0], 21.0 / 8, 1e-14);
    CHECK_NEAR(moment[1], 47.0 / 8, 1e-14);
    CHECK_NEAR(moment[2], (2 * 15 + 5 * 21) / 8.0 - 21.0 / 8 * 47.0 / 8, 1e-13);
}

/* Of sine waves over whole periods: a b cos(difference of phases) / 2.
 * Three periods of 40 equal steps: sums of sines at equal steps over whole periods are exact. */
static void whole_periods(void)
{
    static const double amplitude[NV] = {0.01, 3, 2, 1, 1e-3};
    struct flow_bed t;
    CHECK(make(false, &t) == 0, "%s", error_message());
    const lid n = t.d.view.n_owned, nb = t.d.view.n_boundary;
    for (int k = 0; k < 3 * 40; k++) {
        set_state(&t, 2 * M_PI * k / 40);
        features_count_step(t.d.features, 0.25 + 0.01 * k, 0.01);
    }
    CHECK_NEAR(own(&t)->seconds, 1.2, 1e-12);
    for (lid i = 0; i < n; i++)
        for (int v = 0; v < NV; v++)
            CHECK_NEAR(own(&t)->cells[v * n + i], wave(v, i, -0.7 * v), 1e-13 * fabs(wave(v, i, 0)));
    for (int k = 0; k < averages_cells.n_pairs; k++) {
        int pair[2];
        variables_of(averages_cells.name[NV + k].name, pair);
        const int v = pair[0], w = pair[1];
        double exact = 0.5 * amplitude[v] * amplitude[w] * cos(0.7 * (v - w)), found;
        for (lid i = 0; i < n; i++) {
            found = own(&t)->cells[(NV + k) * n + i];
            /* a change of 1e-3 Pa of 1e5 has 8 digits */
            CHECK(fabs(found - exact) <= (v == Q_P ? 1e-6 : 1e-10) * amplitude[v] * amplitude[w], "pair %d: %g, not %g",
                  k, found, exact);
        }
    }
    CHECK_NEAR(own(&t)->faces[5], wave(Q_P, 5, -0.7 * Q_P), 1e-8);
    CHECK_NEAR(own(&t)->faces[nb + 5], 0.5e-6, 1e-12);
    flow_bed_free(&t);
}

/* Two states of weights 1 and 3: means at 3/4 of the way, covariances 3/16 of the differences' product.
 * With walls too: the moments of shear and heat flux follow the pressure's in `faces`. */
static void steps_of_different_lengths(void)
{
    struct flow_bed t;
    CHECK(make(true, &t) == 0, "%s", error_message());
    const lid n = t.d.view.n_owned, nb = t.d.view.n_boundary;
    set_state(&t, 0.3);
    features_count_step(t.d.features, 1, 0.5);
    set_state(&t, 2);
    features_count_step(t.d.features, 1.5, 1.5);
    CHECK(own(&t)->seconds == 2, "%g", own(&t)->seconds);
    for (int k = 0; k < averages_cells.n_pairs; k++) {
        int pair[2];
        variables_of(averages_cells.name[NV + k].name, pair);
        const int v = pair[0], w = pair[1];
        double a = wave(v, 7, 2) - wave(v, 7, 0.3), b = wave(w, 7, 2) - wave(w, 7, 0.3);
        CHECK_NEAR(own(&t)->cells[v * n + 7], wave(v, 7, 0.3) + 0.75 * a, 1e-13 * fabs(wave(v, 7, 0)));
        CHECK_NEAR(own(&t)->cells[(NV + k) * n + 7], 3.0 / 16 * a * b, 1e-9 * fabs(a * b));
    }
    for (int k = 1; k < 5; k++) { /* shear and heat flux */
        double a = wave((k - 1) % 4, 9, 2) - wave((k - 1) % 4, 9, 0.3);
        CHECK_NEAR(own(&t)->faces[k * nb + 9], wave((k - 1) % 4, 9, 0.3) + 0.75 * a, 1e-11);
        CHECK_NEAR(own(&t)->faces[(5 + k) * nb + 9], 3.0 / 16 * a * a, 1e-9 * a * a);
    }
    flow_bed_free(&t);
}

/* Averaging begins at 0.25 s: a step that begins before does not count, one that begins there but for rounding does. */
static void steps_before_the_start(void)
{
    struct flow_bed t;
    CHECK(make(false, &t) == 0, "%s", error_message());
    set_state(&t, 1);
    features_count_step(t.d.features, 0.1, 0.1);
    features_count_step(t.d.features, 0.2, 0.1); /* begins before, ends behind */
    CHECK(own(&t)->seconds == 0 && own(&t)->cells[0] == 0, "%g s", own(&t)->seconds);
    set_state(&t, 2);
    features_count_step(t.d.features, 0.25 - 1e-12, 0.1); /* by rounding */
    CHECK(own(&t)->seconds == 0.1 && own(&t)->cells[3] == wave(0, 3, 2), "%g s", own(&t)->seconds);
    CHECK(own(&t)->cells[NV * (int64_t)t.d.view.n_owned + 3] == 0, "a variance of one value");
    flow_bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(values_by_hand);
    CASE(whole_periods);
    CASE(steps_of_different_lengths);
    CASE(steps_before_the_start);
    comm_finish();
    return check_end();
}
