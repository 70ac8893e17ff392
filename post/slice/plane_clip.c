/* plane_clip.c: polygons cut off by the sides of a box one after another (Sutherland and Hodgman 1974, "Reentrant
 * polygon clipping"), and areas and first moments as sums over edges, of which a circle leaves chords and arcs (Green's
 * theorem).
 */
#include "slice/plane_clip.h"

#include "mem.h"
#include "vec3.h"

#include <string.h>

/* Points around a polygon. */
struct ring {
    int64_t n, capacity;
    double (*x)[3]; /* owned; m */
};

static void ring_add(struct ring *r, const double x[3])
{
    if (r->n == r->capacity) {
        r->capacity = 2 * r->capacity + 16;
        MEM_RESIZE(r->x, r->capacity);
    }
    memcpy(r->x[r->n++], x, sizeof *r->x);
}

/* What of `from` has sign * (x[axis] - bound) <= 0. Of a polygon that is not convex edges along the bound may remain
 * there and back, which have no area. */
static void cut_off(const struct ring *from, int axis, double sign, double bound, struct ring *to)
{
    to->n = 0;
    for (int64_t k = 0; k < from->n; k++) {
        const double *a = from->x[k], *b = from->x[(k + 1) % from->n];
        double ha = sign * (a[axis] - bound), hb = sign * (b[axis] - bound);
        if (ha <= 0)
            ring_add(to, a);
        if ((ha < 0 && hb > 0) || (ha > 0 && hb < 0)) {
            double x[3], t = ha / (ha - hb);
            for (int d = 0; d < 3; d++)
                x[d] = (1 - t) * a[d] + t * b[d];
            x[axis] = bound;
            ring_add(to, x);
        }
    }
}

/* The sides take turns with two rings: what is left is in ring[0]. */
static void cut_to_box(struct ring ring[2], const struct plane_clip *clip)
{
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        double bound = side % 2 ? clip->high[axis] : clip->low[axis];
        if (isinf(bound))
            continue;
        cut_off(&ring[0], axis, side % 2 ? 1 : -1, bound, &ring[1]);
        struct ring kept = ring[1];
        ring[1] = ring[0];
        ring[0] = kept;
    }
}

/* Coordinates in the plane, and sums of an area: of 1, u and v. */
struct point2 {
    double u, v;
};

struct sums {
    double area, u, v;
};

/* The triangle between the origin and an edge, with its sign. */
static void add_triangle(struct sums *s, struct point2 a, struct point2 b)
{
    double area = 0.5 * (a.u * b.v - a.v * b.u);
    s->area += area;
    s->u += area * (a.u + b.u) / 3;
    s->v += area * (a.v + b.v) / 3;
}

/* The sector of a circle about the origin between the directions to a and b, by the shorter way. */
static void add_sector(struct sums *s, struct point2 a, struct point2 b, double radius)
{
    double from = atan2(a.v, a.u), turn = atan2(a.u * b.v - a.v * b.u, a.u * b.u + a.v * b.v);
    s->area += 0.5 * radius * radius * turn;
    s->u += radius * radius * radius / 3 * (sin(from + turn) - sin(from));
    s->v -= radius * radius * radius / 3 * (cos(from + turn) - cos(from));
}

/* An edge divided where it meets the circle: inside it gives a triangle, outside a sector. */
static void add_edge_in_circle(struct sums *s, struct point2 a, struct point2 b, double radius)
{
    /* |a + t (b - a)| = radius: t^2 l + 2 t m + c = 0 */
    struct point2 d = {b.u - a.u, b.v - a.v};
    double l = d.u * d.u + d.v * d.v, m = a.u * d.u + a.v * d.v, c = a.u * a.u + a.v * a.v - radius * radius;
    double root = m * m - l * c, t[4] = {0, 0, 0, 1};
    int n = 1;
    if (root > 0 && l > 0) {
        double meets[2] = {(-m - sqrt(root)) / l, (-m + sqrt(root)) / l};
        for (int k = 0; k < 2; k++)
            if (meets[k] > 0 && meets[k] < 1)
                t[n++] = meets[k];
    }
    t[n] = 1;
    for (int k = 0; k < n; k++) {
        double middle = 0.5 * (t[k] + t[k + 1]);
        struct point2 from = {a.u + t[k] * d.u, a.v + t[k] * d.v}, to = {a.u + t[k + 1] * d.u, a.v + t[k + 1] * d.v};
        if ((l * middle + 2 * m) * middle + c <= 0)
            add_triangle(s, from, to);
        else
            add_sector(s, from, to, radius);
    }
}

/* Two directions along the plane, at right angles, e x f = normal. */
static void find_axes(struct vec3 n, struct vec3 *e, struct vec3 *f)
{
    struct vec3 off = fabs(n.x) < 0.6 ? vec3_make(1, 0, 0) : vec3_make(0, 1, 0);
    struct vec3 c = vec3_cross(off, n);
    *e = vec3_scale(1 / sqrt(vec3_dot(c, c)), c);
    *f = vec3_cross(n, *e);
}

double plane_clip_measure(const struct slice *s, int64_t piece, const double normal[3], const struct plane_clip *clip,
                          double centroid[3])
{
    struct ring ring[2] = {{.n = 0}};
    struct sums sums = {0, 0, 0};
    for (int64_t k = s->offset[piece]; k < s->offset[piece + 1]; k++)
        ring_add(&ring[0], s->x + 3 * k);
    if (clip->in_box)
        cut_to_box(ring, clip);
    struct vec3 n = vec3_make(normal[0], normal[1], normal[2]), e, f, origin = vec3_make(0, 0, 0);
    find_axes(n, &e, &f);
    if (ring[0].n > 0) {
        /* The origin is in the plane: a corner, or the middle of the circle. */
        struct vec3 corner = vec3_make(ring[0].x[0][0], ring[0].x[0][1], ring[0].x[0][2]);
        struct vec3 centre = vec3_make(clip->centre[0], clip->centre[1], clip->centre[2]);
        origin = clip->in_circle ? vec3_add(centre, vec3_scale(vec3_dot(n, vec3_sub(corner, centre)), n)) : corner;
    }
    for (int64_t k = 0; k < ring[0].n; k++) {
        const double *xa = ring[0].x[k], *xb = ring[0].x[(k + 1) % ring[0].n];
        struct vec3 a = vec3_sub(vec3_make(xa[0], xa[1], xa[2]), origin);
        struct vec3 b = vec3_sub(vec3_make(xb[0], xb[1], xb[2]), origin);
        struct point2 pa = {vec3_dot(a, e), vec3_dot(a, f)}, pb = {vec3_dot(b, e), vec3_dot(b, f)};
        if (clip->in_circle)
            add_edge_in_circle(&sums, pa, pb, clip->radius);
        else
            add_triangle(&sums, pa, pb);
    }
    mem_free(ring[0].x);
    mem_free(ring[1].x);
    /* The arcs of a polygon outside the circle cancel but for rounding: that is no area, and has no centroid. */
    if (fabs(sums.area) <= (clip->in_circle ? 1e-13 * clip->radius * clip->radius : 0))
        return 0;
    struct vec3 x = vec3_add(origin, vec3_add(vec3_scale(sums.u / sums.area, e), vec3_scale(sums.v / sums.area, f)));
    centroid[0] = x.x;
    centroid[1] = x.y;
    centroid[2] = x.z;
    return fabs(sums.area);
}
