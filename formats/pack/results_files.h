/* results_files.h: what ufv-solve writes into a results folder, against other outputs. */
#ifndef UFV_FORMATS_PACK_RESULTS_FILES_H
#define UFV_FORMATS_PACK_RESULTS_FILES_H

/* Protects (common/protect.h) the files that a run keeps in its results folder, whether they are there or not:
 * latest, history.csv, run.json, forces.json, progress.json and its lock; the folder of probes; and all folders of
 * fields, and history and probes set aside for older ones, that are there. Nothing where there is no such folder. */
void results_files_protect(const char *results);

/* The same of the results folder that a file of a run lies in, RESULTS/history.csv or RESULTS/probes/NAME.h5; nothing
 * where it lies in no such folder. */
void results_files_protect_around(const char *file);

#endif
