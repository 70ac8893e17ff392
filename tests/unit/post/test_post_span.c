/* Forces in strips across the span: against the exact shares of triangles, and of
 * the faces of a box under a pressure that is known.
 */
#include "check.h"
#include "forces/forces.h"
#include "post_box.h"
#include "forces/span.h"
#include "forces/span_load.h"

#include <unistd.h>

static char top[] = "/tmp/ufv-test-span-XXXXXX";

static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

/* Area below t of triangles whose areas are plain: a right one with its legs along the
 * axes has t^2 of its area below t, one upside down 1 - (1 - t)^2. */
static void parts(void)
{
    for (int k = 0; k <= 10; k++) {
        double t = 0.1 * k, far[3] = {0, 1, 1}, near[3] = {0, 0, 1}, even[3] = {0, 0.5, 1};
        CHECK_NEAR(span_part_below(far, t), t * t, 1e-15);
        CHECK_NEAR(span_part_below(near, t), 1 - (1 - t) * (1 - t), 1e-15);
        CHECK_NEAR(span_part_below(even, t) + span_part_below(even, 1 - t), 1, 1e-15);
    }
    double flat[3] = {2, 2, 2};
    CHECK_NEAR(span_part_below(flat, 1.9), 0, 0);
    CHECK_NEAR(span_part_below(flat, 2.1), 1, 0);
}

/* --span where it is given, else that of the one group that is named, else the run's; no other than a length. */
static void span_of_eta(void)
{
    struct results_group group[2] = {{.name = "tail", .has_reference = true, .span = 7}, {.name = "wing"}};
    struct results r = {.reference.span = 3, .n_groups = 2, .group = group};
    struct cli_list none = {.n = 0}, tail = {.item = {"tail"}, .n = 1}, both = {.item = {"tail", "wing"}, .n = 2};
    struct cli_list wing = {.item = {"wing"}, .n = 1};
    double span = 0;
    CHECK(results_span(&r, &none, 0, &span) == 0 && span == 3, "%g", span);
    CHECK(results_span(&r, &none, 2, &span) == 0 && span == 2, "%g", span);
    CHECK(results_span(&r, &tail, 0, &span) == 0 && span == 7, "%g", span);
    CHECK(results_span(&r, &tail, 2, &span) == 0 && span == 2, "%g", span);
    CHECK(results_span(&r, &both, 0, &span) == 0 && span == 3, "%g", span);
    CHECK(results_span(&r, &wing, 0, &span) == 0 && span == 3, "%g", span);
    const double wrong[] = {-1, 1e-320, 2e9, NAN, INFINITY};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        CHECK(results_span(&r, &none, wrong[k], &span) != 0 && strstr(error_message(), "give a span"), "%g", wrong[k]);
}

static void make(const struct box *b, const char *name, struct results *r)
{
    char folder[64], path[80];
    snprintf(folder, sizeof folder, "%s/%s", top, name);
    snprintf(path, sizeof path, "%s/results", folder);
    CHECK(box_write(b, folder) == 0, "%s", error_message());
    int status = results_open(path, NULL, RESULTS_GEOMETRY, r);
    CHECK(status == 0, "%s", error_message());
}

/* The top of the box, 2 m by 1 m in 7 by 5 faces, in 5 strips along y: each strip is a
 * row of faces, whose pressures at their centres are linear, so the lift of strip k is
 * (p - p_inf at its middle) times 2 m * 0.2 m. In 10 strips each face is halved. */
static void rows_of_faces(void)
{
    struct box b = {.n = {7, 5, 4}, .origin = {-0.3, 0.2, 1.1}, .length = {2, 1, 0.5}, .n_ranks = 3,
                    .pressure = linear};
    struct results r;
    make(&b, "rows", &r);
    bool chosen[6] = {false, false, false, false, false, true};
    for (int64_t n = 5; n <= 10; n += 5) {
        struct span_load s;
        int status = span_integrate(&r, chosen, 1, n, &s);
        CHECK(status == 0, "%s", error_message());
        CHECK_NEAR(s.low, 0.2, 1e-15);
        CHECK_NEAR(s.width, 1.0 / (double)n, 1e-15);
        for (int64_t k = 0; k < n; k++) {
            double y = 0.2 + 0.2 * ((double)(k * 5 / n) + 0.5), area = 2.0 / (double)n;
            /* rounding of sums of 7 faces of some N */
            CHECK_NEAR(s.strip[k].force[0][2], area * (3 * 0.7 - 5 * y + 7 * 1.6), 1e-13);
            CHECK_NEAR(s.strip[k].force[1][2], 0, 0);
        }
        mem_free(s.strip);
    }
    results_close(&r);
}

/* Any number of strips along any axis adds up to the whole, walls that stand across the
 * axis included. */
static void sums(void)
{
    struct box b = {.n = {3, 4, 5}, .origin = {0, 0, 0}, .length = {1, 1, 1}, .n_ranks = 2, .pressure = linear};
    struct results r;
    make(&b, "sums", &r);
    const struct cli_list all = {.n = 0};
    bool chosen[6] = {true, true, true, true, true, true};
    struct forces f;
    CHECK(forces_integrate(&r, &all, &f) == 0, "%s", error_message());
    struct force whole = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < f.n_patches; k++)
        whole = force_sum(&whole, &f.pressure[k]);
    for (int axis = 0; axis < 3; axis++) {
        struct span_load s;
        double force[3] = {0, 0, 0}, moment[3] = {0, 0, 0};
        CHECK(span_integrate(&r, chosen, axis, 17, &s) == 0, "%s", error_message());
        for (int64_t k = 0; k < s.n; k++)
            for (int d = 0; d < 3; d++) {
                force[d] += s.strip[k].force[0][d];
                moment[d] += s.strip[k].moment[d];
            }
        for (int d = 0; d < 3; d++) { /* rounding of some 1e3 parts of some N */
            CHECK_NEAR(force[d], whole.force[d], 1e-12);
            CHECK_NEAR(moment[d], whole.moment[d], 1e-12);
        }
        mem_free(s.strip);
    }
    forces_free(&f);
    results_close(&r);
}

/* The mean of the strips' coefficients times span * length is the wing's times area. */
static void coefficients(void)
{
    struct box b = {.n = {3, 4, 5}, .origin = {0, 0, 0}, .length = {1, 1, 1}, .n_ranks = 1, .pressure = linear};
    struct results r;
    make(&b, "coefficients", &r);
    char csv[80], line[512];
    snprintf(csv, sizeof csv, "%s/span.csv", top);
    struct span_options o = {.axis = "y", .n = 7, .out = csv, .quiet = true};
    CHECK(span_command(&r, &o) == 0, "%s", error_message());
    FILE *f = fopen(csv, "r");
    double sum = 0, y, eta, cl;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%lf,%lf,%lf", &y, &eta, &cl) == 3) {
            sum += cl;
            CHECK_NEAR(eta, y / 2, 1e-9); /* the box's reference span is 2 m; twelve digits in the file */
        }
    if (f)
        fclose(f);
    CHECK_NEAR(sum / 7, 3.5, 1e-9); /* 7 N over 2 Pa and 1 m^2 */
    o.axis = "w";
    CHECK(span_command(&r, &o) != 0 && strstr(error_message(), "x, y or z"), "%s", error_message());
    o.axis = "y";
    o.n = 0;
    CHECK(span_command(&r, &o) != 0 && strstr(error_message(), "--strips 0"), "%s", error_message());
    results_close(&r);
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    CASE(parts);
    CASE(span_of_eta);
    CASE(rows_of_faces);
    CASE(sums);
    CASE(coefficients);
    char command[160];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
