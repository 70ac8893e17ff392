/* jacobian_block.h: 5x5 blocks of a Jacobian in conserved variables.
 *
 * Rows are the equations and columns the variables, both in the order of struct flux5:
 * mass, three momenta, energy. A block is the derivative of what leaves a cell with
 * respect to one state; blocks are made by adding to them.
 */
#ifndef UFV_SOLVE_PHYSICS_JACOBIAN_BLOCK_H
#define UFV_SOLVE_PHYSICS_JACOBIAN_BLOCK_H

#include "arithmetic/real.h"

struct block5 {
    real a[5][5]; /* [equation][variable] */
};

/* All entries 0. */
UFV_HD struct block5 block5_zero(void)
{
    struct block5 m = {{{(real)0, (real)0, (real)0, (real)0, (real)0},
                        {(real)0, (real)0, (real)0, (real)0, (real)0},
                        {(real)0, (real)0, (real)0, (real)0, (real)0},
                        {(real)0, (real)0, (real)0, (real)0, (real)0},
                        {(real)0, (real)0, (real)0, (real)0, (real)0}}};
    return m;
}

/* m += s I. */
UFV_HD void block5_add_identity(struct block5 *m, real s)
{
    UFV_UNROLL(5)
    for (int k = 0; k < 5; k++)
        m->a[k][k] += s;
}

/* m += e I + (1, r1) l1 + (0, r2) l2: the form that every function of the Euler equations'
 * Jacobian has. Of the right vectors the four components below the first are given. */
UFV_HD void block5_add_rank_two(struct block5 *m, real e, const real r1[4], const real l1[5], const real r2[4],
                                const real l2[5])
{
    UFV_UNROLL(5)
    for (int j = 0; j < 5; j++)
        m->a[0][j] += l1[j];
    UFV_UNROLL(4)
    for (int i = 0; i < 4; i++) {
        UFV_UNROLL(5)
        for (int j = 0; j < 5; j++)
            m->a[i + 1][j] += r1[i] * l1[j] + r2[i] * l2[j];
    }
    block5_add_identity(m, e);
}

/* y = m x; y is not x. */
UFV_HD void block5_times(const struct block5 *m, const real x[5], real y[5])
{
    UFV_UNROLL(5)
    for (int i = 0; i < 5; i++)
        y[i] = m->a[i][0] * x[0] + m->a[i][1] * x[1] + m->a[i][2] * x[2] + m->a[i][3] * x[3] + m->a[i][4] * x[4];
}

/* The product a b. */
UFV_HD struct block5 block5_product(const struct block5 *a, const struct block5 *b)
{
    struct block5 c;
    UFV_UNROLL(5)
    for (int i = 0; i < 5; i++) {
        UFV_UNROLL(5)
        for (int j = 0; j < 5; j++)
            c.a[i][j] = a->a[i][0] * b->a[0][j] + a->a[i][1] * b->a[1][j] + a->a[i][2] * b->a[2][j] +
                        a->a[i][3] * b->a[3][j] + a->a[i][4] * b->a[4][j];
    }
    return c;
}

/* Takes row k, already divided by its pivot, out of row i, whose column k becomes one of the
 * inverse's. */
UFV_HD void block5_eliminate(struct block5 *m, int i, int k)
{
    real factor = m->a[i][k];
    m->a[i][k] = (real)0;
    UFV_UNROLL(5)
    for (int j = 0; j < 5; j++)
        m->a[i][j] -= factor * m->a[k][j];
}

/* m becomes its inverse: Gauss-Jordan elimination in place, without pivoting (Higham
 * 2002, Section 14.4, with its bounds for dominant diagonals), for diagonal blocks with their
 * time step. A pivot of zero, or one whose reciprocal is no ordinary number, leaves infinities
 * or not-a-numbers.
 * No pivoting: the diagonal of a row has V / dt in it and Roe's |A| on every face, which keeps it
 * dominant, and a search for pivots would take each lane of a warp another way. */
UFV_HD void block5_invert(struct block5 *m)
{
    UFV_UNROLL(5)
    for (int k = 0; k < 5; k++) {
        /* The place of the pivot takes the column of the inverse: no second matrix. */
        real pivot = real_divide((real)1, m->a[k][k]);
        m->a[k][k] = (real)1;
        UFV_UNROLL(5)
        for (int j = 0; j < 5; j++)
            m->a[k][j] *= pivot;
        UFV_UNROLL(5)
        for (int i = 0; i < 5; i++) {
            if (i != k)
                block5_eliminate(m, i, k);
        }
    }
}

#endif
