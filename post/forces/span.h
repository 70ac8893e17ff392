/* span.h: ufv-post span: forces per section, in strips across the span. */
#ifndef UFV_POST_FORCES_SPAN_H
#define UFV_POST_FORCES_SPAN_H

#include "fields/results.h"
#include "forces/span_load.h"

enum { SPAN_MAX_STRIPS = 10000 };

struct span_options {
    struct cli_list patches; /* globs; none: all walls */
    const char *axis;        /* "x", "y", "z": along the span; NULL: the run's, across wind and lift */
    long n;                  /* strips of equal width, 1 .. SPAN_MAX_STRIPS */
    double span;             /* m: eta = 1; 0: the run's reference span */
    const char *out, *plot;  /* files, or NULL */
    bool quiet;              /* nothing on stdout */
};

/* The strips and what their coefficients are formed with, of the options but o->out, o->plot and o->quiet; r was opened
 * with RESULTS_GEOMETRY. c borrows r and s. After success s->strip is freed with mem_free(). Errors as of
 * span_command() but those of files. */
int span_prepare(const struct results *r, const struct span_options *o, struct span_load *s, struct span_context *c);

/* Prints the strips' coefficients and writes o->out and o->plot; r was opened with
 * RESULTS_GEOMETRY. An error when an option is out of range, a glob matches no patch, the
 * run has no free stream that moves or no reference length, a pressure is not a number, or
 * a file cannot be read or written. */
int span_command(const struct results *r, const struct span_options *o);

#endif
