/* run_verdict.c: members of run.json, whose types anybody may have changed. */
#include "fields/run_verdict.h"

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

/* run.json of the results; NULL when there is none that can be read. Free with json_free(). */
static struct json_value *read_run(const struct results *r)
{
    struct json_value *run = NULL;
    struct stat there;
    char *path = text_join_path(r->path, "run.json");
    /* A run that goes on from its start has no run.json yet: nothing is said, and it is no error. */
    if (stat(path, &there) == 0 && json_read(path, &run) == 0 && run->type != JSON_OBJECT) {
        json_free(run);
        run = NULL;
    }
    mem_free(path);
    return run;
}

char *run_verdict_unconverged(const struct results *r)
{
    struct json_value *run = read_run(r);
    char *sentence = is_of_end(run, r->iteration) ? sentence_of(run) : NULL;
    json_free(run);
    return sentence;
}

char *run_verdict_hot_cells(const struct results *r)
{
    struct json_value *run = read_run(r);
    char *sentence = is_of_end(run, r->iteration) ? too_hot_sentence(run) : NULL;
    json_free(run);
    return sentence;
}

const char *run_verdict_mark(const struct results *r)
{
    if (r->has_diverged)
        return " (diverged)";
    char *sentence = run_verdict_unconverged(r);
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
