/* field_series.h: the series of [series]: fields of the volume, the surface or the cells at a plane that are written
 * every so many steps while the march goes on, each frame a fields folder of its own, RESULTS/series/NAME/fields-N,
 * that ufv-post reads as it reads the run's fields.
 *
 *   a step's state   what is wanted of it is copied on the device; each rank's second thread downloads the copy and
 *                    writes the rank's file while the march goes on
 *   at a look        once all ranks have written, rank 0 gives the frame its name
 *   checkpoint       the frames until then are on the disk before the checkpoint is there
 *
 * A frame that is due while the one before is being written waits for it. A run that is continued keeps the frames from
 * before its checkpoint; later ones are made again.
 */
#ifndef UFV_SOLVE_RUN_FIELD_SERIES_H
#define UFV_SOLVE_RUN_FIELD_SERIES_H

#include "scheme/flow.h"

struct field_series;

/* Collective. c, f: borrowed until field_series_free(), which is called after a failure too. *series: NULL where the
 * case has no series. Nonzero with error_set() on all ranks where a series names no patch of the mesh, or its plane
 * touches no cell. */
int field_series_create(const struct case_file *c, const struct flow *f, struct field_series **series);

/* Not collective; waits for frames that are being written, which come to nothing. NULL is allowed, here and below. */
void field_series_free(struct field_series *s);

/* Bytes on the device that a rank of n_owned cells has for copies. */
int64_t field_series_bytes(const struct case_file *c, int64_t n_owned);

/* Collective. Makes the folders; arguments as struct feature_results. Fails on all ranks where one cannot be made. */
int field_series_open(struct field_series *s, const char *results, const char *restart, bool goes_on,
                      int64_t first_iteration);

/* Collective. Begins a frame of each series for which it is time, of the evaluated state at that iteration and time
 * (s), which are the same on all ranks; nothing when this iteration has its frame. On all ranks nonzero with
 * error_set() where a frame could not be written. */
int field_series_sample(struct field_series *s, int64_t iteration, double time);

/* Collective. Frames that all ranks have written get their names. Fails as field_series_sample(). */
int field_series_look(struct field_series *s);

/* Collective. Returns when all frames are on the disk. Fails as field_series_sample(). */
int field_series_finish(struct field_series *s);

/* Seconds for which the march has waited for frames, on this rank. */
double field_series_seconds(const struct field_series *s);

#endif
