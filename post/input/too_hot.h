/* too_hot.h: cells that are hotter than anything that could have heated them, as run.json names them, in a sentence.
 */
#ifndef UFV_POST_INPUT_TOO_HOT_H
#define UFV_POST_INPUT_TOO_HOT_H

#include "input/json_read.h"

/* One sentence without a full stop: how many, how hot (K), where, and what to do; a new block, free with mem_free().
 * It has names of patches, which may hold anything. run: run.json, or NULL. NULL: there are no such cells, or the
 * member is not as docs/output.md has it. */
char *too_hot_sentence(const struct json_value *run);

#endif
