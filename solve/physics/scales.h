/* scales.h: lengths of models that resolve eddies away from walls: delayed detached-eddy simulation (DDES) and its
 * improved form (IDDES), on Spalart-Allmaras (SA) and SST.
 *
 * A model's own length L (SA: the wall distance d; SST: root(k) / (beta* omega)) is replaced, where the layer at the
 * wall ends and cells are small enough, by C Psi Delta, Delta the cell's size:
 *
 *   DDES    L - f_d max(0, L - C Psi Delta): Spalart et al. 2006 (Theor. Comput. Fluid Dyn. 20, 181)
 *   IDDES   f~ (1 + f_e) L + (1 - f~) C Psi Delta: Shur, Spalart, Strelets & Travin 2008 (Int. J. Heat Fluid Flow 29,
 *           1638)
 *
 * SST: Gritskevich, Garbaruk, Schuetze & Menter 2012 (Flow Turbul. Combust. 88, 431), whose constants these are.
 * Shear layers: Shur, Spalart, Strelets & Travin 2015 (Flow Turbul. Combust. 95, 709), Delta_SLA.
 *
 * All formulas and constants were compared with published sources of other codes: OpenFOAM (SpalartAllmarasIDDES, whose
 * comments give the numbers of equations below, kOmegaSSTIDDES, SLADelta), Nalu-Wind and AMR-Wind (SST).
 */
#ifndef UFV_SOLVE_PHYSICS_SCALES_H
#define UFV_SOLVE_PHYSICS_SCALES_H

#include "physics/rotation_curvature.h"

/* Square of von Karman's constant. */
#define SCALES_KAPPA2 ((real)(0.41 * 0.41))

/* The words of model.scales and model.scales_length: ROW(ENUMERATOR, word). */
#define SCALES(ROW) ROW(SCALES_RANS, "rans") ROW(SCALES_DDES, "ddes") ROW(SCALES_IDDES, "iddes")
#define SCALES_LENGTHS(ROW) ROW(LENGTH_HMAX, "hmax") ROW(LENGTH_VORTICITY, "vorticity") ROW(LENGTH_SLA, "sla")
#define SCALES_ENUMERATOR(NAME, word) NAME,
enum scales { SCALES(SCALES_ENUMERATOR) };
enum scales_length { SCALES_LENGTHS(SCALES_ENUMERATOR) };
#undef SCALES_ENUMERATOR

/* Constants of a model, without units. */
struct scales_constants {
    real shielding;         /* C_d1: of r_d in f_d, 8 (SA) or 20 (SST); C_dt1 in IDDES likewise */
    real turbulent, laminar; /* c_t, c_l of IDDES: 1.63, 3.55 (SA); 1.87, 5 (SST) */
};

/* tanh x^3 of x >= 0. */
UFV_HD real scales_tanh3(real x)
{
    real y = real_min(x, (real)10); /* tanh has reached 1 */
    return tanh_positive(y * y * y);
}

/* nu / (root(u_i,j u_i,j) kappa^2 d^2): the square of a length over that of the logarithmic layer (Spalart et al.
 * 2006, r_d). nu: m^2/s; gradient: 1/s, the root; d: m. */
UFV_HD real scales_ratio(real nu, real gradient, real d)
{
    real inverse = real_divide((real)1, d); /* d * d may be too large for a number */
    return real_divide(nu, real_max(gradient, (real)1e-10) * SCALES_KAPPA2) * (inverse * inverse);
}

/* 1 - f_d, which is 1 inside an attached layer and 0 away from walls. `ratio` is scales_ratio() of nu + nu_t (DDES) or
 * of nu_t (IDDES). */
UFV_HD real scales_shield(real ratio, struct scales_constants c)
{
    return scales_tanh3(c.shielding * ratio);
}

/* What the length of a cell is made of. */
struct scales_point {
    real own;      /* m, the model's L */
    real d;        /* m, wall distance; 1e30: no wall */
    real nu, nu_t; /* m^2/s */
    real gradient; /* 1/s, root(u_i,j u_i,j) */
    real most, normal; /* m, the cell's largest size and that along the wall's normal; SST: 0 for the latter */
};

/* delta is C Psi Delta, m. shield is 1 - f_d: L - f_d max(0, L - delta) = (1 - f_d) L + f_d min(L, delta). Written like
 * this, a model length of 1e30, which stands where there are no walls, loses no digit. */
UFV_HD real scales_delayed(const struct scales_point *p, real delta, struct scales_constants c)
{
    real shield = scales_shield(scales_ratio(p->nu + p->nu_t, p->gradient, p->d), c);
    real resolved = real_min(p->own, delta);
    return shield > (real)0 ? shield * p->own + ((real)1 - shield) * resolved : resolved;
}

/* The vortex tilting measure of Shur et al. 2015, of the unit vector n along the vorticity:
 *
 *   root(6) |(S n) x n| / root(3 tr S^2 - (tr S)^2) max(1, 0.2 nu / nu_t)
 *
 * 0 where the vorticity is an eigenvector of S, as in plane flow and in a layer that begins to roll up; about 0.5 in
 * developed turbulence. The viscosities make it large in irrotational flow, of which n is noise. nu, nu_t: m^2/s;
 * nu_t less that of the free stream, which would count as turbulence otherwise: with SA's 3 nu it is 0.21 nu.
 * Without vorticity 1; without strain, of which rounding is left in a solid rotation, 0. */
UFV_HD real scales_tilting(const struct flow_gradient *g, real nu, real nu_t)
{
    real w[3], s[STRAIN_PARTS];
    flow_vorticity(g, w);
    real size = real_sqrt(dot3(w, w)), inverse = real_divide((real)1, size);
    const real n[3] = {w[0] * inverse, w[1] * inverse, w[2] * inverse};
    strain_of(g, s);
    const real t[3] = {s[STRAIN_XX] * n[0] + s[STRAIN_XY] * n[1] + s[STRAIN_XZ] * n[2],
                       s[STRAIN_XY] * n[0] + s[STRAIN_YY] * n[1] + s[STRAIN_YZ] * n[2],
                       s[STRAIN_XZ] * n[0] + s[STRAIN_YZ] * n[1] + s[STRAIN_ZZ] * n[2]};
    const real across[3] = {t[1] * n[2] - t[2] * n[1], t[2] * n[0] - t[0] * n[2], t[0] * n[1] - t[1] * n[0]};
    real trace = s[STRAIN_XX] + s[STRAIN_YY] + s[STRAIN_ZZ];
    real square = s[STRAIN_XX] * s[STRAIN_XX] + s[STRAIN_YY] * s[STRAIN_YY] + s[STRAIN_ZZ] * s[STRAIN_ZZ] +
                  (real)2 * (s[STRAIN_XY] * s[STRAIN_XY] + s[STRAIN_XZ] * s[STRAIN_XZ] + s[STRAIN_YZ] * s[STRAIN_YZ]);
    real strain = real_sqrt(real_max((real)3 * square - trace * trace, (real)0));
    real tilting = real_divide((real)2.449489742783178 * real_sqrt(dot3(across, across)),
                               real_max(strain, (real)1e-10 * size));
    real viscous = real_max(real_divide((real)0.2 * nu, real_max(nu_t, (real)1e-6 * nu)), (real)1);
    return size > (real)0 ? tilting * viscous : (real)1;
}

/* F_KH: 0.1 where vortices do not tilt, so that Kelvin-Helmholtz waves grow, 1 from a mean measure of 0.3 on; and 1
 * within an attached layer, where f_d < 0.99. tilting: mean of the cell and those around it; shield: 1 - f_d. */
UFV_HD real scales_roll_up(real tilting, real shield)
{
    real factor = real_min((real)0.1 + (real)6 * (tilting - (real)0.15), (real)1);
    return shield > (real)0.01 ? (real)1 : real_max(factor, (real)0.1);
}

/* Delta of IDDES: min(max(0.15 d, 0.15 h_max, h_wn), h_max) (Shur et al. 2008); Gritskevich et al. 2012 leave h_wn out
 * for SST, normal 0 here. bound: in place of the last h_max; with Delta_SLA it is that (after Guseva, Garbaruk &
 * Strelets 2017, Flow Turbul. Combust. 98, 481). */
UFV_HD real scales_wall_length(real d, real most, real normal, real bound)
{
    return real_min(real_max((real)0.15 * real_max(d, most), normal), bound);
}

/* constant: C Psi; bound: as of scales_wall_length(). Shur et al. 2008, Eqs. 9 to 13, 16, 17; f_e1 = 2 exp(-11.09
 * alpha^2) or 2 exp(-9 alpha^2), f_B = min(2 exp(-9 alpha^2), 1), f_e2 = 1 - max(f_t, f_l), alpha = 1/4 - d / h_max.
 * f~ is max(1 - f_dt, f_B): blend; f_e = f_e1 taken above 1, times Psi f_e2: raised. */
UFV_HD real scales_improved(const struct scales_point *p, real constant, real psi, real bound,
                            struct scales_constants c)
{
    real alpha = (real)0.25 - real_divide(p->d, p->most), a2 = alpha * alpha, nine = (real)2 * exp_minus((real)9 * a2);
    real turbulent = scales_ratio(p->nu_t, p->gradient, p->d), laminar = scales_ratio(p->nu, p->gradient, p->d);
    real blend = real_max(scales_shield(turbulent, c), real_min(nine, (real)1));
    real first = alpha >= (real)0 ? (real)2 * exp_minus((real)11.09 * a2) : nine;
    real l = real_min(c.laminar * c.laminar * laminar, (real)2), l2 = l * l, l4 = l2 * l2; /* tanh 2^10 is 1 */
    real ft = scales_tanh3(c.turbulent * c.turbulent * turbulent), fl = tanh_positive(l4 * l4 * l2);
    real raised = real_max(first - (real)1, (real)0) * psi * ((real)1 - real_max(ft, fl));
    real resolved = ((real)1 - blend) * constant * scales_wall_length(p->d, p->most, p->normal, bound);
    return blend > (real)0 ? blend * ((real)1 + raised) * p->own + resolved : resolved;
}

/* The share of an upwind flux in detached-eddy simulation, 0 .. 1 (Travin, Shur, Strelets & Spalart 2002,
 * in Advances in LES of Complex Flows, 239; C_H1 = 3, C_H2 = 1, C_H3 = 2): 1 in irrotational flow and in modelled
 * layers, towards 0 where cells resolve turbulence. delta: C Delta, m; nu: molecular and eddy viscosity, m^2/s; strain
 * and vorticity: root(2 S_ij S_ij) and its like, 1/s; rate: a tenth of the speed of the stream over its length, 1/s,
 * below which the turbulence's does not count. */
UFV_HD real scales_upwinding(real delta, real nu, real strain, real vorticity, real rate)
{
    real mean2 = (real)0.5 * (strain * strain + vorticity * vorticity);
    real b = real_divide((real)2 * vorticity * real_max(strain, vorticity), real_max(mean2, (real)1e-20));
    real b2 = real_min(b * b, (real)20), g = real_max(tanh_positive(b2 * b2), (real)1e-10);
    real k = real_max(real_sqrt(mean2), rate);
    /* C_mu^(3/2) = 0.027 */
    real length = real_sqrt(real_divide(nu, (real)0.027 * real_max(k, (real)1e-20)));
    real a = real_max(real_divide(delta, length * g) - (real)0.5, (real)0);
    return scales_tanh3(a);
}

#endif
