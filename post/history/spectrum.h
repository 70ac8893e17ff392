/* spectrum.h: `ufv-post spectrum` and `ufv-post probes`: what probes have recorded, and a column of history.csv, in
 * frequencies and as a table. */
#ifndef UFV_POST_HISTORY_SPECTRUM_H
#define UFV_POST_HISTORY_SPECTRUM_H

#include <stdbool.h>

struct spectrum_options {
    const char *probe;    /* a set of the results folder; NULL: `source` is a file, or its history is meant */
    const char *variable; /* NULL: pressure of probes, cl of a history */
    long point;           /* of probes, from 1 */
    double from, to;      /* s; NAN: from the first, to the last row */
    long segments;
    double overlap;
    const char *window;
    double length, speed; /* m, m/s, of the Strouhal number; NAN: none is asked for */
    const char *out, *json, *plot; /* NULL: not written */
    bool quiet;
};

/* source is a results folder, a file of probes or a history.csv. All return nonzero after error_set(). */
int spectrum_command(const char *source, const struct spectrum_options *o);

/* The rows of a file of probes as a table: of one point, counted from 1, or with NULL of all of them. out: NULL:
 * only says what the file holds. */
int probes_command(const char *source, const char *probe, const long *point, const char *out, bool quiet);

#endif
