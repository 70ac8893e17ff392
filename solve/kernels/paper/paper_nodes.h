/* paper_nodes.h: the papers' interpolation from cells to nodes and their gradient, each
 * as a loop over faces, cells or nodes.
 */
#ifndef UFV_SOLVE_KERNELS_PAPER_PAPER_NODES_H
#define UFV_SOLVE_KERNELS_PAPER_PAPER_NODES_H

#include "kernels/atomic.h"
#include "kernels/paper/paper_args.h"

/* Index: entries. */
UFV_HD void fill_body(lid i, const struct fill_args *a)
{
    a->target[i] = a->value;
}

/* Index: entries of the new order. */
UFV_HD void gather_body(lid i, const struct gather_args *a)
{
    for (int v = 0; v < a->n_variables; v++)
        a->to[v * a->n + i] = a->from[v * a->n + a->order[i]];
}

/* race: RACE_ATOMIC where other items may add to the same number at once; else they have been kept apart by colours. */
UFV_HD void paper_add(real *target, real value, const int race)
{
    if (race == RACE_ATOMIC)
        atomic_add(target, value);
    else
        *target += value;
}

/* ---- interpolation (paper 1, Eq. 6) ---- */

/* Adds the values of cell c, times weight, to a node. */
UFV_HD void paper_node_add(const struct paper_args *a, lid node, lid c, real weight)
{
    for (int v = a->v_begin; v < a->v_end; v++)
        atomic_add(&a->q_node[v * (int64_t)a->m.n_nodes + node], weight * a->q[v * (int64_t)a->m.n_slots + c]);
    if (a->count)
        atomic_add(&a->count[node], weight);
}

/* Faces 0 .. n_flux - 1 (paper 1, Algorithm 7; paper 2, Algorithm 2): a cell counts as
 * often as its faces hold the node. Nodes that touch halo cells are left out. */
UFV_HD void paper_nodes_face(lid f, const struct paper_args *a)
{
    const struct mesh_view *m = &a->m;
    lid l = m->left[f], r = m->right[f];
    for (lid e = m->face_node_offset[f]; e < m->face_node_offset[f + 1]; e++) {
        lid node = m->face_node[e];
        if (node >= a->p.n_inner_nodes)
            continue;
        paper_node_add(a, node, l, (real)1);
        if (r < m->n_cells)
            paper_node_add(a, node, r, (real)1);
    }
}

/* Loop over owned cells. access 0 takes each cell once (paper 2, Algorithm 3), access 1 as often as a loop over faces
 * does (paper 1, Algorithm 8). Nodes that touch halo cells are left out. */
UFV_HD void paper_nodes_cell(lid c, const struct paper_args *a, const int access)
{
    const struct mesh_view *m = &a->m;
    for (lid e = m->cell_node_offset[c]; e < m->cell_node_offset[c + 1]; e++)
        if (m->cell_node[e] < a->p.n_inner_nodes)
            paper_node_add(a, m->cell_node[e], c, access ? (real)a->p.cell_node_access[e] : (real)1);
}

/* Loop over nodes (paper 2, Algorithm 4); access as above. */
UFV_HD void paper_nodes_node(lid node, const struct paper_args *a, const int access)
{
    const struct mesh_view *m = &a->m;
    for (lid e = m->node_cell_offset[node]; e < m->node_cell_offset[node + 1]; e++) {
        lid c = m->node_cell[e];
        real weight = access ? (real)a->p.node_cell_access[e] : (real)1;
        for (int v = a->v_begin; v < a->v_end; v++)
            a->q_node[v * (int64_t)m->n_nodes + node] += weight * a->q[v * (int64_t)m->n_slots + c];
        if (a->count)
            a->count[node] += weight;
    }
}

/* Sums become means. Index: nodes. */
UFV_HD void paper_nodes_divide(lid node, const struct paper_args *a)
{
    real inverse = (real)1 / a->count[node];
    for (int v = 0; v < a->n_variables; v++)
        a->q_node[v * (int64_t)a->m.n_nodes + node] *= inverse;
}

/* ---- gradient (paper 2, Eq. 6): the surface integral, then the division ---- */

/* Value on a face: mean of its nodes; on the boundary mean of cell and ghost. */
UFV_HD real paper_face_value(const struct paper_args *a, lid f, int v)
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots, nn = m->n_nodes;
    lid r = m->right[f], begin = m->face_node_offset[f], end = m->face_node_offset[f + 1];
    if (r >= m->n_cells)
        return (real)0.5 * (a->q[v * ns + m->left[f]] + a->q[v * ns + r]);
    real sum = (real)0;
    for (lid e = begin; e < end; e++)
        sum += a->q_node[v * nn + m->face_node[e]];
    return sum / (real)(end - begin);
}

/* Adds value times the area vector of face f to the gradients of the cells beside it. */
UFV_HD void paper_gradient_add(const struct paper_args *a, lid f, int v, real value, const int race)
{
    const struct mesh_view *m = &a->m;
    lid l = m->left[f], r = m->right[f];
    for (int d = 0; d < 3; d++) {
        real part = value * (real)m->normal[d * (int64_t)m->n_faces + f];
        real *g = a->gradient + (d * a->n_variables + v) * (int64_t)m->n_stencil;
        paper_add(&g[l], part, race);
        if (r < m->n_stencil)
            paper_add(&g[r], -part, race);
    }
}

/* Loop over faces 0 .. n_faces - 1 (paper 2, Algorithm 5). */
UFV_HD void paper_gradient_face(lid f, const struct paper_args *a, const int race)
{
    for (int v = a->v_begin; v < a->v_end; v++)
        paper_gradient_add(a, f, v, paper_face_value(a, f, v), race);
}

/* Loop over stencil cells (paper 2, Algorithm 6). */
UFV_HD void paper_gradient_cell(lid c, const struct paper_args *a)
{
    const struct mesh_view *m = &a->m;
    int64_t nf = m->n_faces;
    for (int v = a->v_begin; v < a->v_end; v++) {
        real g[3] = {(real)0, (real)0, (real)0};
        for (lid e = a->p.cell_face_offset[c]; e < a->p.cell_face_offset[c + 1]; e++) {
            lid f = a->p.cell_face[e];
            real value = paper_face_value(a, f, v) * (real)a->p.cell_side[e];
            for (int d = 0; d < 3; d++)
                g[d] += value * (real)m->normal[d * nf + f];
        }
        for (int d = 0; d < 3; d++)
            a->gradient[(d * a->n_variables + v) * (int64_t)m->n_stencil + c] = g[d];
    }
}

/* Loop over nodes for interior faces (paper 2, Algorithm 7); boundary faces have a loop of their own. */
UFV_HD void paper_gradient_node(lid node, const struct paper_args *a)
{
    const struct mesh_view *m = &a->m;
    for (lid e = a->p.node_face_offset[node]; e < a->p.node_face_offset[node + 1]; e++) {
        lid f = a->p.node_face[e];
        real share = (real)1 / (real)(m->face_node_offset[f + 1] - m->face_node_offset[f]);
        if (m->right[f] >= m->n_cells)
            continue;
        for (int v = a->v_begin; v < a->v_end; v++)
            paper_gradient_add(a, f, v, share * a->q_node[v * (int64_t)m->n_nodes + node], RACE_ATOMIC);
    }
}

/* Stencil cells. */
UFV_HD void paper_gradient_divide(lid c, const struct paper_args *a)
{
    real inverse = (real)1 / a->m.volume[c];
    for (int k = 0; k < 3 * a->n_variables; k++)
        a->gradient[k * (int64_t)a->m.n_stencil + c] *= inverse;
}

#endif
