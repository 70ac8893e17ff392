/* synthetic_waves.c: see synthetic_waves.h. */
#include "features/synthetic_turbulence/synthetic_waves.h"

#include "angle.h"
#include "case/random_draw.h"
#include "mem.h"

#include <math.h>

/* From one wave number to the next (the source has 1.01 to 1.05); a wide band takes larger steps. */
static const double FACTOR_LEAST = 1.04;
enum { WAVES_MOST = 256 };

double synthetic_wave_energy(double number, double largest, double smallest)
{
    const double most = 2 * ANGLE_PI / largest, end = 2 * ANGLE_PI / smallest, ratio = number / most;
    const double cut = 4 * fmax(number - 0.9 * end, 0) / end;
    return pow(ratio, 4) / pow(1 + 2.4 * ratio * ratio, 17. / 6) * exp(-cut * cut * cut) * number;
}

/* Along axes with a period k becomes a whole number of turns in it. */
static void fit(const double period[3], double k[3])
{
    for (int d = 0; d < 3; d++)
        if (period[d] > 0)
            k[d] = 2 * ANGLE_PI / period[d] * rint(k[d] * period[d] / (2 * ANGLE_PI));
}

/* One that periods make much shorter, down to zero, is drawn again. */
static void draw_vector(double number, const double period[3], uint64_t *state, double k[3])
{
    double square;
    do {
        random_direction(state, k);
        for (int d = 0; d < 3; d++)
            k[d] *= number;
        fit(period, k);
        square = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
    } while (square < 0.25 * number * number);
}

int synthetic_waves_make(struct synthetic_band band, const double period[3], long seed, struct synthetic_wave **waves)
{
    const double width = log(band.most / band.least);
    const double factor = exp(fmax(log(FACTOR_LEAST), width / (WAVES_MOST - 1)));
    const int n = 1 + (int)floor(width / log(factor) + 1e-9);
    uint64_t state = (uint64_t)seed;
    MEM_NEW(*waves, n);
    for (int i = 0; i < n; i++) {
        struct synthetic_wave *w = &(*waves)[i];
        w->number = band.least * pow(factor, i);
        draw_vector(w->number, period, &state, w->k);
        random_normal(w->k, &state, w->direction);
        w->phase = 2 * ANGLE_PI * random_draw(&state);
    }
    return n;
}
