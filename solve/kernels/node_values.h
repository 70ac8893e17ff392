/* node_values.h: averages over, and gradients fitted to, the cells around each node. nv: the
 * number of variables.
 */
#ifndef UFV_SOLVE_KERNELS_NODE_VALUES_H
#define UFV_SOLVE_KERNELS_NODE_VALUES_H

#include "kernels/face_geometry.h"

/* Pairs of numbers in the record of a state; the last is half empty where nv is odd. */
UFV_HD int record_pairs(const int nv)
{
    return (nv + 1) / 2;
}

/* Index: pairs, cell by cell. */
UFV_HD void record_state_body(lid i, const struct record_args *a, const int nv)
{
    const int pairs = record_pairs(nv);
    lid c = i / pairs, v = 2 * (i % pairs);
    int64_t ns = a->m.n_slots;
    struct record_pair p = {a->q[v * ns + c], v + 1 < nv ? a->q[(v + 1) * ns + c] : (real)0};
    a->record[i] = p;
}

/* Index: cells. */
UFV_HD void record_position_body(lid i, const struct record_args *a)
{
    int64_t ns = a->m.n_slots;
    struct record_position p = {a->m.centroid[i], a->m.centroid[ns + i], a->m.centroid[2 * ns + i], 0};
    a->position[i] = p;
}

/* From the record of cell c, `count` of its nv variables from `first` on, an even number, and where they are odd the
 * next. */
UFV_HD void record_load(const struct record_pair *record, lid c, const int nv, int first, const int count,
                        real q[2 * RECORD_PAIRS_MAX])
{
    for (int k = 0; k < record_pairs(count); k++) {
        struct record_pair p = record[(int64_t)c * record_pairs(nv) + first / 2 + k];
        q[2 * k] = p.first;
        q[2 * k + 1] = p.second;
    }
}

/* Unweighted mean of the cells around node i (paper 1, Eq. 6, with each cell once), halo cells
 * included. Index: nodes. Sums go in the order of node_cell, which follows global numbers, so that they
 * do not depend on the partition. */
UFV_HD void node_average_body(lid i, const struct node_args *a, const int nv)
{
    const struct mesh_view *m = &a->m;
    real sum[NV_MAX] = {0};
    lid begin = m->node_cell_offset[i], end = m->node_cell_offset[i + 1];
    UFV_UNROLL(4)
    for (lid k = begin; k < end; k++) {
        real q[2 * RECORD_PAIRS_MAX];
        record_load(a->record, m->node_cell[k], nv, 0, nv, q);
        for (int v = 0; v < nv; v++)
            sum[v] += q[v];
    }
    real inverse = real_divide((real)1, (real)(end - begin));
    for (int v = 0; v < nv; v++)
        a->q_node[v * (int64_t)m->n_nodes + i] = sum[v] * inverse;
}

/* Sums of a fit: the upper triangle of the 3 x 3 normal matrix, and its right-hand
 * sides; solved by cofactors. */
struct fit {
    real xx, xy, xz, yy, yz, zz;
    real b[NV_MAX][3];
};

/* Adds dx wx to the moments, the upper triangle of a symmetric matrix: dx: from the middle of the fit, m; wx: weight
 * dx. */
UFV_HD void fit_add_moments(struct fit *s, const real dx[3], const real wx[3])
{
    s->xx += wx[0] * dx[0];
    s->xy += wx[0] * dx[1];
    s->xz += wx[0] * dx[2];
    s->yy += wx[1] * dx[1];
    s->yz += wx[1] * dx[2];
    s->zz += wx[2] * dx[2];
}

/* 0 where the points lie (nearly) in a plane: det at most `least` times trace^3 (1/27
 * when they spread evenly; r^2 / 8 for a layer whose thickness is r times its width). */
UFV_HD int fit_is_good(const struct fit *s, real least)
{
    real cxx = s->yy * s->zz - s->yz * s->yz, cxy = s->xz * s->yz - s->xy * s->zz, cxz = s->xy * s->yz - s->xz * s->yy;
    real det = s->xx * cxx + s->xy * cxy + s->xz * cxz, trace = s->xx + s->yy + s->zz;
    return det > least * trace * trace * trace;
}

/* Divides both sides by the trace: products of three moments of small cells would be
 * too small for a number of single precision (lengths of 1e-6 m: 1e-36). */
UFV_HD void fit_scale(struct fit *s, const int nv)
{
    real trace = s->xx + s->yy + s->zz, share = real_divide((real)1, trace);
    real scale = trace > (real)0 ? share : (real)0;
    s->xx *= scale;
    s->xy *= scale;
    s->xz *= scale;
    s->yy *= scale;
    s->yz *= scale;
    s->zz *= scale;
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            s->b[v][d] *= scale;
}

/* g[v][d]; 0 and g = 0 where fit_is_good() says no.
 * By cofactors: no pivoting, no branches, the same instructions for all cells of a warp or a vector. */
UFV_HD int fit_solve(const struct fit *s, real least, const int nv, real g[NV_MAX][3])
{
    real cxx = s->yy * s->zz - s->yz * s->yz, cxy = s->xz * s->yz - s->xy * s->zz, cxz = s->xy * s->yz - s->xz * s->yy;
    real cyy = s->xx * s->zz - s->xz * s->xz, cyz = s->xy * s->xz - s->xx * s->yz, czz = s->xx * s->yy - s->xy * s->xy;
    real det = s->xx * cxx + s->xy * cxy + s->xz * cxz;
    int good = fit_is_good(s, least);
    real share = real_divide((real)1, det), inverse = good ? share : (real)0;
    for (int v = 0; v < nv; v++) {
        g[v][0] = inverse * (cxx * s->b[v][0] + cxy * s->b[v][1] + cxz * s->b[v][2]);
        g[v][1] = inverse * (cxy * s->b[v][0] + cyy * s->b[v][1] + cyz * s->b[v][2]);
        g[v][2] = inverse * (cxz * s->b[v][0] + cyz * s->b[v][1] + czz * s->b[v][2]);
    }
    return good;
}

/* Nodes whose cells lie nearer to a plane than this (fit_is_good) give no answer. */
#define NODE_FIT_LEAST ((real)1e-3)

/* Components k, even, and k + 1 of node i's gradients; that behind the last is not stored. */
UFV_HD void node_store_pair(lid i, const struct node_args *a, const int components, int k, struct stored_pair p)
{
    stored *to = a->gradient_node + node_entry(&a->m, components, k, i);
    if (k + 1 == components) {
        *to = p.first;
    } else if (ON_DEVICE) {
        *(struct stored_pair *)(void *)to = p;
    } else {
        to[0] = p.first;
        to[1] = p.second;
    }
}

/* The gradients of `count` variables from `first` on, and behind those of the last variable whether there is an answer.
 * A variable behind the last is not stored. */
UFV_HD void node_store_gradients(lid i, const struct node_args *a, const int nv, int first, const int count,
                                 real g[NV_MAX][3], int good)
{
    const int last = first + count >= nv, components = 3 * nv + 1, end = last ? components : 3 * (first + count);
    stored part[3 * NV_MAX + 2];
    for (int v = 0; v < count; v++)
        for (int d = 0; d < 3; d++)
            part[3 * v + d] = (stored)g[v][d];
    part[3 * count] = part[3 * count + 1] = (stored)good;
    if (first + count > nv)
        part[3 * count - 3] = (stored)good;
    for (int k = 0; k <= 3 * count; k += 2) {
        struct stored_pair p = {part[k], part[k + 1]};
        if (3 * first + k < end)
            node_store_pair(i, a, components, 3 * first + k, p);
    }
}

/* Of the same variables the largest and smallest differences to the first cell around node i, whose values are q0,
 * stored as values. */
UFV_HD void node_store_extremes(lid i, const struct node_args *a, const int nv, int first, const int count,
                                const real q0[NV_MAX], const real up[NV_MAX], const real down[NV_MAX])
{
    for (int v = 0; v < count; v++) {
        if (first + v >= nv)
            continue;
        struct record_pair p = {q0[v] + up[v], q0[v] + down[v]};
        real *to = a->extremes + node_entry(&a->m, 2 * nv, 2 * (first + v), i);
        if (ON_DEVICE) {
            *(struct record_pair *)(void *)to = p;
        } else {
            to[0] = p.first;
            to[1] = p.second;
        }
    }
}

/* Least-squares plane through the cells around a node, unweighted; sums are taken
 * about the first cell. Nodes whose cells lie in a thin layer (a boundary of
 * hexahedra or prisms, cells stretched more than tenfold) give no answer. Beside it, for limiters, the extremes of
 * the values.
 * Of `count` of the nv variables from `first_variable` on: all, or the two of a pair, of which the second may be behind
 * the last.
 * Pairs do not depend on one another but for the geometry, which each finds anew: a thread of a GPU that had all
 * variables would have few beside it, waiting for memory with all its registers.
 * Sums are taken about the first cell, not about the origin, and shifted to the mean at the end:
 * differences keep digits in single precision. */
UFV_HD void node_gradient_body(lid i, const struct node_args *a, const int nv, int first_variable, const int count)
{
    const struct mesh_view *m = &a->m;
    if (!a->fitted[i])
        return;
    lid begin = m->node_cell_offset[i], end = m->node_cell_offset[i + 1], first = m->node_cell[begin];
    struct fit s = {0, 0, 0, 0, 0, 0, {{0, 0, 0}}};
    struct record_position x0 = a->position[first];
    real q0[2 * RECORD_PAIRS_MAX], sum_q[NV_MAX], sum_x = 0, sum_y = 0, sum_z = 0, g[NV_MAX][3];
    real up[NV_MAX], down[NV_MAX];
    record_load(a->record, first, nv, first_variable, count, q0);
    for (int v = 0; v < count; v++)
        up[v] = down[v] = sum_q[v] = s.b[v][0] = s.b[v][1] = s.b[v][2] = (real)0;
    UFV_UNROLL(4)
    for (lid k = begin + 1; k < end; k++) {
        lid c = m->node_cell[k];
        real q[2 * RECORD_PAIRS_MAX];
        record_load(a->record, c, nv, first_variable, count, q);
        struct record_position x = a->position[c];
        real dx = (real)(x.x - x0.x), dy = (real)(x.y - x0.y), dz = (real)(x.z - x0.z);
        sum_x += dx;
        sum_y += dy;
        sum_z += dz;
        s.xx += dx * dx;
        s.xy += dx * dy;
        s.xz += dx * dz;
        s.yy += dy * dy;
        s.yz += dy * dz;
        s.zz += dz * dz;
        for (int v = 0; v < count; v++) {
            real d = q[v] - q0[v];
            up[v] = real_max(up[v], d);
            down[v] = real_min(down[v], d);
            sum_q[v] += d;
            s.b[v][0] += dx * d;
            s.b[v][1] += dy * d;
            s.b[v][2] += dz * d;
        }
    }
    /* moments about the mean */
    real share = real_divide((real)1, (real)(end - begin)), mx = share * sum_x, my = share * sum_y, mz = share * sum_z;
    s.xx -= mx * sum_x;
    s.xy -= mx * sum_y;
    s.xz -= mx * sum_z;
    s.yy -= my * sum_y;
    s.yz -= my * sum_z;
    s.zz -= mz * sum_z;
    for (int v = 0; v < count; v++) {
        s.b[v][0] -= mx * sum_q[v];
        s.b[v][1] -= my * sum_q[v];
        s.b[v][2] -= mz * sum_q[v];
    }
    fit_scale(&s, count);
    int good = fit_solve(&s, NODE_FIT_LEAST, count, g);
    node_store_gradients(i, a, nv, first_variable, count, g, good);
    if (a->extremes)
        node_store_extremes(i, a, nv, first_variable, count, q0, up, down);
}

#endif
