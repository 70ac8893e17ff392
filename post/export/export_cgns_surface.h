/* export_cgns_surface.h: the boundary faces of each rank as a CGNS zone of its own. */
#ifndef UFV_POST_EXPORT_EXPORT_CGNS_SURFACE_H
#define UFV_POST_EXPORT_EXPORT_CGNS_SURFACE_H

#include "export/export_grid.h"

/* Writes path whole or not at all; title: a description in the base; plan->surface is
 * set. Faces of three nodes stand before those of four; polygons of more are refused.
 * Other errors: a rank that cannot be read, a file that cannot be written. */
int export_cgns_surface(const struct export_plan *plan, const char *path, const char *title);

#endif
