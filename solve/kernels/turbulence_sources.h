/* turbulence_sources.h: the turbulence model in a cell: eddy viscosity and sources.
 */
#ifndef UFV_SOLVE_KERNELS_TURBULENCE_SOURCES_H
#define UFV_SOLVE_KERNELS_TURBULENCE_SOURCES_H

#include "kernels/face_geometry.h"
#include "physics/turbulence/models.h"

/* Gradients of velocity and temperature from those of the variables, g[v][d]: with
 * p = rho R T, dT = T (dp / p - drho / rho). */
UFV_HD struct flow_gradient flow_gradient_of(stored g[NV_MAX][3], stored rho, stored p, const struct fluid *fluid)
{
    struct flow_gradient f;
    stored r = (stored)fluid->gas_constant, a = stored_divide((stored)1, rho * r), b = p * a * a * r; /* T/p, T/rho */
    for (int d = 0; d < 3; d++) {
        f.u[d] = g[Q_U][d];
        f.v[d] = g[Q_V][d];
        f.w[d] = g[Q_W][d];
        f.t[d] = a * g[Q_P][d] - b * g[Q_RHO][d];
    }
    return f;
}

/* terms: [equations_terms()][n]. */
UFV_HD void turbulence_terms_store(stored *terms, int64_t n, lid i, struct turbulence_terms t, const int equations)
{
    for (int k = 0; k < equations_terms(equations); k++)
        terms[k * n + i] = t.at[k];
}

/* The same of stencil cell i, as the gradient kernel has stored them. */
UFV_HD struct turbulence_terms turbulence_terms_load(const stored *terms, int64_t n, lid i, const int equations)
{
    struct turbulence_terms t = {{(stored)0}};
    for (int k = 0; k < equations_terms(equations); k++)
        t.at[k] = terms[k * n + i];
    return t;
}

/* What is kept of the eddies of stencil cell i; zero where the model keeps none. */
UFV_HD struct turbulence_eddies turbulence_eddies_load(const real *mu_t, const real *f1, lid i, const int equations)
{
    struct turbulence_eddies e = turbulence_eddies_none();
    if (model_keeps_eddies(equations)) {
        e.mu_t = mu_t[i];
        e.f1 = f1[i];
    }
    return e;
}

/* Stores the terms of a stencil cell with the gradients g, and the eddies that its model keeps. */
UFV_HD void turbulence_cell(lid i, const struct gradient_args *a, real g[NV_MAX][3], const int equations)
{
    int64_t ns = a->m.n_slots;
    real rho = a->q[i], p = a->q[Q_P * ns + i], q[NV_MAX];
    /* As they are stored for the fluxes, so that both see the same numbers. */
    stored kept[NV_MAX][3];
    for (int v = 0; v < equations_variables(equations); v++)
        for (int d = 0; d < 3; d++)
            kept[v][d] = (stored)g[v][d];
    struct flow_gradient f = flow_gradient_of(kept, (stored)rho, (stored)p, &a->fluid);
    turbulence_terms_store(a->terms, a->m.n_stencil, i, model_terms(kept, &f, &a->turbulence, equations), equations);
    if (!model_keeps_eddies(equations))
        return;
    real mu = fluid_viscosity(&a->fluid, fluid_temperature(&a->fluid, rho, p));
    for (int v = 0; v < equations_variables(equations); v++)
        q[v] = a->q[v * ns + i];
    struct turbulence_eddies s = model_eddies(q, g, &f, mu, a->m.wall_distance[i], &a->turbulence, equations);
    a->mu_t[i] = s.mu_t;
    a->f1[i] = s.f1;
}

/* The part of the corrections (kernels/correction.h) in the sources. */
UFV_HD void turbulence_add_correction(lid i, const struct update_args *a, const int equations,
                                      struct turbulence_source *s)
{
    const int n = equations_variables(equations) - NV;
    for (int v = 0; v < n; v++) {
        s->value[v] += a->correction[v * (int64_t)a->m.n_owned + i];
        s->source_jacobian[v] += a->correction[(n + v) * (int64_t)a->m.n_owned + i];
    }
}

/* Of owned cell i, whose variables are q. */
UFV_HD struct turbulence_source turbulence_sources(lid i, const struct update_args *a, const real q[NV_MAX],
                                                   struct turbulence_terms terms, const int equations)
{
    struct turbulence_eddies eddies = turbulence_eddies_load(a->mu_t, a->f1, i, equations);
    struct turbulence_source out =
        model_sources(q, terms, eddies, a->m.wall_distance[i], &a->fluid, &a->turbulence, equations);
    if (a->correction)
        turbulence_add_correction(i, a, equations, &out);
    return out;
}

#endif
