/* jacobian_turbulence.h: scalar rows of the turbulence variables, beside the 5x5 blocks.
 *
 *      own cell      n      other cell
 *          o --------|-->------- o        mass: what leaves own, kg/s
 *
 * The row of a variable f (nu_tilde; k; omega) is in advective form: what leaves of rho f less
 * f times what leaves of mass,
 *
 *   r = R(rho f) - f R(rho) = sum of min(mass, 0) (f_other - f_own) - diffusion - sources,
 *
 * so that mass out of balance does not weaken the diagonal; its right-hand side has to be made
 * the same way. The unknown is rho times the change of f, density and mass flux held: hence the
 * entries are divided by the density of the state that they multiply.
 *
 * What no face has, the diagonal gets besides: volume over time step, and volume times `source_jacobian`
 * of struct turbulence_source: there is the destruction's derivative with respect to
 * rho f, and of omega that of a negative cross-diffusion, with F1 held. Production is left out:
 * it would weaken the diagonal.
 */
#ifndef UFV_SOLVE_PHYSICS_JACOBIAN_TURBULENCE_H
#define UFV_SOLVE_PHYSICS_JACOBIAN_TURBULENCE_H

#include "arithmetic/real.h"

/* What a face adds to the row of its own cell, m^3/s. */
struct jacobian_pair {
    real own;   /* on the diagonal, never negative */
    real other; /* beside it, never positive */
};

/* conducts_own, conducts_other: derivatives of the diffusion by f on either side, kg/s, not negative. */
UFV_HD struct jacobian_pair jacobian_pair(real mass, real conducts_own, real conducts_other, real rho_own,
                                          real rho_other)
{
    real enters = real_max(-mass, (real)0);
    struct jacobian_pair p = {real_divide(enters + conducts_own, rho_own),
                              -real_divide(enters + conducts_other, rho_other)};
    return p;
}

/* What the row of k or omega has beside volume over time step in a step that is to change the variable by no more than
 * its residual r, kg/s times the variable's unit, may: m^3/s. old: its value; floor: the least that it may have, a
 * thousandth of the free stream's; rho: the cell's density. C. Lian, G. Xia & C. L. Merkle (J. Comput. Phys. 228, 2009,
 * p. 4836) limit the time step of a cell by such a change; here of the variable's row alone, and it vanishes with the
 * residual, so that the last steps are Newton's. 0 where there is nothing to change.
 *
 * A rise is bounded by the value itself and the free stream's, since production of k, in proportion to k, takes
 * P / (rho k) from the diagonal of the true Jacobian: with a larger bound that comes near zero or below in cells where
 * k grows, and GMRES needs many vectors (docs/decisions/038-growth-of-k.md). */
UFV_HD double jacobian_turbulence_restraint(double r, double rho, double old, double floor)
{
    double most = r > 0.0 ? old + 1000.0 * floor : 0.7 * old;
    return most > 0.0 ? (r > 0.0 ? r : -r) / (rho * most) : 0.0;
}

/* A variable between cells whose diffusivity on the face is held, Pa s. */
UFV_HD struct jacobian_pair jacobian_scalar_face(real mass, real s, real diffusivity, real rho_own, real rho_other)
{
    return jacobian_pair(mass, s * diffusivity, s * diffusivity, rho_own, rho_other);
}

/* On the diagonal beside a face where the variable is given: no-slip walls (mass 0; s: area over the
 * distance of the cell's centre from the face; diffusivity without eddy viscosity) and prescribed faces (s: area over
 * the distance from the cell to its ghost). */
UFV_HD real jacobian_turbulence_held(real mass, real s, real diffusivity, real rho_own)
{
    return real_divide(real_max(-mass, (real)0) + s * diffusivity, rho_own);
}

/* On the diagonal beside faces of all other kinds that the fluid passes: given where it enters,
 * taken from the cell where it leaves. s as at a wall; diffusivity: on the face, where the ghost
 * is the face's value mirrored. */
UFV_HD real jacobian_turbulence_open(real mass, real s, real diffusivity, real rho_own)
{
    return jacobian_turbulence_held(mass, mass < (real)0 ? s : (real)0, diffusivity, rho_own);
}

#endif
