/* limiter_size.h: how large a cell is to the limiter: h^3 of the threshold (K h)^3 (Venkatakrishnan 1993), below which
 * differences count as smooth.
 *
 * By its volume nothing would be smooth in a thin cell of a boundary layer, and a limiter that acts in layers costs
 * drag and keeps steady flows from settling. Such a cell counts as long as it is, by the farthest of its faces.
 */
#ifndef UFV_SOLVE_KERNELS_LIMITER_SIZE_H
#define UFV_SOLVE_KERNELS_LIMITER_SIZE_H

#include "kernels/face_geometry.h"

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
    a->size[i] = real_max(m->volume[i], (real)8 * farthest * real_sqrt(farthest));
}

#endif
