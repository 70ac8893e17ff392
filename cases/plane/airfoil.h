/* airfoil.h: grids around bodies: a C-grid around the NACA 0012 section, or one of its family of another thickness,
 * and an O-grid around a circular cylinder.
 */
#ifndef UFV_CASES_AIRFOIL_H
#define UFV_CASES_AIRFOIL_H

#include "plane.h"

/* ---- NACA 0012 ----------------------------------------------------------------
 * Chord 1, nose at the origin, closed at x = 1. i runs from the lower wake round the
 * nose to the upper wake, j outwards, as far everywhere as the far side is away. A
 * line of constant i leaves along the normal of the surface and turns, within about a
 * chord (in the wake, its distance behind), into a direction of its own; these
 * directions make a fan, even from the nose (upstream) to the trailing edge (up), then
 * ever less to 28 degrees from it downstream, so that far away, too, cells look at the
 * section from all sides alike.
 * Cells along the chord crowd at the nose, whose radius is 0.0158, and at the
 * trailing edge. The first cell is as high all along the section and grows in the
 * wake. */
enum { NACA_CHORD = 32, NACA_WAKE = 24 }; /* cells on each side, level 0 */

/* Half thickness at x = u^2: the section scaled to end sharp at x = 1, as the
 * Turbulence Modeling Resource writes it. */
static const double naca_scale = 0.594689181, naca_root = 0.298222773;

static inline double naca_half_thickness(const struct plane *p, double u)
{
    double x = u * u;
    return p->thickness / 0.12 * naca_scale *
           (naca_root * u + x * (-0.127125232 + x * (-0.357907906 + x * (0.291984971 - 0.105174606 * x))));
}

/* Its derivative by u. */
static inline double naca_half_thickness_slope(const struct plane *p, double u)
{
    double x = u * u;
    return p->thickness / 0.12 * naca_scale *
           (naca_root + u * (2 * -0.127125232 + x * (4 * -0.357907906 + x * (6 * 0.291984971 - 8 * 0.105174606 * x))));
}

/* u at the share s of the cells from the nose: finest at both ends. */
static inline double naca_u(const struct plane *p, double s)
{
    return 0.5 * (1 + plane_crowd(2 * s - 1, p->k[0]));
}

static inline void naca_prepare(struct plane *p)
{
    const double first = 0.007; /* of u on level 0: 0.0012 of the surface at the nose, 0.014 at the trailing edge */
    p->k[0] = plane_stretch_constant(first * NACA_CHORD);
    p->k[1] = plane_stretch_for(2 * first, p->far - 1, NACA_WAKE, 0);
}

/* Where a line of constant i begins, and where it leads: n steps from the nose on the
 * upper side. */
struct naca_line {
    double x, y, angle; /* of its first part, from the x axis */
    double fan, turn;   /* angle far away, and distance at which half of the turn is made */
    double height;      /* of the first cell on level FINEST */
};

static inline struct naca_line naca_line_at(const struct plane *p, int n)
{
    const double pi = acos(-1.0), spread = 0.5; /* radians that the wake's part of the fan takes */
    double steps = (double)n / p->scale - NACA_CHORD, fan = 0.5 * pi / NACA_CHORD;
    struct naca_line l = {.height = p->wall, .turn = 1};
    if (steps <= 0) {
        double u = naca_u(p, 1 + steps / NACA_CHORD);
        l.x = u * u;
        l.y = steps < 0 ? naca_half_thickness(p, u) : 0;
        l.angle = atan2(2 * u, -naca_half_thickness_slope(p, u));
        l.fan = 0.5 * pi - fan * steps;
        return l;
    }
    double behind = (p->far - 1) * plane_stretch(steps / NACA_WAKE, p->k[1]);
    double tilt = atan(0.5 * naca_half_thickness_slope(p, 1)); /* of the surface at the trailing edge */
    l.x = 1 + behind;
    l.angle = 0.5 * pi + tilt * exp(-2 * behind);
    l.fan = 0.5 * pi - spread * (1 - exp(-fan / spread * steps));
    l.height *= 1 + 4 * behind * behind / (1 + behind);
    l.turn += behind;
    return l;
}

static inline void naca_node(const struct plane *p, int i, int j, double xy[2])
{
    int n = abs(i - p->ni / 2);
    struct naca_line l = naca_line_at(p, n);
    double k = plane_stretch_for(l.height, p->far, p->shape->nj, FINEST);
    double r = p->far * plane_stretch((double)j / p->nj, k), turned = r / (l.turn + r);
    xy[0] = l.x + r * ((1 - turned) * cos(l.angle) + turned * cos(l.fan));
    xy[1] = l.y + r * ((1 - turned) * sin(l.angle) + turned * sin(l.fan));
    xy[1] = n == 0 ? 0 : i < p->ni / 2 ? -xy[1] : xy[1];
}

static inline int naca_patch(const struct plane *p, int i, int j, int side)
{
    int wake = NACA_WAKE * p->scale;
    (void)j;
    if (side != SIDE_LOW)
        return FARFIELD;
    return i >= wake && i < p->ni - wake ? WALL : NO_PATCH;
}

static inline int naca_same_as(const struct plane *p, int i, int j)
{
    int wake = NACA_WAKE * p->scale;
    return j == 0 && i >= p->ni - wake ? p->ni - i : i;
}

/* ---- cylinder -----------------------------------------------------------------
 * Diameter 1 about the origin; cells as high as wide, so that the far side's distance from the axis sets the number of
 * their rows, and is met to the next row of level 0. */
static inline void cylinder_prepare(struct plane *p)
{
    p->nj = p->scale * (int)lround(p->shape->ni * log(2 * p->far) / (2 * acos(-1.0)));
}

static inline void cylinder_node(const struct plane *p, int i, int j, double xy[2])
{
    const double pi = acos(-1.0);
    double r = 0.5 * exp(2 * pi * j / p->ni), angle = pi - 2 * pi * (i % p->ni) / p->ni;
    xy[0] = r * cos(angle);
    xy[1] = r * sin(angle);
}

static inline int cylinder_patch(const struct plane *p, int i, int j, int side)
{
    (void)p, (void)i, (void)j;
    return side == SIDE_LOW ? WALL : side == SIDE_HIGH ? FARFIELD : NO_PATCH;
}

static inline int cylinder_same_as(const struct plane *p, int i, int j)
{
    (void)j;
    return i == p->ni ? 0 : i;
}

#endif
