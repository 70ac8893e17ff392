/* overlay_plot.h: the pictures of an overlay, a colour for each run. */
#ifndef UFV_POST_COMPARE_OVERLAY_PLOT_H
#define UFV_POST_COMPARE_OVERLAY_PLOT_H

#include "compare/overlay_run.h"

/* Residual, lift and drag over iterations, one below another. Errors are those of gnuplot and files, here and below. */
int overlay_plot_histories(const struct overlay *v, const char *picture);

/* Cut i of all runs, and the points of its reference. */
int overlay_plot_section(const struct overlay *v, int i, const char *picture);

/* Lift and drag along the span; every run has_span. */
int overlay_plot_span(const struct overlay *v, const char *picture);

/* Drag and lift of a family over cells^(-2/3), in which a scheme of second order makes straight lines, with the
 * extrapolated values at 0. */
int overlay_plot_family(const struct overlay *v, const char *picture);

#endif
