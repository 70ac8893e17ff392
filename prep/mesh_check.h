/* mesh_check.h: is this a mesh to compute on? */
#ifndef UFV_PREP_MESH_CHECK_H
#define UFV_PREP_MESH_CHECK_H

#include "geometry.h"
#include "mesh.h"

/* Says what was found with progress_note(); what no solver can live with is an
 * error: cells turned inside out or without volume, faces of three cells, cells
 * given twice, cells that do not close. source: the mesh file, for messages. */
int mesh_check(const char *source, const struct mesh *m, const struct metrics *g, const struct raw_mesh *raw,
               const struct mesh_findings *found);

/* Ranges of what decides how well a scheme does. */
struct mesh_quality {
    double volume_min, volume_max, volume_sum;
    int64_t smallest_cell;
    double orthogonality_max, orthogonality_mean; /* degrees between face normal and line of centroids */
    double skewness_max, skewness_mean; /* distance of that line from the face centroid, over its length */
    double size_ratio_max, size_ratio_mean; /* larger over smaller volume across a face */
    double closure_max;
};
void mesh_quality_measure(const struct mesh *m, const struct metrics *g, struct mesh_quality *q);

#endif
