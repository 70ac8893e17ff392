/* plane_clip.c: polygons cut off by the sides of a box one after another (Sutherland and Hodgman 1974, "Reentrant
 * polygon clipping"), and areas and first moments as sums over edges, of which a circle leaves parts and arcs (Green's
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

/* x - sin(x), which loses its digits in a difference where x is small: there by its series. */
static double less_sine(double x)
{
    double term = x * x * x / 6, sum = term;
    if (fabs(x) > 0.5)
        return x - sin(x);
    for (int k = 4; k < 16; k += 2)
        sum += term *= -x * x / (k * (k + 1));
    return sum;
}

/* A circle in the plane, in the coordinates of its points. */
struct circle {
    struct point2 centre;
    double radius;
};

static struct point2 on_circle(const struct circle *c, struct point2 direction)
{
    double length = hypot(direction.u, direction.v);
    return (struct point2){c->centre.u + c->radius * (direction.u / length),
                           c->centre.v + c->radius * (direction.v / length)};
}

/* The arc between the directions from the centre to a and b, by the shorter way: its chord, and the segment between
 * the two. Sectors would be as large as the circle, and their sum lose the digits of a polygon that is far smaller. */
static void add_arc(struct sums *s, struct point2 a, struct point2 b, const struct circle *c)
{
    struct point2 to_a = {a.u - c->centre.u, a.v - c->centre.v}, to_b = {b.u - c->centre.u, b.v - c->centre.v};
    struct point2 from = on_circle(c, to_a), to = on_circle(c, to_b);
    double turn = atan2(to_a.u * (b.v - a.v) - to_a.v * (b.u - a.u), to_a.u * to_b.u + to_a.v * to_b.v);
    double sine = sin(0.5 * turn), cosine = cos(0.5 * turn), radius = c->radius;
    double area = 0.5 * radius * radius * less_sine(turn);
    /* of the segment, from the middle of the chord outwards */
    double moment = pow(radius, 3) * (2.0 / 3 * pow(sine, 3) - 0.5 * less_sine(turn) * cosine);
    double length = hypot(to_a.u, to_a.v), u = to_a.u / length, v = to_a.v / length;
    add_triangle(s, from, to);
    s->area += area;
    s->u += area * 0.5 * (from.u + to.u) + moment * (u * cosine - v * sine);
    s->v += area * 0.5 * (from.v + to.v) + moment * (v * cosine + u * sine);
}

/* An edge divided where it meets the circle: a part inside stays, one outside gives an arc. */
static void add_edge_in_circle(struct sums *s, struct point2 a, struct point2 b, const struct circle *circle)
{
    /* |a + t (b - a) - centre| = radius: t^2 l + 2 t m + c = 0 */
    struct point2 d = {b.u - a.u, b.v - a.v}, to_a = {a.u - circle->centre.u, a.v - circle->centre.v};
    double away = hypot(to_a.u, to_a.v);
    double l = d.u * d.u + d.v * d.v, m = to_a.u * d.u + to_a.v * d.v;
    double c = (away - circle->radius) * (away + circle->radius), root = m * m - l * c, t[4] = {0, 0, 0, 1};
    int n = 1;
    if (root > 0 && l > 0) {
        /* the one of which no digits are lost, and the other by their product c / l */
        double far = -(m + copysign(sqrt(root), m)), one = far / l, other = c / far;
        double meets[2] = {fmin(one, other), fmax(one, other)};
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
            add_arc(s, from, to, circle);
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

/* Corners of a polygon in the plane, from `origin`. mem_free() them. */
static struct point2 *project(const struct ring *r, struct vec3 origin, struct vec3 e, struct vec3 f)
{
    struct point2 *p;
    MEM_NEW(p, r->n);
    for (int64_t k = 0; k < r->n; k++) {
        struct vec3 x = vec3_sub(vec3_make(r->x[k][0], r->x[k][1], r->x[k][2]), origin);
        p[k] = (struct point2){vec3_dot(x, e), vec3_dot(x, f)};
    }
    return p;
}

/* The largest distance of the corners from a point. */
static double farthest(const struct point2 *p, int64_t n, struct point2 from)
{
    double most = 0;
    for (int64_t k = 0; k < n; k++)
        most = fmax(most, hypot(p[k].u - from.u, p[k].v - from.v));
    return most;
}

/* What of the polygon is in the circle; p [n], in coordinates whose origin is the first corner. */
static struct sums measure_in_circle(struct point2 *p, int64_t n, const struct circle *c)
{
    struct sums s = {0, 0, 0};
    struct circle here = *c;
    double size = farthest(p, n, p[0]);
    /* Where the circle is the smaller of the two, sums about its middle lose fewer digits. */
    struct point2 origin = c->radius < size ? c->centre : p[0];
    for (int64_t k = 0; k < n; k++)
        p[k] = (struct point2){p[k].u - origin.u, p[k].v - origin.v};
    here.centre = (struct point2){c->centre.u - origin.u, c->centre.v - origin.v};
    for (int64_t k = 0; k < n; k++)
        add_edge_in_circle(&s, p[k], p[(k + 1) % n], &here);
    /* The arcs of a polygon outside the circle cancel but for rounding: that is no area, and has no centroid. */
    if (fabs(s.area) <= 1e-13 * c->radius * fmin(c->radius, size))
        return (struct sums){0, 0, 0};
    s.u += s.area * origin.u;
    s.v += s.area * origin.v;
    return s;
}

/* p [n]: in coordinates whose origin is the first corner. */
static struct sums measure_all(const struct point2 *p, int64_t n)
{
    struct sums s = {0, 0, 0};
    for (int64_t k = 0; k < n; k++)
        add_triangle(&s, p[k], p[(k + 1) % n]);
    return s;
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
    struct vec3 e, f, origin = vec3_make(0, 0, 0);
    find_axes(vec3_make(normal[0], normal[1], normal[2]), &e, &f);
    if (ring[0].n > 0) {
        origin = vec3_make(ring[0].x[0][0], ring[0].x[0][1], ring[0].x[0][2]);
        struct point2 *p = project(&ring[0], origin, e, f);
        struct vec3 away = vec3_sub(vec3_make(clip->centre[0], clip->centre[1], clip->centre[2]), origin);
        struct circle c = {{vec3_dot(away, e), vec3_dot(away, f)}, clip->radius};
        bool all = !clip->in_circle || farthest(p, ring[0].n, c.centre) <= c.radius;
        sums = all ? measure_all(p, ring[0].n) : measure_in_circle(p, ring[0].n, &c);
        mem_free(p);
    }
    mem_free(ring[0].x);
    mem_free(ring[1].x);
    if (!(fabs(sums.area) > 0))
        return 0;
    struct vec3 x = vec3_add(origin, vec3_add(vec3_scale(sums.u / sums.area, e), vec3_scale(sums.v / sums.area, f)));
    centroid[0] = x.x;
    centroid[1] = x.y;
    centroid[2] = x.z;
    return fabs(sums.area);
}
