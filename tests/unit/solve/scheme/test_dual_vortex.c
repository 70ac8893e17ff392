/* The moving isentropic vortex (Yee, Sandham & Djomehri 1999, J. Comput. Phys. 150; Shu 1998): an exact solution of the
 * Euler equations that a stream carries along unchanged. Orders in time on one mesh, against explicit steps that are
 * far shorter, on three step sizes; and the order in space and time together against the solution itself.
 */
#include "unit/solve/flow_bed.h"
#include "scheme/integrator.h"

#include <string.h>

/* m: of the square box, the vortex at the start, and how far the stream carries it; the core has 1 m. At the sides its
 * velocities are 1e-5 or less. */
static const double side = 10, start = 4, way = 2;
static const double strength = 1, ratio = 1.4, mach = 0.5;

/* The speed of the stream: pressure and density are 1 (Pa, kg/m^3). */
static double speed(void)
{
    return mach * sqrt(ratio);
}

/* Density, velocity and pressure of the vortex whose axis is at x = centre, in the middle of the box. */
static void vortex(double centre, double x, double y, double q[5])
{
    const double pi = acos(-1.0);
    double dx = x - centre, dy = y - 0.5 * side, swirl = strength / (2 * pi) * exp(0.5 * (1 - dx * dx - dy * dy));
    double temperature = 1 - (ratio - 1) / (2 * ratio) * swirl * swirl;
    q[0] = pow(temperature, 1 / (ratio - 1));
    q[1] = speed() - swirl * dy;
    q[2] = swirl * dx;
    q[3] = 0;
    q[4] = pow(temperature, ratio / (ratio - 1));
}

static int cells; /* along a side, of the packs */

static int make_packs(int n)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    cells = n;
    return pipeline_run(
        "rm -rf %s/packs && %s/tools/box_mesh --n %d %d 1 --size 10 10 1 --bc zmin=BCSymmetryPlane --bc "
        "zmax=BCSymmetryPlane --out %s/box.cgns >/dev/null && %s/ufv-prep --quiet %s/box.cgns --out "
        "%s/packs >/dev/null",
        s, b, n, n, s, b, s, s);
}

/* state: [5][cells], of the vortex at `centre`. */
static void set_state(const struct flow_bed *t, double centre, double *state)
{
    const lid n = t->d.view.n_owned;
    for (lid i = 0; i < n; i++) {
        double q[5];
        vortex(centre, t->d.pack.centroid[i], t->d.pack.centroid[t->d.pack.n_slots + i], q);
        for (int v = 0; v < 5; v++)
            state[v * n + i] = q[v];
    }
}

/* The state at the end of so many steps, [5][cells], and the exact one (NULL: not asked for). */
static bool march(const char *scheme, const char *keys, int steps, double *state, double *exact)
{
    struct flow_bed t;
    struct integrator it = {0};
    char text[600];
    snprintf(text, sizeof text, "[flow]\nmach = %g\npressure = 1\ndensity = 1\nup = y\n[model]\nequations = euler\n"
             "[numerics]\nlimiter = none\n[time]\nscheme = %s\nlocal = no\ndt = %.17g\n%s[patches]\n* = farfield\n"
             "zmin = symmetry\nzmax = symmetry\n", mach, scheme, way / speed() / steps, keys);
    int status = flow_bed_make("", text, &t) || integrator_create(&t.f, &t.c, &it);
    if (status == 0 && t.d.view.n_owned != cells * cells)
        status = error_set("%d cells", (int)t.d.view.n_owned);
    if (status == 0) {
        set_state(&t, start, state);
        flow_upload(&t.f, state);
        flow_evaluate(&t.f, true);
    }
    for (int k = 0; status == 0 && k < steps; k++) {
        status = integrator_step(&it, k, 1, t.c.time.dt);
        if (status == 0 && t.c.time.scheme == TIME_DUAL && !(it.report.sub_drop >= t.c.time.sub_drop))
            status = error_set("step %d: the residual has dropped %.2f decades", k, it.report.sub_drop);
    }
    CHECK(status == 0, "%s: %s", scheme, error_message());
    if (status == 0)
        flow_download(&t.f, state);
    if (status == 0 && exact)
        set_state(&t, start + way, exact);
    integrator_free(&it);
    flow_bed_free(&t);
    return status == 0;
}

static double mean_difference(const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < 5 * cells * cells; k++)
        sum += fabs(a[k] - b[k]);
    return sum / (5 * cells * cells);
}

/* 24 x 24 cells; steps that carry the vortex by a 16th to a 64th of 2 m, over 1 to 0.3 cells. Explicit: 1,600 steps.
 * The next term of the error is up to a fifth of the first, hence the bounds. */
static void orders_in_time(void)
{
    static const struct {
        const char *keys;
        double order;
    } row[] = {{"sub_drop = 8\nsub_steps = 100\n", 2},
               {"method = bdf2opt\nsub_drop = 8\nsub_steps = 100\n", 2},
               {"method = esdirk3\nsub_drop = 9\nsub_steps = 100\n", 3}};
    double *reference, *state;
    CHECK(make_packs(24) == 0, "no packs");
    MEM_NEW_ZERO(reference, 5 * cells * cells);
    MEM_NEW_ZERO(state, 5 * cells * cells);
    bool done = march("shu-osher", "", 1600, reference, NULL);
    for (size_t r = 0; r < sizeof row / sizeof *row && done; r++) {
        double error[3] = {NAN, NAN, NAN};
        for (int k = 0; k < 3; k++)
            if (march("dual-time", row[r].keys, 16 << k, state, NULL))
                error[k] = mean_difference(state, reference);
        for (int k = 0; k < 2; k++) {
            double found = log2(error[k] / error[k + 1]);
            CHECK(found > row[r].order - 0.25 && found < row[r].order + 0.6, "%sorder %.2f, errors %.3g, %.3g",
                  row[r].keys, found, error[k], error[k + 1]);
        }
    }
    mem_free(reference);
    mem_free(state);
}

/* Half the cells' size and half the step, twice. With four cells across the core at first, the order is still
 * above that of the scheme, 2. */
static void order_in_space_and_time(void)
{
    double error[3] = {NAN, NAN, NAN};
    for (int k = 0; k < 3; k++) {
        double *state, *exact;
        CHECK(make_packs(20 << k) == 0, "no packs");
        MEM_NEW_ZERO(state, 5 * cells * cells);
        MEM_NEW_ZERO(exact, 5 * cells * cells);
        if (march("dual-time", "sub_drop = 4\n", 16 << k, state, exact))
            error[k] = mean_difference(state, exact);
        mem_free(state);
        mem_free(exact);
    }
    for (int k = 0; k < 2; k++) {
        double found = log2(error[k] / error[k + 1]);
        CHECK(found > 1.9 && found < 2.6, "order %.2f, errors %.3g, %.3g", found, error[k], error[k + 1]);
    }
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(orders_in_time);
    CASE(order_in_space_and_time);
    comm_finish();
    return check_end();
}
