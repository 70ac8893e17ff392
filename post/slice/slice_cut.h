/* slice_cut.h: what a plane makes of one rank's cells or boundary
 * faces: polygons or lines, called pieces, with points of their own.
 *
 * The cells of neighbours share the sides of their polygons, so the polygons of all
 * ranks cover the cut without gaps or overlaps.
 */
#ifndef UFV_POST_SLICE_SLICE_CUT_H
#define UFV_POST_SLICE_SLICE_CUT_H

#include "pack/pack.h"

enum { SLICE_TILTED = -1 };

struct slice_plane {
    int axis;     /* 0, 1, 2: normal to x, y, z; SLICE_TILTED: to `normal` */
    double value; /* m, where it cuts that axis; tilted: normal . x of its points */
    double normal[3]; /* of length 1; read where it is tilted */
    bool below;   /* nodes in the plane count as below it, else as above */
    double thickness; /* m: nodes no farther from it are in it; set by each cut */
};

struct slice {
    int64_t n_pieces, n_points;
    int64_t pieces_capacity, points_capacity;
    int64_t *offset; /* owned; [n_pieces + 1] first point of each piece */
    lid *item;       /* owned; [n_pieces] the cell, or boundary face, that was cut: local id on its rank */
    int *rank;       /* owned; [n_pieces] that rank */
    double *x;       /* owned; [n_points][3] m, around each polygon, or the two ends of each line */
};

/* The axes along the picture of a plane normal to `axis`, k = 0 to the right and 1 upward:
 *   normal to x: y and z     y: x and z     z: x and y */
static inline int slice_axis(int axis, int k)
{
    return k == 0 ? axis == 0 : axis == 2 ? 1 : 2;
}

/* Reads "y=0.5". An error: it is NULL or something else. */
int slice_plane_read(const char *text, struct slice_plane *p);

/* Adds the polygons that the plane cuts out of a rank's owned cells to s, which begins
 * zeroed. p: PACK_CORE | PACK_NODES | PACK_FACE_NODES. Sets plane->thickness. Cannot
 * fail. */
void slice_cells(const struct pack *p, struct slice_plane *plane, struct slice *s);

/* Adds the lines that it cuts out of the boundary faces of the patches with
 * chosen[p->n_patches]; else as slice_cells(). */
void slice_faces(const struct pack *p, const bool *chosen, struct slice_plane *plane, struct slice *s);

/* Frees the arrays and zeroes the struct. */
void slice_free(struct slice *s);

/* Area (m^2) of the polygon `piece`, 0 .. n_pieces - 1, in a plane normal to `axis` (0, 1, 2), or
 * length (m) of a line; centre: the mean of its points, m. */
double slice_measure(const struct slice *s, int64_t piece, int axis, double centre[3]);

#endif
