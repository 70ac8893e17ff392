/* The decisions of the implicit scheme's control on facts of real runs (data/steering-*.txt): every step of every run
 * has to be decided as it was when the file was written, to the last bit of the CFL number, also where the control goes
 * through a checkpoint before each step. Rules that are to decide otherwise get the files anew:
 *   build/tests/unit/solve/scheme/test_steering_replay --write tests/unit/solve/scheme/data/steering-*.txt
 *
 * A file has a line for each event. Numbers are facts, in units of struct implicit_norms; a residual is four numbers:
 * flow, both turbulence variables, all.
 *   run CORRECTS N_TURBULENCE LINES COARSE SLOPES LIMITERS CELLS
 *   equation CFL N_TURBULENCE      an equation in physical time
 *   take-newton, disturbed, renewed
 *   step EVALUATIONS REFUSALS CAN_LOOK N (MARK RESIDUAL) .. VECTORS REDUCTION LIMITED N RESIDUAL ..
 *     The residuals before the step: the first, then one after each change of the equations that altered it, MARK x
 *     where first-order cells were found; then those of the tries of the line search.
 *   = DECISIONS                    what was decided in the step before (struct decided)
 */
#include "check.h"
#include "scheme/steering.h"

#include <stdbool.h>
#include <string.h>

enum { LINE = 1024, CHANGES = 8, TRIES = 8, SHORTENINGS = 3 };

static const char *const files[] = {"euler", "tetrahedra", "sa", "sst", "hard", "unsteady"};

/* A step's facts. */
struct step_facts {
    int64_t evaluations;
    int refusals, can_look, n_before, n_tries;
    struct implicit_norms before[CHANGES], tried[TRIES];
    bool found_cells[CHANGES]; /* before[k] is that after cells were made of first order */
    int vectors;
    double reduction, limited;
};

/* What is compared: a letter for each change of the equations (o: order, l: limiters, c: cells looked at), then these. */
struct decided {
    char changes[CHANGES + 1];
    bool newton, first_order, held, rests;
    double cfl, tolerance, drop;
    int sweeps, accepted; /* number of the try that held; -1: none */
    double cfl_after;
};

/* ---- the code under test ---- */

struct driver {
    struct steering k;
    struct cfl_control cfl;
    double cells;
    bool first_order, held, unsteady;
    uint64_t fired; /* rules, in all steps */
};

static void begin_run(struct driver *d, struct steering_means means)
{
    steering_begin(&d->k, &d->cfl, means);
}

static void begin_equation(struct driver *d, double cfl, int n_turbulence)
{
    d->unsteady = true;
    steering_begin(&d->k, &d->cfl, (struct steering_means){.corrects = true, .n_turbulence = n_turbulence});
    cfl_control_bound(&d->cfl, 1e4);
    cfl_control_change(&d->cfl, (struct cfl_change){.how = CFL_SET, .by = fmin(cfl, 1e4)});
}

static void take_newton(struct driver *d)
{
    steering_take_newton(&d->k, &d->cfl);
    d->fired |= d->k.fired;
}

static void disturb(struct driver *d)
{
    steering_disturbed(&d->k);
}

static void renew(struct driver *d)
{
    steering_renew(&d->k, &d->cfl);
    d->fired |= d->k.fired;
}

static void restart(struct driver *d)
{
    double number[STEERING_NUMBERS];
    const struct steering_means means = d->k.means;
    const struct cfl_control cfl = d->cfl;
    steering_save(&d->k, number);
    steering_begin(&d->k, &d->cfl, means);
    steering_load(&d->k, &d->cfl, number);
    cfl_control_restore(&d->cfl, cfl.cfl, cfl.pause);
}

/* The residual after a change, the next of the file or the same. */
static struct implicit_norms change(struct driver *d, const struct step_facts *f, enum steering_change what,
                                    struct decided *out, int *at)
{
    const bool cells = what == CHANGE_CELLS;
    out->changes[strlen(out->changes)] = cells ? 'c' : what == CHANGE_ORDER ? 'o' : 'l';
    if (*at + 1 < f->n_before && f->found_cells[*at + 1] == cells) {
        ++*at;
        if (cells)
            steering_disturbed(&d->k);
    }
    return f->before[*at];
}

/* Changes of the equations before a step; the residual that it begins from into *r. */
static struct steering_decision decide(struct driver *d, const struct step_facts *f, struct decided *out,
                                       struct implicit_norms *r)
{
    struct steering_decision s;
    int at = 0;
    *r = f->before[0];
    for (;;) {
        const struct steering_facts facts = {.r = *r, .evaluations = f->evaluations, .refusals = f->refusals,
                                             .first_order = d->first_order, .held_limiters = d->held,
                                             .can_look = f->can_look};
        s = steering_before(&d->k, &d->cfl, &facts);
        if (s.change == CHANGE_NONE)
            return s;
        d->first_order = s.first_order;
        d->held = s.held_limiters;
        *r = change(d, f, s.change, out, &at);
    }
}

static void make_step(struct driver *d, const struct step_facts *f, struct decided *out)
{
    struct steering_outcome o = {.cells = d->cells, .reduction = NAN, .left = NAN};
    struct implicit_norms r;
    const struct steering_decision s = decide(d, f, out, &r);
    out->rests = s.rests;
    out->newton = s.newton;
    out->cfl = s.cfl;
    out->tolerance = s.newton ? s.tolerance : 0;
    out->sweeps = steering_sweeps(&d->k, 1);
    out->drop = s.drop;
    if (s.newton) {
        o.vectors = f->vectors;
        o.reduction = f->reduction;
    }
    out->accepted = -1;
    for (int k = 0; k < f->n_tries && out->accepted < 0; k++) {
        o.left = f->tried[k].all / r.all;
        if (steering_accepts(&d->k, f->tried[k], r, k == SHORTENINGS))
            out->accepted = k;
    }
    o.refused = out->accepted < 0;
    o.shortened = out->accepted > 0;
    o.limited = o.refused ? 0 : f->limited;
    steering_after(&d->k, &d->cfl, r, &o);
    out->first_order = d->first_order;
    out->held = d->held;
    out->cfl_after = d->cfl.cfl;
    d->fired |= d->k.fired;
}

/* ---- files ---- */

static struct implicit_norms read_norms(char **at)
{
    struct implicit_norms r;
    r.flow = strtod(*at, at);
    r.turbulence[0] = strtod(*at, at);
    r.turbulence[1] = strtod(*at, at);
    r.all = strtod(*at, at);
    return r;
}

static int read_count(char **at, int most)
{
    const long n = strtol(*at, at, 10);
    return n < 0 || n > most ? 0 : (int)n;
}

static struct step_facts read_step(char *line)
{
    struct step_facts f = {0};
    char *at = line + strlen("step");
    f.evaluations = strtoll(at, &at, 10);
    f.refusals = (int)strtol(at, &at, 10);
    f.can_look = (int)strtol(at, &at, 10);
    f.n_before = read_count(&at, CHANGES);
    for (int k = 0; k < f.n_before; k++) {
        at += strspn(at, " ");
        f.found_cells[k] = *at++ == 'x';
        f.before[k] = read_norms(&at);
    }
    f.vectors = (int)strtol(at, &at, 10);
    f.reduction = strtod(at, &at);
    f.limited = strtod(at, &at);
    f.n_tries = read_count(&at, TRIES);
    for (int k = 0; k < f.n_tries; k++)
        f.tried[k] = read_norms(&at);
    return f;
}

static void take_run(struct driver *d, char *at)
{
    int n[6];
    for (int k = 0; k < 6; k++)
        n[k] = (int)strtol(at, &at, 10);
    *d = (struct driver){.fired = d->fired};
    d->cells = strtod(at, &at);
    begin_run(d, (struct steering_means){.corrects = n[0], .n_turbulence = n[1], .lines = n[2], .coarse = n[3],
                                         .slopes = n[4], .limiters = n[5]});
}

/* x to the last bit, in as few digits as do. */
static const char *exact(double x, char text[32])
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}

/* A line of a file; true: it was a step, and `text` [LINE] is what was decided. */
static bool take_line(struct driver *d, char *line, bool restarts, char *text)
{
    if (strncmp(line, "run ", 4) == 0) {
        take_run(d, line + 4);
    } else if (strncmp(line, "equation ", 9) == 0) {
        char *at = line + 9;
        const double cfl = strtod(at, &at);
        begin_equation(d, cfl, (int)strtol(at, &at, 10));
    } else if (strcmp(line, "take-newton") == 0) {
        take_newton(d);
    } else if (strcmp(line, "disturbed") == 0) {
        disturb(d);
    } else if (strcmp(line, "renewed") == 0) {
        renew(d);
    } else if (strncmp(line, "step ", 5) == 0) {
        struct decided o = {.accepted = -1};
        const struct step_facts f = read_step(line);
        if (restarts && !d->unsteady) /* the largest CFL number in physical time is its equation's */
            restart(d);
        make_step(d, &f, &o);
        char cfl[32], tolerance[32], after[32];
        snprintf(text, LINE, "= %s %s %s %s %d %d %d %d %.5g %d %s", o.changes[0] ? o.changes : "-",
                 o.newton ? "NK" : "DC", exact(o.cfl, cfl), exact(o.tolerance, tolerance), o.sweeps, o.first_order,
                 o.held, o.rests, o.drop, o.accepted, exact(o.cfl_after, after));
        return true;
    }
    return false;
}

/* The lines of a file through the control. out: gets the file with the decisions of today; NULL: those of the file are
 * compared with them. How many steps it has. */
static int replay(const char *path, bool restarts, FILE *out)
{
    char line[LINE], said[LINE], step[LINE] = "";
    struct driver d = {0};
    int steps = 0, wrong = 0, number = 0;
    bool waits = false;
    FILE *in = fopen(path, "r");
    CHECK(in != NULL, "no file %s", path);
    while (in && fgets(line, sizeof line, in)) {
        number++;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '=') {
            const bool same = !waits || strcmp(line, said) == 0;
            CHECK(out || same || wrong++ > 3, "%s, line %d\n    then %s\n    now  %s", path, number, line, said);
            waits = false;
            continue;
        }
        CHECK(out || !waits || wrong++ > 3, "%s, line %d: a step without decisions", path, number);
        snprintf(step, sizeof step, "%s", line);
        waits = take_line(&d, step, restarts, said);
        steps += waits;
        if (out)
            fprintf(out, "%s\n%s%s", line, waits ? said : "", waits ? "\n" : "");
    }
    if (in)
        fclose(in);
    return steps;
}

static int all_files(bool restarts)
{
    char path[256];
    int steps = 0;
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        snprintf(path, sizeof path, "tests/unit/solve/scheme/data/steering-%s.txt", files[k]);
        steps += replay(path, restarts, NULL);
    }
    return steps;
}

static void every_decision_is_that_of_the_record(void)
{
    const int steps = all_files(false);
    CHECK(steps > 1000, "%d steps", steps);
}

static void a_checkpoint_before_each_step_changes_none(void)
{
    all_files(true);
}

/* --write FILES: their decisions of today. */
static int write_files(int n, char **path)
{
    for (int k = 0; k < n; k++) {
        char name[512];
        snprintf(name, sizeof name, "%s.new", path[k]);
        FILE *out = fopen(name, "w");
        if (!out)
            return 1;
        replay(path[k], false, out);
        if (fclose(out) || rename(name, path[k]))
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_files(argc - 2, argv + 2);
    CASE(every_decision_is_that_of_the_record);
    CASE(a_checkpoint_before_each_step_changes_none);
    return check_end();
}
