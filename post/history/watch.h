/* watch.h: a run that is still going: how far it is, from its history.csv and its
 * progress.json, both of which ufv-solve writes as it goes.
 */
#ifndef UFV_POST_HISTORY_WATCH_H
#define UFV_POST_HISTORY_WATCH_H

#include <stdbool.h>

/* *over: has the run in this folder come to its end? Without progress.json: is there a
 * run.json that is no older than history.csv? An error, with *over true, when progress.json
 * cannot be read or is not what ufv-solve writes. */
int watch_is_over(const char *results, bool *over);

/* Waits for the first row of a run that has just begun, and says so on stderr; at once when
 * there is one, when the run is over, or when `results` is not a folder. Errors as those of
 * watch_is_over(). */
int watch_wait_for_rows(const char *results);

/* ufv-post watch: draws the screen again every two seconds until the run is over; once:
 * a single time, without terminal codes. An error when history.csv or progress.json cannot
 * be read, or the screen not be written to. */
int watch_command(const char *results, bool once);

#endif
