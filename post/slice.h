/* slice.h: ufv-post slice: cells cut by a plane, as polygons, or boundary faces, as
 * lines, with the values of what was cut.
 */
#ifndef UFV_POST_SLICE_H
#define UFV_POST_SLICE_H

#include "results.h"

struct slice_options {
    const char *plane;        /* "y=0.5": an axis and metres */
    const char *out;          /* FILE.vtu or FILE.csv; NULL: only a picture */
    const char *plot;         /* FILE.png or FILE.svg: of the first variable; NULL: none */
    const char *window;       /* what of the plane the picture shows: "U0:U1,V0:V1"; NULL: all */
    const char *range;        /* values of its first and last colour: "LOW:HIGH"; NULL: those in view */
    const char *variables;    /* as export takes them */
    bool surface;             /* lines on the boundary instead of polygons in the volume */
    struct cli_list patches;  /* surface: globs; none: all patches */
    bool quiet;
};

int slice_command(const struct results *r, const struct slice_options *o);

/* slice_cut.c: what a plane makes of one rank's cells or faces: pieces with points
 * of their own. */
struct slice_plane {
    int axis;     /* 0, 1, 2: x, y, z */
    double value; /* m */
    bool below;   /* nodes in the plane count as below it, else as above */
    double thickness; /* m: nodes no farther from it are in it; set by each cut */
};

struct slice {
    int64_t n_pieces, n_points;
    int64_t pieces_room, points_room;
    int64_t *offset; /* owned; [n_pieces + 1] */
    lid *item;       /* owned; [n_pieces] the cell, or boundary face, that was cut */
    int *rank;       /* owned; [n_pieces] whose cell that is */
    double *x;       /* owned; [n_points][3] m, around each piece */
};

/* Adds the polygons that the plane cuts out of a rank's own cells: those of
 * neighbours share their sides, so they cover the cut without gaps or overlaps. */
void slice_cells(const struct pack *p, struct slice_plane *plane, struct slice *s);

/* Adds the lines that it cuts out of the boundary faces of the chosen patches. */
void slice_faces(const struct pack *p, const bool *chosen, struct slice_plane *plane, struct slice *s);
void slice_free(struct slice *s);

/* Area of a polygon, length of a line; centre: the middle of its points. */
double slice_measure(const struct slice *s, int64_t piece, int axis, double centre[3]);

#endif
