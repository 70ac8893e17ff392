/* wall_cells.h: with wall functions, what else changes in the cells at a wall and in those behind them.
 *
 *    wall |   cell at it   |   next   |
 *         |       o       face    o   |
 *
 * Differences between these cells find other slopes than the law of the wall has, which bends between them: where both
 * are in the logarithmic layer by 10 % on the face and by 20 % in the next cell.
 *
 * - In the cell at the wall the production of nu_tilde sees the slope of the law in its centre. k and omega are held
 *   at their values there: of omega that of the law (physics/turbulence/sst.h), of k the one by which k / omega is the
 *   eddy viscosity that goes with it. (A balance of k with centre values has nearly twice as much production as
 *   destruction where the cell reaches through the buffer layer, and another solution.)
 * - The viscous flux through the face to the next cell, and the production in that, are multiplied by the slope of the
 *   law over the one that the same differences find of the law.
 *
 * The last holds in layers of cells along the wall: of prisms, hexahedra and other stacks.
 */
#ifndef UFV_SOLVE_KERNELS_WALL_CELLS_H
#define UFV_SOLVE_KERNELS_WALL_CELLS_H

#include "kernels/flux.h"
#include "kernels/wall_args.h"

/* Faces whose normal has a smaller part than this along the wall's are no ceilings of a layer: 26 degrees. */
#define WALL_NEXT_ALONG ((real)0.9)

/* The number of a no-slip wall face among those with ghosts, 0 .. n_boundary + n_halo_boundary - 1; -1: it is another
 * face. */
UFV_HD lid wall_number(const struct mesh_view *m, const struct bc_values *patch, lid face)
{
    lid i = face < m->n_boundary ? face : m->n_boundary + (face - m->n_flux);
    int boundary = face < m->n_boundary || (face >= m->n_flux && face < m->n_flux + m->n_halo_boundary);
    return boundary && patch[m->face_patch[i]].kind == BC_WALL ? i : -1;
}

/* The way back from wall_number(): the face of index i. */
UFV_HD lid wall_face(const struct mesh_view *m, lid i)
{
    return i < m->n_boundary ? i : m->n_flux + (i - m->n_boundary);
}

/* -1 where a comes before b by their first component that differs, 1 where behind, 0: they are equal. */
UFV_HD int wall_vector_order(const real a[3], const real b[3])
{
    int d = a[0] != b[0] ? 0 : a[1] != b[1] ? 1 : 2;
    return a[d] < b[d] ? -1 : a[d] > b[d];
}

/* The same for two signed faces of cell c: it compares their outward area vectors, then the vectors from the cell to
 * them. It serves choices that must not depend on numbers, which differ between ranks. */
UFV_HD int wall_face_order(const struct mesh_view *m, lid c, lid signed_f, lid signed_g)
{
    const lid face[2] = {signed_f, signed_g};
    real s[2][3], to[2][3];
    for (int k = 0; k < 2; k++) {
        lid f;
        face_outward(m, face[k], &f, s[k]);
        face_from_cell(m, c, f, face[k] >= 0 ? SIDE_LEFT : SIDE_RIGHT, to[k]);
    }
    int order = wall_vector_order(s[0], s[1]);
    return order ? order : wall_vector_order(to[0], to[1]);
}

/* Which of two wall faces of cell c acts for it: the nearer one, then by wall_face_order(). */
UFV_HD int wall_acts_before(const struct mesh_view *m, lid c, lid f, lid g)
{
    real n[3], area, d[2];
    face_unit_normal(m, f, n, &area);
    d[0] = face_distance(m, f, n, area);
    face_unit_normal(m, g, n, &area);
    d[1] = face_distance(m, g, n, area);
    return d[0] != d[1] ? d[0] < d[1] : wall_face_order(m, c, f, g) < 0;
}

/* The no-slip wall face that acts for a stencil cell, as a number; -1: none. */
UFV_HD lid wall_of_cell(const struct mesh_view *m, const struct bc_values *patch, lid c)
{
    struct row row = row_of(m, c, ROWS_ANY);
    lid best = -1;
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid f = row_signed_face(m, row, j, &is_face), i = is_face && f >= 0 ? wall_number(m, patch, f) : -1;
        if (i >= 0 && (best < 0 || wall_acts_before(m, c, f, wall_face(m, best))))
            best = i;
    }
    return best;
}

/* Is that face of stencil cell c, signed, a ceiling of its layer over wall face f: its normal close to the wall's, and
 * the cell across not at a wall itself? A face that has been split is several ceilings. */
UFV_HD int wall_is_ceiling(const struct mesh_view *m, const struct bc_values *patch, lid f, lid across, lid signed_face)
{
    real n[3], area, s[3], along;
    lid face;
    face_unit_normal(m, f, n, &area);
    face_outward(m, signed_face, &face, s);
    /* 1 where the face lies straight across from the wall: s and n are both outward. */
    along = -real_divide(dot3(s, n), real_sqrt(dot3(s, s)));
    return face < m->n_flux && across < m->n_stencil && along > WALL_NEXT_ALONG && wall_of_cell(m, patch, across) < 0;
}

/* Is this face of cell c the one by which its production is changed? Of the faces by which cells at walls lie below it
 * the largest, then by wall_face_order().
 * A cell above several wall cells (a prism over two triangles, say) would else be changed once by each
 * of them, and the order of threads would decide. */
UFV_HD int wall_is_first_below(const struct mesh_view *m, const struct bc_values *patch, lid c, lid face)
{
    struct row row = row_of(m, c, ROWS_ANY);
    real largest = (real)0;
    lid best = LID_MAX; /* signed */
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid below = row_cell(m, row, j), signed_face = row_signed_face(m, row, j, &is_face), wall, f;
        real s[3], size;
        if (!is_face || below >= m->n_stencil)
            continue;
        wall = wall_of_cell(m, patch, below);
        if (wall < 0 || !wall_is_ceiling(m, patch, wall_face(m, wall), c, ~signed_face))
            continue;
        face_outward(m, signed_face, &f, s);
        size = dot3(s, s);
        if (size > largest || (size == largest && wall_face_order(m, c, signed_face, best) < 0)) {
            best = signed_face;
            largest = size;
        }
    }
    return best == face || best == ~face;
}

/* What wall face i, as a number, does: see wall_next_args. */
UFV_HD void wall_next_body(lid i, const struct wall_next_args *a)
{
    const struct mesh_view *m = &a->m;
    const lid f = wall_face(m, i), c = m->left[f], n = m->n_boundary + m->n_halo_boundary;
    int found = 0;
    for (int k = 0; k < WALL_CEILINGS; k++) {
        a->next[k * n + i] = WALL_NEXT_NONE;
        a->next[(WALL_CEILINGS + k) * n + i] = -1;
    }
    /* A cell in a corner has several wall faces; one of them acts for it, the others are idle. */
    if (wall_number(m, a->patch, f) < 0 || c >= m->n_stencil || wall_of_cell(m, a->patch, c) != i) {
        a->next[i] = WALL_NEXT_IDLE;
        return;
    }
    struct row row = row_of(m, c, ROWS_ANY);
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid above = row_cell(m, row, j), signed_face = row_signed_face(m, row, j, &is_face);
        if (!is_face || found == WALL_CEILINGS || above >= m->n_stencil ||
            !wall_is_ceiling(m, a->patch, f, above, signed_face))
            continue;
        a->next[found * n + i] = signed_face;
        if (wall_is_first_below(m, a->patch, above, signed_face >= 0 ? signed_face : ~signed_face))
            a->next[(WALL_CEILINGS + found) * n + i] = above;
        found++;
    }
}

/* Where the law is looked at: distances from the wall, m. */
struct wall_heights {
    real cell, face, next, beyond; /* beyond: of the cell behind the next one, whose height goes on growing as from
                                      cell to next */
};

/* n is the wall's unit normal. */
UFV_HD struct wall_heights wall_heights_of(const struct mesh_view *m, lid c, lid ceiling, const real n[3], real d)
{
    struct wall_heights h;
    real across[3], to_face[3];
    lid face = ceiling >= 0 ? ceiling : ~ceiling, above = ceiling >= 0 ? m->right[face] : m->left[face];
    face_across(m, c, above, ceiling, across);
    face_from_cell(m, c, face, ceiling >= 0 ? SIDE_LEFT : SIDE_RIGHT, to_face);
    real growth = real_divide(m->volume[above], m->volume[c]);
    h.cell = d;
    /* Heights over the wall, m, each above the one before also where cells are bad. */
    h.face = d + real_max(-dot3(to_face, n), (real)0.1 * d);
    h.next = real_max(d - dot3(across, n), (real)1.1 * h.face);
    h.beyond = h.next + (h.next - d) * real_min(growth, (real)2);
    return h;
}

/* The cell at a wall face. */
struct wall_cell {
    struct wall_layer layer;
    real n[3]; /* the wall's unit normal, out of the mesh */
    real d;    /* m, from the cell's centre to the wall */
};

/* That at wall face f. */
UFV_HD struct wall_cell wall_cell_of(lid f, const struct mesh_view *m, const struct bc_values *patch,
                                     const struct fluid *fluid, const real *q, const int equations)
{
    const struct bc_values *given = &patch[m->face_patch[f < m->n_boundary ? f : m->n_boundary + (f - m->n_flux)]];
    struct wall_cell w;
    real area;
    face_unit_normal(m, f, w.n, &area);
    w.d = face_distance(m, f, w.n, area);
    w.layer = wall_layer_of(state_load(q, m->n_slots, m->left[f]), given, fluid, w.n, w.d, equations);
    return w;
}

/* The variables of cell c. */
UFV_HD void wall_cell_load(lid c, const struct wall_cell_args *a, const int equations, real q[NV_MAX])
{
    for (int v = 0; v < equations_variables(equations); v++)
        q[v] = a->q[v * (int64_t)a->m.n_slots + c];
}

/* The rate in the sources of a cell at a wall, and what its model keeps of eddies. */
UFV_HD void wall_cell_rate(lid c, const struct wall_cell_args *a, const struct wall_cell *w, const int equations)
{
    const struct fluid *fluid = &a->fluid;
    real rate = real_divide(w->layer.steepness * w->layer.speed, w->d), q[NV_MAX];
    a->terms[c] = (stored)model_law_term(rate, equations);
    if (!model_keeps_eddies(equations))
        return;
    wall_cell_load(c, a, equations, q);
    real mu = fluid_viscosity(fluid, fluid_temperature(fluid, q[Q_RHO], q[Q_P]));
    struct turbulence_terms terms = turbulence_terms_load(a->terms, a->m.n_stencil, c, equations);
    struct turbulence_eddies e =
        model_law_eddies(q, terms, rate, mu, a->m.wall_distance[c], &a->turbulence, equations);
    a->mu_t[c] = e.mu_t;
    a->f1[c] = e.f1;
}

/* The same in the next cell: by the law's share of the slope that gradients find. */
UFV_HD void wall_next_rate(lid next, const struct wall_cell_args *a, real share, const int equations)
{
    real q[NV_MAX];
    a->terms[next] = (stored)((real)a->terms[next] * model_law_term(share, equations));
    if (!model_keeps_eddies(equations))
        return;
    wall_cell_load(next, a, equations, q);
    a->mu_t[next] = model_next_viscosity(q, a->mu_t[next], share, equations);
}

/* Runs after the gradients and before the fluxes. Index: boundary faces, those of the halo after the owned ones. */
UFV_HD void wall_cell_body(lid i, const struct wall_cell_args *a, const int equations)
{
    const struct mesh_view *m = &a->m;
    const lid f = wall_face(m, i), c = m->left[f], faces = m->n_boundary + m->n_halo_boundary;
    if (!equations_are_turbulent(equations) || a->next[i] == WALL_NEXT_IDLE)
        return;
    struct wall_cell w = wall_cell_of(f, m, a->patch, &a->fluid, a->q, equations);
    wall_cell_rate(c, a, &w, equations);
    for (int k = 0; k < WALL_CEILINGS && a->next[k * faces + i] != WALL_NEXT_NONE; k++) {
        const lid next = a->next[(WALL_CEILINGS + k) * faces + i];
        if (next < 0)
            continue;
        struct wall_heights h = wall_heights_of(m, c, a->next[k * faces + i], w.n, w.d);
        real below = wall_layer_slope_share(&w.layer, wall_layer_heights(&w.layer, w.d, h.cell, h.next, h.next));
        real above = wall_layer_slope_share(&w.layer, wall_layer_heights(&w.layer, w.d, h.next, h.beyond, h.next));
        real share = real_divide((real)2 * below * above, below + above); /* of the mean of both differences */
        wall_next_rate(next, a, share, equations);
    }
}

/* Turbulence variable `which` of cell c is pulled to a value, at `rate` (1/s), by a correction of its source.
 * As an implicit source: value rate rho (to - f), slope rate, by which the update and the Jacobian damp
 * it without limit on the time step. */
UFV_HD void wall_pull(lid c, const struct wall_cell_args *a, int which, real to, real rate, const int equations)
{
    const int64_t n = a->m.n_owned, variables = equations_variables(equations) - NV;
    real pull = a->q[c] * rate * (to - a->q[(NV + which) * (int64_t)a->m.n_slots + c]);
    real *value = &a->correction[which * n + c], *slope = &a->correction[(variables + which) * n + c];
    *value = a->adds ? *value + pull : pull;
    *slope = a->adds ? *slope + rate : rate;
}

/* Holds the variables of the turbulence model in the cell at a wall face, of models that want it; index: boundary faces
 * of owned cells. */
UFV_HD void wall_hold_body(lid i, const struct wall_cell_args *a, const int equations)
{
    if (!model_holds_at_walls(equations) || a->next[i] == WALL_NEXT_IDLE)
        return;
    struct wall_cell cell = wall_cell_of(i, &a->m, a->patch, &a->fluid, a->q, equations);
    const struct wall_layer *w = &cell.layer;
    struct turbulence_hold h =
        model_hold(real_divide(w->mu, w->rho), w->y_plus, cell.d, &a->turbulence, equations);
    for (int v = 0; v < equations_variables(equations) - NV; v++)
        wall_pull(a->m.left[i], a, v, h.to[v], h.rate, equations);
}

/* The flux through one of the ceilings (signed) of cell c at a wall. */
UFV_HD void wall_ceiling_flux(lid c, lid ceiling, const struct wall_flux_args *a, const struct wall_cell *cell,
                              const int equations)
{
    const struct wall_layer *w = &cell->layer;
    const real d = cell->d;
    const struct flux_args *u = &a->f;
    const struct mesh_view *m = &u->m;
    const lid face = ceiling >= 0 ? ceiling : ~ceiling;
    real normal[3], area;
    struct wall_heights h = wall_heights_of(m, c, ceiling, cell->n, d);
    struct face_side l = flux_reconstruct(u, m->left[face], face, SIDE_LEFT, equations);
    struct face_side r = flux_reconstruct(u, m->right[face], face, SIDE_RIGHT, equations);
    face_unit_normal(m, face, normal, &area);
    struct face_diffusion s =
        viscous_interior(face, u, face_states(l.flow, r.flow, normal, u->fluid.gamma), equations, GRADIENTS_TOGETHER);
    struct turbulence_heights y = wall_layer_heights(w, d, h.cell, h.next, h.face);
    struct turbulence_shares share = model_law_shares(y, wall_layer_slope_share(w, y), equations);
    real more = area * (share.flow - (real)1);
    int64_t nf = m->n_flux;
    u->flux[nf + face] -= more * s.flow.mx;
    u->flux[2 * nf + face] -= more * s.flow.my;
    u->flux[3 * nf + face] -= more * s.flow.mz;
    u->flux[4 * nf + face] -= more * s.flow.energy;
    for (int v = NV; v < equations_variables(equations); v++)
        if (share.variable[v - NV] != (real)1)
            u->flux[v * nf + face] -= area * (share.variable[v - NV] - (real)1) * s.turbulence[v - NV];
}

/* Runs after the fluxes and adds to them. Index: boundary faces, those of the halo after the owned ones. A face behind
 * a wall cell is no boundary face and belongs to one wall face alone (WALL_NEXT_IDLE marks the others of a cell), so
 * that no two threads write the same flux. */
UFV_HD void wall_flux_body(lid i, const struct wall_flux_args *a, const int equations)
{
    const struct flux_args *u = &a->f;
    const struct mesh_view *m = &u->m;
    const lid f = wall_face(m, i), faces = m->n_boundary + m->n_halo_boundary;
    if (!equations_are_turbulent(equations) || a->next[i] == WALL_NEXT_IDLE || a->next[i] == WALL_NEXT_NONE)
        return;
    struct wall_cell w = wall_cell_of(f, m, u->patch, &u->fluid, u->q, equations);
    for (int k = 0; k < WALL_CEILINGS && a->next[k * faces + i] != WALL_NEXT_NONE; k++)
        wall_ceiling_flux(m->left[f], a->next[k * faces + i], a, &w, equations);
}

#endif
