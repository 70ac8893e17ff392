/* mesh_check.h: is this a mesh to compute on? */
#ifndef UFV_PREP_MESH_MESH_CHECK_H
#define UFV_PREP_MESH_MESH_CHECK_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "raw/raw_mesh.h"

#include <stdio.h>

/* Says what was found and can be lived with, by progress_note(). raw: its patches are named. */
void mesh_say_findings(const struct mesh *m, const struct raw_mesh *raw, const struct mesh_findings *found);

/* Says these, and makes an error of what no solver can live with: cells turned
 * inside out or without volume, faces of three cells, cells given twice, cells that
 * do not close (|sum of outward area vectors| below 1e-6 of the sum of areas). source: the mesh file, for
 * messages. g: the metrics of m. The error names the first cell or face, its place and how many there are. */
int mesh_check(const char *source, const struct mesh *m, const struct metrics *g, const struct raw_mesh *raw,
               const struct mesh_findings *found);

/* Says nothing of the findings, and prints the sentence of each fault to out, not of the
 * first alone; an error, the first, when there is one. */
int mesh_list_faults(const char *source, const struct mesh *m, const struct metrics *g,
                     const struct mesh_findings *found, FILE *out);

#endif
