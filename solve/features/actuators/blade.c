/* blade.c: chord, twist and airfoils of a blade at a radius. */
#include "features/actuators/blade.h"

#include "mem.h"

#include <math.h>

struct blade_place blade_at(const struct blade *b, double radius)
{
    int k = 1;
    while (k < b->n - 1 && b->radius[k] < radius)
        k++;
    double t = fmin(fmax((radius - b->radius[k - 1]) / (b->radius[k] - b->radius[k - 1]), 0), 1);
    return (struct blade_place){.chord = (1 - t) * b->chord[k - 1] + t * b->chord[k],
                                .twist = (1 - t) * b->twist[k - 1] + t * b->twist[k],
                                .blend = t,
                                .airfoil = {b->airfoil[k - 1], b->airfoil[k]}};
}

/* The chord is linear between the ends and the stations between them, where the trapezoidal rule is exact. */
double blade_area(const struct blade *b, double from, double to)
{
    double area = 0, at = from, chord = blade_at(b, from).chord;
    for (int k = 0; k <= b->n; k++) {
        double next = k < b->n ? fmin(fmax(b->radius[k], from), to) : to;
        if (!(next > at))
            continue;
        double there = blade_at(b, next).chord;
        area += 0.5 * (chord + there) * (next - at);
        at = next;
        chord = there;
    }
    return area;
}

void blade_free(struct blade *b)
{
    for (int k = 0; k < b->n_airfoils; k++)
        mem_free(b->name[k]);
    void *blocks[] = {b->radius, b->chord, b->twist, b->airfoil, b->name,  b->first_level,
                      b->first_row, b->level, b->alpha, b->cl,   b->cd};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        mem_free(blocks[k]);
    *b = (struct blade){.n = 0};
}
