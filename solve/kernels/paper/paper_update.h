/* paper_update.h: the Runge-Kutta update from sums of fluxes by cell: update_body()
 * with its flux sums made before, in a kernel of their own.
 */
#ifndef UFV_SOLVE_KERNELS_PAPER_PAPER_UPDATE_H
#define UFV_SOLVE_KERNELS_PAPER_PAPER_UPDATE_H

#include "kernels/paper/paper_faces.h"
#include "kernels/update.h"

struct paper_update_args {
    struct update_args u;
    const real *sum; /* [nv][n_owned] fluxes out of a cell */
};

/* What sources take of the gradients; index: owned cells. */
UFV_HD void paper_terms(lid i, const struct paper_args *a, const int equations)
{
    const int nv = equations_variables(equations);
    int64_t n = a->m.n_stencil;
    stored g[NV_MAX][3];
    for (int v = 0; v < nv; v++)
        for (int k = 0; k < 3; k++)
            g[v][k] = (stored)a->gradient[(k * nv + v) * n + i];
    struct flow_gradient f = flow_gradient_of(g, (stored)a->q[i], (stored)a->q[Q_P * (int64_t)a->m.n_slots + i],
                                              &a->f.fluid);
    turbulence_terms_store(a->terms, n, i, model_terms(g, &f, &a->f.turbulence, equations), equations);
}

/* The residual per volume, as update_residual(). */
UFV_HD void paper_residual(lid i, const struct paper_update_args *a, const real q[NV_MAX], const int equations,
                           real residual[NV_MAX], real source_jacobian[NV_MODEL])
{
    const struct update_args *u = &a->u;
    const int nv = equations_variables(equations);
    int64_t n = u->m.n_owned;
    real inverse = (real)1 / u->m.volume[i];
    for (int v = 0; v < nv; v++) {
        residual[v] = -inverse * a->sum[v * n + i];
        if (u->source)
            residual[v] += u->source[v * n + i];
    }
    if (nv > NV) {
        struct turbulence_terms terms = turbulence_terms_load(u->terms, u->m.n_stencil, i, equations);
        struct turbulence_source s = turbulence_sources(i, u, q, terms, equations);
        for (int v = NV; v < nv; v++) {
            residual[v] += s.value[v - NV];
            source_jacobian[v - NV] = s.source_jacobian[v - NV];
        }
    }
}

/* Owned cells. */
UFV_HD void paper_update(lid i, const struct paper_update_args *a, const int equations)
{
    const struct update_args *u = &a->u;
    const struct mesh_view *m = &u->m;
    const int nv = equations_variables(equations), first = u->save != 0;
    struct cell_step c;
    real dt = u->global_dt;
    for (int v = 0; v < NV_MODEL; v++)
        c.source_jacobian[v] = (real)0;
    update_load(u->q, m->n_slots, i, nv, c.now);
    update_load(first ? u->q : u->q0, first ? m->n_slots : m->n_owned, i, nv, c.old);
    /* The cell's values before the step are read once and kept for the stages behind. */
    if (first)
        for (int v = 0; v < nv; v++)
            u->save[v * (int64_t)m->n_owned + i] = c.now[v];
    if (u->dt && first)
        u->dt[i] = update_time_step(row_of(m, i, ROWS_ANY), m, u->speed, u->cfl);
    if (u->dt)
        dt = u->dt[i];
    paper_residual(i, a, c.now, equations, c.residual, c.source_jacobian);
    c.step = u->coefficient * dt;
    update_report(i, u, update_store(i, u, &c, nv));
}

#endif
