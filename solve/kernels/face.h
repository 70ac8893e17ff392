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

/* A cell's row of the slice table. Loops make `turns` turns, of which those behind the
 * last face count nothing (row_code's is_face); there is no leaving early, so that the
 * loads of several faces are under way together. Kernels come in instances for the
 * widest row of the mesh: ROWS_OF_4 (every cell a tetrahedron), ROWS_TO_6 (at most
 * hexahedra), where the loops are unrolled, and ROWS_ANY. */
enum { ROWS_OF_4 = 4, ROWS_TO_6 = 6, ROWS_ANY = 0 };

struct row {
    lid begin, self;
    int width, turns;
};

UFV_HD struct row row_of(const struct mesh_view *m, lid i, const int rows)
{
    lid s = i / SLICE, begin = m->slice_offset[s];
    int width = rows == ROWS_OF_4 ? 4 : (int)((m->slice_offset[s + 1] - begin) / SLICE);
    struct row r = {begin + i % SLICE, i, width, rows == ROWS_ANY ? width : rows};
    return r;
}

/* The cell across face j of the row; the cell itself behind the last face. */
UFV_HD lid row_cell(const struct mesh_view *m, struct row r, int j)
{
    return j < r.width ? m->slice_cell[r.begin + j * SLICE] : r.self;
}

/* Face j of the row as in slice_face; some face behind the last. */
UFV_HD lid row_code(const struct mesh_view *m, struct row r, int j, int *is_face)
{
    lid code = j < r.width ? m->slice_face[r.begin + j * SLICE] : SLICE_PAD;
    *is_face = code != SLICE_PAD;
    return *is_face ? code : 0;
}

#endif
