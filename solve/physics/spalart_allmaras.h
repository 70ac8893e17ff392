/* spalart_allmaras.h: the Spalart-Allmaras model in conservative compressible
 * form, as NASA's Turbulence Modeling Resource (docs/references.md) defines it: "SA-noft2" (without
 * f_t2), "SA" (with it) and "SA-neg".
 *
 *   d(rho nu)/dt + div(rho u nu) = rho (P - D) + 1/sigma div(rho (v + nu fn) grad nu)
 *       + cb2/sigma rho |grad nu|^2 - 1/sigma (v + nu fn) grad rho . grad nu
 *
 * with nu for the model's variable, v for the kinematic viscosity. Sources: Spalart
 * & Allmaras 1994 (La Recherche Aerospatiale 1); Allmaras, Johnson & Spalart 2012
 * (ICCFD7-1902), "AJS" below.
 */
#ifndef UFV_SOLVE_PHYSICS_SPALART_ALLMARAS_H
#define UFV_SOLVE_PHYSICS_SPALART_ALLMARAS_H

#include "physics/elementary.h"

/* Constants of all versions, without units (Spalart & Allmaras 1994; AJS keep them). */
#define SA_CB1 ((real)0.1355)
#define SA_CB2 ((real)0.622)
#define SA_SIGMA ((real)(2.0 / 3))
#define SA_KAPPA2 ((real)(0.41 * 0.41))
#define SA_CV1 ((real)7.1)
#define SA_CW1 (SA_CB1 / SA_KAPPA2 + ((real)1 + SA_CB2) / SA_SIGMA)

/* Turbulent over molecular viscosity at chi = nu / v: chi fv1; 0 for negative nu
 * (AJS Eqs. 1, 13). */
UFV_HD real sa_viscosity_ratio(real chi)
{
    real chi3 = chi * chi * chi, ratio = real_divide(chi * chi3, chi3 + SA_CV1 * SA_CV1 * SA_CV1);
    return chi > (real)0 ? ratio : chi - chi; /* 0, or not-a-number */
}

/* Diffusivity without 1/sigma, in units of v: 1 + chi, for negative nu 1 + chi fn
 * (AJS Eq. 14, cn1 = 16). */
UFV_HD real sa_diffusivity(real chi)
{
    real chi3 = chi * chi * chi, fn = real_divide((real)16 + chi3, (real)16 - chi3);
    return (real)1 + chi * (chi < (real)0 ? fn : (real)1);
}

/* What the model adds to nu in time, to be multiplied by the density. */
struct sa_source {
    real value; /* P - D, m^2/s^2 */
    /* Derivative of the destruction by nu with fw held, 1/s, never negative: what an implicit treatment adds to the
     * diagonal. The production's is left out: it would take from the diagonal. */
    real source_jacobian;
};

/* Modified vorticity with the resource's note (c) (AJS Eqs. 11-12, cv2 = 0.7,
 * cv3 = 0.9). bar: nu fv2 / (kappa d)^2.
 * Where nu fv2 / (kappa d)^2 is very negative the sum would change its sign and production with it; the
 * bent branch stays positive. */
UFV_HD real sa_modified_vorticity(real vorticity, real bar)
{
    const real c2 = (real)0.7, c3 = (real)0.9;
    real bent = real_divide(vorticity * (c2 * c2 * vorticity + c3 * bar), (c3 - (real)2 * c2) * vorticity - bar);
    return vorticity + (bar >= -c2 * vorticity ? bar : bent);
}

/* fw of r = nu / (modified vorticity kappa^2 d^2), at most 10 (AJS Eqs. 8-10): g = r + cw2 (r^6 - r) with cw2 = 0.3 and
 * g ((1 + cw3^6) / (g^6 + cw3^6))^(1/6) with cw3 = 2, so arranged that the root's
 * argument lies in 1 .. 65. */
UFV_HD real sa_fw(real r)
{
    real r2 = r * r, g = r + (real)0.3 * (r2 * r2 * r2 - r), h = g > (real)1 ? real_divide((real)1, g) : g;
    real h2 = h * h, h6 = h2 * h2 * h2;
    real below = g > (real)1 ? (real)1 + (real)64 * h6 : (real)64 + h6;
    return (g > (real)1 ? (real)1 : g) * sixth_root(real_divide((real)65, below));
}

/* nu / d^2 and the modified vorticity of a positive nu, 1/s. v: kinematic viscosity, m^2/s; d: wall distance, m. */
struct sa_strain {
    real over_d2, modified; /* 1/s both */
};

/* vorticity is its magnitude, 1/s. For negative nu only over_d2 has a meaning. */
UFV_HD struct sa_strain sa_strain_of(real nu, real v, real vorticity, real d)
{
    struct sa_strain s;
    real chi = real_divide(nu, v), inverse_d = real_divide((real)1, d); /* d * d may be too large for a number */
    real fv2 = (real)1 - real_divide(chi, (real)1 + sa_viscosity_ratio(chi));
    s.over_d2 = nu * (inverse_d * inverse_d);
    real bar = s.over_d2 * fv2 * ((real)1 / SA_KAPPA2);
    s.modified = sa_modified_vorticity(vorticity, bar);
    return s;
}

/* Production less destruction (AJS Eqs. 3-10 and, for negative nu, Eq. 13, ct3 = 1.2,
 * ct4 = 0.5). nu: m^2/s; v: kinematic viscosity, m^2/s; vorticity: its magnitude, 1/s; d: wall distance, m, above 0,
 * 1e30 where there is no wall.
 * r is cut at 10 by comparing before the division's result is used: the modified vorticity may be zero. */
UFV_HD struct sa_source sa_production_destruction(real nu, real v, real vorticity, real d, const int with_ft2)
{
    struct sa_source s;
    struct sa_strain e = sa_strain_of(nu, v, vorticity, d);
    real chi = real_divide(nu, v), over_d = e.over_d2;
    if (nu < (real)0) {
        /* ft2 plays no part for SA-neg but in its factor 1 - ct3 */
        s.value = SA_CB1 * ((real)1 - (real)1.2) * vorticity * nu + SA_CW1 * over_d * nu;
        s.source_jacobian = (real)-2 * SA_CW1 * over_d;
        return s;
    }
    real ft2 = with_ft2 ? (real)1.2 * exp_minus((real)0.5 * chi * chi) : (real)0;
    real modified = e.modified, limit = SA_KAPPA2 * modified;
    real ratio = real_divide(over_d, limit), r = over_d < (real)10 * limit ? ratio : (real)10;
    real destruction = (SA_CW1 * sa_fw(r) - SA_CB1 / SA_KAPPA2 * ft2) * over_d;
    s.value = SA_CB1 * ((real)1 - ft2) * modified * nu - destruction * nu;
    s.source_jacobian = real_max((real)2 * destruction, (real)0);
    return s;
}

#endif
