/* The first field of internal flow: which flows have one, and its state by the isentropic relations.
 */
#include "unit/solve/flow_bed.h"
#include "case/internal_start.h"

#include <math.h>
#include <string.h>

/* A box of 1 m along x, walls around it. */
static const char flow_text[] = "[flow]\nmach = 0.3\nalpha = 0\nup = y\ntemperature = 290\npressure = 9e4\n"
                                "[time]\nsteps = 1\n[patches]\ny* = slip\nz* = symmetry\n";

static struct internal_start start_of(const char *more, struct state *first)
{
    char text[1024];
    struct flow_bed t;
    snprintf(text, sizeof text, "%s%s", flow_text, more);
    CHECK(flow_bed_make("", text, &t) == 0, "%s", error_message());
    struct internal_start s = t.d.measured.start;
    size_t n = (size_t)t.d.view.n_owned;
    double *q = mem_alloc("state", n * NV, sizeof *q);
    flow_download(&t.f, q);
    *first = (struct state){(real)q[n - 1], (real)q[2 * n - 1], (real)q[3 * n - 1], (real)q[4 * n - 1],
                            (real)q[5 * n - 1]};
    mem_free(q);
    flow_bed_free(&t);
    return s;
}

/* The state has that pressure (Pa), Mach number and total temperature (K), and blows along the cosines. */
static void check_start(const char *more, double pressure, double mach, double total, double along_x, double along_y)
{
    struct state q;
    struct internal_start s = start_of(more, &q);
    double speed = sqrt((double)(q.u * q.u + q.v * q.v + q.w * q.w)), r = 287.05;
    double t = (double)q.p / ((double)q.rho * r);
    CHECK(s.on, "%s: off", more);
    CHECK_NEAR((double)q.p, pressure, 1e-6 * pressure);
    CHECK_NEAR(speed / sqrt(1.4 * r * t), mach, 2e-6);
    CHECK_NEAR(t * (1 + 0.2 * mach * mach), total, 1e-3);
    CHECK_NEAR((double)q.u, speed * along_x, 1e-6 * speed);
    CHECK_NEAR((double)q.v, speed * along_y, 1e-6 * speed);
}

/* Total pressures over pressures are those of Mach 0.5 (1.186213), of half the pressure (choked), and 1. */
static void states(void)
{
    check_start("xmin = total-inflow total_pressure=118621.26 total_temperature=315 direction=normal\n"
                "xmax = pressure-outlet pressure=1e5\n", 1e5, 0.5, 315, 1, 0);
    check_start("xmax = total-inflow total_pressure=118621.26 total_temperature=315 direction=normal\n"
                "xmin = pressure-outlet pressure=1e5\n", 1e5, 0.5, 315, -1, 0);
    check_start("xmin = total-inflow total_pressure=2e5 total_temperature=315\nxmax = pressure-outlet pressure=5e4\n",
                2e5 * 0.528281788, 1, 315, 1, 0);
    check_start("xmin = total-inflow total_pressure=2e5 total_temperature=315\nxmax = supersonic-outflow\n",
                2e5 * 0.528281788, 1, 315, 1, 0);
    check_start("xmin = total-inflow total_pressure=9e4 total_temperature=315\nxmax = pressure-outlet pressure=1e5\n",
                9e4, 0, 315, 0, 0);
    /* What patches do not give is the free stream's, which then is the first field. */
    check_start("xmin = total-inflow\nxmax = pressure-outlet\n", 9e4, 0.3, 290 * 1.018, 1, 0);
    /* Mach 0.3 of 300 K and 1e5 Pa: 1.161238 kg/m^3, 104.1657 m/s. */
    check_start("xmin = mass-inflow mass_flux=120.96114 total_temperature=305.4 direction=normal\n"
                "xmax = pressure-outlet pressure=1e5\n", 1e5, 0.3, 305.4, 1, 0);
}

/* At 60 degrees to the way out the gas has half the speed of Mach 0.5 at 300 K, half way between; at 90 degrees none.
 */
static void bends(void)
{
    double half = sqrt(1.4 * 287.05 * 300) * 0.25, t = 315 - half * half / (2 * 1004.675);
    check_start("xmin = total-inflow total_pressure=118621.26 total_temperature=315 direction=1,1.7320508,0\n"
                "xmax = pressure-outlet pressure=1e5\n", 1e5, half / sqrt(1.4 * 287.05 * t), 315, cos(0.5235988), 0.5);
    check_start("xmin = total-inflow total_pressure=118621.26 total_temperature=315 direction=normal\n"
                "xmax = slip\n[patches]\nymax = pressure-outlet pressure=1e5\n", 1e5, 0, 315, 0, 0);
}

static void other_starts(void)
{
    static const char *const more[] = {
        "xmin = total-inflow total_pressure=2e5\nxmax = farfield\n",
        "xmin = total-inflow total_pressure=2e5\nxmax = opening\n",
        "xmin = supersonic-inflow\nxmax = pressure-outlet pressure=1e5\n",
        "xmin = pressure-outlet\nxmax = pressure-outlet pressure=1e5\n",
        "xmin = total-inflow total_pressure=2e5\nxmax = prescribed\n",
        "xmin = total-inflow total_pressure=2e5\nxmax = pressure-outlet\n[initial]\nkind = uniform\n",
    };
    for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
        struct state q;
        struct internal_start s = start_of(more[k], &q);
        CHECK(!s.on, "%s", more[k]);
        CHECK_NEAR((double)q.p, 9e4, 1e-6);
        CHECK_NEAR((double)q.u, 0.3 * sqrt(1.4 * 287.05 * 290), 1e-4);
    }
}

/* What a run says. */
static bool says(const char *more, const char *words)
{
    char text[1024], path[PATH_MAX], said[2048] = "";
    struct flow_bed t;
    snprintf(text, sizeof text, "%s%s", flow_text, more);
    CHECK(flow_bed_make("", text, &t) == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/note", pipeline_scratch());
    FILE *f = fopen(path, "w+");
    internal_start_note(&t.c, &t.d.measured.start, f);
    rewind(f);
    said[fread(said, 1, sizeof said - 1, f)] = '\0';
    fclose(f);
    flow_bed_free(&t);
    return words ? strstr(said, words) != NULL : !said[0];
}

static void notes(void)
{
    static const char back[] = "xmax = total-inflow total_pressure=118621.26 total_temperature=315 direction=normal\n"
                               "xmin = pressure-outlet pressure=1e5\n";
    static const char along[] = "xmin = total-inflow total_pressure=118621.26 total_temperature=315\n"
                                "xmax = pressure-outlet pressure=1e5\n";
    CHECK(says(back, "internal flow, which starts with 173.6 m/s at 100000 Pa and 300 K"), "the start");
    CHECK(says(back, "blows out through the inflows"), "against");
    CHECK(!says(along, "blows out") && !says(along, "give a Mach number"), "along");
    CHECK(says("xmin = total-inflow total_pressure=100175.1 total_temperature=290 direction=normal\n"
               "xmax = pressure-outlet pressure=1e5\n",
               "mach = 0.3, but inflows and outlets give a Mach number of about 0.05;"), "slow");
    CHECK(says("x* = farfield\n", NULL), "nothing of a far field");
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(states);
    CASE(bends);
    CASE(other_starts);
    CASE(notes);
    comm_finish();
    return check_end();
}
