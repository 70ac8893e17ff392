/* What a run reports of states that are given: forces on a wall at one pressure, norms of residuals, rows of
 * history.csv.
 */
#include "unit/solve/monitor_bed.h"
#include "control/forces_file.h"

/* A pressure of 3 Pa over the free stream's pushes the wall of 1 m^2 with 3 N along -y, at its middle: (0.4, 0.2,
 * 0.1) m from the point of moments. Dynamic pressure 0.175 Pa, area 2 m^2. */
static void forces_on_a_wall(void)
{
    struct bed b;
    CHECK(bed_make(moving, "", NULL, 0, &b) == 0, "%s", error_message());
    report_at(&b, 0, 0, 4);
    const double head = 0.5 * 1.4 * 0.25 * 2;
    CHECK_NEAR(b.m.row.cl, -3 * cos(M_PI / 6) / head, 1e-13);
    CHECK_NEAR(b.m.row.cd, -3 * sin(M_PI / 6) / head, 1e-13);
    CHECK_NEAR(b.m.row.cy, 0, 1e-13);
    CHECK_NEAR(b.m.row.cm[0], 0.1 * 3 / (head * 0.25), 1e-12);
    CHECK_NEAR(b.m.row.cm[1], 0, 1e-12);
    CHECK_NEAR(b.m.row.cm[2], -0.4 * 3 / (head * 0.25), 1e-12);
    bed_free(&b);
}

/* In files: coefficients of the whole and of the patch, the force in N. */
static void forces_file(void)
{
    struct bed b;
    struct json_value *v = NULL;
    char path[PATH_MAX];
    CHECK(bed_make(moving, "", NULL, 0, &b) == 0, "%s", error_message());
    report_at(&b, 17, 0, 4);
    CHECK(monitor_write_forces(&b.m) == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/forces.json", b.results);
    CHECK(json_read(path, &v) == 0, "%s", error_message());
    const struct json_value *wall = json_member(json_member(v, "patches"), "ymin"), *force = json_member(wall, "force");
    CHECK(!json_member(json_member(v, "patches"), "xmin"), "a patch that is no wall");
    CHECK_NEAR(number_of(v, "iteration"), 17, 0);
    for (int k = 0; k < 3; k++, force = NULL) {
        const struct json_value *of[] = {v, wall, json_member(v, "pressure")};
        CHECK_NEAR(number_of(of[k], "cl"), b.m.row.cl, 1e-15);
        CHECK_NEAR(number_of(of[k], "cmz"), b.m.row.cm[2], 1e-15);
        if (force) {
            CHECK_NEAR(force->first ? force->first->number : NAN, 0, 1e-13);
            CHECK_NEAR(force->first && force->first->next ? force->first->next->number : NAN, -3, 1e-13);
        }
    }
    CHECK_NEAR(number_of(json_member(v, "friction"), "cl"), 0, 0);
    json_free(v);
    bed_free(&b);
}

/* A stream along the wall drags it along, whatever the pressure: what is reported is both together. */
static void friction(void)
{
    static const char *const key[] = {"cl", "cd", "cy", "cmx", "cmy", "cmz"};
    struct bed b;
    struct json_value *v = NULL;
    char path[PATH_MAX];
    CHECK(bed_make(viscous, "", NULL, 0, &b) == 0, "%s", error_message());
    report_moving(&b, 0, 0, 4, 0.5);
    CHECK(monitor_write_forces(&b.m) == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/forces.json", b.results);
    CHECK(json_read(path, &v) == 0, "%s", error_message());
    const struct json_value *p = json_member(v, "pressure"), *f = json_member(v, "friction");
    const double head = 0.5 * 1.4 * 0.25 * 2, row[] = {b.m.row.cl, b.m.row.cd, b.m.row.cy, b.m.row.cm[0],
                                                        b.m.row.cm[1], b.m.row.cm[2]};
    for (int k = 0; k < 6; k++) {
        CHECK_NEAR(number_of(v, key[k]), number_of(p, key[k]) + number_of(f, key[k]), 1e-14);
        CHECK_NEAR(number_of(v, key[k]), row[k], 1e-14);
    }
    CHECK_NEAR(number_of(p, "cl"), -3 * cos(M_PI / 6) / head, 1e-13);
    /* along x only, by the viscosity of at least a layer as thick as a cell's half */
    CHECK(number_of(f, "cd") >= 0.05 * 0.5 / 0.125 * cos(M_PI / 6) / head, "%g", number_of(f, "cd"));
    CHECK_NEAR(number_of(f, "cl") / number_of(f, "cd"), -tan(M_PI / 6), 1e-12);
    json_free(v);
    bed_free(&b);
}

/* The gas at rest in its own far field stays; at twice the pressure each side of 1 m^2 but the wall lets the same
 * mass out: root mean square over the cells of the sum of their fluxes by their volume. */
static void residuals(void)
{
    struct bed b;
    CHECK(bed_make(moving, "", NULL, 0, &b) == 0, "%s", error_message());
    report_at(&b, 0, 0, 2);
    const struct mesh_view *v = &b.t.d.view;
    double square = 0;
    for (lid i = 0; i < v->n_owned; i++) {
        double sum = 0;
        for (lid f = 0; f < v->n_flux; f++)
            sum += v->left[f] == i ? b.t.f.flux[f] : f >= v->n_boundary && v->right[f] == i ? -b.t.f.flux[f] : 0;
        square += sum * sum / (v->volume[i] * v->volume[i]);
    }
    CHECK(square > 1e-3, "%g", square);
    CHECK_NEAR(b.m.row.residual[0], sqrt(square / v->n_owned), 1e-12);
    CHECK_NEAR(monitor_residual_drop(&b.m), 0, 0);
    double first = b.m.row.residual[0];
    report_at(&b, 10, 0, 1.5);
    CHECK_NEAR(monitor_residual_drop(&b.m), log10(first / b.m.row.residual[0]), 1e-12);
    bed_free(&b);
}

/* ---- history.csv ---- */

/* Numbers of the last row. */
static int last_row(const char *results, double *x, int most, int *rows)
{
    char path[PATH_MAX], line[1024], last[1024] = "";
    int n = 0;
    snprintf(path, sizeof path, "%s/history.csv", results);
    FILE *f = fopen(path, "r");
    for (*rows = -1; f && fgets(line, sizeof line, f); ++*rows)
        memcpy(last, line, sizeof last);
    if (f)
        fclose(f);
    for (char *at = last, *end; n < most && *at; at = *end ? end + 1 : end, n++)
        x[n] = strtod(at, &end);
    return n;
}

static void rows(void)
{
    struct bed b;
    double x[32] = {0};
    int n_rows;
    CHECK(bed_make(moving, "", NULL, 0, &b) == 0, "%s", error_message());
    report_at(&b, 0, 0, 4);
    report_at(&b, 10, 0.25, 3);
    int n = last_row(b.results, x, 32, &n_rows);
    CHECK(n_rows == 2 && n >= 15, "%d rows of %d numbers", n_rows, n);
    CHECK_NEAR(x[0], 10, 0);
    CHECK_NEAR(x[2], 0.25, 0);
    CHECK_NEAR(x[3], b.m.row.residual[0], 1e-9 * b.m.row.residual[0]);
    const double wanted[6] = {b.m.row.cl, b.m.row.cd, b.m.row.cy, b.m.row.cm[0], b.m.row.cm[1], b.m.row.cm[2]};
    for (int k = 0; k < 6; k++) /* coefficients read back the same */
        CHECK_NEAR(x[8 + k], wanted[k], 0);
    bed_free(&b);
}

/* A file's lines, at most 16; returns how many. */
static int lines_of(const char *results, char line[16][512])
{
    char path[PATH_MAX];
    int n = 0;
    snprintf(path, sizeof path, "%s/history.csv", results);
    FILE *f = fopen(path, "r");
    while (f && n < 16 && fgets(line[n], 512, f))
        n++;
    if (f)
        fclose(f);
    return n;
}

static int commas(const char *line)
{
    int n = 0;
    for (; *line; line++)
        n += *line == ',';
    return n;
}

/* Columns of the run that is continued may be fewer, more or in another order: cells go by name, as they were written,
 * and every row has as many as the first line. */
static void columns_by_name(void)
{
    static const char *const old[] = {
        "iteration,wall_seconds,time,res_density,res_momentum_x,res_momentum_y,res_momentum_z,res_energy,cl,cd,cy,cmx,"
        "cmy,cmz,cfl\n0,1,0,9,8,7,6,5,0.31,0.021,4,3,2,1,0.70\n10,2,0,9,8,7,6,5,0.32,0.022,4,3,2,1,0.70\n",
        "iteration,wall_seconds,cd,unknown,cl\r\n0,1,0.021,77,0.31\r\n10,2,0.022,77,0.32\r\n"};
    static const char *const wanted[] = {"10,2,0,9,8,7,6,5,0.32,0.022,4,3,2,1,0.70,,,,,,,,\n",
                                         "10,2,,,,,,,0.32,0.022,,,,,,,,,,,,,\n"};
    for (int k = 0; k < 2; k++) {
        struct bed b;
        char path[PATH_MAX], line[16][512];
        snprintf(path, sizeof path, "%s/old.csv", pipeline_scratch());
        pipeline_write(path, old[k]);
        CHECK(bed_make(moving, "", path, 20, &b) == 0, "%s", error_message());
        CHECK(monitor_recall(&b.m) == 0, "%s", error_message());
        CHECK(b.m.trend.seen == 2, "%d rows", (int)b.m.trend.seen);
        CHECK_NEAR(b.m.trend.newest[0], 0.32, 0);
        CHECK_NEAR(b.m.trend.newest[1], 0.022, 0);
        CHECK_NEAR(b.m.largest[0], k == 0 ? 9 : 0, 0);
        report_at(&b, 20, 0, 2);
        int n = lines_of(b.results, line);
        CHECK(n == 4 && strcmp(line[2], wanted[k]) == 0, "%d lines: %s", n, line[2]);
        CHECK(strstr(line[0], ",cfl,evaluations,krylov_vectors,linear_reduction,limited_cells,sub_steps,sub_drop,"
                              "residual_drop,angle\n"), "%s", line[0]);
        for (int i = 1; i < n; i++)
            CHECK(commas(line[i]) == commas(line[0]), "%s", line[i]);
        bed_free(&b);
    }
}

/* Whole rows of the run that is continued, up to where this one begins; seconds go on from the end of its last step. */
static void rows_carried_over(void)
{
    struct bed b;
    char old[PATH_MAX];
    double x[32] = {0};
    int n_rows;
    snprintf(old, sizeof old, "%s/old.csv", pipeline_scratch());
    pipeline_write(old, "iteration,wall_seconds,time\n0,0,0\n10,100,0.1\n20,200,0.2\n30,300,0.3\n5,5");
    CHECK(bed_make(moving, "", old, 20, &b) == 0, "%s", error_message());
    last_row(b.results, x, 32, &n_rows);
    CHECK(n_rows == 2 && x[0] == 10, "%d rows, the last of iteration %g", n_rows, x[0]);
    report_at(&b, 20, 0.2, 1);
    last_row(b.results, x, 32, &n_rows);
    CHECK(n_rows == 3 && x[0] == 20 && x[1] >= 200 && x[1] < 300, "%d rows, %g s", n_rows, x[1]);
    bed_free(&b);
    snprintf(old, sizeof old, "%s/nowhere", pipeline_scratch());
    CHECK(bed_make(moving, "", NULL, 0, &b) == 0, "%s", error_message());
    monitor_free(&b.m);
    struct results_folder nowhere = results_folder_of(old);
    CHECK(monitor_create(&b.t.c, &b.t.f, &nowhere, NULL, 0, &b.m) != 0 && strstr(error_message(), "nowhere"), "%s",
          error_message());
    bed_free(&b);
}

/* Limiters are frozen by the drop below the largest residual of this stream, here since the second report. */
static void drop_at_another_stream(void)
{
    struct bed b;
    CHECK(bed_make(at_rest, "", NULL, 0, &b) == 0, "%s", error_message());
    report_moving(&b, 0, 0, 2, 0.4);
    double first = b.m.row.residual[0];
    CHECK_NEAR(monitor_stream_drop(&b.m), 0, 0);
    b.m.stream.largest = 0;
    report_moving(&b, 10, 1, 1.2, 0.2);
    double second = b.m.row.residual[0];
    CHECK(second > 0 && second < first, "%g after %g", second, first);
    CHECK_NEAR(monitor_stream_drop(&b.m), 0, 0);
    report_moving(&b, 20, 2, 1.02, 0.02);
    CHECK(b.m.row.residual[0] < second, "%g after %g", b.m.row.residual[0], second);
    CHECK_NEAR(monitor_stream_drop(&b.m), log10(second / b.m.row.residual[0]), 1e-12);
    CHECK_NEAR(monitor_residual_drop(&b.m), log10(first / b.m.row.residual[0]), 1e-12);
    bed_free(&b);
}

/* At the pace so far; until the end time where that comes first. */
static void time_left(void)
{
    struct bed b;
    CHECK(bed_make(moving, "[time]\nlocal = no\nend_time = 8\n", NULL, 100, &b) == 0, "%s", error_message());
    report_at(&b, 100, 2, 1);
    CHECK_NEAR(monitor_seconds_left(&b.m, 1000), 0, 0);
    b.m.clock.start -= 1000; /* s: what passes meanwhile is nothing beside it */
    report_at(&b, 150, 4, 1);
    CHECK_NEAR(monitor_seconds_left(&b.m, 160), 200, 20);
    CHECK_NEAR(monitor_seconds_left(&b.m, 100000), 2000, 200);
    bed_free(&b);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(forces_on_a_wall);
    CASE(forces_file);
    CASE(friction);
    CASE(residuals);
    CASE(rows);
    CASE(rows_carried_over);
    CASE(columns_by_name);
    CASE(drop_at_another_stream);
    CASE(time_left);
    comm_finish();
    return check_end();
}
