/* coarse_level.h: the equations of coarse cells. A coarse cell stands for a change of the conserved variables that is
 * the same in all of its cells; its equation is the sum of theirs (Galerkin's, with piecewise constant functions):
 * faces between two of its own cells drop out, and what is left is the first-order scheme on the coarse cells.
 *
 * It is assembled in three kernels, so that a GPU has some ten times as many threads at work as there are rows: each
 * side of each border between two coarse cells, which is one block beside a diagonal; the diagonals, from these blocks
 * and what no border has; the blocks, solved for the unknowns of their row.
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

/* The first number of the block of entry e; the others follow SLICE apart. */
UFV_HD float *coarse_block(const struct jacobian_rows *r, lid e)
{
    return (float *)r->beside + (int64_t)(e / SLICE) * NV * NV * SLICE + e % SLICE;
}

/* What leaves the cell on the near side of a face between cells, owned or of the halo, derived by its own unknowns. */
UFV_HD void coarse_add_leaving(struct block5 *d, lid signed_face, const struct jacobian_args *fine,
                               const int equations, const int kind)
{
    const struct mesh_view *m = &fine->u.m;
    const lid i = signed_face >= 0 ? m->left[signed_face] : m->right[~signed_face];
    const struct jacobian_face f = jacobian_face_load(i, signed_face, 0, fine, kind);
    const struct jacobian_cell own = jacobian_cell_load(i, fine, equations);
    const struct jacobian_cell other = jacobian_cell_load(f.other, fine, equations);
    jacobian_own_flow(d, &f, &own, &other, fine, equations, kind);
}

/* One side of a border: what leaves one coarse cell by it enters the other, in whose row it stands beside the diagonal,
 * not yet solved. (A cell's own row has the block of jacobian_other() there: the same, but at low Mach numbers for the
 * density in a least speed, which is that of the cell on the other side.) Index: 2 n_borders, both sides of a border
 * side by side, which load the same cells. A coarse cell of the halo has no row here. */
UFV_HD void coarse_border_of(lid side, const struct coarse_row_args *a, const int equations, const int kind)
{
    const struct coarse_level *l = &a->level;
    const lid k = side / 2, from_far = side % 2;
    const lid row = from_far ? l->near[k] : l->far[k], column = from_far ? l->far[k] : l->near[k];
    struct block5 sum = block5_zero();
    if (row >= l->rows.n_rows)
        return;
    for (lid j = l->border.begin[k]; j < l->border.begin[k + 1]; j++)
        coarse_add_leaving(&sum, from_far ? ~l->border.face[j] : l->border.face[j], &a->fine, equations, kind);
    float *beside = coarse_block(&l->rows, coarse_entry(&l->rows, row, column));
    for (int n = 0; n < NV * NV; n++)
        beside[n * SLICE] = (float)-sum.a[n / NV][n % NV];
}

/* What leaves coarse cell p into other coarse cells of this rank: it stands in their rows. */
UFV_HD void coarse_add_borders(struct block5 *d, lid p, const struct jacobian_rows *r)
{
    for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1]; e += SLICE) {
        const lid q = r->column[e];
        if (q < 0 || q >= r->n_rows)
            continue;
        const float *beside = coarse_block(r, coarse_entry(r, q, p));
        for (int n = 0; n < NV * NV; n++)
            d->a[n / NV][n % NV] -= (real)beside[n * SLICE];
    }
}

/* What leaves coarse cell p by boundaries and to the halo. */
UFV_HD void coarse_add_edge(struct jacobian_sum *sum, lid p, const struct coarse_row_args *a, const int equations,
                            const int kind)
{
    const struct jacobian_args *fine = &a->fine;
    for (lid j = a->level.edge.begin[p]; j < a->level.edge.begin[p + 1]; j++) {
        const lid face = a->level.edge.face[j];
        if (face < 0 || face >= fine->u.m.n_boundary) {
            coarse_add_leaving(&sum->d, face, fine, equations, kind);
            continue;
        }
        const lid i = fine->u.m.left[face];
        const struct jacobian_cell own = jacobian_cell_load(i, fine, equations);
        const struct jacobian_face f = jacobian_face_load(i, face, 1, fine, kind);
        jacobian_boundary(sum, &f, &own, fine, equations, kind);
    }
}

/* What cell i adds to the diagonal of its coarse cell without a face. */
UFV_HD void coarse_add_cell(struct jacobian_sum *sum, lid i, const struct jacobian_args *fine, const int kind)
{
    if (kind & FRAME_MOVES)
        jacobian_add_rotation(sum, i, fine);
    if (fine->load)
        jacobian_add_actuator(sum, i, state_load(fine->u.q, fine->u.m.n_slots, i), fine);
    block5_add_identity(&sum->d, (real)(fine->spectral[i] / fine->cfl));
    if (fine->scaling)
        jacobian_add_low_mach_inertia(&sum->d, (real)(fine->pseudo[i] / fine->cfl),
                                      state_load(fine->u.q, fine->u.m.n_slots, i), (real)fine->scaling[i],
                                      fine->u.fluid.gamma);
}

/* The diagonal of row p, inverted, after all borders; index: coarse rows. */
UFV_HD void coarse_row_of(lid p, const struct coarse_row_args *a, const int equations, const int kind)
{
    const struct jacobian_rows *r = &a->level.rows;
    struct jacobian_sum sum = {block5_zero(), {(real)0, (real)0}};
    if (r->cell[p] < 0)
        return;
    coarse_add_borders(&sum.d, p, r);
    coarse_add_edge(&sum, p, a, equations, kind);
    for (lid k = a->level.begin[p]; k < a->level.begin[p + 1]; k++)
        coarse_add_cell(&sum, a->level.member[k], &a->fine, kind);
    block5_invert(&sum.d);
    for (int k = 0; k < NV * NV; k++)
        r->inverse[((int64_t)(p / SLICE) * NV * NV + k) * SLICE + p % SLICE] =
            (jacobian_number)real_divide(sum.d.a[k / NV][k % NV], a->fine.unit[k / NV]);
}

/* The entries of row p solved for its own unknowns, in units, after all diagonals; those that fill its slice become
 * zero. Index: coarse rows. */
UFV_HD void coarse_solve_body(lid p, const struct coarse_row_args *a)
{
    const struct jacobian_rows *r = &a->level.rows;
    struct block5 d;
    for (int k = 0; k < NV * NV; k++)
        d.a[k / NV][k % NV] = (real)r->inverse[((int64_t)(p / SLICE) * NV * NV + k) * SLICE + p % SLICE];
    for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1]; e += SLICE) {
        float *beside = coarse_block(r, e);
        struct block5 o = block5_zero();
        if (r->column[e] >= 0) {
            for (int n = 0; n < NV * NV; n++)
                o.a[n / NV][n % NV] = (real)beside[n * SLICE];
            o = block5_product(&d, &o); /* whose rows are over their units, as those of d are */
        }
        for (int n = 0; n < NV * NV; n++)
            beside[n * SLICE] = (float)(o.a[n / NV][n % NV] * a->fine.unit[n % NV]);
    }
}

/* Of a mesh at rest with resolved walls. Index as those of coarse_border_of() and coarse_row_of(). */
UFV_HD void coarse_border_body(lid side, const struct coarse_row_args *a, const int equations)
{
    coarse_border_of(side, a, equations, FRAME_RESTS);
}
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

/* The cell of item k, or -1, and in *from the place of its coarse cell. Items: 2^rounds a row, one for each cell that
 * it has at most; behind those of all rows one for each cell of the halo. */
UFV_HD lid coarse_cell_of(lid k, const struct coarse_move_args *a, lid *from)
{
    const struct coarse_level *l = &a->level;
    const lid halo = k - (l->rows.n_rows << l->rounds);
    if (halo >= 0) {
        *from = l->halo_place[halo];
        return *from < 0 ? -1 : a->n_owned + halo;
    }
    *from = k >> l->rounds;
    const lid at = l->begin[*from] + (k & ((1 << l->rounds) - 1));
    return at < l->begin[*from + 1] ? l->member[at] : -1;
}

/* The change of its coarse cell for a cell, owned or of the halo; turbulence stays as it is. Index:
 * items of coarse_cell_of(). */
UFV_HD void coarse_prolong_body(lid k, const struct coarse_move_args *a)
{
    const struct jacobian_rows *fine = &a->fine.rows, *r = &a->level.rows;
    lid from;
    const lid i = coarse_cell_of(k, a, &from);
    if (i < 0)
        return;
    const lid to = i < a->n_owned ? fine->place[i] : fine->n_rows + i - a->n_owned;
    for (int v = 0; v < NV; v++)
        a->fine.x[v * (int64_t)fine->stride + to * (int64_t)fine->step] =
            a->from[v * (int64_t)r->stride + from * (int64_t)r->step];
}

#endif
