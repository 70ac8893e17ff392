/* span_plot.h: the span load as a picture. */
#ifndef UFV_POST_FORCES_SPAN_PLOT_H
#define UFV_POST_FORCES_SPAN_PLOT_H

#include "forces/span_load.h"

/* Draws lift above and drag below against eta, or metres without a reference span. An
 * error when gnuplot cannot draw the file. */
int span_plot(const struct span_context *c, const char *path);

#endif
