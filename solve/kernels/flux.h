/* flux.h: reconstruction and fluxes by face; each flux is computed once. */
#ifndef UFV_SOLVE_KERNELS_FLUX_H
#define UFV_SOLVE_KERNELS_FLUX_H

#include "kernels/viscous_flux.h"
#include "physics/inviscid_low_mach.h"

/* What a side of a face holds at its centroid. */
struct face_side {
    struct state flow;
    real turbulence[NV_MODEL];
};

/* Variables of cell c, and what its limited gradients add over the distance dx, m: from the cell's centroid.
 * Euler's gradients hold their limiter already (gradient_finish()), and `slope` then has nothing to
 * switch off: at first order its gradients stay zero. The product is taken in `stored`, the precision
 * that the gradient has anyway. */
UFV_HD void flux_extrapolate(const struct flux_args *a, lid c, const real dx[3], const int equations, real own[NV_MAX],
                       real step[NV_MAX])
{
    const int nv = equations_variables(equations);
    stored g[3 * NV_MAX];
    real q[2 * RECORD_PAIRS_MAX];
    flux_values(a, c, nv, q);
    if (!equations_are_viscous(equations))
        gradient_load_all(&a->m, a->gradient, 3 * nv, c, g);
    for (int v = 0; v < nv; v++) {
        stored along;
        if (!equations_are_viscous(equations)) {
            along = g[v] * (stored)dx[0] + g[nv + v] * (stored)dx[1] + g[2 * nv + v] * (stored)dx[2];
        } else {
            struct limited_gradient k = limited_load(&a->m, a->limited, nv, v, c);
            along = k.g[0] * (stored)dx[0] + k.g[1] * (stored)dx[1] + k.g[2] * (stored)dx[2];
            /* 1 of second order, 0 of first: a factor and no branch. */
            along *= (stored)(v < NV ? a->slope : a->turbulence_slope);
            along *= k.phi;
        }
        own[v] = q[v];
        step[v] = (real)along;
    }
}

/* The share that is taken of a step from `own`, positive: all of it where no more than 7/10 of own are lost, nothing
 * where own or more would be, in between a share that changes continuously, since steady flow does not settle about
 * a jump. What is left of own is positive. */
UFV_HD real flux_share(real own, real step)
{
    real left = own + step, all = (real)0.3 * own;
    return left >= all ? (real)1 : left > (real)0 ? real_divide(left, all) : (real)0;
}

/* A cell's variables, and what its gradients add to them on a face. */
struct face_steps {
    real own[NV_MAX], step[NV_MAX];
};

/* The steps of cell c towards face f. They are apart from flux_take(), so that a GPU has the loads of both sides of a
 * face under way before it limits either. */
UFV_HD struct face_steps flux_steps(const struct flux_args *a, lid c, lid f, int side, const int equations)
{
    struct face_steps s = {{0}, {0}};
    real dx[3];
    flux_from_cell(a, c, f, side, dx);
    flux_extrapolate(a, c, dx, equations, s.own, s.step);
    return s;
}

/* The variables reconstructed at the face's centroid, as far as density and pressure stay positive and turbulence
 * variables keep their sign.
 * One share for all five of the flow, the least of density's and pressure's, so that a state moves
 * along a line between the cell's and the extrapolated one and stays consistent. */
UFV_HD struct face_side flux_take(const struct face_steps *s, const int equations)
{
    const real *own = s->own, *step = s->step;
    real q[NV];
    /* 1 where nothing has to be cut. */
    real share = real_min(flux_share(own[Q_RHO], step[Q_RHO]), flux_share(own[Q_P], step[Q_P]));
    for (int v = 0; v < NV; v++)
        q[v] = own[v] + share * step[v];
    struct face_side side = {{q[Q_RHO], q[Q_U], q[Q_V], q[Q_W], q[Q_P]}, {(real)0}};
    for (int v = NV; v < equations_variables(equations); v++) {
        /* nu_tilde of SA-neg may be negative; then it stays so. */
        real sign = own[v] < (real)0 ? (real)-1 : (real)1;
        side.turbulence[v - NV] = own[v] + flux_share(sign * own[v], sign * step[v]) * step[v];
    }
    return side;
}

/* The state of cell c reconstructed at face f. */
UFV_HD struct face_side flux_reconstruct(const struct flux_args *a, lid c, lid f, int side, const int equations)
{
    struct face_steps s = flux_steps(a, c, f, side, equations);
    return flux_take(&s, equations);
}

/* flux and turbulence: per area, through the unit normal; stored times area.
 * For turbulence variables the flux is that of rho times the variable. */
UFV_HD void flux_store(const struct flux_args *a, lid f, const real normal[3], real area, struct flux5 flux,
                       const real turbulence[NV_MODEL], const int equations)
{
    int64_t n = a->m.n_flux;
    /* A constant pressure's forces on a closed cell cancel, but not in the 24 bits of a float: they are
     * taken off before the flux is rounded. Whoever needs the force on a face adds them again. */
    if (GEOMETRY_IS_RELATIVE) {
        flux.mx -= a->reference_pressure * normal[0];
        flux.my -= a->reference_pressure * normal[1];
        flux.mz -= a->reference_pressure * normal[2];
    }
    flux = flux5_scale(area, flux);
    a->flux[f] = flux.mass;
    a->flux[n + f] = flux.mx;
    a->flux[2 * n + f] = flux.my;
    a->flux[3 * n + f] = flux.mz;
    a->flux[4 * n + f] = flux.energy;
    for (int v = NV; v < equations_variables(equations); v++)
        a->flux[v * n + f] = area * turbulence[v - NV];
}

/* Takes the viscous fluxes off: they have the sign of the stress that acts on the left cell. */
UFV_HD void flux_subtract(struct flux5 *flux, real turbulence[NV_MODEL], const struct face_diffusion *d)
{
    flux->mx -= d->flow.mx;
    flux->my -= d->flow.my;
    flux->mz -= d->flow.mz;
    flux->energy -= d->flow.energy;
    for (int v = 0; v < NV_MODEL; v++)
        turbulence[v] -= d->turbulence[v];
}

/* The turbulence variables go with the mass that passes, from where it comes.
 * First-order upwind by itself; of second order where left and right are reconstructed
 * (turbulence_slope). */
UFV_HD void flux_convect(real mass, const real left[NV_MODEL], const real right[NV_MODEL], real out[NV_MODEL])
{
    for (int v = 0; v < NV_MODEL; v++)
        out[v] = mass * (mass > (real)0 ? left[v] : right[v]);
}

/* The flux of a scheme or of its form for low Mach numbers. diffusion: m/s, the speed of diffusion from cell to
 * cell. */
UFV_HD struct flux5 flux_of_states(const int scheme, struct face_states at, real diffusion,
                                   const struct flux_args *a, real *speed)
{
    if (scheme < FLUX_N_SCHEMES)
        return inviscid_flux(scheme, at, a->scheme_parameter, speed);
    real floor = real_max(a->slowest, diffusion);
    return inviscid_low_mach_flux(scheme, at, a->entropy_fix, a->scheme_parameter, floor * floor, speed);
}

/* The same states as seen from a face that moves at v. */
UFV_HD struct face_states flux_seen(struct face_states at, const real v[3])
{
    at.l = frame_relative(at.l, v);
    at.r = frame_relative(at.r, v);
    return at;
}

/* The same through a face that moves at v, of absolute states.
 * A flux function sees the fluid relative to the face, where the face is at rest, and what it gives is
 * turned back into momentum and energy as seen from rest (Galilean invariance). */
UFV_HD struct flux5 flux_moving(const int scheme, struct face_states at, const real v[3], real diffusion,
                                const struct flux_args *a, real *speed)
{
    const real floor = real_max(frame_slowest(a->slowest, v), diffusion);
    struct flux5 flux = flux_of_states(scheme, flux_seen(at, v), floor, a, speed);
    return frame_flux(flux, v);
}

/* The largest speed of a wave through a boundary face; in: as seen from the face; slowest: the least V there, m/s, 0:
 * not preconditioned. */
UFV_HD real flux_boundary_speed(struct state in, const real n[3], real slowest, real gamma)
{
    real un = in.u * n[0] + in.v * n[1] + in.w * n[2], c = gas_sound_speed(in, gamma);
    if (!(slowest > (real)0))
        return real_abs(un) + c;
    real q2 = in.u * in.u + in.v * in.v + in.w * in.w;
    return low_mach_radius(un, c * c, low_mach_speed2(q2, c * c, slowest * slowest, (real)0, in.rho));
}

/* Roe's flux to the state that a prescribed face holds. slowest: as flux_boundary_speed().
 * Manufactured solutions: upwinding between the cell and the exact state needs no thought of which
 * waves enter. */
UFV_HD struct flux5 flux_prescribed(struct state in, struct state held, const real n[3], real slowest,
                                    const struct flux_args *a, real *speed)
{
    if (!(slowest > (real)0))
        return roe_flux(face_states(in, held, n, a->fluid.gamma), a->entropy_fix, speed);
    return roe_low_mach_flux(face_states(in, held, n, a->fluid.gamma), a->entropy_fix, slowest * slowest, speed);
}

/* Gradients of the velocity in cell c as they are stored: of Euler times the limiter. The temperature's is 0. */
UFV_HD struct flow_gradient velocity_gradient(const struct mesh_view *m, const stored *gradient,
                                              const struct limited_gradient *limited, lid c, const int equations)
{
    const int nv = equations_variables(equations);
    stored g[3][3];
    for (int v = 0; v < 3; v++) {
        struct limited_gradient k = {{0, 0, 0}, 0};
        if (equations_are_viscous(equations))
            k = limited_load(m, limited, nv, Q_U + v, c);
        for (int d = 0; d < 3; d++)
            g[v][d] = equations_are_viscous(equations) ? k.g[d]
                                                       : gradient[gradient_entry(m, 3 * nv, d * nv + Q_U + v, c)];
    }
    struct flow_gradient f = {{g[0][0], g[0][1], g[0][2]}, {g[1][0], g[1][1], g[1][2]}, {g[2][0], g[2][1], g[2][2]},
                              {(stored)0, (stored)0, (stored)0}};
    return f;
}

/* The shock sensor of cell c: keep_sensor() of its state s, over the distance to the cell across the face. */
UFV_HD real flux_sensor(const struct flux_args *a, lid c, struct state s, real distance, const int equations)
{
    struct flow_gradient g = velocity_gradient(&a->m, a->gradient, a->limited, c, equations);
    return keep_sensor((real)(g.u[0] + g.v[1] + g.w[2]), (real)viscous_vorticity(&g),
                       gas_sound_speed(s, a->fluid.gamma), distance);
}

/* FLUX_KEEP: the share of Roe's flux on an interior face between cells of those states.
 * Largest of what the case asks for, of the eddies' blend and of the shock sensor: central schemes need
 * upwinding at shocks whatever the turbulence. */
UFV_HD real flux_dissipation(lid f, const struct flux_args *a, struct state own, struct state other,
                             const int equations)
{
    const struct mesh_view *m = &a->m;
    real across[3], share = a->dissipation;
    if (a->upwinding)
        /* The mean of both cells, which both ranks of a shared face have. */
        share = real_max(share, (real)0.5 * (a->upwinding[m->left[f]] + a->upwinding[m->right[f]]));
    if (a->shock_sensor != SENSOR_DUCROS)
        return share;
    face_across(m, m->left[f], m->right[f], f, across);
    real distance = real_sqrt(dot3(across, across));
    real l = flux_sensor(a, m->left[f], own, distance, equations);
    real r = flux_sensor(a, m->right[f], other, distance, equations);
    return real_max(share, real_max(l, r));
}

/* FLUX_KEEP of the cells' states and of those reconstructed at the face. kind: a constant. */
UFV_HD struct flux5 flux_keep(lid f, const struct flux_args *a, struct face_states at, const int equations,
                              const int kind, real *speed)
{
    const struct mesh_view *m = &a->m;
    struct state own = state_load(a->q, m->n_slots, m->left[f]), other = state_load(a->q, m->n_slots, m->right[f]);
    real share = flux_dissipation(f, a, own, other, equations);
    struct face_states cells = face_states(own, other, at.n, at.gamma);
    if (kind & FRAME_MOVES) {
        real v[3];
        frame_face_velocity(&a->frame, m, f, at.n, v);
        return frame_flux(keep_flux(flux_seen(cells, v), flux_seen(at, v), a->entropy_fix, share, speed), v);
    }
    return keep_flux(cells, at, a->entropy_fix, share, speed);
}

/* Interior faces. keeps: a constant, 1 where the scheme is FLUX_KEEP; kind: a constant, FRAME_RESTS or FRAME_MOVES.
 *
 * Order: reconstruct both sides; viscous part, since it loads the gradients that reconstruction has just read; inviscid
 * part; convection of turbulence with the mass of that very flux, so that a uniform variable stays uniform; difference;
 * store. speed is (|un| + c) + 2 nu / distance, which the time step divides by (update_time_step()). */
UFV_HD void flux_inside(lid f, const struct flux_args *a, const int scheme, const int keeps, const int equations,
                        const int kind)
{
    const struct mesh_view *m = &a->m;
    struct face_steps left = flux_steps(a, m->left[f], f, SIDE_LEFT, equations);
    struct face_steps right = flux_steps(a, m->right[f], f, SIDE_RIGHT, equations);
    real n[3], area, speed, turbulence[NV_MODEL];
    struct face_diffusion d = face_diffusion_none();
    face_unit_normal(m, f, n, &area);
    struct face_side l = flux_take(&left, equations), r = flux_take(&right, equations);
    const struct face_states at = face_states(l.flow, r.flow, n, a->fluid.gamma);
    if (equations_are_viscous(equations)) /* first, while the gradients are at hand */
        d = viscous_interior(f, a, at, equations, GRADIENTS_TOGETHER);
    struct flux5 flux;
    if (keeps) {
        flux = flux_keep(f, a, at, equations, kind, &speed);
    } else if (kind & FRAME_MOVES) {
        real v[3];
        frame_face_velocity(&a->frame, m, f, n, v);
        flux = flux_moving(scheme, at, v, d.nu * d.inverse, a, &speed);
    } else {
        flux = flux_of_states(scheme, at, d.nu * d.inverse, a, &speed);
    }
    flux_convect(flux.mass, l.turbulence, r.turbulence, turbulence);
    if (equations_are_viscous(equations)) {
        flux_subtract(&flux, turbulence, &d);
        speed += (real)2 * d.nu * d.inverse;
    }
    flux_store(a, f, n, area, flux, turbulence, equations);
    if (a->speed)
        a->speed[f] = speed * area;
}

/* Interior faces n_boundary .. n_flux - 1. */
UFV_HD void flux_body(lid f, const struct flux_args *a, const int scheme, const int equations)
{
    flux_inside(f, a, scheme, scheme == FLUX_KEEP, equations, FRAME_RESTS);
}

/* What a kernel makes of a face: all of its flux, or what the quadratic constitutive relation adds to it. */
enum flux_part { FLUX_WHOLE, FLUX_QUADRATIC };

/* Takes that off the flux that is there (physics/quadratic_stress.h). slip: slip walls and symmetry planes pass on the
 * normal stress alone. */
UFV_HD void flux_take_quadratic(const struct flux_args *a, lid f, const struct face_diffusion *d, const real n[3],
                                real area, int slip)
{
    int64_t nf = a->m.n_flux;
    const stored normal[3] = {(stored)n[0], (stored)n[1], (stored)n[2]};
    struct flux5 q = quadratic_flux(a->turbulence.quadratic, &d->gradient, d->velocity, (stored)d->mu_t, normal);
    if (slip)
        q = flux5_normal(q, n);
    a->flux[nf + f] -= area * q.mx;
    a->flux[2 * nf + f] -= area * q.my;
    a->flux[3 * nf + f] -= area * q.mz;
    a->flux[4 * nf + f] -= area * q.energy;
}

/* Where no mass passes. */
UFV_HD struct flux5 flux_of_pressure(real p, const real n[3])
{
    const struct flux5 flux = {(real)0, p * n[0], p * n[1], p * n[2], (real)0};
    return flux;
}

/* What HLLE's flux (physics/hlle.h) between a state and its mirror image adds to the pressure on a wall, Pa: of two
 * equal sound speeds c, rho u_n (u_n + c) towards the wall and rho u_n c away from it. With it the state in a cell from
 * which the fluid flies off stays positive in explicit steps (Einfeldt et al. 1991). */
UFV_HD real flux_wall_damping(struct state s, const real n[3], real gamma)
{
    const real un = s.u * n[0] + s.v * n[1] + s.w * n[2];
    return s.rho * un * (gas_sound_speed(s, gamma) + real_max(un, (real)0));
}

/* A state seen from a face, as an observer at rest sees it. kind: a constant. */
UFV_HD struct state flux_at_rest(struct state s, const real v[3], const int kind)
{
    return kind & FRAME_MOVES ? frame_absolute(s, v) : s;
}

/* viscous_wall() of a face that may move, whose b->given is as seen from it. kind: a constant.
 * The wall has its centroid's velocity there: the volume that it sweeps is none that layers would
 * feel. */
UFV_HD struct face_diffusion flux_at_wall(const struct boundary_face *b, const struct flux_args *a, struct state face,
                                          const int equations, const int kind)
{
    if (!(kind & FRAME_MOVES))
        return viscous_wall(b, a, face, equations, kind);
    const struct frame here = frame_of_face(&a->frame, &a->m, b->f);
    real v[3];
    frame_centroid_velocity(&a->frame, &a->m, b->f, v);
    struct bc_values wall = frame_wall(*b->given, &here, v);
    struct boundary_face at_rest = *b;
    at_rest.given = &wall;
    return viscous_wall(&at_rest, a, face, equations, kind);
}

/* viscous_slip() there; the normal stress works on a face that moves. kind: a constant. */
UFV_HD struct face_diffusion flux_at_slip(const struct boundary_face *b, const struct flux_args *a, struct state face,
                                          const real v[3], const int equations, const int layout, const int kind)
{
    struct face_diffusion d = viscous_slip(b->f, a, flux_at_rest(face, v, kind), b->n, equations, layout);
    if (kind & FRAME_MOVES)
        d.flow = frame_flux(d.flow, v);
    return d;
}

/* Boundary faces 0 .. n_boundary - 1. in: what the cell holds at the face; part: a constant, of no-slip walls
 * FLUX_WHOLE; kind: a constant of enum frame_kind, FRAME_MOVES with FLUX_WHOLE alone. Inviscid fluxes and
 * conditions are those seen from the face, viscous ones those seen from rest.
 *
 * Four kinds: prescribed values (Roe's flux to them), symmetry planes (the pressure of Roe's flux to the mirrored
 * state, as on the face that the mirrored mesh has there), walls (the pressure inside), and faces that fluid passes,
 * where the flux is that of one state which meets the condition (physics/boundary.h).
 *
 * Across the two sides of a layer of one cell no wave runs: they do not count for the time step, which would depend on
 * how thick the layer is. Of a plane one pressure and normal stress on them cancel and are left out, since what
 * rounding leaves of them per volume would depend on that too. */
UFV_HD void flux_boundary_part(lid f, const struct flux_args *a, struct face_side in, const int equations,
                               const int layout, const int part, const int kind)
{
    const struct mesh_view *m = &a->m;
    const int nv = equations_variables(equations);
    struct face_diffusion d = face_diffusion_none();
    const struct bc_values *given = &a->patch[m->face_patch[f]];
    struct boundary_face b = boundary_face_of(m, f, given);
    const real *n = b.n, area = b.area;
    const int side = given->kind == BC_SYMMETRY && layer_has_side(&m->layer, n);
    const int plane_side = side && m->layer.kind == LAYER_PLANE;
    const int mirrored = given->kind == BC_SYMMETRY && !side;
    struct bc_values seen;
    real speed, move[3], value[NV_MODEL] = {(real)0}, turbulence[NV_MODEL] = {(real)0};
    struct flux5 flux;
    if (kind & FRAME_MOVES) {
        frame_face_velocity(&a->frame, m, f, n, move);
        seen = ghost_given(m, f, &a->frame, given, move);
        b.given = given = &seen;
        in.flow = frame_relative(in.flow, move);
    }
    struct state face = in.flow;
    const real slowest = kind & FRAME_MOVES ? frame_slowest(a->slowest, move) : a->slowest;
    speed = flux_boundary_speed(face, n, slowest, a->fluid.gamma);
    if (given->kind == BC_PRESCRIBED || mirrored) {
        face = mirrored ? boundary_mirror(face, n[0], n[1], n[2]) : state_load(a->prescribed_face, m->n_boundary, f);
        if ((kind & FRAME_MOVES) && !mirrored)
            face = frame_relative(face, move);
        flux = flux_prescribed(in.flow, face, n, slowest, a, &speed);
    }
    if (mirrored) {
        face.p = flux.mx * n[0] + flux.my * n[1] + flux.mz * n[2];
        flux = flux_of_pressure(face.p, n);
        if (equations_are_viscous(equations))
            d = flux_at_slip(&b, a, in.flow, move, equations, layout, kind);
    } else if (given->kind == BC_PRESCRIBED) {
        for (int v = NV; v < nv; v++)
            value[v - NV] = a->prescribed_face[v * (int64_t)m->n_boundary + f];
        flux_convect(flux.mass, in.turbulence, value, turbulence);
        if (equations_are_viscous(equations))
            d = viscous_open(f, a, flux_at_rest(face, move, kind), value, n, equations, layout);
    } else if (boundary_is_slip(given->kind, equations) || given->kind == BC_WALL) {
        /* no mass passes */
        if (!plane_side && a->wall_damping > (real)0)
            face.p += a->wall_damping * flux_wall_damping(face, n, a->fluid.gamma);
        const real push = !plane_side ? face.p : GEOMETRY_IS_RELATIVE ? a->reference_pressure : (real)0;
        flux = flux_of_pressure(push, n);
        if (given->kind == BC_WALL && equations_are_viscous(equations))
            d = flux_at_wall(&b, a, face, equations, kind);
        else if (equations_are_viscous(equations) && !plane_side)
            d = flux_at_slip(&b, a, face, move, equations, layout, kind);
    } else {
        face = boundary_state(face, given, n[0], n[1], n[2], a->fluid.gamma);
        flux = gas_flux(face, n[0], n[1], n[2], a->fluid.gamma);
        if (equations_are_viscous(equations)) {
            boundary_turbulence(given, flux.mass, in.turbulence, value);
            flux_convect(flux.mass, value, value, turbulence);
            d = viscous_open(f, a, flux_at_rest(face, move, kind), value, n, equations, layout);
        }
    }
    if (part == FLUX_QUADRATIC) {
        flux_take_quadratic(a, f, &d, n, area, boundary_is_slip(given->kind, equations));
        return;
    }
    if (kind & FRAME_MOVES)
        flux = frame_flux(flux, move);
    flux_subtract(&flux, turbulence, &d);
    flux_store(a, f, n, area, flux, turbulence, equations);
    a->pressure[f] = face.p;
    if (a->speed)
        a->speed[f] = ((side ? (real)0 : speed) + (real)2 * d.nu * d.inverse) * area;
}

/* With `in`, the state that the cell's gradient gives on the face, at hand. */
UFV_HD void flux_boundary_of(lid f, const struct flux_args *a, struct face_side in, const int equations,
                             const int layout)
{
    flux_boundary_part(f, a, in, equations, layout, FLUX_WHOLE, FRAME_RESTS);
}

/* Index: faces 0 .. n_boundary - 1. */
UFV_HD void flux_boundary_body(lid f, const struct flux_args *a, const int equations)
{
    flux_boundary_of(f, a, flux_reconstruct(a, a->m.left[f], f, SIDE_LEFT, equations), equations,
                     GRADIENTS_TOGETHER);
}

/* kind: a constant, FRAME_RESTS: as above, or WALLS_MODELLED: with wall functions. */
UFV_HD void flux_boundary_walls(lid f, const struct flux_args *a, const int equations, const int kind)
{
    flux_boundary_part(f, a, flux_reconstruct(a, a->m.left[f], f, SIDE_LEFT, equations), equations,
                       GRADIENTS_TOGETHER, FLUX_WHOLE, kind);
}

/* All faces, 0 .. n_flux - 1. */
UFV_HD void flux_all_body(lid f, const struct flux_args *a, const int scheme, const int equations)
{
    if (f < a->m.n_boundary)
        flux_boundary_body(f, a, equations);
    else
        flux_body(f, a, scheme, equations);
}

/* All faces of a mesh that moves. The flux scheme is chosen here, so that one kernel does for all of them but
 * FLUX_KEEP (keep: a constant, 1), which takes more of the cells. */
UFV_HD void flux_moving_body(lid f, const struct flux_args *a, const int equations, const int keep)
{
    if (f < a->m.n_boundary)
        flux_boundary_part(f, a, flux_reconstruct(a, a->m.left[f], f, SIDE_LEFT, equations), equations,
                           GRADIENTS_TOGETHER, FLUX_WHOLE, FRAME_MOVES);
    else
        flux_inside(f, a, keep ? (int)FLUX_KEEP : a->scheme, keep, equations, FRAME_MOVES);
}

/* What the quadratic constitutive relation adds, of all faces, 0 .. n_flux - 1, behind flux_body() and
 * flux_boundary_body(). No-slip walls have no eddy viscosity.
 * The whole viscous flux is made again for what it is made of: models with the quadratic relation are
 * rare, and an array of gradients on faces would be the largest of all. */
UFV_HD void flux_quadratic_body(lid f, const struct flux_args *a, const int equations)
{
    const struct mesh_view *m = &a->m;
    if (!equations_are_turbulent(equations) || (f < m->n_boundary && a->patch[m->face_patch[f]].kind == BC_WALL))
        return;
    struct face_side l = flux_reconstruct(a, m->left[f], f, SIDE_LEFT, equations);
    if (f < m->n_boundary) {
        flux_boundary_part(f, a, l, equations, GRADIENTS_TOGETHER, FLUX_QUADRATIC, FRAME_RESTS);
    } else {
        real n[3], area;
        struct face_side r = flux_reconstruct(a, m->right[f], f, SIDE_RIGHT, equations);
        face_unit_normal(m, f, n, &area);
        const struct face_states at = face_states(l.flow, r.flow, n, a->fluid.gamma);
        struct face_diffusion d = viscous_interior(f, a, at, equations, GRADIENTS_TOGETHER);
        flux_take_quadratic(a, f, &d, n, area, 0);
    }
}

#endif
