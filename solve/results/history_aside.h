/* history_aside.h: the history of an earlier run, until the run that replaces it has a checkpoint.
 *
 * Until then RESULTS/latest names a checkpoint of the earlier run, and who restarts from it needs that run's rows:
 * they stand in RESULTS/history.csv.fields-000001000, named after the checkpoint. Rank 0; nothing is collective.
 */
#ifndef UFV_SOLVE_RESULTS_HISTORY_ASIDE_H
#define UFV_SOLVE_RESULTS_HISTORY_ASIDE_H

/* The file with the rows of the run that wrote what RESULTS/latest names: one set aside, else history.csv. It need
 * not exist. A new text; free with mem_free(). */
char *history_aside_find(const char *results);

/* Before history.csv is replaced by a run that does not go on from here: sets it aside, if there is a checkpoint that
 * it belongs to and its rows are not aside already. Fails when it cannot be renamed. */
int history_aside_keep(const char *results);

/* Removes what was set aside: the newest checkpoint is one of the run that writes history.csv. */
void history_aside_forget(const char *results);

#endif
