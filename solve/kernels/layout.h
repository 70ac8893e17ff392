/* layout.h: places in arrays of several components to a cell. */
#ifndef UFV_SOLVE_KERNELS_LAYOUT_H
#define UFV_SOLVE_KERNELS_LAYOUT_H

#include "kernels/kernel_args.h"

/* Component k of `components` of cell c of n: in slices of `slice` cells,
 * [slices][components][slice], or as [components][n]. */
UFV_HD int64_t layout_entry(int in_slices, int slice, int64_t n, int components, int k, lid c)
{
    int64_t block = in_slices ? components * slice : slice, step = in_slices ? slice : n;
    return c / slice * block + k * step + c % slice;
}

/* Component k of `components` of item i of n in fours: [components / 4][n][4], and behind them the rest as [n][2] and
 * [n]. For what a GPU gathers from here and there: of a sector of memory, which holds four doubles, all is then of one
 * item; with a page for each component up to three quarters of what comes is of items that nobody has asked for. */
UFV_HD int64_t layout_fours(int64_t n, int components, int k, lid i)
{
    int fours = components / 4 * 4, pairs = components / 2 * 2;
    int first = k < fours ? k / 4 * 4 : k < pairs ? fours : pairs, width = k < fours ? 4 : k < pairs ? 2 : 1;
    return first * n + (int64_t)i * width + (k - first);
}

/* All components of item i in fours, on a GPU, in pairs. */
UFV_HD void layout_fours_load(int64_t n, const int components, lid i, const stored *from, stored to[])
{
    for (int k = 0; k < components; k += 2) {
        const stored *at = from + layout_fours(n, components, k, i);
        if (k + 1 == components) {
            to[k] = *at;
        } else {
            struct stored_pair p = *(const struct stored_pair *)(const void *)at;
            to[k] = p.first;
            to[k + 1] = p.second;
        }
    }
}

/* Component k of `components` of node i of n, which is gathered: all that a node has together
 * where cells are in slices, or in fours, which is all that a GPU has. */
UFV_HD int64_t layout_node_entry(int in_slices, int64_t n, int components, int k, lid i)
{
    return in_slices && !ON_DEVICE ? (int64_t)i * components + k : layout_fours(n, components, k, i);
}

/* Records of `limited`, n_records a cell: [n_records][n], which is all that a GPU has, so that it
 * loads one whole; in slices each number is a component of its own, [slices][4 n_records][slice]. */
struct layout_numbers {
    int64_t base, step; /* number d of the record stands at base + d step */
};
/* A whole record is a few wide loads of a GPU's thread; a CPU, which takes SLICE cells at once, needs
 * each number of the record as a vector over the cells. */
UFV_HD struct layout_numbers layout_numbers(int in_slices, int slice, int64_t n, int n_records, int v, lid c)
{
    int64_t block = 4 * (in_slices ? n_records * slice : slice), row = 4 * (in_slices ? slice : n);
    struct layout_numbers r = {c / slice * block + v * row + c % slice * (in_slices ? 1 : 4), in_slices ? slice : 1};
    return r;
}

/* A GPU loads the record at once, 16 or 32 bytes. A CPU loads a number of several cells at once, and
 * finds the numbers of a slice side by side. */
UFV_HD struct limited_gradient layout_load(int in_slices, int slice, int64_t n, int n_records, int v, lid c,
                                           const struct limited_gradient *from)
{
    if (ON_DEVICE)
        return from[v * n + c];
    struct layout_numbers r = layout_numbers(in_slices, slice, n, n_records, v, c);
    const stored *x = (const stored *)from + r.base;
    struct limited_gradient k = {{x[0], x[r.step], x[2 * r.step]}, x[3 * r.step]};
    return k;
}

UFV_HD void layout_store(int in_slices, int slice, int64_t n, int n_records, int v, lid c, struct limited_gradient k,
                         struct limited_gradient *to)
{
    if (ON_DEVICE) {
        to[v * n + c] = k;
        return;
    }
    struct layout_numbers r = layout_numbers(in_slices, slice, n, n_records, v, c);
    stored *x = (stored *)to + r.base;
    for (int d = 0; d < 3; d++)
        x[d * r.step] = k.g[d];
    x[3 * r.step] = k.phi;
}

#endif
