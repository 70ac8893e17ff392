/* clip.c: one convex polygon cut along the edges of another, and integrals along the edges of what is left (Green's
 * theorem).
 */
#include "features/sliding/clip.h"

#include <math.h>

/* Twice the area of the triangle a, b, p: positive where p is left of the way from a to b. */
static double side_of(const double a[2], const double b[2], const double p[2])
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

static void add_corner(struct clip_polygon *p, double x, double y)
{
    if (p->n < CLIP_CORNERS) {
        p->corner[p->n][0] = x;
        p->corner[p->n][1] = y;
        p->n++;
    }
}

/* What lies left of the line from a to b. A convex polygon gains one corner at most. */
static void cut(const struct clip_polygon *p, const double a[2], const double b[2], struct clip_polygon *left)
{
    left->n = 0;
    for (int k = 0; k < p->n; k++) {
        const double *from = p->corner[k], *to = p->corner[(k + 1) % p->n];
        double d = side_of(a, b, from), e = side_of(a, b, to);
        if (d >= 0)
            add_corner(left, from[0], from[1]);
        if ((d > 0 && e < 0) || (d < 0 && e > 0)) {
            double t = d / (d - e);
            add_corner(left, from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]));
        }
    }
}

void clip_common(const struct clip_polygon *a, const struct clip_polygon *b, struct clip_polygon *common)
{
    struct clip_polygon rest;
    *common = *a;
    for (int k = 0; k < b->n && common->n > 0; k++) {
        rest = *common;
        cut(&rest, b->corner[k], b->corner[(k + 1) % b->n], common);
    }
    if (common->n < 3)
        common->n = 0;
}

/* The mean of sine and of cosine over an interval of that middle and half length: those of the middle, times this. */
static double mean_factor(double half)
{
    return fabs(half) < 1e-4 ? 1 - half * half / 6 : sin(half) / half;
}

/* The integral of cos(angle) is that of sin(angle) along the boundary by z, that of sin(angle) the one of -cos(angle).
 * z counts from the first corner, so that parts far away keep their digits. */
struct clip_moments clip_moments(const struct clip_polygon *p)
{
    struct clip_moments m = {0, {0, 0}, 0};
    for (int k = 0; k < p->n; k++) {
        const double *from = p->corner[k], *to = p->corner[(k + 1) % p->n], *origin = p->corner[0];
        double turn = to[0] - from[0], z0 = from[1] - origin[1], z1 = to[1] - origin[1], middle = (from[0] + to[0]) / 2;
        double factor = mean_factor(turn / 2) * (z1 - z0);
        m.area += (middle - origin[0]) * (z1 - z0);
        m.normal[0] += sin(middle) * factor;
        m.normal[1] -= cos(middle) * factor;
        m.along -= turn * (z0 * z0 + z0 * z1 + z1 * z1) / 6;
    }
    if (p->n > 0)
        m.along += p->corner[0][1] * m.area;
    return m;
}

bool clip_is_convex(const struct clip_polygon *p)
{
    const double rounding = 1e-9;
    for (int k = 0; k < p->n; k++) {
        const double *a = p->corner[k], *b = p->corner[(k + 1) % p->n], *c = p->corner[(k + 2) % p->n];
        double size = hypot(b[0] - a[0], b[1] - a[1]) * hypot(c[0] - b[0], c[1] - b[1]);
        if (!(side_of(a, b, c) >= -rounding * size))
            return false;
    }
    return p->n >= 3;
}
