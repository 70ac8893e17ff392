/* slice_plot.h: a picture of the polygons of a slice, coloured by a value in each.
 *
 * The polygons are laid on a grid of pixels first, so that the picture has the same
 * size whatever the mesh, and no seams.
 */
#ifndef UFV_POST_SLICE_PLOT_H
#define UFV_POST_SLICE_PLOT_H

#include "slice.h"

/* The part of the plane that is drawn. Its axes are those of the space that are left, in
 * their order: (y, z), (x, z) or (x, y). */
struct slice_view {
    double low[2], high[2];      /* m */
    double least, greatest;      /* values of the first and the last colour; NAN: those in view */
};

/* From the texts "U0:U1,V0:V1" and "LOW:HIGH"; NULL: all of the slice, all values. */
int slice_view_read(const char *window, const char *range, const struct slice *s, int axis, struct slice_view *v);

/* Values on pixels: row j, column i has its middle at low + (i + 1/2, j + 1/2) step. */
struct slice_raster {
    int width, height;
    double low[2], step[2]; /* m */
    double *value;          /* owned; [height][width]; NAN where no polygon is */
};

/* value[s->n_pieces]. The longer side has so many pixels. Lengths are true unless one side is more than
 * 12 times the other. */
void slice_raster_make(const struct slice *s, int axis, const double *value, const struct slice_view *v, int pixels,
                       struct slice_raster *r);
void slice_raster_free(struct slice_raster *r);

/* Draws it with gnuplot: PNG, or SVG when `picture` ends so. */
int slice_plot(const struct slice_raster *r, const struct slice_view *v, int axis, const char *title,
               const char *picture);

#endif
