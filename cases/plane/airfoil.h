/* airfoil.h: grids around bodies: a C-grid around the NACA 0012 section and an
 * O-grid around a circular cylinder.
 */
#ifndef UFV_CASES_AIRFOIL_H
#define UFV_CASES_AIRFOIL_H

#include "plane.h"

/* ---- NACA 0012 ----------------------------------------------------------------
 * Chord 1, nose at the origin, closed at x = 1. With the singular point half a
 * nose radius inside the section,
 *
 *     (x - x0) + i y = (xi + i eta)^2
 *
 * unwraps section and wake into a shallow bump over the xi axis (Jameson 1974);
 * the grid is sheared between it and eta = sqrt(far). i runs from the lower wake
 * round the nose to the upper wake, j outwards. The height of the first cell is
 * given at the trailing edge; on the section it goes with the square root of the
 * distance from the singular point (0.09 of it at the nose), along the wake with
 * x. */
enum { NACA_CHORD = 32, NACA_WAKE = 24 }; /* cells on each side, level 0 */

/* Half thickness at x = u^2, and the nose radius (first term squared, halved): the
 * section scaled to end sharp at x = 1, as the Turbulence Modeling Resource writes
 * it. */
static const double naca_scale = 0.594689181, naca_root = 0.298222773;

static inline double naca_half_thickness(double u)
{
    double x = u * u;
    return naca_scale * (naca_root * u + x * (-0.127125232 + x * (-0.357907906 + x * (0.291984971 - 0.105174606 * x))));
}

static inline double naca_focus(void)
{
    double a = naca_scale * naca_root;
    return 0.25 * a * a; /* half of the nose radius a^2 / 2 */
}

static inline void naca_prepare(struct plane *p)
{
    const double first = 0.02; /* along the chord at the trailing edge, level 0 */
    p->k[0] = plane_stretch_for(0.5 * first, 1, NACA_CHORD, 0); /* of u */
    p->k[1] = plane_stretch_for(first, p->far - 1, NACA_WAKE, 0);
}

/* Point n steps from the nose on the upper side or its wake. */
static inline void naca_lower_line(const struct plane *p, int n, double *xi, double *eta)
{
    int chord = NACA_CHORD * p->scale;
    double x, y = 0, x0 = naca_focus();
    if (n <= chord) {
        double u = 1 - plane_stretch((double)(chord - n) / chord, p->k[0]);
        x = u * u;
        y = n == chord ? 0 : naca_half_thickness(u);
    } else {
        x = 1 + (p->far - 1) * plane_stretch((double)(n - chord) / (p->ni / 2 - chord), p->k[1]);
    }
    double radius = sqrt((x - x0) * (x - x0) + y * y);
    *xi = sqrt(fmax(0.5 * (radius + x - x0), 0));
    *eta = sqrt(fmax(0.5 * (radius - (x - x0)), 0));
}

static inline void naca_node(const struct plane *p, int i, int j, double xy[2])
{
    int n = abs(i - p->ni / 2);
    double xi, low, high = sqrt(p->far);
    naca_lower_line(p, n, &xi, &low);
    double first = 0.5 * p->wall * fmax(1, xi); /* in eta: dy = 2 xi deta */
    double k = plane_stretch_for(first, high - low, p->shape->nj, FINEST);
    double eta = low + (high - low) * plane_stretch((double)j / p->nj, k);
    xy[0] = naca_focus() + xi * xi - eta * eta;
    xy[1] = (i < p->ni / 2 ? -2 : 2) * xi * eta;
    if (n == 0)
        xy[1] = 0;
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
 * Diameter 1 about the origin; cells as high as wide. */
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
