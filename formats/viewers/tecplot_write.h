/* tecplot_write.h: Tecplot ASCII data files (.dat), one zone per grid.
 *
 * Tecplot Data Format Guide, "ASCII Data": block packing; coordinates and values at
 * points are nodal, values in cells cell-centred. tecplot_zone.h says how cells
 * become elements.
 */
#ifndef UFV_FORMATS_VIEWERS_TECPLOT_WRITE_H
#define UFV_FORMATS_VIEWERS_TECPLOT_WRITE_H

#include "viewers/grid_view.h"

#include <stdio.h>

/* The head of the file: title and variables, those of g. Output errors are left
 * in ferror(f) for whoever closes it. */
void tecplot_write_head(FILE *f, const char *title, const struct grid_view *g);

/* Adds one more zone, with the same arrays. Grids without cells are left out. */
void tecplot_write_zone(FILE *f, const char *name, const struct grid_view *g);

#endif
