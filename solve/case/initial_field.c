/* initial_field.c: the fields that a run can start from, exact solutions of the Euler equations among
 * them.
 */
#include "case/initial_field.h"

#include "angle.h"

#include <math.h>

/* Density, velocity, pressure. */
static struct state state_of(const double v[5])
{
    struct state s = {(real)v[0], (real)v[1], (real)v[2], (real)v[3], (real)v[4]};
    return s;
}

/* Steady isentropic vortex about the z axis (Aftosmis, Gaitonde & Tavares 1994,
 * AIAA 94-0415): speed falls as 1/r, an exact solution of the Euler equations.
 * The free stream's density and pressure stand at the inner radius. */
static struct state vortex(const struct case_file *c, const double x[3])
{
    double dx = x[0] - c->initial.centre[0], dy = x[1] - c->initial.centre[1];
    double r = sqrt(dx * dx + dy * dy), ri = c->initial.radius_inner, m = c->initial.mach_inner, g = c->flow.gamma;
    double ci = sqrt(g * c->flow.pressure / c->flow.density);
    /* The temperature over that at the inner radius: total enthalpy is the same everywhere, and the
     * Mach number there is m. */
    double ratio = 1 + 0.5 * (g - 1) * m * m * (1 - ri * ri / (r * r));
    double rho = c->flow.density * pow(ratio, 1 / (g - 1)), speed = m * ci * ri / r;
    struct state s = {(real)rho, (real)(speed * dy / r), (real)(-speed * dx / r), 0,
                      (real)(c->flow.pressure * pow(rho / c->flow.density, g))};
    return s;
}

/* Density rho (1 + a sin 2 pi k.x) in a uniform stream: at time t the same at
 * x - u t, an exact solution of the Euler equations. */
static struct state wave(const struct case_file *c, const double x[3])
{
    const struct solution_reference *r = &c->derived.reference;
    const double *k = c->initial.wave_number;
    double phase = 2 * ANGLE_PI * (k[0] * x[0] + k[1] * x[1] + k[2] * x[2]);
    struct state s = {(real)(r->density * (1 + c->initial.amplitude * sin(phase))), (real)r->velocity[0],
                      (real)r->velocity[1], (real)r->velocity[2], (real)r->pressure};
    return s;
}

/* Gresho's vortex about the z axis (Gresho & Chan 1990, Int. J. Numer. Methods Fluids 11; Liska & Wendroff 2003, SIAM
 * J. Sci. Comput. 25), carried along by the free stream: the speed grows to V at the radius R and falls to nothing at
 * 2 R, and the pressure balances it, so that it is a steady solution of the Euler equations in the stream's frame. */
static struct state gresho(const struct case_file *c, const double x[3])
{
    const struct solution_reference *r = &c->derived.reference;
    double dx = x[0] - c->initial.centre[0], dy = x[1] - c->initial.centre[1];
    /* turn: speed over the radius, in V / R. p: pressure over density V^2, the integral of speed^2 / r
     * from the axis on; `outside` is its value from 2 R on, where the free stream's pressure stands. */
    double s = sqrt(dx * dx + dy * dy) / c->initial.radius_inner, turn = s < 1 ? 1 : s < 2 ? 2 / s - 1 : 0;
    double v = c->initial.mach_inner * sqrt(c->flow.gamma * r->pressure / r->density);
    double outside = 4 * log(2) - 2, p = s < 1 ? 0.5 * s * s : s < 2 ? 0.5 * s * s + 4 * (1 - s + log(s)) : outside;
    struct state q = {(real)r->density, (real)(r->velocity[0] - v * turn * dy / c->initial.radius_inner),
                      (real)(r->velocity[1] + v * turn * dx / c->initial.radius_inner), (real)r->velocity[2],
                      (real)(r->pressure + r->density * v * v * (p - outside))};
    return q;
}

/* The vortices of Taylor & Green (1937) in a compressible gas, as case C3.5 of the workshops on high-order methods has
 * them (Wang et al. 2013): solenoidal velocities, the pressure that belongs to them where the density is constant, and
 * one temperature. Speed, temperature and mean pressure are the free stream's. */
static struct state taylor_green(const struct case_file *c, const double at[3])
{
    const struct solution_reference *r = &c->derived.reference;
    double length = c->initial.vortex_length, x = at[0] / length, y = at[1] / length, z = at[2] / length;
    double speed = c->flow.mach * sqrt(c->flow.gamma * c->flow.pressure / c->flow.density);
    double p = r->pressure + r->density * speed * speed / 16 * (cos(2 * x) + cos(2 * y)) * (cos(2 * z) + 2);
    struct state s = {(real)(r->density * p / r->pressure), (real)(speed * sin(x) * cos(y) * cos(z)),
                      (real)(-speed * cos(x) * sin(y) * cos(z)), 0, (real)p};
    return s;
}

/* The gas of the free stream at rest, but for those velocities. */
static struct state isotropic(const struct case_file *c, const struct isotropic *waves, const double x[3])
{
    double u[3] = {0, 0, 0};
    isotropic_add(waves, x, u);
    struct state s = {(real)c->derived.reference.density, (real)u[0], (real)u[1], (real)u[2],
                      (real)c->derived.reference.pressure};
    return s;
}

struct state initial_state(const struct case_file *c, const struct internal_start *start,
                           const struct isotropic *waves, const double x[3])
{
    switch (c->initial.kind) {
    case INITIAL_RIEMANN:
        return state_of(x[c->initial.axis] < c->initial.position ? c->initial.left : c->initial.right);
    case INITIAL_VORTEX:
        return vortex(c, x);
    case INITIAL_WAVE:
        return wave(c, x);
    case INITIAL_GRESHO:
        return gresho(c, x);
    case INITIAL_TAYLOR_GREEN:
        return taylor_green(c, x);
    case INITIAL_ISOTROPIC:
        return isotropic(c, waves, x);
    case INITIAL_UNIFORM:
        break;
    }
    if (start->on) {
        struct state s = {(real)start->density, (real)start->velocity[0], (real)start->velocity[1],
                          (real)start->velocity[2], (real)start->pressure};
        return s;
    }
    /* The free stream in the axes of the mesh, which a phase of its motion may have turned at the
     * start. */
    const struct solution_reference turned = motion_reference(&c->derived.motion, 0, &c->derived.reference),
                                    *r = &turned;
    struct state s = {(real)r->density, (real)r->velocity[0], (real)r->velocity[1], (real)r->velocity[2],
                      (real)r->pressure};
    return s;
}
