/* vtkhdf_write.h: VTKHDF files of unstructured grids, one part per grid.
 *
 * VTK documentation, "VTKHDF file format", type UnstructuredGrid: version 1.0, or
 * 2.5 with polyhedra. Datasets are contiguous and as long as all parts together,
 * so the parts are first counted, then written, in the same order.
 *
 *   struct vtkhdf_file f;
 *   TRY(vtkhdf_create("wing.vtkhdf", &f));
 *   vtkhdf_count(&f, &view);           each part; arrays are not looked at
 *   status = vtkhdf_write(&f, &view);  each part again
 *   return vtkhdf_finish(&f, status);
 *
 * A series (version 2.0, group Steps) has f.steps set before the first part; all its
 * parts are written once for each step, with vtkhdf_next_step() between the steps.
 */
#ifndef UFV_FORMATS_VIEWERS_VTKHDF_WRITE_H
#define UFV_FORMATS_VIEWERS_VTKHDF_WRITE_H

#include "viewers/grid_view.h"

enum vtkhdf_size {
    VTKHDF_POINTS,
    VTKHDF_CELLS,
    VTKHDF_CONNECTIVITY,
    VTKHDF_FACES,      /* of polyhedra, as are the next two */
    VTKHDF_FACE_NODES,
    VTKHDF_CELL_FACES,
    VTKHDF_N_SIZES
};

/* Steps of a series: one mesh, values for each time. */
struct vtkhdf_steps {
    int n, at;          /* steps in all, 0: no series; steps begun */
    const double *time; /* borrowed until the end; [n] s, or iterations */
};

struct vtkhdf_file {
    char *path, *temporary; /* owned */
    int64_t file, group;    /* hid_t, -1 when closed */
    bool polyhedra;
    int n_parts, part;      /* counted, and written so far */
    int64_t *size;          /* owned; [n_parts][VTKHDF_N_SIZES] */
    int64_t total[VTKHDF_N_SIZES], done[VTKHDF_N_SIZES];
    struct vtkhdf_steps steps; /* set after vtkhdf_create() */
};

/* Starts PATH.tmp; path is copied. Fails when the file cannot be made; nothing is to be finished then. One thread at a
 * time, since HDF5 allows no more. */
int vtkhdf_create(const char *path, struct vtkhdf_file *f);

/* vtkhdf_count(): one more part. vtkhdf_write(): the next part's data; all have the same arrays, and the grid must
 * be the one that was counted. Fails, naming the file, when it cannot be written. */
void vtkhdf_count(struct vtkhdf_file *f, const struct grid_view *g);
int vtkhdf_write(struct vtkhdf_file *f, const struct grid_view *g);

/* Between the steps of a series: the parts come again, with other values. */
void vtkhdf_next_step(struct vtkhdf_file *f);

/* With status 0 closes, flushes and renames; otherwise removes. Returns nonzero
 * when status was or anything failed. */
int vtkhdf_finish(struct vtkhdf_file *f, int status);

#endif
