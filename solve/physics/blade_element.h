/* blade_element.h: the force of a blade's section on the fluid that passes it, by the section's polar (blade element
 * theory: Froude 1878; Glauert 1935).
 *
 *        axis     wind, relative to the blade: `axial` along the axis, and `around` to the right
 *         ^
 *         |   /   The blade moves to the left: `around` is its speed less that of the fluid that way.
 *   <-----+  /
 *    blade  /     phi = atan2(axial, around). The twist is the angle between chord and plane of rotation.
 *
 * A propeller has the angle of attack twist - phi with phi = atan2(axial, around), and lift drives the fluid along the
 * axis and the way that the blade moves. Sections of a turbine are turned over: phi - twist, and the other way.
 */
#ifndef UFV_SOLVE_PHYSICS_BLADE_ELEMENT_H
#define UFV_SOLVE_PHYSICS_BLADE_ELEMENT_H

#include "physics/elementary.h"

/* What the polars of an airfoil are told apart by. */
enum polar_level { POLAR_ALONE, POLAR_MACH, POLAR_REYNOLDS };

/* Polars of all airfoils of a case: of each airfoil one polar for each of its levels, of each polar some rows. */
struct polars {
    const lid *by;          /* [airfoils] enum polar_level */
    const lid *first_level; /* [airfoils + 1] */
    const lid *first_row;   /* [levels + 1] */
    const real *level;      /* [levels] Mach or Reynolds numbers, ascending in an airfoil */
    const real *alpha;      /* [rows] rad, ascending in a polar */
    const real *cl, *cd;    /* [rows] */
};

/* A section of a blade. */
struct blade_section {
    real chord;     /* m */
    real twist;     /* rad, pitch included */
    real side;      /* 1: of a propeller, -1: of a turbine */
    real tip;       /* B (R - r) / (2 r) of B blades of radius R (blade_tip_loss()); negative: no loss */
    real blend;     /* between the two airfoils, 0: the first alone */
    lid airfoil[2];
};

/* The fluid at a section. */
struct blade_wind {
    real axial, around;           /* m/s, as above */
    real density, sound, viscosity; /* kg/m^3, m/s, Pa s */
};

/* Force on the fluid over the area of the blade, Pa: along the axis, and the way that the blade moves. */
struct blade_load {
    real axial, around;
    real attack; /* rad */
};

struct lift_drag {
    real cl, cd;
};

/* The angle of the vector (x, y) from the x axis, -pi to pi; 0 of no vector. */
UFV_HD real blade_angle(real x, real y)
{
    const real pi = (real)3.141592653589793;
    real size = real_abs(x);
    if (!(size > (real)1e-12 * real_abs(y)))
        return y > (real)0 ? pi / (real)2 : y < (real)0 ? -pi / (real)2 : (real)0;
    real angle = arc_tangent(real_divide(y, size));
    return x > (real)0 ? angle : y < (real)0 ? -pi - angle : pi - angle;
}

/* Place of x among ascending values v[begin .. end - 1]: *low and *high hold it, the value returned is its part of the
 * way from the first to the second. Beyond the ends the outermost value alone counts. */
UFV_HD real blade_place(const real *v, lid begin, lid end, real x, lid *low, lid *high)
{
    lid first = begin, last = end - 1;
    while (last - first > 1) {
        lid middle = first + (last - first) / 2;
        if (v[middle] <= x)
            first = middle;
        else
            last = middle;
    }
    *low = first;
    *high = last;
    if (!(v[last] > v[first]))
        return (real)0;
    return real_min(real_max(real_divide(x - v[first], v[last] - v[first]), (real)0), (real)1);
}

UFV_HD real blade_between(const real *v, lid low, lid high, real part)
{
    return v[low] + part * (v[high] - v[low]);
}

/* Lift and drag of an airfoil, linear between rows and between levels. */
UFV_HD struct lift_drag polar_value(const struct polars *p, lid airfoil, real attack, real level)
{
    lid near[2], low, high;
    struct lift_drag at[2];
    real part = blade_place(p->level, p->first_level[airfoil], p->first_level[airfoil + 1], level, &near[0], &near[1]);
    for (int k = 0; k < 2; k++) {
        real t = blade_place(p->alpha, p->first_row[near[k]], p->first_row[near[k] + 1], attack, &low, &high);
        at[k].cl = blade_between(p->cl, low, high, t);
        at[k].cd = blade_between(p->cd, low, high, t);
    }
    at[0].cl += part * (at[1].cl - at[0].cl);
    at[0].cd += part * (at[1].cd - at[0].cd);
    return at[0];
}

/* Of the fluid that passes: what the airfoil's polars are told apart by. */
UFV_HD real polar_level_of(const struct polars *p, lid airfoil, const struct blade_section *b,
                           const struct blade_wind *w, real speed)
{
    if (p->by[airfoil] == POLAR_MACH)
        return real_divide(speed, w->sound);
    return p->by[airfoil] == POLAR_REYNOLDS ? real_divide(w->density * speed * b->chord, w->viscosity) : (real)0;
}

/* Prandtl's factor (in Betz 1919) in Glauert's form (1935): 2/pi acos(exp(-f)), f = B (R - r) / (2 r |sin phi|), by
 * acos e = 2 atan sqrt((1 - e) / (1 + e)). */
UFV_HD real blade_tip_loss(real tip, real sine)
{
    const real four_over_pi = (real)1.2732395447351628;
    real e = exp_minus(real_divide(tip, real_max(real_abs(sine), (real)1e-6)));
    return four_over_pi * arc_tangent(real_sqrt(real_divide((real)1 - e, (real)1 + e)));
}

/* The force of a section. Without wind there is none. */
UFV_HD struct blade_load blade_element(const struct blade_section *b, const struct polars *p,
                                       const struct blade_wind *w)
{
    const real pi = (real)3.141592653589793;
    struct blade_load load = {(real)0, (real)0, (real)0};
    real square = w->axial * w->axial + w->around * w->around;
    if (square <= (real)1e-12)
        return load;
    real speed = real_sqrt(square), sine = real_divide(w->axial, speed), cosine = real_divide(w->around, speed);
    real attack = b->side * (b->twist - blade_angle(w->around, w->axial));
    attack = attack > pi ? attack - (real)2 * pi : attack < -pi ? attack + (real)2 * pi : attack;
    struct lift_drag at[2];
    for (int k = 0; k < 2; k++)
        at[k] = polar_value(p, b->airfoil[k], attack, polar_level_of(p, b->airfoil[k], b, w, speed));
    real pressure = (real)0.5 * w->density * square;
    if (b->tip >= (real)0)
        pressure *= blade_tip_loss(b->tip, sine);
    real lift = pressure * b->side * (at[0].cl + b->blend * (at[1].cl - at[0].cl));
    real drag = pressure * (at[0].cd + b->blend * (at[1].cd - at[0].cd));
    load.axial = lift * cosine - drag * sine;
    load.around = lift * sine + drag * cosine;
    load.attack = attack;
    return load;
}

#endif
