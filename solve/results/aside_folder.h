/* aside_folder.h: a folder of records of a run, such as RESULTS/probes, which belong to its newest checkpoint. A run
 * that replaces another one's results makes a new folder, and the old one is called by the checkpoint that `latest`
 * still names, RESULTS/probes.fields-N, until the new run has one of its own.
 *
 * Rank 0 calls all of it; nothing is collective. results: the results folder. name: "probes", "series".
 */
#ifndef UFV_SOLVE_RESULTS_ASIDE_FOLDER_H
#define UFV_SOLVE_RESULTS_ASIDE_FOLDER_H

#include <stdbool.h>

/* Removes what is ours in a folder, and it if nothing else is in it; nothing where there is none. */
typedef void aside_folder_remove(const char *path);

/* Not through a symbolic link. */
bool aside_folder_is(const char *path);

/* The folder of the newest checkpoint's records, whether it is there or not; mem_free() it. */
char *aside_folder_find(const char *results, const char *name);

/* Makes the folder; fails where something else, a link too, has its name. goes_on: what is there stays; else it steps
 * aside, unless one has, or goes. */
int aside_folder_begin(const char *results, const char *name, bool goes_on, aside_folder_remove *remove_ours);

/* The results have a checkpoint of this run: what stepped aside is removed. */
void aside_folder_forget(const char *results, const char *name, aside_folder_remove *remove_ours);

#endif
