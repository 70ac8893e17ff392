/* restart_blend.h: a first guess from several finished runs at other free streams: their fields, each turned and scaled
 * into the new stream (checkpoint/restart_stream.h), in a weighted sum. Along a polar, with the weights of a polynomial
 * through two or three points, it is nearer to the solution than any of them.
 */
#ifndef UFV_SOLVE_CHECKPOINT_RESTART_BLEND_H
#define UFV_SOLVE_CHECKPOINT_RESTART_BLEND_H

#include "cli.h"
#include "checkpoint/checkpoint.h"

/* What --blend says: RESULTS=WEIGHT, a number of -1000 to 1000. results: out, [size]. Nonzero with error_set(). Not
 * collective. */
int restart_blend_parse(const char *text, char *results, size_t size, double *weight);

/* Adds one more state to the weighted sum of state[n_variables][n]: to += weight * from. Not collective. */
void restart_blend_add(double *to, double weight, const double *from, size_t n);

/* Cells whose density or pressure left the range of half to twice that of base, or whose turbulence variables are not
 * positive, become those of base; how many. All [n_variables >= 5][n]. Not collective. */
lid restart_blend_hold(double *q, const double *base, lid n, int n_variables);

/* Collective. Called after checkpoint_read() has filled the flow from a run at another free stream: blends that state,
 * whose weight is 1 - sum of weights, with those of `blend`, each read as checkpoint_read() reads. blend and old_packs
 * are the same on all ranks. On all ranks nonzero with error_set() after an error. */
int restart_blend(const struct cli_list *blend, const char *old_packs, struct case_file *c, struct flow *f);

#endif
