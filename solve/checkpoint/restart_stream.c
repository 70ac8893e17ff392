/* restart_stream.c: how two flows differ, and the state between two free streams, cell by cell. */
#include "checkpoint/restart_stream.h"

#include "arithmetic/variable_names.h"
#include "text.h"

#include <math.h>
#include <stdio.h>

/* Other libraries' sines may differ in the last digits. */
static const double ALIKE = 1e-10;
/* Viscosities are formed in the precision of the run, which a restart may change. */
static const double ALIKE_IN_SINGLE = 1e-6;
/* Most and least of e: a stream at twice or half the Mach number.
 * A larger exponent, as from Mach 0.1 to 0.9, would turn small differences of pressure into very large ones. */
static const double EXPONENT_MOST = 4;

/* True where one of them is not a number. */
static bool differ(double a, double b, double alike)
{
    return !(fabs(a - b) <= alike * fmax(fabs(a), fabs(b)));
}

static double speed_of(const struct solution_reference *r)
{
    return sqrt(r->velocity[0] * r->velocity[0] + r->velocity[1] * r->velocity[1] + r->velocity[2] * r->velocity[2]);
}

/* In the precision of the run, as kernels have it. */
double restart_stream_viscosity(const struct case_file *c)
{
    const struct solution_reference *r = &c->derived.reference;
    return (double)fluid_viscosity(&c->derived.fluid,
                                   fluid_temperature(&c->derived.fluid, (real)r->density, (real)r->pressure));
}

/* By the names of its fields; without turbulence variables by its viscosity. */
int restart_stream_equations(const struct solution *s, double viscosity)
{
    for (int e = 0; e < N_EQUATIONS; e++)
        if (equations_are_turbulent(e) && solution_field(s, variable_of((enum equations)e, NV).name))
            return e;
    return isnan(viscosity) ? N_EQUATIONS : viscosity > 0 ? EQUATIONS_LAMINAR : EQUATIONS_EULER;
}

/* ---- what differs ---- */

/* The list of what differs, while it is made. */
struct differences {
    char *text; /* [RESTART_DIFFERENCES_SIZE], borrowed */
    int n;
};

static void add(struct differences *d, const char *line)
{
    d->n++;
    text_list_add(d->text, RESTART_DIFFERENCES_SIZE, line);
}

static void compare_within(struct differences *d, double alike, const char *what, double old, double now,
                           const char *unit)
{
    char line[128];
    snprintf(line, sizeof line, "%s %.6g -> %.6g%s", what, old, now, unit);
    if (differ(old, now, alike))
        add(d, line);
}

static void compare(struct differences *d, const char *what, double old, double now, const char *unit)
{
    compare_within(d, ALIKE, what, old, now, unit);
}

/* The same angles and Mach number are another velocity with another vertical axis or speed of sound. */
static void compare_velocities(struct differences *d, const struct solution_reference *old,
                               const struct solution_reference *now)
{
    bool differs = false;
    const int before = d->n;
    char line[256];
    for (int i = 0; i < 3; i++)
        differs = differs || !(fabs(old->velocity[i] - now->velocity[i]) <= ALIKE * speed_of(now));
    if (!differs)
        return;
    compare(d, "angle of attack", old->alpha, now->alpha, " degrees");
    compare(d, "angle of sideslip", old->beta, now->beta, " degrees");
    compare(d, "Mach number", old->mach, now->mach, "");
    snprintf(line, sizeof line, "velocity (%.6g %.6g %.6g) -> (%.6g %.6g %.6g) m/s", old->velocity[0],
             old->velocity[1], old->velocity[2], now->velocity[0], now->velocity[1], now->velocity[2]);
    if (d->n == before)
        add(d, line);
}

static void compare_equations(struct differences *d, int old, int now)
{
#define EQUATIONS_NAME(name, NAME, ...) #name,
    static const char *const names[] = {EQUATIONS(EQUATIONS_NAME, )};
#undef EQUATIONS_NAME
    char line[128];
    if (old == now || old == N_EQUATIONS || now == N_EQUATIONS)
        return;
    snprintf(line, sizeof line, "equations %s -> %s", names[old], names[now]);
    add(d, line);
}

enum restart_difference restart_stream_compare(const struct restart_flow *old, const struct restart_flow *now,
                                               char text[RESTART_DIFFERENCES_SIZE])
{
    struct differences d = {text, 0};
    text[0] = '\0';
    compare_velocities(&d, old->reference, now->reference);
    compare(&d, "density", old->reference->density, now->reference->density, " kg/m^3");
    compare(&d, "pressure", old->reference->pressure, now->reference->pressure, " Pa");
    compare(&d, "gamma", old->reference->gamma, now->reference->gamma, "");
    const bool stream = d.n > 0;
    compare_equations(&d, old->equations, now->equations);
    if (!isnan(old->viscosity) && !isnan(now->viscosity))
        compare_within(&d, ALIKE_IN_SINGLE, "viscosity", old->viscosity, now->viscosity, " Pa s");
    return stream ? RESTART_OTHER_STREAM : d.n > 0 ? RESTART_OTHER_MODEL : RESTART_SAME;
}

/* ---- the field between two streams ---- */

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
