/* actuator.c: the geometry of an actuator disk, and how its forces depend on the radius. */
#include "features/actuators/actuator.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* x - centre, its part across the axis; the part along it is returned. */
static double split(const struct actuator *a, const double x[3], double across[3])
{
    double arm[3] = {x[0] - a->centre[0], x[1] - a->centre[1], x[2] - a->centre[2]}, along = dot(arm, a->axis);
    for (int d = 0; d < 3; d++)
        across[d] = arm[d] - along * a->axis[d];
    return along;
}

/* The ends belong to the disk: centroids on them, as of a mesh cut at the disk, count. */
bool actuator_holds(const struct actuator *a, const double x[3], double *radius)
{
    double across[3], along = split(a, x, across);
    *radius = sqrt(dot(across, across));
    return fabs(along) <= 0.5 * a->thickness && *radius <= a->radius && *radius >= a->hub_radius;
}

void actuator_tangent(const struct actuator *a, const double x[3], double tangent[3])
{
    double across[3];
    (void)split(a, x, across);
    /* On the axis there is no direction of turning: zeros, and no division by nothing. */
    double radius = sqrt(dot(across, across)), inverse = radius > 1e-9 * a->radius ? 1 / radius : 0;
    for (int d = 0; d < 3; d++) {
        int next = (d + 1) % 3, last = (d + 2) % 3;
        /* axis x across, over the radius. */
        tangent[d] = inverse * (a->axis[next] * across[last] - a->axis[last] * across[next]);
    }
}

/* Goldstein's optimum of many blades as Hough & Ordway 1965 fit it, and as Stern, Kim, Patel & Chen 1988 (J. Ship
 * Research 32, 246-262) spread it over a disk: with s from 0 at the hub to 1 at the tip the axial force per area goes
 * with s sqrt(1 - s), the tangential one with that over the radius. */
static void goldstein(const struct actuator *a, double radius, double *thrust, double *torque)
{
    double s = (radius - a->hub_radius) / (a->radius - a->hub_radius);
    s = fmin(fmax(s, 0), 1);
    *thrust = *torque = s * sqrt(1 - s); /* the torque per area is the radius times the tangential force */
}

/* Interpolates the table linearly; outside its radii both values are 0. The table holds values per radius, which are
 * divided by the circumference to give values per area. */
static void by_table(const struct actuator *a, double radius, double *thrust, double *torque)
{
    const double *r = a->table[0];
    int k = 1;
    *thrust = *torque = 0;
    if (!(radius >= r[0] && radius <= r[a->n_rows - 1]))
        return;
    /* r[k - 1] <= radius <= r[k] behind it: the first of two rows is never asked for beyond the last
     * one. */
    while (r[k] < radius)
        k++;
    double t = (radius - r[k - 1]) / (r[k] - r[k - 1]), circumference = 2 * pi * fmax(radius, 1e-9 * a->radius);
    *thrust = ((1 - t) * a->table[1][k - 1] + t * a->table[1][k]) / circumference;
    *torque = ((1 - t) * a->table[2][k - 1] + t * a->table[2][k]) / circumference;
}

/* Shapes alone: the sums over the cells found give the factors by which thrust and torque of the whole
 * disk come out (actuators.c), so that a coarse mesh has them too. */
void actuator_shape(const struct actuator *a, double radius, double *thrust, double *torque)
{
    switch (a->load) {
    case LOAD_GOLDSTEIN:
        goldstein(a, radius, thrust, torque);
        return;
    case LOAD_TABLE:
        by_table(a, radius, thrust, torque);
        return;
    case LOAD_BLADES: /* the area of the blades over that of the disk, to which the forces are proportional */
        *thrust = *torque = blade_at(&a->blade, radius).chord / fmax(radius, 1e-9 * a->radius);
        return;
    case LOAD_UNIFORM:
        break;
    }
    *thrust = 1;
    *torque = radius; /* of a tangential force that is the same everywhere */
}

void actuator_across(const struct actuator *a, double e1[3], double e2[3])
{
    const int from = fabs(a->axis[1]) > cos(0.5 * pi / 180) ? 2 : 1;
    double length = sqrt(1 - a->axis[from] * a->axis[from]);
    for (int d = 0; d < 3; d++)
        e1[d] = ((d == from) - a->axis[from] * a->axis[d]) / length;
    for (int d = 0; d < 3; d++) {
        int next = (d + 1) % 3, last = (d + 2) % 3;
        e2[d] = a->axis[next] * e1[last] - a->axis[last] * e1[next];
    }
}

struct blade_section actuator_section(const struct actuator *a, double radius, int airfoils)
{
    struct blade_place p = blade_at(&a->blade, radius);
    double tip = fmax(a->blades * (a->radius - radius) / (2 * fmax(radius, 1e-9 * a->radius)), 0);
    return (struct blade_section){.chord = (real)p.chord,
                                  .twist = (real)(p.twist + a->pitch),
                                  .side = (real)(a->rotor == ROTOR_TURBINE ? -1 : 1),
                                  .tip = (real)(a->loss == LOSS_PRANDTL ? tip : -1),
                                  .blend = (real)p.blend,
                                  .airfoil = {(lid)(airfoils + p.airfoil[0]), (lid)(airfoils + p.airfoil[1])}};
}

double actuator_area(const struct actuator *a)
{
    return pi * (a->radius * a->radius - a->hub_radius * a->hub_radius);
}

double actuator_volume(const struct actuator *a)
{
    return actuator_area(a) * a->thickness;
}
