/* progress.h: what the program says on stderr while it works.
 *
 * In a terminal one line that updates, in a log one line for each stage done;
 * notes are always lines of their own. --quiet leaves nothing: errors are for main to print.
 */
#ifndef UFV_PREP_PROGRESS_PROGRESS_H
#define UFV_PREP_PROGRESS_PROGRESS_H

#include "error.h"

#include <stdbool.h>
#include <stdint.h>

/* Stages in the order of work; their names are the keys of "seconds" in reports. */
enum stage {
    STAGE_READ,
    STAGE_REFINE,
    STAGE_FACES,
    STAGE_METRICS,
    STAGE_CHECK,
    STAGE_PARTITION,
    STAGE_ORDER,
    STAGE_WALL_DISTANCE,
    STAGE_HALO,
    STAGE_LOCAL,
    STAGE_COLOUR,
    STAGE_WRITE,
    N_STAGES
};

/* "read", "refine", ...: the key in reports. A constant. */
const char *stage_name(enum stage s);

/* Like everything here it holds for the whole process, and is called by the main thread. At first it is false. */
void progress_set_quiet(bool quiet);

/* The time between begin and end, which may alternate, is added to the stage's seconds. */
void progress_begin(enum stage s);
void progress_end(enum stage s);

/* `done` of `all` packs are made (local, colour, write take turns). */
void progress_rank(int done, int all);

/* Seconds of a stage by the clock so far. */
double progress_seconds(enum stage s);
/* Seconds of all threads together: they do not grow when others use the machine. */
double progress_processor_seconds(enum stage s);

/* "ufv-prep: note: ...": a sentence on something that was noticed and can be lived with, by printf rules; nothing
 * with --quiet. */
void progress_note(const char *format, ...) PRINTF_LIKE(1, 2);

/* "ufv-prep: warning: ...": likewise of what a run will not live with; with --quiet too. */
void progress_warn(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
