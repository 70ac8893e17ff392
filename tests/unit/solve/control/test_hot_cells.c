/* Cells that are hotter than what enters: the hottest source by boundary conditions, written a second time here, and
 * what a run says of states that are given.
 */
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"
#include "control/hot_cells.h"
#include "scheme/flow_bounds.h"
#include "input/json_read.h"

#include <math.h>

/* At Mach 0.5, gamma 1.4, 300 K: a total temperature of 315 K. */
static const char stream[] = "[flow]\nmach = 0.5\nup = y\ntemperature = 300\npressure = 1e5\n"
                             "[model]\nequations = laminar\n[flow]\nviscosity = 1e-3\n";

static double source_with(const char *more)
{
    char text[1024];
    struct flow_bed t;
    snprintf(text, sizeof text, "%s%s%s", stream, "[time]\nsteps = 1\n[patches]\n* = farfield\n", more);
    CHECK(flow_bed_make("", text, &t) == 0, "%s", error_message());
    double source = flow_hot_source(&t.c, t.d.measured.start.on, t.d.values, t.d.pack.n_patches);
    flow_bed_free(&t);
    return source;
}

static void source(void)
{
    CHECK_NEAR(source_with(""), 315, 1e-9);
    CHECK_NEAR(source_with("ymin = wall\n"), 315, 1e-9);
    CHECK_NEAR(source_with("ymin = wall temperature=400\n"), 400, 1e-9);
    CHECK_NEAR(source_with("ymin = wall temperature=310\n"), 315, 1e-9);
    CHECK_NEAR(source_with("xmin = total-inflow total_pressure=2e5 total_temperature=500\n"), 500, 1e-9);
    CHECK_NEAR(source_with("xmin = mass-inflow mass_flux=100 total_temperature=450\n"), 450, 1e-9);
    CHECK_NEAR(source_with("xmin = pressure-outlet pressure=9e4\nymin = slip\nymax = wall\n"), 315, 1e-9);
    CHECK_NEAR(source_with("ymin = wall heat_flux=-10\n"), 315, 1e-9);
    /* of a duct, which the free stream neither enters nor fills at first */
    CHECK_NEAR(source_with("ymin = wall\nymax = slip\nzmin = slip\nzmax = slip\nxmax = pressure-outlet pressure=9e4\n"
                           "xmin = total-inflow total_pressure=2e5 total_temperature=305\n"), 305, 1e-4);
}

/* Work or heat that is not counted, or a first field that may be hotter. */
static void no_source(void)
{
    CHECK(isnan(source_with("ymin = wall heat_flux=10\n")), "a heated wall");
    CHECK(isnan(source_with("ymin = wall velocity=3,0,0\n")), "a wall that slides");
    CHECK(isnan(source_with("xmin = prescribed\n")), "a prescribed boundary");
    CHECK(isnan(source_with("[time]\nlocal = no\n")), "physical time");
    CHECK(isnan(source_with("[initial]\nkind = riemann\n")), "a first field of its own");
    CHECK(isnan(source_with("[frame]\ntype = rotating\nrpm = 100\naxis = 1 0 0\n")), "a mesh that turns");
}

/* Uniform gas at 300 K but for three cells: 377, 379 and 2,000 K, of which the last two are above 1.2 times 315 K. */
static void hot_ones(void)
{
    char text[1024], path[PATH_MAX], words[64];
    struct flow_bed t;
    struct json_value *v = NULL;
    snprintf(text, sizeof text, "%s[time]\nsteps = 1\n[patches]\n* = farfield\nymin = wall\n", stream);
    CHECK(flow_bed_make("", text, &t) == 0, "%s", error_message());
    size_t n = (size_t)t.d.view.n_owned;
    double *q = mem_zalloc("state", n * NV, sizeof *q);
    const double temperature[4] = {377, 379, 2000, 300};
    for (size_t i = 0; i < n; i++) {
        q[i] = 1e5 / (t.c.flow.gas_constant * temperature[i == 5 ? 0 : i == 9 ? 1 : i == 21 ? 2 : 3]);
        q[Q_P * n + i] = 1e5;
    }
    flow_upload(&t.f, q);
    struct hot_cells h = hot_cells_find(&t.f, &t.c);
    snprintf(words, sizeof words, "cell %" PRI_GID " at (", t.d.pack.cell_gid[21]);
    CHECK_NEAR(h.n, 2, 0);
    CHECK_NEAR(h.source, 315, 1e-9);
    CHECK_NEAR(h.most, 2000, 1e-9);
    CHECK(strncmp(h.place, words, strlen(words)) == 0, "%s, not %s", h.place, words);
    snprintf(path, sizeof path, "%s/hot.json", pipeline_scratch());
    FILE *f = fopen(path, "w");
    struct json j;
    json_begin(&j, f);
    hot_cells_write(&h, &j);
    json_end(&j);
    fclose(f);
    CHECK(json_read(path, &v) == 0, "%s", error_message());
    const struct json_value *hot = json_member(v, "hot_cells");
    const struct json_value *most = hot ? json_member(hot, "temperature_max") : NULL;
    CHECK(most && fabs(most->number - 2000) < 1e-9, "temperature_max");
    json_free(v);
    /* Without hot cells nothing is written. */
    for (size_t i = 0; i < n; i++)
        q[i] = 1e5 / (t.c.flow.gas_constant * 370);
    flow_upload(&t.f, q);
    h = hot_cells_find(&t.f, &t.c);
    CHECK(h.n == 0 && h.place[0] == '\0', "no hot cell");
    f = fopen(path, "w");
    json_begin(&j, f);
    hot_cells_write(&h, &j);
    json_end(&j);
    fclose(f);
    v = NULL;
    CHECK(json_read(path, &v) == 0 && !json_member(v, "hot_cells"), "nothing to write");
    json_free(v);
    mem_free(q);
    flow_bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(source);
    CASE_OF("motion", no_source);
    CASE(hot_ones);
    comm_finish();
    return check_end();
}
