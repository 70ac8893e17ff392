/* demand.h: what a fuzzer of a mesh reader demands of its outcome. */
#ifndef UFV_TESTS_DEMAND_H
#define UFV_TESTS_DEMAND_H

#include "raw/raw_mesh.h"

/* Takes the notes of a reader. */
void demand_note(void *context, const char *sentence);

/* With status 0 m must be as raw_mesh.h promises; it goes through the building and
 * checking of a mesh and is freed. Ends with fuzz_end() (fuzz.h). Aborts. */
void demand_outcome(int status, struct raw_mesh *m);

#endif
