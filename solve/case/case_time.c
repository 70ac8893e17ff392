/* case_time.c: [time] of a case: which scheme it gets, what its keys may be, and the stages, steps and CFL numbers that
 * follow from them.
 */
#include "case/case_file.h"
#include "case/case_parts.h"
#include "error.h"

#include <math.h>

/* ---- the scheme ---- */

bool case_names_scheme(const struct case_file *c)
{
    return case_gives(c, "time", "scheme");
}

bool case_is_implicit(const struct case_file *c)
{
    return c->time.scheme == TIME_IMPLICIT || c->time.scheme == TIME_DUAL;
}

/* These keys mean nothing to the implicit scheme for steady flow. Those of time steps belong to dual-time too, but a
 * case that wants dual-time names it. */
const char *case_explicit_key(const struct case_file *c)
{
    static const char *const keys[] = {"cfl", "cfl_start", "cfl_ramp", "stages", "coefficients", "dt", "period",
                                       "steps_per_period", "end_time", "periods"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (case_gives(c, "time", keys[k]))
            return keys[k];
    return NULL;
}

/* A case that names no scheme is solved implicitly if it can be, and if nothing in it speaks of explicit steps.
 * Without a rule to stop by, an implicit run ends IMPLICIT_DROP decades down.
 * Called before the checks of ranges, so that those see the scheme that will run. */
void case_choose_scheme(struct case_file *c)
{
    enum { IMPLICIT_DROP = 8, DROP_FROM_START = 4, DROP_FROM_GUESS = 3 };
    bool can = c->time.local && c->numerics.precision != PRECISION_SINGLE && c->numerics.pipeline == PIPELINE_FAST;
    if (!case_names_scheme(c) && (!can || case_explicit_key(c)))
        c->time.scheme = TIME_RK;
    if (c->time.scheme == TIME_IMPLICIT && c->stop.window == 0 && isnan(c->stop.residual_drop))
        c->stop.residual_drop = IMPLICIT_DROP;
    if (c->time.scheme == TIME_DUAL && !case_gives(c, "time", "local"))
        c->time.local = false;
    if (isnan(c->time.sub_drop))
        c->time.sub_drop =
            c->time.method == METHOD_ESDIRK3 || c->time.predictor == PREDICTOR_NONE ? DROP_FROM_START : DROP_FROM_GUESS;
}

/* A motion of which a step sees less than this part is another motion, or none: a step of one period stands still.
 * Steps that follow an estimate of their error begin with dt and may be longer or shorter later. */
static int check_resolution(const struct case_file *c)
{
    enum { LEAST_STEPS = 4 };
    double period = c->derived.motion_period;
    CASE_NEED(isnan(period) || isnan(c->time.dt) || period >= LEAST_STEPS * (1 - 1e-9) * c->time.dt, "time",
              c->time.steps_per_period > 0 ? "steps_per_period" : "dt",
              "leaves fewer than 4 steps to a period of [motion]; take shorter steps");
    return 0;
}

/* The time step and the end from the period. An end time is what a run is ended by, unless the user counts steps. */
int case_work_out_time(struct case_file *c)
{
    /* Steps whose number nobody can tell beforehand: those that follow an error or a CFL number. More
     * than any run takes. */
    const double most = 1e15;
    bool stepped = c->time.steps_per_period > 0;
    if (isnan(c->time.period) && (stepped || !isnan(c->time.periods)))
        c->time.period = c->derived.motion_period;
    CASE_NEED(!stepped || !isnan(c->time.period), "time", "steps_per_period", "needs period");
    CASE_NEED(!stepped || isnan(c->time.dt), "time", "steps_per_period", "gives the time step; leave out dt");
    CASE_NEED(isnan(c->time.periods) || !isnan(c->time.period), "time", "periods", "needs period");
    CASE_NEED(isnan(c->time.periods) || isnan(c->time.end_time), "time", "periods",
              "gives the end; leave out end_time");
    if (stepped)
        c->time.dt = c->time.period / (double)c->time.steps_per_period;
    if (!isnan(c->time.periods))
        c->time.end_time = c->time.periods * c->time.period;
    if (isnan(c->time.end_time))
        c->time.end_time = c->derived.motion_end;
    TRY(check_resolution(c));
    /* One step more than the quotient, since the last one is cut to end exactly at end_time and
     * rounding may ask for another. */
    bool equal_steps = !isnan(c->time.dt) && isnan(c->time.tolerance);
    if (!isnan(c->time.end_time) && !case_gives(c, "time", "steps"))
        c->time.steps = (long)(equal_steps ? fmin(ceil(c->time.end_time / c->time.dt) + 1, most) : most);
    return 0;
}

/* ---- ranges ---- */

/* A case that speaks of periods and ends and names no scheme is most often meant for the second. */
static const char global_steps[] = "needs local = no, or scheme = dual-time, whose steps may be much longer";

/* [time] coefficients are the user's own unless all are zero. */
static bool own_coefficients(const struct case_file *c)
{
    bool own = false;
    for (int s = 0; s < MAX_STAGES; s++)
        own = own || c->time.coefficients[s] != 0;
    return own;
}

/* The last must be 1 because the last stage is the whole step; else the time reached would not be t + dt. */
static int check_coefficients(const struct case_file *c)
{
    if (!own_coefficients(c))
        return 0;
    CASE_NEED(c->time.scheme == TIME_RK, "time", "coefficients", "belong to scheme = rk");
    for (long s = 0; s < c->time.stages; s++)
        CASE_NEED(c->time.coefficients[s] > 0, "time", "coefficients", "must be positive, as many as there are stages");
    CASE_NEED(c->time.coefficients[c->time.stages - 1] == 1, "time", "coefficients", "the last used one must be 1");
    return 0;
}

/* NaN stands for "not given", and comparisons are written so that it passes: !(NaN <= 0). */
static int check_period(const struct case_file *c)
{
    bool given = !isnan(c->time.period), counted = c->time.steps_per_period > 0;
    CASE_NEED(!(c->time.period <= 0), "time", "period", "must be positive");
    CASE_NEED(!given || counted, "time", "period", "needs steps_per_period");
    CASE_NEED(!given || isnan(c->time.dt), "time", "period", "gives the time step; leave out dt");
    CASE_NEED(!counted || !c->time.local, "time", given ? "period" : "steps_per_period", global_steps);
    CASE_NEED(isnan(c->time.periods) || !c->time.local, "time", "periods", global_steps);
    return 0;
}

/* Of the schemes ESDIRK alone has an embedded solution to estimate the error by. */
static int check_tolerance(const struct case_file *c)
{
    if (isnan(c->time.tolerance)) {
        CASE_NEED(isnan(c->time.dt_most), "time", "dt_most", "needs tolerance");
        return 0;
    }
    CASE_NEED(c->time.scheme == TIME_DUAL && c->time.method == METHOD_ESDIRK3, "time", "tolerance",
              "needs scheme = dual-time and method = esdirk3, which has an estimate of its error");
    CASE_NEED(!(c->time.dt_most < c->time.dt), "time", "dt_most",
              "must not be less than dt, the length of the first step");
    return 0;
}

/* A step by the CFL number of a region. */
static int check_region(const struct case_file *c)
{
    bool box = false;
    for (int k = 0; k < 6; k++)
        box = box || c->time.cfl_box[k] != 0;
    if (isnan(c->time.dt_cfl)) {
        CASE_NEED(!box, "time", "cfl_box", "needs dt_cfl");
        CASE_NEED(isnan(c->time.cfl_wall_distance), "time", "cfl_wall_distance", "needs dt_cfl");
        CASE_NEED(c->time.cfl_every == 0, "time", "cfl_every", "needs dt_cfl");
        return 0;
    }
    CASE_NEED(c->time.scheme == TIME_DUAL, "time", "dt_cfl", "needs scheme = dual-time; explicit schemes take cfl");
    CASE_NEED(isnan(c->time.dt) && c->time.steps_per_period == 0, "time", "dt_cfl",
              "gives the time step; leave out dt, period and steps_per_period");
    CASE_NEED(isnan(c->time.tolerance), "time", "dt_cfl", "gives the time step; leave out tolerance");
    for (int d = 0; d < 3 && box; d++)
        CASE_NEED(c->time.cfl_box[d] < c->time.cfl_box[3 + d], "time", "cfl_box",
                  "needs the least x, y and z, then the largest");
    return 0;
}

/* Checks what both schemes that solve with the Jacobian need. */
static int check_implicit(const struct case_file *c)
{
    if (!case_is_implicit(c))
        return 0;
    CASE_NEED(c->numerics.precision != PRECISION_SINGLE, "time", "scheme",
              "needs [numerics] precision = double or mixed: its products are differences of residuals");
    CASE_NEED(c->numerics.pipeline == PIPELINE_FAST, "time", "scheme", "needs [numerics] pipeline = fast");
    if (c->time.scheme == TIME_IMPLICIT) {
        CASE_NEED(c->time.local, "time", "scheme", "is for steady flow and needs local = yes; for unsteady flow take "
                                              "dual-time");
        return 0;
    }
    CASE_NEED(!c->time.local, "time", "local", "must be no with scheme = dual-time, which is for unsteady flow");
    CASE_NEED(!isnan(c->time.dt) || !isnan(c->time.period) || c->time.steps_per_period > 0 || !isnan(c->time.dt_cfl),
              "time", "dt",
              "is needed with scheme = dual-time: the length of a step, or period and steps_per_period, or dt_cfl");
    CASE_NEED(c->time.sub_drop > 0, "time", "sub_drop", "must be positive");
    CASE_NEED(c->time.method != METHOD_ESDIRK3 || !case_gives(c, "time", "predictor"), "time", "predictor",
              "has no effect with method = esdirk3, whose stages begin from one another; leave it out");
    return 0;
}

/* [time] */
int case_check_time(const struct case_file *c)
{
    CASE_NEED(c->time.cfl > 0, "time", "cfl", "must be positive");
    CASE_NEED(!(c->time.cfl_start <= 0), "time", "cfl_start", "must be positive");
    CASE_NEED(c->time.cfl_ramp == 0 || !isnan(c->time.cfl_start), "time", "cfl_ramp", "needs cfl_start");
    CASE_NEED(isnan(c->time.cfl_start) || c->time.cfl_ramp > 0, "time", "cfl_start", "needs cfl_ramp");
    CASE_NEED(!(c->time.dt <= 0), "time", "dt", "must be positive");
    CASE_NEED(!(c->time.end_time <= 0), "time", "end_time", "must be positive");
    TRY(check_implicit(c));
    CASE_NEED(isnan(c->time.dt) || !c->time.local, "time", "dt", global_steps);
    CASE_NEED(isnan(c->time.end_time) || !c->time.local, "time", "end_time", global_steps);
    TRY(check_period(c));
    TRY(check_tolerance(c));
    TRY(check_region(c));
    return check_coefficients(c);
}

/* ---- stages and CFL numbers ---- */

int case_stages(const struct case_file *c, double coefficient[MAX_STAGES], double keep[MAX_STAGES])
{
    /* one stage: Euler; two: the papers' two-step scheme; three and four: for
     * second-order upwinding, Blazek (2015), Table 6.1 */
    static const double standard[MAX_STAGES][MAX_STAGES] = {
        {1}, {0.5, 1}, {0.1918, 0.4929, 1}, {0.1084, 0.2602, 0.5052, 1}};
    /* Shu & Osher (1988), Eq. 2.18: strong stability preserving, third order */
    static const double shu_osher[MAX_STAGES] = {1, 1.0 / 4, 2.0 / 3};
    static const double shu_osher_keep[MAX_STAGES] = {1, 3.0 / 4, 1.0 / 3};
    bool shu = c->time.scheme == TIME_SHU_OSHER;
    const double *from = shu ? shu_osher : own_coefficients(c) ? c->time.coefficients : standard[c->time.stages - 1];
    int n = shu ? 3 : (int)c->time.stages;
    for (int s = 0; s < MAX_STAGES; s++) {
        coefficient[s] = s < n ? from[s] : 0;
        keep[s] = shu && s < n ? shu_osher_keep[s] : 1;
    }
    return n;
}

/* Linear in the iteration since the start of the first run: a restart continues the ramp where it was. */
double case_cfl(const struct case_file *c, int64_t iteration)
{
    if (c->time.cfl_ramp == 0 || iteration >= c->time.cfl_ramp)
        return c->time.cfl;
    return c->time.cfl_start + (c->time.cfl - c->time.cfl_start) * (double)iteration / (double)c->time.cfl_ramp;
}

int case_check_end(struct case_file *c, double start)
{
    const struct config_entry *end = config_find(&c->config, "time", "end_time");
    const struct config_entry *e = end ? end : config_find(&c->config, "time", "periods");
    e = e ? e : config_find(&c->config, "motion", "table");
    if (isnan(c->time.end_time) || start <= c->time.end_time || !e)
        return 0;
    return error_set("%s = %s: that end, %.9g s, lies before the time of the restart, %.9g s; give %s, or start "
                     "without --restart", config_place(&c->config, e), e->value, c->time.end_time, start,
                     end ? "a later one" : "more");
}
