/* riemann.h: the exact solution of the Riemann problem of a perfect gas (Toro
 * 2009, Riemann Solvers and Numerical Methods for Fluid Dynamics, Chapter 4), to
 * hold flux schemes against. Velocities u are along the axis; v and w are carried.
 */
#ifndef UFV_TESTS_RIEMANN_H
#define UFV_TESTS_RIEMANN_H

#include "physics/gas.h"

/* Velocity that a wave into the gas q gives up when it takes the pressure to p
 * (Toro, Eqs. 4.6-4.7). */
static inline double riemann_wave(double p, struct state q, double g)
{
    double c = sqrt(g * q.p / q.rho);
    if (p <= q.p)
        return 2 * c / (g - 1) * (pow(p / q.p, (g - 1) / (2 * g)) - 1);
    return (p - q.p) * sqrt(2 / ((g + 1) * q.rho) / (p + (g - 1) / (g + 1) * q.p));
}

/* Pressure between the waves by bisection in log p, 0 where a vacuum opens. */
static inline double riemann_pressure(struct state l, struct state r, double g)
{
    double low = -80, high = 80; /* log of p over the mean pressure */
    double scale = 0.5 * (l.p + r.p), du = r.u - l.u;
    double open = 2 / (g - 1) * (sqrt(g * l.p / l.rho) + sqrt(g * r.p / r.rho));
    if (du >= open)
        return 0;
    for (int k = 0; k < 200; k++) {
        double middle = 0.5 * (low + high), p = scale * exp(middle);
        if (riemann_wave(p, l, g) + riemann_wave(p, r, g) + du < 0)
            low = middle;
        else
            high = middle;
    }
    return scale * exp(0.5 * (low + high));
}

/* State on the ray x / t = s left of the contact, whose gas is q; p, u: between
 * the waves (Toro, Section 4.5). */
static inline struct state riemann_left(struct state q, double p, double u, double s, double g)
{
    double c = sqrt(g * q.p / q.rho), k = (g - 1) / (g + 1);
    struct state star = q, fan = q;
    star.p = p;
    star.u = u;
    if (p > q.p) { /* shock */
        double speed = q.u - c * sqrt((g + 1) / (2 * g) * p / q.p + (g - 1) / (2 * g));
        star.rho = q.rho * (p / q.p + k) / (k * p / q.p + 1);
        return s < speed ? q : star;
    }
    star.rho = q.rho * pow(p / q.p, 1 / g);
    if (s < q.u - c)
        return q;
    if (s >= u - c * pow(p / q.p, (g - 1) / (2 * g)))
        return star;
    double part = 2 / (g + 1) + k / c * (q.u - s);
    fan.rho = q.rho * pow(part, 2 / (g - 1));
    fan.u = 2 / (g + 1) * (c + 0.5 * (g - 1) * q.u + s);
    fan.p = q.p * pow(part, 2 * g / (g - 1));
    return fan;
}

/* Exact state on the ray x / t = s. No vacuum may open between l and r. */
static inline struct state riemann_state(struct state l, struct state r, double s, double g)
{
    double p = riemann_pressure(l, r, g);
    double u = 0.5 * (l.u + r.u) + 0.5 * (riemann_wave(p, r, g) - riemann_wave(p, l, g));
    if (s < u)
        return riemann_left(l, p, u, s, g);
    struct state mirrored = r;
    mirrored.u = -r.u;
    struct state q = riemann_left(mirrored, p, -u, -s, g);
    q.u = -q.u;
    return q;
}

/* Exact flux through x = 0 (Godunov's). */
static inline struct flux5 riemann_flux(struct state l, struct state r, double g)
{
    return gas_flux(riemann_state(l, r, 0, g), 1, 0, 0, g);
}

#endif
