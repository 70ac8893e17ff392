/* hilbert.h: points in the order in which a three-dimensional Hilbert curve through
 * the cube around them meets them: what is near on the curve is near in space, at
 * every scale.
 */
#ifndef UFV_PREP_ORDER_HILBERT_H
#define UFV_PREP_ORDER_HILBERT_H

#include "types.h"

/* Place along the curve of the cell (i, j, k) of the lattice of 2^21 cells each way (Skilling 2004, AIP Conf.
 * Proc. 707, 381): 0 .. 2^63 - 1. */
uint64_t hilbert_key(uint32_t i, uint32_t j, uint32_t k);

/* Point p of n stands at x[d * stride + point[p]], d = 0, 1, 2. order [n]: which point
 * comes first, second, ...; points of one cell of the lattice stay in ascending order. */
void hilbert_order(lid n, const lid *point, const double *x, int64_t stride, lid *order);

#endif
