/* post_files.h: what the tests of single formats share: a box with known fields in a
 * file of that format, and volumes from its points.
 */
#ifndef UFV_TESTS_UNIT_POST_FILES_H
#define UFV_TESTS_UNIT_POST_FILES_H

#include "check.h"
#include "export/export.h"
#include "post_box.h"

#include <unistd.h>

/* Where boxes and files go; files_begin() makes it, files_end() removes it. */
static char files_top[] = "/tmp/ufv-test-files-XXXXXX";

enum { ROOM = 20000 }; /* numbers of an array, more than any of the box has */

static inline double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

/* 120 cells of 1/120 m^3 on three ranks. */
static inline int export_box(const char *format, bool surface, bool polyhedra, char out[96])
{
    struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = 3, .polyhedra = polyhedra, .pressure = linear};
    struct results r;
    char folder[64], results[80];
    static int number;
    snprintf(folder, sizeof folder, "%s/box%d", files_top, number);
    snprintf(results, sizeof results, "%s/results", folder);
    snprintf(out, 96, "%s/out%d.%s", files_top, number++, format);
    TRY(box_write(&b, folder));
    TRY(results_open(results, NULL, RESULTS_GEOMETRY, &r));
    struct export_options o = {.format = format, .out = out, .surface = surface, .quiet = true};
    int status = export_command(&r, &o);
    results_close(&r);
    return status;
}

/* The centre of axis-aligned hexahedra, and of any cell whose corners are. */
static inline void centre_of(const double *x, int64_t stride, const int64_t *node, int64_t n, double centre[3])
{
    for (int c = 0; c < 3; c++) {
        centre[c] = 0;
        for (int64_t k = 0; k < n; k++)
            centre[c] += x[c * stride + node[k]] / (double)n;
    }
}

/* Volume under a polygon: a third of x . S about the origin (divergence theorem). */
static inline double cone(const double *x, int64_t stride, const int64_t *node, int64_t n)
{
    double centre[3], volume = 0;
    centre_of(x, stride, node, n, centre);
    for (int64_t k = 0; k < n; k++) {
        double a[3], b[3];
        for (int c = 0; c < 3; c++) {
            a[c] = x[c * stride + node[k]];
            b[c] = x[c * stride + node[(k + 1) % n]];
        }
        volume += (centre[0] * (a[1] * b[2] - a[2] * b[1]) + centre[1] * (a[2] * b[0] - a[0] * b[2]) +
                   centre[2] * (a[0] * b[1] - a[1] * b[0])) / 6;
    }
    return volume;
}

static inline bool files_begin(void)
{
    return mkdtemp(files_top) != NULL;
}

static inline int files_end(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", files_top);
    CHECK(system(command) == 0, "%s was not removed", files_top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}

#endif
