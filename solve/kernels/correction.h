/* correction.h: corrections of the turbulence models' sources: for rotation and curvature
 * (physics/rotation_curvature.h), for compressible mixing layers (physics/compressibility.h) and, away from walls, for
 * scales that are resolved (kernels/cell_scales.h), as differences from the models without them. The update adds them
 * (turbulence_sources()), so that without corrections it is as it was.
 */
#ifndef UFV_SOLVE_KERNELS_CORRECTION_H
#define UFV_SOLVE_KERNELS_CORRECTION_H

#include "kernels/gradient.h"

/* Gradients of the velocity in stencil cell c; the temperature's is 0. */
UFV_HD struct flow_gradient correction_gradient(const struct correction_args *a, lid c, const int nv)
{
    struct limited_gradient u = limited_load(&a->u.m, a->limited, nv, Q_U, c);
    struct limited_gradient v = limited_load(&a->u.m, a->limited, nv, Q_V, c);
    struct limited_gradient w = limited_load(&a->u.m, a->limited, nv, Q_W, c);
    struct flow_gradient g = {{u.g[0], u.g[1], u.g[2]}, {v.g[0], v.g[1], v.g[2]}, {w.g[0], w.g[1], w.g[2]}, {0, 0, 0}};
    return g;
}

/* u . grad S_ij in cell i, 1/s^2: 1 / (rho V) times the sum over the faces of the mass that leaves times what S is more
 * there than in the cell. On a face between cells S is interpolated, at boundaries it is the cell's: no mass passes
 * walls and symmetry planes. The mass fluxes follow curved layers, which differences of positions in a thin cell would
 * not. It takes gradients of face neighbours, the first halo layer among them, which every rank has.
 *
 * div(rho u S) - S div(rho u) = rho u . grad S for each component of S: the second term is what takes S of the cell off
 * that of the face, so that mass which is not yet conserved makes no rate of strain. */
UFV_HD void correction_strain_rate(lid i, const struct correction_args *a, const struct flow_gradient *g, const int nv,
                                   real d[STRAIN_PARTS])
{
    const struct mesh_view *m = &a->u.m;
    struct row row = row_of(m, i, ROWS_ANY);
    real own[STRAIN_PARTS], other[STRAIN_PARTS];
    strain_of(g, own);
    for (int k = 0; k < STRAIN_PARTS; k++)
        d[k] = (real)0;
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid o = row_cell(m, row, j), signed_face = row_signed_face(m, row, j, &is_face), f;
        real s[3], face[3], across[3];
        /* A slot that only fills the row, or a boundary, where S is the cell's: nothing is added. */
        if (!is_face || o >= m->n_cells)
            continue;
        face_outward(m, signed_face, &f, s);
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, face);
        face_across(m, i, o, signed_face, across);
        /* kg/s out of this cell; fluxes are stored out of the left one. */
        real mass = signed_face >= 0 ? a->u.flux[f] : -a->u.flux[f];
        real share = mass * face_share(s, face, across);
        struct flow_gradient h = correction_gradient(a, o, nv);
        strain_of(&h, other);
        for (int k = 0; k < STRAIN_PARTS; k++)
            d[k] += share * (other[k] - own[k]);
    }
    real inverse = real_divide((real)1, a->u.q[i] * m->volume[i]);
    for (int k = 0; k < STRAIN_PARTS; k++)
        d[k] *= inverse;
}

/* What another length than the wall distance makes of the production and destruction of nu_tilde. */
UFV_HD void correction_add_length_sa(lid i, const struct correction_args *a, const real q[NV_MAX],
                                     struct turbulence_source *s)
{
    const struct update_args *u = &a->u;
    real v = real_divide(fluid_viscosity(&u->fluid, fluid_temperature(&u->fluid, q[Q_RHO], q[Q_P])), q[Q_RHO]);
    real rate = (real)u->terms[i];
    struct sa_source with = sa_production_destruction(q[Q_NU], v, rate, a->length[i], u->turbulence.ft2);
    struct sa_source without = sa_production_destruction(q[Q_NU], v, rate, u->m.wall_distance[i], u->turbulence.ft2);
    s->value[0] += q[Q_RHO] * (with.value - without.value);
    s->source_jacobian[0] += with.source_jacobian - without.source_jacobian;
}

/* What another length than root(k) / (beta* omega) makes of the destruction of k, rho k^(3/2) over the length. */
UFV_HD void correction_add_length_sst(lid i, const struct correction_args *a, const real q[NV_MAX],
                                      struct turbulence_source *s)
{
    real more = real_divide(scales_sst_length(q[Q_K], q[Q_OMEGA]), a->length[i]) - (real)1;
    real rate = more * SST_BETA_STAR * q[Q_OMEGA];
    s->value[0] -= rate * q[Q_RHO] * q[Q_K];
    s->source_jacobian[0] += rate;
}

/* nu_tilde. The negative branch of SA-neg stays as it is. Where the factor is negative, production destroys.
 * source_jacobian is the derivative of what destroys, never negative, so that the implicit treatment of
 * the sources stays stable: a factor that raises production adds nothing to it. */
UFV_HD struct turbulence_source correction_sa(lid i, const struct correction_args *a, const struct flow_gradient *g,
                                              const real q[NV_MAX])
{
    const struct update_args *u = &a->u;
    struct turbulence_source out = {{(real)0, (real)0}, {(real)0, (real)0}};
    real rho = q[Q_RHO], nu = q[Q_NU], d[STRAIN_PARTS];
    if (u->turbulence.rotation && nu > (real)0) {
        correction_strain_rate(i, a, g, equations_variables(EQUATIONS_SA), d);
        real v = real_divide(fluid_viscosity(&u->fluid, fluid_temperature(&u->fluid, rho, q[Q_P])), rho);
        /* cb1 S~, of the production cb1 S~ nu_tilde, which f_r1 multiplies: what is added is (f_r1 - 1)
         * of it. */
        real rate = SA_CB1 * sa_strain_of(nu, v, (real)viscous_vorticity(g), u->m.wall_distance[i]).modified;
        real factor = rotation_factor_sa(g, d);
        out.value[0] += rho * (factor - (real)1) * rate * nu;
        out.source_jacobian[0] += real_max(-factor, (real)0) * rate;
    }
    if (u->turbulence.compressible) {
        stored square = stored_dot3(g->u, g->u) + stored_dot3(g->v, g->v) + stored_dot3(g->w, g->w);
        real rate = compressibility_sa(nu, real_divide(u->fluid.gamma * q[Q_P], rho), (real)square);
        out.value[0] -= rho * rate * nu;
        /* The term is rate nu_tilde with a rate that itself is proportional to nu_tilde, hence the factor of 2. */
        out.source_jacobian[0] += (real)2 * rate;
    }
    if (a->length)
        correction_add_length_sa(i, a, q, &out);
    return out;
}

/* k and omega. */
UFV_HD struct turbulence_source correction_sst(lid i, const struct correction_args *a, const struct flow_gradient *g,
                                               const real q[NV_MAX])
{
    const struct update_args *u = &a->u;
    struct turbulence_source out = {{(real)0, (real)0}, {(real)0, (real)0}};
    real rho = q[Q_RHO], k = q[Q_K], omega = q[Q_OMEGA], d[STRAIN_PARTS];
    if (u->turbulence.rotation) {
        struct sst_cell c = {u->mu_t[i], u->f1[i]};
        const struct sst_point at = {rho, k, omega, (real)0}; /* production takes no cross diffusion */
        struct sst_production p = sst_production_of(at, (real)u->terms[i], c, u->turbulence.sst_2003);
        correction_strain_rate(i, a, g, equations_variables(EQUATIONS_SST), d);
        real factor = rotation_factor_sst(g, d, omega) - (real)1;
        out.value[0] += factor * p.k;
        out.value[1] += factor * p.omega;
    }
    if (u->turbulence.compressible) {
        /* Wilcox's correction: beta* (1 + xi F), and beta less as much, so that k is destroyed faster
         * and omega slower. */
        real more = SST_BETA_STAR * compressibility_sst(k, real_divide(u->fluid.gamma * q[Q_P], rho));
        out.value[0] -= more * rho * omega * k;
        out.value[1] += more * rho * omega * omega;
        out.source_jacobian[0] += more * omega;
    }
    if (a->length)
        correction_add_length_sst(i, a, q, &out);
    return out;
}

/* Index: owned cells. Overwrites what stood in `correction`. Launched behind the fluxes, whose mass the strain is
 * followed with. Nothing without a turbulence model. */
UFV_HD void correction_body(lid i, const struct correction_args *a, const int equations)
{
    const int nv = equations_variables(equations), n = nv - NV;
    struct turbulence_source s = {{(real)0, (real)0}, {(real)0, (real)0}};
    real q[NV_MAX] = {0};
    if (!equations_are_turbulent(equations))
        return;
    for (int v = 0; v < nv; v++)
        q[v] = a->u.q[v * (int64_t)a->u.m.n_slots + i];
    struct flow_gradient g = correction_gradient(a, i, nv);
    s = equations == EQUATIONS_SA ? correction_sa(i, a, &g, q) : correction_sst(i, a, &g, q);
    for (int v = 0; v < n; v++) {
        a->correction[v * (int64_t)a->u.m.n_owned + i] = s.value[v];
        a->correction[(n + v) * (int64_t)a->u.m.n_owned + i] = s.source_jacobian[v];
    }
}

#endif
