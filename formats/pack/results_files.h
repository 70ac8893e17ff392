/* results_files.h: what ufv-solve writes into a results folder, against other outputs. */
#ifndef UFV_FORMATS_PACK_RESULTS_FILES_H
#define UFV_FORMATS_PACK_RESULTS_FILES_H

/* Protects (common/protect.h) the files that a run keeps in its results folder, whether they are there or not:
 * latest, history.csv, run.json, forces.json, progress.json and its lock; and all folders of fields that are
 * there. Nothing where there is no such folder. */
void results_files_protect(const char *results);

#endif
