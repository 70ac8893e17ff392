/* time_terms.h: what physical time adds to residuals and to the diagonal of the Jacobian, for
 * scheme/dual_time.c. States are subtracted, not conserved variables, so that a difference keeps its digits.
 */
#ifndef UFV_SOLVE_KERNELS_TIME_TERMS_H
#define UFV_SOLVE_KERNELS_TIME_TERMS_H

#include "kernels/step_args.h"
#include "physics/gas.h"

/* W(to) - W(from) of cell i.
 * rho_to f_to - rho_from f_from = rho_to (f_to - f_from) + (rho_to - rho_from) f_from. */
UFV_HD void time_difference(lid i, const struct time_args *a, double d[NV_MAX])
{
    const int64_t n = a->n_owned, stride = a->to_stride;
    const struct state from = state_load(a->from, n, i), to = state_load(a->to, stride, i);
    const struct flux5 c = gas_difference(from, to, a->gamma);
    d[0] = (double)c.mass;
    d[1] = (double)c.mx;
    d[2] = (double)c.my;
    d[3] = (double)c.mz;
    d[4] = (double)c.energy;
    for (int v = NV; v < a->n_variables; v++) {
        double old = (double)a->from[v * n + i], now = (double)a->to[v * stride + i];
        /* So that a state that stays the same gives 0 exactly. */
        d[v] = (double)to.rho * (now - old) + d[0] * old;
    }
}

/* The time derivative of variable v in cell i, per volume; d is W(to) - W(from). */
UFV_HD double time_derivative(lid i, int v, const struct time_args *a, const double d[NV_MAX])
{
    return a->factor * d[v] + (a->rate ? (double)a->rate[v * (int64_t)a->n_owned + i] : 0.0);
}

/* out = the derivative. */
UFV_HD void time_rate_body(lid i, const struct time_args *a)
{
    double d[NV_MAX];
    time_difference(i, a, d);
    for (int v = 0; v < a->n_variables; v++)
        a->out[v * (int64_t)a->n_owned + i] = (stored)time_derivative(i, v, a, d);
}

/* out, a residual, less volume times the derivative: the unsteady residual. */
UFV_HD void time_residual_body(lid i, const struct time_args *a)
{
    double d[NV_MAX];
    time_difference(i, a, d);
    for (int v = 0; v < a->n_variables; v++) {
        stored *out = a->out + v * (int64_t)a->n_owned + i;
        *out = (stored)((double)*out - (double)a->volume[i] * time_derivative(i, v, a, d));
    }
}

/* out = the sum of the slopes' shares; index: entries. */
UFV_HD void time_slopes_body(lid i, const struct slopes_args *a)
{
    double sum = 0.0;
    for (int k = 0; k < TIME_SLOPES; k++)
        if (k < a->n)
            sum += a->share[k] * (double)a->slope[k][i];
    a->out[i] = (stored)sum;
}

/* What is left of a change so that it is at most `most` of the value: 0 .. 1. */
UFV_HD double time_room(double value, double change, double most)
{
    const double room = most * (value < 0 ? -value : value), size = change < 0 ? -change : change;
    return size > room ? room / size : 1.0;
}

/* to = a polynomial in time through the states of steps before, at the end of the step. The change of a cell is scaled
 * down as a whole where its density or pressure would change by more than `most` of itself, so that both stay positive;
 * that of a turbulence variable, which may vary by decades, by itself. */
UFV_HD void time_extrapolate_body(lid i, const struct extrapolate_args *a)
{
    double change[NV_MAX] = {0};
    for (int v = 0; v < a->n_variables; v++) {
        const int64_t at = v * (int64_t)a->n_owned + i;
        change[v] = a->share_before * ((double)a->start[at] - (double)a->before[at]);
        if (a->older)
            change[v] += a->share_older * ((double)a->before[at] - (double)a->older[at]);
    }
    const double rho = (double)a->start[i], p = (double)a->start[4 * (int64_t)a->n_owned + i];
    const double room_rho = time_room(rho, change[0], a->most), room_p = time_room(p, change[4], a->most);
    const double share = room_rho < room_p ? room_rho : room_p;
    for (int v = 0; v < a->n_variables; v++) {
        const double start = (double)a->start[v * (int64_t)a->n_owned + i];
        const double part = v < NV ? share : time_room(start, change[v], a->most);
        a->to[v * (int64_t)a->to_stride + i] = (real)(start + part * change[v]);
    }
}

/* out, a residual, divided by the volume: the rate at which an explicit stage changes the state. */
UFV_HD void time_per_volume_body(lid i, const struct time_args *a)
{
    for (int v = 0; v < a->n_variables; v++) {
        stored *out = a->out + v * (int64_t)a->n_owned + i;
        *out = (stored)((double)*out / (double)a->volume[i]);
    }
}

/* The diagonal's part of time: pseudo-time at CFL number 1, and physical time. */
UFV_HD void time_inertia_body(lid i, const struct inertia_args *a)
{
    a->out[i] = (stored)((double)a->spectral[i] + a->factor * (double)a->volume[i]);
}

#endif
