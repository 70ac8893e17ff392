/* run_verdict.c: members of run.json, whose types anybody may have changed. */
#include "fields/run_verdict.h"

#include "error.h"
#include "input/too_hot.h"
#include "mem.h"
#include "text.h"

#include <sys/stat.h>

/* run.json speaks of the last state; an older fields folder of the same run is none of its business. */
static bool is_of_end(const struct json_value *run, int64_t iteration)
{
    return json_number_of(json_member(run, "iteration")) == (double)iteration;
}

static char *sentence_of(const struct json_value *run)
{
    const struct json_value *converged = json_member(run, "converged"), *text = json_member(run, "verdict");
    bool has_not = converged && converged->type == JSON_BOOL && converged->number == 0;
    return has_not && text && text->type == JSON_TEXT ? text_format("%s", text->text) : NULL;
}

/* run.json of the results; NULL when there is none, and with an error when it is damaged. Free with json_free(). */
static int read_run(const struct results *r, struct json_value **run)
{
    static const struct json_shape shape[] = {{"", JSON_IS(JSON_OBJECT)}, {"iteration", JSON_IS_COUNT}};
    struct stat there;
    char *path = text_join_path(r->path, "run.json");
    *run = NULL;
    /* A run that goes on from its start has no run.json yet: nothing is said, and it is no error. */
    int status = stat(path, &there) == 0 && (json_read(path, run) || json_check(path, *run, shape, 2));
    if (status) {
        json_free(*run);
        *run = NULL;
    }
    mem_free(path);
    return status;
}

/* say_damage: a run.json that cannot be read is told in place of the verdict. */
static char *unconverged(const struct results *r, bool say_damage)
{
    struct json_value *run;
    if (read_run(r, &run))
        return say_damage ? text_format("whether the run has converged is not known: %s", error_message()) : NULL;
    char *sentence = is_of_end(run, r->iteration) ? sentence_of(run) : NULL;
    json_free(run);
    return sentence;
}

char *run_verdict_unconverged(const struct results *r)
{
    return unconverged(r, true);
}

char *run_verdict_hot_cells(const struct results *r)
{
    struct json_value *run;
    read_run(r, &run);
    char *sentence = is_of_end(run, r->iteration) ? too_hot_sentence(run) : NULL;
    json_free(run);
    return sentence;
}

const char *run_verdict_mark(const struct results *r)
{
    if (r->has_diverged)
        return " (diverged)";
    char *sentence = unconverged(r, false);
    const char *mark = sentence ? " (not converged)" : "";
    mem_free(sentence);
    return mark;
}

void run_verdict_instant(const struct results *r, size_t size, char *text)
{
    char time[40] = "";
    if (r->time > 0)
        snprintf(time, sizeof time, ", time %.6g s", r->time);
    snprintf(text, size, "iteration %" PRId64 "%s%s", r->iteration, time, run_verdict_mark(r));
}
