/* update.h: sums of fluxes by cell, the Runge-Kutta update, time steps, norms. */
#ifndef UFV_SOLVE_KERNELS_UPDATE_H
#define UFV_SOLVE_KERNELS_UPDATE_H

#include "kernels/gradient.h"
#include "kernels/atomic.h"

/* Sums of the fluxes out of a cell, its faces in ascending order. */
UFV_HD void update_flux_sums(struct row row, const struct mesh_view *m, const real *UFV_RESTRICT flux, const int nv,
                             real sum[NV_MAX])
{
    int64_t n = m->n_flux;
    for (int v = 0; v < nv; v++)
        sum[v] = (real)0;
    UFV_UNROLL(6)
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid code = row_code(m, row, j, &is_face), f = code >= 0 ? code : ~code;
        for (int v = 0; v < nv; v++) {
            real value = flux[v * n + f];
            sum[v] += !is_face ? (real)0 : code >= 0 ? value : -value; /* chosen, not multiplied: it may be no number */
        }
    }
}

/* CFL volume / (half the sum of (|un| + c + 2 nu / distance) area): the largest stable
 * step of a scheme whose limit is the CFL number (Blazek 2015, Section 6.1.4; for
 * diffusion alone, 1: dt = h^2 / (2 nu) in one dimension). */
UFV_HD real update_time_step(struct row row, const struct mesh_view *m, const real *UFV_RESTRICT speed, real cfl)
{
    real sum = (real)0;
    UFV_UNROLL(6)
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid code = row_code(m, row, j, &is_face);
        real s = speed[code >= 0 ? code : ~code];
        sum += is_face ? s : (real)0;
    }
    return cfl * m->volume[row.self] / ((real)0.5 * sum);
}

/* Right-hand side per volume: sources less the fluxes out; relax: derivatives of
 * the turbulence variables' destruction. q: the cell's variables. */
UFV_HD void update_rate(struct row row, const struct update_args *a, const real q[NV_MAX], const int equations,
                        real rate[NV_MAX], real relax[2])
{
    const int nv = equations_variables(equations);
    lid i = row.self;
    real inverse = (real)1 / a->m.volume[i];
    update_flux_sums(row, &a->m, a->flux, nv, rate);
    for (int v = 0; v < nv; v++) {
        rate[v] *= -inverse;
        if (a->source)
            rate[v] += a->source[v * (int64_t)a->m.n_owned + i];
    }
    if (nv > NV) {
        real value[2];
        turbulence_sources(i, a, q, equations, value, relax);
        for (int v = NV; v < nv; v++)
            rate[v] += value[v - NV];
    }
}

UFV_HD void update_load(const real *UFV_RESTRICT q, int64_t n, lid i, const int nv, real out[NV_MAX])
{
    for (int v = 0; v < nv; v++)
        out[v] = q[v * n + i];
}

/* Conserved variables: those of the flow, then rho times the turbulence variables. */
UFV_HD void update_conserved(const real q[NV_MAX], real gamma, const int nv, real w[NV_MAX])
{
    struct state s = {q[Q_RHO], q[Q_U], q[Q_V], q[Q_W], q[Q_P]};
    struct flux5 c = gas_conserved(s, gamma);
    w[0] = c.mass;
    w[1] = c.mx;
    w[2] = c.my;
    w[3] = c.mz;
    w[4] = c.energy;
    for (int v = NV; v < nv; v++)
        w[v] = q[Q_RHO] * q[v];
}

/* Turbulence variables with their destruction implicit: from w + step F (F the rate)
 * to (w + step (F + J w_now)) / (1 + step J), J the destruction's derivative: the
 * same steady state, and the destruction cannot make a variable negative. What
 * still falls below the least value is set to it and counted. */
UFV_HD void update_turbulence(lid i, const struct update_args *a, const real now[NV_MAX], const real w[NV_MAX],
                              const real rate[NV_MAX], const real relax[2], real step, real rho, const int nv)
{
    for (int v = NV; v < nv; v++) {
        real j = relax[v - NV], least = a->turbulence.least[v - NV];
        real value = (w[v] + step * (rate[v] + j * now[Q_RHO] * now[v])) / (((real)1 + step * j) * rho);
        if (value < least) {
            value = least;
            atomic_increment(a->clipped);
        }
        if (!(value - value == (real)0))
            atomic_minimum(a->bad_cell, i);
        a->q[v * (int64_t)a->m.n_slots + i] = value;
    }
}

/* In the first stage (save) the state is saved and, with local steps, the time step
 * computed. */
UFV_HD void update_body(lid i, const struct update_args *a, const int equations, const int rows)
{
    const struct mesh_view *m = &a->m;
    const int nv = equations_variables(equations), first = a->save != 0;
    struct row row = row_of(m, i, rows);
    real old[NV_MAX], now[NV_MAX] = {0}, w[NV_MAX], rate[NV_MAX], relax[2] = {(real)0, (real)0}, dt = a->global_dt;
    if (first || nv > NV || a->keep < (real)1)
        update_load(a->q, m->n_slots, i, nv, now);
    if (first) {
        for (int v = 0; v < nv; v++) {
            a->save[v * (int64_t)m->n_owned + i] = now[v];
            old[v] = now[v];
        }
    } else {
        update_load(a->q0, m->n_owned, i, nv, old);
    }
    if (a->dt && first) {
        dt = update_time_step(row, m, a->speed, a->cfl);
        a->dt[i] = dt;
    } else if (a->dt) {
        dt = a->dt[i];
    }
    update_rate(row, a, now, equations, rate, relax);
    update_conserved(old, a->fluid.gamma, nv, w);
    if (a->keep < (real)1) {
        real other[NV_MAX];
        update_conserved(now, a->fluid.gamma, nv, other);
        for (int v = 0; v < nv; v++)
            w[v] = a->keep * w[v] + ((real)1 - a->keep) * other[v];
    }
    real step = a->coefficient * dt;
    struct flux5 c = {w[0] + step * rate[0], w[1] + step * rate[1], w[2] + step * rate[2], w[3] + step * rate[3],
                      w[4] + step * rate[4]};
    struct state s = gas_primitive(c, a->fluid.gamma);
    if (!state_is_physical(s))
        atomic_minimum(a->bad_cell, i);
    state_store(a->q, m->n_slots, i, s);
    if (nv > NV)
        update_turbulence(i, a, now, w, rate, relax, step, s.rho, nv);
}

/* Squares of the right-hand side per volume, NV_MAX of them. */
UFV_HD void residual_sum_body(lid i, const struct update_args *a, const int equations, real out[NV_MAX])
{
    const int nv = equations_variables(equations);
    real q[NV_MAX], rate[NV_MAX], relax[2];
    if (nv > NV)
        update_load(a->q, a->m.n_slots, i, nv, q);
    update_rate(row_of(&a->m, i, ROWS_ANY), a, q, equations, rate, relax);
    for (int v = 0; v < NV_MAX; v++)
        out[v] = v < nv ? rate[v] * rate[v] : (real)0;
}

UFV_HD real time_step_body(lid i, const struct time_step_args *a)
{
    return update_time_step(row_of(&a->m, i, ROWS_ANY), &a->m, a->speed, a->cfl);
}

UFV_HD void force_moment(const real x[3], const real force[3], real out[6])
{
    out[0] = force[0];
    out[1] = force[1];
    out[2] = force[2];
    out[3] = x[1] * force[2] - x[2] * force[1];
    out[4] = x[2] * force[0] - x[0] * force[2];
    out[5] = x[0] * force[1] - x[1] * force[0];
}

/* Force of the fluid on face begin + i, N, and its moment about centre, N m: those of
 * the pressure, then those of friction. */
UFV_HD void force_sum_body(lid i, const struct force_args *a, real out[12])
{
    const struct mesh_view *m = &a->m;
    int64_t nf = m->n_faces, nb = m->n_boundary;
    lid f = a->begin + i;
    real p = a->pressure[f] - a->reference, n[3], area, x[3], pressure[3], friction[3];
    face_unit_normal(m, f, n, &area);
    for (int d = 0; d < 3; d++) {
        x[d] = m->face_centroid[d * nf + f] - a->centre[d];
        pressure[d] = p * m->normal[d * nf + f];
        friction[d] = a->wall ? area * a->wall[(WALL_SHEAR + d) * nb + f] : (real)0;
    }
    force_moment(x, pressure, out);
    force_moment(x, friction, out + 6);
}

#endif
