/* kd_tree.c: a k-d tree in place: a range of points is divided by its middle one, which stands in the middle of it,
 * so that no pointers are needed. Restarts on another mesh look for the nearest old cell with it, ufv-prep
 * for the partners of nodes on periodic faces.
 */
#include "kd_tree.h"

#include "mem.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* ---- building ---- */

/* Index and coordinates move together; axis[] need not: it is set when a point has its final place. */
static void swap_points(struct kd_tree *t, lid a, lid b)
{
    double x[3];
    memcpy(x, t->x[a], sizeof x);
    memcpy(t->x[a], t->x[b], sizeof x);
    memcpy(t->x[b], x, sizeof x);
    lid i = t->index[a];
    t->index[a] = t->index[b];
    t->index[b] = i;
}

/* By one coordinate, then by the caller's order: no two points are equal, so that the middle one of
 * a range, and with it the tree, depends on the points alone and not on how they are sorted. */
static bool comes_before(const struct kd_tree *t, lid i, double x, lid index, int axis)
{
    return t->x[i][axis] < x || (t->x[i][axis] == x && t->index[i] < index);
}

static bool comes_after(const struct kd_tree *t, lid i, double x, lid index, int axis)
{
    return t->x[i][axis] > x || (t->x[i][axis] == x && t->index[i] > index);
}

/* Puts the point that belongs at `middle` of begin .. end-1 by coordinate `axis`
 * there, smaller ones before it (Hoare 1961). */
static void select_middle(struct kd_tree *t, lid begin, lid end, lid middle, int axis)
{
    while (end - begin > 1) {
        /* The pivot is a copy of its coordinate and index, since the point itself moves while the range is parted.
         * Points at begin .. j come before it or are it, those at i .. end - 1 after it or are it. */
        lid i = begin, j = end - 1, half = begin + (end - begin) / 2, index = t->index[half];
        double pivot = t->x[half][axis];
        while (i <= j) {
            while (comes_before(t, i, pivot, index, axis))
                i++;
            while (comes_after(t, j, pivot, index, axis))
                j--;
            if (i <= j)
                swap_points(t, i++, j--);
        }
        if (middle <= j)
            end = j + 1;
        else if (middle >= i)
            begin = i;
        else
            return;
    }
}

/* Of points begin .. end-1. An empty range gives low = +infinity, high = -infinity, to which every distance
 * is infinite. */
static void bounds(const struct kd_tree *t, lid begin, lid end, double low[3], double high[3])
{
    for (int c = 0; c < 3; c++) {
        low[c] = HUGE_VAL;
        high[c] = -HUGE_VAL;
        for (lid i = begin; i < end; i++) {
            low[c] = fmin(low[c], t->x[i][c]);
            high[c] = fmax(high[c], t->x[i][c]);
        }
    }
}

/* The tree is implicit: the root of a range stands in its middle, its children in the middles of the two
 * halves.
 *
 *    begin            middle              end-1
 *    [ smaller half ] [root] [ larger half ]
 *
 * The plane is normal to the axis along which the range's bounds are longest, not to x, y, z in turn: cells
 * of boundary layers and wings are flat. The lower half is divided by recursion, to a depth of log2 n, the
 * upper one by the loop. */
static void divide(struct kd_tree *t, lid begin, lid end)
{
    while (end - begin > 1) {
        double low[3], high[3];
        lid middle = begin + (end - begin) / 2;
        int axis = 0;
        bounds(t, begin, end, low, high);
        for (int c = 1; c < 3; c++)
            if (high[c] - low[c] > high[axis] - low[axis])
                axis = c;
        select_middle(t, begin, end, middle, axis);
        t->axis[middle] = (unsigned char)axis;
        divide(t, begin, middle);
        begin = middle + 1;
    }
}

void kd_tree_build(const double *x, int64_t stride, lid n, struct kd_tree *t)
{
    t->n = n;
    MEM_NEW(t->x, n);
    MEM_NEW(t->index, n);
    MEM_NEW_ZERO(t->axis, n);
    for (lid i = 0; i < n; i++) {
        t->index[i] = i;
        for (int c = 0; c < 3; c++)
            t->x[i][c] = x[c * stride + i];
    }
    bounds(t, 0, n, t->low, t->high);
    divide(t, 0, n);
}

void kd_tree_free(struct kd_tree *t)
{
    mem_free(t->x);
    mem_free(t->index);
    mem_free(t->axis);
    memset(t, 0, sizeof *t);
}

/* ---- finding ---- */

struct search {
    const struct kd_tree *tree;
    const double *p;
    const gid *id;
    double d2;
    gid best;
    lid found;
};

/* The order of places in the tree decides nothing: among equal distances the smaller global id wins, on any
 * number of ranks and in any tree. */
static void look_at(struct search *s, lid i)
{
    const double *x = s->tree->x[i];
    double d2 = 0;
    for (int c = 0; c < 3; c++)
        d2 += (x[c] - s->p[c]) * (x[c] - s->p[c]);
    gid id = s->id[s->tree->index[i]];
    if (d2 < s->d2 || (d2 <= s->d2 && id < s->best)) {
        s->d2 = d2;
        s->best = id;
        s->found = s->tree->index[i];
    }
}

/* The half on the point's side first, since what is found there mostly spares the other. <= (not <) in the
 * test of the plane: a point exactly as far away on the other side may have the smaller id. */
static void descend(struct search *s, lid begin, lid end)
{
    if (end <= begin)
        return;
    lid middle = begin + (end - begin) / 2;
    int axis = s->tree->axis[middle];
    double across = s->p[axis] - s->tree->x[middle][axis];
    look_at(s, middle);
    if (across < 0) {
        descend(s, begin, middle);
        if (across * across <= s->d2)
            descend(s, middle + 1, end);
    } else {
        descend(s, middle + 1, end);
        if (across * across <= s->d2)
            descend(s, begin, middle);
    }
}

static double distance2_to(const struct kd_tree *t, lid i, const double p[3])
{
    double d2 = 0;
    for (int c = 0; c < 3; c++)
        d2 += (p[c] - t->x[i][c]) * (p[c] - t->x[i][c]);
    return d2;
}

/* The same as descend(), but without ids: of points equally near, the first one met is taken. */
static void descend_first(const struct kd_tree *t, lid begin, lid end, const double p[3], lid *found, double *d2)
{
    if (end <= begin)
        return;
    lid middle = begin + (end - begin) / 2;
    int axis = t->axis[middle];
    double across = p[axis] - t->x[middle][axis], here = distance2_to(t, middle, p);
    if (here < *d2) {
        *d2 = here;
        *found = middle;
    }
    bool below = across < 0;
    descend_first(t, below ? begin : middle + 1, below ? middle : end, p, found, d2);
    if (across * across < *d2)
        descend_first(t, below ? middle + 1 : begin, below ? end : middle, p, found, d2);
}

lid kd_tree_nearest(const struct kd_tree *t, const double p[3], double *d2)
{
    lid found = -1;
    *d2 = HUGE_VAL;
    descend_first(t, 0, t->n, p, &found, d2);
    return found < 0 ? -1 : t->index[found];
}

static double distance_to_bounds(const struct kd_tree *t, const double p[3])
{
    double d2 = 0;
    for (int c = 0; c < 3; c++) {
        double out = fmax(0, fmax(t->low[c] - p[c], p[c] - t->high[c]));
        d2 += out * out;
    }
    return d2;
}

/* The bounds spare most trees when a point is looked up in those of all ranks in turn. */
lid kd_tree_find(const struct kd_tree *t, const double p[3], const gid *id, double *d2, gid *best)
{
    struct search s = {.tree = t, .p = p, .id = id, .d2 = *d2, .best = *best, .found = -1};
    if (t->n == 0 || distance_to_bounds(t, p) > *d2)
        return -1;
    descend(&s, 0, t->n);
    *d2 = s.d2;
    *best = s.best;
    return s.found;
}
