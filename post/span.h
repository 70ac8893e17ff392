/* span.h: ufv-post span: forces per section: strips across the span, each with the
 * part of every face that lies in it.
 */
#ifndef UFV_POST_SPAN_H
#define UFV_POST_SPAN_H

#include "results.h"

enum { SPAN_MAX_STRIPS = 10000 };

struct span_options {
    struct cli_list patches; /* globs; none: all walls */
    const char *axis;        /* "x", "y", "z": along the span; NULL: the run's, across wind and lift */
    long n;                  /* strips of equal width */
    double span;             /* m: eta = 1; 0: the run's reference span */
    const char *out, *plot;  /* files, or NULL */
    bool quiet;
};

/* Forces of pressure (0) and friction (1) on a strip, N, and their moment about the
 * reference centre, N m. */
struct span_strip {
    double force[2][3], moment[3];
};

struct span_load {
    int axis;
    double low, width; /* m: strip k reaches from low + k width to low + (k + 1) width */
    int64_t n;
    struct span_strip *strip; /* owned; [n] */
};

/* All faces of the chosen patches [manifest.n_patches]. The strips' sums are those of
 * forces_integrate(). */
int span_integrate(const struct results *r, const bool *chosen, int axis, int64_t n, struct span_load *s);

/* The part of a triangle's area that lies where the coordinate is below t; x: its
 * corners' coordinates, ascending. */
double span_part_below(const double x[3], double t);

int span_command(const struct results *r, const struct span_options *o);

/* span_plot.c */
struct span_context {
    const struct results *r;
    const struct span_load *load;
    double q, span; /* Pa; m that eta = 1 stands for, 0: none */
    bool has_friction;
};
int span_plot(const struct span_context *c, const char *path);

/* Coefficients of a strip for each metre of span, over the reference length: cl c / l
 * and so on, whose mean over the span of the reference area is the wing's. */
struct span_coefficients {
    double cl, cd_pressure, cd_friction, cy, cm; /* cm: about the span axis */
};
struct span_coefficients span_coefficients(const struct span_context *c, int64_t strip);

#endif
