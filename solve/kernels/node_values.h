/* node_values.h: averages over, and gradients fitted to, the cells around each node. nv: the
 * number of variables.
 */
#ifndef UFV_SOLVE_KERNELS_NODE_VALUES_H
#define UFV_SOLVE_KERNELS_NODE_VALUES_H

#include "kernels/face_geometry.h"

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
        record_load(a->record, m->node_cell[k], nv, q);
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

/* The gradients, and behind those of the last variable whether there is an answer. */
UFV_HD void node_store_gradients(lid i, const struct node_args *a, const int nv, real g[NV_MAX][3], int good)
{
    const int components = 3 * nv + 1;
    stored part[3 * NV_MAX + 2];
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            part[3 * v + d] = (stored)g[v][d];
    part[3 * nv] = (stored)good;
    part[components] = (stored)0;
    for (int k = 0; k < components; k += 2) {
        struct stored_pair p = {part[k], part[k + 1]};
        node_store_pair(i, a, components, k, p);
    }
}

/* The largest and smallest differences to the first cell around node i, whose values are q0, stored as values. */
UFV_HD void node_store_extremes(lid i, const struct node_args *a, const int nv, const real q0[NV_MAX],
                                const real up[NV_MAX], const real down[NV_MAX])
{
    for (int v = 0; v < nv; v++) {
        struct record_pair p = {q0[v] + up[v], q0[v] + down[v]};
        real *to = a->extremes + node_entry(&a->m, 2 * nv, 2 * v, i);
        if (ON_DEVICE) {
            *(struct record_pair *)(void *)to = p;
        } else {
            to[0] = p.first;
            to[1] = p.second;
        }
    }
}

/* A fit about a node while it is summed up. Sums are taken of differences to the first cell, not to the origin, and
 * shifted to the mean at the end: they keep digits in single precision. */
struct node_fit {
    struct fit s;
    real sum_q[NV_MAX], sum_x, sum_y, sum_z;
    real up[NV_MAX], down[NV_MAX]; /* the largest and smallest difference */
};

/* Nothing yet. */
UFV_HD void node_fit_begin(struct node_fit *n, const int nv)
{
    n->s.xx = n->s.xy = n->s.xz = n->s.yy = n->s.yz = n->s.zz = n->sum_x = n->sum_y = n->sum_z = (real)0;
    for (int v = 0; v < nv; v++)
        n->up[v] = n->down[v] = n->sum_q[v] = n->s.b[v][0] = n->s.b[v][1] = n->s.b[v][2] = (real)0;
}

/* Adds a cell with the values q at x; q0, x0: of the first one. The first cell itself adds nothing. */
UFV_HD void node_fit_add(struct node_fit *n, const int nv, const real q0[], struct record_position x0, const real q[],
                         struct record_position x)
{
    real dx = (real)(x.x - x0.x), dy = (real)(x.y - x0.y), dz = (real)(x.z - x0.z);
    n->sum_x += dx;
    n->sum_y += dy;
    n->sum_z += dz;
    n->s.xx += dx * dx;
    n->s.xy += dx * dy;
    n->s.xz += dx * dz;
    n->s.yy += dy * dy;
    n->s.yz += dy * dz;
    n->s.zz += dz * dz;
    for (int v = 0; v < nv; v++) {
        real d = q[v] - q0[v];
        n->up[v] = real_max(n->up[v], d);
        n->down[v] = real_min(n->down[v], d);
        n->sum_q[v] += d;
        n->s.b[v][0] += dx * d;
        n->s.b[v][1] += dy * d;
        n->s.b[v][2] += dz * d;
    }
}

/* The same sums about the mean; cells: their number. */
UFV_HD void node_fit_shift(struct node_fit *n, const int nv, lid cells)
{
    real share = real_divide((real)1, (real)cells);
    real mx = share * n->sum_x, my = share * n->sum_y, mz = share * n->sum_z;
    n->s.xx -= mx * n->sum_x;
    n->s.xy -= mx * n->sum_y;
    n->s.xz -= mx * n->sum_z;
    n->s.yy -= my * n->sum_y;
    n->s.yz -= my * n->sum_z;
    n->s.zz -= mz * n->sum_z;
    for (int v = 0; v < nv; v++) {
        n->s.b[v][0] -= mx * n->sum_q[v];
        n->s.b[v][1] -= my * n->sum_q[v];
        n->s.b[v][2] -= mz * n->sum_q[v];
    }
}

/* The value at node i of the function fitted about it (gradient_by_nodes.h), after node_fit_shift(). q0: as
 * node_fit_add(); cells: their number. */
UFV_HD void node_store_values(lid i, const struct node_args *a, const int nv, const struct node_fit *n, const real q0[],
                              lid cells)
{
    const int64_t nn = a->m.n_nodes;
    real share = real_divide((real)1, (real)cells), y[3];
    for (int d = 0; d < 3; d++)
        y[d] = a->reach[d * nn + i];
    for (int v = 0; v < nv; v++)
        a->q_node[v * nn + i] = q0[v] + (share * n->sum_q[v] + (y[0] * n->s.b[v][0] + y[1] * n->s.b[v][1] +
                                                                y[2] * n->s.b[v][2]));
}

/* Cells that a thread of a GPU loads before it adds the first: of each the number comes first and then what stands
 * there, two waits for memory, and a thread that takes one cell after another does little but wait. Two rounds of four
 * are the seven beside the first around a node of hexahedra. A CPU fetches ahead by itself. */
enum { NODE_CELLS_TOGETHER = 4 };

/* The numbers of cells k, k + 1, ... of a node's list; behind its end the first cell, which adds nothing. */
UFV_HD void node_cells(const struct mesh_view *m, lid k, lid end, lid first, lid cell[NODE_CELLS_TOGETHER])
{
    UFV_UNROLL(4)
    for (int j = 0; j < NODE_CELLS_TOGETHER; j++)
        cell[j] = k + j < end ? m->node_cell[k + j] : first;
}

/* Adds the cells begin .. end - 1 of a node's list, NODE_CELLS_TOGETHER at once, in their order; the numbers of the
 * next ones come meanwhile. */
UFV_HD void node_fit_add_together(struct node_fit *n, const struct node_args *a, const int nv, lid begin, lid end,
                                  lid first, const real q0[], struct record_position x0)
{
    lid cell[NODE_CELLS_TOGETHER];
    node_cells(&a->m, begin, end, first, cell);
    for (lid k = begin; k < end; k += NODE_CELLS_TOGETHER) {
        real q[NODE_CELLS_TOGETHER][2 * RECORD_PAIRS_MAX];
        struct record_position x[NODE_CELLS_TOGETHER];
        UFV_UNROLL(4)
        for (int j = 0; j < NODE_CELLS_TOGETHER; j++) {
            record_load(a->record, cell[j], nv, q[j]);
            x[j] = a->position[cell[j]];
        }
        node_cells(&a->m, k + NODE_CELLS_TOGETHER, end, first, cell);
        UFV_UNROLL(4)
        for (int j = 0; j < NODE_CELLS_TOGETHER; j++)
            node_fit_add(n, nv, q0, x0, q[j], x[j]);
    }
}

/* Least-squares plane through the cells around a node, unweighted. Nodes whose cells lie in a thin layer (a boundary of
 * hexahedra or prisms, cells stretched more than tenfold) give no answer. Beside it, for limiters, the extremes of
 * the values, and where some cell takes values at nodes these. */
UFV_HD void node_gradient_body(lid i, const struct node_args *a, const int nv)
{
    const struct mesh_view *m = &a->m;
    if (!a->fitted[i])
        return;
    lid begin = m->node_cell_offset[i], end = m->node_cell_offset[i + 1], first = m->node_cell[begin];
    struct node_fit n;
    struct record_position x0 = a->position[first];
    real q0[2 * RECORD_PAIRS_MAX] = {0}, g[NV_MAX][3];
    record_load(a->record, first, nv, q0);
    node_fit_begin(&n, nv);
    if (ON_DEVICE)
        node_fit_add_together(&n, a, nv, begin + 1, end, first, q0, x0);
    UFV_UNROLL(4)
    for (lid k = begin + 1; !ON_DEVICE && k < end; k++) {
        real q[2 * RECORD_PAIRS_MAX];
        record_load(a->record, m->node_cell[k], nv, q);
        node_fit_add(&n, nv, q0, x0, q, a->position[m->node_cell[k]]);
    }
    node_fit_shift(&n, nv, end - begin);
    if (a->reach)
        node_store_values(i, a, nv, &n, q0, end - begin);
    fit_scale(&n.s, nv);
    int good = fit_solve(&n.s, NODE_FIT_LEAST, nv, g);
    node_store_gradients(i, a, nv, g, good);
    if (a->extremes)
        node_store_extremes(i, a, nv, q0, n.up, n.down);
}

#endif
