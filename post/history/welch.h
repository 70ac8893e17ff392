/* welch.h: the power spectrum of a signal in equal steps of time: the mean over overlapping segments, each less its
 * mean and times a window (Welch 1967). */
#ifndef UFV_POST_HISTORY_WELCH_H
#define UFV_POST_HISTORY_WELCH_H

#include <inttypes.h>

/* Windows of length N, n = 0 .. N - 1 (Harris 1978, Sec. V): hann 0.5 - 0.5 cos(2 pi n / N), Eq. 27b;
 * hamming 0.54 - 0.46 cos(2 pi n / N), Eq. 30b; none: 1. */
#define WELCH_WINDOWS(ROW) ROW(WELCH_HANN, "hann") ROW(WELCH_HAMMING, "hamming") ROW(WELCH_NONE, "none")
#define WELCH_ENUMERATOR(NAME, word) NAME,
enum welch_window { WELCH_WINDOWS(WELCH_ENUMERATOR) WELCH_N_WINDOWS };
#undef WELCH_ENUMERATOR

struct welch {
    double dt;            /* in: s */
    long segments;        /* in: how many to cut the signal into, at least 1; out: how many there are */
    double overlap;       /* in: the part that a segment shares with the next, 0 to below 1 */
    enum welch_window window;

    int64_t length;       /* samples of a segment: even, a product of 2, 3 and 5 */
    int64_t n;            /* frequencies, length / 2 + 1 */
    double resolution;    /* Hz between them */
    double bandwidth;     /* Hz, of white noise that passes the window: amplitude^2 / 2 = density bandwidth */
    double *density;      /* owned; [n] one-sided, the signal's unit squared per Hz */
    double mean, rms;     /* of all samples; rms about the mean */
    double peak;          /* Hz, by a parabola through the logarithms around the largest density beyond the first; NAN
                             where the signal is constant */
    double peak_amplitude; /* of the sine wave that has the power around that peak; NAN likewise */
};

/* x[n_samples]. Nonzero with error_set() when there are too few samples or the overlap is none. Free with
 * welch_free(). */
int welch_find(const double *x, int64_t n_samples, struct welch *w);
void welch_free(struct welch *w);

/* Amplitude of a sine wave that has that density at its frequency. */
double welch_amplitude(const struct welch *w, double density);

#endif
