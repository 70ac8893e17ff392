/* backend_cpu_assembly.h: rows of the stored Jacobian on CPUs, a slice at a time.
 *
 * Loops over the rows of a slice stand inside those over their entries, so that several rows are done
 * at once; what a row adds up is kept in a block of numbers between them. Faces at boundaries, which few rows
 * have, are added row by row. Same sums in the same order as jacobian_row_body(), hence the same bits.
 * Included by backend_cpu_equations.c, after PART_EQUATIONS is defined.
 */
#ifndef UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_ASSEMBLY_H
#define UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_ASSEMBLY_H

#include "backend/cpu/backend_cpu.h"
#include "kernels/jacobian.h"

/* The sums of a slice's rows: of the blocks, then of the scalar rows. */
struct assembly_sums {
    real d[NV * NV][SLICE], turbulence[NV_MODEL][SLICE];
};

/* Row k's sums out of the slice's, whose rows stand side by side so that a loop over them loads
 * neighbouring numbers. */
UFV_HD struct jacobian_sum assembly_load(const struct assembly_sums *b, int k)
{
    struct jacobian_sum sum;
    for (int r = 0; r < NV; r++)
        for (int c = 0; c < NV; c++)
            sum.d.a[r][c] = b->d[r * NV + c][k];
    for (int v = 0; v < NV_MODEL; v++)
        sum.turbulence[v] = b->turbulence[v][k];
    return sum;
}

UFV_HD void assembly_store(struct assembly_sums *b, int k, const struct jacobian_sum *sum)
{
    for (int r = 0; r < NV; r++)
        for (int c = 0; c < NV; c++)
            b->d[r * NV + c][k] = sum->d.a[r][c];
    for (int v = 0; v < NV_MODEL; v++)
        b->turbulence[v][k] = sum->turbulence[v];
}

/* The rows of a slice, or their entries of one turn.
 * ENTRY_PAD entries get a face and a cell that exist, so that the loop over the rows has no branch:
 * their fluxes are worked out and thrown away (has). */
struct assembly_rows {
    lid cell[SLICE], face[SLICE]; /* face: as jacobian_face_load() */
    int has[SLICE];               /* 0: the row has no such entry; cell and face are those of a row that has */
};

/* Entries e .. e + SLICE - 1, the next of each row of slice s.
 * first: a row that has such an entry. There is one in every turn, since a slice is as wide as its
 * widest row. */
UFV_HD void assembly_entries(lid s, lid e, const struct jacobian_args *a, struct assembly_rows *r)
{
    int first = 0;
    while (first < SLICE - 1 && a->rows.side[e + first] == ENTRY_PAD)
        first++;
    for (int k = 0; k < SLICE; k++) {
        r->has[k] = a->rows.side[e + k] != ENTRY_PAD;
        r->cell[k] = a->rows.cell[(int64_t)s * SLICE + (r->has[k] ? k : first)];
        r->face[k] = jacobian_entry_face(r->cell[k], e + (r->has[k] ? k : first), a);
    }
}

/* The cells of the rows, those that only fill the slice being the first row's: nothing reads what they become. */
UFV_HD void assembly_cells(lid s, const struct jacobian_args *a, struct assembly_rows *r)
{
    for (int k = 0; k < SLICE; k++) {
        lid i = a->rows.cell[(int64_t)s * SLICE + k];
        r->cell[k] = i < 0 ? a->rows.cell[(int64_t)s * SLICE] : i;
    }
}

/* Adds an entry of row k to its sums, which stay what they are where it has none.
 * The sum is chosen and not branched around, which would keep the loop over the rows from being done
 * several at once. */
UFV_HD void assembly_add(int k, const struct assembly_rows *r, const struct jacobian_args *a, struct assembly_sums *b,
                         const int kind)
{
    const int has = r->has[k];
    struct jacobian_cell own = jacobian_cell_load(r->cell[k], a, PART_EQUATIONS);
    struct jacobian_sum before = assembly_load(b, k), sum = before;
    jacobian_add_entry(&sum, r->cell[k], r->face[k], &own, a, PART_EQUATIONS, kind);
    for (int i = 0; i < NV; i++)
        for (int j = 0; j < NV; j++)
            sum.d.a[i][j] = has ? sum.d.a[i][j] : before.d.a[i][j];
    for (int v = 0; v < NV_MODEL; v++)
        sum.turbulence[v] = has ? sum.turbulence[v] : before.turbulence[v];
    assembly_store(b, k, &sum);
}

/* The arguments are copied, here and below, so that the compiler knows that the sums' stores leave them
 * as they are. */
UFV_HD void assembly_add_all(const struct assembly_rows *r, const struct jacobian_args *given, struct assembly_sums *b,
                             const int kind)
{
    const struct jacobian_args copy = *given, *a = &copy;
#pragma omp simd
    for (int k = 0; k < SLICE; k++)
        assembly_add(k, r, a, b, kind);
}

/* Row by row with a branch: few rows have boundary faces, and those have kinds of their own. i < 0: the
 * row only fills the slice. */
UFV_HD void assembly_boundaries(lid s, const struct jacobian_args *a, struct assembly_sums *b, const int kind)
{
    for (int k = 0; k < SLICE; k++) {
        lid i = a->rows.cell[(int64_t)s * SLICE + k];
        if (i < 0)
            continue;
        struct jacobian_cell own = jacobian_cell_load(i, a, PART_EQUATIONS);
        struct jacobian_sum sum = assembly_load(b, k);
        jacobian_add_boundaries(&sum, i, &own, a, PART_EQUATIONS, kind);
        assembly_store(b, k, &sum);
    }
}

/* The inverse of row k's diagonal block is stored, and stays in the sums: entries are stored multiplied
 * by it. */
UFV_HD void assembly_diagonal(lid s, int k, const struct assembly_rows *r, const struct jacobian_args *a,
                              struct assembly_sums *b)
{
    struct jacobian_sum sum = assembly_load(b, k);
    jacobian_store_diagonal(s, k, r->cell[k], &sum.d, a);
    assembly_store(b, k, &sum);
}

UFV_HD void assembly_diagonals(lid s, const struct assembly_rows *r, const struct jacobian_args *given,
                               struct assembly_sums *b)
{
    const struct jacobian_args copy = *given, *a = &copy;
#pragma omp simd
    for (int k = 0; k < SLICE; k++)
        assembly_diagonal(s, k, r, a, b);
}

/* Scalar rows of the turbulence variables, for equations that have some. */
UFV_HD void assembly_turbulence(lid s, const struct assembly_rows *r, const struct jacobian_args *a,
                                struct assembly_sums *b)
{
    for (int k = 0; k < SLICE && equations_variables(PART_EQUATIONS) > NV; k++) {
        struct jacobian_sum sum = assembly_load(b, k);
        jacobian_invert_turbulence(s * SLICE + k, r->cell[k], a, jacobian_pseudo_time(a, a->spectral, r->cell[k]),
                                   sum.turbulence, PART_EQUATIONS);
        assembly_store(b, k, &sum);
    }
}

/* The entries of one turn. Where a row has none, what is stored is of another row: any finite numbers, which sweeps
 * multiply by 0. */
UFV_HD void assembly_store_entry(lid e, int k, const struct assembly_rows *r, const struct jacobian_args *a,
                                 const struct assembly_sums *b, const int storage, const int kind)
{
    struct jacobian_cell own = jacobian_cell_load(r->cell[k], a, PART_EQUATIONS);
    struct jacobian_sum sum = assembly_load(b, k);
    struct jacobian_entry at = {e, k, r->cell[k], r->face[k]};
    jacobian_store_entry(at, &sum, &own, a, PART_EQUATIONS, storage, kind);
}

UFV_HD void assembly_store_entries(lid e, const struct assembly_rows *r, const struct jacobian_args *given,
                                   const struct assembly_sums *b, const int storage, const int kind)
{
    const struct jacobian_args copy = *given, *a = &copy;
#pragma omp simd
    for (int k = 0; k < SLICE; k++)
        assembly_store_entry(e, k, r, a, b, storage, kind);
}

/* `kind` is a constant, as in kernels/jacobian.h. The entries of a row are computed twice, since they can be stored
 * only when the diagonal block, to which all of them add, is complete and inverted. Keeping them between the two passes
 * would take NV^2 numbers for each. */
UFV_HD void assembly_slice(lid s, const struct jacobian_args *a, const int kind)
{
    struct assembly_sums b;
    struct assembly_rows r;
    memset(&b, 0, sizeof b);
    for (lid e = a->rows.offset[s]; e < a->rows.offset[s + 1]; e += SLICE) {
        assembly_entries(s, e, a, &r);
        assembly_add_all(&r, a, &b, kind);
    }
    assembly_boundaries(s, a, &b, kind);
    assembly_cells(s, a, &r);
    assembly_diagonals(s, &r, a, &b);
    assembly_turbulence(s, &r, a, &b);
    for (lid e = a->rows.offset[s]; e < a->rows.offset[s + 1]; e += SLICE) {
        assembly_entries(s, e, a, &r);
        if (a->rows.storage == JACOBIAN_HALF)
            assembly_store_entries(e, &r, a, &b, JACOBIAN_HALF, kind);
        else
            assembly_store_entries(e, &r, a, &b, JACOBIAN_SINGLE, kind);
    }
}

/* Rows begin .. end - 1: whole slices. */
UFV_HD void block_assembly(lid begin, lid end, const struct jacobian_args *a, const int kind)
{
    for (lid s = begin / SLICE; s < end / SLICE; s++)
        assembly_slice(s, a, kind);
}

#endif
