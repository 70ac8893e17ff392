/* run_end.c: by iterations, since a copy of a folder may have any times of its files. */
#include "input/run_end.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <unistd.h>

int run_end_read(const char *results, const char *name, const struct json_shape *shape, size_t n,
                 struct json_value **v)
{
    char *path = text_join_path(results, name);
    int status = access(path, F_OK) == 0
                     ? json_read(path, v) || json_check(path, *v, shape, (int)n)
                     : error_set("%s is missing, since the run has not ended; wait for its end or, if it was killed, "
                                 "let ufv-solve --restart %s end it", path, results);
    mem_free(path);
    return status;
}

int run_end_need(const char *results, const char *name, const struct json_value *v, const char *const *member,
                 size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!json_member(v, member[i]))
            return error_set("%s/%s: has no member %s, so that it is damaged; let ufv-solve --restart %s write it "
                             "again", results, name, member[i], results);
    return 0;
}

int run_end_check(const char *results, const struct json_value *run, const struct csv *history)
{
    const double *iteration = csv_column(history, "iteration");
    double end = json_number_of(json_member(run, "iteration"));
    if (!iteration || history->n_rows == 0 || !(iteration[history->n_rows - 1] > end))
        return 0;
    return error_set("%s: run.json and forces.json are of iteration %.0f, and the run has gone on to %.0f without "
                     "having ended; wait for its end or, if it was killed, let ufv-solve --restart %s end it", results,
                     end, iteration[history->n_rows - 1], results);
}
