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
#ifndef UFV_SOLVE_PHYSICS_TURBULENCE_SPALART_ALLMARAS_H
#define UFV_SOLVE_PHYSICS_TURBULENCE_SPALART_ALLMARAS_H

#include "physics/compressibility.h"
#include "physics/turbulence/model_values.h"
#include "physics/turbulence/wall_law_part.h"

/* The model's variable, nu_tilde, m^2/s, and what its sources take of the gradients: vorticity, 1/s; grad rho . grad
 * nu_tilde; |grad nu_tilde|^2. */
enum { Q_NU = NV };
enum { SA_VORTICITY, SA_CROSS, SA_SQUARE };

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

struct sa_cell {
    real rho, nu; /* kg/m^3; nu_tilde, m^2/s */
};

/* Spalart-Allmaras between cells. s: area / distance, m; mu: molecular viscosity on the face.
 *
 * The diffusion s / sigma (mu + rho (nu_own + nu_other) / 2) (nu_other - nu_own) has, rho the
 * face's, the derivatives -+ s / sigma (mu + rho nu) by the nu of either side. To it comes the
 * face's half of the source cb2 / sigma rho |grad nu|^2 of the own cell,
 * s / (2 sigma) cb2 rho_own (nu_other - nu_own)^2 (in a cell of faces in pairs volume times
 * square is the sum of area distance / 2 times squared slopes). Without it steps at high CFL
 * numbers diverge. Bounded where nu varies so much over a cell that the sum would not be
 * positive; negative nu (SA-neg) counts as 0. */
UFV_HD struct jacobian_pair jacobian_sa_face(real mass, real s, real mu, struct sa_cell own_cell,
                                             struct sa_cell other_cell)
{
    const real rho_own = own_cell.rho, rho_other = other_cell.rho, rho = (real)0.5 * (rho_own + rho_other);
    real a = real_max(own_cell.nu, (real)0), b = real_max(other_cell.nu, (real)0);
    real c = s * ((real)1 / SA_SIGMA), spread = SA_CB2 * rho_own * (b - a);
    real own = mu + real_max(rho * a + spread, (real)0.2 * rho * a);
    real other = mu + real_max(rho * b + spread, (real)0);
    return jacobian_pair(mass, c * own, c * other, rho_own, rho_other);
}

/* ---- corrections of the sources ---- */

/* What another length than the wall distance makes of the production and destruction of nu_tilde. v: kinematic
 * viscosity, m^2/s. */
UFV_HD void sa_add_length(const real q[NV_MAX], real v, const struct turbulence_correction *c,
                          struct turbulence_source *s)
{
    const int ft2 = c->turbulence->ft2;
    struct sa_source with = sa_production_destruction(q[Q_NU], v, c->rate, c->length, ft2);
    struct sa_source without = sa_production_destruction(q[Q_NU], v, c->rate, c->distance, ft2);
    s->value[0] += q[Q_RHO] * (with.value - without.value);
    s->source_jacobian[0] += with.source_jacobian - without.source_jacobian;
}

/* Psi of detached-eddy models, which takes out what the model's terms at low Reynolds numbers would do where nu_t is
 * small (Spalart et al. 2006, fw* = 0.424); without f_t2, as in SA-noft2. chi: nu_tilde / nu, above 0. */
UFV_HD real sa_low_reynolds(real chi)
{
    real fv1 = real_divide(sa_viscosity_ratio(chi), chi), fv2 = (real)1 - real_divide(chi, (real)1 + chi * fv1);
    real above = (real)1 - SA_CB1 / (SA_CW1 * SA_KAPPA2 * (real)0.424) * fv2;
    real square = real_divide(above, real_max(fv1, (real)1e-10));
    return real_sqrt(real_max(real_min(square, (real)100), (real)0));
}

/* ---- the functions of a row (physics/turbulence/models.h) ---- */

/* nu_tilde gives the eddy viscosity. */
UFV_HD int sa_keeps_eddies(void)
{
    return 0;
}

/* The law of the wall is a linear nu_tilde, which differences find. */
UFV_HD int sa_holds_at_walls(void)
{
    return 0;
}

UFV_HD int sa_starts_far(void)
{
    return 0;
}

UFV_HD int sa_slopes_in_face(void)
{
    return 0;
}

UFV_HD int sa_has_qcr_2013_v(void)
{
    return 1;
}

UFV_HD struct turbulence_terms sa_terms(stored g[NV_MAX][3], const struct flow_gradient *f, const struct turbulence *t)
{
    struct turbulence_terms s = {{(stored)0}};
    (void)t;
    s.at[SA_VORTICITY] = viscous_vorticity(f);
    s.at[SA_CROSS] = stored_dot3(g[Q_RHO], g[Q_NU]);
    s.at[SA_SQUARE] = stored_dot3(g[Q_NU], g[Q_NU]);
    return s;
}

UFV_HD real sa_cell_viscosity(real mu, real rho, const real variable[NV_MODEL])
{
    return mu * sa_viscosity_ratio(real_divide(rho * variable[0], mu));
}

/* Kept nowhere. */
UFV_HD struct turbulence_eddies sa_eddies(const real q[NV_MAX], real g[NV_MAX][3], const struct flow_gradient *f,
                                          real mu, real d, const struct turbulence *t)
{
    (void)q, (void)g, (void)f, (void)mu, (void)d, (void)t;
    return turbulence_eddies_none();
}

/* In the form for rho nu_tilde: cb2 rho |grad nu|^2 / sigma, and - (nu + nu_tilde) grad rho . grad nu / sigma, which
 * makes good that the diffusion is written as a divergence with rho inside (AJS). */
UFV_HD struct turbulence_source sa_sources(const real q[NV_MAX], struct turbulence_terms terms,
                                           struct turbulence_eddies eddies, real d, const struct fluid *fluid,
                                           const struct turbulence *t)
{
    struct turbulence_source out = turbulence_source_none();
    real rho = q[Q_RHO];
    (void)eddies;
    real v = real_divide(fluid_viscosity(fluid, fluid_temperature(fluid, rho, q[Q_P])), rho);
    struct sa_source s = sa_production_destruction(q[Q_NU], v, (real)terms.at[SA_VORTICITY], d, t->ft2);
    real diffusivity = v * sa_diffusivity(real_divide(q[Q_NU], v));
    out.value[0] = rho * s.value + ((real)1 / SA_SIGMA) * (SA_CB2 * rho * (real)terms.at[SA_SQUARE] -
                                                           diffusivity * (real)terms.at[SA_CROSS]);
    out.source_jacobian[0] = s.source_jacobian;
    return out;
}

/* The negative branch of SA-neg stays as it is. Where the factor for rotation is negative, production destroys.
 * source_jacobian is the derivative of what destroys, never negative, so that the implicit treatment of
 * the sources stays stable: a factor that raises production adds nothing to it. */
UFV_HD struct turbulence_source sa_correction(const real q[NV_MAX], const struct turbulence_correction *c)
{
    struct turbulence_source out = turbulence_source_none();
    const struct flow_gradient *g = c->g;
    real rho = q[Q_RHO], nu = q[Q_NU];
    real v = real_divide(fluid_viscosity(c->fluid, fluid_temperature(c->fluid, rho, q[Q_P])), rho);
    if (c->turbulence->rotation && nu > (real)0) {
        /* cb1 S~, of the production cb1 S~ nu_tilde, which f_r1 multiplies: what is added is (f_r1 - 1)
         * of it. */
        real rate = SA_CB1 * sa_strain_of(nu, v, (real)viscous_vorticity(g), c->distance).modified;
        real factor = rotation_factor_sa(g, c->strain_rate);
        out.value[0] += rho * (factor - (real)1) * rate * nu;
        out.source_jacobian[0] += real_max(-factor, (real)0) * rate;
    }
    if (c->turbulence->compressible) {
        stored square = stored_dot3(g->u, g->u) + stored_dot3(g->v, g->v) + stored_dot3(g->w, g->w);
        real rate = compressibility_sa(nu, real_divide(c->fluid->gamma * q[Q_P], rho), (real)square);
        out.value[0] -= rho * rate * nu;
        /* The term is rate nu_tilde with a rate that itself is proportional to nu_tilde, hence the factor of 2. */
        out.source_jacobian[0] += (real)2 * rate;
    }
    if (c->has_length)
        sa_add_length(q, v, c, &out);
    return out;
}

UFV_HD struct scales_constants sa_scales_constants(void)
{
    const struct scales_constants c = {(real)8, (real)1.63, (real)3.55};
    return c;
}

/* Shur et al. 1999. */
UFV_HD real sa_scales_constant(real f1)
{
    (void)f1;
    return (real)0.65;
}

/* The model's own length is the wall distance, and Psi corrects the low-Reynolds terms that a small length would set
 * off. */
UFV_HD void sa_scales(const real q[NV_MAX], struct turbulence_eddies eddies, struct turbulence_scales *c)
{
    real chi = real_divide(q[Q_NU], c->p.nu);
    (void)eddies;
    c->p.nu_t = c->p.nu * sa_viscosity_ratio(chi);
    c->p.own = c->p.d;
    /* chi is divided by; it may be zero or negative where the variable is. */
    c->psi = sa_low_reynolds(real_max(chi, (real)1e-6));
}

UFV_HD struct face_viscosity sa_face_viscosity(real mu, real rho, const struct turbulence_face *f)
{
    struct face_viscosity v = face_viscosity_molecular(mu);
    real chi = real_divide(rho * f->variable[0], mu);
    v.mu_t = mu * sa_viscosity_ratio(chi);
    v.diffusivity[0] = mu * sa_diffusivity(chi) * ((real)1 / SA_SIGMA);
    return v;
}

UFV_HD struct turbulence_face sa_open_face(const real inside[NV_MAX], struct turbulence_eddies eddies, real rho,
                                           const real value[NV_MODEL])
{
    struct turbulence_face f = turbulence_face_none();
    (void)inside, (void)eddies, (void)rho;
    f.variable[0] = value[0];
    return f;
}

UFV_HD struct jacobian_pair sa_face_jacobian(int v, real mass, real s, real mu, struct turbulence_eddies eddies,
                                             const struct turbulence_side *own, const struct turbulence_side *other)
{
    const struct sa_cell a = {own->rho, own->variable[0]}, b = {other->rho, other->variable[0]};
    (void)v, (void)eddies;
    return jacobian_sa_face(mass, s, mu, a, b);
}

/* nu_tilde is 0 there. */
UFV_HD void sa_at_wall(real nu, real d, real out[NV_MODEL])
{
    (void)nu, (void)d;
    out[0] = (real)0;
}

/* ---- wall functions ---- */

/* chi = kappa y+, chi fv1 (AJS, appendix). */
UFV_HD real sa_law_viscosity(real y)
{
    return sa_viscosity_ratio(WALL_KAPPA * y);
}

UFV_HD real sa_law_velocity(real y)
{
    if (y < (real)0.1)
        return wall_law_series(y, SA_CV1 * SA_CV1 * SA_CV1);
    return (real)5.0333908790505579 +
           wall_law_part(y, (real)8.148221580024245, (real)7.4600876082527945, (real)2.5496773539754747,
                         (real)3.599459109332379) +
           wall_law_part(y, (real)-6.9287093849022945, (real)7.468145790401841, (real)-1.3301651588535228,
                         (real)3.6397531868684494);
}

/* nu_tilde is in proportion to the distance in the law of the wall: the mirrored value has its slope, and zero on the
 * face. */
UFV_HD void sa_law_ghost(const real inside[NV_MODEL], real y_plus, real out[NV_MODEL])
{
    (void)y_plus;
    out[0] = -inside[0];
}

/* kappa u_tau y has the slope of a value of zero on the wall at any y+. */
UFV_HD void sa_law_diffusion(real mu, real rho, const real inside[NV_MODEL], real inverse, real out[NV_MODEL])
{
    struct turbulence_face none = turbulence_face_none();
    struct face_viscosity s = sa_face_viscosity(mu, rho, &none);
    out[0] = -s.diffusivity[0] * inside[0] * inverse;
}

UFV_HD real sa_law_term(real rate)
{
    return rate;
}

UFV_HD struct turbulence_eddies sa_law_eddies(const real q[NV_MAX], struct turbulence_terms terms, real rate, real mu,
                                              real d, const struct turbulence *t)
{
    (void)q, (void)terms, (void)rate, (void)mu, (void)d, (void)t;
    return turbulence_eddies_none();
}

UFV_HD real sa_next_viscosity(const real q[NV_MAX], real mu_t, real share)
{
    (void)q, (void)share;
    return mu_t;
}

UFV_HD struct turbulence_shares sa_law_shares(struct turbulence_heights y, real slope)
{
    struct turbulence_shares s;
    (void)y;
    s.flow = slope;
    for (int v = 0; v < NV_MODEL; v++)
        s.variable[v] = (real)1;
    return s;
}

UFV_HD struct turbulence_hold sa_hold(real nu, real y_plus, real d, const struct turbulence *t)
{
    struct turbulence_hold h = {{(real)0}, (real)0};
    (void)nu, (void)y_plus, (void)d, (void)t;
    return h;
}

/* ---- on the host: free stream, units ---- */

/* nu_tilde over the molecular viscosity as given (AJS Eq. 9: 3 to 5). */
UFV_HD void sa_stream(const struct turbulence_stream *s, const struct turbulence *t, double far[NV_MODEL],
                      double least[NV_MODEL])
{
    far[0] = s->nu_ratio * s->mu / s->density;
    least[0] = t->negative ? -HUGE_VAL : 0;
}

UFV_HD double sa_stream_viscosity(double nu, const double far[NV_MODEL])
{
    return nu * (double)sa_viscosity_ratio((real)(far[0] / nu));
}

/* A hundred of nu_tilde of the free stream, which is no measure of that in boundary layers. */
UFV_HD int sa_units(const struct turbulence_stream *s, const double far[NV_MODEL], double unit[NV_MODEL])
{
    unit[0] = s->density * 100 * far[0];
    return NV_MAX;
}

#endif
