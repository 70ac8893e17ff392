/* viscous_flux.h: viscous fluxes and diffusion of the turbulence variables by face, as
 * added to what enters the left cell (subtracted from the flux), per area.
 */
#ifndef UFV_SOLVE_KERNELS_VISCOUS_FLUX_H
#define UFV_SOLVE_KERNELS_VISCOUS_FLUX_H

#include "kernels/ghost.h"
#include "kernels/turbulence_sources.h"

/* Loads the nv variables of slot c. A GPU takes them from the cell's record where there is one: the cells across
 * neighbouring faces lie far apart in memory, so that each number read from an array costs a memory sector of its
 * own. */
UFV_HD void flux_values(const struct flux_args *a, lid c, const int nv, real q[2 * RECORD_PAIRS_MAX])
{
    if (ON_DEVICE && a->record && c < a->m.n_cells) {
        record_load(a->record, c, nv, q);
        return;
    }
    for (int v = 0; v < nv; v++)
        q[v] = a->q[v * (int64_t)a->m.n_slots + c];
}

/* Loads the centroid of slot c, m, in the same way. It is not there when geometry is relative. */
UFV_HD void flux_place(const struct flux_args *a, lid c, double x[3])
{
    if (ON_DEVICE && a->position && c < a->m.n_cells) {
        struct record_position p = a->position[c];
        x[0] = p.x;
        x[1] = p.y;
        x[2] = p.z;
        return;
    }
    for (int d = 0; d < 3; d++)
        x[d] = a->m.centroid[d * (int64_t)a->m.n_slots + c];
}

/* face_from_cell() by flux_place(). */
UFV_HD void flux_from_cell(const struct flux_args *a, lid c, lid f, int side, real dx[3])
{
    double x[3], face[3];
    if (GEOMETRY_IS_RELATIVE) {
        face_from_cell(&a->m, c, f, side, dx);
        return;
    }
    flux_place(a, c, x);
    for (int d = 0; d < 3; d++) {
        face[d] = a->m.face_centroid[d * (int64_t)a->m.n_faces + f];
        dx[d] = (real)(face[d] - x[d]);
    }
}

/* face_across() from the left slot to the right one of face f. */
UFV_HD void flux_across(const struct flux_args *a, lid f, real dx[3])
{
    const struct mesh_view *m = &a->m;
    double left[3], right[3];
    if (GEOMETRY_IS_RELATIVE) {
        face_across(m, m->left[f], m->right[f], f, dx);
        return;
    }
    flux_place(a, m->left[f], left);
    flux_place(a, m->right[f], right);
    for (int d = 0; d < 3; d++)
        dx[d] = (real)(right[d] - left[d]);
}

struct face_diffusion {
    struct flux5 flow;
    real turbulence[NV_MODEL];
    real nu;      /* largest diffusivity, m^2/s, for the time step */
    real inverse; /* 1 / distance of the two values along the face's normal, for the time step, 1/m */
    /* What the stress was made of; kernels that do not read it do not compute it. */
    struct flow_gradient gradient;
    stored velocity[3]; /* m/s */
    real mu_t;          /* eddy viscosity, Pa s */
};

/* No diffusion: inviscid flow, and faces through which nothing diffuses. */
UFV_HD struct face_diffusion face_diffusion_none(void)
{
    struct face_diffusion d = {{0, 0, 0, 0, 0}, {0}, 0, 0, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                               {0, 0, 0},       0};
    return d;
}

/* Keeps the part of a momentum flux along n and drops the energy flux. */
UFV_HD struct flux5 flux5_normal(struct flux5 f, const real n[3])
{
    real normal = f.mx * n[0] + f.my * n[1] + f.mz * n[2];
    struct flux5 r = {f.mass, normal * n[0], normal * n[1], normal * n[2], (real)0};
    return r;
}

/* The line between the two slots of a face. */
struct face_edge {
    stored e[3];      /* unit vector from left to right */
    stored inverse;   /* 1 / distance, 1/m */
    stored offset[3]; /* from the line to the face's centroid, across the line, over the distance */
    stored inside[3]; /* the same in the face's plane */
};

/* What lies off the line along e of the way `from` one end of it, over the distance: that less `along` of e. It is
 * taken times (e . n)^2 (crossing: e . n), 1 on regular pyramids and tetrahedra: flat tetrahedra, whose lines cross
 * their faces aslant, would pass on noise of their gradients. One longer than 1 (regular ones have 0.4) is made as much
 * shorter than 1, so that differences of gradients stay bounded against differences of values. Along the line, where
 * the face is off the half-way point by a quarter of the difference of the cells' heights in stretched layers, nothing
 * is taken: that is of second order where heights change smoothly, and took the drag of a turbulent plate of 816 cells
 * from 0.9 % below the limit of fine meshes to 1.6 % above it. */
UFV_HD void face_offset(const stored from[3], const stored e[3], stored along, stored crossing, stored out[3])
{
    for (int d = 0; d < 3; d++)
        out[d] = from[d] - along * e[d];
    stored square = stored_dot3(out, out);
    stored share = stored_divide((stored)1, square > (stored)1 ? square : (stored)1);
    for (int d = 0; d < 3; d++)
        out[d] *= crossing * crossing * share;
}

/* across: from the left slot to the right one; from_left: from the left one to the face's centroid, m; n: the face's
 * unit normal. What lies in the face's plane has nothing of the slopes across the face: in a long thin
 * cell near a wall, whose line to the next is aslant by as much as the cell is thick, the offset across the line takes
 * the change of omega's slope, some ten times the slope itself, and omega diffused to where there is more of it. So
 * some models take that (model_slopes_in_face()); with it for the flow a wing with SA (wing_mesh --n 16 --normal 32)
 * stalled.
 *
 * In short: the difference of the two slots' values is the slope along e through the point where their line passes the
 * face; offset says how far the face's centre is from there, and the difference of the gradients over it corrects the
 * slope (face_gradient()). */
UFV_HD struct face_edge face_edge_between(const real across[3], const real from_left[3], const real n[3])
{
    struct face_edge s;
    for (int d = 0; d < 3; d++)
        s.e[d] = (stored)across[d];
    s.inverse = stored_divide((stored)1, stored_sqrt(stored_dot3(s.e, s.e)));
    stored from[3];
    for (int d = 0; d < 3; d++) {
        s.e[d] *= s.inverse;
        from[d] = (stored)from_left[d] * s.inverse;
    }
    const stored normal[3] = {(stored)n[0], (stored)n[1], (stored)n[2]};
    stored crossing = stored_dot3(s.e, normal);
    face_offset(from, s.e, stored_dot3(from, s.e), crossing, s.offset);
    face_offset(from, s.e, stored_divide(stored_dot3(from, normal), viscous_distance((stored)1, crossing)), crossing,
                s.inside);
    return s;
}

/* The same for face f. */
UFV_HD struct face_edge face_edge_of(const struct mesh_view *m, lid f, const real n[3])
{
    real across[3], from_left[3];
    face_across(m, m->left[f], m->right[f], f, across);
    face_from_cell(m, m->left[f], f, SIDE_LEFT, from_left);
    return face_edge_between(across, from_left, n);
}

/* Gradient on a face from those of its two sides and the difference of its slots' values. offset: one of s's.
 * given: the sides' is that on the face already, and stays. n: unit normal. */
UFV_HD void face_gradient(const struct face_edge *s, const stored offset[3], const stored gl[3], const stored gr[3],
                          stored difference, int given, const stored n[3], stored out[3])
{
    stored mean[3], slope = difference * s->inverse;
    for (int d = 0; d < 3; d++) {
        mean[d] = (stored)0.5 * (gl[d] + gr[d]);
        slope += (gr[d] - gl[d]) * offset[d];
    }
    viscous_face_gradient(mean, s->e, n, given ? stored_dot3(mean, s->e) : slope, out);
}

/* Gradients of a cell: g[v][d]. */
UFV_HD void face_cell_gradient(const struct flux_args *a, lid c, const int nv, const int layout, stored g[NV_MAX][3])
{
    int64_t n = a->m.n_stencil;
    for (int v = 0; v < nv; v++) {
        struct limited_gradient k = {{0, 0, 0}, 0};
        if (layout == GRADIENTS_TOGETHER)
            k = limited_load(&a->m, a->limited, nv, v, c);
        for (int d = 0; d < 3; d++)
            g[v][d] = layout == GRADIENTS_TOGETHER ? k.g[d] : a->gradient[(d * nv + v) * n + c];
    }
}

/* A turbulence variable on a face from its values in the two cells and `step`, the mean of what unlimited gradients add
 * from them to the face: held between a tenth of and ten times the mean of the cells' own values; where that is
 * negative, that mean. Held in bounds, since an unlimited gradient at the edge of a layer may reconstruct a negative
 * viscosity. */
UFV_HD real face_variable_within(real left, real right, real step)
{
    real mean = (real)0.5 * (left + right), reconstructed = mean + step;
    return mean > (real)0 ? real_min(real_max(reconstructed, (real)0.1 * mean), (real)10 * mean) : mean;
}

/* The turbulence variables on an interior face. */
UFV_HD void face_variables(const struct flux_args *a, lid f, stored gl[NV_MAX][3], stored gr[NV_MAX][3],
                           const int equations, real out[NV_MODEL])
{
    const struct mesh_view *m = &a->m;
    const int nv = equations_variables(equations);
    lid l = m->left[f], r = m->right[f];
    real from_left[3], from_right[3], ql[2 * RECORD_PAIRS_MAX], qr[2 * RECORD_PAIRS_MAX];
    flux_from_cell(a, l, f, SIDE_LEFT, from_left);
    flux_from_cell(a, r, f, SIDE_RIGHT, from_right);
    flux_values(a, l, nv, ql);
    flux_values(a, r, nv, qr);
    for (int v = NV; v < nv; v++) {
        stored step = (stored)0;
        for (int d = 0; d < 3; d++)
            /* The mean of what both sides reconstruct, less the mean of the cells. */
            step += (stored)0.5 * (gl[v][d] * (stored)from_left[d] + gr[v][d] * (stored)from_right[d]);
        out[v - NV] = face_variable_within(ql[v], qr[v], (real)step);
    }
}

/* Heat conductivity, W/(m K): cp times molecular and eddy viscosity over their Prandtl numbers. */
UFV_HD real face_conductivity(const struct fluid *g, const struct face_viscosity *v)
{
    return fluid_cp(g) * (real_divide(v->mu, g->prandtl) + real_divide(v->mu_t, g->prandtl_turbulent));
}

/* Largest diffusivity (Blazek 2015, Eq. 6.21, and the turbulence variables'), m^2/s. */
UFV_HD real face_largest_diffusivity(const struct fluid *g, const struct face_viscosity *v, real rho)
{
    real heat = real_max((real)(4.0 / 3), g->gamma) *
                (real_divide(v->mu, g->prandtl) + real_divide(v->mu_t, g->prandtl_turbulent));
    real most = v->diffusivity[NV_MODEL - 1];
    for (int k = NV_MODEL - 2; k >= 0; k--)
        most = real_max(v->diffusivity[k], most);
    return real_divide(real_max(heat, most), rho);
}

/* What diffuses through a face by: the gradients on its two sides, and what its turbulence variables are. */
struct face_slopes {
    stored (*left)[3], (*right)[3]; /* [variable][direction], borrowed; at boundaries both the cell's, or the face's */
    int given;                      /* 1: those of the flow were given on the face */
    struct turbulence_face turbulent;
};

/* From the gradients of the two sides of face f and the difference of its slots. at: states reconstructed there.
 * Given gradients of the flow are taken as they are. A difference to a ghost that holds too many
 * conditions would hold the velocity more the finer the mesh, and leave the errors of the mass
 * flux to the pressure; turbulence variables, with one condition each, gain by it. */
UFV_HD struct face_diffusion face_diffuse(lid f, const struct flux_args *a, struct face_states at,
                                          const struct face_slopes *slopes, const int equations)
{
    const int nv = equations_variables(equations), given = slopes->given;
    const struct state fl = at.l, fr = at.r;
    const real *n = at.n;
    stored(*gl)[3] = slopes->left, (*gr)[3] = slopes->right;
    const stored half = (stored)0.5;
    lid l = a->m.left[f], r = a->m.right[f];
    struct face_diffusion out;
    real across[3], from_left[3], ql[2 * RECORD_PAIRS_MAX], qr[2 * RECORD_PAIRS_MAX];
    flux_values(a, l, nv, ql);
    flux_values(a, r, nv, qr);
    flux_across(a, f, across);
    flux_from_cell(a, l, f, SIDE_LEFT, from_left);
    struct face_edge edge = face_edge_between(across, from_left, n);
    stored normal[3] = {(stored)n[0], (stored)n[1], (stored)n[2]};
    stored velocity[3] = {half * (stored)(fl.u + fr.u), half * (stored)(fl.v + fr.v), half * (stored)(fl.w + fr.w)};
    real rl = ql[Q_RHO], rr = qr[Q_RHO], pl = ql[Q_P], pr = qr[Q_P];
    stored dt = (stored)(fluid_temperature(&a->fluid, rr, pr) - fluid_temperature(&a->fluid, rl, pl));
    /* gradients go with the values where they were taken: at boundaries gr is the cell's too */
    int inside = r < a->m.n_cells;
    rl = given ? fl.rho : rl;
    pl = given ? fl.p : pl;
    struct flow_gradient hl = flow_gradient_of(gl, (stored)rl, (stored)pl, &a->fluid), h;
    struct flow_gradient hr = flow_gradient_of(gr, (stored)(inside ? rr : rl), (stored)(inside ? pr : pl), &a->fluid);
    stored *component[3] = {h.u, h.v, h.w};
    for (int v = 0; v < 3; v++) {
        stored du = (stored)(qr[Q_U + v] - ql[Q_U + v]);
        face_gradient(&edge, edge.offset, gl[Q_U + v], gr[Q_U + v], du, given, normal, component[v]);
    }
    face_gradient(&edge, edge.offset, hl.t, hr.t, dt, given, normal, h.t);

    real t = (real)0.5 * (fluid_temperature(&a->fluid, fl.rho, fl.p) + fluid_temperature(&a->fluid, fr.rho, fr.p));
    real rho = (real)0.5 * (fl.rho + fr.rho);
    struct face_viscosity s = model_face_viscosity(fluid_viscosity(&a->fluid, t), rho, &slopes->turbulent, equations);
    out.flow = viscous_flux(&h, velocity, (stored)(s.mu + s.mu_t), (stored)face_conductivity(&a->fluid, &s), normal);
    out.nu = face_largest_diffusivity(&a->fluid, &s, rho);
    out.inverse = (real)stored_divide(edge.inverse, viscous_distance((stored)1, stored_dot3(edge.e, normal)));
    out.gradient = h;
    for (int k = 0; k < 3; k++)
        out.velocity[k] = velocity[k];
    out.mu_t = s.mu_t;
    for (int v = 0; v < NV_MODEL; v++)
        out.turbulence[v] = (real)0;
    for (int v = NV; v < nv; v++) {
        stored g[3];
        face_gradient(&edge, model_slopes_in_face(equations) ? edge.inside : edge.offset, gl[v], gr[v],
                      (stored)(qr[v] - ql[v]), 0, normal, g);
        out.turbulence[v - NV] = s.diffusivity[v - NV] * (real)stored_dot3(g, normal);
    }
    return out;
}

/* What face f between its left cell and `right` takes of turbulence variables, with the gradients in slopes; at a plane
 * of symmetry `right` is the left cell. */
UFV_HD void face_turbulence_inside(const struct flux_args *a, lid f, lid right, struct face_slopes *slopes,
                                   const int equations)
{
    const lid left = a->m.left[f];
    if (model_keeps_eddies(equations)) {
        slopes->turbulent.eddies.mu_t = (real)0.5 * (a->mu_t[left] + a->mu_t[right]);
        slopes->turbulent.eddies.f1 = (real)0.5 * (a->f1[left] + a->f1[right]);
    } else {
        face_variables(a, f, slopes->left, slopes->right, equations, slopes->turbulent.variable);
    }
}

/* Interior faces. at: states reconstructed there. */
UFV_HD struct face_diffusion viscous_interior(lid f, const struct flux_args *a, struct face_states at,
                                              const int equations, const int layout)
{
    const int nv = equations_variables(equations);
    lid l = a->m.left[f], r = a->m.right[f];
    stored gl[NV_MAX][3], gr[NV_MAX][3];
    struct face_slopes slopes = {gl, gr, 0, turbulence_face_none()};
    face_cell_gradient(a, l, nv, layout, gl);
    face_cell_gradient(a, r, nv, layout, gr);
    face_turbulence_inside(a, f, r, &slopes, equations);
    return face_diffuse(f, a, at, &slopes, equations);
}

/* Gradients as the cell has them that is mirrored in a plane of the unit normal n. */
UFV_HD void face_mirror_gradient(stored g[NV_MAX][3], const real n[3], const int nv, stored out[NV_MAX][3])
{
    const stored normal[3] = {(stored)n[0], (stored)n[1], (stored)n[2]};
    for (int v = 0; v < nv; v++) {
        stored twice = (stored)2 * stored_dot3(g[v], normal);
        for (int d = 0; d < 3; d++)
            out[v][d] = g[v][d] - twice * normal[d];
    }
    for (int d = 0; d < 3; d++) { /* of the velocity's components the one along n changes its sign */
        stored along = out[Q_U][d] * normal[0] + out[Q_V][d] * normal[1] + out[Q_W][d] * normal[2];
        for (int v = 0; v < 3; v++)
            out[Q_U + v][d] -= (stored)2 * along * normal[v];
    }
}

/* Boundary faces where the fluid passes. face: the state there; value: the
 * turbulence variables there.
 * Gradients at a boundary face are the cell's on both sides, with the difference to the ghost along e; behind a plane
 * of symmetry they are mirrored. */
UFV_HD struct face_diffusion viscous_open(lid f, const struct flux_args *a, struct state face,
                                          const real value[NV_MODEL], const real n[3], const int equations,
                                          const int layout)
{
    const int nv = equations_variables(equations);
    int64_t ns = a->m.n_slots;
    lid l = a->m.left[f];
    real inside[NV_MAX];
    stored g[NV_MAX][3], mirrored[NV_MAX][3];
    struct face_slopes slopes = {g, g, 0, turbulence_face_none()};
    const int kind = a->patch[a->m.face_patch[f]].kind;
    slopes.given = a->prescribed_gradient && kind == BC_PRESCRIBED;
    if (slopes.given) {
        for (int v = 0; v < nv; v++)
            for (int d = 0; d < 3; d++)
                g[v][d] = (stored)a->prescribed_gradient[(d * nv + v) * (int64_t)a->m.n_boundary + f];
    } else {
        face_cell_gradient(a, l, nv, layout, g);
    }
    if (kind == BC_SYMMETRY && !layer_has_side(&a->m.layer, n)) {
        face_mirror_gradient(g, n, nv, mirrored);
        slopes.right = mirrored;
        face_turbulence_inside(a, f, l, &slopes, equations);
        return face_diffuse(f, a, face_states(face, face, n, a->fluid.gamma), &slopes, equations);
    }
    for (int v = 0; v < nv; v++)
        inside[v] = a->q[v * ns + l];
    slopes.turbulent =
        model_open_face(inside, turbulence_eddies_load(a->mu_t, a->f1, l, equations), face.rho, value, equations);
    return face_diffuse(f, a, face_states(face, face, n, a->fluid.gamma), &slopes, equations);
}

/* Slip walls and symmetry planes: the normal stress alone. */
UFV_HD struct face_diffusion viscous_slip(lid f, const struct flux_args *a, struct state face, const real n[3],
                                          const int equations, const int layout)
{
    int64_t ns = a->m.n_slots;
    lid l = a->m.left[f];
    real value[NV_MODEL];
    for (int v = 0; v < NV_MODEL; v++)
        value[v] = v == 0 ? (real)0 : (real)1;
    for (int v = NV; v < equations_variables(equations); v++)
        value[v - NV] = a->q[v * ns + l];
    struct face_diffusion d = viscous_open(f, a, face, value, n, equations, layout);
    d.flow = flux5_normal(d.flow, n);
    for (int v = 0; v < NV_MODEL; v++)
        d.turbulence[v] = (real)0;
    return d;
}

/* Keeps shear, heat flux and y+ of a wall face. flow: the viscous flux, as in face_diffusion;
 * d: distance of the cell's centre, m; rho, mu: on the wall. */
UFV_HD void wall_keep(const struct boundary_face *b, const struct flux_args *a, struct flux5 flow, real d, real rho,
                      real mu)
{
    const lid f = b->f;
    const real *n = b->n, *velocity = b->given->wall_velocity;
    int64_t nb = a->m.n_boundary;
    real shear[3] = {-flow.mx, -flow.my, -flow.mz}, along = dot3(shear, n), tau2 = (real)0;
    for (int k = 0; k < 3; k++) {
        a->wall[(WALL_SHEAR + k) * nb + f] = shear[k];
        tau2 += (shear[k] - along * n[k]) * (shear[k] - along * n[k]);
    }
    /* the energy flux less the work of a moving wall */
    a->wall[WALL_HEAT_FLUX * nb + f] = -(flow.energy + dot3(shear, velocity));
    a->wall[WALL_Y_PLUS * nb + f] = real_divide(d * real_sqrt(real_sqrt(tau2) * rho), mu);
}

/* viscous_wall() with a wall function: the stress is that of the law of the wall, as a viscosity times the difference
 * from the cell to the wall, and so is the heat flux. b, kind: as there. */
UFV_HD struct face_diffusion viscous_modelled_wall(const struct boundary_face *b, const struct flux_args *a,
                                                   const int equations, const int kind)
{
    const struct fluid *fluid = &a->fluid;
    const struct bc_values *given = b->given;
    const real *n = b->n;
    const lid f = b->f;
    struct state in = state_load(a->q, a->m.n_slots, a->m.left[f]);
    struct face_diffusion out = face_diffusion_none();
    real inside[NV_MODEL] = {(real)0};
    real d = boundary_distance(&a->m, b), t = fluid_temperature(fluid, in.rho, in.p);
    struct wall_layer w = wall_layer_of(in, given, fluid, n, d, equations);
    /* All in one: the law's stress over its difference of velocities, which no eddy viscosity is added
     * to. */
    struct face_viscosity s = face_viscosity_molecular(w.viscosity);
    struct flow_gradient g = wall_gradient(in, given, (real)0, d, n);
    stored normal[3] = {(stored)n[0], (stored)n[1], (stored)n[2]}, velocity[3];
    if (kind & FRAME_MOVES)
        wall_gradient_turn(&g, given->wall_rotation, n);
    for (int k = 0; k < 3; k++)
        velocity[k] = (stored)given->wall_velocity[k];
    out.inverse = real_divide((real)1, d);
    out.flow = viscous_flux(&g, velocity, (stored)s.mu, (stored)0, normal);
    /* viscous_flux() had no conduction (its conductivity is 0): the law gives the heat. */
    out.flow.energy += wall_layer_heat(&w, given, t);
    for (int v = NV; v < equations_variables(equations); v++)
        inside[v - NV] = a->q[v * (int64_t)a->m.n_slots + a->m.left[f]];
    model_law_diffusion(w.mu, w.rho, inside, out.inverse, out.turbulence, equations);
    out.nu = face_largest_diffusivity(fluid, &s, w.rho);
    wall_keep(b, a, out.flow, d, w.rho, w.mu);
    return out;
}

/* No-slip walls; no eddy viscosity there. kind: a constant of enum frame_kind; FRAME_MOVES: b->given has the wall's
 * velocity and rotation as seen from rest.
 * The wall's temperature follows from the condition first (physics/wall.h), then viscosity and density
 * from it: at a hot or a cold wall those of the cell would be off by the difference across half a cell. */
UFV_HD struct face_diffusion viscous_wall(const struct boundary_face *b, const struct flux_args *a, struct state face,
                                          const int equations, const int kind)
{
    if (walls_are_modelled(kind, equations))
        return viscous_modelled_wall(b, a, equations, kind);
    const struct mesh_view *m = &a->m;
    const struct fluid *fluid = &a->fluid;
    const struct bc_values *given = b->given;
    const real *n = b->n;
    const int nv = equations_variables(equations);
    lid c = m->left[b->f];
    struct state in = state_load(a->q, m->n_slots, c);
    struct face_viscosity s = face_viscosity_molecular((real)0);
    struct face_diffusion out = face_diffusion_none();
    real d = boundary_distance(m, b), t = fluid_temperature(fluid, in.rho, in.p);
    s.mu = fluid_viscosity(fluid, t);
    real tw = wall_temperature(given, t, face_conductivity(fluid, &s), d);
    real rho = real_divide(face.p, fluid->gas_constant * tw);
    s.mu = fluid_viscosity(fluid, tw);
    struct flow_gradient g = wall_gradient(in, given, tw - t, d, n);
    if (kind & FRAME_MOVES)
        wall_gradient_turn(&g, given->wall_rotation, n);
    out.inverse = real_divide((real)1, d);
    stored normal[3] = {(stored)n[0], (stored)n[1], (stored)n[2]}, velocity[3];
    for (int k = 0; k < 3; k++)
        velocity[k] = (stored)given->wall_velocity[k];
    out.flow = viscous_flux(&g, velocity, (stored)s.mu, (stored)face_conductivity(fluid, &s), normal);
    if (given->thermal == WALL_HEAT_GIVEN)
        out.flow.energy = given->heat_flux + out.flow.mx * given->wall_velocity[0] +
                          out.flow.my * given->wall_velocity[1] + out.flow.mz * given->wall_velocity[2];
    if (nv > NV) {
        struct turbulence_face none = turbulence_face_none();
        real value[NV_MODEL] = {(real)0};
        s = model_face_viscosity(s.mu, rho, &none, equations);
        boundary_turbulence_at_wall(fluid, rho, face.p, d, equations, value);
        for (int v = NV; v < nv; v++)
            out.turbulence[v - NV] =
                s.diffusivity[v - NV] * (value[v - NV] - a->q[v * (int64_t)m->n_slots + c]) * out.inverse;
    }
    out.nu = face_largest_diffusivity(fluid, &s, rho);
    wall_keep(b, a, out.flow, d, rho, s.mu);
    return out;
}

#endif
