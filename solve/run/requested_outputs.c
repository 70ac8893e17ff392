/* requested_outputs.c: asked twice: the run's own files are protected from the outputs but not from the run. */
#include "run/requested_outputs.h"

#include "error.h"
#include "mem.h"
#include "out_file.h"
#include "pack/results_files.h"
#include "protect.h"
#include "checkpoint/restart_blend.h"
#include "results/results_folder.h"
#include "text.h"

#include <limits.h>

static int check(const struct solve_options *o, int (*may_be_written)(const char *path))
{
    if (o->report)
        TRY(may_be_written(o->report));
    return o->timeline ? may_be_written(o->timeline) : 0;
}

/* Protection is taken off again: the run itself must be able to replace its history and its reports. */
static int check_against_results(const struct solve_options *o)
{
    if (!o->results)
        return 0;
    size_t before = protect_count();
    results_files_protect(o->results);
    int status = check(o, protect_check);
    protect_forget_from(before);
    return status;
}

/* Results that are blended in are read only; those that are the run's own folder are protected by the
 * check above. */
static int protect_blended(const struct solve_options *o)
{
    char results[PATH_MAX];
    double weight;
    for (int i = 0; i < o->blend.n; i++) {
        TRY(restart_blend_parse(o->blend.item[i], results, sizeof results, &weight));
        if (!(o->results && results_folder_is(o->results, results)))
            results_files_protect(results);
    }
    return 0;
}

/* What the run replaces in its results folder at its end; hours of computing would be lost if it could not. The case
 * file, or a list of points that it names, may have such a name. */
static int check_own(const char *results, const struct case_file *c)
{
    static const char *const name[] = {"latest", "history.csv", "progress.json", "forces.json", "run.json"};
    int status = 0;
    for (size_t i = 0; status == 0 && i < sizeof name / sizeof *name; i++) {
        char *path = text_join_path(results, name[i]);
        status = protect_check(path) || out_file_check(path);
        mem_free(path);
    }
    for (int i = 0; status == 0 && i < c->n_probes; i++) {
        char *path = text_format("%s/probes/%s.h5", results, c->probe[i].name);
        status = protect_check(path);
        mem_free(path);
    }
    return status;
}

/* What is protected here stays so for the rest of the program: out_file_open() asks, too. Files that the case names
 * were protected when they were read. */
int requested_outputs_check(const struct solve_options *o, const struct case_file *c)
{
    TRY(check_against_results(o));
    protect_file(o->case_path);
    protect_folder(o->packs);
    if (o->restart_packs)
        protect_folder(o->restart_packs);
    if (o->restart && !(o->results && results_folder_is(o->results, o->restart)))
        results_files_protect(o->restart);
    TRY(protect_blended(o));
    if (o->results)
        TRY(check_own(o->results, c));
    return check(o, out_file_check_report);
}
