/* gradient.h: gradients by cell, and their limiters. nv: the number of variables; row: the cell's (row_of()). */
#ifndef UFV_SOLVE_KERNELS_GRADIENT_H
#define UFV_SOLVE_KERNELS_GRADIENT_H

#include "kernels/node_values.h"
#include "kernels/turbulence_sources.h"
#include "physics/limiter.h"

/* What a cell's differences to its neighbours give: of the variables 0 .. nv - 1, in their own units. */
struct cell_gradients {
    real g[NV_MAX][3];             /* per m */
    real up[NV_MAX], down[NV_MAX]; /* the largest and the smallest difference, which limiters take; up >= 0 >= down */
};

/* The weight 1 / distance^2 of a difference to the slot o across face j of cell i's
 * row, and the moments it adds; 0 for the cell itself. */
UFV_HD real gradient_weight(const struct mesh_view *m, struct row row, int j, lid o, real ghost_factor, real dx[3])
{
    int is_face;
    face_across(m, row.self, o, row_signed_face(m, row, j, &is_face), dx);
    real share = real_divide(ghost_factor, dx[0] * dx[0] + dx[1] * dx[1] + dx[2] * dx[2]);
    return o != row.self ? share : (real)0;
}

/* The weights of a cell's ghosts. Ghosts behind walls count little where the other
 * neighbours determine the gradient well (five of a hexahedron: det / trace^3 =
 * 0.032; three of a tetrahedron: at most 0.022), since their mirrored pressure
 * denies the gradient that a curved wall has; elsewhere they count in full.
 * A face has one cell and so one ghost: no two cells write the same weight. */
UFV_HD void ghost_weight_body(lid i, const struct ghost_weight_args *a)
{
    const struct mesh_view *m = &a->m;
    struct row row = row_of(m, i, ROWS_ANY);
    struct fit s = {0, 0, 0, 0, 0, 0, {{0, 0, 0}}};
    int ghosts = 0;
    for (int j = 0; j < row.turns; j++) {
        lid o = row_cell(m, row, j);
        real factor = o < m->n_cells ? (real)1 : a->patch[m->face_patch[o - m->n_cells]].ghost_weight;
        real dx[3], weight = gradient_weight(m, row, j, o, factor, dx);
        real wx[3] = {weight * dx[0], weight * dx[1], weight * dx[2]};
        fit_add_moments(&s, dx, wx);
        ghosts += o >= m->n_cells;
    }
    /* Between the two values above: five neighbours of a hexahedron pass, three of a tetrahedron do
     * not. */
    int good = ghosts && fit_is_good(&s, (real)0.025);
    for (int j = 0; ghosts && j < row.turns; j++) {
        lid o = row_cell(m, row, j);
        if (o >= m->n_cells)
            a->weight[o - m->n_cells] = good ? a->patch[m->face_patch[o - m->n_cells]].ghost_weight : (real)1;
    }
}

/* Least of fit_is_good() for the fits over face neighbours: rounding. Weighted by
 * 1 / distance^2, cells of any stretching have moments alike in all directions. */
#define LSQ_FIT_LEAST (real_max((real)1e-12, (real)8 * REAL_EPSILON))

/* What least squares takes of a neighbour. */
struct gradient_neighbour {
    real dx[3]; /* from the cell's centroid */
    real d[NV_MAX];
    real factor; /* of the weight; 0 behind the last face */
};

/* Neighbour j of the row. qc: the cell's variables. Apart from gradient_add(), so that rows of four can load all
 * neighbours before the first is added up. */
UFV_HD void gradient_load(struct row row, int j, const struct gradient_args *a, const real qc[NV_MAX], const int nv,
                          struct gradient_neighbour *n)
{
    const struct mesh_view *m = &a->m;
    int is_face;
    lid o = row_cell(m, row, j), b = o - m->n_cells;
    real ghost = a->ghost_weight[b > 0 ? b : 0];
    n->factor = o == row.self ? (real)0 : b < 0 ? (real)1 : ghost;
    face_across(m, row.self, o, row_signed_face(m, row, j, &is_face), n->dx);
    for (int v = 0; v < nv; v++)
        n->d[v] = a->q[v * (int64_t)m->n_slots + o] - qc[v];
}

/* Adds a neighbour to the normal equations, weighted by 1 / distance^2, and to the largest and the least difference of
 * each variable (up, down). */
UFV_HD void gradient_add(const struct gradient_neighbour *n, const int nv, struct fit *s, real up[NV_MAX],
                         real down[NV_MAX])
{
    real d2 = n->dx[0] * n->dx[0] + n->dx[1] * n->dx[1] + n->dx[2] * n->dx[2];
    /* factor 0: a slot that only fills the row, whose distance is zero. */
    real weight = real_divide(n->factor, n->factor == (real)0 ? (real)1 : d2);
    real wx[3] = {weight * n->dx[0], weight * n->dx[1], weight * n->dx[2]};
    fit_add_moments(s, n->dx, wx);
    for (int v = 0; v < nv; v++) {
        up[v] = real_max(up[v], n->d[v]);
        down[v] = real_min(down[v], n->d[v]);
        for (int x = 0; x < 3; x++)
            s->b[v][x] += wx[x] * n->d[v];
    }
}

enum { LSQ_ROLLED, LSQ_UNROLLED, LSQ_TOGETHER };

/* Weighted least squares over face neighbours and ghosts (Barth 1991), weights
 * 1 / distance^2; exact for linear fields. Of a row of four all neighbours are loaded before the divisions, which
 * a GPU does with branches that no load is moved across (LSQ_TOGETHER; of hexahedra two
 * or three at a time take more registers than they save waiting). Behind another
 * method, where few cells come here, LSQ_ROLLED leaves it the registers. */
UFV_HD void gradient_lsq(struct row row, const struct gradient_args *a, const int nv, const int way,
                         struct cell_gradients *c)
{
    const lid i = row.self;
    real qc[NV_MAX];
    struct fit s = {0, 0, 0, 0, 0, 0, {{0, 0, 0}}};
    for (int v = 0; v < nv; v++) {
        qc[v] = a->q[v * (int64_t)a->m.n_slots + i];
        s.b[v][0] = s.b[v][1] = s.b[v][2] = c->up[v] = c->down[v] = (real)0;
    }
    if (way == LSQ_ROLLED) {
        for (int j = 0; j < row.turns; j++) {
            struct gradient_neighbour n;
            gradient_load(row, j, a, qc, nv, &n);
            gradient_add(&n, nv, &s, c->up, c->down);
        }
    } else if (way == LSQ_UNROLLED) {
        UFV_UNROLL(6)
        for (int j = 0; j < row.turns; j++) {
            struct gradient_neighbour n;
            gradient_load(row, j, a, qc, nv, &n);
            gradient_add(&n, nv, &s, c->up, c->down);
        }
    } else {
        struct gradient_neighbour n[4]; /* all of a row of four */
        UFV_UNROLL(4)
        for (int j = 0; j < 4; j++)
            gradient_load(row, j, a, qc, nv, &n[j]);
        UFV_UNROLL(4)
        for (int j = 0; j < 4; j++)
            gradient_add(&n[j], nv, &s, c->up, c->down);
    }
    fit_solve(&s, LSQ_FIT_LEAST, nv, c->g);
}

/* Extremes of the differences to face neighbours and ghosts. */
UFV_HD void gradient_extremes(struct row row, const struct gradient_args *a, const int nv, struct cell_gradients *c)
{
    const lid i = row.self;
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots;
    for (int v = 0; v < nv; v++)
        c->up[v] = c->down[v] = (real)0;
    UFV_UNROLL(6)
    for (int j = 0; j < row.turns; j++) {
        lid o = row_cell(m, row, j);
        for (int v = 0; v < nv; v++) {
            real d = a->q[v * ns + o] - a->q[v * ns + i];
            c->up[v] = real_max(c->up[v], d);
            c->down[v] = real_min(c->down[v], d);
        }
    }
}

/* Green-Gauss with face values from node averages (paper 1, Eqs. 5-6; paper 2, Eqs.
 * 6-7), summed by node instead of by face: the area vectors of the faces around a node
 * are added up once (node_weight), which leaves a tetrahedron 4 nodes to read and not
 * 12. Boundary faces take the mean of cell and ghost.
 * q - q_cell and not q: the area vectors of a cell add up to zero but for rounding, which a large mean
 * value would multiply. */
UFV_HD void gradient_node(struct row row, const struct gradient_args *a, const int nv, const int rows,
                          struct cell_gradients *c)
{
    const lid i = row.self;
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots, nn = m->n_nodes;
    struct node_row nodes = node_row_of(m, i, rows);
    real qc[NV_MAX];
    for (int v = 0; v < nv; v++) {
        qc[v] = a->q[v * ns + i];
        c->g[v][0] = c->g[v][1] = c->g[v][2] = (real)0;
    }
    UFV_UNROLL(4)
    for (int k = 0; k < nodes.turns; k++) {
        int64_t e = nodes.begin + k * SLICE;
        lid entry = m->node_slice[e], n = entry >= 0 ? entry : ~entry;
        real w[3] = {(real)m->node_weight[e], (real)m->node_weight[m->n_node_entries + e],
                     (real)m->node_weight[2 * m->n_node_entries + e]}; /* 0 behind the last node */
        for (int v = 0; v < nv; v++) {
            real d = a->q_node[v * nn + n] - qc[v];
            for (int x = 0; x < 3; x++)
                c->g[v][x] += d * w[x];
        }
    }
    gradient_extremes(row, a, nv, c);
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid o = row_cell(m, row, j), f;
        if (o < m->n_cells)
            continue;
        real s[3];
        face_outward(m, row_signed_face(m, row, j, &is_face), &f, s);
        for (int v = 0; v < nv; v++)
            for (int x = 0; x < 3; x++)
                c->g[v][x] += (real)0.5 * (a->q[v * ns + o] - qc[v]) * s[x];
    }
    real inverse = real_divide((real)1, m->volume[i]);
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            c->g[v][d] *= inverse;
}

/* The share of the slot across in the value on a face, in proportion to the distances from the face's plane.
 * From the cell's centroid: `face` to the face's, `across` to that slot's; s: area vector, outward. Between 0 and 1
 * unless the cells are folded. */
UFV_HD real face_share(const real s[3], const real face[3], const real across[3])
{
    real to_face = (real)0, to_cell = (real)0;
    for (int d = 0; d < 3; d++) {
        to_face += s[d] * face[d];
        to_cell += s[d] * across[d];
    }
    real share = real_divide(to_face, to_cell);
    return to_cell > (real)0 ? real_min(real_max(share, (real)0), (real)1) : (real)0.5;
}

/* Green-Gauss with face values interpolated between the two cells; not exact for linear
 * fields where the line between the cells misses the face's centre. */
UFV_HD void gradient_face(struct row row, const struct gradient_args *a, const int nv, struct cell_gradients *c)
{
    const lid i = row.self;
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots;
    for (int v = 0; v < nv; v++)
        c->g[v][0] = c->g[v][1] = c->g[v][2] = c->up[v] = c->down[v] = (real)0;
    UFV_UNROLL(6)
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid o = row_cell(m, row, j), signed_face = row_signed_face(m, row, j, &is_face), f;
        real s[3], face[3], cell[3];
        face_outward(m, signed_face, &f, s); /* behind the last face all differences are zero */
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, face);
        face_across(m, i, o, signed_face, cell);
        real t = face_share(s, face, cell);
        for (int v = 0; v < nv; v++) {
            real d = a->q[v * ns + o] - a->q[v * ns + i];
            c->up[v] = real_max(c->up[v], d);
            c->down[v] = real_min(c->down[v], d);
            for (int x = 0; x < 3; x++)
                c->g[v][x] += t * d * s[x];
        }
    }
    real inverse = real_divide((real)1, m->volume[i]);
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            c->g[v][d] *= inverse;
}

/* Green-Gauss of what a fit leaves over, and the fit (gradient_remainder.h), as a sum over face sides. For stretched
 * cells on curved walls too, where the tangential neighbours lie off the tangent plane by more than a cell's
 * height: least squares with weights there multiplies rounding noise by that ratio. */
UFV_HD void gradient_by_sides(struct row row, const struct gradient_args *a, const int nv, struct cell_gradients *c)
{
    const lid i = row.self;
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots;
    for (int v = 0; v < nv; v++)
        c->g[v][0] = c->g[v][1] = c->g[v][2] = c->up[v] = c->down[v] = (real)0;
    UFV_UNROLL(6)
    for (int j = 0; j < row.turns; j++) {
        lid o = row_cell(m, row, j); /* behind the last face the cell itself: all differences are zero */
        real side[3];
        for (int x = 0; x < 3; x++)
            side[x] = (real)a->side_weight[side_entry(a->side_begin, row, j, x)];
        for (int v = 0; v < nv; v++) {
            real d = a->q[v * ns + o] - a->q[v * ns + i];
            c->up[v] = real_max(c->up[v], d);
            c->down[v] = real_min(c->down[v], d);
            for (int x = 0; x < 3; x++)
                c->g[v][x] += side[x] * d;
        }
    }
}

/* All components of node n's gradients. */
UFV_HD void gradient_node_load(const struct gradient_args *a, lid n, const int components,
                               stored part[3 * NV_MAX + 1])
{
    if (ON_DEVICE)
        layout_fours_load(a->m.n_nodes, components, n, a->gradient_node, part);
    for (int k = 0; !ON_DEVICE && k < components; k++)
        part[k] = a->gradient_node[node_entry(&a->m, components, k, n)];
}

/* The largest and the smallest value of variable v around node n. */
UFV_HD struct record_pair gradient_node_range(const struct gradient_args *a, lid n, const int nv, int v)
{
    const real *from = a->node_extremes + node_entry(&a->m, 2 * nv, 2 * v, n);
    if (ON_DEVICE)
        return *(const struct record_pair *)(const void *)from;
    struct record_pair p = {from[0], from[1]};
    return p;
}

/* Sum of the gradients at the cell's nodes; gives how many of them have one. */
UFV_HD real gradient_node_sum(lid i, const struct gradient_args *a, const int nv, const int rows,
                              struct cell_gradients *c)
{
    const struct mesh_view *m = &a->m;
    struct node_row nodes = node_row_of(m, i, rows);
    real weight = (real)0;
    for (int v = 0; v < nv; v++)
        c->g[v][0] = c->g[v][1] = c->g[v][2] = (real)0;
    UFV_UNROLL(4)
    for (int k = 0; k < nodes.turns; k++) {
        /* Behind a cell's nodes stands ~ its first one (mesh/node_slices.c): it is read like a node and
         * not added. */
        lid entry = m->node_slice[nodes.begin + k * SLICE], n = entry >= 0 ? entry : ~entry;
        int is_node = rows == ROWS_OF_4 || entry >= 0;
        stored part[3 * NV_MAX + 1];
        gradient_node_load(a, n, 3 * nv + 1, part);
        weight += is_node ? (real)part[3 * nv] : (real)0;
        for (int v = 0; v < nv; v++)
            for (int d = 0; d < 3; d++)
                c->g[v][d] += is_node ? (real)part[3 * v + d] : (real)0;
    }
    return weight;
}

/* Extremes of the differences to all cells that share a node with this one (Park, Yoon & Kim 2010): face
 * neighbours of a tetrahedron are too few to tell an extremum from a slope. */
UFV_HD void gradient_node_extremes(lid i, const struct gradient_args *a, const int nv, const int rows,
                                   struct cell_gradients *c)
{
    const struct mesh_view *m = &a->m;
    struct node_row nodes = node_row_of(m, i, rows);
    for (int v = 0; v < nv; v++)
        c->up[v] = c->down[v] = a->q[v * (int64_t)m->n_slots + i];
    UFV_UNROLL(4)
    for (int k = 0; k < nodes.turns; k++) {
        lid entry = m->node_slice[nodes.begin + k * SLICE], n = entry >= 0 ? entry : ~entry; /* the first node again */
        for (int v = 0; v < nv; v++) {
            struct record_pair range = gradient_node_range(a, n, nv, v);
            c->up[v] = real_max(c->up[v], range.first);
            c->down[v] = real_min(c->down[v], range.second);
        }
    }
    for (int v = 0; v < nv; v++) {
        c->up[v] -= a->q[v * (int64_t)m->n_slots + i];
        c->down[v] -= a->q[v * (int64_t)m->n_slots + i];
    }
}

/* Extremes over all cells that share a node with this one, or over face neighbours where nothing is limited. */
UFV_HD void gradient_widest_extremes(struct row row, const struct gradient_args *a, const int nv, const int rows,
                                     struct cell_gradients *c)
{
    if (a->node_extremes)
        gradient_node_extremes(row.self, a, nv, rows, c);
    else
        gradient_extremes(row, a, nv, c);
}

/* What a tetrahedron with GREEN_GAUSS_NODES has besides gradient_by_sides(): the gradient of values at its nodes
 * (gradient_by_nodes.h), added to c; and the widest extremes. */
UFV_HD void gradient_add_nodes(struct row row, const struct gradient_args *a, const int nv, const int rows,
                               struct cell_gradients *c)
{
    const lid i = row.self;
    const struct mesh_view *m = &a->m;
    struct node_row nodes = node_row_of(m, i, rows);
    UFV_UNROLL(4)
    for (int k = 0; k < 4; k++) {
        lid n = m->node_slice[nodes.begin + k * SLICE];
        real w[3];
        for (int x = 0; x < 3; x++)
            w[x] = (real)a->side_weight[side_node_entry(a->side_begin, row, k, x)];
        for (int v = 0; v < nv; v++) {
            real d = a->q_node[v * (int64_t)m->n_nodes + n] - a->q[v * (int64_t)m->n_slots + i];
            for (int x = 0; x < 3; x++)
                c->g[v][x] += w[x] * d;
        }
    }
    gradient_widest_extremes(row, a, nv, rows, c);
}

/* Their mean from the sum, and the extremes. */
UFV_HD void gradient_node_mean(struct row row, const struct gradient_args *a, real weight, const int nv, const int rows,
                               struct cell_gradients *c)
{
    real inverse = real_divide((real)1, weight);
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            c->g[v][d] *= inverse;
    gradient_widest_extremes(row, a, nv, rows, c);
}

/* Mean of the gradients at the cell's nodes (White, Nishikawa & Baurle 2020, the
 * cell average of nodal least-squares gradients): exact for linear fields, and
 * stable on tetrahedra, where face neighbours alone are too few (Haider, Croisille
 * & Courbet 2009). Where no node has a gradient: least squares over face neighbours.
 * Where either would multiply noise (gradient_choice.h): Green-Gauss of what another fit leaves over; in tetrahedra
 * over values at nodes. */
UFV_HD void gradient_node_lsq(struct row row, const struct gradient_args *a, const int nv, const int rows,
                              struct cell_gradients *c)
{
    const lid i = row.self;
    if (a->by_faces[i]) {
        gradient_by_sides(row, a, nv, c);
        if (a->by_faces[i] == GREEN_GAUSS_NODES)
            gradient_add_nodes(row, a, nv, rows, c);
        return;
    }
    real weight = gradient_node_sum(row.self, a, nv, rows, c);
    if (weight == (real)0) {
        gradient_lsq(row, a, nv, LSQ_ROLLED, c);
        return;
    }
    gradient_node_mean(row, a, weight, nv, rows, c);
}

/* Largest and smallest projection of the gradient onto the face centroids.
 * Starting from 0: a variable that does not rise towards any face has no projection to limit upward. */
UFV_HD void gradient_projections(struct row row, const struct gradient_args *a, const int nv,
                                 const struct cell_gradients *c, real high[NV_MAX], real low[NV_MAX])
{
    const lid i = row.self;
    const struct mesh_view *m = &a->m;
    for (int v = 0; v < nv; v++)
        high[v] = low[v] = (real)0;
    UFV_UNROLL(6)
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face), f = signed_face >= 0 ? signed_face : ~signed_face;
        real dx[3];
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, dx);
        for (int v = 0; v < nv; v++) {
            real d = is_face ? c->g[v][0] * dx[0] + c->g[v][1] * dx[1] + c->g[v][2] * dx[2] : (real)0;
            high[v] = real_max(high[v], d);
            low[v] = real_min(low[v], d);
        }
    }
}

/* h^3 of the thresholds (K h)^3 of cell i, times what K^3 is there in units of that of eps2_scale. Where K is the same
 * everywhere, or nothing has a threshold, the share would only be multiplied by zero. */
UFV_HD real gradient_limiter_size(lid i, const struct gradient_args *a, const struct cell_gradients *c)
{
    int64_t ns = a->m.n_slots;
    if (a->eps2_rise == (real)0)
        return a->size[i];
    real u = a->q[Q_U * ns + i], v = a->q[Q_V * ns + i], w = a->q[Q_W * ns + i], p = a->q[Q_P * ns + i];
    real mach2 = real_divide(a->q[Q_RHO * ns + i] * (u * u + v * v + w * w), a->fluid.gamma * p);
    real share = limiter_weak_share(c->up[Q_P] - c->down[Q_P], p + c->down[Q_P], mach2);
    return a->size[i] * ((real)1 + a->eps2_rise * share);
}

/* phi[v], from the extremes and the largest and smallest projection.
 * Taken at the largest and the smallest projection, once to each side, not at each face. */
UFV_HD void gradient_limit(struct row row, const struct gradient_args *a, const int limiter, const int nv,
                           const struct cell_gradients *c, real phi[NV_MAX])
{
    const lid i = row.self;
    if (a->size[i] < (real)0) { /* of first order */
        for (int v = 0; v < nv; v++)
            phi[v] = (real)0;
        return;
    }
    real high[NV_MAX], low[NV_MAX];
    gradient_projections(row, a, nv, c, high, low);
    real size = gradient_limiter_size(i, a, c);
    switch ((enum limiter)limiter) { /* no default: a limiter that is not handled does not compile */
    case LIMITER_NONE:
        break;
    case LIMITER_BARTH:
        for (int v = 0; v < nv; v++)
            phi[v] = limiter_barth(c->up[v], c->down[v], high[v], low[v]);
        break;
    case LIMITER_VAN_ALBADA:
        for (int v = 0; v < nv; v++)
            phi[v] = limiter_van_albada(c->up[v], c->down[v], high[v], low[v], a->eps2_scale[v] * size);
        break;
    case LIMITER_VENKATAKRISHNAN:
        for (int v = 0; v < nv; v++)
            phi[v] = limiter_venkatakrishnan(c->up[v], c->down[v], high[v], low[v], a->eps2_scale[v] * size);
        break;
    case LIMITER_PRESSURE:
        phi[0] = limiter_venkatakrishnan(c->up[Q_P], c->down[Q_P], high[Q_P], low[Q_P], a->eps2_scale[Q_P] * size);
        for (int v = 1; v < nv; v++)
            phi[v] = phi[0];
    }
    if (a->eps2_rise > (real)0) {
        real share = limiter_strong_share(c->up[Q_P] - c->down[Q_P], a->q[Q_P * a->m.n_slots + i] + c->down[Q_P]);
        for (int v = 0; v < nv; v++)
            phi[v] *= share;
    }
}

/* The gradient by one of the methods, and the extremes of the differences. */
UFV_HD void gradient_find(lid i, const struct gradient_args *a, const int method, const int nv, const int rows,
                          struct cell_gradients *c)
{
    struct row row = row_of(&a->m, i, rows);
    switch ((enum gradient_method)method) { /* no default: a method that is not handled does not compile */
    case GRADIENT_LSQ: gradient_lsq(row, a, nv, rows == ROWS_OF_4 ? LSQ_TOGETHER : LSQ_UNROLLED, c); break;
    case GRADIENT_FACE: gradient_face(row, a, nv, c); break;
    case GRADIENT_NODE: gradient_node(row, a, nv, rows, c); break;
    case GRADIENT_NODE_LSQ: gradient_node_lsq(row, a, nv, rows, c);
    }
}

/* Limits and stores it. Euler: gradients are stored times their limiter. Viscous equations
 * need both apart. The limiter (a->limiter) is the same for all cells of a launch.
 * phi 1 is stored where nothing limits: flux_extrapolate() reads it whatever the limiter. */
UFV_HD void gradient_finish(lid i, const struct gradient_args *a, const int limiter, const int equations,
                            const int rows, struct cell_gradients *c)
{
    const int nv = equations_variables(equations), inviscid = !equations_are_viscous(equations);
    real phi[NV_MAX];
    int64_t n = a->m.n_stencil;
    for (int v = 0; v < nv; v++)
        phi[v] = (real)1;
    if (limiter == LIMITER_FROZEN) {
        for (int v = 0; v < nv; v++)
            phi[v] = (real)a->phi[v * n + i];
    } else if (limiter != LIMITER_NONE) {
        gradient_limit(row_of(&a->m, i, rows), a, limiter, nv, c, phi);
        for (int v = 0; a->phi && v < nv; v++)
            a->phi[v * n + i] = (stored)phi[v];
    }
    stored limited[3 * NV_MAX];
    for (int v = 0; v < nv; v++) {
        struct limited_gradient kept = {{(stored)c->g[v][0], (stored)c->g[v][1], (stored)c->g[v][2]}, (stored)phi[v]};
        if (!inviscid)
            layout_store(a->m.gradients_in_slices, SLICE, a->m.n_stencil, nv, v, i, kept, a->limited);
        for (int d = 0; inviscid && d < 3; d++)
            limited[d * nv + v] = (stored)(phi[v] * c->g[v][d]);
    }
    if (inviscid)
        gradient_store_all(&a->m, limited, 3 * nv, i, a->gradient);
    if (equations_are_turbulent(equations))
        turbulence_cell(i, a, c->g, equations);
}

/* Index: stencil cells. */
UFV_HD void gradient_body(lid i, const struct gradient_args *a, const int method, const int equations, const int rows)
{
    struct cell_gradients c;
    gradient_find(i, a, method, equations_variables(equations), rows, &c);
    gradient_finish(i, a, a->limiter, equations, rows, &c);
}

#endif
