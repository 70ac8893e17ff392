/* Two results of one mesh, matched by global id whatever their ranks. */
#include "check.h"
#include "compare/compare.h"
#include "post_box.h"

#include <unistd.h>

static char top[] = "/tmp/ufv-test-post-XXXXXX";
static char path_a[80], path_b[80];

static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

static struct box make_box(int n_ranks)
{
    struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = n_ranks, .pressure = linear};
    return b;
}

static void write_box(const struct box *b, const char *name, char results[80])
{
    char folder[64];
    snprintf(folder, sizeof folder, "%s/%s", top, name);
    snprintf(results, 80, "%s/results", folder);
    CHECK(box_write(b, folder) == 0, "%s", error_message());
}

/* Sets a field of one cell, wherever it is. */
static void plant(const char *results, int n_ranks, int field, gid cell, double value)
{
    char folder[128];
    snprintf(folder, sizeof folder, "%s/fields-000000042", results);
    protect_nothing();
    for (int rank = 0; rank < n_ranks; rank++) {
        struct solution s;
        CHECK(solution_read(folder, rank, &s) == 0, "%s", error_message());
        for (int64_t i = 0; i < s.n_cells; i++)
            if (s.cell_gid[i] == cell) {
                s.field[field].value[i] = value;
                CHECK(solution_write(folder, &s) == 0, "%s", error_message());
            }
        solution_free(&s);
    }
}

static int compare(int64_t window, struct comparison *c)
{
    struct results a, b;
    TRY(results_open(path_a, NULL, RESULTS_FIELDS, &a));
    int status = results_open(path_b, NULL, RESULTS_FIELDS, &b);
    if (status == 0) {
        status = compare_results(&a, &b, window, c);
        results_close(&b);
    }
    results_close(&a);
    return status;
}

/* One box on three ranks and on five: cells are matched by id. */
static void same(void)
{
    struct box a = make_box(3), b = make_box(5);
    struct comparison c;
    write_box(&a, "a", path_a);
    write_box(&b, "b", path_b);
    CHECK(compare(0, &c) == 0, "%s", error_message());
    CHECK(c.n_cells == 120 && c.n_fields == 5, "%d cells, %d fields", (int)c.n_cells, c.n_fields);
    for (int f = 0; f < c.n_fields; f++)
        CHECK(c.field[f].largest == 0 && c.field[f].cell == -1, "%s: %g", c.field[f].name, c.field[f].largest);
}

/* Two values are changed. Any window finds them, also those that do not divide the number of cells. */
static void planted(void)
{
    plant(path_b, 5, 2, 77, 1); /* velocity_y: 0.1 z there */
    plant(path_b, 5, 0, 118, 1.5);
    for (int64_t window = 0; window <= 121; window += window < 8 ? 7 : 57) {
        struct comparison c;
        CHECK(compare(window, &c) == 0, "window %d: %s", (int)window, error_message());
        CHECK(c.n_cells == 120, "window %d: %d cells", (int)window, (int)c.n_cells);
        /* cell 77: k = 77 / 30 = 2, z = 2.5 * 0.125; largest z: 3.5 * 0.125 */
        CHECK(c.field[2].cell == 77, "%d", (int)c.field[2].cell);
        CHECK_NEAR(c.field[2].largest, 1 - 0.1 * 2.5 * 0.125, 1e-15);
        CHECK_NEAR(c.field[2].magnitude, 0.1 * 3.5 * 0.125, 1e-16);
        CHECK(c.field[0].cell == 118, "%d", (int)c.field[0].cell);
        CHECK(c.field[4].largest == 0, "pressure");
    }
}

/* On either side of the difference that was planted; a NaN is within no tolerance. */
static void tolerances(void)
{
    bool within = true;
    /* velocity_y differs by 0.96875 of 0.04375: 22.1 relative */
    CHECK(compare_command(path_a, path_b, NULL, INFINITY, true, &within) == 0 && within, "%s", error_message());
    CHECK(compare_command(path_a, path_a, NULL, -1, true, &within) != 0, "a tolerance below 0");
    CHECK(strstr(error_message(), "--tolerance -1"), "%s", error_message());
    CHECK(compare_command(path_a, path_a, NULL, NAN, true, &within) != 0, "a tolerance that nothing could fail");
    CHECK(compare_command(path_a, path_b, NULL, 30, true, &within) == 0 && within, "within 30");
    CHECK(compare_command(path_a, path_b, NULL, 20, true, &within) == 0 && !within, "not within 20");
    CHECK(compare_command(path_a, path_a, NULL, 0, true, &within) == 0 && within, "the same file");
    plant(path_b, 5, 4, 3, NAN);
    struct comparison c;
    CHECK(compare(0, &c) == 0, "%s", error_message());
    CHECK(isnan(c.field[4].largest) && c.field[4].cell == 3, "%g at %d", c.field[4].largest, (int)c.field[4].cell);
    CHECK(compare_command(path_a, path_b, NULL, 1e300, true, &within) == 0 && !within, "a NaN is never within");
}

/* A field that the other has not is named, not passed over. */
static void other_fields(void)
{
    struct box b = make_box(1);
    struct comparison c;
    struct solution s;
    char folder[128];
    write_box(&b, "more", path_b);
    snprintf(folder, sizeof folder, "%s/fields-000000042", path_b);
    CHECK(solution_read(folder, 0, &s) == 0, "%s", error_message());
    text_copy(s.field[4].name, NAME_SIZE, "nu_tilde"); /* was the pressure */
    CHECK(solution_write(folder, &s) == 0, "%s", error_message());
    solution_free(&s);
    CHECK(compare(0, &c) == 0 && c.n_fields == 4, "%s", error_message());
    CHECK(c.n_only[0] == 1 && strcmp(c.only[0][0], "pressure") == 0, "%d, %s", c.n_only[0], c.only[0][0]);
    CHECK(c.n_only[1] == 1 && strcmp(c.only[1][0], "nu_tilde") == 0, "%d, %s", c.n_only[1], c.only[1][0]);
}

/* Fewer cells in B, then in A, in one window and in several. */
static void other_mesh(void)
{
    struct box b = make_box(2);
    struct comparison c;
    b.n[2] = 3;
    write_box(&b, "small", path_b);
    CHECK(compare(0, &c) != 0 && strstr(error_message(), "is not in"), "%s", error_message());
    snprintf(path_b, sizeof path_b, "%s", path_a);
    snprintf(path_a, sizeof path_a, "%s/small/results", top);
    CHECK(compare(0, &c) != 0 && strstr(error_message(), "not in the other"), "%s", error_message());
    CHECK(compare(16, &c) != 0, "in windows");
}

/* Packs that are gone cost the positions only. */
static void without_packs(void)
{
    struct box a = make_box(1);
    char from[96], to[96];
    bool within;
    write_box(&a, "c", path_a);
    write_box(&a, "d", path_b);
    snprintf(from, sizeof from, "%s/c/packs", top);
    snprintf(to, sizeof to, "%s/c/gone", top);
    CHECK(rename(from, to) == 0, "%s", from);
    CHECK(compare_command(path_a, path_b, NULL, 0, true, &within) == 0 && within, "%s", error_message());
    CHECK(compare_command(path_a, path_b, from, 0, true, &within) != 0, "asked for, they must be there");
    CHECK(compare_command(path_a, path_b, to, 0, true, &within) == 0 && within, "%s", error_message());
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    CASE(same);
    CASE(planted);
    CASE(tolerances);
    CASE(other_fields);
    CASE(other_mesh);
    CASE(without_packs);
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
