/* coarse_level.h: the equations of coarse cells. A coarse cell stands for a change of the conserved variables that is
 * the same in all of its cells; its equation is the sum of theirs (Galerkin's, with piecewise constant functions):
 * faces between two of its own cells drop out, and what is left is the first-order scheme on the coarse cells.
 */
#ifndef UFV_SOLVE_KERNELS_COARSE_LEVEL_H
#define UFV_SOLVE_KERNELS_COARSE_LEVEL_H

#include "kernels/coarse_args.h"
#include "kernels/jacobian.h"

/* The entry of row p whose column is that place; there is one. */
UFV_HD lid coarse_entry(const struct jacobian_rows *r, lid p, lid place)
{
    lid e = r->offset[p / SLICE] + p % SLICE;
    while (r->column[e] != place)
        e += SLICE;
    return e;
}

/* Adds a block to what entry e holds. */
UFV_HD void coarse_add(const struct jacobian_rows *r, lid e, const struct block5 *m)
{
    float *beside = (float *)r->beside + (int64_t)(e / SLICE) * NV * NV * SLICE + e % SLICE;
    for (int n = 0; n < NV * NV; n++)
        beside[n * SLICE] += (float)m->a[n / NV][n % NV];
}

/* The faces of cell i, of coarse row p. */
UFV_HD void coarse_add_faces(lid p, lid i, struct jacobian_sum *sum, const struct jacobian_cell *own,
                             const struct coarse_row_args *a, const int equations, const int kind)
{
    const struct jacobian_args *fine = &a->fine;
    const struct row row = row_of(&fine->u.m, i, ROWS_ANY);
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        const lid signed_face = row_signed_face(&fine->u.m, row, j, &is_face);
        if (!is_face)
            continue;
        if (signed_face >= 0 && signed_face < fine->u.m.n_boundary) {
            struct jacobian_face f = jacobian_face_load(i, signed_face, 1, fine, kind);
            jacobian_boundary(sum, &f, own, fine, equations, kind);
            continue;
        }
        const lid place = a->level.place[row_cell(&fine->u.m, row, j)];
        if (place == p)
            continue;
        struct jacobian_face f = jacobian_face_load(i, signed_face, 0, fine, kind);
        real beside[2];
        jacobian_own(sum, i, &f, own, fine, equations, kind);
        struct block5 o = jacobian_other(beside, i, &f, own, fine, equations, kind);
        coarse_add(&a->level.rows, coarse_entry(&a->level.rows, p, place), &o);
    }
}

/* What cell i adds to the equation of its coarse cell. */
UFV_HD void coarse_add_cell(lid p, lid i, struct jacobian_sum *sum, const struct coarse_row_args *a,
                            const int equations, const int kind)
{
    const struct jacobian_args *fine = &a->fine;
    const struct jacobian_cell own = jacobian_cell_load(i, fine, equations);
    coarse_add_faces(p, i, sum, &own, a, equations, kind);
    if (kind & FRAME_MOVES)
        jacobian_add_rotation(sum, i, fine);
    if (fine->load)
        jacobian_add_actuator(sum, i, own.s, fine);
    block5_add_identity(&sum->d, (real)(fine->spectral[i] / fine->cfl));
    if (fine->scaling)
        jacobian_add_low_mach_inertia(&sum->d, (real)(fine->pseudo[i] / fine->cfl), own.s, (real)fine->scaling[i],
                                      fine->u.fluid.gamma);
}

/* The entries of row p solved for its own unknowns, in units. */
UFV_HD void coarse_solve_row(lid p, struct block5 *d, const struct coarse_row_args *a)
{
    const struct jacobian_rows *r = &a->level.rows;
    const real *unit = a->fine.unit;
    block5_invert(d);
    for (int k = 0; k < NV * NV; k++)
        r->inverse[((int64_t)(p / SLICE) * NV * NV + k) * SLICE + p % SLICE] =
            (jacobian_number)real_divide(d->a[k / NV][k % NV], unit[k / NV]);
    for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1]; e += SLICE) {
        float *beside = (float *)r->beside + (int64_t)(e / SLICE) * NV * NV * SLICE + e % SLICE;
        struct block5 o;
        for (int n = 0; n < NV * NV; n++)
            o.a[n / NV][n % NV] = (real)beside[n * SLICE];
        o = block5_product(d, &o);
        for (int n = 0; n < NV * NV; n++)
            beside[n * SLICE] = (float)real_divide(o.a[n / NV][n % NV] * unit[n % NV], unit[n / NV]);
    }
}

/* Row p, whose entries are zero before; index: coarse rows. */
UFV_HD void coarse_row_of(lid p, const struct coarse_row_args *a, const int equations, const int kind)
{
    const struct jacobian_rows *r = &a->level.rows;
    if (r->cell[p] < 0)
        return;
    for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1]; e += SLICE) {
        float *beside = (float *)r->beside + (int64_t)(e / SLICE) * NV * NV * SLICE + e % SLICE;
        for (int n = 0; n < NV * NV; n++)
            beside[n * SLICE] = 0.0f;
    }
    struct jacobian_sum sum = {block5_zero(), {(real)0, (real)0}};
    for (lid k = a->level.begin[p]; k < a->level.begin[p + 1]; k++)
        coarse_add_cell(p, a->level.member[k], &sum, a, equations, kind);
    coarse_solve_row(p, &sum.d, a);
}

/* Of a mesh at rest with resolved walls; index: coarse rows. */
UFV_HD void coarse_row_body(lid p, const struct coarse_row_args *a, const int equations)
{
    coarse_row_of(p, a, equations, FRAME_RESTS);
}

/* The right-hand side of coarse row p, solved: of the sum of its cells' residuals; index: coarse rows. */
UFV_HD void coarse_rhs_body(lid p, const struct coarse_move_args *a)
{
    const struct jacobian_rows *r = &a->level.rows;
    double sum[NV] = {0.0};
    if (r->cell[p] < 0)
        return;
    for (lid k = a->level.begin[p]; k < a->level.begin[p + 1]; k++)
        for (int v = 0; v < NV; v++)
            sum[v] += a->residual[v * (int64_t)a->n_owned + a->level.member[k]];
    const jacobian_number *inverse = r->inverse + (int64_t)(p / SLICE) * NV * NV * SLICE + p % SLICE;
    for (int k = 0; k < NV; k++) {
        double b = 0.0;
        for (int c = 0; c < NV; c++)
            b += (double)inverse[(k * NV + c) * SLICE] * sum[c];
        a->b[k * (int64_t)r->n_rows + p] = (jacobian_number)b;
    }
}

/* The change of its coarse cell for cell i, owned or of the halo; turbulence stays as it is; index: cells. */
UFV_HD void coarse_prolong_body(lid i, const struct coarse_move_args *a)
{
    const struct jacobian_rows *fine = &a->fine.rows, *r = &a->level.rows;
    const lid from = a->level.place[i], to = i < a->n_owned ? fine->place[i] : fine->n_rows + i - a->n_owned;
    if (from < 0)
        return;
    for (int v = 0; v < NV; v++)
        a->fine.x[v * (int64_t)fine->stride + to * (int64_t)fine->step] =
            a->from[v * (int64_t)r->stride + from * (int64_t)r->step];
}

#endif
