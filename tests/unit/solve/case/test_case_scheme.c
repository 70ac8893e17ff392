/* Which scheme in time a case gets that names none, where an implicit run ends without a rule to stop by, and the
 * steps of dual time.
 */
#include "case/case_notes.h"
#include "scheme/flow_parts.h"
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"

#include <limits.h>

struct expected {
    const char *text; /* after [flow] */
    enum time_scheme scheme;
    double residual_drop; /* NAN: none */
};

/* case_names_scheme() says whether the choice was the user's: notes depend on it. */
static void check_row(const struct expected *r)
{
    char text[512];
    struct case_file c;
    snprintf(text, sizeof text, "[flow]\nmach = 0.4\n%s", r->text);
    int status = case_read(flow_case_file(text), NULL, 0, &c);
    CHECK(status == 0, "%s", error_message());
    if (status)
        return;
    CHECK(c.time.scheme == r->scheme, "scheme %d of: %s", (int)c.time.scheme, r->text);
    CHECK(isnan(r->residual_drop) ? isnan(c.stop.residual_drop) : c.stop.residual_drop == r->residual_drop,
          "%g decades of: %s", c.stop.residual_drop, r->text);
    CHECK(case_names_scheme(&c) == (strstr(r->text, "scheme") != NULL), "%s", r->text);
    case_free(&c);
}

static void check_rows(const struct expected *rows, int n)
{
    for (int k = 0; k < n; k++)
        check_row(&rows[k]);
}

struct flux_of {
    const char *text; /* after [flow] */
    enum flux_scheme flux;
};

static void check_flux(const struct flux_of *row)
{
    char text[256];
    struct case_file c;
    snprintf(text, sizeof text, "[flow]\n%s", row->text);
    const int status = case_read(flow_case_file(text), NULL, 0, &c);
    CHECK(status == 0, "%s", error_message());
    if (status)
        return;
    CHECK(c.numerics.flux == row->flux, "flux %d of: %s", (int)c.numerics.flux, row->text);
    case_free(&c);
}

/* Of a case that names no flux, by its Mach number and equations. */
static void fluxes(void)
{
    static const struct flux_of row[] = {
        {"mach = 1\n", FLUX_ROE},
        {"mach = 1.1\n", FLUX_HLLE},
        {"mach = 1.1\n[time]\nlocal = no\n", FLUX_HLLC},
        {"mach = 6\nreynolds = 1e6\n[model]\nequations = laminar\n", FLUX_HLLC},
        {"mach = 6\n[numerics]\nflux = hllc\n", FLUX_HLLC},
        {"mach = 0.5\n[numerics]\nflux = hlle\n", FLUX_HLLE},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        check_flux(&row[k]);
}

/* HLLE has no form for them. */
static void flux_at_low_mach_numbers(void)
{
    check_flux(&(struct flux_of){"mach = 6\n[numerics]\nlow_mach = yes\n", FLUX_HLLC});
}

/* Steady and without a word about steps: implicit, with 8 decades as the rule unless the case has one of its own. */
static void steady_cases(void)
{
    static const struct expected rows[] = {
        {"", TIME_IMPLICIT, 8},
        {"[time]\nsteps = 50\nlocal = yes\n", TIME_IMPLICIT, 8},
        {"[stop]\nresidual_drop = 5\n", TIME_IMPLICIT, 5},
        {"[stop]\nwindow = 50\n", TIME_IMPLICIT, NAN},
        {"[numerics]\nprecision = double\npipeline = fast\n", TIME_IMPLICIT, 8},
        {"[numerics]\nprecision = mixed\n", TIME_IMPLICIT, 8},
    };
    check_rows(rows, 6);
}

/* What cannot be solved implicitly, or speaks of explicit steps. */
static void explicit_cases(void)
{
    static const struct expected rows[] = {
        {"[time]\nlocal = no\n", TIME_RK, NAN},
        {"[numerics]\nprecision = single\n", TIME_RK, NAN},
        {"[numerics]\nprecision = mixed\n[time]\ncfl = 0.8\n", TIME_RK, NAN},
        {"[numerics]\npipeline = paper\ngradient = node\nlimiter = none\n", TIME_RK, NAN},
        {"[time]\ncfl = 0.8\n", TIME_RK, NAN},
        {"[time]\nstages = 2\n", TIME_RK, NAN},
        {"[time]\nlocal = no\ndt = 1e-6\n", TIME_RK, NAN},
        {"[time]\nlocal = no\nend_time = 1\n", TIME_RK, NAN},
        {"[time]\nlocal = no\nperiod = 1\nsteps_per_period = 50\n", TIME_RK, NAN},
        {"[time]\nstages = 1\ncoefficients = 1 0 0 0\n", TIME_RK, NAN},
        {"[time]\ncfl = 0.8\ncfl_start = 0.1\ncfl_ramp = 9\n[stop]\nresidual_drop = 3\n", TIME_RK, 3},
    };
    check_rows(rows, 11);
}

/* A scheme that is named is taken, whatever else the case says. */
static void named_schemes(void)
{
    static const struct expected rows[] = {
        {"[time]\nscheme = rk\n", TIME_RK, NAN},
        {"[time]\nscheme = shu-osher\ncfl = 0.5\n", TIME_SHU_OSHER, NAN},
        {"[time]\nscheme = implicit\ncfl = 0.5\nstages = 4\n", TIME_IMPLICIT, 8},
    };
    check_rows(rows, 3);
}

/* Unsteady flow ends by its time: there is no rule of residuals. */
static void dual_time_cases(void)
{
    static const struct expected rows[] = {
        {"[time]\nscheme = dual-time\ndt = 0.01\n", TIME_DUAL, NAN},
        {"[time]\nscheme = dual-time\nlocal = no\nperiod = 1\nsteps_per_period = 50\n", TIME_DUAL, NAN},
        {"[time]\nscheme = dual-time\ndt = 0.01\n[numerics]\nprecision = mixed\n", TIME_DUAL, NAN},
    };
    check_rows(rows, 3);
}

/* A refusal that holds the words. */
static void check_refused(const char *text, const char *words)
{
    struct case_file c;
    int status = case_read(flow_case_file(text), NULL, 0, &c);
    CHECK(status != 0, "was accepted: %s", text);
    CHECK(!status || strstr(error_message(), words), "%s", error_message());
    case_free(&c);
}

/* What dual time needs and what contradicts it, with words of the sentence. */
static void dual_time_is_refused(void)
{
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\n", "dt: is needed with scheme = dual-time");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt = 1\nlocal = yes\n",
                  "must be no with scheme = dual-time");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt = 1\n[numerics]\nprecision = single\n",
                  "precision = double or mixed");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = implicit\n[numerics]\nprecision = single\n",
                  "precision = double or mixed");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt = 1\nperiod = 1\nsteps_per_period = 9\n",
                  "leave out dt");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt = 1\ntolerance = 1e-3\n", "method = esdirk3");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt = 1\ndt_most = 1\n", "needs tolerance");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\nmethod = esdirk3\ndt = 1\ntolerance = 1e-3\n"
                  "dt_most = 0.5\n", "must not be less than dt");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\nperiod = 1\n", "needs steps_per_period");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt = 1\ndt_cfl = 1\n", "leave out dt");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt = 1\ncfl_every = 5\n", "needs dt_cfl");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = rk\nlocal = no\ndt_cfl = 1\n", "needs scheme = dual-time");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt_cfl = 1\ncfl_box = 1 0 0 0 1 1\n",
                  "then the largest");
    check_refused("[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt = 1\nsteps_per_period = 9\n", "needs period");
}

/* A step that begins at an extrapolated state needs fewer decades. */
static void decades_of_a_step(void)
{
    static const struct {
        const char *keys;
        double drop;
    } rows[] = {{"", 3}, {"predictor = linear\n", 3}, {"predictor = none\n", 4}, {"method = bdf2opt\n", 3},
                {"method = esdirk3\n", 4}, {"method = esdirk3\nsub_drop = 2\n", 2}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char text[256];
        struct case_file c;
        snprintf(text, sizeof text, "[flow]\nmach = 0.4\n[time]\nscheme = dual-time\ndt = 1\n%s", rows[k].keys);
        CHECK(case_read(flow_case_file(text), NULL, 0, &c) == 0, "%s", error_message());
        CHECK(c.time.sub_drop == rows[k].drop, "%s: %g decades", rows[k].keys, c.time.sub_drop);
        case_free(&c);
    }
}

/* The step from the period; as many steps as the end time takes, unless they are counted by the user. */
static void step_and_steps(void)
{
    static const char *const text = "[flow]\nmach = 0.4\n[time]\nscheme = dual-time\nperiod = 2\n"
                                    "steps_per_period = 50\nend_time = 400\n";
    const char *counted = "time.steps=7";
    struct case_file c;
    CHECK(case_read(flow_case_file(text), NULL, 0, &c) == 0, "%s", error_message());
    CHECK_NEAR(c.time.dt, 0.04, 1e-15);
    CHECK(c.time.steps >= 10000 && c.time.steps <= 10002, "%ld steps", c.time.steps);
    case_free(&c);
    CHECK(case_read(flow_case_file(text), &counted, 1, &c) == 0 && c.time.steps == 7, "%ld steps", c.time.steps);
    case_free(&c);
}

/* An end time ends explicit runs too, whose steps are known or not, and those that follow their errors. */
static void end_time_needs_no_steps(void)
{
    static const struct {
        const char *time;
        long least, most;
    } rows[] = {{"scheme = rk\nlocal = no\ndt = 1e-3\nend_time = 3\n", 3000, 3002},
                {"scheme = shu-osher\nlocal = no\nend_time = 3\n", 1000000000, LONG_MAX},
                {"scheme = dual-time\nmethod = esdirk3\ndt = 1\ntolerance = 1e-3\nend_time = 3\n", 1000000000,
                 LONG_MAX},
                {"scheme = rk\nlocal = no\ndt = 1e-3\nend_time = 3\nsteps = 1000\n", 1000, 1000}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char text[256];
        struct case_file c;
        snprintf(text, sizeof text, "[flow]\nmach = 0.4\n[time]\n%s", rows[k].time);
        CHECK(case_read(flow_case_file(text), NULL, 0, &c) == 0, "%s", error_message());
        CHECK(c.time.steps >= rows[k].least && c.time.steps <= rows[k].most, "%ld steps: %s", c.time.steps,
              rows[k].time);
        case_free(&c);
    }
}

/* What a case of that text is told; a static string. */
static const char *said(const char *text)
{
    static char line[512];
    struct case_file c;
    FILE *f = tmpfile();
    size_t n = 0;
    CHECK(f && case_read(flow_case_file(text), NULL, 0, &c) == 0, "%s", error_message());
    if (f) {
        case_notes(&c, f);
        rewind(f);
        n = fread(line, 1, sizeof line - 1, f);
        fclose(f);
        case_free(&c);
    }
    line[n] = '\0';
    return line;
}

/* Means over a period need whole steps in it; a step that divides it, or steps per period, need no note. */
static void odd_period_is_said(void)
{
    static const char pitch[] = "[flow]\nmach = 0.4\n[motion]\npitch = 1\nfrequency = 2\n[time]\n"
                                "scheme = dual-time\n";
    char text[256];
    snprintf(text, sizeof text, "%sdt = 0.03\n", pitch);
    CHECK(strstr(said(text), "0.5 s, is 16.6667 steps of [time] dt = 0.03 s, no whole number; write steps_per_period "
                             "= 17"),
          "%s", said(text));
    snprintf(text, sizeof text, "%sdt = 0.02\n", pitch);
    CHECK(!said(text)[0], "%s", said(text));
    snprintf(text, sizeof text, "%ssteps_per_period = 30\n", pitch);
    CHECK(!said(text)[0], "%s", said(text));
}

/* Steady cases that name no scheme are told which they got, and why. */
static void choice_is_said(void)
{
    CHECK(strstr(said("[flow]\nmach = 0.4\n[time]\nsteps = 70\n"), "steady flow, implicit, at most 70 steps"), "%s",
          said("[flow]\nmach = 0.4\n"));
    CHECK(strstr(said("[flow]\nmach = 0.4\n[time]\ncfl = 2\n"), "explicit, since [time] cfl is given"), "%s",
          said("[flow]\nmach = 0.4\n[time]\ncfl = 2\n"));
    CHECK(strstr(said("[flow]\nmach = 0.4\n[numerics]\nprecision = single\n"),
                 "explicit, since [numerics] precision = single; in double or mixed precision the case is solved "
                 "implicitly"),
          "%s", said("[flow]\nmach = 0.4\n[numerics]\nprecision = single\n"));
    CHECK(strstr(said("[flow]\nmach = 0.4\n[numerics]\nprecision = mixed\n"), "steady flow, implicit"), "%s",
          said("[flow]\nmach = 0.4\n[numerics]\nprecision = mixed\n"));
    CHECK(strstr(said("[flow]\nmach = 0.4\n[time]\ncfl = 2\n[numerics]\nprecision = mixed\n"),
                 "explicit, since [time] cfl is given; without it"),
          "%s", said("[flow]\nmach = 0.4\n[time]\ncfl = 2\n[numerics]\nprecision = mixed\n"));
    CHECK(strstr(said("[flow]\nmach = 0.4\n[time]\ncfl = 2\n[numerics]\nprecision = single\n"),
                 "precision = single; in double or mixed precision and without [time] cfl the case"),
          "%s", said("[flow]\nmach = 0.4\n[time]\ncfl = 2\n[numerics]\nprecision = single\n"));
    static const char paper[] = "[flow]\nmach = 0.4\n[time]\ncfl = 2\n[numerics]\npipeline = paper\ngradient = node\n"
                                "limiter = none\n";
    CHECK(!said(paper)[0], "the papers' pipeline: %s", said(paper));
    CHECK(!said("[flow]\nmach = 0.4\n[time]\ncfl = 2\nscheme = rk\n")[0], "a scheme that is named");
    CHECK(!said("[flow]\nmach = 0.4\n[time]\ncfl = 2\nlocal = no\n")[0], "unsteady flow");
}

/* Rounding keeps the residual of mixed and single precision from falling as far as in double: a run that nothing else
 * ends would go on to its last step. */
static void floor_is_said(void)
{
    static const struct {
        const char *precision, *stop;
        bool told;
    } rows[] = {{"mixed", "residual_drop = 8", true},  {"single", "residual_drop = 5.5", true},
                {"single", "residual_drop = 4", false}, {"double", "residual_drop = 8", false},
                {"mixed", "residual_drop = 8\nwindow = 100", false}, {"mixed", "window = 100", false},
                {"mixed", "residual_drop = 6", false}, {"mixed", "residual_drop = 7", true}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char text[256];
        snprintf(text, sizeof text, "[flow]\nmach = 0.4\n[numerics]\nprecision = %s\n[time]\nscheme = rk\n[stop]\n%s\n",
                 rows[k].precision, rows[k].stop);
        const char *line = said(text);
        CHECK((strstr(line, "may never be reached") != NULL) == rows[k].told, "%s: %s", text, line);
    }
    const char *implicit = said("[flow]\nmach = 0.4\n[numerics]\nprecision = mixed\n[stop]\nresidual_drop = 12\n");
    CHECK(!strstr(implicit, "may never be reached"), "ends at rounding: %s", implicit);
}

/* The number of the case that its flux takes. */
static void parameter_of_a_flux(void)
{
    static const struct {
        const char *numerics;
        enum flux_takes takes;
        double parameter;
    } rows[] = {{"flux = roe\nentropy_fix = 0.3\n", FLUX_TAKES_ENTROPY_FIX, 0.3},
                {"flux = ausm-up\ncutoff_mach = 0.2\n", FLUX_TAKES_CUTOFF_MACH, 0.2},
                {"flux = ausm-up\n", FLUX_TAKES_CUTOFF_MACH, 0.4}, /* the free stream's Mach number */
                {"flux = steger-warming\neigenvalue_smoothing = 0.7\n", FLUX_TAKES_SMOOTHING, 0.7},
                {"flux = keep\ndissipation = 0.3\n", FLUX_TAKES_DISSIPATION, 0.3},
                {"flux = hllc\n", FLUX_TAKES_NOTHING, 0},
                {"flux = hlle\n", FLUX_TAKES_NOTHING, 0},
                {"flux = van-leer\n", FLUX_TAKES_NOTHING, 0},
                {"flux = van-leer-haenel\n", FLUX_TAKES_NOTHING, 0}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char text[256];
        struct case_file c;
        snprintf(text, sizeof text, "[flow]\nmach = 0.4\n[numerics]\n%s", rows[k].numerics);
        int status = case_read(flow_case_file(text), NULL, 0, &c);
        CHECK(status == 0, "%s", error_message());
        double parameter = status == 0 ? flow_scheme_parameter(&c) : NAN;
        CHECK(flux_takes((int)c.numerics.flux) == rows[k].takes, "%s", rows[k].numerics);
        CHECK(parameter == rows[k].parameter, "%g of %s", parameter, rows[k].numerics);
        case_free(&c);
    }
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(fluxes);
    CASE_OF("numerics.low_mach", flux_at_low_mach_numbers);
    CASE(steady_cases);
    CASE(explicit_cases);
    CASE(named_schemes);
    CASE(dual_time_cases);
    CASE(dual_time_is_refused);
    CASE(decades_of_a_step);
    CASE(step_and_steps);
    CASE(end_time_needs_no_steps);
    CASE_OF("motion", odd_period_is_said);
    CASE(choice_is_said);
    CASE(floor_is_said);
    CASE(parameter_of_a_flux);
    comm_finish();
    return check_end();
}
