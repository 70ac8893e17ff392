/* Spectra against what is known of them: the transform written as a sum, the power of noise (Parseval), frequency and
 * amplitude of a sine between two frequencies, and signals whose rows do not stand in equal steps.
 */
#include "check.h"
#include "error.h"
#include "mem.h"
#include "random.h"
#include "history/time_signal.h"
#include "history/welch.h"

#include <complex.h>
#include <string.h>

static const double two_pi = 6.283185307179586476925286766559;

/* One segment without window is the plain transform: |sum x exp(-i w n)|^2 2 dt / N, beside the mean. 60 has all
 * factors. Bound: rounding of 60 terms. */
static void one_segment_is_the_transform(void)
{
    enum { N = 60 };
    double x[N], mean = 0, worst = 0;
    uint64_t seed = 3;
    for (int i = 0; i < N; i++)
        x[i] = random_signed(&seed), mean += x[i] / N;
    struct welch w = {.dt = 0.01, .segments = 1, .overlap = 0.5, .window = WELCH_NONE};
    CHECK(welch_find(x, N, &w) == 0, "%s", error_message());
    CHECK(w.length == N && w.n == N / 2 + 1 && w.segments == 1, "%d", (int)w.length);
    for (int k = 0; k < w.n; k++) {
        double complex sum = 0;
        for (int i = 0; i < N; i++)
            sum += (x[i] - mean) * cexp(-I * two_pi * i * k / N);
        double density = (k == 0 || k == N / 2 ? 1 : 2) * cabs(sum) * cabs(sum) * w.dt / N;
        double e = fabs(w.density[k] - density);
        worst = e <= worst ? worst : e;
    }
    CHECK(worst < 1e-14, "off by %g", worst);
    welch_free(&w);
}

/* The integral of the density is the variance, whatever window and overlap. 100,000 numbers: their variance in
 * segments scatters by less than 2 %. */
static void integral_is_the_variance(void)
{
    enum { N = 100000 };
    double *x;
    uint64_t seed = 8;
    MEM_NEW(x, N);
    for (int i = 0; i < N; i++)
        x[i] = 7 + random_signed(&seed);
    for (int k = 0; k < WELCH_N_WINDOWS; k++) {
        struct welch w = {.dt = 2e-3, .segments = 40, .overlap = 0.5, .window = (enum welch_window)k};
        double sum = 0;
        CHECK(welch_find(x, N, &w) == 0, "%s", error_message());
        CHECK(w.segments >= 40 && w.segments < 43, "%ld", w.segments);
        for (int64_t i = 0; i < w.n; i++)
            sum += w.density[i] * w.resolution;
        CHECK_NEAR(sum, w.rms * w.rms, 0.02 * w.rms * w.rms);
        CHECK_NEAR(w.rms, sqrt(1.0 / 3), 0.005);
        CHECK_NEAR(w.mean, 7, 0.01);
        welch_free(&w);
    }
    mem_free(x);
}

/* A sine anywhere between two frequencies: the parabola through logarithms of a Hann window misses by at most 0.017 of
 * their distance (0.02), its lobe loses a thousandth of the power. */
static void sine_is_found(void)
{
    enum { N = 4000 };
    double x[N];
    for (int shift = 0; shift < 10; shift++) {
        double frequency = (40 + 0.1 * shift) / (1000 * 1e-3), amplitude = 2.5;
        for (int i = 0; i < N; i++)
            x[i] = 3 + amplitude * sin(two_pi * frequency * 1e-3 * i + 0.4);
        struct welch w = {.dt = 1e-3, .segments = 7, .overlap = 0.5, .window = WELCH_HANN};
        CHECK(welch_find(x, N, &w) == 0, "%s", error_message());
        CHECK(w.length == 1000, "%d", (int)w.length);
        CHECK_NEAR(w.peak, frequency, 0.02 * w.resolution);
        CHECK_NEAR(w.peak_amplitude, amplitude, 1e-3 * amplitude);
        if (shift == 0) /* on a frequency its density has the whole amplitude */
            CHECK_NEAR(welch_amplitude(&w, w.density[40]), amplitude, 1e-6 * amplitude);
        welch_free(&w);
    }
}

/* Too few rows, an overlap that never moves on, and a constant, which has no peak. */
static void what_cannot_be(void)
{
    double x[16] = {0};
    struct welch w = {.dt = 1, .segments = 3, .overlap = 0, .window = WELCH_HANN};
    CHECK(welch_find(x, 16, &w) != 0 && strstr(error_message(), "too few"), "%s", error_message());
    w.overlap = 1;
    CHECK(welch_find(x, 16, &w) != 0 && strstr(error_message(), "overlap"), "%s", error_message());
    w = (struct welch){.dt = 1, .segments = 1, .overlap = 0, .window = WELCH_HANN};
    CHECK(welch_find(x, 16, &w) == 0 && isnan(w.peak) && isnan(w.peak_amplitude), "a constant has a peak");
    welch_free(&w);
}

static struct signal signal_of(double (*time)(int i), int n)
{
    struct signal s = {.n = n};
    s.path = mem_zalloc("path", 8, 1);
    MEM_NEW(s.time, n);
    MEM_NEW_ZERO(s.value, n);
    for (int i = 0; i < n; i++)
        s.time[i] = time(i);
    return s;
}
static double equal(int i)
{
    return 5 + 0.1 * i;
}
static double shorter_at_the_end(int i)
{
    return i == 19 ? equal(18) + 0.03 : equal(i);
}
static double one_left_out(int i)
{
    return equal(i + (i > 10));
}
static double other_steps(int i)
{
    return equal(i) + (i > 7 ? 0.2 * (i - 7) : 0);
}
static double drifting(int i)
{
    return equal(i) + 2e-5 * i * i;
}
static double growing(int i)
{
    return equal(i) + 1e-4 * i * i;
}
static double steady(int i)
{
    return 0 * i;
}

/* Equal steps, with a shorter last one, with a row missing, with steps that grow, and with no time at all. */
static void steps_are_checked(void)
{
    static const struct {
        double (*time)(int i);
        const char *wrong;
        bool dropped;
    } rows[] = {{equal, NULL, false}, {shorter_at_the_end, NULL, true}, {one_left_out, "(0.1 s up to time 6 s, then 0.2 s)", false},
                {other_steps, "(0.1 s up to time 5.7 s, then 0.3 s)", false},
                {drifting, "they have drifted from steps of", false},
                {growing, "equal time steps", false}, {steady, "do not increase", false}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct signal s = signal_of(rows[k].time, 20);
        bool dropped = false;
        int status = signal_check_steps(&s, &dropped);
        CHECK((status != 0) == (rows[k].wrong != NULL), "row %zu: %d", k, status);
        CHECK(!rows[k].wrong || strstr(error_message(), rows[k].wrong), "%s", error_message());
        CHECK(dropped == rows[k].dropped && s.n == 20 - dropped, "row %zu", k);
        if (status == 0)
            CHECK_NEAR(s.dt, 0.1, 1e-14);
        signal_free(&s);
    }
}

/* Rows 5 to 10 of 20; none is an error. */
static void times_are_cut(void)
{
    struct signal s = signal_of(equal, 20);
    CHECK(signal_cut(&s, 5.45, 6.05) == 0, "%s", error_message());
    CHECK(s.n == 6 && s.time[0] == equal(5) && s.time[5] == equal(10), "%d", (int)s.n);
    CHECK(signal_cut(&s, 8, NAN) != 0 && strstr(error_message(), "0 rows"), "%s", error_message());
    signal_free(&s);
}

int main(void)
{
    CASE(one_segment_is_the_transform);
    CASE(integral_is_the_variance);
    CASE(sine_is_found);
    CASE(what_cannot_be);
    CASE(steps_are_checked);
    CASE(times_are_cut);
    return check_end();
}
