/* What a restart is said to have changed: keys that the user gives now or gave then, with the values in effect, and
 * nothing that the program has worked out both times.
 */
#include "case/case_changes.h"
#include "unit/solve/flow_bed.h"

/* says: whether the checkpoint says which keys were given, as older ones do not. A static string. */
static const char *changes_from(const char *then, const char *now, bool says)
{
    static char text[CASE_CHANGES_SIZE];
    struct case_file old = {0}, c = {0};
    struct case_settings set;
    memset(text, 0, sizeof text);
    CHECK(case_read(flow_case_file(then), NULL, 0, &old) == 0, "%s", error_message());
    case_settings(&old, &set);
    case_free(&old);
    if (!says)
        set.n_keys = 0;
    CHECK(case_read(flow_case_file(now), NULL, 0, &c) == 0, "%s", error_message());
    case_changes(&c, &set, sizeof text, text);
    case_free(&c);
    return text;
}

static void check_same(const char *said, const char *expected)
{
    CHECK(strcmp(said, expected) == 0, "'%s' for '%s'", said, expected);
}

#define FLOW "[flow]\nmach = 0.5\n"
#define MOTION "[motion]\npitch = 2\nfrequency = 10\n"

/* An implicit run ends 8 decades down where nothing else is given to end it: the 8 is nobody's. */
static void what_the_program_chose(void)
{
    check_same(changes_from(FLOW, FLOW "[stop]\nwindow = 50\n", true), "stop.window 0 -> 50");
    check_same(changes_from(FLOW "[stop]\nwindow = 50\n", FLOW, true), "stop.window 50 -> 0");
    check_same(changes_from(FLOW MOTION "[time]\nscheme = dual-time\nsteps_per_period = 40\n",
                            FLOW MOTION "[time]\nscheme = dual-time\ndt = 0.01\n", true),
               "time.dt 0.0025 -> 0.01, time.steps_per_period 40 -> 0");
}

/* A key that is left out again has an effect: the value that the program takes in its place. */
static void what_is_left_out(void)
{
    check_same(changes_from(FLOW "pressure = 50000\n", FLOW, true), "flow.pressure 50000 -> 101325");
    check_same(changes_from(FLOW "pressure = 50000\n", FLOW "density = 1\n", true), /* of 288.15 K */
               "flow.pressure 50000 -> 82713.5, flow.density 0.604497 -> 1");
    check_same(changes_from(FLOW, FLOW "pressure = 50000\n", true), "flow.pressure 101325 -> 50000");
    check_same(changes_from(FLOW "[reference]\ncentre = 1 2 3\n", FLOW, true), "reference.centre 1 2 3 -> 0 0 0");
    check_same(changes_from(FLOW "[stop]\nresidual_drop = 6\n", FLOW, true), "stop.residual_drop 6 -> 8");
}

static void what_is_no_change(void)
{
    check_same(changes_from(FLOW, FLOW "pressure = 101325\n", true), "");
    check_same(changes_from(FLOW "[time]\nsteps = 10\n", FLOW "[time]\nsteps = 20\n", true), "");
}

/* A default now may be a key that has been left out: it is listed. */
static void older_checkpoints(void)
{
    check_same(changes_from(FLOW, FLOW "[stop]\nresidual_drop = 6\n", false), "stop.residual_drop 8 -> 6");
    check_same(changes_from(FLOW "[numerics]\norder = 1\n", FLOW, false), "numerics.order 1 -> 2");
}

int main(void)
{
    CASE(what_the_program_chose);
    CASE(what_is_left_out);
    CASE(what_is_no_change);
    CASE(older_checkpoints);
    return check_end();
}
