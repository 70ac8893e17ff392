/* run_end.h: what a run says of itself at its end, in run.json and forces.json. A run that goes on in its folder leaves
 * those of its earlier part there until it ends.
 */
#ifndef UFV_POST_INPUT_RUN_END_H
#define UFV_POST_INPUT_RUN_END_H

#include "input/csv.h"
#include "input/json_read.h"

#include <stddef.h>

/* Reads run.json or forces.json (name) of a results folder and checks it (json_check()). *v: free with json_free(). An
 * error where it is missing. */
int run_end_read(const char *results, const char *name, const struct json_shape *shape, size_t n,
                 struct json_value **v);

/* Fails where one of these members, which every version of ufv-solve has written, is not there. Arguments as above. */
int run_end_need(const char *results, const char *name, const struct json_value *v, const char *const *member,
                 size_t n);

/* Do run.json and forces.json speak of the last row of history.csv? An error when the history has gone on beyond the
 * iteration of run.json. results: the folder, for the sentence. run: run.json, or NULL; one without an iteration counts
 * as being of the end. */
int run_end_check(const char *results, const struct json_value *run, const struct csv *history);

#endif
