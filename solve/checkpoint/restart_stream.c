/* restart_stream.c: when two free streams are others, and the state between them, cell by cell. */
#include "checkpoint/restart_stream.h"

#include <math.h>

/* Other libraries' sines may differ in the last digits. */
static const double ALIKE = 1e-10;
/* Most and least of e: a stream at twice or half the Mach number.
 * A larger exponent, as from Mach 0.1 to 0.9, would turn small differences of pressure into very large ones. */
static const double EXPONENT_MOST = 4;

/* True where one of them is not a number. */
static bool differ(double a, double b)
{
    return !(fabs(a - b) <= ALIKE * fmax(fabs(a), fabs(b)));
}

static double speed_of(const struct solution_reference *r)
{
    return sqrt(r->velocity[0] * r->velocity[0] + r->velocity[1] * r->velocity[1] + r->velocity[2] * r->velocity[2]);
}

/* In the precision of the run, as kernels have it; the comparison allows for that. */
double restart_stream_viscosity(const struct case_file *c)
{
    const struct solution_reference *r = &c->reference;
    return (double)fluid_viscosity(&c->fluid, fluid_temperature(&c->fluid, (real)r->density, (real)r->pressure));
}

bool restart_stream_differs(const struct solution_reference *old, double old_viscosity,
                            const struct solution_reference *now, double viscosity)
{
    bool turned = false;
    for (int i = 0; i < 3; i++)
        turned = turned || !(fabs(old->velocity[i] - now->velocity[i]) <= ALIKE * speed_of(now));
    return turned || differ(old->density, now->density) || differ(old->pressure, now->pressure) ||
           differ(old->gamma, now->gamma) ||
           (!isnan(old_viscosity) && differ(old_viscosity, viscosity));
}

/* An unsteady run (not c->local) starts from the state as it is: there the change of the stream is part of the flow
 * to be computed. */
bool restart_stream_changed(const struct solution_reference *old, double old_viscosity, const struct case_file *c)
{
    return c->local && restart_stream_differs(old, old_viscosity, &c->reference, restart_stream_viscosity(c));
}

/* to[3][3]: velocities of the old stream to those of the new one, between the two systems of wind axes.
 * The matrix R' R^T, R with the old axes as columns and R' with the new ones, times the ratio of the speeds: a
 * velocity keeps its components along drag, lift and side axes. */
static void turn_between(const struct solution_reference *old, const struct solution_reference *now, double to[3][3])
{
    const double was = speed_of(old), is = speed_of(now), scale = was > 0 && is > 0 ? is / was : 1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            to[i][j] = scale * (now->drag_axis[i] * old->drag_axis[j] + now->lift_axis[i] * old->lift_axis[j] +
                                now->side_axis[i] * old->side_axis[j]);
}

/* Of pressures and densities: what varies in a flow grows with the square of the Mach number. */
static double exponent_between(const struct solution_reference *old, const struct solution_reference *now)
{
    if (!(old->mach > 0 && now->mach > 0))
        return 1;
    double ratio = now->mach / old->mach;
    return fmin(fmax(ratio * ratio, 1 / EXPONENT_MOST), EXPONENT_MOST);
}

/* Density and pressure as powers of their ratio to the stream, with one exponent, so that isentropes
 * stay isentropes. Turbulence variables stay what they are. */
void restart_stream_adapt(const struct solution_reference *old, const struct solution_reference *now, double *q,
                          lid n)
{
    const double e = exponent_between(old, now);
    double turn[3][3], *rho = q, *v[3], *p = q + (size_t)Q_P * (size_t)n;
    for (int i = 0; i < 3; i++)
        v[i] = q + (size_t)(Q_U + i) * (size_t)n;
    turn_between(old, now, turn);
    for (lid k = 0; k < n; k++) {
        const double u[3] = {v[0][k], v[1][k], v[2][k]};
        for (int i = 0; i < 3; i++)
            v[i][k] = turn[i][0] * u[0] + turn[i][1] * u[1] + turn[i][2] * u[2];
        rho[k] = now->density * pow(rho[k] / old->density, e);
        p[k] = now->pressure * pow(p[k] / old->pressure, e);
    }
}
