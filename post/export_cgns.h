/* export_cgns.h: the mesh and its fields as one CGNS zone, in the numbering of the
 * mesh file; its surface as a zone for each rank.
 */
#ifndef UFV_POST_EXPORT_CGNS_H
#define UFV_POST_EXPORT_CGNS_H

#include "export_grid.h"

int export_cgns(const struct export_plan *plan, const char *path, const char *title);

/* Faces of three nodes stand before those of four; polygons of more are refused. */
int export_cgns_surface(const struct export_plan *plan, const char *path, const char *title);

#endif
