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

enum { GRADIENT_LSQ, GRADIENT_NODE };
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

/* Weighted least squares over face neighbours and ghosts, weights 1 / distance^2
 * (Barth 1991); exact for linear fields. The 3 x 3 normal equations are solved
 * by cofactors. g[v][d]; up, down: extremes of the differences. */
UFV_HD void gradient_lsq(lid i, const struct gradient_args *a, real g[NV][3], real up[NV], real down[NV])
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots;
    real xc = m->centroid[i], yc = m->centroid[ns + i], zc = m->centroid[2 * ns + i];
    real qc[NV], b[NV][3];
    for (int v = 0; v < NV; v++) {
        qc[v] = a->q[v * ns + i];
        b[v][0] = b[v][1] = b[v][2] = up[v] = down[v] = (real)0;
    }
    real xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    int width;
    lid k = slice_begin(m, i, &width);
    for (int j = 0; j < width; j++, k += SLICE) {
        lid o = m->slice_cell[k];
        if (o == i)
            break;
        real dx = m->centroid[o] - xc, dy = m->centroid[ns + o] - yc, dz = m->centroid[2 * ns + o] - zc;
        real weight = (real)1 / (dx * dx + dy * dy + dz * dz);
        real wx = weight * dx, wy = weight * dy, wz = weight * dz;
        xx += wx * dx;
        xy += wx * dy;
        xz += wx * dz;
        yy += wy * dy;
        yz += wy * dz;
        zz += wz * dz;
        for (int v = 0; v < NV; v++) {
            real d = a->q[v * ns + o] - qc[v];
            up[v] = real_max(up[v], d);
            down[v] = real_min(down[v], d);
            b[v][0] += wx * d;
            b[v][1] += wy * d;
            b[v][2] += wz * d;
        }
    }
    real cxx = yy * zz - yz * yz, cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy;
    real cyy = xx * zz - xz * xz, cyz = xy * xz - xx * yz, czz = xx * yy - xy * xy;
    real det = xx * cxx + xy * cxy + xz * cxz;
    /* the trace is of order one per neighbour; a stencil in a plane has det ~ 0 */
    real trace = xx + yy + zz;
    real inverse = det > (real)1e-10 * trace * trace * trace ? (real)1 / det : (real)0;
    for (int v = 0; v < NV; v++) {
        g[v][0] = inverse * (cxx * b[v][0] + cxy * b[v][1] + cxz * b[v][2]);
        g[v][1] = inverse * (cxy * b[v][0] + cyy * b[v][1] + cyz * b[v][2]);
        g[v][2] = inverse * (cxz * b[v][0] + cyz * b[v][1] + czz * b[v][2]);
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
    else
        gradient_node(i, a, g, up, down);
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
