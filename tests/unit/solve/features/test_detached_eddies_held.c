/* Lengths of a detached-eddy model that are held while the equation of a physical time step is solved. */
#include "features/detached_eddies/detached_eddies.h"
#include "scheme/integrator.h"
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"

#include <math.h>
#include <string.h>

/* In a closed box of 1 m, so thin a flow that the shield of DDES ends within the box. */
static const char box_case[] =
    "[flow]\nmach = 0.2\npressure = 1\ndensity = 1\nviscosity = 0.001\nsutherland = 0\n"
    "[model]\nequations = sa\nscales = ddes\nc_des = 0.2\n"
    "[numerics]\nlimiter = none\nflux = keep\nblending = travin\n"
    "[time]\nscheme = dual-time\nlocal = no\ndt = 0.05\npredictor = linear\nsub_drop = 3\nsub_steps = 100\n"
    "[patches]\n* = slip\nzmin = wall\n";

/* Lengths and shares of upwinding are, behind a step of even length, those of twice the state at its start less the
 * state before, and not of the state that it ends in. */
static void lengths_are_those_of_the_guess(void)
{
    enum { CELLS = 64, MOST = (NV + 1) * CELLS };
    double before[MOST], start[MOST], end[MOST], guess[MOST], length[CELLS], share[CELLS];
    struct flow_bed t;
    struct integrator it = {0};
    if (flow_bed_make("--bc zmin=BCWallViscous", box_case, &t) || integrator_create(&t.f, &t.c, &it))
        FATAL("%s", error_message());
    const struct detached_eddies *e = feature_own(t.d.features, "model.scales");
    CHECK(t.f.n_variables * t.d.view.n_owned == MOST, "%d cells", (int)t.d.view.n_owned);
    flow_bed_set_waves(&t);
    flow_evaluate(&t.f, true);
    for (int k = 0; k < 4; k++) { /* the first two steps begin from no guess and from the first of all guesses */
        flow_download(&t.f, k == 3 ? start : before);
        CHECK(integrator_step(&it, k, 1, 0.05) == 0, "%s", error_message());
    }
    flow_download(&t.f, end);
    memcpy(length, e->length, sizeof length);
    memcpy(share, e->upwinding, sizeof share);
    for (int k = 0; k < MOST; k++)
        guess[k] = 2 * start[k] - before[k];
    double other = 0;
    for (int turn = 0; turn < 2; turn++) {
        features_hold(t.d.features, false);
        flow_upload(&t.f, turn ? end : guess);
        flow_evaluate(&t.f, true);
        for (int i = 0; i < CELLS; i++) {
            if (turn == 0) {
                CHECK_NEAR(length[i], e->length[i], 1e-10 * length[i]); /* rounding of the guess */
                CHECK_NEAR(share[i], e->upwinding[i], 1e-10);
            }
            if (turn == 1)
                other = fmax(other, fabs(length[i] - e->length[i]));
        }
    }
    CHECK(other > 1e-6, "lengths of the state at the end differ by %g m", other);
    integrator_free(&it);
    flow_bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(lengths_are_those_of_the_guess);
    comm_finish();
    return check_end();
}
