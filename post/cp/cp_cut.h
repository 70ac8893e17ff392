/* cp_cut.h: sections of a surface as ufv-post cp prints, writes and draws them: each
 * with its label and the points that it is compared with.
 */
#ifndef UFV_POST_CP_CP_CUT_H
#define UFV_POST_CP_CP_CUT_H

#include "input/csv.h"
#include "cp/section.h"

/* One section with what goes into its panel. */
struct cp_cut {
    struct section section;
    char label[2 * NAME_SIZE]; /* "y = 0.77755 m (eta = 0.65)" */
    struct csv reference;      /* path NULL: none */
};

/* What the CSV file and the picture need besides the cuts. All borrowed. */
struct cp_context {
    const struct results *r;
    double q;         /* dynamic pressure of the free stream, Pa; of no use where the frame turns */
    enum quantity quantity;
    const char *name; /* of the surface: the globs as given */
    int n_cuts;
    const struct cp_cut *cut; /* [n_cuts] */
};

/* Reads "AXIS=VALUE" (m) or "eta=VALUE" (a fraction of `span` (m) along span_axis, "x",
 * "y" or "z"): the axis (0, 1, 2) that the plane is normal to, where it cuts that axis (m),
 * and a label of at most size - 1 characters. An error when the text cannot be read. */
int cp_parse_section(const char *text, double span, const char *span_axis, int *axis, double *value, char *label,
                     size_t size);

/* The quantity at a point, as it is printed: of cp the coefficient; NAN where none is defined (quantity_scale()). */
double cp_value(const struct cp_context *c, const struct section_point *p);

/* The reference's column [n_rows] of a quantity, under its name of today or an earlier
 * one; an error when there is none. Borrowed from t. */
int cp_reference_column(const struct csv *t, enum quantity quantity, const double **column);

/* Root mean square difference from the reference's points to the cut: to the side
 * that its column `side` (1 upper, -1 lower) says; without one, or where it is 0 or
 * empty, to the nearer. *n: reference points with a value that lie within the cut; NaN
 * when there are none. cut->reference has been read and holds the quantity. */
double cp_difference(const struct cp_context *c, const struct cp_cut *cut, int64_t *n);

#endif
