/* The part of the report that only --check prints: histograms of quality, walls, places of the worst cells. */
#include "run/check_report.h"

#include "element.h"

#include <inttypes.h>

/* Cells are numbered from 1 for users, as mesh generators number them. */
static void print_cell(const struct mesh *m, const struct metrics *g, const char *what, int64_t c, FILE *f)
{
    fprintf(f, "%s %g m^3: cell %" PRId64 " (%s) at (%g, %g, %g)\n", what, g->volume[c], c + 1,
            element_info(m->cell_type[c])->name, g->centroid[c], g->centroid[g->stride + c],
            g->centroid[2 * g->stride + c]);
}

/* Where the worst value of a measure is. */
static void print_place(const struct mesh *m, enum quality_measure k, int64_t where, FILE *f)
{
    double x[3];
    if (k == QUALITY_ASPECT) {
        mesh_cell_place(m, where, x);
        fprintf(f, "cell %" PRId64 " (%s)", where + 1, element_info(m->cell_type[where])->name);
    } else {
        mesh_face_place(m, where, x);
        fprintf(f, "between cells %" PRId64 " and %" PRId64, (int64_t)m->left[where] + 1, (int64_t)m->right[where] + 1);
    }
    fprintf(f, " at (%g, %g, %g)\n", x[0], x[1], x[2]);
}

/* A line a bin; the longest bar has 40 marks, and what is not empty has one at least.
 * marks is rounded up, so that one bad cell among millions still shows. */
static void print_histogram(const struct quality_values *v, const struct quality_row *row, FILE *f)
{
    int64_t most = 0;
    for (int b = 0; b < QUALITY_BINS; b++)
        most = v->count[b] > most ? v->count[b] : most;
    for (int b = 0; b < QUALITY_BINS; b++) {
        /* v->n > 0 (print_measure()), hence most > 0. */
        int marks = (int)((v->count[b] * 40 + most - 1) / most);
        /* Nine bins, the last without an edge (mesh_quality.h). */
        if (b < QUALITY_EDGES)
            fprintf(f, "             below %-6g", row->edge[b]);
        else
            fprintf(f, "             the rest    ");
        fprintf(f, " %10" PRId64 " %5.1f %%%s%.*s\n", v->count[b], 100.0 * (double)v->count[b] / (double)v->n,
                marks ? " " : "", marks, "########################################");
    }
}

/* A mesh of one cell has no measure of inner faces: no line. */
static void print_measure(const struct mesh *m, const struct mesh_quality *q, enum quality_measure k, FILE *f)
{
    const struct quality_values *v = &q->of[k];
    const struct quality_row *row = &quality_row[k];
    if (v->n == 0)
        return;
    fprintf(f, "%s: mean %.4g%s, worst %.4g%s, ", row->name, v->sum / (double)v->n, row->unit, v->worst, row->unit);
    print_place(m, k, v->where, f);
    print_histogram(v, row, f);
}

static void print_walls(const struct mesh *m, const struct mesh_quality *q, FILE *f)
{
    if (q->n_wall_faces == 0) {
        fprintf(f, "walls      none: no wall distance and no forces\n");
        return;
    }
    double low[3], high[3];
    mesh_face_place(m, q->lowest_face, low);
    mesh_face_place(m, q->highest_face, high);
    fprintf(f, "walls      centroids of the first cells are %g m (median %g, at most %g) from their %" PRId64
            " faces; least at (%g, %g, %g), most at (%g, %g, %g)\n",
            q->height_min, q->height_median, q->height_max, q->n_wall_faces, low[0], low[1], low[2], high[0], high[1],
            high[2]);
}

static void print_patches(const struct mesh *m, const struct mesh_quality *q, FILE *f)
{
    /* Patches that a solver would ask for: a case can name them later, hence a reminder and no error. */
    int without = 0;
    for (int p = 0; p < m->n_patches; p++) {
        fprintf(f, "%s %-28s %-20s %12g m^2\n", p ? "          " : "areas     ", m->patch[p].name,
                bc_kind_name(m->patch[p].kind), q->patch_area[p]);
        without += m->patch[p].kind == BC_NONE && m->patch[p].n_faces > 0;
    }
    if (without)
        fprintf(f, "to do      %d patches have no kind: set it in [patches] of the case file or of --config\n",
                without);
}

void check_report_print(const struct mesh *m, const struct metrics *g, const struct mesh_quality *q, FILE *f)
{
    fprintf(f, "box        x %g .. %g, y %g .. %g, z %g .. %g m\n", q->low[0], q->high[0], q->low[1], q->high[1],
            q->low[2], q->high[2]);
    print_patches(m, q, f);
    print_cell(m, g, "smallest  ", q->smallest_cell, f);
    print_cell(m, g, "largest   ", q->largest_cell, f);
    print_walls(m, q, f);
    for (int k = 0; k < QUALITY_N; k++)
        print_measure(m, q, (enum quality_measure)k, f);
    fprintf(f, "closure    %.2g: the largest sum of a cell's outward area vectors, divided by its surface area\n",
            q->closure_max);
}
