/* sliding_faces.h: a sliding interface (features/sliding/): the table of cells at it, ghosts that go on across it, and
 * one flux for each piece that two faces have in common.
 *
 * A piece's flux is that from the turning cell to the one at rest, in axes at rest, through an area at rest: the
 * cylinder's velocity is along itself. Both cells make it from the same numbers in the same order, on whatever ranks
 * they are, and take it with opposite signs: mass, energy and turbulence variables are conserved to the rounding of
 * sums, momentum to that of turned vectors. Viscous fluxes are made likewise, of the values and gradients of both cells
 * in axes at rest.
 */
#ifndef UFV_SOLVE_KERNELS_SLIDING_FACES_H
#define UFV_SOLVE_KERNELS_SLIDING_FACES_H

#include "kernels/flux.h"
#include "kernels/sliding_args.h"

/* A row of the table: the state of the cell, or its gradients. equations: a constant, as below. */
UFV_HD void sliding_pack_body(lid i, const struct sliding_pack_args *a, const int equations)
{
    const int nv = equations_variables(equations);
    const lid c = a->m.left[a->face[i]];
    real *row = a->table + a->place[i] * (int64_t)(a->q ? nv : sliding_slope_width(equations));
    if (a->q) {
        for (int v = 0; v < nv; v++)
            row[v] = a->q[v * (int64_t)a->m.n_slots + c];
        return;
    }
    if (!equations_are_viscous(equations)) {
        for (int k = 0; k < 3 * nv; k++)
            row[k] = (real)a->gradient[gradient_entry(&a->m, 3 * nv, k, c)];
        return;
    }
    for (int v = 0; v < nv; v++) {
        struct limited_gradient g = limited_load(&a->m, a->limited, nv, v, c);
        for (int d = 0; d < 3; d++)
            row[4 * v + d] = (real)g.g[d];
        row[4 * v + 3] = (real)g.phi;
    }
    if (model_keeps_eddies(equations)) {
        row[4 * nv] = a->mu_t[c];
        row[4 * nv + 1] = a->f1[c];
    }
}

/* out = u in the axes of the zone (way 1), or back in those at rest (way 0). */
UFV_HD void sliding_turn(const real from_rest[9], int way, const real u[3], real out[3])
{
    for (int d = 0; d < 3; d++)
        out[d] = way ? from_rest[3 * d] * u[0] + from_rest[3 * d + 1] * u[1] + from_rest[3 * d + 2] * u[2]
                     : from_rest[d] * u[0] + from_rest[3 + d] * u[1] + from_rest[6 + d] * u[2];
}

/* The linear function through the cells of both sides, at the ghost's centroid; the cell's own value where that would
 * lose more than four fifths of density or pressure, or of that turbulence variable. */
UFV_HD void sliding_ghost_body(lid i, const struct sliding_ghost_args *a, const int equations)
{
    const int nv = equations_variables(equations);
    const lid first = a->begin[i];
    const real *own = a->state + a->of[first] * (int64_t)nv;
    real across[NV_MAX] = {(real)0}, turned[3], value[NV_MAX];
    for (lid k = first + 1; k < a->begin[i + 1]; k++)
        for (int v = 0; v < nv; v++)
            across[v] += (real)a->weight[k] * a->state[a->of[k] * (int64_t)nv + v];
    sliding_turn(a->from_rest, a->turns[a->of[first]], across + Q_U, turned);
    for (int v = 0; v < nv; v++)
        value[v] = (real)a->weight[first] * own[v] + (v >= Q_U && v <= Q_W ? turned[v - Q_U] : across[v]);
    const int holds = value[Q_RHO] > (real)0.2 * own[Q_RHO] && value[Q_P] > (real)0.2 * own[Q_P];
    for (int v = 0; v < NV; v++)
        a->q[v * (int64_t)a->n_slots + a->slot[i]] = holds ? value[v] : own[v];
    for (int v = NV; v < nv; v++)
        a->q[v * (int64_t)a->n_slots + a->slot[i]] = value[v] > (real)0.2 * own[v] ? value[v] : own[v];
}

/* A cell beside a piece, in axes at rest but for what is said. */
struct sliding_side {
    struct state face;       /* reconstructed at the piece */
    real turbulence[NV_MODEL]; /* likewise */
    real q[NV_MAX];          /* the cell's own values */
    stored g[NV_MAX][3];     /* viscous flow: gradients, not limited */
    real way[3];             /* m, from the centroid to the piece */
    struct turbulence_eddies eddies; /* where the model keeps them */
};

/* What the limited gradients of a row add over dx (m), in the row's own axes, as flux_extrapolate() has it. */
UFV_HD void sliding_step(const struct sliding_flux_args *a, const real *g, const double *dx, const int equations,
                         real step[NV_MAX])
{
    const int nv = equations_variables(equations);
    for (int v = 0; v < nv; v++) {
        if (!equations_are_viscous(equations)) {
            step[v] = g[v] * (real)dx[0] + g[nv + v] * (real)dx[1] + g[2 * nv + v] * (real)dx[2];
        } else {
            step[v] = g[4 * v] * (real)dx[0] + g[4 * v + 1] * (real)dx[1] + g[4 * v + 2] * (real)dx[2];
            step[v] *= (v < NV ? a->f.slope : a->f.turbulence_slope) * g[4 * v + 3];
        }
    }
}

/* Gradients of a row in axes at rest: the direction of each, and the components of the velocity. */
UFV_HD void sliding_gradients(const struct sliding_flux_args *a, const real *row, int turns, const int equations,
                              stored g[NV_MAX][3])
{
    const int nv = equations_variables(equations);
    for (int v = 0; v < nv; v++) {
        real at_rest[3];
        sliding_turn(a->from_rest, 0, row + 4 * v, at_rest);
        for (int d = 0; d < 3; d++)
            g[v][d] = (stored)(turns ? at_rest[d] : row[4 * v + d]);
    }
    for (int d = 0; turns && d < 3; d++) {
        const real column[3] = {(real)g[Q_U][d], (real)g[Q_V][d], (real)g[Q_W][d]};
        real at_rest[3];
        sliding_turn(a->from_rest, 0, column, at_rest);
        for (int v = 0; v < 3; v++)
            g[Q_U + v][d] = (stored)at_rest[v];
    }
}

/* The cell of a row; dx: m, in its own axes, from its centroid to the piece. */
UFV_HD struct sliding_side sliding_side_of(const struct sliding_flux_args *a, lid row, const double *dx, int turns,
                                           const int equations)
{
    const int nv = equations_variables(equations);
    const real *q = a->state + row * (int64_t)nv, *g = a->slope + row * (int64_t)sliding_slope_width(equations);
    struct sliding_side s;
    real step[NV_MAX], at_rest[3];
    sliding_step(a, g, dx, equations, step);
    /* as flux_reconstruct() */
    real share = real_min(flux_share(q[Q_RHO], step[Q_RHO]), flux_share(q[Q_P], step[Q_P]));
    const real u[3] = {q[Q_U] + share * step[Q_U], q[Q_V] + share * step[Q_V], q[Q_W] + share * step[Q_W]};
    sliding_turn(a->from_rest, 0, u, at_rest);
    s.face.rho = q[Q_RHO] + share * step[Q_RHO];
    s.face.u = turns ? at_rest[0] : u[0];
    s.face.v = turns ? at_rest[1] : u[1];
    s.face.w = turns ? at_rest[2] : u[2];
    s.face.p = q[Q_P] + share * step[Q_P];
    s.eddies = turbulence_eddies_none();
    for (int v = 0; v < NV_MODEL; v++)
        s.turbulence[v] = (real)0;
    if (!equations_are_viscous(equations))
        return s;
    for (int v = NV; v < nv; v++) {
        real sign = q[v] < (real)0 ? (real)-1 : (real)1;
        s.turbulence[v - NV] = q[v] + flux_share(sign * q[v], sign * step[v]) * step[v];
    }
    const real way[3] = {(real)dx[0], (real)dx[1], (real)dx[2]};
    sliding_turn(a->from_rest, 0, q + Q_U, at_rest);
    for (int v = 0; v < nv; v++)
        s.q[v] = turns && v >= Q_U && v <= Q_W ? at_rest[v - Q_U] : q[v];
    sliding_turn(a->from_rest, 0, way, at_rest);
    for (int d = 0; d < 3; d++)
        s.way[d] = turns ? at_rest[d] : way[d];
    sliding_gradients(a, g, turns, equations, s.g);
    if (model_keeps_eddies(equations)) {
        s.eddies.mu_t = g[4 * nv];
        s.eddies.f1 = g[4 * nv + 1];
    }
    return s;
}

/* The line between the cells' centroids. Pieces lie off it, on both sides: their distances from it, weighted by their
 * areas, add up to nothing over each face, and so does what the gradient differs by there. It is left out: of a small
 * piece at the edge of two long thin cells the offset is many times the distance across. */
UFV_HD struct face_edge sliding_edge(const struct sliding_side *l, const struct sliding_side *r)
{
    struct face_edge s;
    for (int d = 0; d < 3; d++)
        s.e[d] = (stored)(l->way[d] - r->way[d]);
    s.inverse = stored_divide((stored)1, stored_sqrt(stored_dot3(s.e, s.e)));
    for (int d = 0; d < 3; d++) {
        s.e[d] *= s.inverse;
        s.offset[d] = s.inside[d] = (stored)0;
    }
    return s;
}

/* Turbulence on a piece, as face_turbulence_inside() has it on a face between cells. */
UFV_HD struct turbulence_face sliding_turbulence(const struct sliding_side *l, const struct sliding_side *r,
                                                 const int equations)
{
    struct turbulence_face t = turbulence_face_none();
    if (model_keeps_eddies(equations)) {
        t.eddies.mu_t = (real)0.5 * (l->eddies.mu_t + r->eddies.mu_t);
        t.eddies.f1 = (real)0.5 * (l->eddies.f1 + r->eddies.f1);
        return t;
    }
    for (int v = NV; v < equations_variables(equations); v++) {
        real step = (real)0;
        for (int d = 0; d < 3; d++)
            step += (real)0.5 * ((real)l->g[v][d] * l->way[d] + (real)r->g[v][d] * r->way[d]);
        t.variable[v - NV] = face_variable_within(l->q[v], r->q[v], step);
    }
    return t;
}

/* Viscous fluxes through a piece with the unit normal n, as face_diffuse() has them of a face between cells. */
UFV_HD struct face_diffusion sliding_diffuse(const struct flux_args *a, struct sliding_side *l,
                                             struct sliding_side *r, const real n[3], const int equations)
{
    const struct fluid *fluid = &a->fluid;
    const stored half = (stored)0.5, normal[3] = {(stored)n[0], (stored)n[1], (stored)n[2]};
    struct face_diffusion out = face_diffusion_none();
    struct face_edge edge = sliding_edge(l, r);
    const stored velocity[3] = {half * (stored)(l->face.u + r->face.u), half * (stored)(l->face.v + r->face.v),
                                half * (stored)(l->face.w + r->face.w)};
    const struct turbulence_face turbulent = sliding_turbulence(l, r, equations);
    struct flow_gradient h, hl = flow_gradient_of(l->g, (stored)l->q[Q_RHO], (stored)l->q[Q_P], fluid);
    struct flow_gradient hr = flow_gradient_of(r->g, (stored)r->q[Q_RHO], (stored)r->q[Q_P], fluid);
    stored *component[3] = {h.u, h.v, h.w};
    for (int v = 0; v < 3; v++)
        face_gradient(&edge, edge.offset, l->g[Q_U + v], r->g[Q_U + v], (stored)(r->q[Q_U + v] - l->q[Q_U + v]), 0,
                      normal, component[v]);
    stored dt = (stored)(fluid_temperature(fluid, r->q[Q_RHO], r->q[Q_P]) -
                         fluid_temperature(fluid, l->q[Q_RHO], l->q[Q_P]));
    face_gradient(&edge, edge.offset, hl.t, hr.t, dt, 0, normal, h.t);
    real t = (real)0.5 * (fluid_temperature(fluid, l->face.rho, l->face.p) +
                          fluid_temperature(fluid, r->face.rho, r->face.p));
    real rho = (real)0.5 * (l->face.rho + r->face.rho);
    struct face_viscosity s = model_face_viscosity(fluid_viscosity(fluid, t), rho, &turbulent, equations);
    out.flow = viscous_flux(&h, velocity, (stored)(s.mu + s.mu_t), (stored)face_conductivity(fluid, &s), normal);
    out.nu = face_largest_diffusivity(fluid, &s, rho);
    out.inverse = (real)stored_divide(edge.inverse, viscous_distance((stored)1, stored_dot3(edge.e, normal)));
    for (int v = NV; v < equations_variables(equations); v++) {
        stored g[3];
        face_gradient(&edge, edge.offset, l->g[v], r->g[v], (stored)(r->q[v] - l->q[v]), 0, normal, g);
        out.turbulence[v - NV] = s.diffusivity[v - NV] * (real)stored_dot3(g, normal);
    }
    return out;
}

/* What passes a piece, or a face. */
struct sliding_flux {
    struct flux5 flow;
    real turbulence[NV_MODEL], speed;
};

/* The flux through a piece, times its area; turning and resting are the rows of the two cells. */
UFV_HD struct sliding_flux sliding_piece_flux(const struct sliding_flux_args *a, lid turning, lid resting,
                                              const double *piece, const int equations)
{
    struct sliding_side l = sliding_side_of(a, turning, piece + SLIDING_FROM_TURNING, 1, equations);
    struct sliding_side r = sliding_side_of(a, resting, piece + SLIDING_FROM_RESTING, 0, equations);
    const real s[3] = {(real)piece[0], (real)piece[1], (real)piece[2]};
    struct face_diffusion d = face_diffusion_none();
    struct sliding_flux out;
    real area = real_sqrt(dot3(s, s)), n[3];
    for (int k = 0; k < 3; k++)
        n[k] = real_divide(s[k], area);
    if (equations_are_viscous(equations))
        d = sliding_diffuse(&a->f, &l, &r, n, equations);
    out.flow = flux_of_states(a->f.scheme, face_states(l.face, r.face, n, a->f.fluid.gamma), d.nu * d.inverse,
                              &a->f, &out.speed);
    flux_convect(out.flow.mass, l.turbulence, r.turbulence, out.turbulence);
    if (equations_are_viscous(equations)) {
        flux_subtract(&out.flow, out.turbulence, &d);
        out.speed += (real)2 * d.nu * d.inverse;
    }
    out.flow = flux5_scale(area, out.flow);
    for (int v = 0; v < NV_MODEL; v++)
        out.turbulence[v] *= area;
    out.speed *= area;
    return out;
}

/* The flux out of an own cell: the sum over its pieces, ascending by the row across. */
UFV_HD void sliding_flux_body(lid i, const struct sliding_flux_args *a, const int equations)
{
    const int nv = equations_variables(equations);
    const lid f = a->face[i], row = a->row[i];
    const int turns = a->turns[row];
    const int64_t n = a->f.m.n_flux;
    struct flux5 sum = {(real)0, (real)0, (real)0, (real)0, (real)0};
    real speeds = (real)0, turbulence[NV_MODEL] = {(real)0}, momentum[3], own[3];
    for (lid k = a->begin[i]; k < a->begin[i + 1]; k++) {
        lid other = a->across[k];
        struct sliding_flux flux = sliding_piece_flux(a, turns ? row : other, turns ? other : row,
                                                      a->piece + k * (int64_t)N_SLIDING, equations);
        sum.mass += flux.flow.mass;
        sum.mx += flux.flow.mx;
        sum.my += flux.flow.my;
        sum.mz += flux.flow.mz;
        sum.energy += flux.flow.energy;
        for (int v = 0; v < NV_MODEL; v++)
            turbulence[v] += flux.turbulence[v];
        speeds += flux.speed;
    }
    const real way = turns ? (real)1 : (real)-1;
    sum = flux5_scale(way, sum);
    momentum[0] = sum.mx;
    momentum[1] = sum.my;
    momentum[2] = sum.mz;
    if (turns)
        sliding_turn(a->from_rest, 1, momentum, own);
    for (int d = 0; d < 3; d++)
        a->f.flux[(Q_U + d) * n + f] = turns ? own[d] : momentum[d];
    a->f.flux[f] = sum.mass;
    a->f.flux[Q_P * n + f] = sum.energy;
    for (int v = NV; v < nv; v++)
        a->f.flux[v * n + f] = way * turbulence[v - NV];
    a->f.pressure[f] = a->state[row * (int64_t)nv + Q_P];
    if (a->f.speed)
        a->f.speed[f] = speeds;
}

#endif
