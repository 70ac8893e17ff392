/* requested_outputs.c: asked twice: the run's own files are protected from the outputs but not from the run. */
#include "run/requested_outputs.h"

#include "error.h"
#include "out_file.h"
#include "pack/results_files.h"
#include "protect.h"
#include "checkpoint/restart_blend.h"
#include "results/results_folder.h"

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
    results_files_protect(o->results);
    int status = check(o, protect_check);
    protect_nothing();
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

/* What is protected here stays so for the rest of the program: out_file_open() asks, too. */
int requested_outputs_check(const struct solve_options *o)
{
    TRY(check_against_results(o));
    protect_file(o->case_path);
    protect_folder(o->packs);
    if (o->restart_packs)
        protect_folder(o->restart_packs);
    if (o->restart && !(o->results && results_folder_is(o->results, o->restart)))
        results_files_protect(o->restart);
    TRY(protect_blended(o));
    return check(o, out_file_check_report);
}
