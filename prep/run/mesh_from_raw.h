/* mesh_from_raw.h: the whole mesh by its faces, from the cells, patches and periodic interfaces of a file. */
#ifndef UFV_PREP_RUN_MESH_FROM_RAW_H
#define UFV_PREP_RUN_MESH_FROM_RAW_H

#include "mesh/mesh.h"
#include "raw/raw_mesh.h"

/* Makes faces, joins the periodic ones and gives the others to patches. The nodes and cells of raw are handed
 * over to m (raw keeps its patches). found: what was noticed, for mesh_check(). An error where no mesh
 * can be made of raw, or an interface joins no pairs of faces. Free m with mesh_free(), also after an error.
 * Before the metrics of a mesh with periodic faces comes periodic_settle() (periodic.h). */
int mesh_build(struct raw_mesh *raw, struct mesh *m, struct mesh_findings *found);

/* The same; where faces of the patches whose names match the glob internal_walls (NULL: none) lie inside
 * the volume, they become boundary faces of the cells on either side. */
int mesh_build_split(struct raw_mesh *raw, const char *internal_walls, struct mesh *m, struct mesh_findings *found);

#endif
