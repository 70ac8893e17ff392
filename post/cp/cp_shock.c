/* cp_shock.c: a side is walked downstream, along the chord fraction, from point to point. */
#include "cp/cp_shock.h"

#include <math.h>

static const double STEEP = 3;    /* of Cp over x/c: a shock over a tenth of the chord raises Cp by a third */
static const double AROUND = 0.05; /* of the chord: where the steepest rise is looked for */

double cp_sonic(const struct solution_reference *f)
{
    double m2 = f->mach * f->mach, g = f->gamma;
    return 2 / (g * m2) * (pow((2 + (g - 1) * m2) / (g + 1), g / (g - 1)) - 1);
}

/* A piece of the side from a to b downstream; false: points i and i + 1 are none. */
static bool piece_of(const struct section *s, int64_t i, int side, const struct section_point **a,
                     const struct section_point **b)
{
    *a = &s->point[i], *b = &s->point[i + 1];
    if ((*a)->curve != (*b)->curve || (*a)->side != side || (*b)->side != side)
        return false;
    if ((*a)->chord_fraction > (*b)->chord_fraction) {
        const struct section_point *other = *a;
        *a = *b;
        *b = other;
    }
    return (*b)->chord_fraction > (*a)->chord_fraction;
}

static double steepest_around(const struct cp_context *c, const struct section *s, int side, double x)
{
    double found = 0;
    const struct section_point *a, *b;
    for (int64_t i = 0; i + 1 < s->n_points; i++)
        if (piece_of(s, i, side, &a, &b) && fabs(0.5 * (a->chord_fraction + b->chord_fraction) - x) <= AROUND)
            found = fmax(found, (cp_value(c, b) - cp_value(c, a)) / (b->chord_fraction - a->chord_fraction));
    return found;
}

struct cp_shock cp_shock_find(const struct cp_context *c, const struct section *s, int side)
{
    struct cp_shock k = {.x = NAN};
    const struct section_point *a, *b;
    if (c->quantity != QUANTITY_CP || rotor_turns(&c->r->reference.rotor) || !(c->r->reference.mach > 0))
        return k;
    double sonic = cp_sonic(&c->r->reference);
    for (int64_t i = 0; i + 1 < s->n_points; i++) {
        if (!piece_of(s, i, side, &a, &b))
            continue;
        double before = cp_value(c, a), after = cp_value(c, b);
        if (!(before < sonic && after >= sonic))
            continue;
        double x = a->chord_fraction + (sonic - before) / (after - before) * (b->chord_fraction - a->chord_fraction);
        k.x = isnan(k.x) ? x : fmax(k.x, x);
    }
    k.is_steep = !isnan(k.x) && steepest_around(c, s, side, k.x) >= STEEP;
    return k;
}
