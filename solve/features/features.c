/* features.c: the rows of features.inc, and loops over them; features_case.c has those over what the case says. */
#include "features/features.h"

#include "error.h"
#include "features/feature_rows.h"
#include "json_write.h"
#include "mem.h"
#include "text.h"

#define FEATURE(name, section) extern const struct feature_type feature_##name;
#define FEATURE_LEFT_OUT(name, section)
#include "features/features.inc"
#undef FEATURE

const struct feature_row feature_rows[] = {
#define FEATURE(name, section) {#name, section, &feature_##name},
#include "features/features.inc"
    {NULL, NULL, NULL}};
#undef FEATURE
#undef FEATURE_LEFT_OUT
enum { N_ROWS = sizeof feature_rows / sizeof *feature_rows - 1 };
_Static_assert((int)N_ROWS <= (int)FEATURES_MOST, "raise FEATURES_MOST");
const int feature_n_rows = N_ROWS;

const struct feature_row feature_rows_left_out[] = {
#define FEATURE(name, section)
#define FEATURE_LEFT_OUT(name, section) {#name, section, NULL},
#include "features/features.inc"
    {NULL, NULL, NULL}};

struct feature_run {
    const struct feature_cases *cases; /* borrowed */
    void *own[FEATURES_MOST];          /* owned; [feature_n_rows] */
};

/* The type of row k where the case asks for it, or else one that does nothing. */
static const struct feature_type *asked(const struct feature_cases *cases, int k)
{
    static const struct feature_type nothing;
    return cases && cases->asked[k] ? feature_rows[k].type : &nothing;
}

static const struct feature_type *at_work(const struct feature_run *run, int k)
{
    return asked(run ? run->cases : NULL, k);
}

/* Calls a member that returns nothing, of all rows of `run` that have it. */
#define ALL(member, arguments)                                                                     \
    for (int k = 0; k < N_ROWS; k++)                                                               \
        if (at_work(run, k)->member)                                                               \
            at_work(run, k)->member arguments

/* ---- files ---- */

int features_check_files(const struct feature_cases *cases, const char *results, bool goes_on)
{
    for (int k = 0; k < N_ROWS; k++)
        if (feature_rows[k].type->check_files)
            TRY(feature_rows[k].type->check_files(cases && cases->asked[k] ? cases->spec[k] : NULL, results, goes_on));
    return 0;
}

int features_check_numbered_files(const struct feature_cases *cases, const char *results, int64_t first, int64_t last)
{
    for (int k = 0; k < N_ROWS; k++)
        if (asked(cases, k)->check_numbered_files)
            TRY(asked(cases, k)->check_numbered_files(cases->spec[k], results, first, last));
    return 0;
}

int features_leave_old_files(const struct feature_cases *cases, const char *results)
{
    for (int k = 0; k < N_ROWS; k++)
        if (feature_rows[k].type->leave_old_files && !(cases && cases->asked[k]))
            TRY(feature_rows[k].type->leave_old_files(results));
    return 0;
}

void features_forget_old_files(const char *results)
{
    for (int k = 0; k < N_ROWS; k++)
        if (feature_rows[k].type->forget_old_files)
            feature_rows[k].type->forget_old_files(results);
}

/* ---- the mesh ---- */

void features_need(const struct feature_cases *cases, struct domain_needs *needs)
{
    for (int k = 0; k < N_ROWS; k++)
        if (asked(cases, k)->needs)
            asked(cases, k)->needs(cases->spec[k], needs);
}

int64_t features_bytes(const struct feature_cases *cases, const struct case_file *c, const struct pack *p, bool host)
{
    int64_t bytes = 0;
    for (int k = 0; k < N_ROWS; k++)
        if (asked(cases, k)->bytes)
            bytes += asked(cases, k)->bytes(cases->spec[k], c, p, host);
    return bytes;
}

int64_t features_host_bytes(const struct feature_cases *cases, const struct case_file *c, const struct pack *p)
{
    int64_t bytes = 0;
    for (int k = 0; k < N_ROWS; k++)
        if (asked(cases, k)->host_bytes)
            bytes += asked(cases, k)->host_bytes(cases->spec[k], c, p);
    return bytes;
}

struct feature_run *features_begin_run(const struct feature_cases *cases)
{
    struct feature_run *run;
    MEM_NEW_ZERO(run, 1);
    run->cases = cases;
    return run;
}

int features_fit(struct feature_run *run, struct case_file *c, struct domain *d)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->fit)
            TRY(at_work(run, k)->fit(run->cases->spec[k], c, d, &run->own[k]));
    return 0;
}

void features_place(struct feature_run *run, struct domain *d)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->place)
            run->own[k] = at_work(run, k)->place(run->cases->spec[k], d);
}

/* ---- the flow ---- */

bool features_have_loads(const struct feature_cases *cases)
{
    bool any = false;
    for (int k = 0; k < N_ROWS; k++)
        any = any || asked(cases, k)->loads_cells;
    return any;
}

bool features_have_sources(const struct feature_cases *cases)
{
    bool any = features_have_loads(cases);
    for (int k = 0; k < N_ROWS; k++)
        any = any || asked(cases, k)->add_source;
    return any;
}

int features_create(const struct case_file *c, struct flow *f, struct feature_run *run)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->create)
            TRY(at_work(run, k)->create(c, run->cases->spec[k], f, &run->own[k]));
    return 0;
}

void features_set_time(const struct feature_run *run, const struct flow *f)
{
    ALL(set_time, (run->own[k], f));
}

bool features_exchange(const struct feature_run *run)
{
    bool any = false;
    for (int k = 0; k < N_ROWS; k++)
        any = any || (at_work(run, k)->exchanges && at_work(run, k)->exchanges(run->own[k]));
    return any;
}

void features_after_ghosts(const struct feature_run *run, const struct flow *f)
{
    ALL(after_ghosts, (run->own[k], f));
}

void features_after_gradients(const struct feature_run *run, const struct flow *f)
{
    ALL(after_gradients, (run->own[k], f));
}

void features_add_fluxes(const struct feature_run *run, const struct flow *f)
{
    ALL(add_fluxes, (run->own[k], f));
}

void features_after_fluxes(const struct feature_run *run, const struct flow *f)
{
    ALL(after_fluxes, (run->own[k], f));
}

bool features_hold(struct feature_run *run, bool held)
{
    bool any = false;
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->hold)
            any = at_work(run, k)->hold(run->own[k], held) || any;
    return any;
}

void features_update_loads(const struct feature_run *run, const struct flow *f)
{
    ALL(update_loads, (run->own[k], f));
}

/* Each row behind the first that writes adds to what is there. */
void features_add_sources(const struct feature_run *run, const struct flow *f, bool adds)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->add_source) {
            at_work(run, k)->add_source(run->own[k], f, adds);
            adds = true;
        }
}

bool features_advance(struct feature_run *run, struct flow *f, double time, bool known)
{
    bool any = false;
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->advance)
            any = at_work(run, k)->advance(run->own[k], f, time, known) || any;
    return any;
}

/* ---- implicit schemes ---- */

const double *features_scaling(const struct feature_run *run)
{
    const double *scaling = NULL;
    for (int k = 0; k < N_ROWS && !scaling; k++)
        if (at_work(run, k)->scaling)
            scaling = at_work(run, k)->scaling(run->own[k]);
    return scaling;
}

void features_find_scaling(const struct feature_run *run, const struct flow *f, const struct jacobian_args *a,
                           double rate)
{
    ALL(find_scaling, (run->own[k], f, a, rate));
}

/* ---- steps and checkpoints ---- */

void features_count_step(struct feature_run *run, double began, double dt)
{
    ALL(count_step, (run->own[k], began, dt));
}

void features_take_back(struct feature_run *run)
{
    ALL(take_back, (run->own[k]));
}

bool features_fields(const struct feature_run *run, int k, struct feature_fields *fields)
{
    *fields = (struct feature_fields){.n = 0};
    if (k >= 0 && k < N_ROWS && at_work(run, k)->fields)
        *fields = at_work(run, k)->fields(run->own[k]);
    return k < N_ROWS;
}

void features_gather(const struct feature_run *run, struct solution *to)
{
    ALL(gather, (run->own[k], to));
}

const struct feature_numbers *features_numbers(const struct feature_run *run, int k, void **own)
{
    if (k < 0 || k >= N_ROWS || !at_work(run, k)->numbers.name)
        return NULL;
    *own = run->own[k];
    return &feature_rows[k].type->numbers;
}

int features_load_fields(struct feature_run *run, const struct feature_restart *from)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->load_fields)
            TRY(at_work(run, k)->load_fields(run->own[k], from));
    return 0;
}

int features_prepare_restart(const struct feature_cases *cases, const struct solution_reference *old,
                             struct case_file *c, struct domain *d)
{
    for (int k = 0; k < N_ROWS; k++)
        if (asked(cases, k)->prepare_restart)
            TRY(asked(cases, k)->prepare_restart(cases->spec[k], old, c, d));
    return 0;
}

/* ---- the run ---- */

int features_start(const struct case_file *c, const struct flow *f, struct feature_run *run)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->start)
            TRY(at_work(run, k)->start(c, run->cases->spec[k], f, &run->own[k]));
    return 0;
}

void features_say(const struct feature_run *run)
{
    ALL(say, (run->own[k]));
}

void features_check_flow(const struct feature_run *run)
{
    ALL(check_flow, (run->own[k]));
}

void features_measure(struct feature_run *run, const struct monitor *m)
{
    ALL(measure, (run->own[k], m));
}

void features_columns(const struct feature_run *run, struct history_columns *columns)
{
    ALL(columns, (run->own[k], columns));
}

void features_conditions(const struct feature_run *run, struct json *j)
{
    ALL(conditions, (run->own[k], j));
}

void features_write_forces(const struct feature_run *run, const double force[3], struct json *j)
{
    ALL(write_forces, (run->own[k], force, j));
}

void features_write_run(const struct feature_run *run, struct json *j)
{
    ALL(write_run, (run->own[k], j));
}

void features_print(const struct feature_run *run)
{
    ALL(print, (run->own[k]));
}

int features_check_restart(const struct feature_run *run, const char *restart)
{
    for (int k = 0; k < N_ROWS && restart; k++)
        if (at_work(run, k)->check_restart)
            TRY(at_work(run, k)->check_restart(run->own[k], restart));
    return 0;
}

int features_open(struct feature_run *run, const struct feature_results *r)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->open)
            TRY(at_work(run, k)->open(run->own[k], r));
    return 0;
}

int64_t features_steps_until_due(const struct feature_cases *cases, int64_t iteration)
{
    int64_t n = INT64_MAX;
    for (int k = 0; k < N_ROWS; k++) {
        const struct feature_type *t = asked(cases, k);
        int64_t due = t->steps_until_due ? t->steps_until_due(cases->spec[k], iteration) : n;
        n = due < n ? due : n;
    }
    return n;
}

int features_sample(struct feature_run *run, int64_t iteration, double time)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->sample)
            TRY(at_work(run, k)->sample(run->own[k], iteration, time));
    return 0;
}

bool features_decide(struct feature_run *run, int k, const struct monitor *m)
{
    return k >= 0 && k < N_ROWS && at_work(run, k)->decide && at_work(run, k)->decide(run->own[k], m);
}

int features_change(struct feature_run *run, int k, struct case_file *c, struct integrator *it)
{
    return at_work(run, k)->change ? at_work(run, k)->change(run->own[k], c, it, false) : 0;
}

int features_resume(struct feature_run *run, struct case_file *c, struct integrator *it)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->change)
            TRY(at_work(run, k)->change(run->own[k], c, it, true));
    return 0;
}

bool features_set_values(const struct feature_run *run, struct domain *d)
{
    bool any = false;
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->set_values)
            any = at_work(run, k)->set_values(run->own[k], d) || any;
    return any;
}

int features_aims(const struct feature_run *run, struct aim aim[FEATURES_MOST])
{
    int n = 0;
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->aim) {
            aim[n] = (struct aim){.agrees = false};
            at_work(run, k)->aim(run->own[k], &aim[n++]);
        }
    return n;
}

bool features_trends(const struct feature_run *run, struct trend *cl, struct trend *cd)
{
    bool any = false;
    for (int k = 0; k < N_ROWS; k++)
        any = any || (at_work(run, k)->trends && at_work(run, k)->trends(run->own[k], cl, cd));
    return any;
}

void features_say_at_end(const struct feature_run *run, double time)
{
    ALL(say_at_end, (run->own[k], time));
}

int features_look(struct feature_run *run)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->look)
            TRY(at_work(run, k)->look(run->own[k]));
    return 0;
}

int features_finish(struct feature_run *run)
{
    char *first = NULL;
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->finish && at_work(run, k)->finish(run->own[k]) != 0 && !first)
            first = text_format("%s", error_message());
    int status = first ? error_set("%s", first) : 0;
    mem_free(first);
    return status;
}

void features_write_seconds(const struct feature_run *run, struct json *j)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->seconds)
            json_number(j, feature_rows[k].name, at_work(run, k)->seconds(run->own[k]));
}

void *features_own(const struct feature_run *run, int k)
{
    return run ? run->own[k] : NULL;
}

void features_end(struct feature_run *run)
{
    for (int k = N_ROWS - 1; k >= 0; k--)
        if (at_work(run, k)->end && run->own[k])
            at_work(run, k)->end(run->own[k]);
    mem_free(run);
}
