/* Reductions over ranks, on as many as there are: tests/e2e/ranks.sh runs this on three. */
#include "check.h"
#include "parallel/comm.h"

#include <math.h>

static struct comm comm;

/* Element k is that of the rank k of three; the last is the same on all. */
static void reductions_have_the_least_and_the_most(void)
{
    double least[3], most[3];
    for (int k = 0; k < 3; k++)
        least[k] = most[k] = k == comm.rank ? -1.5 - k : 7;
    comm_minimum(least, 3);
    comm_maximum(most, 3);
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(least[k], k < comm.size ? -1.5 - k : 7, 0);
        CHECK_NEAR(most[k], comm.size > 1 || k > 0 ? 7 : -1.5, 0);
    }
}

/* Whichever rank has it, first, middle or last, and whatever the others have. */
static void a_nan_of_any_rank_is_seen_by_all(void)
{
    for (int k = 0; k < comm.size; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double least[2] = {k == comm.rank ? NAN : sign * 1e300, comm.rank}, most[2] = {least[0], comm.rank};
            comm_minimum(least, 2);
            comm_maximum(most, 2);
            CHECK(isnan(least[0]) && isnan(most[0]), "of rank %d: %g %g", k, least[0], most[0]);
            CHECK_NEAR(least[1], 0, 0);
            CHECK_NEAR(most[1], comm.size - 1, 0);
        }
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm);
    CASE(reductions_have_the_least_and_the_most);
    CASE(a_nan_of_any_rank_is_seen_by_all);
    comm_finish();
    return check_end();
}
