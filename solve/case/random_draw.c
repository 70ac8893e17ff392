/* random_draw.c: the generator, and directions by points in the unit ball, which looks the same from everywhere; points
 * of the whole cube would be denser towards its corners. Points too near the middle, or to k, would leave little but
 * rounding and are drawn again.
 */
#include "case/random_draw.h"

#include <math.h>

double random_draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-53;
}

static double draw_point(uint64_t *state, double at[3])
{
    double square = 0;
    for (int d = 0; d < 3; d++) {
        at[d] = 2 * random_draw(state) - 1;
        square += at[d] * at[d];
    }
    return square;
}

void random_direction(uint64_t *state, double out[3])
{
    double square;
    do
        square = draw_point(state, out);
    while (square > 1 || square < 0.01);
    for (int d = 0; d < 3; d++)
        out[d] /= sqrt(square);
}

void random_normal(const double k[3], uint64_t *state, double out[3])
{
    double radius2, size;
    do {
        double at[3], along = 0, square = 0;
        radius2 = draw_point(state, at);
        size = 0;
        for (int d = 0; d < 3; d++) {
            along += at[d] * k[d];
            square += k[d] * k[d];
        }
        for (int d = 0; d < 3; d++) {
            out[d] = at[d] - along / square * k[d];
            size += out[d] * out[d];
        }
    } while (radius2 > 1 || size < 0.01);
    for (int d = 0; d < 3; d++)
        out[d] /= sqrt(size);
}
