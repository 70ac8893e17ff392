/* plane_flux.h: ufv-post flux: mass, momentum and energy through planes in the flow, and through patches as the run
 * recorded them.
 */
#ifndef UFV_POST_SLICE_PLANE_FLUX_H
#define UFV_POST_SLICE_PLANE_FLUX_H

#include "fields/results.h"

struct flux_options {
    struct cli_list planes;       /* "x=0.5": an axis and metres */
    const char *point, *normal;   /* "X,Y,Z": of one more plane, in any direction; NULL: there is none */
    const char *box;              /* "X0:X1,Y0:Y1,Z0:Z1", m: the part of the planes that counts; NULL: all */
    const char *circle;           /* "X,Y,Z,R", m: likewise */
    struct cli_list patches;      /* globs and groups */
    const char *out, *json;       /* FILE.csv, FILE; NULL: not written */
    bool quiet;                   /* nothing on stdout */
};

/* Prints and writes what crosses the planes and patches of r, opened with RESULTS_GEOMETRY. An error when options say
 * nothing or contradict one another, a plane or the part of it that counts cuts no cell, a patch lets nothing through,
 * fields are missing, or a file cannot be read or written. */
int flux_command(const struct results *r, const struct flux_options *o);

#endif
