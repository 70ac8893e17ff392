/* case_notes.c: settings that are allowed and most often meant otherwise.
 */
#include "case/case_notes.h"

#include <math.h>

/* Angles below this many degrees are rare, and as radians they are 11 degrees or less. */
static const double small_angle = 0.2;

static void note_angle(FILE *f, const char *name, double angle)
{
    if (angle != 0 && fabs(angle) < small_angle)
        fprintf(f, "ufv-solve: note: [flow] %s = %g is in degrees; should it be radians, write %.4g\n", name, angle,
                angle * 180 / M_PI);
}

/* A plane mesh lies in x-y as a rule, across which the default `up` turns the wind. */
static void note_symmetry(FILE *f, const struct case_file *c, double across)
{
    if (across > 1e-3 && c->mach > 0)
        fprintf(f,
                "ufv-solve: note: the free stream crosses the symmetry patches, at %.3g degrees on average; "
                "alpha turns it towards [flow] up = %s\n",
                asin(fmin(across, 1)) * 180 / M_PI, c->up == UP_Z ? "z" : "y");
}

void case_notes(struct case_file *c, double across_symmetry, FILE *f)
{
    note_angle(f, "alpha", c->alpha);
    note_angle(f, "beta", c->beta);
    bool reynolds = !isnan(c->reynolds);
    if (c->model == EQUATIONS_EULER && (reynolds || !isnan(c->viscosity)))
        fprintf(f, "ufv-solve: note: [flow] %s has no effect, since [model] equations = euler\n",
                reynolds ? "reynolds" : "viscosity");
    if (c->model != EQUATIONS_EULER && reynolds && !config_find(&c->config, "flow", "reynolds_length"))
        fprintf(f, "ufv-solve: note: [flow] reynolds is for a length of %g m; set reynolds_length when it is for "
                   "another\n", c->reynolds_length);
    note_symmetry(f, c, across_symmetry);
}
