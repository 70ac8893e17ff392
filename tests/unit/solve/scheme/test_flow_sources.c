/* What is added to the right-hand side is a sum: a source that is given stands beside that of a frame that turns, and
 * beside those of an actuator disk, evaluation after evaluation.
 */
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"
#include "random.h"

#include <math.h>

enum { CELLS = 64, MOST = NV * CELLS };

static const char *const plain = "[flow]\nmach = 0.4\n[patches]\n* = farfield\n";
static const char *const turning = "[flow]\nmach = 0.4\n[frame]\ntype = rotating\nrate = 50\naxis = 1, 0, 0\n[patches]\n"
                                   "* = farfield\n";
static const char *const disk = "[flow]\nmach = 0.4\n[actuators]\nPROP = disk centre=0.5,0.5,0.5 axis=1,0,0 radius=0.45 "
                                "thickness=0.6 thrust=300 torque=20\n[patches]\n* = farfield\n";

/* A state that differs from cell to cell. */
static void set_state(struct flow_bed *t)
{
    static double q[MOST];
    uint64_t seed = 7;
    flow_download(&t->f, q);
    for (int i = 0; i < CELLS; i++) {
        q[i] *= 1 + 0.05 * random_signed(&seed);
        q[Q_P * CELLS + i] *= 1 + 0.05 * random_signed(&seed);
        for (int d = 0; d < 3; d++)
            q[(Q_U + d) * CELLS + i] += 20 * random_signed(&seed);
    }
    flow_upload(&t->f, q);
}

static void residual_of(struct flow_bed *t, double residual[MOST])
{
    flow_evaluate(&t->f, true);
    flow_residual(&t->f, residual, NULL);
}

static void add_up(const char *name, const char *text)
{
    struct flow_bed t;
    static double given[MOST], before[MOST], after[MOST], again[MOST];
    uint64_t seed = 11;
    int status = flow_bed_make("", text, &t);
    CHECK(status == 0, "%s: %s", name, error_message());
    if (status == 0) {
        set_state(&t);
        for (int k = 0; k < MOST; k++)
            given[k] = 1e4 * random_signed(&seed);
        residual_of(&t, before);
        flow_set_source(&t.f, given);
        residual_of(&t, after);
        residual_of(&t, again);
        for (int k = 0; k < MOST; k++) {
            const double volume = t.d.view.volume[k % CELLS];
            /* rounding of a residual of flux differences, about 1e5 per area of 1/16 */
            CHECK(fabs(after[k] - before[k] - volume * given[k]) < 1e-9, "%s: %d: %g, not %g", name, k,
                  after[k] - before[k], volume * given[k]);
            CHECK(after[k] == again[k], "%s: %d: %g, then %g", name, k, after[k], again[k]);
        }
    }
    flow_bed_free(&t);
}

static void alone(void)
{
    add_up("alone", plain);
}

static void with_frame(void)
{
    add_up("frame", turning);
}

static void with_disk(void)
{
    add_up("disk", disk);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(alone);
    CASE_OF("motion", with_frame);
    CASE_OF("actuators", with_disk);
    comm_finish();
    return check_end();
}
