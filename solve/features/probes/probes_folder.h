/* probes_folder.h: RESULTS/probes, the files of probes; those of an earlier run as superseded.h has them. Rank 0;
 * nothing is collective. */
#ifndef UFV_SOLVE_FEATURES_PROBES_PROBES_FOLDER_H
#define UFV_SOLVE_FEATURES_PROBES_PROBES_FOLDER_H

#include <stdbool.h>

/* The folder with the rows of the run that wrote what RESULTS/latest names; it need not exist. mem_free() it. */
char *probes_folder_find(const char *results);

/* Before anything in the results is replaced: could probes_folder_begin() make the folder, and could the file of the
 * set of that name be made in it? Fails where something else stands there, in folders of earlier runs too. */
int probes_folder_check(const char *results, const char *set);

/* Likewise, of the files in the folders that are not ours: probes_folder_begin() puts those of superseded folders back.
 * Fails where two have the same name, or where the folder could not be superseded. */
int probes_folder_check_all(const char *results, bool goes_on);

/* Makes RESULTS/probes as superseded_folder_begin() does; what it removes are files of probes under the names of their
 * sets, and nothing else. Fails when the folder cannot be made, and where a symbolic link has its name. To be called
 * before the march, since it looks into the files by HDF5. */
int probes_folder_begin(const char *results, bool goes_on);

/* The same, for a run that begins afresh without probes: those of an earlier run would pass for its own. Leaves no
 * empty folder. */
int probes_folder_leave(const char *results);

/* Removes superseded folders. After probes_folder_begin() or probes_folder_leave() of this process, which has moved out
 * of them what is not ours. */
void probes_folder_forget(const char *results);

#endif
