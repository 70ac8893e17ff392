/* A manufactured unsteady solution: a state that is given at all times, and the source that makes it one. The source is
 * the rate at which the state changes less the scheme's own residual of it, so that the state solves the equations on
 * the mesh exactly, and all that a run is off it is the error of its steps in time. Orders on three step sizes.
 */
#include "unit/solve/flow_bed.h"
#include "scheme/integrator.h"

#include <string.h>

enum { CELLS = 64, MOST = NV_MAX * CELLS };

static const double end = 1;         /* s: a period of the state; sound crosses the box of 1 m in 0.85 s */
static const double ratio = 1.4;     /* of specific heats */
static const double largest = 0.004; /* m^2/s, nu_tilde; k and omega follow */

/* The state at x and that time; q: [nv]. Waves of all variables that move in different directions. */
static void given(const struct flow *f, const double x[3], double time, double *q)
{
    const double turn = 2 * acos(-1.0) * time / end;
    q[0] = 1 + 0.1 * sin(2 * x[0] + x[1] - turn);
    q[1] = 0.2 + 0.05 * cos(x[0] - 2 * x[1] + turn);
    q[2] = 0.05 * sin(2 * x[2] + x[0] + turn);
    q[3] = 0.04 * cos(x[1] + x[2] - turn);
    q[4] = 1 + 0.1 * cos(x[0] + x[1] + x[2] + turn);
    if (f->n_variables == NV + 1)
        q[NV] = largest * (1 + 0.3 * sin(x[0] + 2 * x[2] - turn));
    if (f->n_variables == NV + 2) {
        q[NV] = 0.01 * (1 + 0.3 * sin(x[0] + 2 * x[2] - turn));
        q[NV + 1] = 10 * (1 + 0.2 * cos(x[1] - x[2] + turn));
    }
}

static void to_conserved(int nv, const double *q, double *w)
{
    w[0] = q[0];
    for (int d = 1; d <= 3; d++)
        w[d] = q[0] * q[d];
    w[4] = q[4] / (ratio - 1) + 0.5 * q[0] * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int v = NV; v < nv; v++)
        w[v] = q[0] * q[v];
}

/* Of all cells: the state, and how fast its conserved variables change (by a difference over 2e-5 periods, 1e-8 of
 * itself off); either: [nv][CELLS] or NULL. */
static void given_everywhere(const struct flow_bed *t, double time, double *state, double *rate)
{
    const int nv = t->f.n_variables;
    const double h = 1e-5 * end;
    for (lid i = 0; i < CELLS; i++) {
        double x[3], q[NV_MAX], before[NV_MAX], after[NV_MAX];
        for (int d = 0; d < 3; d++)
            x[d] = t->d.pack.centroid[d * (int64_t)t->d.pack.n_slots + i];
        given(&t->f, x, time, q);
        for (int v = 0; state && v < nv; v++)
            state[v * CELLS + i] = q[v];
        given(&t->f, x, time - h, q);
        to_conserved(nv, q, before);
        given(&t->f, x, time + h, q);
        to_conserved(nv, q, after);
        for (int v = 0; rate && v < nv; v++)
            rate[v * CELLS + i] = (after[v] - before[v]) / (2 * h);
    }
}

/* The source for that time. The flow keeps its state and is evaluated with the source. */
static void set_source(struct flow_bed *t, double time)
{
    static const double none[MOST];
    static double kept[MOST], state[MOST], source[MOST], residual[MOST];
    flow_download(&t->f, kept);
    given_everywhere(t, time, state, source);
    flow_set_source(&t->f, none);
    flow_upload(&t->f, state);
    flow_evaluate(&t->f, true);
    flow_residual(&t->f, residual, NULL);
    for (int k = 0; k < t->f.n_variables * CELLS; k++)
        source[k] -= residual[k] / t->d.view.volume[k % CELLS];
    flow_set_source(&t->f, source);
    flow_upload(&t->f, kept);
    flow_evaluate(&t->f, true);
}

/* Mean error at the end of so many steps, over that of a state that has not moved for a quarter of a period; of the
 * flow's variables, or of those of turbulence. BDF takes the source of a step's end. Nine decades are asked for; a step
 * with SST in which a cell crosses a kink of the model stands at 3.7. */
static double error_of(const char *equations, const char *method, int steps, bool turbulence)
{
    struct flow_bed t;
    struct integrator it = {0};
    static double state[MOST], want[MOST], other[MOST];
    char text[700];
    snprintf(text, sizeof text, "[flow]\nmach = 0.2\npressure = 1\ndensity = 1\nviscosity = 0.001\nsutherland = 0\n"
             "[model]\nequations = %s\n[numerics]\nlimiter = none\n[time]\nscheme = dual-time\nlocal = no\ndt = %.17g\n"
             "method = %s\nsub_drop = 9\nsub_steps = 200\n[patches]\n* = farfield\nzmin = %s\n", equations, end / steps,
             method, strcmp(equations, "euler") == 0 ? "slip" : "wall");
    int status = flow_bed_make("--bc zmin=BCWallViscous", text, &t) || integrator_create(&t.f, &t.c, &it);
    if (status == 0) {
        given_everywhere(&t, 0, state, NULL);
        flow_upload(&t.f, state);
    }
    for (int k = 0; status == 0 && k < steps; k++) {
        set_source(&t, (k + 1) * end / steps);
        status = integrator_step(&it, k, 1, t.c.time.dt);
        if (status == 0 && !(it.report.sub_drop >= 3.5))
            status = error_set("step %d: the residual has dropped %.2f decades", k, it.report.sub_drop);
    }
    CHECK(status == 0, "%s: %s", equations, error_message());
    double sum = 0, whole = 0;
    if (status == 0) {
        flow_download(&t.f, state);
        given_everywhere(&t, end, want, NULL);
        given_everywhere(&t, 0.75 * end, other, NULL);
        for (int v = turbulence ? NV : 0; v < (turbulence ? t.f.n_variables : NV); v++)
            for (int i = v * CELLS; i < (v + 1) * CELLS; i++) {
                sum += fabs(state[i] - want[i]);
                whole += fabs(other[i] - want[i]);
            }
    }
    integrator_free(&it);
    flow_bed_free(&t);
    return sum / whole;
}

static void check_order(const char *equations, const char *method, bool turbulence)
{
    double error[3];
    for (int k = 0; k < 3; k++)
        error[k] = error_of(equations, method, 32 << k, turbulence);
    for (int k = 0; k < 2; k++) {
        double found = log2(error[k] / error[k + 1]);
        CHECK(found > 1.75 && found < 2.6, "%s, %s: order %.2f, errors %.3g, %.3g", equations, method, found, error[k],
              error[k + 1]);
    }
}

static void euler(void)
{
    check_order("euler", "bdf2", false);
    check_order("euler", "bdf2opt", false);
}

static void laminar(void)
{
    check_order("laminar", "bdf2", false);
}

static void turbulent(void)
{
    check_order("sa", "bdf2", false);
    check_order("sa", "bdf2", true);
    check_order("sst", "bdf2", false);
    check_order("sst", "bdf2", true);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(euler);
    CASE(laminar);
    CASE(turbulent);
    comm_finish();
    return check_end();
}
