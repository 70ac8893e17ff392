/* report_slices.h: pictures of ufv-post report across the span: slices of the flow, and the span load. */
#ifndef UFV_POST_REPORT_REPORT_SLICES_H
#define UFV_POST_REPORT_REPORT_SLICES_H

#include "cp/cp.h"

#include <stdio.h>

/* The Mach number in the planes of the sections, or without any in the plane across the middle of the walls. Nothing
 * without walls. png: the name of a file to draw into, which is left. An error when a plane cannot be cut or drawn. */
int report_slices(FILE *f, const struct results *r, const struct cp_options *o, const char *png);

/* A line for each section: where along its chord a shock stands, by its pressure. Errors as of cp_command(). */
int report_shocks(FILE *f, const struct results *r, const struct cp_options *o);

/* Lift and drag along the span; nothing without walls, a moving stream or a reference length. svg: as png. */
int report_span_load(FILE *f, const struct results *r, const struct cp_options *o, const char *svg);

#endif
