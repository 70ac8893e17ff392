/* Steps of first order on the way to second order: a flow without its slopes is the flow of first order, bit for bit;
 * an integrator that is led there says so, comes back, ends at the same flow, and repeats its bits over a restart.
 */
#include "unit/solve/run_bed.h"

static const char *const ramp = "--map ramp:8";
static const char *const inflow = "[flow]\nmach = 2\nup = y\n[patches]\n* = symmetry\nxmin = supersonic-inflow\n"
                                  "xmax = supersonic-outflow\nymin = slip\nymax = farfield\n";

/* A state that differs from cell to cell, evaluated; its residual. */
static double *residual_of(struct flow_bed *t)
{
    const lid n = t->d.view.n_owned;
    double *q = mem_zalloc("state", (size_t)t->f.n_variables * (size_t)n, sizeof *q), *residual;
    for (lid i = 0; i < n; i++) {
        q[i] = 1.2 + 0.1 * sin(3.0 * (double)i);
        q[Q_U * n + i] = 600 + 20 * cos(2.0 * (double)i);
        q[Q_P * n + i] = 1e5 + 5e3 * sin(5.0 * (double)i);
    }
    flow_upload(&t->f, q);
    flow_evaluate(&t->f, true);
    MEM_NEW_ZERO(residual, t->f.n_variables * n);
    flow_residual(&t->f, residual, NULL);
    mem_free(q);
    return residual;
}

/* With the flux and the pressure on walls that keep states positive. */
static void without_slopes_order_is_one(void)
{
    static const char *const more[] = {"", "[model]\nequations = laminar\nslip_only = yes\n[flow]\nreynolds = 1e4\n"};
    for (int k = 0; k < 2; k++) {
        struct flow_bed second, first;
        char text[2][1024];
        for (int order = 1; order <= 2; order++)
            snprintf(text[order - 1], sizeof text[0], "%s%s[time]\nscheme = implicit\n[numerics]\norder = %d\n%s",
                     inflow, more[k], order, order == 1 ? "flux = hlle\n" : "");
        CHECK(flow_bed_make(ramp, text[0], &first) == 0, "%s", error_message());
        CHECK(flow_bed_make(ramp, text[1], &second) == 0, "%s", error_message());
        const size_t bytes = (size_t)first.f.n_variables * (size_t)first.d.view.n_owned * sizeof(double);
        first.f.args.fluxes.wall_damping = 1;
        double *one = residual_of(&first), *two = residual_of(&second);
        CHECK(memcmp(one, two, bytes) != 0, "no test: orders do not differ");
        flow_set_slopes(&second.f, false);
        double *without = residual_of(&second);
        CHECK(memcmp(one, without, bytes) == 0, "equations %d: not that of first order", k);
        flow_set_slopes(&second.f, true);
        double *again = residual_of(&second);
        CHECK(memcmp(two, again, bytes) == 0, "equations %d: not that of second order", k);
        double *all[] = {one, two, without, again};
        for (int j = 0; j < 4; j++)
            mem_free(all[j]);
        flow_bed_free(&first);
        flow_bed_free(&second);
    }
}

static void begin(struct run *r)
{
    char text[1024];
    snprintf(text, sizeof text, "%s[time]\nscheme = implicit\n[numerics]\nlimiter = none\ncoarse = yes\n", inflow);
    run_begin(r, ramp, text);
    flow_evaluate(&r->t.f, true);
}

/* As if the residual had stood still: what a checkpoint holds (steering_save()), with the step at which it last
 * halved, and the residual then, long ago. */
static void lead_into_detour(struct run *r)
{
    enum { STEPS = 7, LARGEST = 10, BEST = 13, BEST_STEP = 14 };
    double number[INTEGRATOR_NUMBERS];
    int n = integrator_save(&r->it, number);
    number[BEST_STEP] = number[STEPS] - 30;
    number[BEST] = 2e-3 * number[LARGEST];
    integrator_load(&r->it, n, number);
    r->it.cfl.cfl = 50;
}

static void a_detour_ends_where_the_straight_way_does(void)
{
    struct run straight, detour, other;
    int notes = 0, first = 0;
    begin(&straight);
    for (int k = 0; k < 60; k++) {
        CHECK(run_step(&straight), "no step");
        CHECK(!straight.it.report.first_order && !straight.it.report.note, "a detour without need");
    }
    begin(&detour);
    CHECK(run_step(&detour), "no step");
    CHECK(run_step(&detour), "no step");
    lead_into_detour(&detour);
    for (int k = 0; k < 60; k++) {
        CHECK(run_step(&detour), "no step");
        notes += detour.it.report.note != NULL;
        first += detour.it.report.first_order;
        if (first != 2 || !detour.it.report.first_order)
            continue;
        /* A restart in the middle. */
        double number[INTEGRATOR_NUMBERS], *q = run_state(&detour);
        int n = integrator_save(&detour.it, number);
        begin(&other);
        flow_upload(&other.t.f, q);
        integrator_load(&other.it, n, number);
        flow_evaluate(&other.t.f, true);
        other.iteration = detour.iteration;
        mem_free(q);
        CHECK(other.it.report.first_order, "a restart forgets first order");
        CHECK(run_step(&other), "no step");
        CHECK(run_step(&detour), "no step");
        run_check_same(&detour, &other, 0);
        run_end(&other);
    }
    CHECK(notes == 2 && first > 2 && !detour.it.report.first_order, "%d notes, %d steps of first order", notes, first);
    run_check_same(&straight, &detour, 1e-9);
    run_end(&straight);
    run_end(&detour);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(without_slopes_order_is_one);
    CASE(a_detour_ends_where_the_straight_way_does);
    comm_finish();
    return check_end();
}
