/* sst.h: Menter's k-omega SST model, as NASA's Turbulence Modeling Resource
 * (docs/references.md) defines it: the versions "SST-2003m" (Menter, Kuntz & Langtry 2003, Turbulence,
 * Heat and Mass Transfer 4) and "SSTm" (Menter 1994, AIAA J. 32(8)), and with the
 * production from the vorticity "SST-2003-Vm" and "SST-Vm". The m stands for: k is
 * left out of stress, production and energy.
 *
 *   d(rho k)/dt     + div(rho u k)     = P - beta* rho omega k + div((mu + sk mut) grad k)
 *   d(rho omega)/dt + div(rho u omega) = gamma rho / mut P - beta rho omega^2
 *       + div((mu + sw mut) grad omega) + 2 (1 - F1) rho sw2 / omega grad k . grad omega
 *
 * k: turbulent kinetic energy per mass, m^2/s^2; omega: specific dissipation rate, 1/s. Both are positive here, which
 * the least values of struct turbulence see to. Constants with index 1 hold near walls (F1 = 1), those with 2 away
 * from them.
 */
#ifndef UFV_SOLVE_PHYSICS_SST_H
#define UFV_SOLVE_PHYSICS_SST_H

#include "physics/elementary.h"

#define SST_BETA_STAR ((real)0.09)
#define SST_BETA1 ((real)0.075)
#define SST_A1 ((real)0.31)
#define SST_SIGMA_W2 ((real)0.856)

/* A model constant between its inner and outer value (Menter 1994, Eq. 9). */
UFV_HD real sst_mix(real f1, real inner, real outer)
{
    return f1 * inner + ((real)1 - f1) * outer;
}

/* Diffusivity of k over the eddy viscosity: 0.85 and 1. */
UFV_HD real sst_sigma_k(real f1)
{
    return sst_mix(f1, (real)0.85, (real)1);
}

/* The same for omega: 0.5 and 0.856. */
UFV_HD real sst_sigma_w(real f1)
{
    return sst_mix(f1, (real)0.5, SST_SIGMA_W2);
}

/* The coefficient of the destruction of omega: 0.075 and 0.0828. */
UFV_HD real sst_beta(real f1)
{
    return sst_mix(f1, SST_BETA1, (real)0.0828);
}

/* The coefficient of the production of omega: 5/9 and 0.44 in the model of 2003; beta / beta* - sigma_w kappa^2 /
 * sqrt(beta*) in that of 1994. */
UFV_HD real sst_gamma(real f1, const int is_2003)
{
    if (is_2003)
        return sst_mix(f1, (real)(5.0 / 9), (real)0.44);
    return sst_mix(f1, (real)(0.075 / 0.09 - 0.5 * 0.41 * 0.41 / 0.3),
                   (real)(0.0828 / 0.09 - 0.856 * 0.41 * 0.41 / 0.3));
}

/* omega at a wall whose nearest cell centre is d away (Menter 1994, Eq. A12);
 * nu: kinematic viscosity, m^2/s. */
UFV_HD real sst_wall_omega(real nu, real d)
{
    return (real)60 * nu / (SST_BETA1 * d * d);
}

struct sst_cell {
    real mu_t;  /* Pa s */
    real f1;    /* blending function, 0 .. 1 */
};

/* Least value of F1: exp(-R^8), 1 where R = d sqrt(k) / nu is below one half, 0 from 1.5 on. The form is that by which
 * Langtry & Menter (2009, AIAA J. 47(12), F3) keep F1 at 1 in laminar layers, with 1 in place of their 120: in a layer
 * without turbulence, where omega = 80 nu / d^2, the eddy viscosity is R^2 / 80 of the molecular one. There k is held
 * at the least value of the scheme, and its gradient along the wall decides whether F1 is 0 or 1, and omega a tenth
 * more or less: on the nose of an airfoil one such cell kept a run from settling. In the sublayer of turbulence F1 is 1
 * without it. */
UFV_HD real sst_blending_least(real reynolds)
{
    real r = real_min(reynolds, (real)2); /* exp(-256) is nothing, and large ones must not overflow */
    real r4 = r * r * (r * r);
    return exp_minus(r4 * r4);
}

/* What the model takes of the flow at a point. */
struct sst_point {
    real rho, k, omega; /* kg/m^3, m^2/s^2, 1/s */
    real cross;         /* grad k . grad omega, 1/s^3 */
};

/* Eddy viscosity rho a1 k / max(a1 omega, rate F2) with F2 = tanh(arg2^2), and F1 = tanh(arg1^4), at least
 * sst_blending_least().
 * mu: Pa s; rate: strain rate sqrt(2 Sij Sij) (2003) or vorticity (1994), 1/s; d: wall distance, m. The floor of the
 * cross-diffusion in F1 is 1e-10 (2003) or 1e-20 (1994). */
UFV_HD struct sst_cell sst_eddy_viscosity(struct sst_point at, real mu, real rate, real d, const int is_2003)
{
    const real rho = at.rho, k = at.k, omega = at.omega, cross = at.cross;
    struct sst_cell s;
    real inverse_d2 = (real)1 / (d * d);
    real length = real_sqrt(k) / (SST_BETA_STAR * omega * d), laminar = (real)500 * mu / (rho * omega) * inverse_d2;
    real positive = real_max((real)2 * rho * SST_SIGMA_W2 * cross / omega, is_2003 ? (real)1e-10 : (real)1e-20);
    real arg1 = real_min(real_max(length, laminar), (real)4 * rho * SST_SIGMA_W2 * k * inverse_d2 / positive);
    real arg2 = real_max((real)2 * length, laminar);
    /* tanh has reached 1 long before 3; large arguments must not overflow */
    arg1 = real_min(arg1, (real)10);
    arg2 = real_min(arg2, (real)10);
    s.f1 = real_max(tanh_positive(arg1 * arg1 * (arg1 * arg1)), sst_blending_least(d * real_sqrt(k) * rho / mu));
    s.mu_t = rho * SST_A1 * k / real_max(SST_A1 * omega, rate * tanh_positive(arg2 * arg2));
    return s;
}

struct sst_source {
    real k, omega;             /* per volume: kg/(m s^3), kg/(m^3 s^2) */
    real source_jacobian_k, source_jacobian_omega; /* derivatives of the destruction, 1/s, never negative */
};

/* Production of k and omega, per volume. */
struct sst_production {
    real k, omega; /* kg/(m s^3), kg/(m^3 s^2) */
};

/* production and its limits: as sst_sources(). That of omega is gamma rho times the production over mu_t, taken as
 * such: mu_t may vanish. */
UFV_HD struct sst_production sst_production_of(struct sst_point at, real production, struct sst_cell c,
                                               const int is_2003)
{
    const real rho = at.rho, k = at.k, omega = at.omega;
    struct sst_production p;
    real destruction = SST_BETA_STAR * rho * omega * k;
    real full = c.mu_t * production, most = (is_2003 ? (real)10 : (real)20) * destruction;
    real share = is_2003 && full > most ? most / full : (real)1;
    p.k = real_min(full, most);
    p.omega = sst_gamma(c.f1, is_2003) * rho * production * share;
    return p;
}

/* All sources: production, destruction and, of omega, the cross-diffusion. production: P / mu_t, 1/s^2.
 * P is at most 10 (2003) or 20 (1994) times
 * the destruction of k; the omega equation sees the limit in 2003 only.
 * Negative cross-diffusion destroys omega, and goes onto the diagonal over rho omega, which it is
 * divided by in rho omega's equation. */
UFV_HD struct sst_source sst_sources(struct sst_point at, real production, struct sst_cell c, const int is_2003)
{
    const real rho = at.rho, k = at.k, omega = at.omega, cross = at.cross;
    struct sst_source s;
    struct sst_production p = sst_production_of(at, production, c, is_2003);
    real destruction = SST_BETA_STAR * rho * omega * k;
    /* Cross diffusion, kg/(m^3 s^2); it may have either sign. */
    real diffusion = (real)2 * ((real)1 - c.f1) * rho * SST_SIGMA_W2 / omega * cross;
    real beta = sst_beta(c.f1);
    s.k = p.k - destruction;
    s.omega = p.omega - beta * rho * omega * omega + diffusion;
    s.source_jacobian_k = SST_BETA_STAR * omega;
    s.source_jacobian_omega = (real)2 * beta * omega + real_max(-diffusion, (real)0) / (rho * omega);
    return s;
}

#endif
