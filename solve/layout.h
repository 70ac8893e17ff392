/* layout.h: places in arrays of several components to a cell. */
#ifndef UFV_SOLVE_LAYOUT_H
#define UFV_SOLVE_LAYOUT_H

#include "hd.h"
#include "types.h"

/* Component k of `components` of cell c of n: in slices of `slice` cells,
 * [slices][components][slice], or as [components][n], which is all that a GPU has. */
UFV_HD int64_t layout_entry(int in_slices, int slice, int64_t n, int components, int k, lid c)
{
#ifdef __CUDA_ARCH__
    (void)in_slices, (void)slice, (void)components;
    return k * n + c;
#else
    int64_t block = in_slices ? components * slice : slice, step = in_slices ? slice : n;
    return c / slice * block + k * step + c % slice;
#endif
}

#endif
