/* mesh_check.h: is this a mesh to compute on? */
#ifndef UFV_PREP_MESH_MESH_CHECK_H
#define UFV_PREP_MESH_MESH_CHECK_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "raw/raw_mesh.h"

#include <stdio.h>

/* Says what was found and can be lived with, by progress_note(). */
void mesh_say_findings(const struct mesh *m, const struct raw_mesh *raw, const struct mesh_findings *found);

/* Says these, and makes an error of what no solver can live with: cells turned
 * inside out or without volume, faces of three cells, cells given twice, cells that
 * do not close. source: the mesh file, for messages. */
int mesh_check(const char *source, const struct mesh *m, const struct metrics *g, const struct raw_mesh *raw,
               const struct mesh_findings *found);

/* Says nothing of the findings, and prints the sentence of each fault, not of the
 * first alone. */
int mesh_list_faults(const char *source, const struct mesh *m, const struct metrics *g,
                     const struct mesh_findings *found, FILE *out);

#endif
