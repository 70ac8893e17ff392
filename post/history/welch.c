/* welch.c: segments, windows, and a Fourier transform of lengths with factors 2, 3 and 5. */
#include "history/welch.h"

#include "error.h"
#include "mem.h"

#include <complex.h>
#include <math.h>
#include <string.h>

static const double two_pi = 6.283185307179586476925286766559;

enum { SHORTEST = 8, LOBE = 3 }; /* samples of a segment; frequencies beside a peak */

/* ---- the transform ---- */

/* largest_length() has made sure that n has no other factors. */
static int64_t smallest_factor(int64_t n)
{
    return n % 2 == 0 ? 2 : n % 3 == 0 ? 3 : n % 5 == 0 ? 5 : n;
}

/* to[k] = sum of from[j step] exp(-2 pi i j k / n), k < n (Cooley & Tukey 1965): transforms of every factor-th
 * number, put together. root[m]: exp(-2 pi i m / total) with total = n step; work[n]. */
static void transform(const double complex *from, int64_t step, int64_t n, const double complex *root,
                      double complex *to, double complex *work)
{
    if (n == 1) {
        to[0] = from[0];
        return;
    }
    int64_t factor = smallest_factor(n), part = n / factor;
    for (int64_t r = 0; r < factor; r++)
        transform(from + r * step, step * factor, part, root, to + r * part, work);
    /* work holds the `factor` transforms of length `part` one after another; output k takes number k mod part of each,
     * turned by exp(-2 pi i r k / n), which is root[(r k mod n) step]. */
    memcpy(work, to, (size_t)n * sizeof *work);
    for (int64_t k = 0; k < n; k++) {
        double complex sum = 0;
        for (int64_t r = 0; r < factor; r++)
            sum += work[r * part + k % part] * root[r * k % n * step];
        to[k] = sum;
    }
}

/* The longest segment up to `most` whose length is even (so that the last frequency is half the sampling
 * rate) and has factors 2, 3 and 5 alone. 0: too short. */
static int64_t largest_length(int64_t most)
{
    for (int64_t n = most; n >= SHORTEST; n--) {
        int64_t rest = n % 2 == 0 ? n : 7;
        while (rest % 2 == 0)
            rest /= 2;
        while (rest % 3 == 0)
            rest /= 3;
        while (rest % 5 == 0)
            rest /= 5;
        if (rest == 1)
            return n;
    }
    return 0;
}

/* ---- segments ---- */

/* Periodic windows (n, not n - 1, in the denominator), as segments are taken as periods of a longer signal. */
static double window_at(enum welch_window window, int64_t i, int64_t n)
{
    double c = cos(two_pi * (double)i / (double)n);
    switch (window) {
    case WELCH_HANN: return 0.5 - 0.5 * c;
    case WELCH_HAMMING: return 0.54 - 0.46 * c;
    case WELCH_NONE:
    case WELCH_N_WINDOWS: break;
    }
    return 1;
}

static double mean_of(const double *x, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

struct tables {
    double *window;
    double complex *root, *signal, *found, *work;
};

/* Adds the squares of one segment's transform.
 * The mean is taken off each segment, or it would leak through the window into the lowest frequencies. */
static void add_segment(const double *x, const struct tables *t, struct welch *w)
{
    double mean = mean_of(x, w->length);
    for (int64_t i = 0; i < w->length; i++)
        t->signal[i] = t->window[i] * (x[i] - mean);
    transform(t->signal, 1, w->length, t->root, t->found, t->work);
    for (int64_t k = 0; k < w->n; k++)
        w->density[k] += creal(t->found[k]) * creal(t->found[k]) + cimag(t->found[k]) * cimag(t->found[k]);
}

/* One-sided densities: all but the first and the last stand for two frequencies (Welch 1967; Bendat & Piersol 2010,
 * Eq. 11.102). */
static void add_segments(const double *x, int64_t n_samples, const struct tables *t, struct welch *w)
{
    double squares = 0, sum = 0, rate = 1 / w->dt;
    for (int64_t i = 0; i < w->length; i++) {
        t->window[i] = window_at(w->window, i, w->length);
        t->root[i] = cexp(-I * two_pi * (double)i / (double)w->length);
        squares += t->window[i] * t->window[i];
        sum += t->window[i];
    }
    /* At least 1: the overlap is below 0.95 and a segment has 8 samples or more. */
    int64_t hop = w->length - (int64_t)(w->overlap * (double)w->length);
    w->segments = 0;
    for (int64_t first = 0; first + w->length <= n_samples; first += hop, w->segments++)
        add_segment(x + first, t, w);
    /* The equivalent noise bandwidth of the window (Harris 1978): 1.5 lines of the spectrum for a Hann window, 1 for
     * none. */
    w->bandwidth = rate * squares / (sum * sum);
    for (int64_t k = 0; k < w->n; k++)
        w->density[k] *= (k == 0 || k == w->n - 1 ? 1 : 2) / (rate * squares * (double)w->segments);
}

/* The vertex of the parabola through three logarithms (Smith & Serra 1987), and the power of the window's main lobe
 * around it: wherever a sine wave lies between two frequencies, all of its power but a thousandth is there.
 * Frequency 0 is left out: it is the mean's, which was subtracted. In the logarithm the main lobe of a Hann window
 * is nearly a parabola, hence the three logarithms. */
static void find_peak(struct welch *w)
{
    int64_t k = 1;
    const double *p = w->density;
    w->peak = w->peak_amplitude = NAN;
    for (int64_t i = 1; i < w->n; i++)
        k = p[i] > p[k] ? i : k;
    if (!(p[k] > 0))
        return;
    w->peak = (double)k * w->resolution;
    double power = 0;
    for (int64_t i = k > LOBE ? k - LOBE : 1; i <= k + LOBE && i < w->n; i++)
        power += p[i] * w->resolution;
    w->peak_amplitude = sqrt(2 * power);
    /* At the last frequency there is no neighbour above; a signal of a whole number of periods without a window has
     * none with power. */
    if (k == w->n - 1 || !(p[k - 1] > 0) || !(p[k + 1] > 0))
        return;
    double a = log(p[k - 1]), b = log(p[k]), c = log(p[k + 1]), bend = a - 2 * b + c;
    double shift = bend < 0 ? 0.5 * (a - c) / bend : 0;
    w->peak = ((double)k + shift) * w->resolution;
}

/* Takes dt (s), window, overlap and the number of segments asked for, and fills the rest; it takes as many segments as
 * fit the length chosen. Free with welch_free(). S segments of length L with overlap o cover L (1 + (S - 1) (1 - o))
 * samples, from which L follows. It is then shortened for the transform, so that more segments than asked for may
 * fit. */
int welch_find(const double *x, int64_t n_samples, struct welch *w)
{
    w->density = NULL;
    if (!(w->overlap >= 0 && w->overlap < 0.95) || w->segments < 1)
        return error_set("a spectrum needs 1 segment or more and an overlap from 0 to below 0.95");
    double parts = 1 + (double)(w->segments - 1) * (1 - w->overlap);
    w->length = largest_length((int64_t)((double)n_samples / parts));
    if (w->length == 0)
        return error_set("%" PRId64 " rows are too few for a spectrum of %ld segments; ask for fewer with --segments, "
                         "or run longer", n_samples, w->segments);
    w->n = w->length / 2 + 1;
    w->resolution = 1 / ((double)w->length * w->dt);
    struct tables t;
    MEM_NEW_ZERO(w->density, w->n);
    MEM_NEW(t.window, w->length);
    MEM_NEW(t.root, w->length);
    MEM_NEW(t.signal, w->length);
    MEM_NEW(t.found, w->length);
    MEM_NEW(t.work, w->length);
    add_segments(x, n_samples, &t, w);
    mem_free(t.window);
    mem_free(t.root);
    mem_free(t.signal);
    mem_free(t.found);
    mem_free(t.work);
    w->mean = mean_of(x, n_samples);
    w->rms = 0;
    for (int64_t i = 0; i < n_samples; i++)
        w->rms += (x[i] - w->mean) * (x[i] - w->mean);
    w->rms = sqrt(w->rms / (double)n_samples);
    find_peak(w);
    return 0;
}

void welch_free(struct welch *w)
{
    MEM_FREE(w->density);
}

/* Of a sine wave whose power is density times the window's bandwidth. */
double welch_amplitude(const struct welch *w, double density)
{
    return sqrt(2 * density * w->bandwidth);
}
