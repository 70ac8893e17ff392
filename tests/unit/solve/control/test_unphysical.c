/* Cells that no steady flow has: in states that are given.
 */
#include "unit/solve/flow_bed.h"
#include "control/unphysical.h"

#include <math.h>

/* At Mach 0.5, gamma 1.4, 300 K: a total temperature of 315 K; speed of sound 347 m/s. */
static const char stream[] = "[flow]\nmach = 0.5\nup = y\ntemperature = 300\npressure = 1e5\n[time]\nsteps = 1\n"
                             "[patches]\n* = farfield\n";
/* A source of heat that is not known. */
static const char heated[] = "ymin = wall heat_flux=10\n[model]\nequations = laminar\n[flow]\nviscosity = 1e-3\n";

/* Uniform gas at 300 K and 1e5 Pa but for cell 21, which has the given state; how many cells are unphysical. */
static int64_t count(const char *more, double pressure, double temperature, double speed)
{
    char text[1024], words[64];
    struct flow_bed t;
    snprintf(text, sizeof text, "%s%s", stream, more);
    CHECK(flow_bed_make("", text, &t) == 0, "%s", error_message());
    size_t n = (size_t)t.d.view.n_owned;
    double *q = mem_zalloc("state", n * NV, sizeof *q);
    for (size_t i = 0; i < n; i++) {
        bool odd = i == 21;
        q[i] = (odd ? pressure : 1e5) / (t.c.flow.gas_constant * (odd ? temperature : 300));
        q[Q_V * n + i] = odd ? speed : 0;
        q[Q_P * n + i] = odd ? pressure : 1e5;
    }
    flow_upload(&t.f, q);
    mem_free(q);
    struct unphysical u = unphysical_find(&t.f, &t.c);
    snprintf(words, sizeof words, "cell %" PRI_GID " at (", t.d.pack.cell_gid[21]);
    CHECK(u.n == 0 ? !u.place[0] : strncmp(u.place, words, strlen(words)) == 0, "%s, not %s", u.place, words);
    flow_bed_free(&t);
    return u.n;
}

/* 1.5 times 315 K is 472.5 K: of gas at rest, and at 300 K with 588.7 m/s (172.5 K times 1004.7 J/(kg K)). */
static void temperatures(void)
{
    CHECK_NEAR(count("", 1e5, 472, 0), 0, 0);
    CHECK_NEAR(count("", 1e5, 473, 0), 1, 0);
    CHECK_NEAR(count("", 1e5, 300, 588), 0, 0);
    CHECK_NEAR(count("", 1e5, 300, -590), 1, 0);
    CHECK_NEAR(count("zmin = total-inflow total_temperature=500\n", 1e5, 740, 0), 0, 0);
    CHECK_NEAR(count("zmin = total-inflow total_temperature=500\n", 1e5, 760, 0), 1, 0);
    CHECK_NEAR(count("[time]\nlocal = no\n", 1e5, 5000, 0), 0, 0);
    CHECK_NEAR(count(heated, 1e5, 5000, 0), 0, 0);
}

/* A hundred millionth of the free stream's, or of what an outlet or inflow has. */
static void vacuum(void)
{
    CHECK_NEAR(count("", 1.1e-3, 300, 0), 0, 0);
    CHECK_NEAR(count("", 0.9e-3, 300, 0), 1, 0);
    CHECK_NEAR(count("", 0.9e-3, 3, 0), 1, 0);
    CHECK_NEAR(count("zmin = pressure-outlet pressure=5e4\n", 0.6e-3, 300, 0), 0, 0);
    CHECK_NEAR(count("zmin = pressure-outlet pressure=5e4\n", 0.4e-3, 300, 0), 1, 0);
    CHECK_NEAR(count("zmin = total-inflow total_pressure=5e4\n", 0.6e-3, 300, 0), 0, 0);
    CHECK_NEAR(count(heated, 1e-9, 300, 0), 1, 0);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(temperatures);
    CASE(vacuum);
    comm_finish();
    return check_end();
}
