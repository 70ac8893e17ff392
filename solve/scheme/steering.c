/* steering.c: reads the rules of scheme/steering_rules.inc. First the words that the rules are written in, then the
 * rules as functions and as a table, what begins with a phase, and the two calls of a step. /
 */
#include "scheme/steering.h"

#include <math.h>
#include <string.h>

/* When a rule is looked at, in this order. A rule of the first four may change the equations: steering_before() then
 * returns, and goes on behind that stage with the residual of the new ones. */
enum stage {
    /* before a step */
    STAGE_ORDER, STAGE_LIMITERS, STAGE_BOUNDS, STAGE_CELLS, STAGE_WAIT, STAGE_RISE, STAGE_METHOD, STAGE_REST,
    STAGE_TRIAL, STAGE_SWEEPS, STAGE_REFUSED, STAGE_OUTCOME, STAGE_STALL,                      /* after it */
    STAGE_RENEW, STAGE_DEMAND, STAGE_SEARCH                              /* on call; in the line search */
};

enum { PHASE_KRYLOV = PHASE_NEWTON | PHASE_TIGHT, ANY = 0, STAYS = 0,
       OF_METHOD = PHASE_CORRECTION | PHASE_KRYLOV,
       OF_EQUATIONS = PHASE_CASE | PHASE_START | PHASE_FIRST_ORDER | PHASE_HELD };

/* Constants that are of no row. */
static const double CFL_START = 5, CFL_LEAST = 1e-3, CFL_LARGE = 500;
static const double DECADES_OF_HALVING = 0.30103;
static const double SST_LATE = 1e-5;    /* of the largest residual: is_late_with_sst() */
static const double STUCK_FALL = 0.1;   /* of the largest residual: steering_has_fallen() */
/* The rate at which Newton-Krylov is taken to get on before it was tried: decades for the work of a step of defect
 * correction. With 0.05 an airfoil with SST tries it too early, with 0.02 a wing without viscosity too late. */
static const double NEWTON_RATE = 0.03, RATE_LEAST = 1e-4;
static const double VECTOR_COST = 1.5;  /* of an evaluation of Newton-Krylov, in steps of defect correction */
enum { JUDGED_AFTER = 100 };            /* evaluations of Newton-Krylov */
static const double FURTHER = 0.5;      /* of the residual at which defect correction was left before: it has come
                                           further */
enum { RETURNS_WASTED = 2 };            /* times that it took over again and came no further */
static const double SETTLED = 10;       /* of the residual over its least */
static const double MODEL_START = 0.3;  /* error of the linear system as a model, before the first step */
enum { STEPS_NOWHERE = 8 };               /* without a halving: gets_nowhere() */
enum { FEW_CELLS = 3 };                 /* that are limited: of no account, however small the mesh */
enum { NEWTON_STEPS_LEAST = 5 };        /* before defect correction takes over again */

/* What a rule may look at. */
struct situation {
    struct implicit_norms r;              /* before the step */
    const struct steering_facts *facts;   /* before a step */
    const struct steering_outcome *o;     /* after a step */
    double cfl;                           /* now */
    bool pause;                           /* of cfl_control.h */
    double rise;                          /* of the flow's residual in the last step: r over that before */
    bool slower;                          /* Newton-Krylov than defect correction, judged now */
    double tolerance;                     /* of the step's system */
    struct implicit_norms now;            /* of a try, */
    bool last;                            /* the shortest */
};

/* ---- words of the rules ---- */

#define NOTHING (void)0
#define KEEP ((struct cfl_change){.how = CFL_KEEP})
#define SET_TO(x) ((struct cfl_change){.how = CFL_SET, .by = (x)})
#define AT_LEAST(x) ((struct cfl_change){.how = CFL_AT_LEAST, .by = (x)})
#define AT_MOST(x) ((struct cfl_change){.how = CFL_AT_MOST, .by = (x)})
#define CUT(x, to) ((struct cfl_change){.how = CFL_CUT, .by = (x), .floor = (to)})
#define TIMES(x) ((struct cfl_change){.how = CFL_TIMES, .by = (x)})
#define BACK(x) ((struct cfl_change){.how = CFL_BACK, .by = (x)})

static int64_t largest_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* In steps of Newton-Krylov of the case's equations: has the residual not halved for so many, with such a part of the
 * largest left? */
static bool has_stood(const struct steering *k, const struct situation *f, int steps, double part)
{
    return f->r.flow <= part * k->largest && k->steps - largest_of(k->rest.step, k->newton_step) >= steps;
}

static int64_t steps_without_halving(const struct steering *k)
{
    return k->steps - largest_of(k->best.step, k->newton_step);
}

/* Steady flow at a large CFL number: has neither the flow's residual nor that of all variables halved for some
 * steps? */
static bool gets_nowhere(const struct steering *k, const struct situation *f)
{
    const int64_t since = largest_of(largest_of(k->best.step, k->rest.step), k->newton_step);
    return !k->means.unsteady && !k->guessed && f->cfl > CFL_LARGE && k->steps - since >= STEPS_NOWHERE;
}

/* Of GMRES in Newton-Krylov: as far as the last system was a model of its step, within bounds. */
static double follow_model(const struct steering *k)
{
    const double least = k->guessed ? 0.01 : 0.3, most = k->guessed || k->means.unsteady ? 0.3 : 0.6;
    return fmin(fmax(k->model_error, least), most);
}

static bool accepts_rises(const struct steering *k)
{
    return k->means.coarse && steering_is_newton(k) && !k->strict;
}

/* A run with k and omega whose residual has fallen far. What is left there are slow parts of turbulence, of which steps
 * at a CFL number of 100 take next to nothing. */
static bool is_late_with_sst(const struct steering *k)
{
    return k->means.n_turbulence == 2 && k->least <= SST_LATE * k->largest;
}

/* Newton-Krylov has had a few steps and is not in the middle of a rise, which defect correction would begin from, nor
 * is that of no use, nor do large CFL numbers work; with k and omega they do not do so early. With lines not below
 * where it stood when it was left: there it raised the residual of a wing of 3.8 million cells tenfold each time.
 * Without lines an airfoil with SST takes twice the evaluations for that rule. */
static bool correction_may_return(const struct steering *k, const struct situation *f)
{
    const bool settled = k->steps - k->newton_step >= NEWTON_STEPS_LEAST && f->r.flow <= SETTLED * k->least;
    const bool above = !k->means.lines || f->r.flow >= k->floor;
    const bool works = k->means.n_turbulence < 2 && f->cfl > CFL_LARGE && f->r.flow <= 1e-2 * k->largest;
    return settled && above && !works && !k->gave_up && k->means.corrects && !is_late_with_sst(k);
}

static double vectors_expected(const struct steering *k, const struct situation *f)
{
    return k->vectors_before * fmax(1, f->cfl / k->cfl_before);
}

static bool is_unsolved(const struct situation *f)
{
    return !isnan(f->o->reduction) && !(f->o->reduction <= f->tolerance);
}

/* More than a few cells; of no account up to the first CFL number, or one cell could hold a run there. */
static bool is_limited(const struct steering *k, const struct situation *f)
{
    return steering_is_newton(k) && f->cfl > CFL_START && f->o->limited > 1e-4 * f->o->cells;
}

static double turbulence_most(const struct steering *k, const struct situation *f, double growth)
{
    return f->last || k->means.n_turbulence < 2 ? HUGE_VAL : growth * f->r.all;
}

static void begin_trial(struct steering *k, int64_t evaluations)
{
    k->trial.mark = k->least;
    k->trial.step = evaluations;
}

/* Defect correction is left: how fast it was, and has it come further than when it was left before? Where it comes no
 * further each time it takes over again, what is slow is turbulence, which falls in the steps of Newton-Krylov between;
 * these raise the flow's residual, so that defect correction seems to get on each time. Without giving up a run
 * alternates between two methods of which neither converges (docs/decisions/026-correction-or-newton.md). */
static void measure_correction(struct steering *k, const struct situation *f)
{
    const double r = f->r.flow;
    k->defect_rate = progress_decades(&k->best, r) / (double)(progress_since(&k->best, k->steps) + 1);
    k->wasted += k->floor > 0 && r > FURTHER * k->floor;
    k->gave_up = k->gave_up || k->wasted >= RETURNS_WASTED;
    k->floor = r;
    begin_trial(k, f->facts->evaluations);
}

/* vectors_before 0: it is not judged by the next system; at the highest level there is nothing to judge. */
static void raise_level(struct steering *k, double cfl, int vectors_before)
{
    k->cfl_before = cfl;
    k->vectors_before = k->level < STEERING_LEVELS - 1 ? vectors_before : 0;
    k->level += k->level < STEERING_LEVELS - 1;
}

/* The next one is looked for from here. */
static void note_stall(struct steering *k, struct implicit_norms r)
{
    k->fall[0].mark = k->stuck.mark = r.all;
    k->fall[1].mark = r.flow;
    k->fall[0].step = k->steps;
}

/* ---- the rules as functions and as a table ---- */

#define RULE(stage, name, from, when, to, cfl, then, purpose, measured) \
    static bool when_##name(const struct steering *k, const struct situation *f) \
    { \
        const struct steering_outcome *o = f->o; \
        (void)k, (void)o; \
        return when; \
    } \
    static struct cfl_change cfl_##name(const struct steering *k, const struct situation *f) \
    { \
        (void)k, (void)f; \
        return cfl; \
    } \
    static void then_##name(struct steering *k, const struct situation *f) \
    { \
        const struct steering_outcome *o = f->o; \
        (void)k, (void)o; \
        then; \
    }
#define REFUSE(name, from, when, purpose, measured) \
    static bool when_##name(const struct steering *k, const struct situation *f) \
    { \
        (void)k; \
        return when; \
    }
#include "scheme/steering_rules.inc"

struct rule {
    enum stage stage;
    const char *name;
    int from, to;
    bool (*when)(const struct steering *k, const struct situation *f);
    struct cfl_change (*cfl)(const struct steering *k, const struct situation *f);
    void (*then)(struct steering *k, const struct situation *f);
};

static const struct rule rules[] = {
#define RULE(stage, name, from, when, to, cfl, then, purpose, measured) \
    {STAGE_##stage, #name, from, to, when_##name, cfl_##name, then_##name},
#define REFUSE(name, from, when, purpose, measured) {STAGE_SEARCH, #name, from, STAYS, when_##name, NULL, NULL},
#include "scheme/steering_rules.inc"
};

enum { N_RULES = sizeof rules / sizeof *rules };
_Static_assert(N_RULES <= 64, "a bit of steering.fired for each");

int steering_rule_count(void)
{
    return N_RULES;
}

const char *steering_rule_name(int rule)
{
    return rules[rule].name;
}

static double tolerance_of(const struct steering *k)
{
    switch (k->method) {
#define PHASE(name, tolerance, cfl_most, purpose) case PHASE_##name: return tolerance;
#include "scheme/steering_rules.inc"
    }
    return 1;
}

static double cfl_most_of(const struct steering *k)
{
    switch (k->method) {
#define PHASE(name, tolerance, cfl_most, purpose) case PHASE_##name: return cfl_most;
#include "scheme/steering_rules.inc"
    }
    return HUGE_VAL;
}

/* ---- phases begin ---- */

/* For defect correction the residuals that are compared with begin anew: those of before were reached by the other
 * method, and would end this one at once. */
static void begin_method(struct steering *k, struct cfl_control *cfl, enum steering_phase to, double r)
{
    if (to == PHASE_CORRECTION) {
        k->best.mark = k->least = r;
        k->best.step = k->steps;
    } else if (k->method == PHASE_CORRECTION) {
        k->newton_step = k->steps;
    }
    k->method = to;
    cfl_control_bound(cfl, cfl_most_of(k));
}

static bool is_first_order(enum steering_phase equations)
{
    return equations == PHASE_FIRST_ORDER || equations == PHASE_START;
}

/* Around a start by defect correction, as a run begins. In the other phases Newton-Krylov from the first step: systems
 * of first order are those of the stored Jacobian, and the state is near the solution in the others. */
static void begin_equations(struct steering *k, struct cfl_control *cfl, enum steering_phase to, double r)
{
    const bool starts = to == PHASE_START || k->equations == PHASE_START;
    k->equations = to;
    k->tried |= to;
    k->gave_up = k->gave_up && !starts;
    k->phase.mark = to == PHASE_HELD ? r : HUGE_VAL;
    k->phase.step = k->steps;
    steering_disturbed(k);
    begin_method(k, cfl, starts ? PHASE_CORRECTION : PHASE_NEWTON, HUGE_VAL);
}

static bool is_in(const struct steering *k, int from)
{
    return (!(from & OF_METHOD) || (from & (int)k->method)) && (!(from & OF_EQUATIONS) || (from & (int)k->equations));
}

static void apply(struct steering *k, struct cfl_control *cfl, const struct rule *rule, const struct situation *f)
{
    rule->then(k, f);
    if (rule->to & OF_METHOD)
        begin_method(k, cfl, (enum steering_phase)rule->to, f->r.flow);
    else if (rule->to & OF_EQUATIONS)
        begin_equations(k, cfl, (enum steering_phase)rule->to, f->r.flow);
    cfl_control_change(cfl, rule->cfl(k, f));
}

/* The first rule of a stage that holds applies; did any? */
static bool look_at(struct steering *k, struct cfl_control *cfl, enum stage stage, struct situation *f)
{
    f->cfl = cfl->cfl;
    f->pause = cfl->pause;
    for (int n = 0; n < N_RULES; n++) {
        if (rules[n].stage != stage || !is_in(k, rules[n].from) || !rules[n].when(k, f))
            continue;
        k->fired |= (uint64_t)1 << n;
        apply(k, cfl, &rules[n], f);
        return true;
    }
    return false;
}

/* ---- a run ---- */

/* HUGE_VAL: no residual has been seen. */
void steering_begin(struct steering *k, struct cfl_control *cfl, struct steering_means means)
{
    const struct progress by_halves = {.factor = 0.5, .mark = HUGE_VAL}, by_tenths = {.factor = 0.9, .mark = HUGE_VAL};
    *k = (struct steering){.means = means, .method = means.corrects ? PHASE_CORRECTION : PHASE_NEWTON,
                           .equations = PHASE_CASE, .least = HUGE_VAL, .before = HUGE_VAL, .best = by_halves,
                           .rest = by_halves, .fall = {by_tenths, by_tenths}, .trial = {.mark = HUGE_VAL},
                           .phase = {.mark = HUGE_VAL}, .newton_rate = NEWTON_RATE, .model_error = MODEL_START};
    *cfl = cfl_control_adaptive(CFL_START, CFL_LEAST, cfl_most_of(k));
}

void steering_renew(struct steering *k, struct cfl_control *cfl)
{
    const struct steering old = *k;
    struct situation f = {.r = {.flow = HUGE_VAL}};
    steering_begin(k, cfl, old.means);
    k->largest = old.largest;
    k->level = old.level;
    k->guessed = !k->means.corrects;
    look_at(k, cfl, STAGE_RENEW, &f);
}

/* HUGE_VAL: the first residual of the new equations becomes the least and best one. largest stays, so
 * that a run that had all but converged still counts as one that has a flow to show. */
void steering_disturbed(struct steering *k)
{
    k->least = k->best.mark = k->fall[0].mark = k->fall[1].mark = k->trial.mark = k->before = k->rest.mark = HUGE_VAL;
    k->floor = 0;
    k->wasted = 0;
    k->best.step = k->fall[0].step = k->steps;
    k->strict = false;
    k->model_error = 1;
    if (k->method == PHASE_TIGHT)
        k->method = PHASE_NEWTON;
}

void steering_released(struct steering *k)
{
    k->equations = PHASE_CASE;
    steering_disturbed(k);
}

void steering_take_newton(struct steering *k, struct cfl_control *cfl)
{
    struct situation f = {.r = {.flow = HUGE_VAL}};
    look_at(k, cfl, STAGE_DEMAND, &f);
}

bool steering_is_first_order(const struct steering *k)
{
    return is_first_order(k->equations);
}

bool steering_is_newton(const struct steering *k)
{
    return k->method != PHASE_CORRECTION;
}

int steering_sweeps(const struct steering *k, int least)
{
    return steering_is_newton(k) ? least << k->level : least;
}

bool steering_has_fallen(const struct steering *k)
{
    return k->least <= STUCK_FALL * k->largest;
}

/* ---- before a step ---- */

/* Does Newton-Krylov get on less for its work than defect correction did? Looked at every JUDGED_AFTER evaluations.
 * By work, not by steps: a step of Newton-Krylov has up to its vectors' evaluations and as many times the sweeps. Both
 * rates are decades of the flow's residual for the work of one step of defect correction. */
static bool judge_newton(struct steering *k, int64_t evaluations)
{
    const int64_t made = progress_since(&k->trial, evaluations);
    if (!steering_is_newton(k) || made < JUDGED_AFTER)
        return false;
    const double rate = progress_decades(&k->trial, k->least) / (VECTOR_COST * (double)made);
    begin_trial(k, evaluations);
    if (rate >= k->defect_rate)
        return false;
    k->newton_rate = fmax(rate, RATE_LEAST);
    return true;
}

/* What the residual is compared with later. */
static void note_residual(struct steering *k, double r)
{
    k->largest = fmax(k->largest, r);
    k->least = fmin(k->least, r);
    progress_record(&k->best, r, k->steps);
}

/* Rules about the equations, from the stage on at which the last call ended; what the caller has to change now. */
static enum steering_change look_at_equations(struct steering *k, struct cfl_control *cfl, struct situation *f)
{
    while (k->stage <= STAGE_CELLS) {
        const enum stage stage = (enum stage)k->stage++;
        const bool applied = look_at(k, cfl, stage, f);
        if (stage == STAGE_ORDER && f->facts->first_order != is_first_order(k->equations))
            return CHANGE_ORDER;
        if (stage == STAGE_LIMITERS && f->facts->held_limiters != (k->equations == PHASE_HELD))
            return CHANGE_LIMITERS;
        if (stage == STAGE_BOUNDS && applied)
            return CHANGE_BOUNDS;
        if (stage == STAGE_CELLS && applied)
            return CHANGE_CELLS;
    }
    return CHANGE_NONE;
}

static double drop_of(const struct steering *k, double r)
{
    return k->largest > 0 && r > 0 ? log10(k->largest / r) : 0;
}

struct steering_decision steering_before(struct steering *k, struct cfl_control *cfl,
                                         const struct steering_facts *facts)
{
    struct situation f = {.r = facts->r, .facts = facts};
    if (k->stage == STAGE_ORDER) {
        k->fired = 0;
        if (k->equations == PHASE_FIRST_ORDER && isinf(k->phase.mark))
            k->phase.mark = facts->r.flow;
    }
    struct steering_decision d = {.change = look_at_equations(k, cfl, &f)};
    d.first_order = is_first_order(k->equations);
    d.held_limiters = k->equations == PHASE_HELD;
    if (d.change != CHANGE_NONE)
        return d;
    k->stage = STAGE_ORDER;
    note_residual(k, facts->r.flow);
    f.rise = facts->r.flow / k->before;
    k->before = facts->r.flow;
    look_at(k, cfl, STAGE_WAIT, &f);
    look_at(k, cfl, STAGE_RISE, &f);
    f.slower = judge_newton(k, facts->evaluations);
    look_at(k, cfl, STAGE_METHOD, &f);
    progress_record(&k->rest, facts->r.all, k->steps);
    d.rests = look_at(k, cfl, STAGE_REST, &f);
    d.newton = steering_is_newton(k);
    d.cfl = cfl->cfl;
    d.tolerance = tolerance_of(k);
    d.drop = drop_of(k, facts->r.flow);
    return d;
}

/* ---- in a step ---- */

bool steering_accepts(struct steering *k, struct implicit_norms now, struct implicit_norms before, bool last)
{
    const struct situation f = {.r = before, .now = now, .last = last};
    bool refused = false;
    for (int n = 0; n < N_RULES; n++) {
        if (rules[n].stage != STAGE_SEARCH || !is_in(k, rules[n].from) || !rules[n].when(k, &f))
            continue;
        k->fired |= (uint64_t)1 << n;
        refused = true;
    }
    return !refused;
}

/* ---- after a step ---- */

/* How well the linear system was a model of the step. A step that was refused, shortened or limited, or a system that
 * was not solved, says nothing of the next one; an error that is not a number counts as a large one. */
static void note_model(struct steering *k, const struct situation *f)
{
    const struct steering_outcome *o = f->o;
    if (!steering_is_newton(k))
        return;
    const double error = fabs(o->left - o->reduction);
    const bool solved = o->reduction <= 2 * f->tolerance;
    const bool modelled = solved && !o->refused && !o->shortened && !is_limited(k, f) && error < 1;
    k->model_error = modelled ? error : 1;
}

static void look_at_sweeps(struct steering *k, struct cfl_control *cfl, struct situation *f)
{
    if (!steering_is_newton(k) || look_at(k, cfl, STAGE_TRIAL, f))
        return;
    look_at(k, cfl, STAGE_SWEEPS, f);
    k->sweeps_pause -= k->sweeps_pause > 0;
}

void steering_after(struct steering *k, struct cfl_control *cfl, struct implicit_norms r,
                    const struct steering_outcome *o)
{
    struct situation f = {.r = r, .o = o, .tolerance = tolerance_of(k)};
    look_at_sweeps(k, cfl, &f);
    look_at(k, cfl, STAGE_REFUSED, &f);
    note_model(k, &f);
    look_at(k, cfl, STAGE_OUTCOME, &f);
    if (o->refused)
        return;
    k->limited = o->limited > FEW_CELLS ? o->limited / o->cells : 0;
    k->steps++;
    if (steering_is_newton(k))
        progress_record_either(&k->fall[0], r.all, &k->fall[1], r.flow, k->steps);
    look_at(k, cfl, STAGE_STALL, &f);
}

/* ---- checkpoints ---- */

/* What a checkpoint keeps, in its order there, which is part of the format. Of a checkpoint with another number of them
 * nothing is taken (scheme/implicit.c), so that rows may be added anywhere. */
#define NUMBERS(ROW) \
    ROW(means.corrects, bool) ROW(method, enum steering_phase) ROW(equations, enum steering_phase) \
    ROW(tried, unsigned) ROW(gave_up, bool) ROW(guessed, bool) ROW(strict, bool) ROW(steps, int64_t) \
    ROW(newton_step, int64_t) ROW(look_step, int64_t) ROW(largest, double) ROW(least, double) ROW(before, double) \
    ROW(best.mark, double) ROW(best.step, int64_t) ROW(rest.mark, double) ROW(rest.step, int64_t) \
    ROW(fall[0].mark, double) ROW(fall[0].step, int64_t) ROW(fall[1].mark, double) ROW(stuck.mark, double) \
    ROW(trial.mark, double) ROW(trial.step, int64_t) ROW(phase.mark, double) ROW(phase.step, int64_t) \
    ROW(defect_rate, double) ROW(newton_rate, double) ROW(floor, double) ROW(limited, double) \
    ROW(wasted, int) ROW(level, int) \
    ROW(vectors_before, int) ROW(cfl_before, double) ROW(sweeps_pause, int) ROW(brought_back, int) \
    ROW(model_error, double)

#define COUNT(member, type) +1
_Static_assert(0 NUMBERS(COUNT) == STEERING_NUMBERS, "as many as the header says");

void steering_save(const struct steering *k, double number[STEERING_NUMBERS])
{
    int n = 0;
#define SAVE(member, type) number[n++] = (double)k->member;
    NUMBERS(SAVE)
}

/* The CFL number's bound follows from the method. */
void steering_load(struct steering *k, struct cfl_control *cfl, const double number[STEERING_NUMBERS])
{
    int n = 0;
    steering_begin(k, cfl, k->means);
#define LOAD(member, type) k->member = (type)number[n++];
    NUMBERS(LOAD)
    cfl_control_bound(cfl, cfl_most_of(k));
    if (is_first_order(k->equations) && !k->means.slopes) /* of a case of second order, which this one is not */
        k->equations = PHASE_CASE;
}
