/* cp.h: ufv-post cp: pressure coefficient, or another quantity of the wall, along
 * cuts of a surface. */
#ifndef UFV_POST_CP_H
#define UFV_POST_CP_H

#include "csv.h"
#include "results.h"
#include "section.h"

struct cp_options {
    struct cli_list patches;    /* globs */
    struct cli_list sections;   /* "y=0.5" (m) or "eta=0.65" */
    struct cli_list references; /* CSV files with x_over_c and the quantity; the n-th goes with the n-th section */
    double span;                /* m: eta = 1; 0: the run's reference span */
    const char *span_axis;      /* "x", "y", "z"; NULL: the run's, across wind and lift */
    const char *quantity;       /* as quantity_name() gives it */
    const char *out, *plot;     /* files, or NULL */
    bool quiet;
};

/* One section with what goes into its panel. */
struct cp_cut {
    struct section section;
    char label[2 * NAME_SIZE]; /* "y = 0.77755 m (eta = 0.65)" */
    struct csv reference;      /* path NULL: none */
};

/* What the CSV file and the picture need besides the cuts. */
struct cp_context {
    const struct results *r;
    double q;         /* Pa */
    enum quantity quantity;
    const char *name; /* of the surface: the globs as given */
    int n_cuts;
    const struct cp_cut *cut; /* [n_cuts] */
};

/* Reads "AXIS=VALUE" or "eta=VALUE". */
int cp_parse_section(const char *text, double span, const char *span_axis, int *axis, double *value, char *label,
                     size_t size);

/* The quantity at a point, as it is printed. */
double cp_value(const struct cp_context *c, const struct section_point *p);

/* Root mean square difference from the reference's points to the cut: to the side
 * that its column `side` (1 upper, -1 lower) says; without one, or where it is 0 or
 * empty, to the nearer. n: reference points with a value that lie within the cut; NaN
 * when there are none. */
double cp_difference(const struct cp_context *c, const struct cp_cut *cut, int64_t *n);

int cp_command(const struct results *r, const struct cp_options *o);

/* cp_plot.c */
int cp_plot(const struct cp_context *c, const char *png);

#endif
