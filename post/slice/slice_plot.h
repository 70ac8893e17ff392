/* slice_plot.h: a picture of the values on a slice, drawn by gnuplot. */
#ifndef UFV_POST_SLICE_SLICE_PLOT_H
#define UFV_POST_SLICE_SLICE_PLOT_H

#include "slice/slice_lines.h"
#include "slice/slice_raster.h"

/* Draws the raster in the range of values and the part of the plane that v says, under `title`, into the file
 * `picture`: SVG when its name ends in .svg, else PNG. axis: that of the plane. Over it thin lines of n_lines values
 * that divide the range evenly and, where sonic is true, the line of the value 1, thick; field: what they are drawn
 * from, NULL: none. An error when nothing is in view, or when gnuplot cannot draw it. */
int slice_plot(const struct slice_raster *r, const struct slice_view *v, int axis, const char *title,
               const struct slice_field *field, long n_lines, bool sonic, const char *picture);

#endif
