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
#include "kernels/newton.h"

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

/* The diagonal of a coarse row is added up in so many parts, each of every ROW_PARTS-th border, face and cell, and then
 * the parts: a GPU takes a thread for each part (backend/cuda/backend_cuda_coarse_row.h). */
enum { ROW_PARTS = 4 };

/* What leaves coarse cell p into other coarse cells of this rank: it stands in their rows. */
UFV_HD void coarse_add_borders(struct block5 *d, lid p, int part, const struct jacobian_rows *r)
{
    const lid end = r->offset[p / SLICE + 1];
    for (lid e = r->offset[p / SLICE] + part * SLICE + p % SLICE; e < end; e += ROW_PARTS * SLICE) {
        const lid q = r->column[e];
        if (q < 0 || q >= r->n_rows)
            continue;
        const float *beside = coarse_block(r, coarse_entry(r, q, p));
        for (int n = 0; n < NV * NV; n++)
            d->a[n / NV][n % NV] -= (real)beside[n * SLICE];
    }
}

/* What leaves coarse cell p by boundaries and to the halo. */
UFV_HD void coarse_add_edge(struct jacobian_sum *sum, lid p, int part, const struct coarse_row_args *a,
                            const int equations, const int kind)
{
    const struct jacobian_args *fine = &a->fine;
    for (lid j = a->level.edge.begin[p] + part; j < a->level.edge.begin[p + 1]; j += ROW_PARTS) {
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
    block5_add_identity(&sum->d, jacobian_pseudo_time(fine, fine->spectral, i));
    if (fine->scaling)
        jacobian_add_low_mach_inertia(&sum->d, jacobian_pseudo_time(fine, fine->pseudo, i),
                                      state_load(fine->u.q, fine->u.m.n_slots, i), (real)fine->scaling[i],
                                      fine->u.fluid.gamma);
}

/* A part of the diagonal of row p, after all borders. */
UFV_HD struct block5 coarse_row_part(lid p, int part, const struct coarse_row_args *a, const int equations,
                                     const int kind)
{
    struct jacobian_sum sum = {block5_zero(), {(real)0, (real)0}};
    if (a->level.rows.cell[p] < 0)
        return sum.d;
    coarse_add_borders(&sum.d, p, part, &a->level.rows);
    coarse_add_edge(&sum, p, part, a, equations, kind);
    for (lid k = a->level.begin[p] + part; k < a->level.begin[p + 1]; k += ROW_PARTS)
        coarse_add_cell(&sum, a->level.member[k], &a->fine, kind);
    return sum.d;
}

/* The whole diagonal of row p, inverted. */
UFV_HD void coarse_row_invert(lid p, struct block5 *d, const struct coarse_row_args *a)
{
    const struct jacobian_rows *r = &a->level.rows;
    if (r->cell[p] < 0)
        return;
    block5_invert(d);
    for (int k = 0; k < NV * NV; k++)
        r->inverse[((int64_t)(p / SLICE) * NV * NV + k) * SLICE + p % SLICE] =
            (jacobian_number)real_divide(d->a[k / NV][k % NV], a->fine.unit[k / NV]);
}

/* Both; index: coarse rows. */
UFV_HD void coarse_row_of(lid p, const struct coarse_row_args *a, const int equations, const int kind)
{
    struct block5 sum = coarse_row_part(p, 0, a, equations, kind);
    for (int part = 1; part < ROW_PARTS; part++) {
        const struct block5 more = coarse_row_part(p, part, a, equations, kind);
        for (int n = 0; n < NV * NV; n++)
            sum.a[n / NV][n % NV] += more.a[n / NV][n % NV];
    }
    coarse_row_invert(p, &sum, a);
}

/* Entry e solved for its row's own unknowns, in units, after all diagonals; those that fill a slice become zero. Index:
 * entries. */
UFV_HD void coarse_solve_body(lid e, const struct coarse_row_args *a)
{
    const struct jacobian_rows *r = &a->level.rows;
    const int64_t slice = a->level.slice[e / SLICE];
    float *beside = coarse_block(r, e);
    struct block5 d, o = block5_zero();
    if (r->column[e] >= 0) {
        for (int n = 0; n < NV * NV; n++) {
            d.a[n / NV][n % NV] = (real)r->inverse[(slice * NV * NV + n) * SLICE + e % SLICE];
            o.a[n / NV][n % NV] = (real)beside[n * SLICE];
        }
        o = block5_product(&d, &o); /* whose rows are over their units, as those of d are */
    }
    for (int n = 0; n < NV * NV; n++)
        beside[n * SLICE] = (float)(o.a[n / NV][n % NV] * a->fine.unit[n % NV]);
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
            sum[v] += (double)a->residual[v * (int64_t)a->n_owned + a->level.member[k]];
    const jacobian_number *inverse = r->inverse + (int64_t)(p / SLICE) * NV * NV * SLICE + p % SLICE;
    for (int k = 0; k < NV; k++) {
        double b = 0.0;
        for (int c = 0; c < NV; c++)
            b += (double)inverse[(k * NV + c) * SLICE] * sum[c];
        a->b[k * (int64_t)r->n_rows + p] = (jacobian_number)b;
    }
}

/* Entries of a coarse row are added up in so many parts, entry k in part k % COARSE_PARTS, and then the parts: there
 * are few coarse rows, and a GPU takes a thread for each part of each (backend/cuda/backend_cuda_coarse_sweep.h). */
enum { COARSE_PARTS = 16 };

/* Row p with the newest values around it, as jacobian_sweep_body() but for the order of its sums; index: coarse rows.
 * On CPUs a slice at a time (backend/cpu/backend_cpu_sweep.h), with the same sums in the same order. */
UFV_HD void coarse_sweep_body(lid p, const struct jacobian_solve_args *a)
{
    const struct jacobian_rows *r = &a->rows;
    jacobian_number part[COARSE_PARTS][NV_MAX] = {{0}};
    int k = 0;
    for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1]; e += SLICE) {
        jacobian_take(a, e, r->column[e], NV, JACOBIAN_SINGLE, part[k]);
        k = (k + 1) % COARSE_PARTS;
    }
    for (int v = 0; v < NV; v++) {
        jacobian_number sum = part[0][v];
        for (k = 1; k < COARSE_PARTS; k++)
            sum += part[k][v];
        a->x[v * (int64_t)r->stride + p * (int64_t)r->step] = a->b[v * (int64_t)r->n_rows + p] + sum;
    }
}

/* The change of its coarse cell for a cell, owned or of the halo; turbulence stays as it is. Index: places in x of the
 * cells, so that a GPU writes side by side. */
UFV_HD void coarse_prolong_body(lid to, const struct coarse_move_args *a)
{
    const struct jacobian_rows *fine = &a->fine.rows, *r = &a->level.rows;
    const lid from = a->coarse_place[to];
    if (from < 0)
        return;
    for (int v = 0; v < NV; v++)
        a->fine.x[v * (int64_t)fine->stride + to * (int64_t)fine->step] =
            a->x[v * (int64_t)r->stride + from * (int64_t)r->step];
}

#endif
