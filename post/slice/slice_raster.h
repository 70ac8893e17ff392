/* slice_raster.h: the polygons of a slice on a grid of pixels, so that a picture has
 * the same size whatever the mesh, and no seams.
 */
#ifndef UFV_POST_SLICE_SLICE_RASTER_H
#define UFV_POST_SLICE_SLICE_RASTER_H

#include "slice/slice_cut.h"

/* The part of the plane that is drawn. Its axes are those of the space that are left, in
 * their order: (y, z), (x, z) or (x, y). */
struct slice_view {
    double low[2], high[2];      /* m, low < high */
    double least, greatest;      /* values of the first and the last colour; NAN: those in view */
};

/* Reads the view from the texts "U0:U1,V0:V1" and "LOW:HIGH"; NULL stands for all of the slice and for all values. axis
 * is that of the plane. An error when a text cannot be read or is not ascending. */
int slice_view_read(const char *window, const char *range, const struct slice *s, int axis, struct slice_view *v);

/* Narrows a view of all to what lies around the box low .. high (m), half of its length on each side, unless the box
 * is empty or lies elsewhere, or the view is not three times as long as that. */
void slice_view_near(const double low[3], const double high[3], int axis, struct slice_view *v);

/* Values on pixels: row j, column i has its middle at low + (i + 1/2, j + 1/2) step. */
struct slice_raster {
    int width, height;
    double low[2], step[2]; /* m */
    double *value;          /* owned; [height][width]; NAN where no polygon is */
};

/* Fills a raster from value[s->n_pieces]. The longer side has `pixels` pixels. Lengths are
 * true unless one side is more than 12 times the other. Free with slice_raster_free(). */
void slice_raster_make(const struct slice *s, int axis, const double *value, const struct slice_view *v, int pixels,
                       struct slice_raster *r);

/* Is the slice, or a part of it, within the view, and yet the middle of no pixel in it? */
bool slice_raster_is_too_coarse(const struct slice_raster *r, const struct slice *s, int axis,
                                const struct slice_view *v);

/* Frees the values and zeroes the struct. */
void slice_raster_free(struct slice_raster *r);

#endif
