/* Animations: two states of a box as .pvd and as one .vtkhdf, whose values are held
 * against what was stored; the layout against VTK's description of transient data.
 */
#include "check.h"
#include "post_box.h"
#include "export/series.h"

#include <hdf5.h>
#include <unistd.h>

static char top[] = "/tmp/ufv-test-series-XXXXXX";
static char results[80], packs[80];
enum { N_CELLS = 3 * 4 * 5, LATER = 43 };

static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

/* The box's state of iteration 42 again as iteration 43: a second later, twice the
 * pressure. */
static void add_later_state(int n_ranks)
{
    char from[160], to[160];
    snprintf(from, sizeof from, "%s/fields-000000042", results);
    snprintf(to, sizeof to, "%s/fields-%09d", results, LATER);
    CHECK(mkdir(to, 0777) == 0, "%s", to);
    for (int rank = 0; rank < n_ranks; rank++) {
        struct solution s;
        int status = solution_read(from, rank, &s);
        CHECK(status == 0, "%s", error_message());
        if (status)
            return;
        s.iteration = LATER;
        s.time = 1;
        for (int64_t i = 0; i < s.n_cells; i++)
            s.field[4].value[i] *= 2;
        CHECK(solution_write(to, &s) == 0, "%s", error_message());
        solution_free(&s);
    }
}

static void make(void)
{
    struct box b = {.n = {3, 4, 5}, .origin = {0, 0, 0}, .length = {1, 1, 1}, .n_ranks = 2, .pressure = linear};
    char folder[64];
    snprintf(folder, sizeof folder, "%s/box", top);
    snprintf(results, sizeof results, "%s/results", folder);
    snprintf(packs, sizeof packs, "%s/packs", folder);
    CHECK(box_write(&b, folder) == 0, "%s", error_message());
    add_later_state(2);
}

/* Both steps with their times, and their files beside the index. */
static void index_file(void)
{
    char out[96], text[2048] = "", wanted[2][80];
    snprintf(out, sizeof out, "%s/movie", top);
    struct export_options o = {.format = "vtu", .out = out, .quiet = true};
    CHECK(series_command(results, NULL, &o) == 0, "%s", error_message());
    strcat(out, ".pvd");
    FILE *f = fopen(out, "r");
    CHECK(f != NULL, "%s", out);
    if (!f)
        return;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    for (int k = 0; k < 2; k++) {
        snprintf(wanted[k], sizeof wanted[k], "timestep=\"%d\" file=\"movie-%09d.pvtu\"", k, 42 + k);
        CHECK(strstr(text, wanted[k]), "%s is not in %s", wanted[k], text);
        snprintf(wanted[k], sizeof wanted[k], "%s/movie-%09d.pvtu", top, 42 + k);
        CHECK(access(wanted[k], R_OK) == 0, "%s", wanted[k]);
    }
}

static int64_t length_of(hid_t file, const char *name)
{
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
    int64_t n = H5Sget_simple_extent_npoints(space);
    H5Sclose(space);
    H5Dclose(set);
    return n;
}

static void read_doubles(hid_t file, const char *name, double *value)
{
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    CHECK(set >= 0 && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0, "%s", name);
    H5Dclose(set);
}

/* The mesh once, the values of both steps one behind the other, and where each step's begin. */
static void one_file(void)
{
    char out[96];
    snprintf(out, sizeof out, "%s/movie.vtkhdf", top);
    struct export_options o = {.format = "vtkhdf", .out = out, .quiet = true};
    CHECK(series_command(results, NULL, &o) == 0, "%s", error_message());
    hid_t f = H5Fopen(out, H5F_ACC_RDONLY, H5P_DEFAULT);
    CHECK(f >= 0, "%s", out);
    if (f < 0)
        return;
    double pressure[2 * N_CELLS] = {0}, value[2] = {-1, -1}, begin[2] = {-1, -1};
    CHECK(length_of(f, "VTKHDF/Types") == N_CELLS, "the mesh stands there once");
    CHECK(length_of(f, "VTKHDF/CellData/pressure") == 2 * N_CELLS, "values of two steps");
    read_doubles(f, "VTKHDF/CellData/pressure", pressure);
    read_doubles(f, "VTKHDF/Steps/Values", value);
    read_doubles(f, "VTKHDF/Steps/CellDataOffsets/pressure", begin);
    CHECK(value[0] == 0 && value[1] == 1, "times %g, %g", value[0], value[1]);
    CHECK(begin[0] == 0 && begin[1] == N_CELLS, "offsets %g, %g", begin[0], begin[1]);
    double sum = 0;
    for (int i = 0; i < N_CELLS; i++) {
        CHECK_NEAR(pressure[N_CELLS + i], 2 * pressure[i], 0);
        sum += pressure[i] / N_CELLS;
    }
    CHECK_NEAR(sum, 12.5, 1e-12); /* of a linear function: its value in the middle */
    H5Fclose(f);
}

/* A file name with what XML reserves. */
static void index_of_odd_names(void)
{
    char out[96], text[2048] = "";
    snprintf(out, sizeof out, "%s/a&b<c", top);
    struct export_options o = {.format = "vtu", .out = out, .quiet = true};
    CHECK(series_command(results, NULL, &o) == 0, "%s", error_message());
    strcat(out, ".pvd");
    FILE *f = fopen(out, "r");
    CHECK(f && fread(text, 1, sizeof text - 1, f) > 0, "%s", out);
    if (f)
        fclose(f);
    CHECK(strstr(text, "file=\"a&amp;b&lt;c-000000042.pvtu\""), "%s", text);
}

/* .hdf is taken for an ending, as by export. */
static void other_ending(void)
{
    char out[96];
    snprintf(out, sizeof out, "%s/other.hdf", top);
    struct export_options o = {.format = "vtkhdf", .out = out, .quiet = true};
    CHECK(series_command(results, NULL, &o) == 0, "%s", error_message());
    snprintf(out, sizeof out, "%s/other.vtkhdf", top);
    CHECK(access(out, R_OK) == 0, "%s", out);
}

/* A step without the last field of the first: VTKHDF has the same arrays in all. */
static void steps_with_other_fields(void)
{
    char folder[160], out[96];
    struct solution s;
    snprintf(folder, sizeof folder, "%s/fields-%09d", results, LATER);
    snprintf(out, sizeof out, "%s/unlike", top);
    protect_nothing();
    for (int rank = 0; rank < 2; rank++) {
        CHECK(solution_read(folder, rank, &s) == 0, "%s", error_message());
        text_copy(s.field[s.n_fields - 1].name, NAME_SIZE, "entropy");
        CHECK(solution_write(folder, &s) == 0, "%s", error_message());
        solution_free(&s);
    }
    struct export_options o = {.format = "vtkhdf", .out = out, .quiet = true};
    CHECK(series_command(results, NULL, &o) != 0 && strstr(error_message(), "its fields are not those of") &&
          strstr(error_message(), "entropy"), "%s", error_message());
    o.variables = "density";
    CHECK(series_command(results, NULL, &o) == 0, "%s", error_message());
}

/* A format that has no series, a folder without fields, and none at all. */
static void refusals(void)
{
    char out[96];
    snprintf(out, sizeof out, "%s/no", top);
    struct export_options o = {.format = "plt", .out = out, .quiet = true};
    CHECK(series_command(results, NULL, &o) != 0 && strstr(error_message(), "vtu or vtkhdf"), "%s", error_message());
    o.format = "vtu";
    CHECK(series_command(packs, NULL, &o) != 0 && strstr(error_message(), "no fields folder"), "%s", error_message());
    CHECK(series_command("/nowhere/at/all", NULL, &o) != 0, "a folder that is not there");
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    make();
    CASE(index_file);
    CASE(one_file);
    CASE(index_of_odd_names);
    CASE(other_ending);
    CASE(steps_with_other_fields);
    CASE(refusals);
    char command[160];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
