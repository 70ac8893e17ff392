/* tecplot_write.h: Tecplot ASCII data files (.dat), one zone per grid.
 *
 * Tecplot Data Format Guide, "ASCII Data": block packing, nodal coordinates and
 * cell-centred variables. A zone is FETETRAHEDRON when all its cells are, with
 * polyhedra FEPOLYHEDRON, else FEBRICK with repeated nodes; faces are
 * FEQUADRILATERAL, larger polygons cut into fans.
 */
#ifndef UFV_FORMATS_TECPLOT_WRITE_H
#define UFV_FORMATS_TECPLOT_WRITE_H

#include "grid_view.h"

#include <stdio.h>

/* The head of the file: title and variables, those of g. Output errors are left
 * in ferror(f) for whoever closes it. */
void tecplot_write_head(FILE *f, const char *title, const struct grid_view *g);

/* One more zone, with the same arrays. Grids without cells are left out. */
void tecplot_write_zone(FILE *f, const char *name, const struct grid_view *g);

#endif
