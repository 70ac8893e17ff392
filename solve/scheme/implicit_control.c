/* implicit_control.c: the rules that lead the implicit scheme: when one of its two methods takes over from the other,
 * how many sweeps a Krylov vector is worth, what a step must do to hold, and what is done about a stall.
 */
#include "scheme/implicit_control.h"

#include <math.h>
#include <string.h>

/* Figures of the rules: what did best on a wing, airfoils, plates and bumps. DC: defect correction, NK:
 * Newton-Krylov. */
enum {
    DC_START = 20,         /* steps before the residual's rise counts */
    DC_PATIENCE = 50,      /* steps of defect correction in which the residual should halve, */
    DC_PATIENCE_LATE = 25, /* once it has dropped to DC_LATE: a few cells may alternate for ever */
    NK_LEAST = 5,          /* steps of Newton-Krylov before defect correction takes over again */
    TRIAL = 100,           /* evaluations after which Newton-Krylov is judged */
    RETURNS_WASTED = 2,    /* times that defect correction took over again and came no further than before */
    VECTORS_MANY = 10,     /* more than these: twice as many sweeps are tried, before the CFL number stops growing at
                              18 */
    VECTORS_FEW = 4,       /* fewer than these: half as many */
    TRIAL_PAUSE = 20,      /* systems until the next try, after one that did not pay */
    STALL_STEPS = 10,
    STALL_STEPS_COARSE = 30 /* with a coarse level, where the CFL number grows a hundredfold and more while the slow
                               parts of the field settle and the residual does not fall */
};
const double implicit_cfl_start = 5;
static const double CFL_LEAST = 1e-3, CFL_MOST = 1e8, DC_CFL_MOST = 100;
/* Thin cells are what a CFL number of 100 is small in; lines solve them exactly across the layer. Without lines a
 * bump with SST is lost at 300. */
static const double DC_CFL_LINES = 1000; /* not with a coarse level: steps are so near those of the whole first-order
                                            system then that a wing of 3.8 million cells is lost from 400 on */
static const double DC_GROWTH = 1.15, NK_GROWTH = 1.5;
/* From a first guess near the solution: with 100 an inviscid airfoil's polar takes a third more, with 5e4 some of its
 * points four times as much. */
static const double NK_RENEWED = 500;
/* From there on, in flows that are not limited: systems are solved as far as the last one was a model of its step, and
 * the CFL number grows by up to GUESS_GROWTH where the model's error is a part of GUESS_ERROR or less of the residual.
 * GMRES hardly lowers the residual with its first ten vectors at large CFL numbers and tenfold with each four behind
 * them, so that few systems solved well cost less than many solved to TOLERANCE. */
static const double GUESS_TOLERANCE = 0.01, GUESS_GROWTH = 30, GUESS_ERROR = 0.15;
/* Newton-Krylov that has come down to this CFL number is worse than defect correction, which takes over again. */
static const double RETURN_CFL = 50;
/* With a coarse level steps at larger ones than this go on however slowly the residual falls: the slow parts of the
 * field settle meanwhile, and from 100 on the CFL number would have to grow anew. */
static const double COARSE_CFL = 500;
static const double DC_LATE = 1e-2;       /* of the largest residual */
static const double DC_RISE = 10;         /* of the residual over its least: defect correction ends */
static const double SST_LATE = 1e-5;      /* of the largest residual: with two turbulence variables Newton-Krylov stays,
                                             and its CFL number grows with more vectors */
static const double DC_FURTHER = 0.5;     /* of the residual at which it was left before: it has come further */
/* The rate at which Newton-Krylov is taken to get on before it was tried: decades for the work of a step of defect
 * correction. With 0.05 an airfoil with SST tries it too early, with 0.02 a wing without viscosity too late. */
static const double NEWTON_RATE = 0.03, RATE_LEAST = 1e-4;
static const double VECTOR_COST = 1.5;    /* of an evaluation of Newton-Krylov, in steps of defect correction */
static const double VECTORS_PAY = 0.75;   /* part of the vectors that twice the sweeps may take and pay */
static const double HALVING = 0.30103;    /* decades */
static const double RESIDUAL_GROWTH = 2;  /* of the unsteady residual in a step; with 4 few cells that alternate about
                                             kinks of a limiter go on for ever, with 1.3 a bump takes twice as long */
/* In Newton-Krylov with a coarse level, until the residual has not halved in RISES_WAIT steps: with RESIDUAL_GROWTH and
 * RISE_CFL from the start the CFL number of 23 million cells falls from 5e4 to 100 before lift has settled. There a
 * halving took up to 12 steps, so that 25 leave room. */
static const double RESIDUAL_GROWTH_COARSE = 4;
enum { RISES_WAIT = 25 };
enum { REST_STEPS = 20 }; /* without a halving: a residual as small as rounding rests there */
/* So many let a run stand, once its residual has fallen to this part of the largest: at its start few cells hold the
 * residual of every flow. */
enum { STANDS_STEPS = 15 };
static const double STANDS_FALL = 0.1;
/* Late in a run a residual that rises in a step of Newton-Krylov takes the CFL number down with it: in a few cells a
 * limiter's kinks are crossed back and forth, and shorter time steps settle these. */
static const double RISE_LATE = 1e-4;     /* of the largest residual; earlier, shocks and layers move */
static const double RISE_LEAST = 1.2, RISE_CFL = 0.1, RISE_CFL_LEAST = 10;
static const double TURBULENCE_GROWTH = 4; /* of a turbulence variable's over the whole residual */
static const double RISE_MOST = 100;      /* of the residual of Newton-Krylov over its least: in few cells steps of
                                             up to twofold would lead away */
static const double TOLERANCE = 0.3;      /* of GMRES; with 0.1 steps are better and cost more than that */
/* Newton steps that do not get on though their systems are solved, such as those that alternate about a
 * kink of the residual (an upwind side, a clipped source): the CFL number falls, systems are solved better. */
static const double STALL_FALL = 0.9, STALL_CFL = 0.1, STALL_TOLERANCE = 0.03;
static const double STALL_END = 0.5; /* of the residual at which it stalled; with 0.1 a wing stays too long at the CFL
                                        number at which so small a tolerance takes all vectors */
static const double STALL_CFL_LEAST = 5; /* with less, a flow in which a few cells alternate settles no more */
static const double STUCK_FALL = 0.1;     /* of the largest residual: a run that ends so has a flow to show */

/* Steps of Newton-Krylov at a small CFL number in which the residual does not halve, early in a run: tetrahedra refined
 * around few cells are led there by the start, and stay, while the flow of first order settles from the same state in
 * seconds and second order from that. Over when the residual has fallen so far, or after so many steps. */
enum { DETOUR_WAIT = 30, DETOUR_LONGEST = 60 };
static const double DETOUR_CFL = 50, DETOUR_EARLY = 1e-3, DETOUR_FALL = 1e-3;

/* Limiters are held where the residual has stood for so many steps, this part of the largest; at smaller CFL numbers
 * than RETURN_CFL it is not their kinks that shorten steps. Until it has fallen to HOLD_FALL, or has not halved in
 * HOLD_WAIT steps. */
enum { HOLD_STEPS = 30, HOLD_WAIT = 15 };
static const double HOLD_LATE = 1e-2, HOLD_FALL = 1e-3;

/* ---- one or the other ---- */

/* May be called when it is Newton-Krylov already: only the first call counts as its beginning. */
static void begin_newton(struct implicit_control *k, struct cfl_control *cfl)
{
    if (!k->newton)
        k->newton_step = k->steps;
    k->newton = true;
    cfl->growth = NK_GROWTH;
    cfl->most = CFL_MOST;
}

/* The largest CFL number of defect correction. */
static double correction_cfl(const struct implicit_control *k)
{
    return k->means.lines && !k->means.coarse ? DC_CFL_LINES : DC_CFL_MOST;
}

/* From residual r on.
 * The residuals that are compared with begin anew at r: those of before were reached by the other
 * method, and would end this one at once. */
static void begin_defect_correction(struct implicit_control *k, struct cfl_control *cfl, double r)
{
    k->newton = k->tight = false;
    k->best = k->least = r;
    k->best_step = k->steps;
    cfl->growth = DC_GROWTH;
    cfl->most = correction_cfl(k);
    cfl->cfl = fmax(cfl->cfl, implicit_cfl_start);
}

/* HUGE_VAL: no residual has been seen. */
void implicit_control_begin(struct implicit_control *k, struct cfl_control *cfl, struct implicit_means means)
{
    *k = (struct implicit_control){.means = means,
                                   .least = HUGE_VAL, .best = HUGE_VAL, .fall = HUGE_VAL, .fall_flow = HUGE_VAL,
                                   .newton_rate = NEWTON_RATE, .trial_least = HUGE_VAL, .model_error = 1,
                                   .detour_from = HUGE_VAL, .before = HUGE_VAL, .rest = HUGE_VAL};
    *cfl = cfl_control_led(implicit_cfl_start, DC_GROWTH, CFL_LEAST, correction_cfl(k));
    if (!means.corrects)
        begin_newton(k, cfl);
}

/* At a restart with another free stream: what was learned of sweeps and the largest residual stay; the CFL
 * number begins high, since the field is near the solution. */
void implicit_control_renew(struct implicit_control *k, struct cfl_control *cfl)
{
    const struct implicit_control old = *k;
    implicit_control_begin(k, cfl, old.means);
    k->largest = old.largest;
    k->level = old.level;
    k->guessed = !k->means.corrects;
    cfl->cfl = k->newton ? NK_RENEWED : DC_CFL_MOST;
}

/* What the residual is compared with later.
 * Halving is the measure, not the least value: a residual that creeps down by a part in a thousand
 * every step would otherwise always have a new best one. */
static void note_residual(struct implicit_control *k, double r)
{
    k->largest = fmax(k->largest, r);
    k->least = fmin(k->least, r);
    if (r <= 0.5 * k->best) {
        k->best = r;
        k->best_step = k->steps;
    }
}

/* Steps of defect correction in which the residual should halve: late in a run no more than Newton-Krylov would take
 * the work of, by what it did last. */
static double patience(const struct implicit_control *k)
{
    bool late = k->best <= DC_LATE * k->largest;
    return late ? fmin(DC_PATIENCE_LATE, ceil(HALVING / k->newton_rate)) : DC_PATIENCE;
}

static void begin_trial(struct implicit_control *k, int64_t evaluations)
{
    k->trial_least = k->least;
    k->trial_evaluations = evaluations;
}

/* Defect correction does not take over again, for one of three reasons: the residual rose to DC_RISE times its least, a
 * step was refused, or it has come no further RETURNS_WASTED times. Without this a run alternates between two methods
 * of which neither converges (docs/results/implicit-tried.md, "What was tried"). */
static void give_up_correction_if(struct implicit_control *k, bool reason)
{
    k->gave_up = k->gave_up || reason;
}

/* Defect correction is left at residual r of the flow. Where it comes no further each time it takes over again, what
 * is slow is turbulence, which falls in the steps of Newton-Krylov between; these raise the flow's residual, so that
 * defect correction seems to get on each time. */
static void note_return(struct implicit_control *k, double r)
{
    if (k->floor > 0 && r > DC_FURTHER * k->floor)
        k->wasted++;
    give_up_correction_if(k, k->wasted >= RETURNS_WASTED);
    k->floor = r;
}

/* Is defect correction over? By the rate at which the residual falls, in decades a step. */
static void look_at_defect_correction(struct implicit_control *k, struct cfl_control *cfl, double r,
                                      int64_t evaluations)
{
    int64_t since = k->steps - k->best_step;
    bool slow = (double)since >= patience(k), rose = k->steps >= DC_START && !(r <= DC_RISE * k->least);
    give_up_correction_if(k, rose);
    if (!slow && !rose)
        return;
    k->defect_rate = log10(fmax(1, k->best / r)) / (double)(since + 1);
    note_return(k, r);
    begin_trial(k, evaluations);
    begin_newton(k, cfl);
}

/* Does Newton-Krylov get on less for its work than defect correction did? Looked at every TRIAL evaluations.
 * By work, not by steps: a step of Newton-Krylov has up to VECTORS evaluations and as many times the
 * sweeps. Both rates are decades of the flow's residual for the work of one step of defect correction. */
static bool newton_is_slower(struct implicit_control *k, int64_t evaluations)
{
    int64_t made = evaluations - k->trial_evaluations;
    if (made < TRIAL)
        return false;
    /* Decades by which the least residual has fallen since the trial began. */
    double rate = log10(fmax(1, k->trial_least / k->least)) / (VECTOR_COST * (double)made);
    begin_trial(k, evaluations);
    if (rate >= k->defect_rate)
        return false;
    k->newton_rate = fmax(rate, RATE_LEAST);
    return true;
}

/* A run with k and omega whose residual has fallen far. What is left there are slow parts of turbulence, of which steps
 * at a CFL number of 100 take next to nothing. */
static bool is_late_with_sst(const struct implicit_control *k)
{
    return k->means.n_turbulence == 2 && k->least <= SST_LATE * k->largest;
}

/* Steps of Newton-Krylov in which the residual has not halved; 0 in defect correction. */
static int64_t steps_without_halving(const struct implicit_control *k)
{
    int64_t since = k->best_step > k->newton_step ? k->best_step : k->newton_step;
    return k->newton ? k->steps - since : 0;
}

bool implicit_control_rests(struct implicit_control *k, double r)
{
    if (r <= 0.5 * k->rest) {
        k->rest = r;
        k->rest_step = k->steps;
    }
    return k->steps - k->rest_step >= REST_STEPS;
}

/* For so many steps of Newton-Krylov, and with such a part of the largest residual left. */
static bool has_stood(const struct implicit_control *k, struct implicit_norms r, int steps, double part)
{
    const int64_t since = k->rest_step > k->newton_step ? k->rest_step : k->newton_step;
    const bool led = k->detour == DETOUR_NOW || k->hold == DETOUR_NOW;
    return k->newton && !led && r.flow <= part * k->largest && k->steps - since >= steps;
}

bool implicit_control_stands(const struct implicit_control *k, struct implicit_norms r)
{
    return has_stood(k, r, STANDS_STEPS, STANDS_FALL) && k->steps - k->look_step >= STANDS_STEPS;
}

void implicit_control_looked(struct implicit_control *k)
{
    k->look_step = k->steps;
}

double implicit_control_drop(const struct implicit_control *k, double r)
{
    return k->largest > 0 && r > 0 ? log10(k->largest / r) : 0;
}

/* Rises of the residual are borne as those of a field that settles, until it has not halved for long. */
static void note_wait(struct implicit_control *k)
{
    k->strict = k->strict || steps_without_halving(k) >= RISES_WAIT;
}

static bool bears_rises(const struct implicit_control *k)
{
    return k->means.coarse && k->newton && !k->strict;
}

/* As a residual falls the CFL number grows (cfl_control_after()); here it falls as a residual rises. */
static void follow_rise(struct implicit_control *k, struct cfl_control *cfl, double r)
{
    double rise = r / k->before;
    k->before = r;
    if (k->newton && !bears_rises(k) && rise > RISE_LEAST && k->least <= RISE_LATE * k->largest)
        cfl->cfl = fmin(cfl->cfl, fmax(cfl->cfl * fmax(1 / rise, RISE_CFL), RISE_CFL_LEAST));
}

/* Back to defect correction only where Newton-Krylov does poorly, has had a few steps, stands near its
 * least residual, and defect correction has not been given up. */
void implicit_control_before(struct implicit_control *k, struct cfl_control *cfl, double r, int64_t evaluations)
{
    note_residual(k, r);
    note_wait(k);
    follow_rise(k, cfl, r);
    if (!k->newton) {
        look_at_defect_correction(k, cfl, r, evaluations);
        return;
    }
    bool slower = newton_is_slower(k, evaluations) && !(k->means.coarse && cfl->cfl > COARSE_CFL);
    bool poor = slower || cfl->cfl < RETURN_CFL;
    /* Not in the middle of a rise, which defect correction would begin from. */
    bool settled = k->steps - k->newton_step >= NK_LEAST && r <= DC_RISE * k->least;
    /* With lines not below where defect correction stood when it was left: there it raised the residual of a wing of
     * 3.8 million cells tenfold each time. Without lines an airfoil with SST takes twice the evaluations for that
     * rule. */
    bool above = !k->means.lines || r >= k->floor;
    if (poor && settled && above && !k->gave_up && k->means.corrects && !is_late_with_sst(k))
        begin_defect_correction(k, cfl, r);
}

/* ---- first order for a while ---- */

/* r, which note_residual() has not seen yet, may be the one that halves. */
static bool is_trapped(const struct implicit_control *k, double cfl, double r)
{
    return k->means.coarse && k->means.slopes && k->newton && cfl <= DETOUR_CFL && r > 0.5 * k->best &&
           k->steps - k->best_step >= DETOUR_WAIT && k->best > DETOUR_EARLY * k->largest;
}

/* Systems of first order are those of the stored Jacobian: Newton-Krylov from its first step. Behind it the state is
 * near the solution, as a first guess is. */
static void begin_order(struct implicit_control *k, struct cfl_control *cfl, enum implicit_detour to)
{
    k->detour = to;
    k->detour_step = k->steps;
    k->detour_from = HUGE_VAL;
    implicit_control_disturbed(k);
    begin_newton(k, cfl);
    cfl->cfl = to == DETOUR_NOW ? implicit_cfl_start : fmin(cfl->cfl, NK_RENEWED);
}

bool implicit_control_detours(struct implicit_control *k, struct cfl_control *cfl, double r)
{
    if (k->detour == DETOUR_BEFORE && is_trapped(k, cfl->cfl, r)) {
        begin_order(k, cfl, DETOUR_NOW);
    } else if (k->detour == DETOUR_NOW) {
        if (isinf(k->detour_from))
            k->detour_from = r;
        if (r <= DETOUR_FALL * k->detour_from || k->steps - k->detour_step >= DETOUR_LONGEST)
            begin_order(k, cfl, DETOUR_OVER);
    }
    return k->detour == DETOUR_NOW;
}

/* ---- limiters that are held for a while ---- */

/* The state is near the solution both times: the CFL number begins high. */
static void begin_hold(struct implicit_control *k, struct cfl_control *cfl, enum implicit_detour to)
{
    k->hold = to;
    implicit_control_disturbed(k);
    begin_newton(k, cfl);
    cfl->cfl = fmax(cfl->cfl, NK_RENEWED);
}

/* Over when the residual has fallen far, or does not halve. */
bool implicit_control_holds(struct implicit_control *k, struct cfl_control *cfl, struct implicit_norms r)
{
    if (k->hold == DETOUR_NOW) {
        if (r.flow <= HOLD_FALL * k->hold_from || k->steps - k->best_step >= HOLD_WAIT)
            begin_hold(k, cfl, DETOUR_OVER);
    } else if (k->hold == DETOUR_BEFORE && k->means.limiters && cfl->cfl >= RETURN_CFL &&
               has_stood(k, r, HOLD_STEPS, HOLD_LATE)) {
        k->hold_from = r.flow;
        begin_hold(k, cfl, DETOUR_NOW);
    }
    return k->hold == DETOUR_NOW;
}

void implicit_control_released(struct implicit_control *k)
{
    k->hold = DETOUR_OVER;
    implicit_control_disturbed(k);
}

/* ---- steps ---- */

double implicit_control_tolerance(const struct implicit_control *k)
{
    if (k->tight)
        return STALL_TOLERANCE;
    return k->guessed ? fmin(fmax(k->model_error, GUESS_TOLERANCE), TOLERANCE) : TOLERANCE;
}

/* The first of the two choices of S. C. Eisenstat & H. F. Walker (SIAM J. Sci. Comput. 17, 1996, p. 16). An error that
 * is not a number counts as a large one. */
void implicit_control_moved(struct implicit_control *k, struct cfl_control *cfl, const struct cfl_seen *seen,
                            double left)
{
    if (!k->newton || !k->guessed)
        return;
    bool solved = seen->reduction <= 2 * seen->tolerance;
    double error = fabs(left - seen->reduction);
    bool modelled = solved && !seen->refused && !seen->shortened && !seen->limited && error < 1;
    k->model_error = modelled ? error : 1;
    cfl->growth = fmin(fmax(GUESS_ERROR / fmax(k->model_error, 1e-6), NK_GROWTH), GUESS_GROWTH);
}

/* Where the residual halves in a step, as the tolerance of GMRES allows, a larger CFL number would cost vectors for
 * nothing. */
bool implicit_control_is_slow(const struct implicit_control *k)
{
    return k->newton && is_late_with_sst(k) && k->best_step < k->steps;
}

int implicit_control_sweeps(const struct implicit_control *k, int least)
{
    return k->newton ? least << k->level : least;
}

/* Where the first-order Jacobian is what falls short, more sweeps over it do not help. The CFL number may have grown
 * since the trial began: on a wing of 2.9 million cells a system takes vectors about in proportion to it.
 * vectors_before 0: the trial is over, whichever way. */
static void judge_sweeps(struct implicit_control *k, int vectors, double cfl)
{
    double expected = k->vectors_before * fmax(1, cfl / k->cfl_before);
    if (vectors > VECTORS_PAY * expected) {
        k->level--;
        k->sweeps_pause = TRIAL_PAUSE;
    }
    k->vectors_before = 0;
}

/* At the highest level there is no trial to judge. */
static void raise_level(struct implicit_control *k, double cfl, int vectors_before)
{
    k->cfl_before = cfl;
    k->vectors_before = k->level < IMPLICIT_LEVELS - 1 ? vectors_before : 0;
    k->level += k->level < IMPLICIT_LEVELS - 1;
}

/* Twice the sweeps cost twice the time of a vector's sweeps, so that they have to save vectors. Three cases:
 *   not solved         rise, unjudged: the alternative is a smaller CFL number
 *   many vectors       rise on trial; the next system judges it (three quarters of the vectors, or back)
 *   few vectors        fall
 * After a trial that did not pay TRIAL_PAUSE systems pass before the next, or every other system would be one. */
void implicit_control_solved(struct implicit_control *k, double cfl, int vectors, double reduction)
{
    if (reduction > implicit_control_tolerance(k)) { /* the CFL number will fall: whatever keeps it up pays */
        raise_level(k, cfl, 0);
        return;
    }
    if (k->vectors_before > 0) {
        judge_sweeps(k, vectors, cfl);
        return;
    }
    if (k->sweeps_pause > 0)
        k->sweeps_pause--;
    else if (vectors > VECTORS_MANY)
        raise_level(k, cfl, vectors);
    if (vectors < VECTORS_FEW && k->level > 0)
        k->level--;
}

/* In Newton-Krylov's step the residual of k or omega may rise to that many times the whole residual before it:
 * beyond, linear systems of thin cells have been solved too poorly, k and omega fall to a tenth in each step, and the
 * flow, which shows it some steps later, is lost with the CFL number. The shortest step is taken all the same: past a
 * kink of single cells turbulence has to rise, and a run that is refused there stays there. Not for the one variable of
 * SA: the bump in a channel took 1,871 evaluations in place of 853 with it. Comparisons are made so that not-a-number
 * counts as a rise. */
static bool turbulence_strays(const struct implicit_control *k, struct implicit_norms now, struct implicit_norms before,
                              bool last)
{
    double most = last || k->means.n_turbulence < 2 ? HUGE_VAL : TURBULENCE_GROWTH * before.all;
    return k->newton && !(now.turbulence[0] <= most && now.turbulence[1] <= most);
}

/* Turbulence may have to grow by decades before its residual falls: below that bound it counts once the scheme has
 * stalled, when everything has to fall.
 * A twofold residual, or a fourfold one, is allowed since a shock or a layer that moves by a cell raises it for some
 * steps; RISE_MOST bounds how far many such steps may lead. Comparisons with not-a-number are false,
 * which refuses the step. */
bool implicit_control_accepts(const struct implicit_control *k, struct implicit_norms now,
                              struct implicit_norms before, bool last)
{
    bool strays = k->newton && now.flow > before.flow && !(now.flow <= RISE_MOST * k->least);
    double growth = bears_rises(k) ? RESIDUAL_GROWTH_COARSE : RESIDUAL_GROWTH;
    return now.flow <= growth * before.flow && !strays && !turbulence_strays(k, now, before, last) &&
           (!k->tight || now.all <= before.all);
}

/* Does the scheme stall? Not while either residual falls: turbulence may have to grow through many steps of a flow
 * that settles.
 * A stalled run gets a tenth of the CFL number and a tenth of the tolerance until the residual of all
 * variables has halved; fall and stall begin anew, so that it may happen again after STALL_STEPS more. */
static void look_for_stall(struct implicit_control *k, struct cfl_control *cfl, struct implicit_norms r)
{
    if (r.all <= STALL_FALL * k->fall || r.flow <= STALL_FALL * k->fall_flow) {
        k->fall = fmin(k->fall, r.all);
        k->fall_flow = fmin(k->fall_flow, r.flow);
        k->fall_step = k->steps;
    }
    if (r.all <= STALL_END * k->stall)
        k->tight = false;
    if (k->steps - k->fall_step < (k->means.coarse ? STALL_STEPS_COARSE : STALL_STEPS))
        return;
    k->tight = true;
    k->fall = k->stall = r.all;
    k->fall_flow = r.flow;
    k->fall_step = k->steps;
    cfl->cfl = fmin(cfl->cfl, fmax(cfl->cfl * STALL_CFL, STALL_CFL_LEAST));
}

void implicit_control_held(struct implicit_control *k, struct cfl_control *cfl, struct implicit_norms r)
{
    k->steps++;
    if (k->newton)
        look_for_stall(k, cfl, r);
}

/* The smaller CFL number comes from cfl_control_after(). */
void implicit_control_refused(struct implicit_control *k, struct cfl_control *cfl)
{
    give_up_correction_if(k, !k->newton);
    begin_newton(k, cfl);
}

/* HUGE_VAL: the first residual of the new equations becomes the least and best one. largest stays, so
 * that a run that had all but converged still counts as one that has a flow to show. */
void implicit_control_disturbed(struct implicit_control *k)
{
    k->least = k->best = k->fall = k->fall_flow = k->trial_least = k->before = HUGE_VAL;
    k->floor = 0;
    k->wasted = 0;
    k->rest = HUGE_VAL;
    k->best_step = k->fall_step = k->steps;
    k->tight = k->strict = false;
    k->model_error = 1;
}

bool implicit_control_has_fallen(const struct implicit_control *k)
{
    return k->least <= STUCK_FALL * k->largest;
}

/* ---- checkpoints ---- */

/* What a checkpoint keeps, in its order there, which is part of the format. Of a checkpoint with another number of them
 * nothing is taken (scheme/implicit.c), so that rows may be added anywhere. */
#define CONTROL_NUMBERS(ROW) \
    ROW(means.corrects, bool) ROW(newton, bool) ROW(newton_step, int64_t) ROW(gave_up, bool) ROW(steps, int64_t) \
    ROW(best_step, int64_t) ROW(largest, double) ROW(least, double) ROW(best, double) ROW(tight, bool) \
    ROW(fall_step, int64_t) ROW(fall, double) ROW(fall_flow, double) ROW(stall, double) ROW(defect_rate, double) \
    ROW(newton_rate, double) ROW(trial_least, double) ROW(trial_evaluations, int64_t) ROW(level, int) \
    ROW(vectors_before, int) ROW(sweeps_pause, int) ROW(floor, double) ROW(guessed, bool) ROW(model_error, double) \
    ROW(wasted, int) ROW(cfl_before, double) ROW(detour, enum implicit_detour) ROW(detour_step, int64_t) \
    ROW(detour_from, double) ROW(before, double) ROW(strict, bool) \
    ROW(rest, double) ROW(rest_step, int64_t) ROW(look_step, int64_t) \
    ROW(hold, enum implicit_detour) ROW(hold_from, double)

#define CONTROL_COUNT(member, type) +1
_Static_assert(0 CONTROL_NUMBERS(CONTROL_COUNT) == IMPLICIT_CONTROL_NUMBERS, "as many as the header says");

void implicit_control_save(const struct implicit_control *k, double number[IMPLICIT_CONTROL_NUMBERS])
{
    int n = 0;
#define CONTROL_SAVE(member, type) number[n++] = (double)k->member;
    CONTROL_NUMBERS(CONTROL_SAVE)
}

/* The CFL number's growth and bound follow from the method. */
void implicit_control_load(struct implicit_control *k, struct cfl_control *cfl,
                           const double number[IMPLICIT_CONTROL_NUMBERS])
{
    struct implicit_means means = k->means;
    int n = 0;
    means.corrects = true; /* or the run would begin with Newton-Krylov's growth and bound */
    implicit_control_begin(k, cfl, means);
#define CONTROL_LOAD(member, type) k->member = (type)number[n++];
    CONTROL_NUMBERS(CONTROL_LOAD)
    if (k->newton)
        begin_newton(k, cfl);
    if (k->detour == DETOUR_NOW && !k->means.slopes) /* of a case of second order, which this one is not */
        k->detour = DETOUR_OVER;
}
