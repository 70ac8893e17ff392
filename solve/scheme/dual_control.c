/* dual_control.c: see dual_control.h. */
#include "scheme/dual_control.h"

#include <math.h>

/* Norms of rounding: changes in a time step at CFL number 1, as a part of the free stream's values. */
static const double ROUNDING = 1e-13;
static const double DROP_MOST = 99; /* decades: of a residual that was rounding from the first */

/* 1 - 1 / sqrt(2) */
#define START_GAMMA 0.29289321881345247560

const struct dual_tableau dual_tableau_start = {2, {{START_GAMMA}, {1 - START_GAMMA, START_GAMMA}}};

/* The root of 6 g^3 - 18 g^2 + 9 g - 1 = 0 for which the method is L-stable; stages at 0, 2 g, 3/5 and 1. The other
 * coefficients follow from the conditions of second order for the stages and of third for the step. */
#define ESDIRK3_GAMMA 0.43586652150845899942

const struct dual_tableau dual_tableau_esdirk3 = {
    4, {{0},
        {ESDIRK3_GAMMA, ESDIRK3_GAMMA},
        {0.25764824606642724580, -0.09351476757488624522, ESDIRK3_GAMMA},
        {0.18764102434672382516, -0.59529747357695494805, 0.97178992772177212347, ESDIRK3_GAMMA}}};

void dual_control_begin(struct dual_control *k, struct implicit_norms first)
{
    *k = (struct dual_control){.first = first};
    dual_control_after(k, true, first);
    k->steps = k->held = 0;
}

/* Not-a-numbers have not dropped. */
static double drop_of(double first, double now)
{
    if (now <= ROUNDING)
        return DROP_MOST;
    return now < first ? log10(first / now) : 0;
}

void dual_control_after(struct dual_control *k, bool held, struct implicit_norms now)
{
    k->steps++;
    k->held += held;
    k->drop = drop_of(k->first.flow, now.flow);
    for (int v = 0; v < 2; v++)
        k->drop = fmin(k->drop, drop_of(k->first.turbulence[v], now.turbulence[v]));
}

bool dual_control_goes_on(const struct dual_control *k, double drop, long most)
{
    return k->drop < drop && k->steps < most;
}

bool dual_control_has_failed(const struct dual_control *k)
{
    return k->steps > 0 && k->held == 0;
}
