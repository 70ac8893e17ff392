/* What crosses patches and groups of them, of a uniform stream through a box of 1 m: rho u A through its two ends, with
 * opposite signs, and nothing through its sides.
 */
#include "unit/solve/flow_bed.h"
#include "control/patch_flows.h"

#include <math.h>
#include <string.h>

static const char stream[] = "[flow]\nmach = 0.4\n[groups]\nends = xmin xmax\nsides = y*\nfar = xmin ymax\n"
                             "[patches]\nxmin = farfield\nxmax = pressure-outlet\ny* = slip\n"
                             "zmin = pressure-outlet\nzmax = slip\n";

static double sum[8][N_OPEN], mass_of_stream;

/* The uniform stream, evaluated: fluxes through all faces are known in closed form. */
static int make(struct flow_bed *t)
{
    TRY(flow_bed_make("", stream, t));
    flow_evaluate(&t->f, true);
    mass_of_stream = t->c.derived.reference.density * t->c.derived.reference.velocity[0];
    return 0;
}

static int patch_called(const struct flow_bed *t, const char *name)
{
    for (int k = 0; k < t->d.pack.n_patches; k++)
        if (strcmp(t->d.pack.patch[k].name, name) == 0)
            return k;
    return -1;
}

/* rounding of fluxes through 16 faces, relative */
static void near(double value, double wanted)
{
    CHECK_NEAR(value, wanted, 1e-12 * (mass_of_stream + fabs(wanted)));
}

static void stream_through_the_ends(void)
{
    struct flow_bed t;
    CHECK(make(&t) == 0, "%s", error_message());
    int in = patch_called(&t, "xmin"), out = patch_called(&t, "xmax"), side = patch_called(&t, "zmin");
    patch_flows_measure(&t.c, &t.f, false, sum);
    near(sum[in][OPEN_MASS], -mass_of_stream);
    near(sum[out][OPEN_MASS], mass_of_stream);
    near(sum[side][OPEN_MASS], 0);
    for (int k = 0; k < t.d.pack.n_patches; k++) { /* walls have none; the others their square metre */
        CHECK_NEAR(sum[k][OPEN_AREA], k == in || k == out || k == side, 1e-14);
        CHECK(k == in || k == out || k == side || sum[k][OPEN_MASS] == 0, "patch %d", k);
    }
    /* Total enthalpy, momentum and total pressure of the stream by hand; Mach 0.4, hence 0.16. */
    const double g = t.c.flow.gamma, p = t.c.derived.reference.pressure, u = t.c.derived.reference.velocity[0],
                 m = mass_of_stream;
    double h0 = g / (g - 1) * p / t.c.derived.reference.density + 0.5 * u * u;
    near(sum[out][OPEN_ENERGY] / h0, m);
    near(sum[out][OPEN_FORCE], m * u); /* at the pressure of the stream */
    near(sum[out][OPEN_PRESSURE], p);
    near(sum[out][OPEN_TOTAL_PRESSURE] / m, p * pow(1 + 0.5 * (g - 1) * 0.16, g / (g - 1)));

    t.d.values[out].line = 1;
    patch_flows_measure(&t.c, &t.f, true, sum); /* of outlets with a mass flow alone */
    near(sum[out][OPEN_MASS], mass_of_stream);
    CHECK(sum[in][OPEN_AREA] == 0 && sum[side][OPEN_AREA] == 0, "not of a controller");
    t.c.derived.motion.steady = true;
    patch_flows_measure(&t.c, &t.f, false, sum);
    CHECK(isnan(sum[out][OPEN_ENERGY]) && isnan(sum[in][OPEN_TOTAL_PRESSURE]), "energy of a mesh that moves");
    CHECK(sum[patch_called(&t, "ymin")][OPEN_ENERGY] == 0 && sum[out][OPEN_MASS] > 0, "of walls, mass");
    t.c.derived.motion.steady = false;
    t.c.numerics.pipeline = PIPELINE_PAPER;
    patch_flows_measure(&t.c, &t.f, false, sum);
    CHECK(sum[out][OPEN_MASS] == 0 && sum[out][OPEN_AREA] == 0, "that pipeline keeps no fluxes");
    t.c.numerics.pipeline = PIPELINE_FAST;
    flow_bed_free(&t);
}

/* Ducts are outlets with a pressure and inflows of engines, no far fields; groups have a column when one is in them. */
static void columns_of_the_history(void)
{
    struct flow_bed t;
    const char *name[HISTORY_MASSES_MOST];
    double mass[HISTORY_MASSES_MOST];
    CHECK(make(&t) == 0, "%s", error_message());
    int n = patch_flows_names(&t.d, name);
    CHECK(n == 3, "%d columns", n);
    if (n == 3) {
        bool in_order = strcmp(name[0], "xmax") == 0;
        CHECK(
            (in_order ? strcmp(name[1], "zmin") == 0 : strcmp(name[0], "zmin") == 0 && strcmp(name[1], "xmax") == 0) &&
                strcmp(name[2], "ends") == 0,
            "%s %s %s", name[0], name[1], name[2]);
        patch_flows_measure(&t.c, &t.f, false, sum);
        sum[patch_called(&t, "xmin")][OPEN_MASS] = -5; /* so that a group is a sum */
        patch_flows_masses(&t.d, sum, mass);
        near(mass[in_order ? 0 : 1], mass_of_stream);
        near(mass[in_order ? 1 : 0], 0);
        near(mass[2], mass_of_stream - 5);
    }
    CHECK(!patch_flows_is_duct(&t.d, patch_called(&t, "xmin")) &&
              !patch_flows_is_duct(&t.d, patch_called(&t, "ymin")) &&
              patch_flows_is_duct(&t.d, patch_called(&t, "zmin")),
          "ducts");
    flow_bed_free(&t);
}

static char text[16384];

/* What patch_flows_write() writes, as text: valid until the next call. */
static const char *written(const struct flow_bed *t)
{
    struct json j;
    FILE *f = tmpfile();
    json_begin(&j, f);
    patch_flows_write(&t->c, &t->f, sum, &j);
    json_end(&j);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

/* The number behind a key behind the words. */
static double number_in(const char *object, const char *key)
{
    const char *at = strstr(text, object), *value = at ? strstr(at, key) : NULL;
    return value ? strtod(strchr(value, ':') + 1, NULL) : NAN;
}

/* A group's flow is the sum of its patches': one is set by hand to a number that nothing else has. Without any flow
 * nothing is written, as of a case without open patches. */
static void objects_of_forces_json(void)
{
    struct flow_bed t;
    CHECK(make(&t) == 0, "%s", error_message());
    patch_flows_measure(&t.c, &t.f, false, sum);
    sum[patch_called(&t, "xmin")][OPEN_MASS] = -5;
    written(&t);
    near(number_in("\"xmax\"", "\"mass_flow\""), mass_of_stream);
    near(number_in("\"xmin\"", "\"mass_flow\""), -5);
    near(number_in("\"ends\"", "\"mass_flow\""), mass_of_stream - 5);
    near(number_in("\"far\"", "\"mass_flow\""), -5); /* ymax, a wall, adds nothing */
    CHECK(strstr(text, "\"flows\"") && strstr(text, "\"group_flows\"") && !strstr(text, "\"ymin\"") &&
          !strstr(text, "\"sides\""), "%s", text);
    memset(sum, 0, sizeof sum);
    CHECK(!strstr(written(&t), "flows"), "%s", text);
    flow_bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(stream_through_the_ends);
    CASE(columns_of_the_history);
    CASE(objects_of_forces_json);
    comm_finish();
    return check_end();
}
