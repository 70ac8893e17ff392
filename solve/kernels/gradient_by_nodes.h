/* gradient_by_nodes.h: what tetrahedra take behind node-lsq where fits about their nodes are of no use, from the
 * geometry alone; once, when a run starts. In layers cut into tetrahedra these are most cells. Their gradient is that
 * of the linear function through values at the four nodes,
 *
 *   g = sum W_k (q_k - q_i)         W_k = -S_k / (3 V), S_k: area vector, outward, of the face without node k
 *
 * (Green-Gauss with the mean of its nodes' values on a face) and so exact if these are. A node's value is that of the
 * linear function fitted to the N cells around it,
 *
 *   q_k = mean(q) + y . sum (x_j - x) q_j      y = theta A^-1 (x_k - x), x = mean(x_j), A = sum (x_j - x)(x_j - x)^T
 *
 * with theta = 1: weights 1/N + y . (x_j - x) of the cells, those of Holmes & Connell (1989, AIAA 89-1932), which do
 * not change if the mesh is stretched as a whole, so that flat cells are no worse than others; a gradient fitted to
 * the same cells is of no use there. The slope itself is not needed, only what it adds on the short way x_k - x.
 * theta = min(1, (3/2 / s)^2), s^2 = (x_k - x)^T A^-1 (x_k - x): what independent errors of standard deviation 1 in the
 * cells become in the value. Where the cells lie in a plane theta is 0.
 *
 * A value with theta < 1 belongs to x + theta (x_k - x), not to the node. The fit to the four neighbours adds what g
 * lacks by that, as in gradient_remainder.h, with D = sum W_k ((1 - theta)(x_k - x))^T in place of I - M/V.
 */
#ifndef UFV_SOLVE_KERNELS_GRADIENT_BY_NODES_H
#define UFV_SOLVE_KERNELS_GRADIENT_BY_NODES_H

#include "kernels/gradient_choice.h"
#include "kernels/least_squares_root.h"

/* Most of theta s. Of the nodes of a wing's layers cut into tetrahedra 0.3 % have more with theta = 1. */
#define NODE_NOISE_MOST 1.5

/* Mean position of the cells around node n. */
UFV_HD void node_middle(lid n, const struct mesh_view *m, const struct record_position *position, double middle[3])
{
    const lid begin = m->node_cell_offset[n], end = m->node_cell_offset[n + 1];
    const double share = 1.0 / (double)(end - begin);
    struct record_position x0 = position[m->node_cell[begin]];
    double sum[3] = {0, 0, 0};
    for (lid k = begin + 1; k < end; k++) {
        struct record_position x = position[m->node_cell[k]];
        sum[0] += x.x - x0.x;
        sum[1] += x.y - x0.y;
        sum[2] += x.z - x0.z;
    }
    middle[0] = x0.x + share * sum[0];
    middle[1] = x0.y + share * sum[1];
    middle[2] = x0.z + share * sum[2];
}

/* Where cell c lies from `middle`. */
UFV_HD void node_to_cell(lid c, const struct record_position *position, const double middle[3], double dx[3])
{
    struct record_position x = position[c];
    dx[0] = x.x - middle[0];
    dx[1] = x.y - middle[1];
    dx[2] = x.z - middle[2];
}

/* The root of A of node n; 0 where its cells lie in a plane. */
UFV_HD int node_root(lid n, const struct node_reach_args *a, const double middle[3], struct fit_root *r)
{
    const struct mesh_view *m = &a->m;
    const lid begin = m->node_cell_offset[n], end = m->node_cell_offset[n + 1];
    const struct fit_root none = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
    double dx[3];
    *r = none;
    for (lid k = begin; k < end; k++) {
        node_to_cell(m->node_cell[k], a->position, middle, dx);
        root_add(&r->first, 1, dx);
    }
    if (!root_take(&r->first))
        return 0;
    for (lid k = begin; k < end; k++) {
        node_to_cell(m->node_cell[k], a->position, middle, dx);
        root_divide_transposed(&r->first, dx);
        root_add(&r->second, 1, dx);
    }
    return root_take(&r->second);
}

/* y of node i, and what its value lacks of the way to the node; 0 of nodes that no cell takes values of. */
UFV_HD void node_reach_body(lid i, const struct node_reach_args *a)
{
    const int64_t n = a->m.n_nodes;
    double middle[3], way[3] = {0, 0, 0}, y[3] = {0, 0, 0}, half[3], theta = 0;
    struct fit_root r;
    if (a->fitted[i] & NODE_HAS_VALUE) {
        node_middle(i, &a->m, a->position, middle);
        for (int d = 0; d < 3; d++)
            way[d] = a->m.node[d * n + i] - middle[d];
        if (node_root(i, a, middle, &r)) {
            for (int d = 0; d < 3; d++)
                y[d] = half[d] = way[d];
            fit_root_divide(&r, y);
            fit_root_half(&r, half);
            double noise = half[0] * half[0] + half[1] * half[1] + half[2] * half[2];
            const double most = NODE_NOISE_MOST * NODE_NOISE_MOST;
            theta = noise > most ? most / noise : 1;
        }
    }
    for (int d = 0; d < 3; d++) {
        a->reach[d * n + i] = (real)(theta * y[d]);
        a->lack[d * n + i] = (1 - theta) * way[d];
    }
}

/* What a tetrahedron takes of its nodes. */
struct tetrahedron {
    double weight[4][3];  /* W_k, 1/m */
    double missing[3][3]; /* D */
    double own[3];        /* sum W_k (1 - the cell's share in the value of node k), 1/m */
};

/* The area vector, outward, of the face without the node at `node`, which lies farthest behind it. */
UFV_HD void tetrahedron_face(lid i, struct row row, const struct mesh_view *m, const double node[3], double s[3])
{
    double deepest = 0;
    s[0] = s[1] = s[2] = 0;
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face), f;
        real area[3], to_face[3];
        if (!is_face)
            continue;
        face_outward(m, signed_face, &f, area);
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, to_face);
        double depth = 0;
        for (int d = 0; d < 3; d++)
            depth += (double)area[d] * (node[d] - m->centroid[d * (int64_t)m->n_slots + i] - (double)to_face[d]);
        for (int d = 0; d < 3; d++)
            s[d] = depth < deepest ? (double)area[d] : s[d];
        deepest = depth < deepest ? depth : deepest;
    }
}

/* Of cell i. */
UFV_HD struct tetrahedron tetrahedron_of(lid i, struct row row, const struct side_weight_args *a)
{
    const struct mesh_view *m = &a->m;
    const int64_t nn = m->n_nodes;
    struct node_row nodes = node_row_of(m, i, ROWS_ANY);
    struct tetrahedron t = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                            {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                            {0, 0, 0}};
    for (int k = 0; k < 4; k++) {
        lid n = m->node_slice[nodes.begin + k * SLICE];
        const double x[3] = {m->node[n], m->node[nn + n], m->node[2 * nn + n]};
        double s[3], middle[3], dx[3];
        double share = 1.0 / (double)(m->node_cell_offset[n + 1] - m->node_cell_offset[n]);
        tetrahedron_face(i, row, m, x, s);
        node_middle(n, m, a->position, middle);
        node_to_cell(i, a->position, middle, dx);
        for (int d = 0; d < 3; d++)
            share += (double)a->reach[d * nn + n] * dx[d];
        for (int c = 0; c < 3; c++) {
            t.weight[k][c] = -s[c] / (3 * (double)m->volume[i]);
            t.own[c] += t.weight[k][c] * (1 - share);
            for (int d = 0; d < 3; d++)
                t.missing[c][d] += t.weight[k][c] * a->lack[d * nn + n];
        }
    }
    return t;
}

#endif
