/* superseded.h: what an earlier run has recorded in a results folder that another run has taken over.
 *
 * Until the new run has a checkpoint, RESULTS/latest names one of the earlier run, and a restart from it needs the
 * records that belong to it: history.csv and the folders `probes` and `series`. Each is renamed after that checkpoint,
 * history.csv.fields-000001000, probes.fields-000001000, and removed when the new run has a checkpoint of its own.
 *
 * Rank 0 calls all of it; nothing is collective. results: the results folder. name: of a folder of records, "probes" or
 * "series". Paths that are returned are the caller's, mem_free().
 */
#ifndef UFV_SOLVE_RESULTS_SUPERSEDED_H
#define UFV_SOLVE_RESULTS_SUPERSEDED_H

#include <stdbool.h>

/* The history of the run that wrote what RESULTS/latest names: a superseded one, else history.csv. The file need not
 * exist. */
char *superseded_history_find(const char *results);

/* Before a run that does not go on from here replaces history.csv: gives the file its second name, if there is a
 * checkpoint that it belongs to and no superseded history yet. Fails when the file can be neither linked nor
 * renamed. */
int superseded_history_keep(const char *results);

/* Before a run that does not go on from here replaces history.csv: removes run.json and forces.json, which would pass
 * for its own if it were killed. */
void superseded_reports_remove(const char *results);

/* The newest checkpoint is of the run that writes history.csv: removes superseded ones. */
void superseded_history_forget(const char *results);

/* Removes what ufv has written at a path and, if nothing else is in it, the folder itself; nothing where there is
 * none. */
typedef void superseded_remove(const char *path);

/* Is there a folder? A symbolic link to one does not count. */
bool superseded_is_folder(const char *path);

/* The folder with the records of the run that wrote what RESULTS/latest names. It need not exist. */
char *superseded_folder_find(const char *results, const char *name);

/* Fails where the name is that of something else than a folder, a symbolic link included. folder: its path; name: for
 * the sentence. */
int superseded_folder_check(const char *folder, const char *name);

/* Fails where superseded_folder_begin(), of a run that does not go on, could not rename the folder since something else
 * has the name that it would get. */
int superseded_folder_check_old(const char *results, const char *name);

/* Makes the folder. goes_on: the run continues what is in it; otherwise an earlier run's folder is renamed after its
 * checkpoint or, where it has none or that name is taken, removed. Fails as superseded_folder_check(). */
int superseded_folder_begin(const char *results, const char *name, bool goes_on, superseded_remove *remove_ours);

/* The newest checkpoint is of the run that writes the folder: removes superseded ones. */
void superseded_folder_forget(const char *results, const char *name, superseded_remove *remove_ours);

#endif
