/* cp_plot.h: the cuts of ufv-post cp as panels of one picture. */
#ifndef UFV_POST_CP_CP_PLOT_H
#define UFV_POST_CP_CP_PLOT_H

#include "cp/cp_cut.h"

/* An error where a reference has no values of the quantity, or some that are too large to draw. */
int cp_plot_check_reference(const struct cp_context *c, const struct csv *t);

/* Draws all cuts against x / c, -Cp upwards, with the points of their references and, where
 * the flow is as fast as sound somewhere on the cut, the pressure coefficient of that. An
 * error when gnuplot cannot draw the file. */
int cp_plot(const struct cp_context *c, const char *png);

#endif
