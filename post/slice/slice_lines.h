/* slice_lines.h: lines of equal value on a slice.
 *
 * A polygon has the value of its cell in its middle, a corner the mean of the polygons that meet there; between them
 * the value is linear on the triangles from the middle to the sides:
 *
 *      a-----b        the triangles a-b-c, b-..-c, ... around the middle c;
 *      | \ /  \       a line passes from polygon to polygon through common
 *      |  c    \      corners, so that it has no steps
 *      ---------
 */
#ifndef UFV_POST_SLICE_SLICE_LINES_H
#define UFV_POST_SLICE_SLICE_LINES_H

#include "slice/slice_cut.h"

/* A slice with values that are continuous on it. */
struct slice_field {
    const struct slice *s; /* borrowed */
    int axis;              /* that of the plane */
    const double *value;   /* borrowed; [s->n_pieces] */
    double *corner;        /* owned; [s->n_points] */
};

/* Pieces of lines: from x[4 i], x[4 i + 1] to x[4 i + 2], x[4 i + 3] (m, of the plane's axes in their order). */
struct slice_lines {
    int64_t n, capacity;
    double *x; /* owned */
};

/* Forms the values at corners; free with slice_field_free(). Points of polygons that are 1e-9 of the slice's size apart
 * count as one. */
void slice_field_make(const struct slice *s, int axis, const double *value, struct slice_field *f);
void slice_field_free(struct slice_field *f);

/* Adds the lines of a level to l, which begins zeroed; where a value is no number there is none. */
void slice_lines_add(const struct slice_field *f, double level, struct slice_lines *l);
void slice_lines_free(struct slice_lines *l);

#endif
