/* features.c: loops over the rows of features.inc. */
#include "features/features.h"

#include "error.h"
#include "json_write.h"
#include "mem.h"
#include "text.h"

#define FEATURE(name, section) extern const struct feature_type feature_##name;
#include "features/features.inc"
#undef FEATURE

static const struct row {
    const char *name, *section;
    const struct feature_type *type;
} rows[] = {
#define FEATURE(name, section) {#name, section, &feature_##name},
#include "features/features.inc"
#undef FEATURE
    {NULL, NULL, NULL}};
enum { N_ROWS = sizeof rows / sizeof *rows - 1 };

struct feature_cases {
    void *spec[N_ROWS + 1]; /* owned; [N_ROWS]; NULL: the case does not ask for it */
};

struct feature_run {
    const struct feature_cases *cases; /* borrowed */
    void *own[N_ROWS + 1];             /* owned; [N_ROWS] */
};

/* The type of row k where the case asks for it, or else one that does nothing. */
static const struct feature_type *asked(const struct feature_cases *cases, int k)
{
    static const struct feature_type nothing;
    return cases && cases->spec[k] ? rows[k].type : &nothing;
}

static const struct feature_type *at_work(const struct feature_run *run, int k)
{
    return asked(run ? run->cases : NULL, k);
}

/* ---- the case ---- */

const char *features_section(int k)
{
    return rows[k].section;
}

int features_read(struct case_file *c, struct feature_cases **cases)
{
    MEM_NEW_ZERO(*cases, 1);
    for (int k = 0; k < N_ROWS; k++)
        TRY(rows[k].type->read(c, &(*cases)->spec[k]));
    return 0;
}

void features_release(struct feature_cases *cases)
{
    for (int k = 0; k < N_ROWS; k++)
        if (asked(cases, k)->release)
            asked(cases, k)->release(cases->spec[k]);
    mem_free(cases);
}

void features_print_reference(void)
{
    for (int k = 0; k < N_ROWS; k++)
        if (rows[k].type->print_reference)
            rows[k].type->print_reference();
}

/* ---- files ---- */

int features_check_files(const struct feature_cases *cases, const char *results, bool goes_on)
{
    for (int k = 0; k < N_ROWS; k++)
        if (rows[k].type->check_files)
            TRY(rows[k].type->check_files(cases ? cases->spec[k] : NULL, results, goes_on));
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
        if (rows[k].type->leave_old_files && !(cases && cases->spec[k]))
            TRY(rows[k].type->leave_old_files(results));
    return 0;
}

void features_forget_old_files(const char *results)
{
    for (int k = 0; k < N_ROWS; k++)
        if (rows[k].type->forget_old_files)
            rows[k].type->forget_old_files(results);
}

/* ---- the mesh ---- */

void features_need(const struct feature_cases *cases, struct domain_needs *needs)
{
    for (int k = 0; k < N_ROWS; k++)
        if (asked(cases, k)->needs)
            asked(cases, k)->needs(cases->spec[k], needs);
}

int64_t features_bytes(const struct feature_cases *cases, int64_t n_owned, bool host)
{
    int64_t bytes = 0;
    for (int k = 0; k < N_ROWS; k++)
        if (asked(cases, k)->bytes)
            bytes += asked(cases, k)->bytes(cases->spec[k], n_owned, host);
    return bytes;
}

struct feature_run *features_place(const struct feature_cases *cases, const struct domain *d)
{
    struct feature_run *run;
    MEM_NEW_ZERO(run, 1);
    run->cases = cases;
    for (int k = 0; k < N_ROWS; k++)
        if (asked(cases, k)->place)
            run->own[k] = asked(cases, k)->place(cases->spec[k], d);
    return run;
}

/* ---- the run ---- */

int features_create(const struct case_file *c, const struct flow *f, struct feature_run *run)
{
    for (int k = 0; k < N_ROWS; k++)
        if (at_work(run, k)->create)
            TRY(at_work(run, k)->create(c, run->cases->spec[k], f, &run->own[k]));
    return 0;
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
            json_number(j, rows[k].name, at_work(run, k)->seconds(run->own[k]));
}

void features_end(struct feature_run *run)
{
    for (int k = N_ROWS - 1; k >= 0; k--)
        if (at_work(run, k)->end && run->own[k])
            at_work(run, k)->end(run->own[k]);
    mem_free(run);
}
