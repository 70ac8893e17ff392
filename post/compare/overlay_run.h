/* overlay_run.h: what an overlay holds of its runs. */
#ifndef UFV_POST_COMPARE_OVERLAY_RUN_H
#define UFV_POST_COMPARE_OVERLAY_RUN_H

#include "cp/cp.h"
#include "input/csv.h"
#include "compare/extrapolate.h"
#include "fields/results.h"
#include "forces/span.h"

enum { OVERLAY_MOST = 7 }; /* runs: as many as there are colours */

struct overlay_options {
    const char *out;        /* FILE.html */
    const char *table;      /* FILE.csv, or NULL */
    struct cli_list names;  /* the n-th is that of the n-th run; none: the folders' */
    struct cp_options cp;   /* sections and the surface that they cut; none: no sections */
    bool family;            /* the runs are of one family of meshes */
    bool quiet;             /* nothing on stdout */
};

struct overlay_run {
    char name[2 * NAME_SIZE];
    struct results results;  /* owned; opened */
    struct csv history;      /* owned */
    bool has_converged, is_judged;
    char *verdict;           /* owned; "" where there is none */
    char *hot;               /* owned; the sentence of cells that are too hot, NULL without any */
    double cells, mach, alpha, cl, cd, cm, iterations, drop; /* alpha: degrees; cm: nose up; drop: decades */
    struct cp_cuts cuts;     /* owned; n 0: none */
    bool has_span;
    struct span_load load;   /* owned */
    struct span_context span;
};

struct overlay {
    const struct overlay_options *o;
    int n;
    struct overlay_run *run; /* [n] */
    struct extrapolation cl, cd, cm; /* with o->family */
};

#endif
