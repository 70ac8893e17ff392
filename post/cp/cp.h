/* cp.h: ufv-post cp: pressure coefficient, or another quantity of the wall, along
 * cuts of a surface.
 */
#ifndef UFV_POST_CP_CP_H
#define UFV_POST_CP_CP_H

#include "cp/cp_cut.h"
#include "fields/results.h"

struct cp_options {
    struct cli_list patches;    /* globs: the surface to cut; at least one */
    struct cli_list sections;   /* "y=0.5" (m) or "eta=0.65"; at least one */
    struct cli_list references; /* CSV files with x_over_c and the quantity; the n-th goes with the n-th section */
    double span;                /* m: eta = 1; 0: the run's reference span */
    const char *span_axis;      /* "x", "y", "z"; NULL: the run's, across wind and lift */
    const char *quantity;       /* as quantity_find() reads it */
    const char *out, *plot;     /* files, or NULL */
    bool quiet;                 /* nothing on stdout */
};

/* The cuts of a surface with what they are drawn with. */
struct cp_cuts {
    int n;
    struct cp_cut *cut;        /* owned; [n] */
    struct cp_context context; /* borrows the others, and the run; of no use after a copy */
    char name[256];            /* of the surface */
};

/* Cuts a surface of r (opened with RESULTS_GEOMETRY) at o->sections and reads o->references; free with cp_cuts_free().
 * Errors as of cp_command() but those of files that are written. */
int cp_cuts_make(const struct results *r, const struct cp_options *o, struct cp_cuts *all);
void cp_cuts_free(struct cp_cuts *all);

/* Cuts a surface of r (opened with RESULTS_GEOMETRY), prints a summary of each cut and
 * writes o->out and o->plot. An error when an option cannot be read, a glob matches no
 * patch, a plane misses the surface, the run has no such quantity or no free stream that
 * moves, or a file cannot be read or written. */
int cp_command(const struct results *r, const struct cp_options *o);

#endif
