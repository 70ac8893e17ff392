/* paper_update.h: the Runge-Kutta update from sums of fluxes by cell: update_body()
 * with its flux sums made before, in a kernel of their own.
 */
#ifndef UFV_SOLVE_KERNELS_PAPER_UPDATE_H
#define UFV_SOLVE_KERNELS_PAPER_UPDATE_H

#include "kernels/paper_faces.h"
#include "kernels/update.h"

struct paper_update_args {
    struct update_args u;
    const real *sum; /* [nv][n_owned] fluxes out of a cell */
};

/* Right-hand side per volume, as update_rate(). */
UFV_HD void paper_rate(lid i, const struct paper_update_args *a, const real q[NV_MAX], const int equations,
                       real rate[NV_MAX], real relax[2])
{
    const struct update_args *u = &a->u;
    const int nv = equations_variables(equations);
    int64_t n = u->m.n_owned;
    real inverse = (real)1 / u->m.volume[i];
    for (int v = 0; v < nv; v++) {
        rate[v] = -inverse * a->sum[v * n + i];
        if (u->source)
            rate[v] += u->source[v * n + i];
    }
    if (nv > NV) {
        real value[2];
        turbulence_sources(i, u, q, equations, value, relax);
        for (int v = NV; v < nv; v++)
            rate[v] += value[v - NV];
    }
}

/* Owned cells. */
UFV_HD void paper_update(lid i, const struct paper_update_args *a, const int equations)
{
    const struct update_args *u = &a->u;
    const struct mesh_view *m = &u->m;
    const int nv = equations_variables(equations), first = u->save != 0;
    real old[NV_MAX], now[NV_MAX], w[NV_MAX], rate[NV_MAX], relax[2] = {(real)0, (real)0}, dt = u->global_dt;
    update_load(u->q, m->n_slots, i, nv, now);
    update_load(first ? u->q : u->q0, first ? m->n_slots : m->n_owned, i, nv, old);
    if (first)
        for (int v = 0; v < nv; v++)
            u->save[v * (int64_t)m->n_owned + i] = now[v];
    if (u->dt && first)
        u->dt[i] = update_time_step(row_of(m, i, ROWS_ANY), m, u->speed, u->cfl);
    if (u->dt)
        dt = u->dt[i];
    paper_rate(i, a, now, equations, rate, relax);
    update_conserved(old, u->fluid.gamma, nv, w);
    if (u->keep < (real)1) {
        real other[NV_MAX];
        update_conserved(now, u->fluid.gamma, nv, other);
        for (int v = 0; v < nv; v++)
            w[v] = u->keep * w[v] + ((real)1 - u->keep) * other[v];
    }
    real step = u->coefficient * dt;
    struct flux5 c = {w[0] + step * rate[0], w[1] + step * rate[1], w[2] + step * rate[2], w[3] + step * rate[3],
                      w[4] + step * rate[4]};
    struct state s = gas_primitive(c, u->fluid.gamma);
    if (!state_is_physical(s))
        atomic_minimum(u->bad_cell, i);
    state_store(u->q, m->n_slots, i, s);
    if (nv > NV)
        update_turbulence(i, u, now, w, rate, relax, step, s.rho, nv);
}

#endif
