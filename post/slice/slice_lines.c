/* slice_lines.c: corners at the same place are found by sorting; each triangle of a polygon gives at most one piece of
 * a line.
 */
#include "slice/slice_lines.h"

#include "mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SAME_PLACE = 1e-9; /* of the slice's size */

struct place {
    int64_t u, v; /* in units of what counts as one place */
    int64_t point, piece;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->u != q->u)
        return p->u < q->u ? -1 : 1;
    if (p->v != q->v)
        return p->v < q->v ? -1 : 1;
    return p->point < q->point ? -1 : p->point > q->point;
}

/* The points of all polygons, those of one place one after another; in the order of the file among them, so that means
 * do not depend on the sorting. */
static struct place *sorted_places(const struct slice *s, int axis)
{
    struct place *at;
    double largest = 0;
    MEM_NEW(at, s->n_points);
    for (int64_t i = 0; i < 3 * s->n_points; i++)
        largest = fmax(largest, fabs(s->x[i]));
    /* Points of two ranks may differ by rounding; two that fall into neighbouring units stay two, which costs a kink in
     * a line and nothing else. */
    double unit = largest > 0 ? SAME_PLACE * largest : 1;
    for (int64_t k = 0; k < s->n_pieces; k++)
        for (int64_t i = s->offset[k]; i < s->offset[k + 1]; i++)
            at[i] = (struct place){.u = llround(s->x[3 * i + slice_axis(axis, 0)] / unit),
                                   .v = llround(s->x[3 * i + slice_axis(axis, 1)] / unit),
                                   .point = i,
                                   .piece = k};
    qsort(at, (size_t)s->n_points, sizeof *at, compare_places);
    return at;
}

void slice_field_make(const struct slice *s, int axis, const double *value, struct slice_field *f)
{
    struct place *at = sorted_places(s, axis);
    *f = (struct slice_field){.s = s, .axis = axis, .value = value};
    MEM_NEW(f->corner, s->n_points);
    for (int64_t begin = 0, end; begin < s->n_points; begin = end) {
        /* A plain mean over the polygons that meet there. */
        double sum = 0;
        for (end = begin; end < s->n_points && at[end].u == at[begin].u && at[end].v == at[begin].v; end++)
            sum += value[at[end].piece];
        for (int64_t i = begin; i < end; i++)
            f->corner[at[i].point] = sum / (double)(end - begin);
    }
    mem_free(at);
}

void slice_field_free(struct slice_field *f)
{
    mem_free(f->corner);
    memset(f, 0, sizeof *f);
}

static void add_line(struct slice_lines *l, double end[2][2])
{
    if (l->n == l->capacity) {
        l->capacity = 2 * l->capacity + 256;
        MEM_RESIZE(l->x, 4 * l->capacity);
    }
    memcpy(l->x + 4 * l->n++, end, 4 * sizeof(double));
}

/* x[3][2]: corners; value[3] there. A corner at the level counts as above it, so that a line is found once. */
static void cut_triangle(double x[3][2], const double value[3], double level, struct slice_lines *l)
{
    double end[2][2];
    int n = 0;
    for (int k = 0; k < 3; k++) {
        int m = (k + 1) % 3;
        if ((value[k] >= level) == (value[m] >= level) || n == 2)
            continue;
        double t = (level - value[k]) / (value[m] - value[k]);
        for (int d = 0; d < 2; d++)
            end[n][d] = x[k][d] + t * (x[m][d] - x[k][d]);
        n++;
    }
    if (n == 2)
        add_line(l, end);
}

void slice_lines_add(const struct slice_field *f, double level, struct slice_lines *l)
{
    const int of[2] = {slice_axis(f->axis, 0), slice_axis(f->axis, 1)};
    for (int64_t k = 0; k < f->s->n_pieces; k++) {
        int64_t begin = f->s->offset[k], n = f->s->offset[k + 1] - begin;
        /* A fan of triangles around the polygon's middle, which has the cell's own value; its corners have means,
         * shared with the neighbours, so that lines go on from cell to cell. */
        double middle[3], x[3][2], value[3] = {0, 0, f->value[k]};
        slice_measure(f->s, k, f->axis, middle);
        x[2][0] = middle[of[0]], x[2][1] = middle[of[1]];
        for (int64_t i = 0; i < n; i++) {
            int64_t corner[2] = {begin + i, begin + (i + 1) % n};
            for (int c = 0; c < 2; c++) {
                value[c] = f->corner[corner[c]];
                for (int d = 0; d < 2; d++)
                    x[c][d] = f->s->x[3 * corner[c] + of[d]];
            }
            if (isfinite(value[0]) && isfinite(value[1]) && isfinite(value[2]))
                cut_triangle(x, value, level, l);
        }
    }
}

void slice_lines_free(struct slice_lines *l)
{
    mem_free(l->x);
    memset(l, 0, sizeof *l);
}
