/* results_folder.h: the folder a run writes into: made, tried, locked against other runs
 * (common/folder_lock.h) and watched, so that nothing is written to where nobody will look for it.
 *
 * All ranks have the struct; rank 0 alone opens the folder and calls the functions, which are not
 * collective.
 */
#ifndef UFV_SOLVE_RESULTS_RESULTS_FOLDER_H
#define UFV_SOLVE_RESULTS_RESULTS_FOLDER_H

#include <stdbool.h>

struct results_folder {
    const char *path; /* borrowed; as the user gave it */
    int file;         /* rank 0: the open folder, which stays the same when it is moved; else -1 */
    bool made;        /* by this run */
    struct folder_lock *lock; /* rank 0: owned */
};

/* The struct for a path; opens nothing. Any rank. */
struct results_folder results_folder_of(const char *path);

/* Makes the folder unless it is there (its parent must be), tries to write into it and takes its lock,
 * the file RESULTS/.lock. force: from another run that seems to hold it, too. Fails with a sentence on
 * what else stands there, who uses it, or which run has it among its results. results_folder_close() it,
 * after a failure too. */
int results_folder_open(struct results_folder *r, bool force);

/* Is it still what stands at its path, and is the lock still ours? Fails when it was moved away, removed
 * or replaced, or when another run has taken it by force. Reads a small file. */
int results_folder_check(const struct results_folder *r);

/* Returns status, what a call that writes into the folder has returned. Where it is a failure and
 * results_folder_check() fails as well, the sentence of that one, which is the cause, takes the place of
 * the first. May take a fifth of a second then: somebody may be in the middle of removing the folder. */
int results_folder_cause(const struct results_folder *r, int status);

/* Does the folder hold a checkpoint of an earlier run? */
bool results_folder_holds_run(const struct results_folder *r);

/* Are both names of one folder? False when either does not exist. Any rank. */
bool results_folder_is(const char *path, const char *other);

/* Lets go of it. discard: nothing was run, so that a folder that this run has made and that is
 * empty is removed. May be called when nothing was opened. */
void results_folder_close(struct results_folder *r, bool discard);

#endif
