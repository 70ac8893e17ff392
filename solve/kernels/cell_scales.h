/* cell_scales.h: in cells, the lengths of detached-eddy models and the share of upwind dissipation that goes with them
 * (physics/scales.h). What the length does to the sources is a correction (kernels/correction.h).
 */
#ifndef UFV_SOLVE_KERNELS_CELL_SCALES_H
#define UFV_SOLVE_KERNELS_CELL_SCALES_H

#include "kernels/flux.h"
#include "physics/scales.h"

/* Twice the largest and twice the least distance from the centroid to the centroid of a face. For a box these are its
 * longest and its shortest edge; in a boundary layer the shortest is the edge along the wall's normal. Boundary faces
 * count, so that the height of a cell at a wall is twice its distance from the wall; the sides of a layer of one cell
 * do not. Only the geometry is read. Index: stencil cells. */
UFV_HD void scale_size_body(lid i, const struct scale_size_args *a)
{
    const struct mesh_view *m = &a->m;
    struct row row = row_of(m, i, ROWS_ANY);
    real most = (real)0, least = (real)1e30; /* m^2 */
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face), f = signed_face >= 0 ? signed_face : ~signed_face;
        real dx[3], n[3], area;
        if (!is_face)
            continue;
        face_unit_normal(m, f, n, &area);
        if (row_cell(m, row, j) >= m->n_cells && layer_has_side(&m->layer, n))
            continue;
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, dx);
        real square = dot3(dx, dx);
        most = real_max(most, square);
        least = real_min(least, square);
    }
    a->size[i] = (real)2 * real_sqrt(most);
    a->size[(int64_t)m->n_stencil + i] = (real)2 * real_sqrt(least);
}

/* The root of the cell's section normal to the vorticity, half the sum of |omega . S| / |omega| over its faces (Deck
 * 2012, Theor. Comput. Fluid Dyn. 26, 523). most: h_max, taken where nothing turns.
 *
 * Of a box with the vorticity along z only the two faces normal to z count, omega dx dy each: half the sum over
 * omega is the section dx dy. */
UFV_HD real scale_across(lid i, const struct mesh_view *m, const struct flow_gradient *g, real most)
{
    real spin[3];
    flow_vorticity(g, spin);
    real size = real_sqrt(dot3(spin, spin)), sum = (real)0;
    struct row row = row_of(m, i, ROWS_ANY);
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face), f;
        real s[3];
        face_outward(m, signed_face, &f, s);
        sum += is_face ? real_abs(dot3(spin, s)) : (real)0;
    }
    real section = real_divide((real)0.5 * sum, size);
    return size > (real)0 ? real_sqrt(section) : most;
}

/* The largest distance between two vertices of an owned cell across the vorticity, over root(3) (Shur et al. 2015,
 * Delta~_omega): 0.82 to 0.94 of the edge of a cube. most: h_max, taken where nothing turns. */
UFV_HD real scale_widest_across(lid i, const struct mesh_view *m, const struct flow_gradient *g, real most)
{
    real spin[3];
    flow_vorticity(g, spin);
    real size = real_sqrt(dot3(spin, spin)), inverse = real_divide((real)1, size), widest = (real)0; /* m^2 */
    const real n[3] = {spin[0] * inverse, spin[1] * inverse, spin[2] * inverse};
    const int64_t nn = m->n_nodes;
    for (lid e = m->cell_node_offset[i]; e < m->cell_node_offset[i + 1]; e++)
        for (lid f = e + 1; f < m->cell_node_offset[i + 1]; f++) {
            const double *a = m->node + m->cell_node[e], *b = m->node + m->cell_node[f];
            const real d[3] = {(real)(b[0] - a[0]), (real)(b[nn] - a[nn]), (real)(b[2 * nn] - a[2 * nn])};
            const real across[3] = {n[1] * d[2] - n[2] * d[1], n[2] * d[0] - n[0] * d[2], n[0] * d[1] - n[1] * d[0]};
            widest = real_max(widest, dot3(across, across));
        }
    return size > (real)0 ? (real)0.5773502691896258 * real_sqrt(widest) : most;
}

/* The mean of the tilting measure of owned cell i and of the cells across its faces. */
UFV_HD real scale_mean_tilting(lid i, const struct mesh_view *m, const real *tilting)
{
    real sum = tilting[i], count = (real)1;
    struct row row = row_of(m, i, ROWS_ANY);
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid o = row_cell(m, row, j);
        row_signed_face(m, row, j, &is_face);
        if (!is_face || o >= m->n_stencil) /* a boundary */
            continue;
        sum += tilting[o];
        count += (real)1;
    }
    return real_divide(sum, count);
}

/* What lengths are made of in stencil cell i. */
struct scale_cell {
    struct turbulence_scales s;
    real strain, vorticity; /* 1/s */
};

/* The lengths take nu_t, of the shielding function, and the length that the model would take itself (p.own) from the
 * model. */
UFV_HD struct scale_cell scale_cell_of(lid i, const struct scale_args *a, const struct flow_gradient *g,
                                       const int equations)
{
    const struct mesh_view *m = &a->m;
    const int64_t n = m->n_slots;
    real q[NV_MAX] = {0};
    for (int v = 0; v < equations_variables(equations); v++)
        q[v] = a->q[v * n + i];
    real rho = q[Q_RHO], mu = fluid_viscosity(&a->fluid, fluid_temperature(&a->fluid, rho, q[Q_P]));
    struct scale_cell c;
    struct scales_point *p = &c.s.p;
    p->d = m->wall_distance[i];
    p->nu = real_divide(mu, rho);
    p->most = a->size[i];
    p->normal = a->size[(int64_t)m->n_stencil + i];
    p->gradient = (real)stored_sqrt(stored_dot3(g->u, g->u) + stored_dot3(g->v, g->v) + stored_dot3(g->w, g->w));
    c.strain = (real)stored_sqrt(viscous_strain2(g));
    c.vorticity = (real)viscous_vorticity(g);
    const struct turbulence_eddies eddies = turbulence_eddies_load(a->mu_t, a->f1, i, equations);
    p->nu_t = p->own = (real)0;
    c.s.psi = (real)1;
    model_scales(q, eddies, &c.s, equations);
    c.s.constant = scales_constant(a->turbulence.c_des, eddies.f1, equations);
    return c;
}

/* The vortex tilting measure; index: stencil cells, of which owned cells have all neighbours. Launched behind the
 * gradients, for LENGTH_SLA. */
UFV_HD void scale_tilting_body(lid i, const struct scale_args *a, const int equations)
{
    if (!equations_are_turbulent(equations))
        return;
    const struct flow_gradient g = velocity_gradient(&a->m, (const stored *)0, a->limited, i, equations);
    const struct scale_cell c = scale_cell_of(i, a, &g, equations);
    a->tilting[i] = scales_tilting(&g, c.s.p.nu, c.s.p.nu_t - a->stream_nu_t);
}

/* Delta of cell i, m. */
UFV_HD real scale_grid_length(lid i, const struct scale_args *a, const struct flow_gradient *g,
                              const struct scale_cell *c, struct scales_constants constants)
{
    /* All cells of a launch have the same kind. */
    const int kind = a->turbulence.scales_length;
    if (kind == LENGTH_VORTICITY)
        return scale_across(i, &a->m, g, c->s.p.most);
    if (kind == LENGTH_SLA) {
        real shield = scales_shield(scales_ratio(c->s.p.nu + c->s.p.nu_t, c->s.p.gradient, c->s.p.d), constants);
        return scale_widest_across(i, &a->m, g, c->s.p.most) *
               scales_roll_up(scale_mean_tilting(i, &a->m, a->tilting), shield);
    }
    return c->s.p.most;
}

/* Index: stencil cells: faces of owned cells read both sides. Launched behind the gradients. Nothing without a
 * turbulence model.
 * Every rank makes those of its halo cells from gradients that it has, with the same bits as their
 * owner: the sums are over the same rows of faces. With LENGTH_SLA owned cells only, since cells of the halo do not
 * have all their neighbours. */
UFV_HD void scale_body(lid i, const struct scale_args *a, const int equations)
{
    if (!equations_are_turbulent(equations))
        return;
    const struct flow_gradient g = velocity_gradient(&a->m, (const stored *)0, a->limited, i, equations);
    const struct scale_cell c = scale_cell_of(i, a, &g, equations);
    const struct scales_constants constants = scales_constants(equations);
    real delta = scale_grid_length(i, a, &g, &c, constants);
    a->length[i] = a->turbulence.scales == SCALES_IDDES
                       ? scales_improved(&c.s.p, c.s.constant * c.s.psi, c.s.psi, delta, constants)
                       : scales_delayed(&c.s.p, c.s.constant * c.s.psi * delta, constants);
    if (a->upwinding)
        a->upwinding[i] =
            scales_upwinding(c.s.constant * delta, c.s.p.nu + c.s.p.nu_t, c.strain, c.vorticity, a->least_rate);
}

#endif
