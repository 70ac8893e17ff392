/* wall_cells.h: with wall functions, what else changes in the cells at a wall and in those behind them.
 *
 *    wall |   cell at it   |   next   |
 *         |       o       face    o   |
 *
 * Differences between these cells find other slopes than the law of the wall has, which bends between them: where both
 * are in the logarithmic layer by 10 % on the face and by 20 % in the next cell.
 *
 * - In the cell at the wall the production of nu_tilde sees the slope of the law in its centre. k and omega are held
 *   at their values there: of omega that of the law (physics/wall_law.h), of k the one by which k / omega is the eddy
 *   viscosity that goes with it. (A balance of k with centre values has nearly twice as much production as destruction
 *   where the cell reaches through the buffer layer, and another solution.)
 * - The viscous flux through the face to the next cell, and the production in that, are multiplied by the slope of the
 *   law over the one that the same differences find of the law.
 *
 * The last holds in layers of cells along the wall: of prisms, hexahedra and other stacks.
 */
#ifndef UFV_SOLVE_KERNELS_WALL_CELLS_H
#define UFV_SOLVE_KERNELS_WALL_CELLS_H

#include "kernels/flux.h"

/* Faces whose normal has a smaller part than this along the wall's are no ceilings of a layer: 26 degrees. */
#define WALL_NEXT_ALONG ((real)0.9)
/* Rate of the source that holds k and omega in the cell at the wall, over omega: they stay within 0.2 % of the values
 * that they are held at. */
#define WALL_HOLD_RATE ((real)100)

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

/* The first no-slip wall face of a stencil cell, as a number; -1: none. */
UFV_HD lid wall_of_cell(const struct mesh_view *m, const struct bc_values *patch, lid c)
{
    struct row row = row_of(m, c, ROWS_ANY);
    lid first = -1;
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid f = row_signed_face(m, row, j, &is_face), i = is_face && f >= 0 ? wall_number(m, patch, f) : -1;
        first = first < 0 ? i : first;
    }
    return first;
}

/* The face across from wall face f of stencil cell c whose normal is closest to the wall's; signed, WALL_NEXT_NONE
 * where none is close or the cell across is at a wall itself. */
UFV_HD lid wall_ceiling(const struct mesh_view *m, const struct bc_values *patch, lid c, lid f)
{
    struct row row = row_of(m, c, ROWS_ANY);
    real n[3], area, most = WALL_NEXT_ALONG;
    lid best = WALL_NEXT_NONE;
    face_unit_normal(m, f, n, &area);
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid across = row_cell(m, row, j), signed_face = row_signed_face(m, row, j, &is_face), face;
        real s[3], along;
        if (!is_face || across >= m->n_stencil)
            continue;
        face_outward(m, signed_face, &face, s);
        /* 1 where the face lies straight across from the wall: s and n are both outward. */
        along = -real_divide(dot3(s, n), real_sqrt(dot3(s, s)));
        if (face < m->n_flux && along > most && wall_of_cell(m, patch, across) < 0) {
            most = along;
            best = signed_face;
        }
    }
    return best;
}

/* Is this face the first in its cell's row by which a cell at a wall lies below it?
 * A cell above several wall cells (a prism over two triangles, say) would else be changed once by each
 * of them, and the order of threads would decide. */
UFV_HD int wall_is_first_below(const struct mesh_view *m, const struct bc_values *patch, lid c, lid face)
{
    struct row row = row_of(m, c, ROWS_ANY);
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid below = row_cell(m, row, j), signed_face = row_signed_face(m, row, j, &is_face), wall;
        lid f = signed_face >= 0 ? signed_face : ~signed_face;
        if (!is_face || below >= m->n_stencil)
            continue;
        wall = wall_of_cell(m, patch, below);
        if (wall >= 0 && wall_ceiling(m, patch, below, wall_face(m, wall)) == ~signed_face)
            return f == face;
    }
    return 0;
}

/* What wall face i, as a number, does: see wall_next_args. */
UFV_HD void wall_next_body(lid i, const struct wall_next_args *a)
{
    const struct mesh_view *m = &a->m;
    lid f = wall_face(m, i), c = m->left[f], n = m->n_boundary + m->n_halo_boundary;
    lid ceiling = WALL_NEXT_IDLE, cell = -1;
    /* A cell in a corner has several wall faces; one of them, wall_of_cell(), acts for it, the others
     * are idle. */
    if (wall_number(m, a->patch, f) >= 0 && c < m->n_stencil && wall_of_cell(m, a->patch, c) == i)
        ceiling = wall_ceiling(m, a->patch, c, f);
    if (ceiling != WALL_NEXT_IDLE && ceiling != WALL_NEXT_NONE) {
        lid face = ceiling >= 0 ? ceiling : ~ceiling, above = ceiling >= 0 ? m->right[face] : m->left[face];
        cell = wall_is_first_below(m, a->patch, above, face) ? above : -1;
    }
    a->next[i] = ceiling;
    a->next[n + i] = cell;
}

/* Where the law is looked at: distances from the wall, m. */
struct wall_heights {
    real cell, face, next, beyond; /* beyond: of the cell behind the next one, whose height goes on growing as from
                                      cell to next */
};

/* n: the wall's unit normal. */
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

/* A wall face's layer; n: out, its unit normal; d: out, m. */
UFV_HD struct wall_layer wall_cell_layer(lid f, const struct mesh_view *m, const struct bc_values *patch,
                                         const struct fluid *fluid, const real *q, const int equations, real n[3],
                                         real *d)
{
    const struct bc_values *given = &patch[m->face_patch[f < m->n_boundary ? f : m->n_boundary + (f - m->n_flux)]];
    real area;
    face_unit_normal(m, f, n, &area);
    *d = face_distance(m, f, n, area);
    return wall_layer_of(state_load(q, m->n_slots, m->left[f]), given, fluid, n, *d,
                         equations == EQUATIONS_SST);
}

/* The sources' rate in a cell at a wall; of SST eddy viscosity and F1 with it. */
UFV_HD void wall_cell_rate(lid c, const struct wall_cell_args *a, const struct wall_layer *w, real d,
                           const int equations)
{
    const struct fluid *fluid = &a->fluid;
    const int64_t ns = a->m.n_slots, n = a->m.n_stencil;
    real rate = real_divide(w->steepness * w->speed, d);
    a->terms[c] = (stored)(equations == EQUATIONS_SA ? rate : rate * rate);
    if (equations == EQUATIONS_SA)
        return;
    real rho = a->q[c], mu = fluid_viscosity(fluid, fluid_temperature(fluid, rho, a->q[Q_P * ns + c]));
    real k = a->q[Q_K * ns + c], omega = a->q[Q_OMEGA * ns + c];
    a->f1[c] = sst_eddy_viscosity(rho, mu, k, omega, rate, (real)a->terms[n + c], a->m.wall_distance[c],
                                  a->turbulence.sst_2003).f1;
    a->mu_t[c] = real_divide(rho * k, omega); /* the law's: no limiter */
}

/* The same in the next cell: by the law's share of the slope that gradients find, which SST's limiter of the eddy
 * viscosity sees too. */
UFV_HD void wall_next_rate(lid next, const struct wall_cell_args *a, real share, const int equations)
{
    a->terms[next] = (stored)((real)a->terms[next] * (equations == EQUATIONS_SA ? share : share * share));
    if (equations == EQUATIONS_SST) {
        const int64_t ns = a->m.n_slots;
        real unlimited = real_divide(a->q[next] * a->q[Q_K * ns + next], a->q[Q_OMEGA * ns + next]);
        a->mu_t[next] = real_min(unlimited, real_divide(a->mu_t[next], share));
    }
}

/* Behind gradients, before fluxes; index: boundary faces, the halo's after the owned. */
UFV_HD void wall_cell_body(lid i, const struct wall_cell_args *a, const int equations)
{
    const struct mesh_view *m = &a->m;
    lid f = wall_face(m, i), c = m->left[f], ceiling = a->next[i];
    lid next = a->next[m->n_boundary + m->n_halo_boundary + i];
    real n[3], d;
    if (!equations_are_turbulent(equations) || ceiling == WALL_NEXT_IDLE)
        return;
    struct wall_layer w = wall_cell_layer(f, m, a->patch, &a->fluid, a->q, equations, n, &d);
    wall_cell_rate(c, a, &w, d, equations);
    if (next >= 0) {
        struct wall_heights h = wall_heights_of(m, c, ceiling, n, d);
        real below = wall_layer_slope_share(&w, d, h.cell, h.next, h.next);
        real above = wall_layer_slope_share(&w, d, h.next, h.beyond, h.next);
        real share = real_divide((real)2 * below * above, below + above); /* of the mean of both differences */
        wall_next_rate(next, a, share, equations);
    }
}

/* Turbulence variable `which` of cell c is pulled to a value, at `rate` (1/s), by a correction of its source.
 * As an implicit source: value rate rho (to - f), slope rate, by which the update and the Jacobian damp
 * it without limit on the time step. */
UFV_HD void wall_pull(lid c, const struct wall_cell_args *a, int which, real to, real rate)
{
    const int64_t n = a->m.n_owned;
    real pull = a->q[c] * rate * (to - a->q[(NV + which) * (int64_t)a->m.n_slots + c]);
    real *value = &a->correction[which * n + c], *slope = &a->correction[(2 + which) * n + c];
    *value = a->adds ? *value + pull : pull;
    *slope = a->adds ? *slope + rate : rate;
}

/* Holds k and omega in the cell at a wall face; index: boundary faces of owned cells. */
UFV_HD void wall_hold_body(lid i, const struct wall_cell_args *a, const int equations)
{
    real n[3], d;
    if (equations != EQUATIONS_SST || a->next[i] == WALL_NEXT_IDLE)
        return;
    struct wall_layer w = wall_cell_layer(i, &a->m, a->patch, &a->fluid, a->q, equations, n, &d);
    real omega = wall_layer_omega(&w, d), rate = WALL_HOLD_RATE * omega;
    real k = omega * real_divide(w.mu, w.rho) * wall_law_viscosity(w.y_plus, 1);
    wall_pull(a->m.left[i], a, 0, real_max(k, a->turbulence.least[0]), rate);
    wall_pull(a->m.left[i], a, 1, omega, rate);
}

/* Behind fluxes, onto them; index: boundary faces, the halo's after the owned.
 *
 * The face behind the wall cell is no boundary face and belongs to one wall face alone (WALL_NEXT_IDLE for the
 * others of a cell), so that threads do not write the same flux twice. */
UFV_HD void wall_flux_body(lid i, const struct wall_flux_args *a, const int equations)
{
    const struct flux_args *u = &a->f;
    const struct mesh_view *m = &u->m;
    lid f = wall_face(m, i), ceiling = a->next[i], face = ceiling >= 0 ? ceiling : ~ceiling;
    real n[3], d, area;
    if (!equations_are_turbulent(equations) || ceiling == WALL_NEXT_IDLE || ceiling == WALL_NEXT_NONE)
        return;
    struct wall_layer w = wall_cell_layer(f, m, u->patch, &u->fluid, u->q, equations, n, &d);
    struct wall_heights h = wall_heights_of(m, m->left[f], ceiling, n, d);
    struct face_side l = flux_reconstruct(u, m->left[face], face, SIDE_LEFT, equations);
    struct face_side r = flux_reconstruct(u, m->right[face], face, SIDE_RIGHT, equations);
    face_unit_normal(m, face, n, &area);
    struct face_diffusion s = viscous_interior(face, u, l.flow, r.flow, n, equations, GRADIENTS_TOGETHER);
    real share = wall_layer_slope_share(&w, d, h.cell, h.next, h.face);
    if (equations == EQUATIONS_SST) /* whose mean of two eddy viscosities is not the law's between them */
        share *= wall_layer_viscosity_share(&w, d, h.cell, h.next, h.face, (real)1);
    real more = area * (share - (real)1);
    int64_t nf = m->n_flux;
    u->flux[nf + face] -= (stored)(more * s.flow.mx);
    u->flux[2 * nf + face] -= (stored)(more * s.flow.my);
    u->flux[3 * nf + face] -= (stored)(more * s.flow.mz);
    u->flux[4 * nf + face] -= (stored)(more * s.flow.energy);
    if (equations == EQUATIONS_SST) {
        real omega = wall_layer_omega_share(&w, d, h.cell, h.next, h.face) *
                     wall_layer_viscosity_share(&w, d, h.cell, h.next, h.face, sst_sigma_w((real)1));
        u->flux[Q_OMEGA * nf + face] -= (stored)(area * (omega - (real)1) * s.turbulence[1]);
    }
}

#endif
