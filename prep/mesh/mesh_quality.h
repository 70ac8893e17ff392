/* mesh_quality.h: what decides how well a scheme does on a mesh.
 *
 *   non-orthogonality  angle between a face's normal and the line of its cells' centroids
 *   skewness           distance of that line from the face's centroid, over its length
 *   size ratio         larger over smaller volume across a face
 *   aspect ratio       of a cell: largest over smallest eigenvalue of the sum of
 *                      S S^T / |S| over its faces; of a box the longest over the
 *                      shortest edge, however it lies; between two parallel symmetry
 *                      planes one layer's depth is left out
 */
#ifndef UFV_PREP_MESH_MESH_QUALITY_H
#define UFV_PREP_MESH_MESH_QUALITY_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"

enum quality_measure { QUALITY_ORTHOGONALITY, QUALITY_SKEWNESS, QUALITY_SIZE_RATIO, QUALITY_ASPECT, QUALITY_N };

enum { QUALITY_EDGES = 8, QUALITY_BINS = QUALITY_EDGES + 1 };

struct quality_row {
    const char *name, *key, *unit;
    double edge[QUALITY_EDGES]; /* between the bins of the histogram */
    double limit;               /* values from here on are doubtful (run/quality_summary.h) */
};
extern const struct quality_row quality_row[QUALITY_N];

struct quality_values {
    double sum, worst;
    int64_t n, where;            /* face of the worst, or cell for the aspect ratio */
    int64_t count[QUALITY_BINS]; /* values below edge 0, edge 1, ..., and the rest */
    int64_t beyond;              /* values that are not below the limit */
};

struct mesh_quality {
    double volume_min, volume_max, volume_sum; /* m^3 */
    int64_t smallest_cell, largest_cell;
    double closure_max;
    struct quality_values of[QUALITY_N]; /* n = 0 where not measured */
    /* By mesh_quality_measure_more() only. */
    bool more;
    double low[3], high[3]; /* bounding box of the nodes in use, m */
    double *patch_area;     /* [mesh.n_patches] m^2 */
    int64_t n_wall_faces;
    double height_min, height_median, height_max; /* of the centroids of cells at walls, m */
    int64_t lowest_face, highest_face;
};

/* Volumes, the aspect ratio of cells and the three measures of interior faces (periodic ones are left out); zeroes q
 * first. g: the metrics
 * of m, before images are added. Cells and faces are those of m, 0-based. Sums have a fixed order, whatever the
 * number of threads. Free q with mesh_quality_free(). */
void mesh_quality_measure(const struct mesh *m, const struct metrics *g, struct mesh_quality *q);

/* The rest, into the same q, which takes more time. */
void mesh_quality_measure_more(const struct mesh *m, const struct metrics *g, struct mesh_quality *q);

/* Accepts a zeroed struct. */
void mesh_quality_free(struct mesh_quality *q);

#endif
