/* ghost.h: values in the slots behind boundary faces, so that gradients find a neighbour there as elsewhere: mirrored
 * at slip walls and symmetry planes; otherwise such that the mean of cell and ghost is the state on the face, unless
 * a mirrored value would be unphysical. Modelled walls give the slopes of the wall's law. Fluxes through the boundary
 * do not take ghosts but the state on the face itself (kernels/flux.h).
 */
#ifndef UFV_SOLVE_KERNELS_GHOST_H
#define UFV_SOLVE_KERNELS_GHOST_H

#include "kernels/face_geometry.h"
#include "physics/turbulence/wall_function.h"

/* Does only the pressure of the flow act on the face? */
UFV_HD int boundary_is_slip(int kind, const int equations)
{
    return kind == BC_SLIP || kind == BC_SYMMETRY || (kind == BC_WALL && !equations_are_viscous(equations));
}

/* Distance of the left cell's centre from the plane of a face of that area, m. At least a
 * quarter of volume / area (hexahedra have a half, tetrahedra three quarters): the centre
 * of a warped cell may lie beyond the plane, and a wall must not push. Faces of no area are
 * far away, at a distance that can still be divided by. */
UFV_HD real face_distance(const struct mesh_view *m, lid f, const real n[3], real area)
{
    real dx[3], least = real_divide((real)0.25 * m->volume[m->left[f]], real_max(area, (real)1e-30));
    face_from_cell(m, m->left[f], f, SIDE_LEFT, dx);
    return real_max(dx[0] * n[0] + dx[1] * n[1] + dx[2] * n[2], least);
}

/* A boundary face and what holds there. */
struct boundary_face {
    lid f;
    const struct bc_values
        *given;      /* borrowed; of a mesh that moves as its user says: seen from the face or from rest */
    real n[3], area; /* unit normal, out of the mesh; m^2 */
};

UFV_HD struct boundary_face boundary_face_of(const struct mesh_view *m, lid f, const struct bc_values *given)
{
    struct boundary_face b;
    b.f = f;
    b.given = given;
    face_unit_normal(m, f, b.n, &b.area);
    return b;
}

UFV_HD real boundary_distance(const struct mesh_view *m, const struct boundary_face *b)
{
    return face_distance(m, b->f, b->n, b->area);
}

/* The turbulence variables' values on a no-slip wall with the density rho and the pressure p there, at the distance d
 * (m) from the cell's centre. */
UFV_HD void boundary_turbulence_at_wall(const struct fluid *g, real rho, real p, real d, const int equations,
                                        real out[NV_MODEL])
{
    real nu = real_divide(fluid_viscosity(g, fluid_temperature(g, rho, p)), rho);
    model_at_wall(nu, d, out, equations);
}

/* The same on a face that fluid passes: from where the flow comes. un: the velocity or the mass flux out of the mesh,
 * of which the sign counts; inside: the cell's values. */
UFV_HD void boundary_turbulence(const struct bc_values *given, real un, const real inside[NV_MODEL],
                                real out[NV_MODEL])
{
    for (int v = 0; v < NV_MODEL; v++)
        out[v] = un < (real)0 ? given->turbulence[v] : inside[v];
}

/* `face` holds the state on the face. A mirrored value is refused when it is negative, except at walls: there the value
 * on the face is zero, so that the mirrored one is minus the cell's by design. */
UFV_HD void ghost_turbulence(lid i, const struct boundary_face *b, const struct ghost_args *a, struct state face,
                             const int equations)
{
    const struct mesh_view *m = &a->m;
    const struct bc_values *given = b->given;
    const int nv = equations_variables(equations);
    int64_t ns = m->n_slots, slot = m->n_cells + i;
    real inside[NV_MODEL] = {0}, out[NV_MODEL] = {0};
    for (int v = NV; v < nv; v++)
        inside[v - NV] = a->q[v * ns + m->left[b->f]];
    if (boundary_is_slip(given->kind, equations)) {
        for (int v = 0; v < NV_MODEL; v++)
            out[v] = inside[v];
    } else {
        /* Which way the flow goes decides between the given value and the cell's. */
        real un = face.u * b->n[0] + face.v * b->n[1] + face.w * b->n[2];
        if (given->kind == BC_WALL)
            boundary_turbulence_at_wall(&a->fluid, face.rho, face.p, boundary_distance(m, b), equations, out);
        else
            boundary_turbulence(given, un, inside, out);
        for (int k = 0; k < NV_MODEL; k++) {
            real mirrored = (real)2 * out[k] - inside[k];
            out[k] = mirrored < (real)0 && given->kind != BC_WALL ? out[k] : mirrored;
        }
    }
    for (int v = NV; v < nv; v++)
        a->q[v * ns + slot] = out[v - NV];
}

/* What the patch of a boundary face of a mesh that moves gives, as seen from the face, whose velocity is v. */
UFV_HD struct bc_values ghost_given(const struct mesh_view *m, lid f, const struct frame *frame,
                                    const struct bc_values *given, const real v[3])
{
    real x[3];
    const struct frame here = frame_of_face(frame, m, f);
    face_place(m, f, x);
    return frame_boundary(given, &here, x, v);
}

/* Are the no-slip walls of these equations modelled? kind: a constant, as equations. */
UFV_HD int walls_are_modelled(const int kind, const int equations)
{
    return (kind & WALLS_MODELLED) && equations_are_turbulent(equations);
}

/* A no-slip wall with a wall function: the state in the ghost slot, as seen from the face. The turbulence variables
 * have the slopes of theirs beside the wall. */
UFV_HD struct state ghost_modelled(lid i, const struct boundary_face *b, const struct ghost_args *a, struct state in,
                                   const int equations)
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots, slot = m->n_cells + i;
    const int nv = equations_variables(equations);
    struct wall_layer w = wall_layer_of(in, b->given, &a->fluid, b->n, boundary_distance(m, b), equations);
    lid c = m->left[b->f];
    real inside[NV_MODEL] = {0}, out[NV_MODEL] = {0};
    for (int v = NV; v < nv; v++)
        inside[v - NV] = a->q[v * ns + c];
    model_law_ghost(inside, w.y_plus, out, equations);
    for (int v = NV; v < nv; v++)
        a->q[v * ns + slot] = out[v - NV];
    return wall_layer_ghost(&w, in, b->given, &a->fluid, b->n);
}

/* `kind` is a constant of enum frame_kind. Index i runs over the owned boundary faces and then over those of the halo:
 * gradients of halo cells at boundaries need ghosts too, which no other rank sends. */
UFV_HD void ghost_of(lid i, const struct ghost_args *a, const int equations, const int kind)
{
    const struct mesh_view *m = &a->m;
    const int nv = equations_variables(equations);
    lid f = i < m->n_boundary ? i : m->n_flux + (i - m->n_boundary);
    lid slot = m->n_cells + i;
    const struct bc_values *given = &a->patch[m->face_patch[i]];
    if (given->kind == BC_SLIDING) /* kernels/sliding_faces.h makes them */
        return;
    /* Ghosts of exact solutions, set once; nothing about them depends on the cell. */
    if (given->kind == BC_PRESCRIBED) {
        for (int v = 0; v < nv; v++)
            a->q[v * (int64_t)m->n_slots + slot] =
                a->prescribed[v * ((int64_t)m->n_boundary + m->n_halo_boundary) + i];
        return;
    }
    struct state in = state_load(a->q, m->n_slots, m->left[f]), ghost;
    struct boundary_face b = boundary_face_of(m, f, given);
    struct bc_values seen;
    real v[3];
    if (kind & FRAME_MOVES) {
        frame_centroid_velocity(&a->frame, m, f, v); /* where the ghost's state is mirrored */
        seen = ghost_given(m, f, &a->frame, given, v);
        b.given = given = &seen;
        /* Conditions hold for the velocity relative to the face. The ghost is turned back to the
         * absolute one at the end. */
        in = frame_relative(in, v);
    }
    /* What turbulence variables look at; at walls and slip planes the cell's state will do. */
    struct state face = in;
    int modelled = given->kind == BC_WALL && walls_are_modelled(kind, equations);
    if (modelled) {
        ghost = ghost_modelled(i, &b, a, in, equations);
    } else if (boundary_is_slip(given->kind, equations)) {
        ghost = boundary_mirror(in, b.n[0], b.n[1], b.n[2]);
    } else if (given->kind == BC_WALL) {
        ghost = wall_ghost(in, given, &a->fluid, boundary_distance(m, &b));
    } else {
        face = boundary_state(in, given, b.n[0], b.n[1], b.n[2], a->fluid.gamma);
        ghost = boundary_ghost(in, given->kind == BC_OPENING
                                       ? boundary_opening_slope(in, given, b.n, a->fluid.gamma)
                                       : face);
    }
    state_store(a->q, m->n_slots, slot, kind & FRAME_MOVES ? frame_absolute(ghost, v) : ghost);
    if (nv > NV && !modelled)
        ghost_turbulence(i, &b, a, face, equations);
}

/* Of a mesh at rest with resolved walls; index: as struct ghost_args says. */
UFV_HD void ghost_body(lid i, const struct ghost_args *a, const int equations)
{
    ghost_of(i, a, equations, FRAME_RESTS);
}

#endif
