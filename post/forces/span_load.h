/* span_load.h: forces per section: strips across the span, each with the part of
 * every face that lies in it.
 */
#ifndef UFV_POST_FORCES_SPAN_LOAD_H
#define UFV_POST_FORCES_SPAN_LOAD_H

#include "fields/results.h"

/* Forces of pressure (0) and friction (1) on a strip, N, and their moment about the
 * reference centre, N m. */
struct span_strip {
    double force[2][3], moment[3];
};

struct span_load {
    int axis;          /* 0, 1, 2: along the span */
    double low, width; /* m: strip k reaches from low + k width to low + (k + 1) width */
    int64_t n;
    struct span_strip *strip; /* owned; [n]; freed with mem_free() */
};

/* Integrates over all faces of the patches with chosen[manifest.n_patches] set, in n strips along axis. The strips add
 * up to what forces_integrate() gives. An error when the patches have no extent along the axis, a pressure is missing
 * or not a number, or a rank cannot be read; s->strip is then NULL. */
int span_integrate(const struct results *r, const bool *chosen, int axis, int64_t n, struct span_load *s);

/* The part, 0 .. 1, of a triangle's area that lies where the coordinate is below t; x: its
 * corners' coordinates, ascending, m. */
double span_part_below(const double x[3], double t);

/* What coefficients of strips are formed with. All borrowed. */
struct span_context {
    const struct results *r;
    const struct span_load *load;
    double span;       /* m that eta = 1 stands for, 0: none */
    bool has_friction; /* any strip has some */
};

/* Coefficients of a strip for each metre of span, over the reference length l: cl c / l
 * with the chord c, and so on, whose mean over the span of the reference area is the
 * wing's; cm c^2 / l^2 about the span axis through the reference centre. On a rotor, whose blade lies along the axis of
 * the strips, each refers to the speed at which the stream passes it there. */
struct span_coefficients {
    double cl, cd_pressure, cd_friction, cy, cm;
};

/* Those of strip 0 .. load->n - 1; the reference length is positive. NAN where the dynamic pressure is 0: at the axis
 * of a rotor in air at rest. */
struct span_coefficients span_coefficients(const struct span_context *c, int64_t strip);

#endif
