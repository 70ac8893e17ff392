/* probes_folder.h: RESULTS/probes, the files of probes, and where those of an earlier run stand until the run that
 * replaces it has a checkpoint: in RESULTS/probes.fields-000001000, named after the checkpoint that they belong to, as
 * the history does (history_aside.h). Rank 0; nothing is collective. */
#ifndef UFV_SOLVE_RESULTS_PROBES_FOLDER_H
#define UFV_SOLVE_RESULTS_PROBES_FOLDER_H

#include <stdbool.h>

/* The folder with the rows of the run that wrote what RESULTS/latest names; it need not exist. A new text; free with
 * mem_free(). */
char *probes_folder_find(const char *results);

/* Makes RESULTS/probes unless it is there. goes_on: the run continues what stands there; else that steps aside, if
 * there is a checkpoint that it belongs to and nothing stands aside already, and is removed otherwise: files of probes
 * under the names of their sets, and nothing else. Fails when it cannot be made, and where a link has its name. Before
 * the march: looks into the files by HDF5. */
int probes_folder_begin(const char *results, bool goes_on);

/* Removes what stands aside. Behind probes_folder_begin() of this process, which has taken out what is not ours. */
void probes_folder_forget(const char *results);

#endif
