/* requested_outputs.c: asked twice: the run's own files are protected from the outputs but not from the run. */
#include "run/requested_outputs.h"

#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "out_file.h"
#include "pack/results_files.h"
#include "protect.h"
#include "checkpoint/restart_blend.h"
#include "results/fields_folder.h"
#include "results/results_folder.h"
#include "text.h"

#include <dirent.h>
#include <limits.h>
#include <string.h>

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
static int check_own(const char *results, bool goes_on, const struct case_file *c)
{
    static const char *const name[] = {"latest", "history.csv", "progress.json", "forces.json", "run.json"};
    int status = 0;
    for (size_t i = 0; status == 0 && i < sizeof name / sizeof *name; i++) {
        char *path = text_join_path(results, name[i]);
        status = protect_check(path) || out_file_check(path) || out_file_check_temporary(path);
        mem_free(path);
    }
    return status ? status : features_check_files(c->features, results, goes_on);
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
    bool goes_on = o->restart && o->results && results_folder_is(o->results, o->restart);
    if (o->restart && !goes_on)
        results_files_protect(o->restart);
    TRY(protect_blended(o));
    if (o->results)
        TRY(check_own(o->results, goes_on, c));
    return check(o, out_file_check_report);
}

int requested_outputs_leave_old(const char *results, const struct case_file *c)
{
    return features_leave_old_files(c->features, results);
}

/* Does a run from `first` to `last` write a checkpoint at that iteration, unless it ends before? */
static bool is_checkpoint(const struct case_file *c, int64_t iteration, int64_t first, int64_t last)
{
    bool due =
        c->output.checkpoint > 0 && iteration > first && iteration < last && iteration % c->output.checkpoint == 0;
    return due || (iteration == last && c->output.fields == FIELDS_YES);
}

int requested_fields_check(const char *results, const struct case_file *c, int64_t first, int64_t last)
{
    DIR *d = opendir(results);
    int status = 0;
    for (struct dirent *e = d ? readdir(d) : NULL; e && status == 0; e = readdir(d)) {
        int64_t iteration = fields_folder_iteration(e->d_name);
        char name[NAME_SIZE];
        if (iteration < 0 || !is_checkpoint(c, iteration, first, last))
            continue;
        solution_folder_name(iteration, name);
        status = fields_folder_check(results, name);
    }
    if (d)
        closedir(d);
    return status ? status : features_check_numbered_files(c->features, results, first, last);
}
