/* series.h: ufv-post series: every fields folder of a run as one animation.
 *
 *   vtu      PATH.pvd, which names PATH-IIIIIIIII.pvtu of each iteration
 *   vtkhdf   PATH.vtkhdf: the mesh once, values for each step
 *
 * Steps stand at the time of unsteady runs, else at the iteration.
 */
#ifndef UFV_POST_SERIES_H
#define UFV_POST_SERIES_H

#include "export.h"

/* path: the run's results; packs: NULL for the folder the run recorded. */
int series_command(const char *path, const char *packs, const struct export_options *o);

#endif
