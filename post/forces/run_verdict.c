/* run_verdict.c: two members of run.json, whose types anybody may have changed. */
#include "forces/run_verdict.h"

#include "input/json_read.h"
#include "mem.h"
#include "text.h"

#include <sys/stat.h>

static char *sentence_of(const struct json_value *run, int64_t iteration)
{
    const struct json_value *converged = json_member(run, "converged"), *text = json_member(run, "verdict");
    bool has_not = converged && converged->type == JSON_BOOL && converged->number == 0;
    /* run.json speaks of the last state; an older fields folder of the same run is none of its business. */
    bool at_end = json_number_of(json_member(run, "iteration")) == (double)iteration;
    return has_not && at_end && text && text->type == JSON_TEXT ? text_format("%s", text->text) : NULL;
}

char *run_verdict_unconverged(const struct results *r)
{
    struct json_value *run = NULL;
    struct stat there;
    char *path = text_join_path(r->path, "run.json"), *sentence = NULL;
    /* A run that goes on from its start has no run.json yet: no sentence, and no error. */
    if (stat(path, &there) == 0 && json_read(path, &run) == 0 && run->type == JSON_OBJECT)
        sentence = sentence_of(run, r->iteration);
    json_free(run);
    mem_free(path);
    return sentence;
}
