/* jacobian_viscous.h: derivatives of the viscous flux, in conserved variables.
 *
 *      own cell   ---- d ----   other cell
 *          o --------|-->------- o
 *                       n
 *
 * Thin layer: of the gradients only the differences of the two states along n count, over
 * the distance d (Blazek 2015, Section 2.4.3). What leaves the own cell per area is then
 *
 *   momentum  -mu / d (D_u + n (n . D_u) / 3)
 *   energy    -mu / d D(q^2 / 2 + u_n^2 / 6) - heat / d D(p / rho)
 *
 * D the other state less the own, mu with the eddy viscosity, heat the conductivity over the
 * gas constant: in the work of the stress on the face's velocity, the mean of the two, the
 * products become differences of squares. All is the difference of a function of either state,
 * whose derivative with respect to W is one matrix K(W): the flux has K(W_own) / d and
 * -K(W_other) / d. Exact but for the viscosities, which are held. K is block lower triangular,
 * with the eigenvalues 0, mu / rho twice, 4/3 mu / rho and (gamma - 1) heat / rho: none negative.
 */
#ifndef UFV_SOLVE_PHYSICS_JACOBIAN_VISCOUS_H
#define UFV_SOLVE_PHYSICS_JACOBIAN_VISCOUS_H

#include "physics/jacobian_block.h"
#include "physics/wall.h"

/* Rates at which a face conducts, per area. */
struct jacobian_conduction {
    real mu;   /* molecular and eddy viscosity, Pa s */
    real heat; /* conductivity over gas constant, kg/(m s): gamma / (gamma - 1) (mu / Pr + mu_t / Pr_t) */
};

/* Conduction with the given molecular and eddy viscosity, Pa s. */
UFV_HD struct jacobian_conduction jacobian_conduction(const struct fluid *g, real mu, real mu_t)
{
    struct jacobian_conduction c = {mu + mu_t, (real)0};
    c.heat = real_divide(g->gamma, g->gamma - (real)1) *
             (real_divide(mu, g->prandtl) + real_divide(mu_t, g->prandtl_turbulent));
    return c;
}

/* m += s d(p / rho) / dW in the energy row. */
UFV_HD void jacobian_add_heat(struct block5 *m, real s, struct state q, real gamma)
{
    real g1 = gamma - (real)1, over_rho = real_divide((real)1, q.rho), f = s * g1 * over_rho;
    real k = (real)0.5 * (q.u * q.u + q.v * q.v + q.w * q.w);
    m->a[4][0] += f * k - s * q.p * over_rho * over_rho;
    m->a[4][1] -= f * q.u;
    m->a[4][2] -= f * q.v;
    m->a[4][3] -= f * q.w;
    m->a[4][4] += f;
}

/* m += s times the derivative with respect to q's conserved variables of u + n u_n / 3 in the
 * momentum rows, and of its product with the given velocity, held, in the energy row. */
UFV_HD void jacobian_add_stress(struct block5 *m, real s, struct state q, const real velocity[3], const real n[3])
{
    const real u[3] = {q.u, q.v, q.w};
    /* Derivatives of u_i with respect to rho and rho u_i: - u_i / rho and 1 / rho. */
    real f = real_divide(s, q.rho), third = f * (real)(1.0 / 3);
    real un = dot3(u, n), along = dot3(velocity, n), work = dot3(velocity, u);
    UFV_UNROLL(3)
    for (int i = 0; i < 3; i++) {
        m->a[1 + i][0] -= f * u[i] + third * un * n[i];
        m->a[1 + i][1 + i] += f;
        UFV_UNROLL(3)
        for (int j = 0; j < 3; j++)
            m->a[1 + i][1 + j] += third * n[i] * n[j];
        m->a[4][1 + i] += f * velocity[i] + third * along * n[i];
    }
    m->a[4][0] -= f * work + third * along * un;
}

/* m += s K(q). A face of that area adds s = area / d to the own cell's block, with its
 * state, and -area / d to the other's, with that one's. n: unit normal, of either sign. */
UFV_HD void jacobian_add_viscous(struct block5 *m, real s, struct state q, struct jacobian_conduction c,
                                 const real n[3], real gamma)
{
    const real velocity[3] = {q.u, q.v, q.w};
    jacobian_add_stress(m, s * c.mu, q, velocity, n);
    jacobian_add_heat(m, s * c.heat, q, gamma);
}

/* m += the viscous flux into a no-slip wall, s = area / d with d the distance of the cell's
 * centre from the face. in: the cell's state; c: with the wall's viscosity and no eddy viscosity.
 * The stress works on the wall's velocity. The heat flux depends on the flow where the
 * temperature is given only: it is 0, or given itself, at other walls. */
UFV_HD void jacobian_add_wall(struct block5 *m, real s, struct state in, const struct bc_values *given,
                              struct jacobian_conduction c, const real n[3], real gamma)
{
    jacobian_add_stress(m, s * c.mu, in, given->wall_velocity, n);
    jacobian_add_heat(m, given->thermal == WALL_ISOTHERMAL ? s * c.heat : (real)0, in, gamma);
}

/* m += the normal stress 4/3 mu u_n / d on a slip wall or symmetry plane, s = area / d as
 * above: the mirrored ghost has -u_n at twice the distance. It does no work. */
UFV_HD void jacobian_add_slip(struct block5 *m, real s, struct state in, real mu, const real n[3])
{
    real f = real_divide((real)(4.0 / 3) * s * mu, in.rho), un = in.u * n[0] + in.v * n[1] + in.w * n[2];
    UFV_UNROLL(3)
    for (int i = 0; i < 3; i++) {
        m->a[1 + i][0] -= f * n[i] * un;
        UFV_UNROLL(3)
        for (int j = 0; j < 3; j++)
            m->a[1 + i][1 + j] += f * n[i] * n[j];
    }
}

#endif
