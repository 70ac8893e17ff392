/* demand.h: what a fuzzer of a mesh reader demands of its outcome. */
#ifndef UFV_TESTS_DEMAND_H
#define UFV_TESTS_DEMAND_H

#include "raw/raw_mesh.h"

/* Takes the notes of a reader. */
void demand_note(void *context, const char *sentence);

/* With status 0 m must be as raw_mesh.h promises; it goes through the building and
 * checking of a mesh and is freed. Otherwise there must be a sentence. No memory may
 * be left behind. Aborts. FUZZ_TALK=1 in the environment: says what became of it. */
void demand_outcome(int status, struct raw_mesh *m);

#endif
