/* The CFL number of a step: the ramp a case gives, and what changes an adaptive number: each kind of change, its bounds,
 * the pause behind a fall. What a step's outcome asks for is in test_steering.
 */
#include "unit/solve/flow_bed.h"
#include "scheme/cfl_control.h"

static void a_ramp(void)
{
    static const double wanted[] = {0.1, 0.3, 0.5, 0.7, 0.9, 0.9};
    struct case_file c;
    CHECK(case_read(flow_case_file("[flow]\nmach = 0.4\n[time]\ncfl = 0.9\ncfl_start = 0.1\ncfl_ramp = 4\n"), NULL, 0,
                    &c) == 0, "%s", error_message());
    struct cfl_control k = cfl_control_ramp(&c);
    CHECK_NEAR(k.cfl, 0.1, 0);
    for (int i = 5; i >= 0; i--) { /* by the iteration alone, whatever is asked for */
        cfl_control_change(&k, (struct cfl_change){.how = CFL_TIMES, .by = 0.2});
        CHECK_NEAR(cfl_control_at(&k, i), wanted[i], 1e-15);
        CHECK_NEAR(k.cfl, wanted[i], 1e-15);
    }
    case_free(&c);
}

/* From 100 between 1 and 1,000; the iteration (77) does not count. */
static double changed(struct cfl_change change)
{
    struct cfl_control k = cfl_control_adaptive(100, 1, 1000);
    cfl_control_change(&k, change);
    CHECK(k.cfl == cfl_control_at(&k, 77), "depends on the iteration");
    return k.cfl;
}

static void each_change_by_numbers(void)
{
    const struct {
        struct cfl_change change;
        double wanted;
    } row[] = {
        {{.how = CFL_KEEP, .by = 7}, 100},
        {{.how = CFL_SET, .by = 5000}, 5000},
        {{.how = CFL_AT_LEAST, .by = 99}, 100},
        {{.how = CFL_AT_LEAST, .by = 101}, 101},
        {{.how = CFL_AT_MOST, .by = 99}, 99},
        {{.how = CFL_AT_MOST, .by = 101}, 100},
        {{.how = CFL_CUT, .by = 0.1, .floor = 5}, 10},
        {{.how = CFL_CUT, .by = 0.01, .floor = 5}, 5},
        {{.how = CFL_CUT, .by = 0.1, .floor = 200}, 100},
        {{.how = CFL_TIMES, .by = 1.5}, 150},
        {{.how = CFL_TIMES, .by = 15}, 1000},
        {{.how = CFL_BACK, .by = 0.2}, 20},
        {{.how = CFL_BACK, .by = 0.001}, 1},
    };
    for (size_t n = 0; n < sizeof row / sizeof *row; n++) {
        const double is = changed(row[n].change);
        CHECK(fabs(is - row[n].wanted) < 1e-12, "row %zu: %g, not %g", n, is, row[n].wanted);
    }
}

/* A lower bound comes into force with the next good step, as the number of defect correction behind Newton-Krylov's. */
static void a_bound_counts_from_the_next_step_on(void)
{
    struct cfl_control k = cfl_control_adaptive(500, 1, 1000);
    cfl_control_bound(&k, 100);
    CHECK_NEAR(k.cfl, 500, 0);
    cfl_control_change(&k, (struct cfl_change){.how = CFL_TIMES, .by = 1});
    CHECK_NEAR(k.cfl, 100, 0);
}

static void a_pause(void)
{
    struct cfl_control k = cfl_control_adaptive(100, 1, 1000);
    CHECK(!k.pause, "at the start");
    cfl_control_change(&k, (struct cfl_change){.how = CFL_BACK, .by = 0.5});
    CHECK(k.pause, "behind a fall");
    cfl_control_change(&k, (struct cfl_change){.how = CFL_CUT, .by = 0.5});
    CHECK(k.pause, "a cut is of no step");
    cfl_control_change(&k, (struct cfl_change){.how = CFL_TIMES, .by = 1});
    CHECK(!k.pause, "for one step");
    cfl_control_restore(&k, 42, true);
    CHECK(k.pause && k.cfl == 42, "of a checkpoint");
}

int main(void)
{
    CASE(a_ramp);
    CASE(each_change_by_numbers);
    CASE(a_bound_counts_from_the_next_step_on);
    CASE(a_pause);
    return check_end();
}
