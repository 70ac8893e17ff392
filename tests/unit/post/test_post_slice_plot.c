/* Polygons of a slice on pixels: each pixel has the value of the polygon around its
 * middle, none where there is no polygon; windows and ranges as they are written.
 */
#include "check.h"
#include "error.h"
#include "mem.h"
#include "slice/slice_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A slice of polygons with z = 0: corners of all of them one after another. */
static struct slice polygons(double *x, int64_t *offset, int64_t n)
{
    return (struct slice){.n_pieces = n, .n_points = offset[n], .offset = offset, .x = x};
}

static double pixel(const struct slice_raster *r, int i, int j)
{
    return r->value[j * r->width + i];
}

static int count(const struct slice_raster *r, double value)
{
    int n = 0;
    for (int i = 0; i < r->width * r->height; i++)
        n += r->value[i] == value;
    return n;
}

/* The square [0, 2] x [0, 1] of two triangles with a common side that passes through
 * pixels' middles: every pixel belongs to exactly one, half of them to each within the
 * pixels of the side. */
static void triangles_share_a_side(void)
{
    double x[] = {0, 0, 0, 2, 0, 0, 2, 1, 0, /**/ 0, 0, 0, 2, 1, 0, 0, 1, 0};
    int64_t offset[] = {0, 3, 6};
    double value[] = {3, 7};
    struct slice s = polygons(x, offset, 2);
    struct slice_view v;
    struct slice_raster r;
    CHECK(slice_view_read(NULL, NULL, &s, 2, &v) == 0, "%s", error_message());
    slice_raster_make(&s, 2, value, &v, 100, &r);
    CHECK(r.width == 100 && r.height == 50, "%d x %d", r.width, r.height);
    CHECK(count(&r, 3) + count(&r, 7) == 5000, "%d and %d", count(&r, 3), count(&r, 7));
    CHECK(abs(count(&r, 3) - 2500) <= 100, "%d", count(&r, 3));
    CHECK(pixel(&r, 99, 0) == 3 && pixel(&r, 0, 49) == 7, "rows from below, columns from the left");
    slice_raster_free(&r);
}

/* Two rectangles whose common side, y = 0.5, goes through the middles of a row of 101 pixels, and two whose side x = 0.5
 * goes through those of a column: where rounding has moved the two apart, by 2e-9 here, no pixel stays empty. */
static void sides_that_differ_by_rounding(void)
{
    const double a = 0.5 - 1e-9, b = 0.5 + 1e-9;
    double x[] = {0, 0, 0, 1, 0, 0, 1, a, 0, 0, a, 0, /**/ 0, b, 0, 1, b, 0, 1, 1, 0, 0, 1, 0};
    int64_t offset[] = {0, 4, 8};
    double value[] = {3, 7};
    struct slice s = polygons(x, offset, 2);
    for (int turned = 0; turned < 2; turned++) {
        struct slice_view v;
        struct slice_raster r;
        CHECK(slice_view_read(NULL, NULL, &s, 2, &v) == 0, "%s", error_message());
        slice_raster_make(&s, 2, value, &v, 101, &r);
        CHECK(r.width == 101 && r.height == 101, "%d x %d", r.width, r.height);
        CHECK(count(&r, 3) + count(&r, 7) == 101 * 101, "%d and %d", count(&r, 3), count(&r, 7));
        CHECK(count(&r, 3) >= 50 * 101 && count(&r, 7) >= 50 * 101, "%d and %d", count(&r, 3), count(&r, 7));
        slice_raster_free(&r);
        for (int i = 0; i < 8; i++) { /* x and y change places */
            double y = x[3 * i];
            x[3 * i] = x[3 * i + 1];
            x[3 * i + 1] = y;
        }
    }
}

/* An L, [0, 2] x [0, 2] without its upper right quarter, in the plane x = 5: a polygon
 * that is not convex, as polyhedra give. */
static void corners_that_turn_back(void)
{
    double x[] = {5, 0, 0, 5, 2, 0, 5, 2, 1, 5, 1, 1, 5, 1, 2, 5, 0, 2};
    int64_t offset[] = {0, 6};
    double value[] = {4};
    struct slice s = polygons(x, offset, 1);
    struct slice_view v;
    struct slice_raster r;
    CHECK(slice_view_read(NULL, NULL, &s, 0, &v) == 0, "%s", error_message());
    slice_raster_make(&s, 0, value, &v, 40, &r);
    CHECK(count(&r, 4) == 1200, "%d of 1600", count(&r, 4));
    CHECK(pixel(&r, 39, 19) == 4 && isnan(pixel(&r, 20, 20)) && pixel(&r, 19, 39) == 4, "the quarter left out");
    slice_raster_free(&r);
}

/* A window of [0.25, 0.75] x [0, 1.5] on the unit square: its upper third is empty. Lengths
 * stay true; of a long thin one they do not. */
static void windows(void)
{
    double x[] = {0, 9, 0, 1, 9, 0, 1, 9, 1, 0, 9, 1};
    int64_t offset[] = {0, 4};
    double value[] = {1};
    struct slice s = polygons(x, offset, 1);
    struct slice_view v;
    struct slice_raster r;
    CHECK(slice_view_read("0.25:0.75,0:1.5", "-1:2", &s, 1, &v) == 0, "%s", error_message());
    CHECK(v.least == -1 && v.greatest == 2, "%g to %g", v.least, v.greatest);
    slice_raster_make(&s, 1, value, &v, 90, &r);
    CHECK(r.width == 30 && r.height == 90 && count(&r, 1) == 30 * 60, "%d x %d, %d", r.width, r.height, count(&r, 1));
    slice_raster_free(&r);
    CHECK(slice_view_read("0:1,0:0.01", NULL, &s, 1, &v) == 0, "%s", error_message());
    slice_raster_make(&s, 1, value, &v, 100, &r);
    CHECK(r.width == 100 && r.height == 40 && count(&r, 1) == 4000, "%d x %d", r.width, r.height);
    slice_raster_free(&r);
}

/* Windows and ranges that are none, and a window where the slice is not. */
static void refusals(void)
{
    double x[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    int64_t offset[] = {0, 3};
    double value[] = {1};
    struct slice s = polygons(x, offset, 1);
    struct slice_view v;
    struct slice_raster r;
    static const char *const window[] = {"", "0:1", "0:1,", "0:1,2", "1:0,0:1", "0:1,0:nan", "0:1,0:1,0:1", "a:b,c:d"};
    for (int i = 0; i < 8; i++)
        CHECK(slice_view_read(window[i], NULL, &s, 2, &v) != 0 && strstr(error_message(), "x0:x1,y0:y1"), "%s: %s",
              window[i], error_message());
    static const char *const range[] = {"", "1", "2:1", "1:1", "0:inf"};
    for (int i = 0; i < 5; i++)
        CHECK(slice_view_read(NULL, range[i], &s, 2, &v) != 0 && strstr(error_message(), "LOW:HIGH"), "%s: %s",
              range[i], error_message());
    CHECK(slice_view_read("5:6,5:6", NULL, &s, 2, &v) == 0, "%s", error_message());
    slice_raster_make(&s, 2, value, &v, 10, &r);
    CHECK(slice_plot(&r, &v, 2, "x", NULL, 0, false, "/tmp/ufv-none.png") != 0 &&
              strstr(error_message(), "no part of the slice"), "%s", error_message());
    slice_raster_free(&r);
}

/* A value that grows with x on 10 x 4 squares: the line of the value 0.5, which no corner and no middle has, is the straight
 * line x = 0.5 from below to above, each piece of it found once; without steps, since values are linear there. */
static void lines_of_equal_value(void)
{
    enum { NX = 10, NY = 4, N = NX * NY };
    double x[12 * N], value[N];
    int64_t offset[N + 1];
    for (int i = 0; i < N; i++) {
        double u = (i % NX) / (double)NX, v = (i / NX) / (double)NY, a = 1.0 / NX, b = 1.0 / NY;
        memcpy(x + 12 * i, (double[12]){u, v, 0, u + a, v, 0, u + a, v + b, 0, u, v + b, 0}, 12 * sizeof *x);
        value[i] = u + 0.5 * a + 0.013;
        offset[i] = 4 * i;
    }
    offset[N] = 4 * N;
    struct slice s = polygons(x, offset, N);
    struct slice_field f;
    struct slice_lines l = {0};
    slice_field_make(&s, 2, value, &f);
    slice_lines_add(&f, 0.513, &l);
    double length = 0, off = 0;
    for (int64_t i = 0; i < l.n; i++) {
        const double *p = l.x + 4 * i;
        length += hypot(p[2] - p[0], p[3] - p[1]);
        off = fmax(off, fmax(fabs(p[0] - 0.5), fabs(p[2] - 0.5)));
    }
    CHECK_NEAR(length, 1, 1e-12); /* of the height of the slice */
    CHECK(off < 1e-12, "%g off", off);
    slice_lines_free(&l);
    slice_lines_add(&f, 7, &l);
    CHECK(l.n == 0, "no line of a value that is nowhere");
    slice_field_free(&f);
}

/* Around walls of 2 m in a slice of 100 m; all of a slice that is little longer, or whose walls lie elsewhere. */
static void near_walls(void)
{
    const struct slice_view all = {.low = {-50, -50}, .high = {50, 50}}, small = {.low = {-2, -1}, .high = {3, 1}};
    struct slice_view v = all;
    slice_view_near((double[3]){-1, 7, -0.5}, (double[3]){1, 8, 0.5}, 1, &v);
    CHECK_NEAR(v.low[0], -1 - 1, 1e-12);
    CHECK_NEAR(v.high[1], 0.5 + 1, 1e-12);
    v = small;
    slice_view_near((double[3]){-1, 7, -0.5}, (double[3]){1, 8, 0.5}, 1, &v);
    CHECK(v.low[0] == -2 && v.high[0] == 3, "all of it");
    v = all;
    slice_view_near((double[3]){HUGE_VAL, HUGE_VAL, HUGE_VAL}, (double[3]){-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, 1, &v);
    CHECK(v.low[0] == -50 && v.high[1] == 50, "no walls");
    slice_view_near((double[3]){90, 0, 90}, (double[3]){91, 1, 91}, 1, &v);
    CHECK(v.low[0] == -50 && v.high[1] == 50, "walls elsewhere");
}

int main(void)
{
    CASE(triangles_share_a_side);
    CASE(sides_that_differ_by_rounding);
    CASE(corners_that_turn_back);
    CASE(windows);
    CASE(lines_of_equal_value);
    CASE(near_walls);
    CASE(refusals);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
