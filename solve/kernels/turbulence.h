/* turbulence.h: the turbulence model in a cell: eddy viscosity and sources.
 */
#ifndef UFV_SOLVE_KERNELS_TURBULENCE_H
#define UFV_SOLVE_KERNELS_TURBULENCE_H

#include "kernels/face.h"

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

/* SST: eddy viscosity and blending function of a stencil cell. */
UFV_HD void turbulence_cell(lid i, const struct gradient_args *a, real g[NV_MAX][3])
{
    int64_t ns = a->m.n_slots;
    real rho = a->q[i], p = a->q[Q_P * ns + i];
    stored kept[NV_MAX][3];
    for (int v = 0; v < equations_variables(EQUATIONS_SST); v++)
        for (int d = 0; d < 3; d++)
            kept[v][d] = (stored)g[v][d];
    struct flow_gradient f = flow_gradient_of(kept, (stored)rho, (stored)p, &a->fluid);
    real mu = fluid_viscosity(&a->fluid, fluid_temperature(&a->fluid, rho, p));
    real rate = (real)(a->turbulence.sst_2003 ? stored_sqrt(viscous_strain2(&f)) : viscous_vorticity(&f));
    struct sst_cell s = sst_eddy_viscosity(rho, mu, a->q[Q_K * ns + i], a->q[Q_OMEGA * ns + i], rate,
                                           dot3(g[Q_K], g[Q_OMEGA]), a->m.wall_distance[i], a->turbulence.sst_2003);
    a->mu_t[i] = s.mu_t;
    a->f1[i] = s.f1;
}

/* Sources of the turbulence variables in a cell. */
struct turbulence_source {
    real value[2]; /* per volume */
    real relax[2]; /* derivatives of the destruction, 1/s */
};

/* Of cell i, whose variables are q. */
UFV_HD struct turbulence_source turbulence_sources(lid i, const struct update_args *a, const real q[NV_MAX],
                                                   const int equations)
{
    const struct fluid *fluid = &a->fluid;
    const struct turbulence *t = &a->turbulence;
    const int nv = equations_variables(equations);
    stored g[NV_MAX][3];
    for (int v = 0; v < nv; v++)
        for (int k = 0; k < 3; k++)
            g[v][k] = a->gradient[gradient_entry(&a->m, 3 * nv, k * nv + v, i)];
    struct turbulence_source out = {{(real)0, (real)0}, {(real)0, (real)0}};
    real rho = q[Q_RHO];
    struct flow_gradient f = flow_gradient_of(g, (stored)rho, (stored)q[Q_P], fluid);
    if (equations == EQUATIONS_SA) {
        real v = real_divide(fluid_viscosity(fluid, fluid_temperature(fluid, rho, q[Q_P])), rho);
        struct sa_source s = sa_production_destruction(q[Q_NU], v, (real)viscous_vorticity(&f),
                                                       a->m.wall_distance[i], t->ft2);
        real diffusivity = v * sa_diffusivity(real_divide(q[Q_NU], v));
        out.value[0] = rho * s.value + ((real)1 / SA_SIGMA) * (SA_CB2 * rho * (real)stored_dot3(g[Q_NU], g[Q_NU]) -
                                                               diffusivity * (real)stored_dot3(g[Q_RHO], g[Q_NU]));
        out.relax[0] = s.relax;
    } else {
        struct sst_cell c = {a->mu_t[i], a->f1[i]};
        struct sst_source s = sst_sources(rho, q[Q_K], q[Q_OMEGA], (real)stored_dot3(g[Q_K], g[Q_OMEGA]),
                                          turbulence_production(t, &f), c, t->sst_2003);
        out.value[0] = s.k;
        out.value[1] = s.omega;
        out.relax[0] = s.relax_k;
        out.relax[1] = s.relax_omega;
    }
    return out;
}

#endif
