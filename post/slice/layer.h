/* layer.h: ufv-post layer: the table of a wall layer that [synthetic_turbulence] of a case file takes, from a solution
 * of a turbulence model.
 */
#ifndef UFV_POST_SLICE_LAYER_H
#define UFV_POST_SLICE_LAYER_H

#include "fields/results.h"

struct layer_options {
    const char *centre, *axis; /* "X,Y,Z": a point of the plane (m) and its normal, where the flow goes */
    const char *radius;        /* m: the plane ends at this distance from the point; NULL: nowhere */
    const char *out;           /* FILE.csv */
    bool quiet;                /* nothing on stdout */
};

/* Writes distance from the wall (m), mean velocity along the axis (m/s) and turbulent kinetic energy (m^2/s^2) of the
 * cells of r, opened with RESULTS_GEOMETRY, that the plane cuts, from the wall to the edge of the layer. An error when
 * an option is missing or no number, the plane cuts no cell, the results have no turbulence model, or a file cannot be
 * read or written. */
int layer_command(const struct results *r, const struct layer_options *o);

#endif
