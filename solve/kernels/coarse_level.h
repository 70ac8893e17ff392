/* coarse_level.h: the equations of coarse cells. A coarse cell stands for a change of the conserved variables that is
 * the same in all of its cells; its equation is the sum of theirs (Galerkin's, with piecewise constant functions):
 * faces between two of its own cells drop out, and what is left is the first-order scheme on the coarse cells. Levels
 * stand on one another: the coarse cells of the first are made of the mesh's cells, those of each further one of those
 * of the level before, and so are their equations.
 *
 * Blocks beside the diagonal come first: what leaves one coarse cell enters another, in whose row it stands. On the
 * first level each side of each border between two coarse cells is added up from its faces, so that a GPU has some ten
 * times as many threads at work as there are rows; on further ones entries from entries. Then diagonals, from these
 * blocks and what enters no other row (boundaries, the halo, time steps); at last, after all levels, blocks are solved
 * for the unknowns of their row.
 */
#ifndef UFV_SOLVE_KERNELS_COARSE_LEVEL_H
#define UFV_SOLVE_KERNELS_COARSE_LEVEL_H

#include "kernels/coarse_args.h"
#include "kernels/jacobian.h"
#include "kernels/newton.h"

/* The first number of the block of entry e; the others follow SLICE apart. */
UFV_HD float *coarse_block(const struct jacobian_rows *r, lid e)
{
    return (float *)r->beside + (int64_t)(e / SLICE) * NV * NV * SLICE + e % SLICE;
}

/* Likewise of row p in `own`. */
UFV_HD float *coarse_own(const struct coarse_level *l, lid p)
{
    return l->own + (int64_t)(p / SLICE) * NV * NV * SLICE + p % SLICE;
}

UFV_HD void coarse_put(float *to, const struct block5 *from)
{
    for (int n = 0; n < NV * NV; n++)
        to[n * SLICE] = (float)from->a[n / NV][n % NV];
}

/* d + sign times the block. */
UFV_HD void coarse_add(struct block5 *d, const float *block, const real sign)
{
    for (int n = 0; n < NV * NV; n++)
        d->a[n / NV][n % NV] += sign * (real)block[n * SLICE];
}

/* ---- the first level, from cells and faces ---- */

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
UFV_HD void coarse_border_of(lid side, const struct coarse_first_args *a, const int equations, const int kind)
{
    const struct coarse_level *l = &a->level;
    const lid k = side / 2, from_far = side % 2, entry = l->stands[side];
    struct block5 sum = block5_zero();
    if (entry < 0)
        return;
    for (lid j = l->border.begin[k]; j < l->border.begin[k + 1]; j++)
        coarse_add_leaving(&sum, from_far ? ~l->border.item[j] : l->border.item[j], &a->fine, equations, kind);
    for (int n = 0; n < NV * NV; n++)
        sum.a[n / NV][n % NV] = -sum.a[n / NV][n % NV];
    coarse_put(coarse_block(&l->rows, entry), &sum);
}

/* What leaves coarse cell p by boundaries and to the halo. */
UFV_HD void coarse_add_edge(struct jacobian_sum *sum, lid p, const struct coarse_first_args *a, const int equations,
                            const int kind)
{
    const struct jacobian_args *fine = &a->fine;
    for (lid j = a->level.edge.begin[p]; j < a->level.edge.begin[p + 1]; j++) {
        const lid face = a->level.edge.item[j];
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

/* What of the diagonal of row p enters no other row; index: rows. */
UFV_HD void coarse_own_of(lid p, const struct coarse_first_args *a, const int equations, const int kind)
{
    struct jacobian_sum sum = {block5_zero(), {(real)0, (real)0}};
    if (a->level.rows.cell[p] < 0)
        return;
    coarse_add_edge(&sum, p, a, equations, kind);
    for (lid k = a->level.parts.begin[p]; k < a->level.parts.begin[p + 1]; k++)
        coarse_add_cell(&sum, a->level.parts.item[k], &a->fine, kind);
    coarse_put(coarse_own(&a->level, p), &sum.d);
}

/* ---- further levels, from the one before ---- */

/* Entry e, not yet solved; index: entries. */
UFV_HD void coarse_entry_body(lid e, const struct coarse_level_args *a)
{
    struct block5 sum = block5_zero();
    for (lid k = a->level.between.begin[e]; k < a->level.between.begin[e + 1]; k++)
        coarse_add(&sum, coarse_block(&a->before.rows, a->level.between.item[k]), (real)1);
    coarse_put(coarse_block(&a->level.rows, e), &sum);
}

/* As coarse_own_of(); index: rows. */
UFV_HD void coarse_own_body(lid p, const struct coarse_level_args *a)
{
    struct block5 sum = block5_zero();
    for (lid k = a->level.parts.begin[p]; k < a->level.parts.begin[p + 1]; k++)
        coarse_add(&sum, coarse_own(&a->before, a->level.parts.item[k]), (real)1);
    coarse_put(coarse_own(&a->level, p), &sum);
}

/* ---- all levels ---- */

/* The diagonal of row p, inverted; index: rows. */
UFV_HD void coarse_diagonal_body(lid p, const struct coarse_level_args *a)
{
    const struct coarse_level *l = &a->level;
    const struct jacobian_rows *r = &l->rows;
    struct block5 d = block5_zero();
    if (r->cell[p] < 0)
        return;
    coarse_add(&d, coarse_own(l, p), (real)1);
    for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1]; e += SLICE)
        if (l->mirror[e] >= 0)
            coarse_add(&d, coarse_block(r, l->mirror[e]), (real)-1);
    block5_invert(&d);
    for (int k = 0; k < NV * NV; k++)
        r->inverse[((int64_t)(p / SLICE) * NV * NV + k) * SLICE + p % SLICE] =
            (jacobian_number)real_divide(d.a[k / NV][k % NV], a->unit[k / NV]);
}

/* Entry e solved for its row's own unknowns, in units; those that fill a slice become zero. Index: entries. */
UFV_HD void coarse_solve_body(lid e, const struct coarse_level_args *a)
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
        beside[n * SLICE] = (float)(o.a[n / NV][n % NV] * a->unit[n % NV]);
}

/* The right-hand side of row p, solved: of the sum of its parts' residuals. first: are those cells? Index: rows. */
UFV_HD void coarse_restrict_body(lid p, const struct coarse_level_args *a, const int first)
{
    const struct coarse_level *l = &a->level;
    const struct jacobian_rows *r = &l->rows;
    double sum[NV] = {0.0};
    if (r->cell[p] < 0)
        return;
    for (lid k = l->parts.begin[p]; k < l->parts.begin[p + 1]; k++) {
        const lid part = l->parts.item[k];
        for (int v = 0; v < NV; v++)
            sum[v] += first ? (double)a->residual[v * (int64_t)a->n_owned + part]
                            : (double)a->before.sum[v * (int64_t)a->before.rows.n_rows + part];
    }
    const jacobian_number *inverse = r->inverse + (int64_t)(p / SLICE) * NV * NV * SLICE + p % SLICE;
    for (int k = 0; k < NV; k++) {
        double b = 0.0;
        for (int c = 0; c < NV; c++)
            b += (double)inverse[(k * NV + c) * SLICE] * sum[c];
        l->b[k * (int64_t)r->n_rows + p] = (jacobian_number)b;
        l->sum[k * (int64_t)r->n_rows + p] = (jacobian_number)sum[k];
    }
}

/* Entries of a coarse row are added up in so many parts, entry k in part k % COARSE_PARTS, and then the parts: there
 * are few coarse rows, and a GPU takes a thread for each part of each (backend/cuda/backend_cuda_coarse_sweep.h). */
enum { COARSE_PARTS = 16 };

/* Of the change that Jacobi's method makes of a row's x, what is taken: with 1 a sweep does not smooth. */
#define COARSE_RELAXATION ((jacobian_number)0.7)

UFV_HD jacobian_number coarse_relaxed(jacobian_number from, jacobian_number to)
{
    return from + COARSE_RELAXATION * (to - from);
}

/* x of a column, as jacobian_x(): that of rows from the last sweep, that of other ranks as it was exchanged. */
UFV_HD jacobian_number coarse_x(const struct coarse_sweep_args *a, lid column, int v)
{
    const struct jacobian_rows *r = &a->level.rows;
    const jacobian_number *x = column < r->n_rows ? a->from : a->level.x;
    return column < 0 ? (jacobian_number)0 : x[v * (int64_t)r->stride + column * (int64_t)r->step];
}

/* A sweep of Jacobi's method, row p; index: rows. On CPUs a slice at a time (backend/cpu/backend_cpu_sweep.h), with the
 * same sums in the same order. */
UFV_HD void coarse_sweep_body(lid p, const struct coarse_sweep_args *a)
{
    const struct jacobian_rows *r = &a->level.rows;
    jacobian_number part[COARSE_PARTS][NV] = {{0}};
    int k = 0;
    for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1]; e += SLICE) {
        const float *block = coarse_block(r, e);
        for (int n = 0; n < NV * NV; n++)
            part[k][n / NV] -= block[n * SLICE] * coarse_x(a, r->column[e], n % NV);
        k = (k + 1) % COARSE_PARTS;
    }
    for (int v = 0; v < NV; v++) {
        const int64_t at = v * (int64_t)r->stride + p * (int64_t)r->step;
        jacobian_number sum = part[0][v];
        for (k = 1; k < COARSE_PARTS; k++)
            sum += part[k][v];
        a->to[at] = coarse_relaxed(a->from[at], a->level.b[v * (int64_t)r->n_rows + p] + sum);
    }
}

/* The change of its coarse cell for a row of the level before or for a cell, owned or of the halo, where turbulence
 * stays as it is. Index: places in x of these, so that a GPU writes side by side. */
UFV_HD void coarse_prolong_body(lid place, const struct coarse_prolong_args *a)
{
    const lid from = a->up[place];
    if (from < 0)
        return;
    for (int v = 0; v < NV; v++)
        a->to[v * (int64_t)a->to_stride + place * (int64_t)a->to_step] =
            a->x[v * (int64_t)a->stride + from * (int64_t)a->step];
}

#endif
