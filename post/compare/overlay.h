/* overlay.h: ufv-post overlay: several runs, or the meshes of a family, on one page: a table, and curves on top of one
 * another. overlay.c reads the runs and writes the page, overlay_table.c the table, overlay_plot.c the pictures.
 */
#ifndef UFV_POST_COMPARE_OVERLAY_H
#define UFV_POST_COMPARE_OVERLAY_H

#include "compare/overlay_run.h"

/* Reads RESULTS[n], 2 to OVERLAY_MOST, writes the page and the table and prints the table. An error when a run cannot
 * be read or has not ended, names and runs do not match, a section does not cut a run's surface, or the runs are no
 * family though that was said: with two of the same number of cells, or another flow. */
int overlay_command(const char *const *results, int n, const struct overlay_options *o);

#endif
