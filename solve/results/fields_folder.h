/* fields_folder.h: the folders of a checkpoint in a results folder: which may be removed, and how
 * one takes its place.
 *
 *   fields-000001200              a whole checkpoint
 *   fields-000001200.tmp          one that ranks are writing, or that a killed run left
 *   fields-000001200.replaced.tmp the older one of the same iteration, until the new one stands
 *   diverged, diverged.tmp        the state of a run that has diverged (divergence.h)
 *
 * One rule says what is ours: a plain folder in the results folder whose name is exactly one of
 * these, and in it plain files rank-00000.h5, rank-00000.h5.tmp. Nothing else is ever removed: no
 * copy under another name (fields-000001200-keep), no symbolic link and nothing behind one.
 *
 * Rank 0 calls all of it; nothing is collective. results: the results folder. iteration: 0 or more.
 */
#ifndef UFV_SOLVE_RESULTS_FIELDS_FOLDER_H
#define UFV_SOLVE_RESULTS_FIELDS_FOLDER_H

#include "types.h"

/* Is it exactly the name of a whole checkpoint, what solution_folder_name() makes of a number? */
bool fields_folder_is(const char *name);

/* "diverged": a name for the calls below, but fields_folder_publish(). */
extern const char fields_folder_diverged[];

/* The path of the folder that ranks write into: mem_free() it. */
char *fields_folder_temporary(const char *results, const char *name);

/* Fails when something other than a folder, a symbolic link included, has the name of either folder. */
int fields_folder_check(const char *results, const char *name);

/* The iteration in the name of a checkpoint or of what killed runs left of one; -1 for all other names. */
int64_t fields_folder_iteration(const char *name);

/* Makes that folder, empty; what a killed run left there is removed. name: of
 * solution_folder_name(). Fails as fields_folder_check(). */
int fields_folder_make(const char *results, const char *name);

/* The temporary folder is whole: takes the name, and RESULTS/latest names it. An older folder of
 * that name is kept until then and put back when anything fails. */
int fields_folder_publish(const char *results, const char *name);

/* The same of the state of a run that has diverged, which RESULTS/latest never names; an older one is removed. After a
 * failure nothing is left. */
int fields_folder_publish_diverged(const char *results);

/* Removes that state; nothing when there is none. */
void fields_folder_remove_diverged(const char *results);

/* Removes the whole checkpoint of that name, or the temporary one; nothing when there is none. What
 * is not ours in it stays, and so does the folder then. */
void fields_folder_remove(const char *results, const char *name);
void fields_folder_remove_temporary(const char *results, const char *name);

/* Removes all whole checkpoints but `name`, and what killed runs left. */
void fields_folder_remove_others(const char *results, const char *name);

#endif
