/* limiter_size.h: how large a cell is to the limiter: h^3 of the threshold (K h)^3 (Venkatakrishnan 1993), below which
 * differences count as smooth.
 *
 * By its volume nothing would be smooth in a thin cell of a boundary layer, and a limiter that acts in layers costs
 * drag and keeps steady flows from settling. Such a cell counts as long as it is, by the farthest of its faces.
 *
 * A stretched cell whose gradient takes away more than half of its own value on some face has a smaller threshold where
 * K is found cell by cell. What is reconstructed there is (1 - l) q_i + sum c_j dx q_j, l = C dx, C = sum c_j
 * (gradient_remainder.h). Pressure waves pass through all faces of a cell and are damped whatever l is on one of
 * them, but shear and entropy pass with the flow, in a layer of cells through one face or two, and feed themselves
 * there with l near 1 and above. Over prisms on the bent rear of a nacelle l is up to 3: density and temperature of
 * neighbours went apart with the same pressure, until cells were 13,800 K hot (docs/decisions/007-limiter-size.md).
 */
#ifndef UFV_SOLVE_KERNELS_LIMITER_SIZE_H
#define UFV_SOLVE_KERNELS_LIMITER_SIZE_H

#include "kernels/gradient_choice.h"

/* The threshold's least part that a large loss leaves: K of strong shocks in place of weak ones'. */
#define LOSS_SHARE_LEAST ((real)(LIMITER_K_STRONG / LIMITER_K_WEAK * (LIMITER_K_STRONG / LIMITER_K_WEAK) * \
                                 (LIMITER_K_STRONG / LIMITER_K_WEAK)))

/* l of cell i on that of its faces between cells where it is largest; at least 0. A ghost's value is given or follows
 * the cell's to either side: its c_j counts 0 or 2 times, whichever makes l larger. */
UFV_HD real limiter_loss(lid i, struct row row, const struct limiter_size_args *a)
{
    const struct mesh_view *m = &a->m;
    real inside[3] = {0, 0, 0}, ghosts[3] = {0, 0, 0}, worst = (real)0;
    for (int j = 0; j < row.turns; j++) {
        lid o = row_cell(m, row, j);
        int is_ghost = o >= m->n_cells;
        for (int d = 0; d < 3; d++) { /* 0 behind the last face */
            real c = (real)a->side_weight[side_entry(a->side_begin, row, j, d)];
            inside[d] += is_ghost ? (real)0 : c;
            ghosts[d] += is_ghost ? c : (real)0;
        }
    }
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face), f = signed_face >= 0 ? signed_face : ~signed_face;
        lid o = row_cell(m, row, j);
        if (!is_face || o >= m->n_cells)
            continue;
        real dx[3];
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, dx);
        real given = dot3(inside, dx), mirrored = given + (real)2 * dot3(ghosts, dx);
        worst = real_max(worst, real_max(given, mirrored));
    }
    return worst;
}

/* What a loss leaves of the threshold: all up to FACE_LOSS_MOST, K of strong shocks from about 1 on; continuous. */
UFV_HD real limiter_loss_share(real loss)
{
    real kept = real_divide(FACE_LOSS_MOST, real_max(loss, FACE_LOSS_MOST));
    real kept4 = kept * kept * kept * kept;
    return real_max(kept4 * kept4 * kept4, LOSS_SHARE_LEAST);
}

/* The volume of cell i; in a layer of one cell, however thick, that of a cube with the cell's section between the two
 * sides. */
UFV_HD real limiter_volume(lid i, struct row row, const struct mesh_view *m)
{
    real section = (real)0; /* m^2, of the two sides together */
    if (m->layer.kind == LAYER_NONE)
        return m->volume[i];
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face); /* of boundary faces the cell is the left one */
        if (!is_face || row_cell(m, row, j) < m->n_cells)
            continue;
        real n[3], area;
        face_unit_normal(m, signed_face, n, &area);
        section += layer_has_side(&m->layer, n) ? area : (real)0;
    }
    section *= (real)0.5;
    return section * real_sqrt(section);
}

/* The cell's volume, or the cube over twice the largest distance to the centroid of a face, whichever is larger; of a
 * cube they are the same. Faces between cells alone: how deep a layer of cells between two planes of symmetry is says
 * nothing. index: stencil cells.
 * (2 r)^3 = 8 r^3 with r the largest distance. */
UFV_HD void limiter_size_body(lid i, const struct limiter_size_args *a)
{
    const struct mesh_view *m = &a->m;
    struct row row = row_of(m, i, ROWS_ANY);
    real farthest = (real)0; /* m^2 */
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face), f = signed_face >= 0 ? signed_face : ~signed_face;
        if (!is_face || row_cell(m, row, j) >= m->n_cells)
            continue;
        real dx[3];
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, dx);
        farthest = real_max(farthest, dx[0] * dx[0] + dx[1] * dx[1] + dx[2] * dx[2]);
    }
    real size = real_max(limiter_volume(i, row, m), (real)8 * farthest * real_sqrt(farthest));
    if (a->by_faces && a->by_faces[i] == GREEN_GAUSS_FACES)
        size *= limiter_loss_share(limiter_loss(i, row, a));
    a->size[i] = size;
}

#endif
