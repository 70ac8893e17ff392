/* backend_cpu_blocks.h: kernels whose bodies come in parts, each part a loop over a block
 * of CPU_BLOCK cells: gradients (found, then limited and stored) and the update (done,
 * then reported). What is the same for all cells of a launch and decides what is done,
 * limiter and stage, is a constant of a loop's instance. Included by backend_cpu_equations.c,
 * after PART_EQUATIONS is defined.
 */
#ifndef UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_BLOCKS_H
#define UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_BLOCKS_H

#include "backend/cpu/backend_cpu.h"
#include "kernels/gradient.h"
#include "kernels/update.h"

static inline lid block_end(lid begin, lid end)
{
    return end - begin < CPU_BLOCK ? end : begin + CPU_BLOCK;
}

/* ---- gradients ---- */

/* Between the parts.
 * [variable][direction][cell of the block]: loops over cells read and write neighbouring numbers. */
struct gradient_block {
    real g[NV_MAX][3][CPU_BLOCK], up[NV_MAX][CPU_BLOCK], down[NV_MAX][CPU_BLOCK];
    real weight[CPU_BLOCK]; /* of the mean over nodes, where cells take it; 0: least squares takes over */
};

/* Arrays of a cell are variables of these functions, not of the loops around them: such
 * of the loop itself would be kept in memory. */

/* Entry k of the block: what the second part limits and stores. */
UFV_HD void block_put(lid k, const int nv, const struct cell_gradients *c, struct gradient_block *b)
{
    for (int v = 0; v < nv; v++) {
        for (int d = 0; d < 3; d++)
            b->g[v][d][k] = c->g[v][d];
        b->up[v][k] = c->up[v];
        b->down[v][k] = c->down[v];
    }
}

/* Entry k of the block. */
UFV_HD void block_take(lid k, const int nv, const struct gradient_block *b, struct cell_gradients *c)
{
    for (int v = 0; v < nv; v++) {
        for (int d = 0; d < 3; d++)
            c->g[v][d] = b->g[v][d][k];
        c->up[v] = b->up[v][k];
        c->down[v] = b->down[v][k];
    }
}

/* The first part for cell i, which is entry k of the block. */
UFV_HD void block_find(lid i, lid k, const struct gradient_args *a, const int method, const int rows,
                       struct gradient_block *b)
{
    const int nv = equations_variables(PART_EQUATIONS);
    struct cell_gradients c;
    if (method == GRADIENT_NODE_LSQ) {
        real weight = gradient_node_sum(i, a, nv, rows, &c);
        gradient_node_mean(row_of(&a->m, i, rows), a, weight, nv, rows, &c);
        b->weight[k] = weight;
    } else {
        gradient_find(i, a, method, nv, rows, &c);
    }
    block_put(k, nv, &c, b);
}

/* How many cells of the block take Green-Gauss behind node-lsq. */
UFV_HD lid block_by_faces(lid begin, lid end, const struct gradient_args *a)
{
    lid n = 0;
    for (lid i = begin; i < end; i++)
        n += a->by_faces[i] != GREEN_GAUSS_NOT;
    return n;
}

/* Green-Gauss in the cells that take it; what the others have stays.
 * In blocks of both kinds of cells every cell goes through both loops and keeps one result: a branch in
 * the loop would cost more than the work that is thrown away. */
UFV_HD void block_find_by_faces(lid i, lid k, const struct gradient_args *a, const int rows, struct gradient_block *b)
{
    const int nv = equations_variables(PART_EQUATIONS), taken = a->by_faces[i];
    struct cell_gradients c;
    gradient_by_sides(row_of(&a->m, i, rows), a, nv, &c);
    for (int v = 0; v < nv; v++) {
        for (int d = 0; d < 3; d++)
            b->g[v][d][k] = taken ? c.g[v][d] : b->g[v][d][k];
        b->up[v][k] = taken ? c.up[v] : b->up[v][k];
        b->down[v][k] = taken ? c.down[v] : b->down[v][k];
    }
}

/* Once more for the few cells that have no mean over nodes; and what tetrahedra that take values at nodes have of them.
 * One by one: in a mesh without such cells the loop only looks. */
UFV_HD void block_find_again(lid begin, lid end, const struct gradient_args *a, const int rows,
                             struct gradient_block *b)
{
    const int nv = equations_variables(PART_EQUATIONS);
    for (lid i = begin; i < end; i++)
        if (a->by_faces[i] == GREEN_GAUSS_NODES) {
            struct cell_gradients c;
            block_take(i - begin, nv, b, &c);
            gradient_add_nodes(row_of(&a->m, i, rows), a, nv, rows, &c);
            block_put(i - begin, nv, &c, b);
        } else if (!a->by_faces[i] && b->weight[i - begin] == (real)0) {
            struct cell_gradients c;
            gradient_find(i, a, GRADIENT_NODE_LSQ, nv, rows, &c);
            block_put(i - begin, nv, &c, b);
        }
}

/* Runs the first part for all cells of the block. */
UFV_HD void block_gradients(lid begin, lid end, const struct gradient_args *given, const int method, const int rows,
                            struct gradient_block *block)
{
    const struct gradient_args copy = *given, *a = &copy;
    lid by_faces = method == GRADIENT_NODE_LSQ ? block_by_faces(begin, end, a) : 0;
    if (by_faces < end - begin) {
#pragma omp simd
        for (lid i = begin; i < end; i++)
            block_find(i, i - begin, a, method, rows, block);
    }
    if (by_faces > 0) {
#pragma omp simd
        for (lid i = begin; i < end; i++)
            block_find_by_faces(i, i - begin, a, rows, block);
    }
    if (method == GRADIENT_NODE_LSQ)
        block_find_again(begin, end, a, rows, block);
}

/* Second part. */
UFV_HD void block_finish(lid i, lid k, const struct gradient_args *a, const int limiter, const int rows,
                         const struct gradient_block *b)
{
    const int nv = equations_variables(PART_EQUATIONS);
    struct cell_gradients c;
    block_take(k, nv, b, &c);
    gradient_finish(i, a, limiter, PART_EQUATIONS, rows, &c);
}

/* The arguments are copied into a local variable: the compiler then knows that no store of the loop
 * changes them. */
UFV_HD void block_finish_all(lid begin, lid end, const struct gradient_args *given, const int limiter, const int rows,
                             const struct gradient_block *b)
{
    const struct gradient_args copy = *given, *a = &copy;
#pragma omp simd
    for (lid i = begin; i < end; i++)
        block_finish(i, i - begin, a, limiter, rows, b);
}

#define LIMITER_CASE(NAME, word, what)                                                             \
    case LIMITER_##NAME:                                                                           \
        block_finish_all(begin, end, a, LIMITER_##NAME, rows, b);                                  \
        break;
#define FINISH(ROWS)                                                                               \
    static void block_finish_##ROWS(lid begin, lid end, const struct gradient_args *a, const struct gradient_block *b) \
    {                                                                                              \
        const int rows = ROWS;                                                                     \
        switch (a->limiter) {                                                                      \
            LIMITERS(LIMITER_CASE)                                                                 \
        default:                                                                                   \
            block_finish_all(begin, end, a, LIMITER_FROZEN, rows, b);                              \
        }                                                                                          \
    }
FINISH(ROWS_OF_4)
FINISH(ROWS_TO_6)
FINISH(ROWS_ANY)
#undef FINISH
#undef LIMITER_CASE

/* Runs the second part for all cells of the block. */
UFV_HD void block_finish_rows(lid begin, lid end, const struct gradient_args *a, const int rows,
                              const struct gradient_block *b)
{
    if (rows == ROWS_OF_4)
        block_finish_ROWS_OF_4(begin, end, a, b);
    else if (rows == ROWS_TO_6)
        block_finish_ROWS_TO_6(begin, end, a, b);
    else
        block_finish_ROWS_ANY(begin, end, a, b);
}

/* ---- update ---- */

/* Owned cells begin .. end - 1, at most CPU_BLOCK.
 * What the update notes of a cell, a state that had to be put right, is reported behind the loop:
 * counters are atomic, which a loop over several cells at once cannot have. */
UFV_HD void block_update_stage(lid begin, lid end, const struct update_args *given, const enum update_stage stage,
                               const int rows)
{
    const struct update_args copy = *given, *a = &copy;
    int notes[CPU_BLOCK];
#pragma omp simd
    for (lid i = begin; i < end; i++)
        notes[i - begin] = update_cell(i, a, stage, PART_EQUATIONS, rows);
    for (lid i = begin; i < end; i++)
        update_report(i, a, notes[i - begin]);
}

/* The stage is the same for all cells of a launch; as a constant it takes its branches out of the loop
 * over them. */
UFV_HD void block_update(lid begin, lid end, const struct update_args *a, const int rows)
{
    switch (update_stage(a)) {
    case STAGE_FIRST:
        block_update_stage(begin, end, a, STAGE_FIRST, rows);
        break;
    case STAGE_FIRST_LOCAL:
        block_update_stage(begin, end, a, STAGE_FIRST_LOCAL, rows);
        break;
    case STAGE_LATER:
        block_update_stage(begin, end, a, STAGE_LATER, rows);
        break;
    case STAGE_LATER_LOCAL:
        block_update_stage(begin, end, a, STAGE_LATER_LOCAL, rows);
    }
}

#endif
