/* series_folder.h: RESULTS/series, the frames of series, each a fields folder (fields_folder.h) in the folder of its
 * series, and where those of an earlier run stand meanwhile (superseded.h):
 *
 *   series/NAME/latest                      the newest frame
 *   series/NAME/fields-000001200            a frame, as fields in RESULTS
 *   series.fields-000001000/NAME/...        of an earlier run
 *
 * Rank 0; nothing is collective.
 */
#ifndef UFV_SOLVE_FEATURES_SERIES_SERIES_FOLDER_H
#define UFV_SOLVE_FEATURES_SERIES_SERIES_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

/* The folder with the frames of the run that wrote what RESULTS/latest names; it need not exist. mem_free() it. */
char *series_folder_find(const char *results);

/* Before anything in the results is replaced: could series_folder_begin() make the folder, and the series of that name
 * be written in it? Fails where something else, a symbolic link included, stands there. */
int series_folder_check(const char *results, const char *name);

/* The same of its frames first, first + 1, ... last, of which every `every`-th is written. */
int series_folder_check_frames(const char *results, const char *name, int64_t every, int64_t first, int64_t last);

/* Makes RESULTS/series, as superseded_folder_begin() says. goes_on: frames of first_iteration and later are removed. */
int series_folder_begin(const char *results, bool goes_on, int64_t first_iteration);

/* For a run that begins afresh without series: those of an earlier run, which would pass for its own, are renamed or
 * removed as superseded_folder_begin() says. Leaves no empty folder. */
int series_folder_leave(const char *results);

/* Makes the folder of a series there. from: the folder of another run's series, whose frames from before
 * first_iteration come along, as links where the file system has them, or NULL. Fails as series_folder_check(). */
int series_folder_make(const char *folder, const char *from, int64_t first_iteration);

/* Removes superseded folders of series. */
void series_folder_forget(const char *results);

#endif
