/* gradient_remainder.h: what stretched cells take behind node-lsq, and what tetrahedra add to the gradient of
 * gradient_by_nodes.h, from the geometry alone; once, when a run starts. It is Green-Gauss of what a fit leaves over,
 * and the fit:
 *
 *   g    = g_GG + theta (I - M/V) g0
 *   g_GG = (1/V) sum t_j S_j (q_j - q_i)              Green-Gauss, as gradient_face()
 *   M    = sum t_j S_j (x_j - x_i)^T                  its gradients of x, y and z, times V: V I where the
 *                                                     lines between cells meet the centres of faces
 *   g0   = A^-1 sum w_j (x_j - x_i) (q_j - q_i)       least squares over the same neighbours,
 *   A    = sum w_j (x_j - x_i) (x_j - x_i)^T          not weighted by distance
 *
 * j: the face sides of cell i. S: area vector, outward; t: the share of the neighbour in the value on the
 * face (face_share()); w: 1, of ghosts ghost_weight. Summed up it is g = sum c_j (q_j - q_i),
 *
 *   c_j  = (1/V) t_j S_j + theta (I - M/V) A^-1 w_j (x_j - x_i)
 *
 * in which sum c_j (x_j - x_i)^T = I where theta = 1: exact for linear fields, whatever rounding S, t
 * and V have. Where cells are orthogonal M = V I, and it is Green-Gauss.
 *
 * theta = min(1, (1/4/s)^2) bounds what the correction makes of independent errors of standard deviation 1
 * in the values: s on a face with theta = 1, s^2 = max y^T A^-1 y, y = (I - M/V)^T dx, dx from the cell to its faces.
 * theta s is at most 1/4, and the less the larger s is. About a curved wall the neighbours of a thin cell lie many of
 * its heights off the layer, up to 40 about an axis, and the correction counts what changes across the layer as a
 * change along it: with more, flows in ducts and over wings did not settle (docs/decisions/README.md, 003).
 * Of four sides theta is 0: a fit to four neighbours is unstable (Haider, Croisille & Courbet 2009), and a wing in
 * skewed tetrahedra did not converge with it. Tetrahedra have g_GG and I - M/V of gradient_by_nodes.h instead, which
 * leave next to nothing to the fit.
 *
 * What is reconstructed on face f is (1 - C dx_f) q_i + sum c_j dx_f q_j, C = sum c_j. Upwind fluxes between cells damp
 * differences of what is reconstructed on both sides in proportion to |S_f|, so that the share of the cell's own value
 * in what damps that value is 1 - l with the loss
 *
 *   l = C (sum |S_f| dx_f) / sum |S_f|         f: faces between cells
 *
 * Where l is more than 1 a change of the value feeds itself, whatever the time step. A ghost follows the cell:
 * not at all where it is given, fully where it is the same (pressure behind a wall), with the other sign where it is
 * mirrored (velocity behind a wall that does not slip). So c_j of ghosts counts 1, 0 or 2 times in C, and l is the
 * largest of these: with 0 or with 2. All c_j of a cell are multiplied by min(1, LOSS_MOST / l), Green-Gauss's too,
 * which is at fault in such cells. l is near 0 in most cells, and 1/4 in most at walls.
 */
#ifndef UFV_SOLVE_KERNELS_GRADIENT_REMAINDER_H
#define UFV_SOLVE_KERNELS_GRADIENT_REMAINDER_H

#include "kernels/gradient_by_nodes.h"

/* Most of theta s. */
#define REMAINDER_NOISE_MOST 0.25

/* The same of tetrahedra with values at nodes, whose fit to four neighbours is trusted less. In a slice of cells
 * between two planes of symmetry, where it is needed, s is at most 0.44. */
#define REMAINDER_NOISE_MOST_OF_4 0.5

/* Most of l: at least half of the damping of first order stays. On the ONERA M6 wings of wing_mesh l is at most 0.21 in
 * 99 % of the stretched cells and up to 3 in a few beyond the tip, whose faces lie askew by up to 80 degrees to the
 * lines between centroids. */
#define LOSS_MOST 0.5

/* One side of a face. */
struct remainder_side {
    int is_face;          /* 0 behind the last; all else is then 0 */
    int is_ghost;         /* at the boundary */
    double x[3], face[3]; /* from the cell's centroid to that of the slot across, to the face's */
    double area;          /* |S| */
    double green[3];      /* t S / V; 0 of tetrahedra with values at nodes */
    double weight;        /* w */
};

/* Side j of the row of cell i. */
UFV_HD struct remainder_side remainder_side_of(lid i, struct row row, int j, const struct side_weight_args *a)
{
    const struct mesh_view *m = &a->m;
    struct remainder_side side = {0, 0, {0, 0, 0}, {0, 0, 0}, 0, {0, 0, 0}, 0};
    lid o = row_cell(m, row, j), signed_face = row_signed_face(m, row, j, &side.is_face), f;
    real s[3], face[3], across[3];
    if (!side.is_face)
        return side;
    face_outward(m, signed_face, &f, s);
    face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, face);
    face_across(m, i, o, signed_face, across);
    /* The value on the face is interpolated by t towards the neighbour: what Green-Gauss takes of the
     * difference. */
    real t = face_share(s, face, across);
    const int by_nodes = a->by_faces[i] == GREEN_GAUSS_NODES;
    for (int d = 0; d < 3; d++) {
        side.x[d] = m->centroid[d * (int64_t)m->n_slots + o] - m->centroid[d * (int64_t)m->n_slots + i];
        side.face[d] = (double)face[d];
        side.green[d] = by_nodes ? 0 : (double)t * (double)s[d] / (double)m->volume[i];
    }
    side.area = sqrt((double)s[0] * (double)s[0] + (double)s[1] * (double)s[1] + (double)s[2] * (double)s[2]);
    side.is_ghost = o >= m->n_cells;
    side.weight = o < m->n_cells ? 1.0 : (double)a->ghost_weight[o - m->n_cells];
    return side;
}

/* What the sides of a cell share. */
struct remainder {
    double missing[3][3]; /* I - M/V */
    struct fit_root root; /* of A */
    double theta;         /* 0 where A is singular */
    double own[3];        /* what C has of the nodes, 1/m */
};

/* s^2 of one face. */
UFV_HD double remainder_noise(const struct remainder *r, const double face[3])
{
    double y[3];
    for (int d = 0; d < 3; d++)
        y[d] = r->missing[0][d] * face[0] + r->missing[1][d] * face[1] + r->missing[2][d] * face[2];
    fit_root_half(&r->root, y);
    return y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
}

/* theta of cell i. */
UFV_HD double remainder_theta(lid i, struct row row, const struct side_weight_args *a, const struct remainder *r)
{
    double worst = 0;
    int sides = 0;
    for (int j = 0; j < row.turns; j++) {
        struct remainder_side side = remainder_side_of(i, row, j, a);
        double noise = remainder_noise(r, side.face);
        worst = noise > worst ? noise : worst;
        sides += side.is_face;
    }
    if (sides <= 4 && a->by_faces[i] != GREEN_GAUSS_NODES)
        return 0;
    const double most = sides <= 4 ? REMAINDER_NOISE_MOST_OF_4 : REMAINDER_NOISE_MOST;
    return worst > most * most ? most * most / worst : 1;
}

/* I - M/V of cell i, and the root of A. nodes: what a tetrahedron takes of its nodes; NULL: nothing. */
UFV_HD struct remainder remainder_of(lid i, struct row row, const struct side_weight_args *a,
                                     const struct tetrahedron *nodes)
{
    struct remainder r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}}, 0, {0, 0, 0}};
    for (int k = 0; nodes && k < 3; k++) {
        r.own[k] = nodes->own[k];
        for (int d = 0; d < 3; d++)
            r.missing[k][d] = nodes->missing[k][d];
    }
    for (int j = 0; j < row.turns; j++) {
        struct remainder_side side = remainder_side_of(i, row, j, a);
        root_add(&r.root.first, side.weight, side.x);
        for (int k = 0; k < 3; k++)
            for (int d = 0; d < 3; d++)
                r.missing[k][d] -= side.green[k] * side.x[d];
    }
    /* The sides do not span space: no fit, theta stays 0. */
    if (!root_take(&r.root.first))
        return r;
    for (int j = 0; j < row.turns; j++) {
        struct remainder_side side = remainder_side_of(i, row, j, a);
        root_divide_transposed(&r.root.first, side.x);
        root_add(&r.root.second, side.weight, side.x);
    }
    if (root_take(&r.root.second))
        r.theta = remainder_theta(i, row, a, &r);
    return r;
}

/* c_j of a side.
 * theta 0: Green-Gauss alone, x stays as it is and counts nothing. */
UFV_HD void remainder_weight(const struct remainder *r, const struct remainder_side *side, double c[3])
{
    double x[3] = {side->x[0], side->x[1], side->x[2]};
    if (r->theta > 0)
        fit_root_divide(&r->root, x);
    for (int k = 0; k < 3; k++) {
        double fit = r->missing[k][0] * x[0] + r->missing[k][1] * x[1] + r->missing[k][2] * x[2];
        c[k] = side->green[k] + r->theta * side->weight * fit;
    }
}

/* What all c_j of cell i are multiplied by, see l above. */
UFV_HD double remainder_share(lid i, struct row row, const struct side_weight_args *a, const struct remainder *r)
{
    double inside[3] = {r->own[0], r->own[1], r->own[2]}, ghosts[3] = {0, 0, 0}, reach[3] = {0, 0, 0}, area = 0, c[3];
    for (int j = 0; j < row.turns; j++) {
        struct remainder_side side = remainder_side_of(i, row, j, a);
        remainder_weight(r, &side, c);
        double damps = side.is_ghost ? 0 : side.area;
        area += damps;
        for (int d = 0; d < 3; d++) {
            inside[d] += side.is_ghost ? 0 : c[d];
            ghosts[d] += side.is_ghost ? c[d] : 0;
            reach[d] += damps * side.face[d];
        }
    }
    double given = inside[0] * reach[0] + inside[1] * reach[1] + inside[2] * reach[2];
    double mirrored = given + 2 * (ghosts[0] * reach[0] + ghosts[1] * reach[1] + ghosts[2] * reach[2]);
    double loss = (given > mirrored ? given : mirrored) / area;
    return loss > LOSS_MOST ? LOSS_MOST / loss : 1;
}

/* Has cell i vectors c_j? Not where it takes something else, nor where it is taken as constant. */
UFV_HD int side_weight_is_taken(lid i, struct row row, const struct side_weight_args *a)
{
    return a->by_faces[i] && !gradient_is_tiny_cell(i, row, &a->m);
}

/* What cell i takes of its nodes, if it takes values there: nodes, else NULL. */
UFV_HD const struct tetrahedron *side_weight_nodes(lid i, struct row row, const struct side_weight_args *a,
                                                   struct tetrahedron *nodes)
{
    if (a->by_faces[i] != GREEN_GAUSS_NODES)
        return NULL;
    *nodes = tetrahedron_of(i, row, a);
    return nodes;
}

/* The vectors c_j of a cell that takes them, behind them W_k of one that takes values at nodes; those of others stay 0,
 * and of cells that are taken as constant. */
UFV_HD void side_weight_body(lid i, const struct side_weight_args *a)
{
    struct row row = row_of(&a->m, i, ROWS_ANY);
    struct tetrahedron tetrahedron;
    if (!side_weight_is_taken(i, row, a))
        return;
    const struct tetrahedron *nodes = side_weight_nodes(i, row, a, &tetrahedron);
    struct remainder r = remainder_of(i, row, a, nodes);
    double share = remainder_share(i, row, a, &r), c[3];
    for (int j = 0; j < row.turns; j++) {
        struct remainder_side side = remainder_side_of(i, row, j, a);
        remainder_weight(&r, &side, c);
        for (int k = 0; k < 3; k++)
            a->weight[side_entry(a->begin, row, j, k)] = (stored)(share * c[k]);
    }
    for (int j = 0; nodes && j < 4; j++)
        for (int k = 0; k < 3; k++)
            a->weight[side_node_entry(a->begin, row, j, k)] = (stored)(share * nodes->weight[j][k]);
}

/* 1 of a cell whose vectors c_j are reduced. */
UFV_HD void side_weight_sum_body(lid i, const struct side_weight_args *a, double out[1])
{
    struct row row = row_of(&a->m, i, ROWS_ANY);
    struct tetrahedron tetrahedron;
    out[0] = 0;
    if (!side_weight_is_taken(i, row, a))
        return;
    struct remainder r = remainder_of(i, row, a, side_weight_nodes(i, row, a, &tetrahedron));
    out[0] = remainder_share(i, row, a, &r) < 1;
}

#endif
