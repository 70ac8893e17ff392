/* turbulence_sources.h: the turbulence model in a cell: eddy viscosity and sources.
 */
#ifndef UFV_SOLVE_KERNELS_TURBULENCE_SOURCES_H
#define UFV_SOLVE_KERNELS_TURBULENCE_SOURCES_H

#include "kernels/face_geometry.h"

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

/* What the sources take of a cell's gradients: made with them, so that the update need
 * not read them all again. */
struct turbulence_terms {
    stored rate;   /* SA: vorticity, 1/s; SST: production over mu_t, 1/s^2 */
    stored cross;  /* grad rho . grad nu, or grad k . grad omega */
    stored square; /* SA: |grad nu|^2 */
};

/* The terms of a cell from the gradients g of all variables and f of velocity and temperature. SST does not use
 * `square`, which is 0. */
UFV_HD struct turbulence_terms turbulence_terms_of(stored g[NV_MAX][3], const struct flow_gradient *f,
                                                   const struct turbulence *t, const int equations)
{
    struct turbulence_terms s = {(stored)0, (stored)0, (stored)0};
    if (equations == EQUATIONS_SA) {
        s.rate = viscous_vorticity(f);
        s.cross = stored_dot3(g[Q_RHO], g[Q_NU]);
        s.square = stored_dot3(g[Q_NU], g[Q_NU]);
    } else {
        s.rate = (stored)turbulence_production(t, f);
        s.cross = stored_dot3(g[Q_K], g[Q_OMEGA]);
    }
    return s;
}

/* terms: [equations_terms()][n]. */
UFV_HD void turbulence_terms_store(stored *terms, int64_t n, lid i, struct turbulence_terms t, const int equations)
{
    terms[i] = t.rate;
    terms[n + i] = t.cross;
    if (equations == EQUATIONS_SA)
        terms[2 * n + i] = t.square;
}

/* Stores the terms of a stencil cell with the gradients g, and with SST its eddy viscosity and blending function. */
UFV_HD void turbulence_cell(lid i, const struct gradient_args *a, real g[NV_MAX][3], const int equations)
{
    int64_t ns = a->m.n_slots;
    real rho = a->q[i], p = a->q[Q_P * ns + i];
    /* As they are stored for the fluxes, so that both see the same numbers. */
    stored kept[NV_MAX][3];
    for (int v = 0; v < equations_variables(equations); v++)
        for (int d = 0; d < 3; d++)
            kept[v][d] = (stored)g[v][d];
    struct flow_gradient f = flow_gradient_of(kept, (stored)rho, (stored)p, &a->fluid);
    turbulence_terms_store(a->terms, a->m.n_stencil, i, turbulence_terms_of(kept, &f, &a->turbulence, equations),
                           equations);
    if (equations == EQUATIONS_SA)
        return;
    real mu = fluid_viscosity(&a->fluid, fluid_temperature(&a->fluid, rho, p));
    /* Menter, Kuntz & Langtry 2003 limit the eddy viscosity by the strain rate, Menter 1994 by the
     * vorticity. */
    real rate = (real)(a->turbulence.sst_2003 ? stored_sqrt(viscous_strain2(&f)) : viscous_vorticity(&f));
    const struct sst_point at = {rho, a->q[Q_K * ns + i], a->q[Q_OMEGA * ns + i], dot3(g[Q_K], g[Q_OMEGA])};
    struct sst_cell s = sst_eddy_viscosity(at, mu, rate, a->m.wall_distance[i], a->turbulence.sst_2003);
    a->mu_t[i] = s.mu_t;
    a->f1[i] = s.f1;
}

/* Sources of the turbulence variables in a cell. */
struct turbulence_source {
    real value[2]; /* per volume */
    real source_jacobian[2]; /* derivatives of the destruction, 1/s */
};

/* Of an owned cell, as the gradient kernel has stored them. */
UFV_HD struct turbulence_terms turbulence_terms_load(lid i, const struct update_args *a, const int equations)
{
    int64_t n = a->m.n_stencil;
    struct turbulence_terms t = {a->terms[i], a->terms[n + i], (stored)0};
    if (equations == EQUATIONS_SA)
        t.square = a->terms[2 * n + i];
    return t;
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

/* Of cell i, whose variables are q.
 *
 * SA in the form for rho nu_tilde: cb2 rho |grad nu|^2 / sigma, and - (nu + nu_tilde) grad rho . grad nu / sigma, which
 * makes good that the diffusion is written as a divergence with rho inside (Allmaras, Johnson & Spalart 2012). */
UFV_HD struct turbulence_source turbulence_sources(lid i, const struct update_args *a, const real q[NV_MAX],
                                                   struct turbulence_terms terms, const int equations)
{
    const struct fluid *fluid = &a->fluid;
    const struct turbulence *t = &a->turbulence;
    struct turbulence_source out = {{(real)0, (real)0}, {(real)0, (real)0}};
    real rho = q[Q_RHO];
    if (equations == EQUATIONS_SA) {
        real v = real_divide(fluid_viscosity(fluid, fluid_temperature(fluid, rho, q[Q_P])), rho);
        struct sa_source s = sa_production_destruction(q[Q_NU], v, (real)terms.rate, a->m.wall_distance[i], t->ft2);
        real diffusivity = v * sa_diffusivity(real_divide(q[Q_NU], v));
        out.value[0] = rho * s.value +
                       ((real)1 / SA_SIGMA) * (SA_CB2 * rho * (real)terms.square - diffusivity * (real)terms.cross);
        out.source_jacobian[0] = s.source_jacobian;
    } else {
        struct sst_cell c = {a->mu_t[i], a->f1[i]};
        const struct sst_point at = {rho, q[Q_K], q[Q_OMEGA], (real)terms.cross};
        struct sst_source s = sst_sources(at, (real)terms.rate, c, t->sst_2003);
        out.value[0] = s.k;
        out.value[1] = s.omega;
        out.source_jacobian[0] = s.source_jacobian_k;
        out.source_jacobian[1] = s.source_jacobian_omega;
    }
    if (a->correction)
        turbulence_add_correction(i, a, equations, &out);
    return out;
}

#endif
