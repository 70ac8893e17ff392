/* turbulence.h: the turbulence model in a cell: eddy viscosity and sources.
 */
#ifndef UFV_SOLVE_KERNELS_TURBULENCE_H
#define UFV_SOLVE_KERNELS_TURBULENCE_H

#include "kernels/face.h"

/* Gradients of velocity and temperature from those of the variables, g[v][d]: with
 * p = rho R T, dT = T (dp / p - drho / rho). */
UFV_HD struct flow_gradient flow_gradient_of(real g[NV_MAX][3], real rho, real p, const struct fluid *fluid)
{
    struct flow_gradient f;
    real t = fluid_temperature(fluid, rho, p), a = real_divide(t, p), b = real_divide(t, rho);
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
    struct flow_gradient f = flow_gradient_of(g, rho, p, &a->fluid);
    real mu = fluid_viscosity(&a->fluid, fluid_temperature(&a->fluid, rho, p));
    real rate = a->turbulence.sst_2003 ? real_sqrt(viscous_strain2(&f)) : viscous_vorticity(&f);
    struct sst_cell s =
        sst_eddy_viscosity(rho, mu, a->q[Q_K * ns + i], a->q[Q_OMEGA * ns + i], rate, dot3(g[Q_K], g[Q_OMEGA]),
                           a->m.wall_distance[i], a->turbulence.sst_2003);
    a->mu_t[i] = s.mu_t;
    a->f1[i] = s.f1;
}

/* Sources of the turbulence variables per volume and the derivatives of their
 * destruction, 1/s. q: the cell's variables. */
UFV_HD void turbulence_sources(lid i, const struct update_args *a, const real q[NV_MAX], const int equations,
                               real value[2], real relax[2])
{
    const int nv = equations_variables(equations);
    int64_t n = a->m.n_stencil;
    real g[NV_MAX][3], d = a->m.wall_distance[i], rho = q[Q_RHO];
    for (int v = 0; v < nv; v++)
        for (int k = 0; k < 3; k++)
            g[v][k] = (real)a->gradient[(k * nv + v) * n + i];
    struct flow_gradient f = flow_gradient_of(g, rho, q[Q_P], &a->fluid);
    if (equations == EQUATIONS_SA) {
        real v = real_divide(fluid_viscosity(&a->fluid, fluid_temperature(&a->fluid, rho, q[Q_P])), rho);
        struct sa_source s =
            sa_production_destruction(q[Q_NU], v, viscous_vorticity(&f), d, a->turbulence.ft2);
        real diffusivity = v * sa_diffusivity(real_divide(q[Q_NU], v));
        value[0] = rho * s.value + ((real)1 / SA_SIGMA) * (SA_CB2 * rho * dot3(g[Q_NU], g[Q_NU]) -
                                                           diffusivity * dot3(g[Q_RHO], g[Q_NU]));
        relax[0] = s.relax;
        value[1] = relax[1] = (real)0;
    } else {
        struct sst_cell c = {a->mu_t[i], a->f1[i]};
        struct sst_source s = sst_sources(rho, q[Q_K], q[Q_OMEGA], dot3(g[Q_K], g[Q_OMEGA]),
                                          turbulence_production(&a->turbulence, &f), c, a->turbulence.sst_2003);
        value[0] = s.k;
        value[1] = s.omega;
        relax[0] = s.relax_k;
        relax[1] = s.relax_omega;
    }
}

#endif
