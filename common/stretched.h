/* stretched.h: which cells count as stretched. ufv-solve gives them Green-Gauss gradients behind
 * node-lsq (solve/kernels/gradient_choice.h), ufv-prep weighs them by that (prep/order/cell_cost.h).
 */
#ifndef UFV_COMMON_STRETCHED_H
#define UFV_COMMON_STRETCHED_H

/* A neighbour more than so many times as far as another. Of 5 and 10 the one with which the
 * three-dimensional bump in a channel comes nearer to other codes (docs/validation.md). */
#define STRETCHED_RATIO 5

/* Least determinant over trace^3 of the moments of the neighbours' directions, for neighbours that do
 * not lie in a plane: corners of three skewed neighbours have 1e-4, one layer of cells rounding. */
#define STRETCHED_PLANE_LEAST 1e-6

#endif
