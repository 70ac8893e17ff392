/* gradient.h: ghost values, node averages, and limited gradients by cell.
 *
 * A cell's faces and the slots across them come from the slice table
 * (formats/pack.h). Every cell of a slice has the same width, so a warp runs the
 * loops in step.
 */
#ifndef UFV_SOLVE_KERNELS_GRADIENT_H
#define UFV_SOLVE_KERNELS_GRADIENT_H

#include "kernels/args.h"
#include "physics/limiter.h"

enum { GRADIENT_LSQ, GRADIENT_NODE, GRADIENT_NODE_LSQ };
enum { LIMITER_FROZEN = 100 };

/* Area vector of a face made outward of the cell it was found from. */
UFV_HD void face_outward(const struct mesh_view *m, lid code, lid *face, real s[3])
{
    lid f = code >= 0 ? code : ~code;
    real sign = code >= 0 ? (real)1 : (real)-1;
    *face = f;
    s[0] = sign * m->normal[f];
    s[1] = sign * m->normal[(int64_t)m->n_faces + f];
    s[2] = sign * m->normal[2 * (int64_t)m->n_faces + f];
}

UFV_HD void face_unit_normal(const struct mesh_view *m, lid f, real n[3], real *area)
{
    int64_t nf = m->n_faces;
    real sx = m->normal[f], sy = m->normal[nf + f], sz = m->normal[2 * nf + f];
    real s = sqrt(sx * sx + sy * sy + sz * sz);
    real inverse = s > (real)0 ? (real)1 / s : (real)0;
    n[0] = sx * inverse;
    n[1] = sy * inverse;
    n[2] = sz * inverse;
    *area = s;
}

UFV_HD void ghost_body(lid i, const struct ghost_args *a)
{
    const struct mesh_view *m = &a->m;
    lid f = i < m->n_boundary ? i : m->n_flux + (i - m->n_boundary);
    lid slot = m->n_cells + i;
    const struct bc_values *given = &a->patch[m->face_patch[i]];
    struct state ghost;
    if (given->kind == BC_PRESCRIBED) {
        ghost = state_load(a->prescribed, m->n_boundary + m->n_halo_boundary, i);
    } else {
        struct state in = state_load(a->q, m->n_slots, m->left[f]);
        real n[3], area;
        face_unit_normal(m, f, n, &area);
        if (given->kind == BC_SLIP || given->kind == BC_WALL || given->kind == BC_SYMMETRY)
            ghost = boundary_mirror(in, n[0], n[1], n[2]);
        else
            ghost = boundary_ghost(in, boundary_state(in, given, n[0], n[1], n[2], a->gamma));
    }
    state_store(a->q, m->n_slots, slot, ghost);
}

UFV_HD void node_average_body(lid i, const struct node_args *a)
{
    const struct mesh_view *m = &a->m;
    real sum[NV] = {0, 0, 0, 0, 0};
    lid begin = m->node_cell_offset[i], end = m->node_cell_offset[i + 1];
    for (lid k = begin; k < end; k++) {
        lid c = m->node_cell[k];
        for (int v = 0; v < NV; v++)
            sum[v] += a->q[v * (int64_t)m->n_slots + c];
    }
    real inverse = (real)1 / (real)(end - begin);
    for (int v = 0; v < NV; v++)
        a->q_node[v * (int64_t)m->n_nodes + i] = sum[v] * inverse;
}

/* Sums of a fit: the upper triangle of the 3 x 3 normal matrix, and its right-hand
 * sides; solved by cofactors. */
struct fit {
    real xx, xy, xz, yy, yz, zz;
    real b[NV][3];
};

/* g[v][d]; 0 and g = 0 where the points lie (nearly) in a plane: det at most
 * `least` times trace^3 (1/27 when they spread evenly; r^2 / 8 for a layer whose
 * thickness is r times its width). */
UFV_HD int fit_solve(const struct fit *s, real least, real g[NV][3])
{
    real cxx = s->yy * s->zz - s->yz * s->yz, cxy = s->xz * s->yz - s->xy * s->zz, cxz = s->xy * s->yz - s->xz * s->yy;
    real cyy = s->xx * s->zz - s->xz * s->xz, cyz = s->xy * s->xz - s->xx * s->yz, czz = s->xx * s->yy - s->xy * s->xy;
    real det = s->xx * cxx + s->xy * cxy + s->xz * cxz;
    real trace = s->xx + s->yy + s->zz;
    int good = det > least * trace * trace * trace;
    real inverse = good ? (real)1 / det : (real)0;
    for (int v = 0; v < NV; v++) {
        g[v][0] = inverse * (cxx * s->b[v][0] + cxy * s->b[v][1] + cxz * s->b[v][2]);
        g[v][1] = inverse * (cxy * s->b[v][0] + cyy * s->b[v][1] + cyz * s->b[v][2]);
        g[v][2] = inverse * (cxz * s->b[v][0] + cyz * s->b[v][1] + czz * s->b[v][2]);
    }
    return good;
}

/* Least-squares plane through the cells around a node, unweighted; sums are taken
 * about the first cell. Nodes whose cells lie in a thin layer (a boundary of
 * hexahedra or prisms, cells stretched more than tenfold) give no answer. */
UFV_HD void node_gradient_body(lid i, const struct node_args *a)
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots, nn = m->n_nodes;
    lid begin = m->node_cell_offset[i], end = m->node_cell_offset[i + 1], first = m->node_cell[begin];
    struct fit s = {0, 0, 0, 0, 0, 0, {{0, 0, 0}}};
    real q0[NV], sum_q[NV], sum_x = 0, sum_y = 0, sum_z = 0, g[NV][3];
    for (int v = 0; v < NV; v++) {
        q0[v] = a->q[v * ns + first];
        sum_q[v] = s.b[v][0] = s.b[v][1] = s.b[v][2] = (real)0;
    }
    for (lid k = begin + 1; k < end; k++) {
        lid c = m->node_cell[k];
        real dx = m->centroid[c] - m->centroid[first], dy = m->centroid[ns + c] - m->centroid[ns + first];
        real dz = m->centroid[2 * ns + c] - m->centroid[2 * ns + first];
        sum_x += dx;
        sum_y += dy;
        sum_z += dz;
        s.xx += dx * dx;
        s.xy += dx * dy;
        s.xz += dx * dz;
        s.yy += dy * dy;
        s.yz += dy * dz;
        s.zz += dz * dz;
        for (int v = 0; v < NV; v++) {
            real d = a->q[v * ns + c] - q0[v];
            sum_q[v] += d;
            s.b[v][0] += dx * d;
            s.b[v][1] += dy * d;
            s.b[v][2] += dz * d;
        }
    }
    /* moments about the mean */
    real share = (real)1 / (real)(end - begin), mx = share * sum_x, my = share * sum_y, mz = share * sum_z;
    s.xx -= mx * sum_x;
    s.xy -= mx * sum_y;
    s.xz -= mx * sum_z;
    s.yy -= my * sum_y;
    s.yz -= my * sum_z;
    s.zz -= mz * sum_z;
    for (int v = 0; v < NV; v++) {
        s.b[v][0] -= mx * sum_q[v];
        s.b[v][1] -= my * sum_q[v];
        s.b[v][2] -= mz * sum_q[v];
    }
    int good = fit_solve(&s, (real)1e-3, g);
    for (int v = 0; v < NV; v++)
        for (int d = 0; d < 3; d++)
            a->gradient_node[(d * NV + v) * nn + i] = g[v][d];
    a->gradient_node[3 * NV * nn + i] = (real)good;
}

/* First order: no reconstruction. */
UFV_HD void gradient_zero_body(lid i, const struct gradient_args *a)
{
    for (int c = 0; c < 3 * NV; c++)
        a->gradient[c * (int64_t)a->m.n_stencil + i] = (real)0;
}

/* Where the cell's part of the slice table begins, and its width. */
UFV_HD lid slice_begin(const struct mesh_view *m, lid i, int *width)
{
    lid s = i / SLICE, begin = m->slice_offset[s];
    *width = (int)((m->slice_offset[s + 1] - begin) / SLICE);
    return begin + i % SLICE;
}

/* Sums of the weighted least squares over face neighbours and ghosts, weights
 * 1 / distance^2. walls_count: ghosts behind walls have their full weight, not
 * bc_values.ghost_weight of it. Returns the number of such ghosts. */
UFV_HD int gradient_lsq_sums(lid i, const struct gradient_args *a, int walls_count, struct fit *s, real up[NV],
                             real down[NV])
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots;
    real xc = m->centroid[i], yc = m->centroid[ns + i], zc = m->centroid[2 * ns + i], qc[NV];
    int walls = 0, width;
    s->xx = s->xy = s->xz = s->yy = s->yz = s->zz = (real)0;
    for (int v = 0; v < NV; v++) {
        qc[v] = a->q[v * ns + i];
        s->b[v][0] = s->b[v][1] = s->b[v][2] = up[v] = down[v] = (real)0;
    }
    lid k = slice_begin(m, i, &width);
    for (int j = 0; j < width; j++, k += SLICE) {
        lid o = m->slice_cell[k];
        if (o == i)
            break;
        real dx = m->centroid[o] - xc, dy = m->centroid[ns + o] - yc, dz = m->centroid[2 * ns + o] - zc;
        real weight = (real)1 / (dx * dx + dy * dy + dz * dz);
        if (o >= m->n_cells) {
            real factor = a->patch[m->face_patch[o - m->n_cells]].ghost_weight;
            walls += factor < (real)1;
            weight *= walls_count ? (real)1 : factor;
        }
        real wx = weight * dx, wy = weight * dy, wz = weight * dz;
        s->xx += wx * dx;
        s->xy += wx * dy;
        s->xz += wx * dz;
        s->yy += wy * dy;
        s->yz += wy * dz;
        s->zz += wz * dz;
        for (int v = 0; v < NV; v++) {
            real d = a->q[v * ns + o] - qc[v];
            up[v] = real_max(up[v], d);
            down[v] = real_min(down[v], d);
            s->b[v][0] += wx * d;
            s->b[v][1] += wy * d;
            s->b[v][2] += wz * d;
        }
    }
    return walls;
}

/* Weighted least squares (Barth 1991); exact for linear fields. g[v][d]; up, down:
 * extremes of the differences. Ghosts behind walls count little where the other
 * neighbours determine the gradient well (five of a hexahedron: det / trace^3 =
 * 0.032; three of a tetrahedron: at most 0.022), since their mirrored pressure
 * denies the gradient that a curved wall has; elsewhere they count in full. */
UFV_HD void gradient_lsq(lid i, const struct gradient_args *a, real g[NV][3], real up[NV], real down[NV])
{
    struct fit s;
    int walls = gradient_lsq_sums(i, a, 0, &s, up, down);
    int good = fit_solve(&s, walls ? (real)0.025 : (real)1e-12, g);
    if (walls && !good) {
        gradient_lsq_sums(i, a, 1, &s, up, down);
        fit_solve(&s, (real)1e-12, g);
    }
}

/* Green-Gauss with face values from node averages (paper 1, Eqs. 5-6; paper 2,
 * Eqs. 6-7); boundary faces take the mean of cell and ghost. */
UFV_HD void gradient_node(lid i, const struct gradient_args *a, real g[NV][3], real up[NV], real down[NV])
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots, nn = m->n_nodes;
    real qc[NV];
    for (int v = 0; v < NV; v++) {
        qc[v] = a->q[v * ns + i];
        g[v][0] = g[v][1] = g[v][2] = up[v] = down[v] = (real)0;
    }
    int width;
    lid k = slice_begin(m, i, &width);
    for (int j = 0; j < width; j++, k += SLICE) {
        lid o = m->slice_cell[k];
        if (o == i)
            break;
        lid f;
        real s[3];
        face_outward(m, m->slice_face[k], &f, s);
        lid begin = m->face_node_offset[f], end = m->face_node_offset[f + 1];
        real share = (real)1 / (real)(end - begin);
        for (int v = 0; v < NV; v++) {
            real other = a->q[v * ns + o], d = other - qc[v];
            up[v] = real_max(up[v], d);
            down[v] = real_min(down[v], d);
            real face = (real)0;
            if (o >= m->n_cells) {
                face = (real)0.5 * d;
            } else {
                for (lid e = begin; e < end; e++)
                    face += a->q_node[v * nn + m->face_node[e]] - qc[v];
                face *= share;
            }
            g[v][0] += face * s[0];
            g[v][1] += face * s[1];
            g[v][2] += face * s[2];
        }
    }
    real inverse = (real)1 / m->volume[i];
    for (int v = 0; v < NV; v++)
        for (int d = 0; d < 3; d++)
            g[v][d] *= inverse;
}

/* Extremes of the differences to face neighbours and ghosts. */
UFV_HD void gradient_extremes(lid i, const struct gradient_args *a, real up[NV], real down[NV])
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots;
    for (int v = 0; v < NV; v++)
        up[v] = down[v] = (real)0;
    int width;
    lid k = slice_begin(m, i, &width);
    for (int j = 0; j < width; j++, k += SLICE) {
        lid o = m->slice_cell[k];
        if (o == i)
            break;
        for (int v = 0; v < NV; v++) {
            real d = a->q[v * ns + o] - a->q[v * ns + i];
            up[v] = real_max(up[v], d);
            down[v] = real_min(down[v], d);
        }
    }
}

/* Is a neighbour more than ten times as far away as the nearest one? */
UFV_HD int gradient_is_stretched(lid i, const struct mesh_view *m)
{
    int64_t ns = m->n_slots;
    real nearest = (real)0, farthest = (real)0;
    int width;
    lid k = slice_begin(m, i, &width);
    for (int j = 0; j < width; j++, k += SLICE) {
        lid o = m->slice_cell[k];
        if (o == i)
            break;
        real dx = m->centroid[o] - m->centroid[i], dy = m->centroid[ns + o] - m->centroid[ns + i];
        real dz = m->centroid[2 * ns + o] - m->centroid[2 * ns + i], d2 = dx * dx + dy * dy + dz * dz;
        nearest = j == 0 || d2 < nearest ? d2 : nearest;
        farthest = real_max(farthest, d2);
    }
    return farthest > (real)100 * nearest;
}

/* Green-Gauss with face values interpolated between the two cells in proportion
 * to their distances from the face plane. For stretched cells on curved walls,
 * where the tangential neighbours lie off the tangent plane by more than a cell's
 * height: least squares there multiplies rounding noise by that ratio. */
UFV_HD void gradient_gauss(lid i, const struct gradient_args *a, real g[NV][3], real up[NV], real down[NV])
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots, nf = m->n_faces;
    real xc[3] = {m->centroid[i], m->centroid[ns + i], m->centroid[2 * ns + i]};
    for (int v = 0; v < NV; v++)
        g[v][0] = g[v][1] = g[v][2] = up[v] = down[v] = (real)0;
    int width;
    lid k = slice_begin(m, i, &width);
    for (int j = 0; j < width; j++, k += SLICE) {
        lid o = m->slice_cell[k], f;
        if (o == i)
            break;
        real s[3], to_face = (real)0, to_cell = (real)0;
        face_outward(m, m->slice_face[k], &f, s);
        for (int d = 0; d < 3; d++) {
            to_face += s[d] * (m->face_centroid[d * nf + f] - xc[d]);
            to_cell += s[d] * (m->centroid[d * ns + o] - xc[d]);
        }
        /* between 0 and 1 unless the cells are folded */
        real t = to_cell > (real)0 ? real_min(real_max(to_face / to_cell, (real)0), (real)1) : (real)0.5;
        for (int v = 0; v < NV; v++) {
            real d = a->q[v * ns + o] - a->q[v * ns + i];
            up[v] = real_max(up[v], d);
            down[v] = real_min(down[v], d);
            for (int x = 0; x < 3; x++)
                g[v][x] += t * d * s[x];
        }
    }
    real inverse = (real)1 / m->volume[i];
    for (int v = 0; v < NV; v++)
        for (int d = 0; d < 3; d++)
            g[v][d] *= inverse;
}

/* Mean of the gradients at the cell's nodes (White, Nishikawa & Baurle 2020, the
 * cell average of nodal least-squares gradients): exact for linear fields, and
 * stable on tetrahedra, where face neighbours alone are too few (Haider, Croisille
 * & Courbet 2009). Where no node has a gradient: Green-Gauss in stretched cells,
 * least squares over face neighbours in others. */
UFV_HD void gradient_node_lsq(lid i, const struct gradient_args *a, real g[NV][3], real up[NV], real down[NV])
{
    const struct mesh_view *m = &a->m;
    int64_t nn = m->n_nodes;
    real weight = (real)0;
    for (int v = 0; v < NV; v++)
        g[v][0] = g[v][1] = g[v][2] = (real)0;
    for (lid k = m->cell_node_offset[i]; k < m->cell_node_offset[i + 1]; k++) {
        lid n = m->cell_node[k];
        weight += a->gradient_node[3 * NV * nn + n];
        for (int v = 0; v < NV; v++)
            for (int d = 0; d < 3; d++)
                g[v][d] += a->gradient_node[(d * NV + v) * nn + n];
    }
    if (weight == (real)0) {
        if (gradient_is_stretched(i, m))
            gradient_gauss(i, a, g, up, down);
        else
            gradient_lsq(i, a, g, up, down);
        return;
    }
    real inverse = (real)1 / weight;
    for (int v = 0; v < NV; v++)
        for (int d = 0; d < 3; d++)
            g[v][d] *= inverse;
    gradient_extremes(i, a, up, down);
}

/* Largest and smallest projection of the gradient onto the face centroids. */
UFV_HD void gradient_projections(lid i, const struct gradient_args *a, real g[NV][3], real high[NV], real low[NV])
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots, nf = m->n_faces;
    real xc = m->centroid[i], yc = m->centroid[ns + i], zc = m->centroid[2 * ns + i];
    for (int v = 0; v < NV; v++)
        high[v] = low[v] = (real)0;
    int width;
    lid k = slice_begin(m, i, &width);
    for (int j = 0; j < width; j++, k += SLICE) {
        lid code = m->slice_face[k];
        if (code == SLICE_PAD)
            break;
        lid f = code >= 0 ? code : ~code;
        real dx = m->face_centroid[f] - xc, dy = m->face_centroid[nf + f] - yc, dz = m->face_centroid[2 * nf + f] - zc;
        for (int v = 0; v < NV; v++) {
            real d = g[v][0] * dx + g[v][1] * dy + g[v][2] * dz;
            high[v] = real_max(high[v], d);
            low[v] = real_min(low[v], d);
        }
    }
}

UFV_HD void gradient_body(lid i, const struct gradient_args *a, const int method, const int limiter)
{
    real g[NV][3], up[NV], down[NV], phi[NV];
    int64_t n = a->m.n_stencil;
    if (method == GRADIENT_LSQ)
        gradient_lsq(i, a, g, up, down);
    else if (method == GRADIENT_NODE)
        gradient_node(i, a, g, up, down);
    else
        gradient_node_lsq(i, a, g, up, down);
    if (limiter == LIMITER_FROZEN) {
        for (int v = 0; v < NV; v++)
            phi[v] = a->phi[v * n + i];
    } else if (limiter != LIMITER_NONE) {
        real high[NV], low[NV];
        gradient_projections(i, a, g, high, low);
        for (int v = 0; v < NV; v++) {
            real eps2 = a->eps2_scale[v] * a->m.volume[i];
            phi[v] = limiter == LIMITER_BARTH ? limiter_barth(up[v], down[v], high[v], low[v])
                                              : limiter_venkatakrishnan(up[v], down[v], high[v], low[v], eps2);
        }
        if (limiter == LIMITER_PRESSURE)
            for (int v = 0; v < NV; v++)
                phi[v] = phi[Q_P];
        if (a->phi)
            for (int v = 0; v < NV; v++)
                a->phi[v * n + i] = phi[v];
    }
    for (int v = 0; v < NV; v++)
        for (int d = 0; d < 3; d++)
            a->gradient[(d * NV + v) * n + i] = limiter == LIMITER_NONE ? g[v][d] : phi[v] * g[v][d];
}

#endif
