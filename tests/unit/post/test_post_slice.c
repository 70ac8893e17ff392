/* Planes through boxes: polygons and lines cover what they should, values are those
 * of the cells; extreme values are found where they are.
 */
#include "check.h"
#include "input/csv.h"
#include "report/extremes.h"
#include "post_box.h"
#include "slice/slice.h"

#include <unistd.h>

static char top[] = "/tmp/ufv-test-slice-XXXXXX";

static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

static struct results r;

/* 6 x 5 x 4 cells in [0, 2] x [0, 1] x [0, 0.5] on three ranks. */
static int open_box(bool polyhedra)
{
    struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = 3, .polyhedra = polyhedra, .pressure = linear};
    char folder[64], results[80];
    snprintf(folder, sizeof folder, "%s/box%d", top, polyhedra);
    snprintf(results, sizeof results, "%s/results", folder);
    TRY(box_write(&b, folder));
    return results_open(results, NULL, RESULTS_GEOMETRY, &r);
}

static int slice_to(const char *plane, bool surface, const char *patch, struct csv *t)
{
    char out[64];
    snprintf(out, sizeof out, "%s/slice.csv", top);
    protect_nothing(); /* the table that was read before */
    struct slice_options o = {.plane = plane, .out = out, .surface = surface, .quiet = true};
    if (patch)
        o.patches.item[o.patches.n++] = patch;
    TRY(slice_command(&r, &o));
    return csv_read(out, t);
}

/* Sum of a column, or of its product with another. */
static double sum_of(const struct csv *t, const char *a, const char *b)
{
    const double *x = csv_column(t, a), *y = b ? csv_column(t, b) : NULL;
    double sum = 0;
    CHECK(x && (y || !b), "%s and %s are columns", a, b ? b : "");
    for (int64_t i = 0; x && i < t->n_rows; i++)
        sum += x[i] * (y ? y[i] : 1);
    return sum;
}

/* Through the middle of cells the values are those on the plane: the mean of a
 * linear field is its value in the middle of the rectangle, exactly. */
static void planes_through_cells(void)
{
    struct {
        const char *plane;
        double area, mean;
        int n;
    } row[] = {
        {"x=0.5", 0.5, 10 + 1.5 - 2.5 + 1.75, 20},
        {"y=0.5", 1, 10 + 3 - 2.5 + 1.75, 24},
        {"z=0.0625", 2, 10 + 3 - 2.5 + 0.4375, 30},
    };
    for (int polyhedra = 0; polyhedra < 2; polyhedra++) {
        CHECK(open_box(polyhedra) == 0, "%s", error_message());
        for (int i = 0; i < 3; i++) {
            struct csv t;
            CHECK(slice_to(row[i].plane, false, NULL, &t) == 0, "%s", error_message());
            if (check_case_failures)
                return;
            CHECK(t.n_rows == row[i].n, "%s: %d polygons", row[i].plane, (int)t.n_rows);
            CHECK_NEAR(sum_of(&t, "area", NULL), row[i].area, 1e-12);
            CHECK_NEAR(sum_of(&t, "area", "pressure") / row[i].area, row[i].mean, 1e-10); /* 12 digits in the file */
            csv_free(&t);
        }
        results_close(&r);
    }
}

/* A plane of nodes is cut once, from whichever side has cells. */
static void planes_through_nodes(void)
{
    static const struct {
        const char *plane;
        double area, depth; /* of the centres of the cells that are cut */
    } row[] = {{"y=0", 1, 0.1}, {"y=1", 1, 0.9}, {"y=0.4", 1, 0.3}, {"x=0", 0.5, 1.0 / 6}, {"x=2", 0.5, 11.0 / 6}};
    CHECK(open_box(false) == 0, "%s", error_message());
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct csv t;
        CHECK(slice_to(row[i].plane, false, NULL, &t) == 0, "%s", error_message());
        if (check_case_failures)
            return;
        bool along_x = row[i].plane[0] == 'x';
        double mean = along_x ? 10 + 3 * row[i].depth - 2.5 + 1.75 : 10 + 3 - 5 * row[i].depth + 1.75;
        CHECK_NEAR(sum_of(&t, "area", NULL), row[i].area, 1e-12);
        CHECK_NEAR(sum_of(&t, "area", "pressure") / row[i].area, mean, 1e-10); /* 12 digits in the file */
        csv_free(&t);
    }
    results_close(&r);
}

/* Around the box, and on one side of it. */
static void lines_on_the_boundary(void)
{
    struct csv t;
    CHECK(open_box(false) == 0, "%s", error_message());
    CHECK(slice_to("x=0.5", true, NULL, &t) == 0, "%s", error_message());
    CHECK(t.n_rows == 18, "%d lines", (int)t.n_rows);
    CHECK_NEAR(sum_of(&t, "length", NULL), 3, 1e-12); /* around 1 x 0.5 */
    csv_free(&t);
    CHECK(slice_to("x=0.5", true, "ymin", &t) == 0, "%s", error_message());
    CHECK_NEAR(sum_of(&t, "length", NULL), 0.5, 1e-12);
    CHECK_NEAR(sum_of(&t, "length", "pressure") / 0.5, 10 + 1.5 + 1.75, 1e-10);
    csv_free(&t);
    results_close(&r);
}

/* The corners' cells of a linear field. */
static void extreme_values(void)
{
    static struct extremes e;
    struct variable_list v;
    CHECK(open_box(false) == 0, "%s", error_message());
    CHECK(variables_choose(&r, "pressure,density", false, false, &v) == 0, "%s", error_message());
    CHECK(extremes_find(&r, &v, &e) == 0 && e.n == 2, "%s", error_message());
    CHECK(e.row[0].least.cell == 24, "cell %d", (int)e.row[0].least.cell); /* x low, y high, z low */
    CHECK_NEAR(e.row[0].least.value, linear((double[3]){1.0 / 6, 0.9, 0.0625}), 1e-12);
    CHECK(e.row[0].greatest.cell == 5 + 30 * 3, "cell %d", (int)e.row[0].greatest.cell);
    CHECK_NEAR(e.row[0].greatest.x[0], 11.0 / 6, 1e-12);
    CHECK_NEAR(e.row[1].greatest.value, 1 + 0.1 * 11 / 6, 1e-12);
    results_close(&r);
}

/* A plane beside the mesh, words that are no plane, a patch without --surface or that is not there, and a file of
 * another kind. */
static void refusals(void)
{
    struct csv t;
    CHECK(open_box(false) == 0, "%s", error_message());
    CHECK(slice_to("y=7", false, NULL, &t) != 0 && strstr(error_message(), "cuts no cell"), "%s", error_message());
    static const char *const plane[] = {"y", "w=1", "y=", "y=nan", "=1", ""};
    for (int i = 0; i < 6; i++)
        CHECK(slice_to(plane[i], false, NULL, &t) != 0 && strstr(error_message(), "AXIS=VALUE"), "%s",
              error_message());
    CHECK(slice_to("y=0.5", false, "ymin", &t) != 0 && strstr(error_message(), "--surface"), "%s", error_message());
    CHECK(slice_to("y=0.5", true, "wing", &t) != 0 && strstr(error_message(), "wing"), "%s", error_message());
    struct slice_options o = {.plane = "y=0.5", .out = "/tmp/x.png", .quiet = true};
    CHECK(slice_command(&r, &o) != 0 && strstr(error_message(), "--out"), "%s", error_message());
    results_close(&r);
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    CASE(planes_through_cells);
    CASE(planes_through_nodes);
    CASE(lines_on_the_boundary);
    CASE(extreme_values);
    CASE(refusals);
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
