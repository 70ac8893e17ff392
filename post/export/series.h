/* series.h: ufv-post series: every fields folder of a run as one animation.
 *
 *   vtu      PATH.pvd, which names PATH-IIIIIIIII.pvtu of each iteration
 *            with --plane PATH-IIIIIIIII.vtu, the polygons (lines, with --surface) that the plane cuts out of it
 *   vtkhdf   PATH.vtkhdf: the mesh once, values for each step
 *
 * Steps stand at the time of unsteady runs, else at the iteration.
 */
#ifndef UFV_POST_EXPORT_SERIES_H
#define UFV_POST_EXPORT_SERIES_H

#include "export/export.h"

/* Writes all fields folders of a run and prints the name of the file unless quiet. path: the
 * run's results; packs: NULL for the folder the run recorded. An error when there are no
 * fields, the format has no series, steps of a VTKHDF series differ in mesh or variables,
 * or a file cannot be read or written. */
int series_command(const char *path, const char *packs, const struct export_options *o);

#endif
