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

/* Vatsa, Carpenter & Lockard 2010: the blend's leading error falls with the share of BDF3, its
 * stability ends at one half; 0.48 is the value that they use. */
const double dual_blend = 0.48;

/* Newton's divided differences of W at the instants n + 1, n, n - 1 and, for the blend, n - 2,
 * differentiated at n + 1: W[n+1,n] + dt W[n+1,n,n-1] is BDF2, and dt (dt + dt_before) W[n+1,n,n-1,n-2]
 * more is BDF3, of which the blend takes a part. Sums are written as differences of neighbouring
 * states, so that a state that does not change gives 0 exactly, whatever the lengths of the steps. */
struct dual_difference dual_difference_of(double blend, double dt, double dt_before, double dt_older)
{
    /* Distances in time from n + 1 to n - 1 and, three, to n - 2. */
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

static double drop_of(double first, double now)
{
    if (!(now < first)) /* not-a-numbers have not dropped */
        return 0;
    return now > 0 ? fmin(log10(first / now), DROP_MOST) : DROP_MOST;
}

/* excess: 1 and below: reached. Of a history of DUAL_STAGNATION + 1 looks, newest first. */
static void look(struct dual_control *k, struct implicit_norms now)
{
    double excess = now.flow / k->goal;
    for (int v = 0; v < 2; v++)
        excess = fmax(excess, now.turbulence[v] / k->turbulence_goal[v]);
    for (int i = DUAL_STAGNATION; i > 0; i--)
        k->excess[i] = k->excess[i - 1];
    k->excess[0] = isnan(now.flow) || isnan(now.all) ? HUGE_VAL : excess;
    k->drop = drop_of(k->first, now.flow);
}

/* From here on: no steps have been made. */
static void look_afresh(struct dual_control *k, struct implicit_norms now)
{
    for (int i = 0; i <= DUAL_STAGNATION; i++)
        k->excess[i] = HUGE_VAL;
    look(k, now);
    k->steps = k->held = 0;
}

/* first: norms at the start of the step. A residual of rounding has nothing to drop from, so that goals do
 * not go below it.
 * The goal of a turbulence variable begins from the larger of its own residual and the flow's: it often
 * begins near its equilibrium, from where a drop of so many decades would ask for digits that rounding
 * does not have. */
void dual_control_begin(struct dual_control *k, struct implicit_norms first, double drop, int most)
{
    *k = (struct dual_control){.first = first.flow, .most = most};
    k->goal = fmax(first.flow * pow(10, -drop), ROUNDING);
    for (int v = 0; v < 2; v++)
        k->turbulence_goal[v] = fmax(fmax(first.turbulence[v], first.flow) * pow(10, -0.5 * drop), ROUNDING);
    look_afresh(k, first);
}

void dual_control_guess(struct dual_control *k, struct implicit_norms now)
{
    look_afresh(k, now);
    k->least = 1;
}

void dual_control_after(struct dual_control *k, bool held, struct implicit_norms now)
{
    look(k, now);
    k->steps++;
    k->held += held;
}

/* excess[0] > 1 is true for HUGE_VAL too, which stands for a residual that is no number. */
bool dual_control_goes_on(const struct dual_control *k)
{
    return (k->excess[0] > 1 || k->steps < k->least) && k->steps < k->most;
}

/* The largest excess has not halved in DUAL_STAGNATION steps.
 * dual_time.c then changes from defect correction to Newton-Krylov for the rest of the equation. */
bool dual_control_is_slow(const struct dual_control *k)
{
    return k->excess[0] > 0.5 * k->excess[DUAL_STAGNATION]; /* HUGE_VAL before there are so many */
}

/* Steps that were all taken back: the state is still that before the step, and no number of them would
 * help. */
bool dual_control_has_failed(const struct dual_control *k)
{
    return k->steps > 0 && k->held == 0;
}

/* A step aims below what is allowed, so that few are made again. */
static const double SAFETY = 0.8;
static const double ERROR_LEAST = 1e-10; /* so that a uniform flow has a next step */

/* The next step over this one, by the proportional-integral rule PI.4.2: this error to the power -3/5
 * and the one before to the power 1/5, both over the order of the estimate. The memory of one error
 * damps the alternation of long and short steps. Without an error before, the elementary rule. atan()
 * limits the ratio smoothly to 1 - pi/4 .. 1 + pi/2 (0.21 .. 2.6), as Soderlind & Wang advise, in place
 * of a dead band and sharp bounds, whose switching makes a run depend on rounding. */
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
