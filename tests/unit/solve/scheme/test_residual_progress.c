/* Marks of residuals, by numbers: when they move, how long ago that was, and how far a residual has come from them. */
#include "check.h"
#include "scheme/residual_progress.h"

static void a_mark_moves_by_its_factor(void)
{
    struct progress p = {.factor = 0.5, .mark = HUGE_VAL};
    progress_record(&p, 8, 3);
    CHECK(p.mark == 8 && p.step == 3, "the first residual");
    progress_record(&p, 4.1, 4);
    CHECK(p.mark == 8 && progress_since(&p, 7) == 4, "not yet half");
    progress_record(&p, NAN, 5);
    CHECK(p.mark == 8, "not-a-number");
    progress_record(&p, 4, 6);
    CHECK(p.mark == 4 && progress_since(&p, 7) == 1, "half");
}

static void two_residuals_move_together(void)
{
    struct progress p = {.factor = 0.9, .mark = 10}, q = {.factor = 0.9, .mark = 10};
    progress_record_either(&p, 9.5, &q, 9.5, 1);
    CHECK(p.mark == 10 && q.mark == 10 && p.step == 0, "neither");
    progress_record_either(&p, 9.5, &q, 8.9, 2);
    CHECK(p.mark == 9.5 && q.mark == 8.9 && p.step == 2 && q.step == 2, "one of them");
    progress_record_either(&p, 8, &q, 20, 3);
    CHECK(p.mark == 8 && q.mark == 8.9 && p.step == 3, "the other; marks do not rise");
}

static void decades_from_a_mark(void)
{
    const struct progress p = {.mark = 10};
    CHECK_NEAR(progress_decades(&p, 0.1), 2, 1e-14);
    CHECK(progress_decades(&p, 20) == 0, "a rise is none");
    CHECK(progress_is_down(&p, 0.1, 1) && !progress_is_down(&p, 0.1, 1.01) && !progress_is_down(&p, 0.1, NAN), "a tenth");
}

int main(void)
{
    CASE(a_mark_moves_by_its_factor);
    CASE(two_residuals_move_together);
    CASE(decades_from_a_mark);
    return check_end();
}
