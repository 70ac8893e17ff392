/* dual_control.c: the coefficients of the methods in physical time, and the goals that residuals have in a step. All
 * goals are looked at as one number, the largest residual over its goal.
 */
#include "scheme/dual_control.h"

#include <math.h>

/* Norms of rounding: changes in a time step at CFL number 1, as a part of the free stream's values. */
static const double ROUNDING = 1e-13;
static const double DROP_MOST = 99; /* decades: of a residual that has become 0 */

/* 1 - 1 / sqrt(2) */
#define START_GAMMA 0.29289321881345247560

const struct dual_tableau dual_tableau_start = {2, {{START_GAMMA}, {1 - START_GAMMA, START_GAMMA}}, {0}};

/* The root of 6 g^3 - 18 g^2 + 9 g - 1 = 0 for which the method is L-stable; stages at 0, 2 g, 3/5 and 1. The other
 * coefficients follow from the conditions of second order for the stages and of third for the step. */
#define ESDIRK3_GAMMA 0.43586652150845899942

const struct dual_tableau dual_tableau_esdirk3 = {
    4, {{0},
        {ESDIRK3_GAMMA, ESDIRK3_GAMMA},
        {0.25764824606642724580, -0.09351476757488624522, ESDIRK3_GAMMA},
        {0.18764102434672382516, -0.59529747357695494805, 0.97178992772177212347, ESDIRK3_GAMMA}},
    {2756255671327.0 / 12835298489170.0, -10771552573575.0 / 22201958757719.0, 9247589265047.0 / 10645013368117.0,
     2193209047091.0 / 5459859503100.0}};

const double dual_blend = 0.48;

struct dual_difference dual_difference_of(double blend, double dt, double dt_before, double dt_older)
{
    const double two = dt + dt_before;
    if (blend == 0) {
        double w = dt / dt_before;
        return (struct dual_difference){(1 + 2 * w) / ((1 + w) * dt), -w * w / ((1 + w) * dt), 0};
    }
    const double three = two + dt_older, share = blend * dt * two / three;
    return (struct dual_difference){
        1 / dt + 1 / two + blend / three,
        -dt / (dt_before * two) - share * (1 / two + 1 / (dt_before + dt_older)) / dt_before,
        share / (dt_older * (dt_before + dt_older))};
}

struct dual_predictor dual_predictor_of(double dt, double dt_before, double dt_older)
{
    if (dt_older == 0)
        return (struct dual_predictor){dt / dt_before, 0};
    const double second = dt * (dt + dt_before) / (dt_before + dt_older);
    return (struct dual_predictor){(dt + second) / dt_before, -second / dt_older};
}

/* first: norms at the start of the step. A residual of rounding has nothing to drop from, so that goals do
 * not go below it. */
void dual_control_begin(struct dual_control *k, struct implicit_norms first, double drop, int most)
{
    *k = (struct dual_control){.first = first.flow, .most = most};
    k->goal = fmax(first.flow * pow(10, -drop), ROUNDING);
    for (int v = 0; v < 2; v++)
        k->turbulence_goal[v] = fmax(fmax(first.turbulence[v], first.flow) * pow(10, -0.5 * drop), ROUNDING);
    for (int i = 0; i <= DUAL_PATIENCE; i++)
        k->excess[i] = HUGE_VAL;
    dual_control_after(k, true, first);
    k->steps = k->held = 0;
}

static double drop_of(double first, double now)
{
    if (!(now < first)) /* not-a-numbers have not dropped */
        return 0;
    return now > 0 ? fmin(log10(first / now), DROP_MOST) : DROP_MOST;
}

/* excess: a history of DUAL_PATIENCE + 1 looks, newest first. held: the step in pseudo-time was not taken
 * back. */
void dual_control_after(struct dual_control *k, bool held, struct implicit_norms now)
{
    double excess = now.flow / k->goal;
    for (int v = 0; v < 2; v++)
        excess = fmax(excess, now.turbulence[v] / k->turbulence_goal[v]);
    for (int i = DUAL_PATIENCE; i > 0; i--)
        k->excess[i] = k->excess[i - 1];
    k->excess[0] = isnan(now.flow) || isnan(now.all) ? HUGE_VAL : excess;
    k->drop = drop_of(k->first, now.flow);
    k->steps++;
    k->held += held;
}

void dual_control_guess(struct dual_control *k, struct implicit_norms now)
{
    for (int i = 0; i <= DUAL_PATIENCE; i++)
        k->excess[i] = HUGE_VAL;
    dual_control_after(k, true, now);
    k->steps = k->held = 0;
    k->least = 1;
}

bool dual_control_goes_on(const struct dual_control *k)
{
    return (k->excess[0] > 1 || k->steps < k->least) && k->steps < k->most;
}

/* The largest excess has not halved in DUAL_PATIENCE steps. */
bool dual_control_is_slow(const struct dual_control *k)
{
    return k->excess[0] > 0.5 * k->excess[DUAL_PATIENCE]; /* HUGE_VAL before there are so many */
}

bool dual_control_has_failed(const struct dual_control *k)
{
    return k->steps > 0 && k->held == 0;
}

/* A step aims below what is allowed, so that few are made again. */
static const double SAFETY = 0.8;
static const double ERROR_LEAST = 1e-10; /* so that a uniform flow has a next step */

double dual_step_ratio(double error, double before)
{
    const double order = 3, now = fmax(error / SAFETY, ERROR_LEAST);
    double ratio = pow(now, -0.6 / order);
    if (before > 0)
        ratio *= pow(fmax(before / SAFETY, ERROR_LEAST), 0.2 / order);
    else
        ratio = pow(now, -1 / order);
    return 1 + atan(ratio - 1);
}
