/* random_draw.h: random numbers and directions, the same on every machine and rank for the same seed. Not collective.
 */
#ifndef UFV_SOLVE_CASE_RANDOM_DRAW_H
#define UFV_SOLVE_CASE_RANDOM_DRAW_H

#include <stdint.h>

/* A number in [0, 1) of the linear congruential generator of Knuth's MMIX. state: in and out, the seed at first. */
double random_draw(uint64_t *state);

/* A unit vector, all directions alike. */
void random_direction(uint64_t *state, double out[3]);

/* A unit vector normal to k[3] (not zero), all alike. */
void random_normal(const double k[3], uint64_t *state, double out[3]);

#endif
