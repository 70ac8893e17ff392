/* cp_cut.c: cuts of a surface as they are asked for, and compared with points of a
 * reference, such as an experiment.
 */
#include "cp/cp_cut.h"

#include "error.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Tips may lie outside of a reference span that is one of several in use, or of a trapezium. */
static const double most_eta = 1.5;

/* span: m; span_axis: "x", "y" or "z". label: for titles and tables. */
int cp_parse_section(const char *text, double span, const char *span_axis, int *axis, double *value, char *label,
                     size_t size)
{
    const char *equals = strchr(text, '=');
    if (!equals || text_to_double(equals + 1, value) != 0 || !isfinite(*value))
        return error_set("--section %s: write AXIS=VALUE in metres, such as y=0.5, or eta=0.65", text);
    char name[8];
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    *axis = axis_of_text(name);
    if (*axis >= 0) {
        snprintf(label, size, "%s = %g m", name, *value);
        return 0;
    }
    if (strcmp(name, "eta") != 0)
        return error_set("--section %s: the axis is x, y or z, or eta for a fraction of the span", text);
    *axis = axis_of_text(span_axis);
    if (*axis < 0)
        return error_set("--span-axis %s: the axis is x, y or z", span_axis);
    if (!(span > 0))
        return error_set("--section %s: eta needs a span in metres; give it with --span", text);
    /* eta is counted from the plane 0 of the axis, as for a half model that begins at its symmetry plane. */
    double eta = *value;
    if (fabs(eta) > most_eta)
        return error_set("--section %s: eta is a fraction of the span, from 0 to 1; write eta=0.65 for 65 %%, or a "
                         "length as %s=%g", text, span_axis, eta);
    *value = eta * span;
    snprintf(label, size, "%s = %g m (eta = %g)", span_axis, *value, eta);
    return 0;
}

double cp_value(const struct cp_context *c, const struct section_point *p)
{
    double q = rotor_turns(&c->r->reference.rotor) ? results_local_pressure(c->r, p->x) : c->q;
    return quantity_scale(c->quantity, c->r, q, p->value);
}

int cp_reference_column(const struct csv *t, enum quantity quantity, const double **column)
{
    *column = csv_column(t, quantity_old_name(quantity));
    return *column ? 0 : csv_need_column(t, quantity_name(quantity), column);
}

/* cp of the cut at a chord fraction on a side (0: any, as that of curves that are not
 * split), nearest to cp; NaN: none.
 * A chord fraction is met on each curve and side once or more; of all the crossings the one nearest to the
 * reference's value counts. Ends of a piece included: (x - xa) (x - xb) may be 0. */
static double nearest_cp(const struct cp_context *c, const struct section *s, double x, int side, double cp)
{
    double best = NAN;
    for (int64_t i = 0; i + 1 < s->n_points; i++) {
        const struct section_point *a = &s->point[i], *b = a + 1;
        if (a->curve != b->curve || a->side != b->side || (side && a->side && a->side != side))
            continue;
        double xa = a->chord_fraction, xb = b->chord_fraction;
        if ((x - xa) * (x - xb) > 0)
            continue;
        /* A piece normal to the chord, as a blunt trailing edge has, stands for its first point. */
        double t = xa == xb ? 0 : (x - xa) / (xb - xa);
        double here = (1 - t) * cp_value(c, a) + t * cp_value(c, b);
        if (!isnan(here) && !(fabs(best - cp) <= fabs(here - cp)))
            best = here;
    }
    return best;
}

/* What a cell of the column `side` says; 0: none, or an empty one. */
static int side_of(double cell)
{
    return (cell > 0) - (cell < 0);
}

/* Root mean square over the *n points that could be compared; 0 / 0, NaN, where there is none. */
double cp_difference(const struct cp_context *c, const struct cp_cut *cut, int64_t *n)
{
    const double *x = csv_column(&cut->reference, "x_over_c"), *side = csv_column(&cut->reference, "side"), *cp;
    double sum = 0;
    *n = 0;
    if (cp_reference_column(&cut->reference, c->quantity, &cp) != 0)
        return NAN;
    for (int64_t i = 0; i < cut->reference.n_rows; i++) {
        double here = nearest_cp(c, &cut->section, x[i], side ? side_of(side[i]) : 0, cp[i]);
        if (isnan(here) || isnan(cp[i]))
            continue;
        sum += (here - cp[i]) * (here - cp[i]);
        (*n)++;
    }
    return sqrt(sum / (double)*n);
}
