/* A body force adds rho a to the rates of momentum and rho a . u to that of energy, nothing to that of mass, and to
 * nothing else that adds sources.
 */
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"
#include "random.h"

#include <math.h>

enum { CELLS = 64, MOST = NV * CELLS };

static const double acceleration[3] = {120, -45, 9.81};

static const char *const disk = "[actuators]\nPROP = disk centre=0.5,0.5,0.5 axis=1,0,0 radius=0.45 thickness=0.6 "
                                "thrust=300 torque=20\n";

/* q: out, a state that differs from cell to cell; residual: out. */
static int evaluate(const char *also, const char *force, double q[MOST], double residual[MOST], double volume[CELLS])
{
    struct flow_bed t;
    char text[600];
    uint64_t seed = 7;
    snprintf(text, sizeof text, "[flow]\nmach = 0.4\n%s%s[patches]\n* = farfield\n", also, force);
    int status = flow_bed_make("", text, &t);
    if (status == 0) {
        flow_download(&t.f, q);
        for (int i = 0; i < CELLS; i++) {
            q[i] *= 1 + 0.05 * random_signed(&seed);
            q[Q_P * CELLS + i] *= 1 + 0.05 * random_signed(&seed);
            for (int d = 0; d < 3; d++)
                q[(Q_U + d) * CELLS + i] += 20 * random_signed(&seed);
            volume[i] = t.d.view.volume[i];
        }
        flow_upload(&t.f, q);
        flow_evaluate(&t.f, true);
        flow_residual(&t.f, residual, NULL);
    }
    flow_bed_free(&t);
    return status;
}

static void compare(const char *also)
{
    static double q[MOST], without[MOST], with[MOST], volume[CELLS];
    CHECK(evaluate(also, "", q, without, volume) == 0, "%s", error_message());
    CHECK(evaluate(also, "[body_force]\nacceleration = 120, -45, 9.81\n", q, with, volume) == 0, "%s", error_message());
    for (int i = 0; i < CELLS; i++) {
        double want[NV] = {0, 0, 0, 0, 0};
        for (int d = 0; d < 3; d++) {
            want[Q_U + d] = volume[i] * q[i] * acceleration[d];
            want[Q_P] += want[Q_U + d] * q[(Q_U + d) * CELLS + i];
        }
        for (int v = 0; v < NV; v++) /* rounding of a residual of flux differences, about 1e7 per area of 1/16 */
            CHECK(fabs(with[v * CELLS + i] - without[v * CELLS + i] - want[v]) < 1e-7, "cell %d, %d: %g, not %g", i, v,
                  with[v * CELLS + i] - without[v * CELLS + i], want[v]);
    }
}

static void adds_force_and_work(void)
{
    compare("");
}

static void adds_to_actuators(void)
{
    compare(disk);
}

static void refuses(void)
{
    static const struct { const char *text, *says; } row[] = {
        {"[flow]\nmach = 0.4\n[body_force]\nacceleration = 1, 0\n", "acceleration"},
        {"[flow]\nmach = 0.4\n[body_force]\nacceleration = 1e99, 0, 0\n", "from -1e+09 to 1e+09"},
        {"[flow]\nmach = 0.4\n[body_force]\ngravity = 1, 0, 0\n", "unknown key 'gravity'"},
        {"[flow]\nmach = 0.4\n[body_forces]\nacceleration = 1, 0, 0\n", "did you mean 'body_force'"},
        {"[flow]\nmach = 0.4\n[frame]\ntype = rotating\nrate = 1\naxis = 1, 0, 0\n[body_force]\nacceleration = 1, 0, 0\n",
         "does not go with [body_force]"},
        {"[flow]\nmach = 0.4\n[numerics]\npipeline = paper\ngradient = node\nlimiter = none\n[body_force]\nacceleration = 1, 0, 0\n", "must be fast"}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct case_file c;
        int status = case_read(flow_case_file(row[k].text), NULL, 0, &c);
        CHECK(status != 0 && strstr(error_message(), row[k].says), "%zu: %s", k, status ? error_message() : "was taken");
        case_free(&c);
    }
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(adds_force_and_work);
    CASE(adds_to_actuators);
    CASE_OF("motion", refuses);
    comm_finish();
    return check_end();
}
