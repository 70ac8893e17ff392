/* Opening results, and forces against exact integrals of pressure over a box. */
#include "check.h"
#include "cp/cp.h"
#include "forces/forces.h"
#include "post_box.h"
#include "forces/span.h"

#include <unistd.h>

static char top[] = "/tmp/ufv-test-post-XXXXXX";
static char folder[64], results[80];

static double constant(const double x[3])
{
    (void)x;
    return 10;
}

/* p - p_inf = 3 x - 5 y + 7 z */
static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

static struct box make_box(int n_ranks, double (*pressure)(const double x[3]))
{
    struct box b = {.n = {7, 5, 4}, .origin = {-0.3, 0.2, 1.1}, .length = {2, 1, 0.5}, .n_ranks = n_ranks,
                    .pressure = pressure};
    static int number;
    snprintf(folder, sizeof folder, "%s/box%d", top, number++);
    snprintf(results, sizeof results, "%s/results", folder);
    return b;
}

static void integrate(const struct box *b, const struct cli_list *globs, struct force *sum)
{
    struct results r;
    struct forces f;
    memset(sum, 0, sizeof *sum);
    CHECK(box_write(b, folder) == 0, "%s", error_message());
    int status = results_open(results, NULL, RESULTS_GEOMETRY, &r);
    CHECK(status == 0, "%s", error_message());
    if (status)
        return;
    CHECK(r.n_ranks == b->n_ranks && r.iteration == 42, "%d ranks", r.n_ranks);
    status = forces_integrate(&r, globs, &f);
    CHECK(status == 0, "%s", error_message());
    if (status == 0) {
        for (int i = 0; i < f.n_patches; i++)
            *sum = force_sum(sum, &f.pressure[i]);
        CHECK(!f.has_friction, "there is no friction");
        forces_free(&f);
    }
    results_close(&r);
}

static const struct cli_list all_walls = {.n = 0};

/* That of the free stream: no force, exactly. */
static void constant_pressure(void)
{
    struct force sum;
    struct box b = make_box(3, constant);
    integrate(&b, &all_walls, &sum);
    for (int c = 0; c < 3; c++) { /* p - p_inf is exactly zero on every face */
        CHECK_NEAR(sum.force[c], 0, 0);
        CHECK_NEAR(sum.moment[c], 0, 0);
    }
}

/* Gauss: the integral of p n over the closed surface is grad p times the volume,
 * here 1 m^3. The midpoint rule is exact for linear p; rounding of 166 faces. */
static void linear_pressure(void)
{
    for (int n_ranks = 1; n_ranks <= 4; n_ranks += 3) {
        struct force sum;
        struct box b = make_box(n_ranks, linear);
        integrate(&b, &all_walls, &sum);
        CHECK_NEAR(sum.force[0], 3, 1e-13);
        CHECK_NEAR(sum.force[1], -5, 1e-13);
        CHECK_NEAR(sum.force[2], 7, 1e-13);
        /* The integral of r x p n is the integral of r x grad p: the volume's
         * centroid (0.7, 0.7, 1.35) x grad p. p is linear and r x n constant on a
         * face of the box only along the normal, so the midpoint rule is off by
         * the second moments of the faces, O(h^2): they cancel between opposite
         * sides, since p differs there by a constant. */
        CHECK_NEAR(sum.moment[0], 0.7 * 7 - 1.35 * -5, 1e-12);
        CHECK_NEAR(sum.moment[1], 1.35 * 3 - 0.7 * 7, 1e-12);
        CHECK_NEAR(sum.moment[2], 0.7 * -5 - 0.7 * 3, 1e-12);
    }
}

/* By globs, one of which means the same patch again. */
static void one_patch(void)
{
    struct force sum;
    struct box b = make_box(2, linear);
    struct cli_list globs = {.item = {"zma?", "zmax"}, .n = 2}; /* named twice, summed once */
    integrate(&b, &globs, &sum);
    /* zmax: 2 m^2 at the mean of p - p_inf: 3 * 0.7 - 5 * 0.7 + 7 * 1.6 */
    CHECK_NEAR(sum.force[2], 2 * (3 * 0.7 - 5 * 0.7 + 7 * 1.6), 1e-12);
    CHECK_NEAR(sum.force[0], 0, 0);
}

/* By hand, with each component along an axis of its own. */
static void coefficients(void)
{
    struct solution_reference r;
    box_reference(&r);
    r.area = 4;
    r.length = 0.5;
    struct force f = {{3, 5, 7}, {11, 13, 17}};
    struct force_coefficients c = forces_coefficients(&r, &f); /* q = 2 Pa: q S = 8 N, q S l = 4 N m */
    CHECK_NEAR(c.cd, 3.0 / 8, 1e-15);
    CHECK_NEAR(c.cy, 5.0 / 8, 1e-15);
    CHECK_NEAR(c.cl, 7.0 / 8, 1e-15);
    CHECK_NEAR(c.cm[0], 11.0 / 4, 1e-15);
    CHECK_NEAR(c.cm[1], 13.0 / 4, 1e-15);
    CHECK_NEAR(c.cm[2], 17.0 / 4, 1e-15);
}

/* The lift and the members that readers count on. */
static void json_file(void)
{
    struct box b = make_box(2, linear);
    struct results r;
    char path[160], text[8192] = "";
    CHECK(box_write(&b, folder) == 0, "%s", error_message());
    CHECK(results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/forces.json", folder);
    CHECK(forces_command(&r, &(struct forces_options){.json = path, .quiet = true}) == 0, "%s", error_message());
    FILE *f = fopen(path, "r");
    if (f) {
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
    }
    double cl = NAN;
    const char *at = strstr(text, "\"cl\": ");
    CHECK(at && sscanf(at, "\"cl\": %lf", &cl) == 1, "%s", text);
    CHECK_NEAR(cl, 3.5, 1e-12); /* 7 N / (2 Pa 1 m^2) */
    const char *const key[] = {"\"cd\"", "\"cy\"", "\"cmx\"", "\"cmy\"", "\"cmz\"", "\"iteration\": 42", "\"pressure\"",
                               "\"friction\"", "\"patches\"", "\"zmax\""};
    for (size_t i = 0; i < sizeof key / sizeof *key; i++)
        CHECK(strstr(text, key[i]), "%s is missing", key[i]);
    CHECK(forces_command(&r, &(struct forces_options){.json = "/nowhere/at/all.json", .quiet = true}) != 0,
          "a folder that is not there");
    results_close(&r);
}

/* The numbers after `key` in a file. */
static int read_numbers(const char *path, const char *key, int n, double *value)
{
    char text[8192] = "";
    FILE *f = fopen(path, "r");
    if (f) {
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
    }
    const char *at = strstr(text, key);
    for (int i = 0; at && i < n; i++) {
        char *end;
        at += i == 0 ? strlen(key) : 0;
        at += strspn(at, " \n,[");
        value[i] = strtod(at, &end);
        at = end;
    }
    return at ? 0 : -1;
}

/* Other references: about a point that is d further the moment is M - d x F; coefficients go with 1 / area and
 * 1 / (area length). */
static void other_reference(void)
{
    struct box b = make_box(2, linear);
    struct results r;
    char path[160];
    double force[3], moment[2][3], cl[2], cm[2];
    CHECK(box_write(&b, folder) == 0 && results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/forces.json", folder);
    const double *o = r.reference.centre, d[3] = {1.5, -2, 0.25};
    char centre[96];
    snprintf(centre, sizeof centre, "%.17g,%.17g,%.17g", o[0] + d[0], o[1] + d[1], o[2] + d[2]);
    const struct forces_options option[2] = {
        {.json = path, .quiet = true},
        {.json = path, .quiet = true, .centre = centre, .area = 4 * r.reference.area, .length = 0.5 * r.reference.length}};
    for (int k = 0; k < 2; k++) {
        CHECK(forces_command(&r, &option[k]) == 0, "%s", error_message());
        CHECK(read_numbers(path, "\"force\": ", 3, force) == 0 && read_numbers(path, "\"moment\": ", 3, moment[k]) == 0 &&
              read_numbers(path, "\"cl\": ", 1, &cl[k]) == 0 && read_numbers(path, "\"cmy\": ", 1, &cm[k]) == 0, "%s", path);
    }
    for (int i = 0; i < 3; i++) {
        int e = (i + 1) % 3, f = (i + 2) % 3;
        CHECK_NEAR(moment[1][i], moment[0][i] - (d[e] * force[f] - d[f] * force[e]), 1e-11);
    }
    CHECK_NEAR(cl[1], cl[0] / 4, 1e-14);
    CHECK_NEAR(cm[1] * 2 * moment[0][1], cm[0] * moment[1][1], 1e-10); /* 4 areas of half the length */
    static const char *const bad[] = {"", "1,2", "1,2,3,4", "1,,3", "1,2,x", "nan,0,0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(forces_command(&r, &(struct forces_options){.centre = bad[i], .quiet = true}) != 0 &&
              strstr(error_message(), "--centre"), "'%s': %s", bad[i], error_message());
    CHECK(forces_command(&r, &(struct forces_options){.area = -1, .quiet = true}) != 0 && strstr(error_message(), "--area"),
          "%s", error_message());
    results_close(&r);
}

/* Lift up, wind along x. With z up a force up behind the centre gives a moment about -y, with y up about +z: both nose
 * down, both negative. */
static void nose_up(void)
{
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    CHECK_NEAR(force_pitching_moment(z, x, (double[]){9, -0.5, 9}), -0.5, 0);
    CHECK_NEAR(force_pitching_moment(y, x, (double[]){9, 9, 0.5}), -0.5, 0);
}

/* Each refusal is one sentence that names what is wrong. */
static void check_refused(const char *path, const char *packs, const char *word)
{
    struct results r;
    error_set("no error was set");
    int status = results_open(path, packs, RESULTS_GEOMETRY, &r);
    CHECK(status != 0, "%s was opened", path);
    CHECK(strstr(error_message(), word), "%s", error_message());
    CHECK(!strchr(error_message(), '\n'), "%s", error_message());
    if (status == 0)
        results_close(&r);
}

/* No folder, one without results, packs of another run and none, a patch that is not there, and a rank that is
 * missing. */
static void refusals(void)
{
    struct box b = make_box(2, linear);
    char other[160], path[200], moved[200];
    CHECK(box_write(&b, folder) == 0, "%s", error_message());
    snprintf(other, sizeof other, "%s/packs", folder);
    struct box b3 = make_box(3, linear);
    CHECK(box_write(&b3, folder) == 0, "%s", error_message());
    check_refused("/nowhere/at/all", NULL, "/nowhere/at/all");
    check_refused(top, NULL, "latest");
    check_refused(results, other, "--packs");
    check_refused(results, "/nowhere/packs", "--packs");

    struct results r;
    CHECK(results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    bool chosen[6];
    struct cli_list globs = {.item = {"zmx"}, .n = 1};
    CHECK(results_choose_patches(&r, &globs, chosen) != 0, "patch zmx");
    CHECK(strstr(error_message(), "nearest is zm"), "%s", error_message());

    /* One rank's file is missing: nothing is summed over the rest. */
    struct forces f;
    snprintf(path, sizeof path, "%s/fields-000000042/rank-00002.h5", results);
    snprintf(moved, sizeof moved, "%s/moved.h5", folder);
    rename(path, moved);
    CHECK(forces_integrate(&r, &all_walls, &f) != 0, "rank 2 is missing");
    CHECK(strstr(error_message(), "rank-00002.h5"), "%s", error_message());
    rename(moved, path);
    results_close(&r);
}

/* The solver's patch kinds win over the packs'. */
static void run_kinds(void)
{
    struct box b = make_box(1, linear);
    char fields[160], packs[160];
    struct solution s;
    CHECK(box_write(&b, folder) == 0, "%s", error_message());
    snprintf(fields, sizeof fields, "%s/fields-000000042", results);
    snprintf(packs, sizeof packs, "%s/packs", folder);
    CHECK(solution_read(fields, 0, &s) == 0, "%s", error_message());
    double *kind = solution_add_extra(&s, "patch_kind", 6);
    for (int i = 0; i < 6; i++)
        kind[i] = i == 5 ? BC_WALL : BC_FARFIELD;
    CHECK(solution_write(fields, &s) == 0, "%s", error_message());
    solution_free(&s);
    struct results r;
    bool chosen[6];
    CHECK(results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    CHECK(results_choose_patches(&r, &all_walls, chosen) == 0, "%s", error_message());
    for (int i = 0; i < 6; i++)
        CHECK(chosen[i] == (i == 5), "patch %d", i);
    results_close(&r);
}

/* Sets the pressure of one boundary face of a rank to what a diverged run leaves. */
static gid spoil(int rank, double value)
{
    char fields[160];
    struct solution s;
    snprintf(fields, sizeof fields, "%s/fields-000000042", results);
    CHECK(solution_read(fields, rank, &s) == 0, "%s", error_message());
    gid face = s.face_gid[s.n_boundary / 2];
    s.boundary_field[0].value[s.n_boundary / 2] = value;
    protect_nothing();
    CHECK(solution_write(fields, &s) == 0, "%s", error_message());
    solution_free(&s);
    return face;
}

/* No sums of what is not a number, from whichever command: a sentence that names the face. */
static void pressures_that_are_not_finite(void)
{
    const double value[] = {NAN, -NAN, INFINITY};
    for (size_t k = 0; k < sizeof value / sizeof *value; k++) {
        struct box b = make_box(2, linear);
        struct results r;
        struct forces f;
        char face[64];
        CHECK(box_write(&b, folder) == 0, "%s", error_message());
        snprintf(face, sizeof face, "pressure on boundary face %" PRI_GID " of patch", spoil(1, value[k]));
        CHECK(results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
        CHECK(forces_integrate(&r, &all_walls, &f) != 0 && strstr(error_message(), face), "%s", error_message());
        struct span_options span = {.n = 4, .quiet = true};
        CHECK(span_command(&r, &span) != 0 && strstr(error_message(), face), "%s", error_message());
        struct cp_options cp = {.patches = {{"*"}, 1}, .sections = {{"y=0.5"}, 1}, .quantity = "cp", .quiet = true};
        CHECK(cp_command(&r, &cp) != 0 && strstr(error_message(), face + strlen("pressure on ")), "%s",
              error_message());
        results_close(&r);
    }
}

/* A run replaces its fields: those that were opened go, `latest` names others. */
static void fields_move_on(void)
{
    struct box b = make_box(2, linear);
    struct results r;
    char old[160], new[160];
    CHECK(box_write(&b, folder) == 0, "%s", error_message());
    CHECK(results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    error_set("what went wrong");
    CHECK(r.is_latest && !results_moved_on(&r), "nothing has moved");
    snprintf(old, sizeof old, "%s/fields-000000042", results);
    snprintf(new, sizeof new, "%s/fields-000000043", results);
    protect_nothing();
    CHECK(rename(old, new) == 0 && solution_set_latest(results, "fields-000000043") == 0, "%s", error_message());
    error_set("what went wrong");
    CHECK(results_moved_on(&r) && strcmp(error_message(), "what went wrong") == 0, "%s", error_message());
    results_close(&r);
    CHECK(results_open(new, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    CHECK(!r.is_latest && !results_moved_on(&r), "a folder that was named stays");
    results_close(&r);
    CHECK(solution_set_latest(results, "fields-000000044") != 0, "latest is protected");
    protect_nothing();
    CHECK(solution_set_latest(results, "fields-000000044") == 0, "%s", error_message());
    CHECK(results_open(results, NULL, RESULTS_GEOMETRY, &r) != 0 && strstr(error_message(), "not a folder"), "%s",
          error_message());
    CHECK(rename(new, old) == 0, "%s", old);
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    CASE(constant_pressure);
    CASE(linear_pressure);
    CASE(one_patch);
    CASE(coefficients);
    CASE(json_file);
    CASE(other_reference);
    CASE(nose_up);
    CASE(refusals);
    CASE(run_kinds);
    CASE(pressures_that_are_not_finite);
    CASE(fields_move_on);
    char command[160];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
