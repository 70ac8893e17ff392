/* models.h: the turbulence models, called by row.
 *
 * A model is a row of TURBULENCE_MODELS (arithmetic/equations.h) and a header, included below, that defines every
 * function of the list that follows with the row's name in front: sa_sources(), sst_sources(). model_sources() calls
 * that of its argument `equations`, which is a constant wherever kernels are compiled, so that nothing is left of the
 * choice. A model that lacks a function does not compile; nothing is computed for equations without a model.
 *
 *   keeps_eddies      1: eddy viscosity and blending function are found with the gradients and kept as arrays, mu_t
 *                     and f1; 0: the variables alone give the eddy viscosity
 *   holds_at_walls    1: wall functions hold the variables in cells at walls, by sources (hold)
 *   starts_far        1: a uniform start is far from equilibrium at walls, and takes the implicit scheme's defect
 *                     correction also without a limiter
 *   slopes_in_face    1: on faces off the line between their cells the offset in the face's plane is taken for
 *                     gradients of the variables (struct face_edge); 0: that across the line, as for the flow
 *   has_qcr_2013_v    1: goes with the quadratic stress of 2013 (physics/quadratic_stress.h)
 *   terms             of a cell's gradients, for sources
 *   cell_viscosity    eddy viscosity by the variables alone
 *   eddies            of a cell, from its gradients, where they are kept
 *   sources           with their Jacobian
 *   correction        what the corrections that keys switch on add to the sources
 *   scales_constants, scales_constant, scales      of detached-eddy models
 *   face_viscosity    viscosity and diffusivities on a face
 *   open_face         what face_viscosity() takes on a boundary that the fluid passes
 *   face_jacobian     derivatives of a variable's flux between two cells
 *   at_wall           the variables on a no-slip wall
 *   law_viscosity, law_velocity, law_ghost, law_diffusion, law_term, law_eddies, next_viscosity, law_shares, hold
 *                     of wall functions
 *   stream, stream_viscosity, units                on the host: free stream and least values, units of residuals
 */
#ifndef UFV_SOLVE_PHYSICS_TURBULENCE_MODELS_H
#define UFV_SOLVE_PHYSICS_TURBULENCE_MODELS_H

#include "physics/turbulence/spalart_allmaras.h"
#include "physics/turbulence/sst.h"

/* The function of the row of `equations` with these arguments; `none` for equations without a model. */
#define MODEL_CALL_ROW(name, NAME, unknowns, terms, viscous, turbulent, what, variables, function, arguments)          \
    equations == EQUATIONS_##NAME ? name##_##function arguments:
#define MODEL_CALL(none, function, ...) (TURBULENCE_MODELS(MODEL_CALL_ROW, function, (__VA_ARGS__)) none)

/* ---- what kind of model it is: constants, 0 without one ---- */

UFV_HD int model_keeps_eddies(const int equations)
{
    return MODEL_CALL(0, keeps_eddies, );
}

UFV_HD int model_holds_at_walls(const int equations)
{
    return MODEL_CALL(0, holds_at_walls, );
}

UFV_HD int model_starts_far(const int equations)
{
    return MODEL_CALL(0, starts_far, );
}

UFV_HD int model_slopes_in_face(const int equations)
{
    return MODEL_CALL(0, slopes_in_face, );
}

UFV_HD int model_has_qcr_2013_v(const int equations)
{
    return MODEL_CALL(0, has_qcr_2013_v, );
}

/* ---- cells ---- */

/* g: gradients of all variables; f: of velocity and temperature. */
UFV_HD struct turbulence_terms model_terms(stored g[NV_MAX][3], const struct flow_gradient *f,
                                           const struct turbulence *t, const int equations)
{
    struct turbulence_terms none = {{(stored)0}};
    return MODEL_CALL(none, terms, g, f, t);
}

/* Pa s, of the variables and the molecular viscosity mu (Pa s) alone: without what limits it where eddies are kept. */
UFV_HD real model_cell_viscosity(real mu, real rho, const real variable[NV_MODEL], const int equations)
{
    return MODEL_CALL((real)0, cell_viscosity, mu, rho, variable);
}

/* Of a stencil cell with the variables q and their gradients g, before these are rounded to be stored; f: made of
 * the rounded ones. mu: molecular viscosity, Pa s; d: wall distance, m. */
UFV_HD struct turbulence_eddies model_eddies(const real q[NV_MAX], real g[NV_MAX][3], const struct flow_gradient *f,
                                             real mu, real d, const struct turbulence *t, const int equations)
{
    return MODEL_CALL(turbulence_eddies_none(), eddies, q, g, f, mu, d, t);
}

/* eddies: where the model keeps them; d: wall distance, m. */
UFV_HD struct turbulence_source model_sources(const real q[NV_MAX], struct turbulence_terms terms,
                                              struct turbulence_eddies eddies, real d, const struct fluid *fluid,
                                              const struct turbulence *t, const int equations)
{
    return MODEL_CALL(turbulence_source_none(), sources, q, terms, eddies, d, fluid, t);
}

UFV_HD struct turbulence_source model_correction(const real q[NV_MAX], const struct turbulence_correction *c,
                                                 const int equations)
{
    return MODEL_CALL(turbulence_source_none(), correction, q, c);
}

/* ---- detached-eddy models ---- */

UFV_HD struct scales_constants scales_constants(const int equations)
{
    const struct scales_constants none = {(real)0, (real)0, (real)0};
    return MODEL_CALL(none, scales_constants, );
}

/* C. f1: where the model keeps eddies; given: what the user gives in its place; 0: nothing. */
UFV_HD real scales_constant(real given, real f1, const int equations)
{
    real own = MODEL_CALL((real)0, scales_constant, f1);
    return given > (real)0 ? given : own;
}

/* Completes the cell's p.nu_t and p.own, and psi; p.normal may be set to 0. */
UFV_HD void model_scales(const real q[NV_MAX], struct turbulence_eddies eddies, struct turbulence_scales *c,
                         const int equations)
{
    MODEL_CALL((void)0, scales, q, eddies, c);
}

/* ---- faces ---- */

/* mu: molecular viscosity, Pa s; without a model it is all there is. */
UFV_HD struct face_viscosity model_face_viscosity(real mu, real rho, const struct turbulence_face *f,
                                                  const int equations)
{
    return MODEL_CALL(face_viscosity_molecular(mu), face_viscosity, mu, rho, f);
}

/* inside: the cell's variables, its eddies beside them; rho, value: density and the model's variables on the face. */
UFV_HD struct turbulence_face model_open_face(const real inside[NV_MAX], struct turbulence_eddies eddies, real rho,
                                              const real value[NV_MODEL], const int equations)
{
    return MODEL_CALL(turbulence_face_none(), open_face, inside, eddies, rho, value);
}

/* Of variable v of the model, 0 .., between cells; mass, s: as of jacobian_pair(); mu, eddies: on the face. */
UFV_HD struct jacobian_pair model_face_jacobian(int v, real mass, real s, real mu, struct turbulence_eddies eddies,
                                                const struct turbulence_side *own, const struct turbulence_side *other,
                                                const int equations)
{
    const struct jacobian_pair none = {(real)0, (real)0};
    return MODEL_CALL(none, face_jacobian, v, mass, s, mu, eddies, own, other);
}

/* nu: molecular, m^2/s, on the wall; d: m, from there to the cell's centre. */
UFV_HD void model_at_wall(real nu, real d, real out[NV_MODEL], const int equations)
{
    MODEL_CALL((void)0, at_wall, nu, d, out);
}

/* ---- wall functions: the law of the wall that the model itself has, in wall units (physics/turbulence/wall_law.h),
 * y, y_plus: y+ of a point ---- */

/* Eddy viscosity over viscosity. */
UFV_HD real model_law_viscosity(real y, const int equations)
{
    return MODEL_CALL((real)0, law_viscosity, y);
}

/* u+. */
UFV_HD real model_law_velocity(real y, const int equations)
{
    return MODEL_CALL(y, law_velocity, y);
}

/* The variables in the ghost behind a cell with the variables inside, by which differences have the slopes of the law
 * beside the wall. */
UFV_HD void model_law_ghost(const real inside[NV_MODEL], real y_plus, real out[NV_MODEL], const int equations)
{
    MODEL_CALL((void)0, law_ghost, inside, y_plus, out);
}

/* Diffusion of the variables into the wall, as struct face_diffusion has it. mu, rho: on the wall; inverse: one over
 * the cell's distance, 1/m. */
UFV_HD void model_law_diffusion(real mu, real rho, const real inside[NV_MODEL], real inverse, real out[NV_MODEL],
                                const int equations)
{
    MODEL_CALL((void)0, law_diffusion, mu, rho, inside, inverse, out);
}

/* The term at[0] of the rate of shear (1/s), or the factor on it of a factor on that rate. */
UFV_HD real model_law_term(real rate, const int equations)
{
    return MODEL_CALL((real)0, law_term, rate);
}

/* Of the cell at a wall with that rate of shear; mu, d, t: as of model_eddies(). */
UFV_HD struct turbulence_eddies model_law_eddies(const real q[NV_MAX], struct turbulence_terms terms, real rate,
                                                 real mu, real d, const struct turbulence *t, const int equations)
{
    return MODEL_CALL(turbulence_eddies_none(), law_eddies, q, terms, rate, mu, d, t);
}

/* The kept eddy viscosity of the next cell, whose rate of shear is `share` of that of its gradients. */
UFV_HD real model_next_viscosity(const real q[NV_MAX], real mu_t, real share, const int equations)
{
    return MODEL_CALL(mu_t, next_viscosity, q, mu_t, share);
}

/* slope: the share of the velocity's slope (wall_layer_slope_share()). */
UFV_HD struct turbulence_shares model_law_shares(struct turbulence_heights y, real slope, const int equations)
{
    struct turbulence_shares none = {slope, {(real)0}};
    return MODEL_CALL(none, law_shares, y, slope);
}

/* Of models that hold their variables in cells at walls. nu: on the wall, m^2/s; d: m, of the cell. */
UFV_HD struct turbulence_hold model_hold(real nu, real y_plus, real d, const struct turbulence *t, const int equations)
{
    struct turbulence_hold none = {{(real)0}, (real)0};
    return MODEL_CALL(none, hold, nu, y_plus, d, t);
}

/* ---- on the host ---- */

/* The variables of the free stream, and the least values that they may take. */
UFV_HD void model_stream(const struct turbulence_stream *s, const struct turbulence *t, double far[NV_MODEL],
                         double least[NV_MODEL], const int equations)
{
    MODEL_CALL((void)0, stream, s, t, far, least);
}

/* The free stream's eddy viscosity, m^2/s. nu: its molecular one. */
UFV_HD double model_stream_viscosity(double nu, const double far[NV_MODEL], const int equations)
{
    return MODEL_CALL(0.0, stream_viscosity, nu, far);
}

/* Units of rho times each variable in norms of residuals. Returns the variable, NV .. NV_MAX, from which on the unit is
 * for each cell multiplied by the variable's own value there. */
UFV_HD int model_units(const struct turbulence_stream *s, const double far[NV_MODEL], double unit[NV_MODEL],
                       const int equations)
{
    return MODEL_CALL((int)NV_MAX, units, s, far, unit);
}

#endif
