/* gradient_choice.h: which cells take Green-Gauss behind node-lsq, and which nodes are then
 * fitted, from the geometry alone; once, when a run starts.
 */
#ifndef UFV_SOLVE_KERNELS_GRADIENT_CHOICE_H
#define UFV_SOLVE_KERNELS_GRADIENT_CHOICE_H

#include "kernels/gradient.h"
#include "stretched.h"

/* Most that the fits around a cell's nodes may make of noise in the values, see
 * fit_amplification(). Public meshes have 0.1 to 0.6 as a rule, polyhedra 1 to 1.7; a wing
 * with 60 to 190 in 8 or 16 cells doubled rounding in each step. */
#define AMPLIFICATION_MOST ((real)2)

/* Most of a difference across a thin cell that may count as one along it. */
#define CROSSING_MOST ((real)0.1)

/* Most of a cell's own value that its gradient may take away from what it reconstructs on a face; the rest of it at
 * least is what upwind fluxes damp a change of the value by, see gradient_remainder.h and limiter_size.h. */
#define FACE_LOSS_MOST ((real)0.5)

/* Least ratio of the smallest neighbour's volume to the cell's from which on the cell is taken as constant. On 56
 * public meshes it is at most 4.8 but in 17 cells of four of them. */
#define TINY_CELL_RATIO ((real)5)

/* Is each cell across its faces more than TINY_CELL_RATIO times as large? What the cell has of a gradient comes from
 * cells far beyond its faces then, and does not answer to its own value: where two of 581,753 tetrahedra, 35 times
 * smaller than all around them, at the tip of a trailing edge, had slopes, nothing settled without a limiter, and
 * explicit steps diverged there. */
UFV_HD int gradient_is_tiny_cell(lid i, struct row row, const struct mesh_view *m)
{
    int smaller = 0, others = 0;
    for (int j = 0; j < row.turns; j++) {
        lid o = row_cell(m, row, j);
        if (o == i || o >= m->n_cells) /* behind the last face; a ghost */
            continue;
        others++;
        smaller += m->volume[o] > TINY_CELL_RATIO * m->volume[i];
    }
    return others > 0 && smaller == others;
}

/* The weight that gradient_lsq() gives neighbour j of the row, and the vector to it; 0
 * behind the last face. */
UFV_HD real gradient_choice_weight(struct row row, int j, const struct gradient_choice_args *a, real x[3])
{
    lid o = row_cell(&a->m, row, j), ghost = o - a->m.n_cells;
    return gradient_weight(&a->m, row, j, o, ghost < 0 ? (real)1 : a->ghost_weight[ghost], x);
}

/* Does least squares over face neighbours multiply noise? Of four neighbours always: they
 * are too few (Haider, Croisille & Courbet 2009); where they lie almost in a plane a
 * difference of 1 becomes 40 on a face. Of more: where the fit has no answer, where errors
 * of the values become more than AMPLIFICATION_MOST on a face, where differences across
 * a thin cell become more than CROSSING_MOST along it, or where a face between cells loses
 * more than FACE_LOSS_MOST of the cell's own value.
 *
 * With coefficients c_k = w_k x_k^T M^-1 dx of the differences, what the fit adds over dx
 * has the variance sum c_k^2 + (sum c_k)^2, and the cell's own value counts 1 - sum c_k there.
 * In flat stretched cells the weights hold the directions apart, askew ones too: nothing
 * crosses. Along curved walls the neighbours lie many cell heights off the tangent plane, and
 * up to 10^6 times of what changes across a cell counts as a change along it. Thin: the
 * neighbour across the face is more than thirty times as far as the near ones; less stretched
 * cells need exactness more.
 *
 * The loss is what shear and entropy feel, which pass with the flow through one or two faces of a
 * cell alone. In the wake of an inviscid airfoil cells that lean by a tenth lost 0.5 to 0.75 along the
 * flow, as second differences across the wake count as slopes along it: at Mach 0.75 a symmetric flow
 * grew Mach 0 and 1.6 side by side there (docs/decisions/004-cells-that-feed-their-own-errors.md).
 *
 * fit_solve() with the right-hand side dx gives M^-1 dx, by which all c_k of that face follow. */
UFV_HD int gradient_lsq_is_noisy(lid i, struct row row, const struct gradient_choice_args *a)
{
    const struct mesh_view *m = &a->m;
    struct fit s = {0, 0, 0, 0, 0, 0, {{0, 0, 0}}};
    real x[3], g[NV_MAX][3], worst = (real)0, worst_crossing = (real)0, loss = (real)0;
    int neighbours = 0, is_face;
    for (int j = 0; j < row.turns; j++) {
        real weight = gradient_choice_weight(row, j, a, x);
        real wx[3] = {weight * x[0], weight * x[1], weight * x[2]};
        fit_add_moments(&s, x, wx);
        /* A slot that only fills the row names the cell itself. */
        neighbours += row_cell(m, row, j) != i;
    }
    for (int j = 0; j < row.turns; j++) {
        lid signed_face = row_signed_face(m, row, j, &is_face), f = signed_face >= 0 ? signed_face : ~signed_face;
        real sum = (real)0, squares = (real)0, crossing = (real)0;
        if (!is_face)
            continue;
        /* The right-hand side is the distance to the face: g[0] becomes M^-1 dx. */
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, s.b[0]);
        if (!fit_solve(&s, LSQ_FIT_LEAST, 1, g))
            return 1;
        face_across(m, i, row_cell(m, row, j), signed_face, x);
        real across = dot3(x, x);
        for (int k = 0; k < row.turns; k++) {
            real weight = gradient_choice_weight(row, k, a, x), c = weight * dot3(x, g[0]);
            sum += c;
            squares += c * c;
            /* 1000 of squares: the near neighbour is less than a thirtieth as far as the one across
             * this face. */
            crossing += (real)1000 * dot3(x, x) < across ? c * c : (real)0;
        }
        worst = real_max(worst, squares + sum * sum);
        worst_crossing = real_max(worst_crossing, crossing);
        loss = row_cell(m, row, j) < m->n_cells ? real_max(loss, sum) : loss;
    }
    return neighbours <= 4 || worst > AMPLIFICATION_MOST * AMPLIFICATION_MOST ||
           worst_crossing > CROSSING_MOST * CROSSING_MOST || loss > FACE_LOSS_MOST;
}

/* Moments of node_gradient_body(): of the cells around node n about their mean. */
UFV_HD struct fit node_moments(lid n, const struct gradient_choice_args *a)
{
    const struct mesh_view *m = &a->m;
    lid begin = m->node_cell_offset[n], end = m->node_cell_offset[n + 1];
    /* Differences from the first cell before anything is squared: positions are large beside the
     * distances between them. */
    struct record_position x0 = a->position[m->node_cell[begin]];
    struct fit s = {0, 0, 0, 0, 0, 0, {{0, 0, 0}}};
    real sum[3] = {0, 0, 0}, share = (real)1 / (real)(end - begin);
    for (lid k = begin + 1; k < end; k++) {
        struct record_position x = a->position[m->node_cell[k]];
        real d[3] = {(real)(x.x - x0.x), (real)(x.y - x0.y), (real)(x.z - x0.z)};
        fit_add_moments(&s, d, d);
        for (int c = 0; c < 3; c++)
            sum[c] += d[c];
    }
    real mean[3] = {-share * sum[0], -share * sum[1], -share * sum[2]};
    /* Steiner's theorem: moments about the mean are those about x0 less n mean mean^T, and sum is n
     * mean. */
    fit_add_moments(&s, mean, sum);
    return s;
}

/* Errors of the values, independent and of standard deviation 1, make one of sqrt(dx^T
 * M^-1 dx) in what the fit with moments M adds over dx. 0 where the fit has no answer,
 * and *good is 0. */
UFV_HD real fit_amplification(const struct fit *moments, const real dx[3], int *good)
{
    struct fit s = *moments;
    real g[NV_MAX][3];
    for (int d = 0; d < 3; d++)
        s.b[0][d] = dx[d];
    fit_scale(&s, 1);
    *good = fit_solve(&s, NODE_FIT_LEAST, 1, g);
    real v = dx[0] * g[0][0] + dx[1] * g[0][1] + dx[2] * g[0][2];
    return real_sqrt(real_max(v, (real)0));
}

/* The mean over the nodes that have an answer, at the face where it is largest; -1 where
 * no node has one. */
UFV_HD real gradient_amplification(lid i, struct row row, const struct gradient_choice_args *a)
{
    const struct mesh_view *m = &a->m;
    struct node_row row_of_nodes = node_row_of(m, i, ROWS_ANY);
    real worst = (real)-1;
    for (int j = 0; j < row.turns; j++) {
        int is_face, good, nodes = 0;
        lid signed_face = row_signed_face(m, row, j, &is_face), f = signed_face >= 0 ? signed_face : ~signed_face;
        real dx[3], sum = (real)0;
        if (!is_face)
            continue;
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, dx);
        for (int k = 0; k < row_of_nodes.turns; k++) {
            lid n = m->node_slice[row_of_nodes.begin + k * SLICE];
            /* Behind the cell's nodes. */
            if (n < 0)
                break;
            struct fit s = node_moments(n, a);
            sum += fit_amplification(&s, dx, &good);
            nodes += good;
        }
        worst = nodes ? real_max(worst, sum / (real)nodes) : worst;
    }
    return worst;
}

/* A cell's faces and nodes. */
struct cell_size {
    int faces, nodes;
};

UFV_HD struct cell_size gradient_cell_size(lid i, struct row row, const struct mesh_view *m)
{
    struct node_row of_nodes = node_row_of(m, i, ROWS_ANY);
    struct cell_size n = {0, 0};
    int is_face;
    for (int j = 0; j < row.turns; j++) {
        row_signed_face(m, row, j, &is_face);
        n.faces += is_face;
    }
    for (int k = 0; k < of_nodes.turns; k++)
        n.nodes += m->node_slice[of_nodes.begin + k * SLICE] >= 0;
    return n;
}

UFV_HD int gradient_is_tetrahedron(lid i, struct row row, const struct mesh_view *m)
{
    struct cell_size n = gradient_cell_size(i, row, m);
    return n.faces == 4 && n.nodes == 4;
}

/* Do the cells next to this one lie in a plane with it, as in a mesh of one layer? */
UFV_HD int gradient_is_plane(struct row row, const struct gradient_choice_args *a)
{
    struct fit s = {0, 0, 0, 0, 0, 0, {{0, 0, 0}}};
    for (int j = 0; j < row.turns; j++) {
        real x[3], weight = gradient_choice_weight(row, j, a, x);
        real wx[3] = {weight * x[0], weight * x[1], weight * x[2]};
        if (row_cell(&a->m, row, j) < a->m.n_cells)
            fit_add_moments(&s, x, wx);
    }
    return !fit_is_good(&s, (real)STRETCHED_PLANE_LEAST);
}

/* Of more than four neighbours, ghosts among them, is one more than STRETCHED_RATIO times as far as another? */
UFV_HD int gradient_is_stretched(struct row row, const struct gradient_choice_args *a)
{
    real near = (real)0, far = (real)0;
    int neighbours = 0;
    for (int j = 0; j < row.turns; j++) {
        real x[3], weight = gradient_choice_weight(row, j, a, x), d2 = dot3(x, x);
        if (weight == (real)0)
            continue; /* behind the last face */
        near = neighbours++ ? real_min(near, d2) : d2;
        far = real_max(far, d2);
    }
    return neighbours > 4 && far > (real)(STRETCHED_RATIO * STRETCHED_RATIO) * near;
}

/* In space stretched cells of more than four neighbours take Green-Gauss, whatever their fits
 * are like. On the three-dimensional bump in a channel both fits were unstable, far from walls too
 * (first in cells eighteen times as long as wide), and fits about nodes made drag higher at
 * once; over a wing those find as little as -0.1 of a difference across a layer that is bent
 * and twisted by more than its height, Green-Gauss 0.55 (tests/physics/test_layer). Shima,
 * Kitamura & Haga (2013) go over from least squares to Green-Gauss as cells become thin. In one
 * layer of cells the fit stays: it is the more accurate one there, and has been stable.
 *
 * A cell that is periodic with itself is one layer too, and takes what it would take between symmetry planes: least
 * squares over face neighbours. The images of its neighbours make fits about its nodes possible, but they say what
 * the neighbours say already, and a wedge with symmetry planes and one with periodic sides would differ.
 * Cells much smaller than all their neighbours are among them, with weights of 0 (gradient_remainder.h).
 * Order of the questions: these first, then a layer of one cell, then stretching, then noise; each later one costs
 * more. */
UFV_HD void gradient_choice_body(lid i, const struct gradient_choice_args *a)
{
    struct row row = row_of(&a->m, i, ROWS_ANY);
    int layer = a->layer && a->layer[i];
    if (gradient_is_tiny_cell(i, row, &a->m) ||
        (!layer && gradient_is_stretched(row, a) && !gradient_is_plane(row, a))) {
        a->by_faces[i] = GREEN_GAUSS_FACES;
        return;
    }
    real amplification = layer ? (real)-1 : gradient_amplification(i, row, a);
    int noisy = amplification < (real)0 ? gradient_lsq_is_noisy(i, row, a) : amplification > AMPLIFICATION_MOST;
    uint8_t kind = gradient_is_tetrahedron(i, row, &a->m) ? GREEN_GAUSS_NODES : GREEN_GAUSS_FACES;
    a->by_faces[i] = noisy ? kind : (uint8_t)GREEN_GAUSS_NOT;
}

/* Counts that the cost of gradients goes by: cells with Green-Gauss, their faces, and the nodes of the
 * cells with fits; and the cells that are taken as constant. */
UFV_HD void gradient_choice_sum_body(lid i, const struct gradient_choice_args *a, double out[N_CHOICE])
{
    const struct mesh_view *m = &a->m;
    struct row row = row_of(m, i, ROWS_ANY);
    struct cell_size n = gradient_cell_size(i, row, m);
    /* Whole numbers, so that their sums are exact. */
    out[CHOICE_CELLS] = a->by_faces[i] != GREEN_GAUSS_NOT;
    out[CHOICE_FACES] = a->by_faces[i] != GREEN_GAUSS_NOT ? n.faces : 0;
    out[CHOICE_NODES] = a->by_faces[i] == GREEN_GAUSS_FACES ? 0 : n.nodes;
    out[CHOICE_CONSTANT] = gradient_is_tiny_cell(i, row, m);
}

/* A node is fitted if one of the cells around it takes fits about nodes, in the boundary layers of hexahedra and prisms
 * most are not; it has a value if one of them is a tetrahedron that takes values at nodes. */
UFV_HD void node_choice_body(lid i, const struct node_choice_args *a)
{
    const struct mesh_view *m = &a->m;
    uint8_t taken = 0;
    for (lid k = m->node_cell_offset[i]; k < m->node_cell_offset[i + 1]; k++) {
        lid c = m->node_cell[k];
        uint8_t kind = c < m->n_stencil ? a->by_faces[c] : (uint8_t)GREEN_GAUSS_FACES;
        int fits = kind == GREEN_GAUSS_NOT && !(a->layer && a->layer[c]);
        taken |= (uint8_t)(fits ? NODE_HAS_FIT : kind == GREEN_GAUSS_NODES ? NODE_HAS_VALUE : 0);
    }
    a->fitted[i] = taken;
}

#endif
