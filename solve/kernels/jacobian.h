/* jacobian.h: the first-order block Jacobian by rows.
 *
 * A row is
 *
 *   D_i dW_i + sum over faces O_ij dW_j = R_i,  D_i = V / dt + derivatives of what leaves cell i
 *
 * and is stored solved for dW_i: O'_ij = D_i^-1 O_ij and D_i^-1, in units of the free stream,
 * in which entries are of order one. Turbulence variables have scalar rows of their own, in
 * advective form (physics/jacobian_turbulence.h). Rows stand sorted by colour (struct
 * jacobian_rows): no two cells of a colour share a face, but for those that follow one another in a line.
 */
#ifndef UFV_SOLVE_KERNELS_JACOBIAN_H
#define UFV_SOLVE_KERNELS_JACOBIAN_H

#include "kernels/actuator_args.h"
#include "kernels/flux.h"
#include "kernels/jacobian_entry.h"
#include "kernels/update.h"
#include "physics/jacobian_boundary.h"
#include "physics/jacobian_low_mach.h"
#include "physics/jacobian_viscous.h"
#include "physics/turbulence/jacobian_wall.h"

/* A cell's state as the Jacobian takes it. */
struct jacobian_cell {
    struct state s;
    struct jacobian_gas gas;
    real mu, mu_t;
    real turbulence[NV_MODEL];
};

/* Loads the cell in slot c; viscosities are in Pa s, and 0 in inviscid flow. */
UFV_HD struct jacobian_cell jacobian_cell_load(lid c, const struct jacobian_args *a, const int equations)
{
    const int64_t n = a->u.m.n_slots;
    struct jacobian_cell k;
    k.s = state_load(a->u.q, n, c);
    k.gas = jacobian_gas(k.s, a->u.fluid.gamma);
    k.mu = k.mu_t = (real)0;
    for (int v = 0; v < NV_MODEL; v++)
        k.turbulence[v] = (real)0;
    if (equations_are_viscous(equations))
        k.mu = fluid_viscosity(&a->u.fluid, fluid_temperature(&a->u.fluid, k.s.rho, k.s.p));
    for (int v = NV; v < equations_variables(equations); v++)
        k.turbulence[v - NV] = a->u.q[v * n + c];
    /* Held: the derivatives of the flow do not see the turbulence variables, nor the other way about. */
    if (model_keeps_eddies(equations))
        k.mu_t = a->u.mu_t[c];
    else
        k.mu_t = model_cell_viscosity(k.mu, k.s.rho, k.turbulence, equations);
    return k;
}

/* What the rows of the turbulence variables take of a cell. */
UFV_HD struct turbulence_side jacobian_side(const struct jacobian_cell *k)
{
    struct turbulence_side c;
    c.rho = k->s.rho;
    for (int v = 0; v < NV_MODEL; v++)
        c.variable[v] = k->turbulence[v];
    return c;
}

/* The blending function of cell i, 0 where the model keeps none. */
UFV_HD real jacobian_blending(lid i, const struct jacobian_args *a, const int equations)
{
    return turbulence_eddies_load(a->u.mu_t, a->u.f1, i, equations).f1;
}

/* A face of a row, seen from its cell. */
struct jacobian_face {
    lid face, other; /* other: the slot across */
    real n[3], area; /* outward unit normal */
    real s;          /* area over distance along n: between the centroids (viscous_distance()), or from the cell's
                        to a boundary face, m */
    real mass;       /* kg/s out of the cell */
    real v[3];       /* m/s, of the face; FRAME_MOVES only */
};

/* The face `signed_face` as mesh_view.slice_face has it: ~face where cell i is its right one. at_boundary: a
 * constant, as kind, of enum frame_kind, here and below. */
UFV_HD struct jacobian_face jacobian_face_load(lid i, lid signed_face, const int at_boundary,
                                               const struct jacobian_args *a, const int kind)
{
    const struct mesh_view *m = &a->u.m;
    struct jacobian_face k;
    real x[3], sign = signed_face >= 0 ? (real)1 : (real)-1, distance;
    k.face = signed_face >= 0 ? signed_face : ~signed_face;
    k.other = signed_face >= 0 ? m->right[k.face] : m->left[k.face];
    face_unit_normal(m, k.face, k.n, &k.area);
    if (at_boundary) {
        distance = face_distance(m, k.face, k.n, k.area);
    } else {
        /* From cell to cell; the 1e-30 keeps a degenerate pair from dividing by zero. */
        face_across(m, i, k.other, signed_face, x);
        real length = real_max(real_sqrt(dot3(x, x)), (real)1e-30);
        distance = (real)viscous_distance((stored)length, (stored)real_abs(dot3(x, k.n)));
    }
    k.v[0] = k.v[1] = k.v[2] = (real)0;
    if (kind & FRAME_MOVES) /* by the face's own normal */
        frame_face_velocity(&a->frame, m, k.face, k.n, k.v);
    for (int d = 0; d < 3; d++)
        k.n[d] *= sign;
    k.s = real_divide(k.area, distance);
    /* The mass flow out of cell i in the newest evaluation, kg/s. */
    k.mass = sign * a->u.flux[k.face];
    return k;
}

/* The same for the derivatives of its inviscid flux. */
UFV_HD struct upwind_face jacobian_upwind(const struct jacobian_face *f, const struct jacobian_args *a, const int kind)
{
    real through = kind & FRAME_MOVES ? frame_dot(f->v, f->n) : (real)0;
    return upwind_face(f->area, f->n, a->u.fluid.gamma, a->entropy_fix, through, a->smears_shear);
}

/* The derivatives of the flux of turbulence variable v (0 .. NV_MODEL - 1) with respect to its values in both cells.
 * f1: the blending function on the face. */
UFV_HD struct jacobian_pair jacobian_turbulence_pair(int v, const struct jacobian_face *f,
                                                     const struct jacobian_cell *own,
                                                     const struct jacobian_cell *other, real f1, const int equations)
{
    real mu = (real)0.5 * (own->mu + other->mu), mu_t = (real)0.5 * (own->mu_t + other->mu_t);
    const struct turbulence_eddies eddies = {mu_t, f1};
    const struct turbulence_side a = jacobian_side(own), b = jacobian_side(other);
    return model_face_jacobian(v, f->mass, f->s, mu, eddies, &a, &b, equations);
}

/* A boundary face and what holds on it. */
struct jacobian_boundary_face {
    const struct jacobian_face *f;
    const struct jacobian_cell *own;
    const struct bc_values *given; /* borrowed, like f and own */
    struct state held;             /* on BC_PRESCRIBED faces, absolute; of no use on others */
};

/* A no-slip wall, whose velocity in `given` is that seen from rest. */
UFV_HD void jacobian_no_slip(struct block5 *d, const struct jacobian_boundary_face *b, const struct bc_values *given,
                             const struct jacobian_args *a, const int equations, const int kind)
{
    const struct jacobian_face *f = b->f;
    const struct jacobian_cell *own = b->own;
    const struct fluid *fluid = &a->u.fluid;
    if (walls_are_modelled(kind, equations))
        jacobian_add_modelled_wall(d, f->area, face_distance(&a->u.m, f->face, f->n, f->area), own->s, given, fluid,
                                   f->n, equations);
    else
        jacobian_add_wall(d, f->s, own->s, given, jacobian_conduction(fluid, own->mu, (real)0), f->n, fluid->gamma);
}

/* What the mirrored state adds to the pressure on a plane of symmetry, rho u_n times the speed of the fastest wave, its
 * speed held; u_n as seen from the face. Not on the sides of a layer (flux_boundary_part()). */
UFV_HD void jacobian_add_mirror(struct block5 *d, const struct jacobian_boundary_face *b,
                                const struct jacobian_args *a)
{
    const struct jacobian_face *f = b->f;
    const struct state seen = frame_relative(b->own->s, f->v);
    const real slowest = a->slowest > (real)0 ? frame_slowest(a->slowest, f->v) : (real)0;
    if (b->given->kind != BC_SYMMETRY || layer_has_side(&a->u.m.layer, f->n))
        return;
    const real push = f->area * flux_boundary_speed(seen, f->n, slowest, a->u.fluid.gamma), through = dot3(f->v, f->n);
    for (int i = 0; i < 3; i++) {
        d->a[1 + i][0] -= push * f->n[i] * through;
        for (int j = 0; j < 3; j++)
            d->a[1 + i][1 + j] += push * f->n[i] * f->n[j];
    }
}

/* What a boundary face adds to the diagonal, of a mesh that moves. */
UFV_HD void jacobian_moving_boundary(struct block5 *d, const struct jacobian_boundary_face *b,
                                     const struct jacobian_args *a, const int equations, const int kind)
{
    const struct jacobian_face *f = b->f;
    const struct jacobian_cell *own = b->own;
    const struct bc_values *given = b->given;
    struct block5 stress = block5_zero();
    const struct frame here = frame_of_face(&a->frame, &a->u.m, f->face);
    real x[3], v[3];
    face_place(&a->u.m, f->face, x);
    frame_velocity(&here, x, v);
    /* What the patch prescribes as an observer on the face sees it; of a wall as flux_at_wall(). */
    struct bc_values seen = frame_boundary(given, &here, x, f->v), wall = frame_wall(seen, &here, v);
    jacobian_add_moving_boundary(d, jacobian_upwind(f, a, kind), own->s, b->held, &seen, f->v);
    jacobian_add_mirror(&stress, b, a);
    if (equations_are_viscous(equations) && given->kind == BC_WALL)
        jacobian_no_slip(d, b, &wall, a, equations, kind);
    else if (equations_are_viscous(equations) && boundary_is_slip(given->kind, equations))
        jacobian_add_slip(&stress, f->s, own->s, own->mu + own->mu_t, f->n);
    jacobian_add_work(d, &stress, f->v);
}

/* The same for a mesh at rest. */
UFV_HD void jacobian_resting_boundary(struct block5 *d, const struct jacobian_boundary_face *b,
                                      const struct jacobian_args *a, const int equations, const int kind)
{
    const struct jacobian_face *f = b->f;
    const struct jacobian_cell *own = b->own;
    const struct bc_values *given = b->given;
    jacobian_add_boundary(d, jacobian_upwind(f, a, FRAME_RESTS), own->s, b->held, given);
    jacobian_add_mirror(d, b, a);
    if (!equations_are_viscous(equations))
        return;
    if (given->kind == BC_WALL)
        jacobian_no_slip(d, b, given, a, equations, kind);
    else if (boundary_is_slip(given->kind, equations))
        jacobian_add_slip(d, f->s, own->s, own->mu + own->mu_t, f->n);
}

/* V^2 of physics/low_mach.h on a face with the average state `mean`; dp: Pa, between the cells; mu: viscosities, Pa s;
 * rho: kg/m^3. */
UFV_HD real jacobian_speed2(const struct jacobian_face *f, struct jacobian_gas mean, real dp, real mu, real rho,
                            const struct jacobian_args *a)
{
    real c2 = (a->u.fluid.gamma - (real)1) * (mean.h - mean.k);
    real u = mean.u - f->v[0], v = mean.v - f->v[1], w = mean.w - f->v[2];
    real floor = real_max(frame_slowest(a->slowest, f->v), real_divide(mu * f->s, rho * f->area));
    return low_mach_speed2(u * u + v * v + w * w, c2, floor * floor, dp, rho);
}

/* A far field or a prescribed face, preconditioned: the own half of a face to the state that it has or holds. */
UFV_HD void jacobian_low_mach_boundary(struct block5 *d, const struct jacobian_boundary_face *b,
                                       const struct jacobian_args *a)
{
    const struct state s = b->own->s, held = b->held;
    const int is_prescribed = b->given->kind == BC_PRESCRIBED;
    struct jacobian_gas g = b->own->gas;
    if (is_prescribed)
        g = jacobian_roe(g, jacobian_gas(held, a->u.fluid.gamma));
    real speed2 = jacobian_speed2(b->f, g, is_prescribed ? held.p - s.p : (real)0, (real)0, s.rho, a);
    jacobian_add_low_mach(d, jacobian_upwind(b->f, a, FRAME_MOVES), g, speed2, (real)1);
}

/* What a row's faces add up to on the diagonal: of the blocks, and of the scalar rows. */
struct jacobian_sum {
    struct block5 d;
    real turbulence[NV_MODEL];
};

/* What a side of a sliding interface has of diffusion, and of the turbulence variables, as if the other side, as far
 * from the face as the own cell, stayed as it is. f1: the blending function in the cell. */
UFV_HD void jacobian_sliding(struct jacobian_sum *sum, const struct jacobian_face *f, const struct jacobian_cell *own,
                             real f1, const struct jacobian_args *a, const int equations)
{
    struct jacobian_face across = *f;
    across.s = (real)0.5 * f->s; /* of twice the distance */
    jacobian_add_viscous(&sum->d, across.s, own->s, jacobian_conduction(&a->u.fluid, own->mu, own->mu_t), f->n,
                         a->u.fluid.gamma);
    for (int v = 0; v < equations_variables(equations) - NV; v++)
        sum->turbulence[v] += jacobian_turbulence_pair(v, &across, own, own, f1, equations).own;
}

/* The derivative of flux_wall_damping() with the speed of sound held: c (n . m - u_n rho) along n. */
UFV_HD void jacobian_add_wall_damping(struct block5 *d, const struct jacobian_face *f, struct state s,
                                      const struct jacobian_args *a)
{
    const real un = s.u * f->n[0] + s.v * f->n[1] + s.w * f->n[2];
    const real c = a->wall_damping * f->area * gas_sound_speed(s, a->u.fluid.gamma);
    for (int r = 0; r < 3; r++) {
        d->a[1 + r][0] -= c * f->n[r] * un;
        for (int k = 0; k < 3; k++)
            d->a[1 + r][1 + k] += c * f->n[r] * f->n[k];
    }
}

/* Boundary face f into the diagonals. */
UFV_HD void jacobian_boundary(struct jacobian_sum *sum, const struct jacobian_face *f, const struct jacobian_cell *own,
                              const struct jacobian_args *a, const int equations, const int kind)
{
    const struct bc_values *given = &a->patch[a->u.m.face_patch[f->face]];
    const int slip = boundary_is_slip(given->kind, equations);
    const struct layer *layer = &a->u.m.layer;
    struct jacobian_boundary_face b = {f, own, given, own->s};
    if (layer->kind == LAYER_PLANE && given->kind == BC_SYMMETRY && layer_has_side(layer, f->n))
        return; /* as in flux_boundary_part() */
    if (a->wall_damping > (real)0 && (slip || given->kind == BC_WALL))
        jacobian_add_wall_damping(&sum->d, f, own->s, a);
    if (given->kind == BC_PRESCRIBED)
        b.held = state_load(a->prescribed_face, a->u.m.n_boundary, f->face);
    /* Other kinds have the state that they have without preconditioning. */
    if (a->slowest > (real)0 &&
        (given->kind == BC_FARFIELD || given->kind == BC_PRESCRIBED || given->kind == BC_SLIDING))
        jacobian_low_mach_boundary(&sum->d, &b, a);
    else if (kind & FRAME_MOVES)
        jacobian_moving_boundary(&sum->d, &b, a, equations, kind);
    else
        jacobian_resting_boundary(&sum->d, &b, a, equations, kind);
    if (given->kind == BC_SLIDING) {
        if (equations_are_viscous(equations))
            jacobian_sliding(sum, f, own, jacobian_blending(a->u.m.left[f->face], a, equations), a, equations);
        return;
    }
    /* The molecular part alone. */
    const struct turbulence_face none = turbulence_face_none();
    struct face_viscosity wall = model_face_viscosity(own->mu, own->s.rho, &none, equations);
    for (int v = 0; v < equations_variables(equations) - NV; v++) {
        if (given->kind == BC_WALL || given->kind == BC_PRESCRIBED)
            sum->turbulence[v] += jacobian_turbulence_held(f->mass, f->s, wall.diffusivity[v], own->s.rho);
        else if (!slip)
            sum->turbulence[v] += jacobian_turbulence_open(f->mass, f->s, wall.diffusivity[v], own->s.rho);
    }
}

/* The inviscid part of a face between cells: of the cell's own state (side: 1) or of that across (-1).
 * Roe's matrix with its dissipation taken as constant, or split fluxes at shocks: A+ of the own side and A- of the
 * other. side = -1 gives the block beside the diagonal. */
UFV_HD void jacobian_add_inside(struct block5 *m, const struct jacobian_face *f, const struct jacobian_cell *own,
                                const struct jacobian_cell *other, const struct jacobian_args *a, const real side,
                                const int kind)
{
    struct jacobian_gas mean = side > (real)0 ? jacobian_beside(own->gas, other->gas)
                                              : jacobian_beside(other->gas, own->gas);
    struct upwind_face face = jacobian_upwind(f, a, kind);
    if (a->slowest > (real)0) {
        real mu = (real)0.5 * (own->mu + other->mu + own->mu_t + other->mu_t);
        real speed2 = jacobian_speed2(f, mean, other->s.p - own->s.p, mu, own->s.rho, a);
        jacobian_add_low_mach(m, face, mean, speed2, side);
    } else if (kind & FRAME_MOVES) {
        jacobian_add_moving(m, face, mean, side);
    } else if (side > (real)0) {
        jacobian_add_own(m, face, mean);
    } else {
        jacobian_add_other(m, face, mean);
    }
}

/* Face f between cells into the diagonal of the flow alone: what leaves `own` by it, derived by its own unknowns. */
UFV_HD void jacobian_own_flow(struct block5 *d, const struct jacobian_face *f, const struct jacobian_cell *own,
                              const struct jacobian_cell *other, const struct jacobian_args *a, const int equations,
                              const int kind)
{
    jacobian_add_inside(d, f, own, other, a, (real)1, kind);
    if (equations_are_viscous(equations)) {
        real mu = (real)0.5 * (own->mu + other->mu), mu_t = (real)0.5 * (own->mu_t + other->mu_t);
        jacobian_add_viscous(d, f->s, own->s, jacobian_conduction(&a->u.fluid, mu, mu_t), f->n, a->u.fluid.gamma);
    }
}

/* Face f between cells into the diagonals. */
UFV_HD void jacobian_own(struct jacobian_sum *sum, lid i, const struct jacobian_face *f,
                         const struct jacobian_cell *own, const struct jacobian_args *a, const int equations,
                         const int kind)
{
    struct jacobian_cell other = jacobian_cell_load(f->other, a, equations);
    real f1 = jacobian_blending(i, a, equations);
    jacobian_own_flow(&sum->d, f, own, &other, a, equations, kind);
    for (int v = 0; v < equations_variables(equations) - NV; v++)
        sum->turbulence[v] += jacobian_turbulence_pair(v, f, own, &other, f1, equations).own;
}

/* The block beside the diagonal, and those of the scalar rows. */
UFV_HD struct block5 jacobian_other(real turbulence[NV_MODEL], lid i, const struct jacobian_face *f,
                                    const struct jacobian_cell *own, const struct jacobian_args *a,
                                    const int equations, const int kind)
{
    struct jacobian_cell other = jacobian_cell_load(f->other, a, equations);
    struct block5 o = block5_zero();
    real gamma = a->u.fluid.gamma, f1 = jacobian_blending(i, a, equations);
    jacobian_add_inside(&o, f, own, &other, a, (real)-1, kind);
    if (equations_are_viscous(equations)) {
        real mu = (real)0.5 * (own->mu + other.mu), mu_t = (real)0.5 * (own->mu_t + other.mu_t);
        jacobian_add_viscous(&o, -f->s, other.s, jacobian_conduction(&a->u.fluid, mu, mu_t), f->n, gamma);
    }
    for (int v = 0; v < equations_variables(equations) - NV; v++)
        turbulence[v] = jacobian_turbulence_pair(v, f, own, &other, f1, equations).other;
    return o;
}

/* What the scalar rows have on the diagonal without a face, and their inverses, stored.
 * Only a positive derivative goes onto the diagonal: production that grows with the variable would make
 * it smaller. */
UFV_HD void jacobian_invert_turbulence(lid p, lid i, const struct jacobian_args *a, real vdt,
                                       real turbulence[NV_MODEL], const int equations)
{
    const int nv = equations_variables(equations);
    real q[NV_MAX] = {0};
    struct turbulence_source s = turbulence_source_none();
    update_load(a->u.q, a->u.m.n_slots, i, nv, q);
    if (equations_are_turbulent(equations))
        s = turbulence_sources(i, &a->u, q, turbulence_terms_load(a->u.terms, a->u.m.n_stencil, i, equations),
                               equations);
    for (int v = 0; v < nv - NV; v++) {
        real sum = turbulence[v] + vdt + a->u.m.volume[i] * real_max(s.source_jacobian[v], (real)0);
        if (a->restrained)
            sum += (real)jacobian_turbulence_restraint((double)a->residual[(NV + v) * (int64_t)a->u.m.n_owned + i],
                                                       (double)q[Q_RHO], (double)q[NV + v], a->floor[v]);
        turbulence[v] = real_divide((real)1, sum);
        a->rows.inverse_turbulence[v * (int64_t)a->rows.n_rows + p] = (jacobian_number)turbulence[v];
    }
}

/* A face between cells of the row of cell i; signed_face: as jacobian_face_load(). */
UFV_HD void jacobian_add_entry(struct jacobian_sum *sum, lid i, lid signed_face, const struct jacobian_cell *own,
                               const struct jacobian_args *a, const int equations, const int kind)
{
    struct jacobian_face f = jacobian_face_load(i, signed_face, 0, a, kind);
    jacobian_own(sum, i, &f, own, a, equations, kind);
}

/* - volume d(- omega x m) / dW of cell i, the source of a frame in which the flow is steady. */
UFV_HD void jacobian_add_rotation(struct jacobian_sum *sum, lid i, const struct jacobian_args *a)
{
    const real *w = a->frame.omega, volume = a->u.m.volume[i];
    if (!a->frame.steady || !frame_has_cell(&a->frame, i))
        return;
    for (int d = 0; d < 3; d++) {
        int next = (d + 1) % 3, last = (d + 2) % 3;
        sum->d.a[1 + d][1 + last] += volume * w[next];
        sum->d.a[1 + d][1 + next] -= volume * w[last];
    }
}

/* - volume d(force . u) / dW of cell i, the work of an actuator disk on the fluid.
 * f . u = f . m / rho: its derivatives by the conserved variables are f / rho by momentum and -(f . u)
 * / rho by density. */
UFV_HD void jacobian_add_actuator(struct jacobian_sum *sum, lid i, struct state s, const struct jacobian_args *a)
{
    const int64_t n = a->u.m.n_owned;
    const real share = real_divide(a->u.m.volume[i] * a->load[ACTUATOR_WORKS * n + i], s.rho);
    const real u[3] = {s.u, s.v, s.w};
    for (int d = 0; d < 3; d++) {
        real force = share * a->load[(ACTUATOR_FORCE + d) * n + i];
        sum->d.a[4][0] += force * u[d];
        sum->d.a[4][1 + d] -= force;
    }
}

/* The boundary faces of cell i, and what it has without a face. */
UFV_HD void jacobian_add_boundaries(struct jacobian_sum *sum, lid i, const struct jacobian_cell *own,
                                    const struct jacobian_args *a, const int equations, const int kind)
{
    struct row row = row_of(&a->u.m, i, ROWS_ANY);
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(&a->u.m, row, j, &is_face); /* of boundary faces the cell is the left one */
        if (!is_face || signed_face < 0 || signed_face >= a->u.m.n_boundary)
            continue;
        struct jacobian_face f = jacobian_face_load(i, signed_face, 1, a, kind);
        jacobian_boundary(sum, &f, own, a, equations, kind);
    }
    if (kind & FRAME_MOVES)
        jacobian_add_rotation(sum, i, a);
    if (a->load)
        jacobian_add_actuator(sum, i, own->s, a);
}

/* What pseudo-time puts on the diagonal of cell i, of that spectral radius, m^3/s: its volume over its time step. */
UFV_HD real jacobian_pseudo_time(const struct jacobian_args *a, const stored *spectral, lid i)
{
    return (real)((double)spectral[i] / (a->local_cfl ? a->cfl * (double)a->local_cfl[i] : a->cfl));
}

/* The diagonal of row k of slice s, which is cell i's, inverted in place and stored.
 * Row r of the inverse is over the unit of unknown r, so that x comes out in units; the columns take
 * residuals as they are. */
UFV_HD void jacobian_store_diagonal(lid s, lid k, lid i, struct block5 *d, const struct jacobian_args *a)
{
    const int64_t first = (int64_t)s * NV * NV * SLICE + k;
    /* m^3/s: the time step in pseudo-time, and the time term of unsteady flow where there is one. */
    block5_add_identity(d, jacobian_pseudo_time(a, a->spectral, i));
    if (a->scaling)
        jacobian_add_low_mach_inertia(d, jacobian_pseudo_time(a, a->pseudo, i), state_load(a->u.q, a->u.m.n_slots, i),
                                      (real)a->scaling[i], a->u.fluid.gamma);
    block5_invert(d);
    for (int r = 0; r < NV; r++)
        for (int c = 0; c < NV; c++)
            a->rows.inverse[first + (r * NV + c) * SLICE] = (jacobian_number)real_divide(d->a[r][c], a->unit[r]);
}

/* Where an entry beside the diagonal stands, and of which face of which cell it is. */
struct jacobian_entry {
    lid slice, place; /* the first entry of its slice, and which one of them it is */
    lid cell;         /* of its row */
    lid signed_face;  /* as jacobian_face_load() takes it */
};

/* The block of that face, multiplied by the inverse diagonal, which is in `sum`. own: the cell's. */
UFV_HD void jacobian_store_entry(struct jacobian_entry at, const struct jacobian_sum *sum,
                                 const struct jacobian_cell *own, const struct jacobian_args *a, const int equations,
                                 const int storage, const int kind)
{
    real beside[NV_MODEL];
    const lid i = at.cell, e = at.slice, k = at.place;
    struct jacobian_face f = jacobian_face_load(i, at.signed_face, 0, a, kind);
    struct block5 o = jacobian_other(beside, i, &f, own, a, equations, kind), scaled = block5_product(&sum->d, &o);
    for (int r = 0; r < NV; r++) {
        real share = real_divide((real)1, a->unit[r]);
        for (int c = 0; c < NV; c++)
            /* Unknowns are in units: column c is multiplied by its unit, row r divided by its own. */
            scaled.a[r][c] *= a->unit[c] * share;
    }
    jacobian_entry_store(a->rows.beside, e / SLICE, k, &scaled, storage);
    for (int v = 0; v < equations_variables(equations) - NV; v++)
        a->rows.beside_turbulence[v * (int64_t)a->rows.n_entries + e + k] =
            (jacobian_number)(beside[v] * sum->turbulence[v]);
}

/* The face of entry e of the row of cell i, as in the slice table; the entry is no padding. */
UFV_HD lid jacobian_entry_face(lid i, lid e, const struct jacobian_args *a)
{
    return a->u.m.slice_face[a->u.m.slice_offset[i / SLICE] + i % SLICE + a->rows.side[e] * SLICE];
}

/* Row p; index: rows, those that only fill a slice included. On CPUs a slice at a time
 * (backend/cpu/backend_cpu_assembly.h), with the same sums in the same order.
 *
 * Twice over the faces: the diagonal has to be complete before a block beside it can be multiplied by its inverse.
 * The second pass makes each face's matrix anew instead of keeping up to six blocks of 25 numbers in a thread. */
UFV_HD void jacobian_row_of(lid p, const struct jacobian_args *a, const int equations, const int kind)
{
    lid i = a->rows.cell[p], begin = a->rows.offset[p / SLICE] + p % SLICE, end = a->rows.offset[p / SLICE + 1];
    if (i < 0)
        return;
    struct jacobian_cell own = jacobian_cell_load(i, a, equations);
    struct jacobian_sum sum = {block5_zero(), {(real)0}};
    for (lid e = begin; e < end; e += SLICE)
        if (a->rows.side[e] != ENTRY_PAD)
            jacobian_add_entry(&sum, i, jacobian_entry_face(i, e, a), &own, a, equations, kind);
    jacobian_add_boundaries(&sum, i, &own, a, equations, kind);
    jacobian_store_diagonal(p / SLICE, p % SLICE, i, &sum.d, a);
    if (equations_variables(equations) > NV)
        jacobian_invert_turbulence(p, i, a, jacobian_pseudo_time(a, a->spectral, i), sum.turbulence, equations);
    for (lid e = begin; e < end; e += SLICE)
        if (a->rows.side[e] != ENTRY_PAD) {
            struct jacobian_entry at = {e - p % SLICE, p % SLICE, i, jacobian_entry_face(i, e, a)};
            jacobian_store_entry(at, &sum, &own, a, equations, a->rows.storage, kind);
        }
}

/* For meshes at rest with resolved walls. Index: rows. */
UFV_HD void jacobian_row_body(lid p, const struct jacobian_args *a, const int equations)
{
    jacobian_row_of(p, a, equations, FRAME_RESTS);
}

#endif
