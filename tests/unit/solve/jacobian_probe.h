/* jacobian_probe.h: for the tests of solve/physics/jacobian_*.h: random gases, derivatives
 * by differences, comparison of blocks.
 */
#ifndef UFV_TESTS_JACOBIAN_PROBE_H
#define UFV_TESTS_JACOBIAN_PROBE_H

#include "check.h"
#include "random.h"

#include "physics/jacobian_block.h"
#include "physics/gas.h"

static const double gamma_air = 1.4;

/* Density and pressure within a factor 2 of 1, any direction, Mach numbers from 0.01 to 5,
 * spread evenly in their logarithm. */
static inline struct state random_gas(uint64_t *seed)
{
    struct state s = {exp(0.7 * random_signed(seed)), 0, 0, 0, exp(0.7 * random_signed(seed))};
    double n[3], speed = sqrt(gamma_air * s.p / s.rho) * sqrt(0.05) * exp(0.5 * log(500) * random_signed(seed));
    random_direction(seed, n);
    s.u = speed * n[0];
    s.v = speed * n[1];
    s.w = speed * n[2];
    return s;
}

static inline double normal_mach(struct state s, const double n[3])
{
    return (s.u * n[0] + s.v * n[1] + s.w * n[2]) / sqrt(gamma_air * s.p / s.rho);
}

/* Is the gas far enough from where |u_n| and |u_n -+ c| have a kink for differences of
 * 4e-4 (probe_derivative)? */
static inline int away_from_kinks(struct state s, const double n[3])
{
    double m = fabs(normal_mach(s, n));
    return m > 0.01 && fabs(m - 1) > 0.02;
}

/* What leaves with the conserved variables w inside, by equation. */
typedef void probe_function(struct flux5 w, const void *context, double out[5]);

static inline void probe_numbers(struct flux5 f, double out[5])
{
    const double number[5] = {f.mass, f.mx, f.my, f.mz, f.energy};
    for (int k = 0; k < 5; k++)
        out[k] = number[k];
}

/* The derivative of f at the state s by central differences of fourth order, steps of
 * 2e-4 and 4e-4 in the variables over rho, rho c, rho c^2. Errors: truncation (4e-4)^4 = 3e-14
 * times a fifth derivative; rounding 1e-16 / 2e-4 = 5e-13 of f; hence the bound of 1e-8 of
 * the largest entry in probe_compare(), with fifth derivatives of up to 1e5 of it.
 * share: other steps than 2e-4, for what changes within less. */
static inline struct block5 probe_derivative_by(probe_function *f, const void *context, struct state s, double share)
{
    struct block5 m;
    const double c = sqrt(gamma_air * s.p / s.rho), scale[5] = {s.rho, s.rho * c, s.rho * c, s.rho * c, s.rho * c * c};
    struct flux5 w = gas_conserved(s, gamma_air);
    for (int j = 0; j < 5; j++) {
        double h = share * scale[j], out[4][5];
        for (int k = 0; k < 4; k++) {
            double dw[5] = {0}, step[4] = {-2, -1, 1, 2};
            dw[j] = step[k] * h;
            struct flux5 moved = {w.mass + dw[0], w.mx + dw[1], w.my + dw[2], w.mz + dw[3], w.energy + dw[4]};
            f(moved, context, out[k]);
        }
        for (int i = 0; i < 5; i++)
            m.a[i][j] = (8 * (out[2][i] - out[1][i]) - (out[3][i] - out[0][i])) / (12 * h);
    }
    return m;
}

static inline struct block5 probe_derivative(probe_function *f, const void *context, struct state s)
{
    return probe_derivative_by(f, context, s, 2e-4);
}

static inline double probe_largest(const struct block5 *m)
{
    double largest = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            largest = fabs(m->a[i][j]) <= largest ? largest : fabs(m->a[i][j]);
    return largest;
}

/* Largest difference over the largest entry of b; not-a-number where one is. */
static inline double probe_distance(const struct block5 *a, const struct block5 *b)
{
    struct block5 d;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            d.a[i][j] = a->a[i][j] - b->a[i][j];
    double scale = probe_largest(b);
    return probe_largest(&d) / (scale > 1e-300 ? scale : 1);
}

static inline void probe_compare(const char *what, const struct block5 *got, const struct block5 *expected,
                                 double tolerance)
{
    double distance = probe_distance(got, expected);
    CHECK(distance <= tolerance, "%s: %g of the largest entry apart (tolerance %g)", what, distance, tolerance);
}

#endif
