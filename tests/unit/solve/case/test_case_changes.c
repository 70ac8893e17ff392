/* What a restart is said to have changed: keys that the user gives now or gave then, with the values in effect, and
 * nothing that the program has worked out both times.
 */
#include "case/case_changes.h"
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"

/* A static string. */
static const char *changes_from(const char *then, const char *now)
{
    static char text[CASE_CHANGES_SIZE];
    struct case_file old = {0}, c = {0};
    struct case_settings set;
    memset(text, 0, sizeof text);
    CHECK(case_read(flow_case_file(then), NULL, 0, &old) == 0, "%s", error_message());
    case_settings(&old, &set);
    case_free(&old);
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
    check_same(changes_from(FLOW, FLOW "[stop]\nwindow = 50\n"), "stop.window 0 -> 50");
    check_same(changes_from(FLOW "[stop]\nwindow = 50\n", FLOW), "stop.window 50 -> 0");
    check_same(changes_from(FLOW MOTION "[time]\nscheme = dual-time\nsteps_per_period = 40\n",
                            FLOW MOTION "[time]\nscheme = dual-time\ndt = 0.01\n"),
               "time.dt 0.0025 -> 0.01, time.steps_per_period 40 -> 0");
}

/* A key that is left out again has an effect: the value that the program takes in its place. */
static void what_is_left_out(void)
{
    check_same(changes_from(FLOW "pressure = 50000\n", FLOW), "flow.pressure 50000 -> 101325");
    check_same(changes_from(FLOW "pressure = 50000\n", FLOW "density = 1\n"), /* of 288.15 K */
               "flow.pressure 50000 -> 82713.5, flow.density 0.604497 -> 1");
    check_same(changes_from(FLOW, FLOW "pressure = 50000\n"), "flow.pressure 101325 -> 50000");
    check_same(changes_from(FLOW "[reference]\ncentre = 1 2 3\n", FLOW), "reference.centre 1 2 3 -> 0 0 0");
    check_same(changes_from(FLOW "[stop]\nresidual_drop = 6\n", FLOW), "stop.residual_drop 6 -> 8");
}

static void what_is_no_change(void)
{
    check_same(changes_from(FLOW, FLOW "pressure = 101325\n"), "");
    check_same(changes_from(FLOW "[time]\nsteps = 10\n", FLOW "[time]\nsteps = 20\n"), "");
}

/* As many settings of other keys: nothing is said. */
static void other_keys(void)
{
    char text[CASE_CHANGES_SIZE];
    struct case_file c = {0};
    struct case_settings set;
    CHECK(case_read(flow_case_file(FLOW "alpha = 1\n"), NULL, 0, &c) == 0, "%s", error_message());
    case_settings(&c, &set);
    case_free(&c);
    CHECK(case_read(flow_case_file(FLOW), NULL, 0, &c) == 0, "%s", error_message());
    case_changes(&c, &set, sizeof text, text);
    check_same(text, "flow.alpha 1 -> 0");
    set.keys++;
    case_changes(&c, &set, sizeof text, text);
    check_same(text, "");
    case_free(&c);
}

int main(void)
{
    CASE_OF("motion", what_the_program_chose);
    CASE(what_is_left_out);
    CASE(what_is_no_change);
    CASE(other_keys);
    return check_end();
}
