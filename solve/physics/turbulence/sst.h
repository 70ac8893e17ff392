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
#ifndef UFV_SOLVE_PHYSICS_TURBULENCE_SST_H
#define UFV_SOLVE_PHYSICS_TURBULENCE_SST_H

#include "physics/compressibility.h"
#include "physics/turbulence/model_values.h"
#include "physics/turbulence/wall_law_part.h"

/* The model's variables, m^2/s^2 and 1/s, and what its sources take of the gradients: production over mu_t, 1/s^2, and
 * grad k . grad omega. */
enum { Q_K = NV, Q_OMEGA };
enum { SST_K, SST_OMEGA };
enum { SST_PRODUCTION, SST_CROSS };

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
UFV_HD struct turbulence_eddies sst_eddy_viscosity(struct sst_point at, real mu, real rate, real d, const int is_2003)
{
    const real rho = at.rho, k = at.k, omega = at.omega, cross = at.cross;
    struct turbulence_eddies s;
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

/* production and its limits: as sst_sources_at(). That of omega is gamma rho times the production over mu_t, taken as
 * such: mu_t may vanish. */
UFV_HD struct sst_production sst_production_of(struct sst_point at, real production, struct turbulence_eddies c,
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
UFV_HD struct sst_source sst_sources_at(struct sst_point at, real production, struct turbulence_eddies c,
                                        const int is_2003)
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

/* Production over eddy viscosity, 1/s^2: 2 Sij Sij - 2/3 (div u)^2, or the squared
 * vorticity. */
UFV_HD real sst_production_rate(const struct turbulence *t, const struct flow_gradient *g)
{
    if (t->sst_vorticity) {
        stored vorticity = viscous_vorticity(g);
        return (real)(vorticity * vorticity);
    }
    stored divergence = g->u[0] + g->v[1] + g->w[2];
    return (real)(viscous_strain2(g) - (stored)(2.0 / 3) * divergence * divergence);
}

/* ---- corrections of the sources ---- */

/* root(k) / (beta* omega), m: the model's own length. k: m^2/s^2; omega: 1/s. */
UFV_HD real sst_length(real k, real omega)
{
    return real_divide(real_sqrt(k), SST_BETA_STAR * omega);
}

/* What another length than that makes of the destruction of k, rho k^(3/2) over the length. */
UFV_HD void sst_add_length(const real q[NV_MAX], real length, struct turbulence_source *s)
{
    real more = real_divide(sst_length(q[Q_K], q[Q_OMEGA]), length) - (real)1;
    real rate = more * SST_BETA_STAR * q[Q_OMEGA];
    s->value[SST_K] -= rate * q[Q_RHO] * q[Q_K];
    s->source_jacobian[SST_K] += rate;
}

/* ---- the law of the wall ---- */

/* What stands in the fit of the eddy viscosity over the viscosity, m = chi^4 / (chi^3 + 6.65 chi^2 - 8.54 chi +
 * 104.07), ours, fitted to the one-dimensional solution of SSTm with constant stress on a fine mesh: u+ within 0.7 %
 * from y+ = 1 to 1000, of SST-2003m too. Its u+ is 0.9 below that of Spalart-Allmaras at y+ = 30. */
#define WALL_SST_2 ((real)6.65)
#define WALL_SST_1 ((real)-8.54)
#define WALL_SST_0 ((real)104.07)
/* In that of omega. */
#define WALL_SST_OMEGA ((real)178)
/* Rate of the source that holds k and omega in the cell at the wall, over omega: they stay within 0.2 % of the values
 * that they are held at. */
#define SST_HOLD_RATE ((real)100)

/* omega nu / u_tau^2 from the y+ of a point: its value in the sublayer and, more and more from y+ = 5 on, that
 * in the logarithmic layer, 1 / (sqrt(beta*) chi); within 2 % of the same solution. (The root of the sum of both
 * squares, Menter, Ferreira, Esch & Konno 2003, IGTC2003-TS-059, is 23 % too low at y+ = 10.) */
UFV_HD real sst_law_omega(real y)
{
    const real sublayer = (real)(6 / 0.075), log_layer = (real)(1 / (0.3 * 0.41)); /* 0.3 = sqrt(beta*) */
    real y2 = y * y;
    return real_divide(sublayer, y2) + real_divide(log_layer * y2, y * y2 + WALL_SST_OMEGA);
}

/* - d log omega / d log y there. */
UFV_HD real sst_law_omega_slope(real y)
{
    const real sublayer = (real)(6 / 0.075), log_layer = (real)(1 / (0.3 * 0.41));
    real y2 = y * y, y3 = y * y2, outer = real_divide(log_layer * y2, y3 + WALL_SST_OMEGA);
    real bend = real_divide((real)3 * y3, y3 + WALL_SST_OMEGA) - (real)2;
    real inner = real_divide(sublayer, y2);
    return real_divide((real)2 * inner + bend * outer, inner + outer);
}

/* omega, 1/s, at the distance d (m) from the wall, where y+ is y; nu: on the wall, m^2/s. */
UFV_HD real sst_law_omega_at(real nu, real y, real d)
{
    real scale = real_divide(y, d);
    return nu * scale * scale * sst_law_omega(y);
}

/* ---- the functions of a row (physics/turbulence/models.h) ---- */

/* The eddy viscosity depends on the strain rate, and F1 on gradients of k and omega. */
UFV_HD int sst_keeps_eddies(void)
{
    return 1;
}

UFV_HD int sst_holds_at_walls(void)
{
    return 1;
}

/* k and omega begin far from their equilibrium at walls. */
UFV_HD int sst_starts_far(void)
{
    return 1;
}

/* In a long thin cell near a wall, whose line to the next is aslant by as much as the cell is thick, the offset across
 * the line takes the change of omega's slope, some ten times the slope itself, and omega diffused to where there is
 * more of it. */
UFV_HD int sst_slopes_in_face(void)
{
    return 1;
}

UFV_HD int sst_has_qcr_2013_v(void)
{
    return 0;
}

UFV_HD struct turbulence_terms sst_terms(stored g[NV_MAX][3], const struct flow_gradient *f, const struct turbulence *t)
{
    struct turbulence_terms s = {{(stored)0}};
    s.at[SST_PRODUCTION] = (stored)sst_production_rate(t, f);
    s.at[SST_CROSS] = stored_dot3(g[Q_K], g[Q_OMEGA]);
    return s;
}

/* Where nothing limits it. */
UFV_HD real sst_cell_viscosity(real mu, real rho, const real variable[NV_MODEL])
{
    (void)mu;
    return real_divide(rho * variable[SST_K], variable[SST_OMEGA]);
}

/* Menter, Kuntz & Langtry 2003 limit the eddy viscosity by the strain rate, Menter 1994 by the vorticity. */
UFV_HD struct turbulence_eddies sst_eddies(const real q[NV_MAX], real g[NV_MAX][3], const struct flow_gradient *f,
                                           real mu, real d, const struct turbulence *t)
{
    real rate = (real)(t->sst_2003 ? stored_sqrt(viscous_strain2(f)) : viscous_vorticity(f));
    const struct sst_point at = {q[Q_RHO], q[Q_K], q[Q_OMEGA], dot3(g[Q_K], g[Q_OMEGA])};
    return sst_eddy_viscosity(at, mu, rate, d, t->sst_2003);
}

/* As sst_sources_at() has them. */
UFV_HD struct turbulence_source sst_sources(const real q[NV_MAX], struct turbulence_terms terms,
                                            struct turbulence_eddies eddies, real d, const struct fluid *fluid,
                                            const struct turbulence *t)
{
    struct turbulence_source out = turbulence_source_none();
    const struct sst_point at = {q[Q_RHO], q[Q_K], q[Q_OMEGA], (real)terms.at[SST_CROSS]};
    (void)d, (void)fluid;
    struct sst_source s = sst_sources_at(at, (real)terms.at[SST_PRODUCTION], eddies, t->sst_2003);
    out.value[SST_K] = s.k;
    out.value[SST_OMEGA] = s.omega;
    out.source_jacobian[SST_K] = s.source_jacobian_k;
    out.source_jacobian[SST_OMEGA] = s.source_jacobian_omega;
    return out;
}

UFV_HD struct turbulence_source sst_correction(const real q[NV_MAX], const struct turbulence_correction *c)
{
    struct turbulence_source out = turbulence_source_none();
    real rho = q[Q_RHO], k = q[Q_K], omega = q[Q_OMEGA];
    if (c->turbulence->rotation) {
        const struct sst_point at = {rho, k, omega, (real)0}; /* production takes no cross diffusion */
        struct sst_production p = sst_production_of(at, c->rate, c->eddies, c->turbulence->sst_2003);
        real factor = rotation_factor_sst(c->g, c->strain_rate, omega) - (real)1;
        out.value[SST_K] += factor * p.k;
        out.value[SST_OMEGA] += factor * p.omega;
    }
    if (c->turbulence->compressible) {
        /* Wilcox's correction: beta* (1 + xi F), and beta less as much, so that k is destroyed faster
         * and omega slower. */
        real more = SST_BETA_STAR * compressibility_sst(k, real_divide(c->fluid->gamma * q[Q_P], rho));
        out.value[SST_K] -= more * rho * omega * k;
        out.value[SST_OMEGA] += more * rho * omega * omega;
        out.source_jacobian[SST_K] += more * omega;
    }
    if (c->has_length)
        sst_add_length(q, c->length, &out);
    return out;
}

UFV_HD struct scales_constants sst_scales_constants(void)
{
    const struct scales_constants c = {(real)20, (real)1.87, (real)5};
    return c;
}

/* Strelets 2001. */
UFV_HD real sst_scales_constant(real f1)
{
    return sst_mix(f1, (real)0.78, (real)0.61);
}

/* The model has no terms at low Reynolds numbers: Psi is 1. */
UFV_HD void sst_scales(const real q[NV_MAX], struct turbulence_eddies eddies, struct turbulence_scales *c)
{
    c->p.nu_t = real_divide(eddies.mu_t, q[Q_RHO]);
    c->p.own = sst_length(q[Q_K], q[Q_OMEGA]);
    c->p.normal = (real)0; /* Gritskevich et al. 2012 */
    c->psi = (real)1;
}

UFV_HD struct face_viscosity sst_face_viscosity(real mu, real rho, const struct turbulence_face *f)
{
    struct face_viscosity v = face_viscosity_molecular(mu);
    (void)rho;
    v.mu_t = f->eddies.mu_t;
    v.diffusivity[SST_K] = mu + sst_sigma_k(f->eddies.f1) * v.mu_t;
    v.diffusivity[SST_OMEGA] = mu + sst_sigma_w(f->eddies.f1) * v.mu_t;
    return v;
}

/* The eddy viscosity is as in the cell, in proportion to rho k / omega. */
UFV_HD struct turbulence_face sst_open_face(const real inside[NV_MAX], struct turbulence_eddies eddies, real rho,
                                            const real value[NV_MODEL])
{
    struct turbulence_face f = turbulence_face_none();
    real unlimited = real_divide(inside[Q_RHO] * inside[Q_K], inside[Q_OMEGA]);
    real share = real_divide(eddies.mu_t, unlimited), ratio = unlimited > (real)0 ? share : (real)1;
    f.eddies.mu_t = real_divide(ratio * rho * value[SST_K], value[SST_OMEGA]);
    f.eddies.f1 = eddies.f1;
    return f;
}

/* The diffusivity is held, with the face's eddies. */
UFV_HD struct jacobian_pair sst_face_jacobian(int v, real mass, real s, real mu, struct turbulence_eddies eddies,
                                              const struct turbulence_side *own, const struct turbulence_side *other)
{
    struct turbulence_face face = turbulence_face_none();
    face.eddies = eddies;
    struct face_viscosity d = sst_face_viscosity(mu, own->rho, &face);
    return jacobian_scalar_face(mass, s, d.diffusivity[v], own->rho, other->rho);
}

/* k is 0 there. */
UFV_HD void sst_at_wall(real nu, real d, real out[NV_MODEL])
{
    out[SST_K] = (real)0;
    out[SST_OMEGA] = sst_wall_omega(nu, d);
}

/* ---- wall functions ---- */

UFV_HD real sst_law_viscosity(real y)
{
    real chi = WALL_KAPPA * y, chi2 = chi * chi;
    return real_divide(chi2 * chi2, chi2 * (chi + WALL_SST_2) + WALL_SST_1 * chi + WALL_SST_0);
}

/* As Spalart-Allmaras', by the roots of the denominator of 1 / (1 + m). */
UFV_HD real sst_law_velocity(real y)
{
    if (y < (real)0.1)
        return wall_law_series(y, WALL_SST_0);
    return (real)5.188630551941559 +
           wall_law_part(y, (real)5.2699205768384783, (real)7.0370239046415559, (real)1.4212028063466808,
                         (real)4.9811466918661065) +
           wall_law_part(y, (real)-4.0504083817165268, (real)5.5895913414154794, (real)-0.20169061122473009,
                         (real)2.7142606867242911);
}

/* k does not change there, omega as in its law. */
UFV_HD void sst_law_ghost(const real inside[NV_MODEL], real y_plus, real out[NV_MODEL])
{
    out[SST_K] = inside[SST_K];
    out[SST_OMEGA] = inside[SST_OMEGA] * ((real)1 + (real)2 * sst_law_omega_slope(y_plus));
}

/* None: k does not change there, and omega is held. */
UFV_HD void sst_law_diffusion(real mu, real rho, const real inside[NV_MODEL], real inverse, real out[NV_MODEL])
{
    (void)mu, (void)rho, (void)inside, (void)inverse;
    out[SST_K] = out[SST_OMEGA] = (real)0;
}

UFV_HD real sst_law_term(real rate)
{
    return rate * rate;
}

/* The law's eddy viscosity: no limiter. */
UFV_HD struct turbulence_eddies sst_law_eddies(const real q[NV_MAX], struct turbulence_terms terms, real rate, real mu,
                                               real d, const struct turbulence *t)
{
    const struct sst_point at = {q[Q_RHO], q[Q_K], q[Q_OMEGA], (real)terms.at[SST_CROSS]};
    struct turbulence_eddies e = sst_eddy_viscosity(at, mu, rate, d, t->sst_2003);
    e.mu_t = real_divide(q[Q_RHO] * q[Q_K], q[Q_OMEGA]);
    return e;
}

/* The limiter of the eddy viscosity sees the law's rate too. */
UFV_HD real sst_next_viscosity(const real q[NV_MAX], real mu_t, real share)
{
    real unlimited = real_divide(q[Q_RHO] * q[Q_K], q[Q_OMEGA]);
    return real_min(unlimited, real_divide(mu_t, share));
}

/* 1 + share times the law's eddy viscosity over the mean of the same of both cells, as faces take it. */
UFV_HD real sst_law_viscosity_share(struct turbulence_heights y, real share)
{
    real mean = (real)0.5 * (sst_law_viscosity(y.from) + sst_law_viscosity(y.to));
    return real_divide((real)1 + share * sst_law_viscosity(y.at), (real)1 + share * mean);
}

/* The slope of omega in its law over that between both cells. */
UFV_HD real sst_law_omega_share(struct turbulence_heights y)
{
    real slope = real_divide(sst_law_omega(y.at) * sst_law_omega_slope(y.at), y.at);
    return real_divide(slope * (y.to - y.from), sst_law_omega(y.from) - sst_law_omega(y.to));
}

/* The mean of two eddy viscosities is not the law's between them. k has no slope in its law. */
UFV_HD struct turbulence_shares sst_law_shares(struct turbulence_heights y, real slope)
{
    struct turbulence_shares s;
    s.flow = slope;
    for (int v = 0; v < NV_MODEL; v++)
        s.variable[v] = (real)1;
    s.flow *= sst_law_viscosity_share(y, (real)1);
    s.variable[SST_OMEGA] = sst_law_omega_share(y) * sst_law_viscosity_share(y, sst_sigma_w((real)1));
    return s;
}

/* omega of its law, and k by which k / omega is the law's eddy viscosity. */
UFV_HD struct turbulence_hold sst_hold(real nu, real y_plus, real d, const struct turbulence *t)
{
    struct turbulence_hold h = {{(real)0}, (real)0};
    real omega = sst_law_omega_at(nu, y_plus, d), k = omega * nu * sst_law_viscosity(y_plus);
    h.to[SST_K] = real_max(k, t->least[SST_K]);
    h.to[SST_OMEGA] = omega;
    h.rate = SST_HOLD_RATE * omega;
    return h;
}

/* ---- on the host: free stream, units ---- */

/* k is 3/2 (I V)^2 with the intensity I; omega follows from the given ratio of eddy viscosity rho k / omega to
 * molecular viscosity. The least values are positive, since omega is divided by, and far below what flows have. */
UFV_HD void sst_stream(const struct turbulence_stream *s, const struct turbulence *t, double far[NV_MODEL],
                       double least[NV_MODEL])
{
    const double fluctuation = s->intensity * s->mach;
    (void)t;
    far[SST_K] = isnan(s->intensity) ? 9e-9 * s->sound2 : 1.5 * fluctuation * fluctuation * s->sound2;
    far[SST_OMEGA] = s->density * far[SST_K] / (s->mu * s->viscosity_ratio);
    least[SST_K] = 1e-10 * far[SST_K];
    least[SST_OMEGA] = 1e-6 * far[SST_OMEGA];
}

UFV_HD double sst_stream_viscosity(double nu, const double far[NV_MODEL])
{
    (void)nu;
    return far[SST_K] / far[SST_OMEGA];
}

/* k counts at least by a thousandth of the square of the stream's speed: that of the free stream may be 1e-9 of what
 * boundary layers have, and a norm in its units would see nothing but k. omega, which spans decades, counts by its own
 * value in each cell. */
UFV_HD int sst_units(const struct turbulence_stream *s, const double far[NV_MODEL], double unit[NV_MODEL])
{
    unit[SST_K] = s->density * fmax(far[SST_K], 1e-3 * s->mach * s->mach * s->sound * s->sound);
    unit[SST_OMEGA] = s->density;
    return Q_OMEGA;
}

#endif
