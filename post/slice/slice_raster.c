/* slice_raster.c: a polygon is filled row by row between the places where its sides
 * pass the middle of the row; a pixel takes the value of the polygon that its middle is in.
 */
#include "slice/slice_raster.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* ---- what is in view -------------------------------------------------------------------- */

/* "LOW:HIGH" of the n characters of text.
 * LOW must be below HIGH: an empty view has no scale. */
static bool read_pair(const char *text, size_t n, double *low, double *high)
{
    char part[80], *colon;
    if (n >= sizeof part)
        return false;
    memcpy(part, text, n);
    part[n] = '\0';
    colon = strchr(part, ':');
    if (!colon)
        return false;
    *colon = '\0';
    return text_to_double(part, low) == 0 && text_to_double(colon + 1, high) == 0 && isfinite(*low) &&
           isfinite(*high) && *low < *high;
}

/* Without --window the view shows all of the slice. */
static void view_all(const struct slice *s, int axis, struct slice_view *v)
{
    int of[2] = {slice_axis(axis, 0), slice_axis(axis, 1)};
    for (int d = 0; d < 2; d++) {
        v->low[d] = HUGE_VAL;
        v->high[d] = -HUGE_VAL;
        for (int64_t i = 0; i < s->n_points; i++) {
            v->low[d] = fmin(v->low[d], s->x[3 * i + of[d]]);
            v->high[d] = fmax(v->high[d], s->x[3 * i + of[d]]);
        }
    }
}

int slice_view_read(const char *window, const char *range, const struct slice *s, int axis, struct slice_view *v)
{
    const char u = "xyz"[slice_axis(axis, 0)], w = "xyz"[slice_axis(axis, 1)];
    const double farthest = 1e9, largest = 1e100; /* m; a value that gnuplot makes an axis for */
    view_all(s, axis, v);
    v->least = v->greatest = NAN;
    if (window) {
        const char *comma = strchr(window, ',');
        if (!comma || !read_pair(window, (size_t)(comma - window), &v->low[0], &v->high[0]) ||
            !read_pair(comma + 1, strlen(comma + 1), &v->low[1], &v->high[1]))
            return error_set("--window %s: write %c0:%c1,%c0:%c1 in metres, such as -0.5:1.5,-0.5:0.5", window,
                             u, u, w, w);
        if (fmax(fmax(-v->low[0], -v->low[1]), fmax(v->high[0], v->high[1])) > farthest)
            return error_set("--window %s: give bounds from -1e9 to 1e9 m", window);
    }
    if (range && !read_pair(range, strlen(range), &v->least, &v->greatest))
        return error_set("--range %s: write LOW:HIGH, such as 0:1.4", range);
    if (fmax(-v->least, v->greatest) > largest)
        return error_set("--range %s: give values from -1e100 to 1e100", range);
    return 0;
}

void slice_view_near(const double low[3], const double high[3], int axis, struct slice_view *v)
{
    const double margin = 0.5, much_longer = 3;
    const int of[2] = {slice_axis(axis, 0), slice_axis(axis, 1)};
    /* Half the walls' length is added on each side. Where the whole slice is not much larger than that (a channel, a
     * duct) it is shown whole. */
    struct slice_view near = *v;
    double length = fmax(high[of[0]] - low[of[0]], high[of[1]] - low[of[1]]), whole = 0;
    for (int d = 0; d < 2; d++) {
        near.low[d] = fmax(v->low[d], low[of[d]] - margin * length);
        near.high[d] = fmin(v->high[d], high[of[d]] + margin * length);
        whole = fmax(whole, v->high[d] - v->low[d]);
        if (!(near.high[d] > near.low[d]))
            return;
    }
    if (length > 0 && whole > much_longer * (1 + 2 * margin) * length)
        *v = near;
}

/* ---- polygons on pixels ------------------------------------------------------------------- */

/* Where the line between two corners passes the height y, half open so that a corner counts once. */
static bool crosses(const double *a, const double *b, int u, int v, double y, double *x)
{
    if ((a[v] <= y) == (b[v] <= y))
        return false;
    *x = a[u] + (y - a[v]) / (b[v] - a[v]) * (b[u] - a[u]);
    return true;
}

/* The first of n places low + (i + 1/2) step that is not below x. */
static int first_pixel(double x, double low, double step, int n)
{
    /* Compared as a double: far outside of the view it is beyond the range of an int. */
    double i = ceil((x - low) / step - 0.5);
    return i <= 0 ? 0 : i >= n ? n : (int)i;
}

/* Where a polygon's sides pass one height, in order. */
struct passes {
    int n, capacity;
    double *x; /* owned */
};

/* Sorted while they are added: a polygon has few sides. */
static void add_pass(struct passes *c, double x)
{
    if (c->n == c->capacity) {
        c->capacity = 2 * c->capacity + 8;
        MEM_RESIZE(c->x, c->capacity);
    }
    int at = c->n++;
    for (; at > 0 && c->x[at - 1] > x; at--)
        c->x[at] = c->x[at - 1];
    c->x[at] = x;
}

/* Even-odd rule: between the first and second crossing of a row, the third and fourth, and so on. Pixels
 * whose middle lies on a side shared by two polygons belong to one of them, since ends are half open. Where the two
 * have corners that differ by rounding, a middle between them belongs to none: with slack, in pixels, those are filled
 * that lie so far outside and have no value yet. */
static void fill(struct slice_raster *r, const double *corner, int64_t n, int u, int v, double value, double slack,
                 struct passes *c)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int64_t k = 0; k < n; k++) {
        low = fmin(low, corner[3 * k + v]);
        high = fmax(high, corner[3 * k + v]);
    }
    const double beyond[2] = {slack * r->step[0], slack * r->step[1]};
    int end = first_pixel(high + beyond[1], r->low[1], r->step[1], r->height);
    for (int j = first_pixel(low - beyond[1], r->low[1], r->step[1], r->height); j < end; j++) {
        double y = r->low[1] + (j + 0.5) * r->step[1], x;
        if (slack > 0)
            y = fmax(low, fmin(y, high - beyond[1]));
        c->n = 0;
        for (int64_t k = 0; k < n; k++)
            if (crosses(corner + 3 * k, corner + 3 * ((k + 1) % n), u, v, y, &x))
                add_pass(c, x);
        for (int k = 0; k + 1 < c->n; k += 2) {
            int stop = first_pixel(c->x[k + 1] + beyond[0], r->low[0], r->step[0], r->width);
            for (int i = first_pixel(c->x[k] - beyond[0], r->low[0], r->step[0], r->width); i < stop; i++)
                if (slack == 0 || isnan(r->value[(int64_t)j * r->width + i]))
                    r->value[(int64_t)j * r->width + i] = value;
        }
    }
}

/* NaN where no polygon is. A slice that is more than twelve times as long as wide is drawn stretched, with
 * sides of 5 to 2. */
void slice_raster_make(const struct slice *s, int axis, const double *value, const struct slice_view *v, int pixels,
                       struct slice_raster *r)
{
    const double most_stretched = 12, slack[] = {0, 1e-6};
    double side[2] = {v->high[0] - v->low[0], v->high[1] - v->low[1]};
    bool upright = side[1] > side[0];
    double ratio = side[!upright] / side[upright]; /* the shorter over the longer */
    int shorter = (int)ceil(pixels * (ratio * most_stretched < 1 ? 0.4 : ratio));
    r->width = upright ? shorter : pixels;
    r->height = upright ? pixels : shorter;
    for (int d = 0; d < 2; d++) {
        r->low[d] = v->low[d];
        r->step[d] = side[d] / (d == 0 ? r->width : r->height);
    }
    int64_t n = (int64_t)r->width * r->height;
    MEM_NEW(r->value, n);
    for (int64_t i = 0; i < n; i++)
        r->value[i] = NAN;
    struct passes c = {0};
    for (int k = 0; k < 2; k++)
        for (int64_t i = 0; i < s->n_pieces; i++)
            fill(r, s->x + 3 * s->offset[i], s->offset[i + 1] - s->offset[i], slice_axis(axis, 0), slice_axis(axis, 1),
                 value[i], slack[k], &c);
    mem_free(c.x);
}

bool slice_raster_is_too_coarse(const struct slice_raster *r, const struct slice *s, int axis,
                                const struct slice_view *v)
{
    struct slice_view all;
    view_all(s, axis, &all);
    for (int d = 0; d < 2; d++)
        if (!(all.low[d] < v->high[d] && all.high[d] > v->low[d]))
            return false;
    for (int64_t i = 0; i < (int64_t)r->width * r->height; i++)
        if (!isnan(r->value[i]))
            return false;
    return true;
}

void slice_raster_free(struct slice_raster *r)
{
    mem_free(r->value);
    memset(r, 0, sizeof *r);
}
