/* tecplot_zone.h: how a grid becomes a Tecplot zone, in ASCII and in binary:
 * FETETRAHEDRON when all cells are, FEPOLYHEDRON with polyhedra, else FEBRICK
 * with repeated nodes; faces are FEQUADRILATERAL, larger polygons cut into fans.
 */
#ifndef UFV_FORMATS_VIEWERS_TECPLOT_ZONE_H
#define UFV_FORMATS_VIEWERS_TECPLOT_ZONE_H

#include "viewers/grid_view.h"

/* The values are those of ZoneType in binary files. */
enum tecplot_kind { TECPLOT_QUAD = 3, TECPLOT_TETRA = 4, TECPLOT_BRICK = 5, TECPLOT_POLYHEDRON = 7 };

/* The kind of zone that a grid becomes, and the format's word for it ("FEBRICK"). */
enum tecplot_kind tecplot_kind(const struct grid_view *g);
const char *tecplot_kind_name(enum tecplot_kind kind);

/* Elements that cell i becomes, 1 but for large polygons, and those of the grid. */
int64_t tecplot_n_parts(const struct grid_view *g, enum tecplot_kind kind, int64_t i);
int64_t tecplot_n_elements(const struct grid_view *g, enum tecplot_kind kind);

/* The corners of part 0..tecplot_n_parts()-1 of cell i, as points of g, 0-based; returns their number: 4 or 8. Not
 * for polyhedra. */
int tecplot_corners(const struct grid_view *g, enum tecplot_kind kind, int64_t i, int64_t part, int64_t corner[8]);

/* The name of a component of an array: "velocity_x"; name has room for NAME_SIZE + 4. */
void tecplot_name(const struct grid_array *a, int component, char *name);

#endif
