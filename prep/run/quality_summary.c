/* quality_summary.c: a row for each measure: what its limit means for a run. */
#include "run/quality_summary.h"

#include "element.h"

#include <inttypes.h>

static const struct {
    const char *what, *expect;
} rows[QUALITY_N] = {
    [QUALITY_ORTHOGONALITY] = {"faces turn 90 deg or more from the line between their cells",
                               "gradients across them have the wrong sign, and a run may diverge there"},
    [QUALITY_SKEWNESS] = {"faces lie beside the line between their cells by more than 3.2 of its length",
                          "values at them are extrapolated, with an accuracy below the second order"},
    [QUALITY_SIZE_RATIO] = {"faces part cells whose volumes differ by more than 30",
                            "limiters act there and waves are reflected"},
    [QUALITY_ASPECT] = {"cells have an aspect ratio above 10000",
                        "steps in time are limited by their thickness, and implicit runs take more of them"},
};

/* Cells are numbered from 1 for users. */
static void add_line(const struct mesh *m, const struct mesh_quality *q, enum quality_measure k,
                     struct quality_summary *s)
{
    const struct quality_values *v = &q->of[k];
    char where[128];
    double x[3];
    if (k == QUALITY_ASPECT) {
        mesh_cell_place(m, v->where, x);
        snprintf(where, sizeof where, "cell %" PRId64 " (%s)", v->where + 1,
                 element_info(m->cell_type[v->where])->name);
    } else {
        mesh_face_place(m, v->where, x);
        snprintf(where, sizeof where, "between cells %" PRId64 " and %" PRId64, (int64_t)m->left[v->where] + 1,
                 (int64_t)m->right[v->where] + 1);
    }
    snprintf(s->line[s->n++], SUMMARY_LINE, "%" PRId64 " of %" PRId64 " %s (worst %.4g%s, %s at (%g, %g, %g)): %s",
             v->beyond, v->n, rows[k].what, v->worst, quality_row[k].unit, where, x[0], x[1], x[2], rows[k].expect);
}

void quality_summary_make(const struct mesh *m, const struct mesh_quality *q, struct quality_summary *s)
{
    s->n = 0;
    for (int k = 0; k < QUALITY_N; k++)
        if (q->of[k].beyond > 0)
            add_line(m, q, (enum quality_measure)k, s);
}

void quality_summary_print(const struct quality_summary *s, FILE *f)
{
    if (s->n == 0)
        fprintf(f, "doubts     none by these measures\n");
    for (int i = 0; i < s->n; i++)
        fprintf(f, "%s %s\n", i ? "          " : "doubts    ", s->line[i]);
}
