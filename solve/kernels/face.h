/* face.h: faces of cells: the slice table, area vectors.
 *
 * A cell's faces and the slots across them come from the slice table
 * (formats/pack.h). Every cell of a slice has the same width, so a warp runs the
 * loops in step.
 */
#ifndef UFV_SOLVE_KERNELS_FACE_H
#define UFV_SOLVE_KERNELS_FACE_H

#include "kernels/args.h"

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

/* Where the cell's part of the slice table begins, and its width. */
UFV_HD lid slice_begin(const struct mesh_view *m, lid i, int *width)
{
    lid s = i / SLICE, begin = m->slice_offset[s];
    *width = (int)((m->slice_offset[s + 1] - begin) / SLICE);
    return begin + i % SLICE;
}

#endif
