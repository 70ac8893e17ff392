/* division.h: division and square root of `real`, without branches on a GPU.
 *
 * CUDA's own divide and take roots with a branch to a slow path for operands near
 * the ends of the range; no load moves across it and the call behind it ties up
 * registers. The fast path alone, written out here, rounds correctly for ordinary
 * numbers (Markstein 1990, IBM J. Res. Dev. 34(1): a quotient corrected by its exact
 * remainder), so that CPU and GPU still give the same bits.
 *
 * Ordinary: operands, result and the divisor's reciprocal between REAL_LEAST and
 * 1 / REAL_LEAST in size, or an operand of zero on top. A divisor that is not gives
 * not-a-number, so where one may be zero the quotient is chosen away, not branched
 * around.
 */
#ifndef UFV_SOLVE_ARITHMETIC_DIVISION_H
#define UFV_SOLVE_ARITHMETIC_DIVISION_H

#ifndef UFV_SOLVE_ARITHMETIC_REAL_H
#error "include arithmetic/real.h"
#endif

#include <float.h>
#include <math.h>
#include <string.h>

/* A little above the smallest number of full precision. */
#define REAL_LEAST (sizeof(real) == sizeof(float) ? (real)(4 * FLT_MIN) : (real)(4 * DBL_MIN))

/* The quotient a / b and the root of x from guesses y: of 1 / b and of 1 / root(x) to 20
 * bits (double) or a rounding (float).
 *
 * The reciprocal of a number b that is 1 ulp short of a power of two lies between two
 * numbers, a hair above the middle. Newton's steps may end at the lower one, whose last
 * digit is 0, and half of the quotients by it would be wrong. In double they end at the
 * right one from the guess that CUDA's own division starts with, the hardware's with a
 * last digit of 1; tests/gpu/division.cu compares the two. */

/* Is b one ulp short of a power of two? Then all 23 bits of its mantissa are set. */
UFV_HD float reciprocal_last_digit_float(float y, float b)
{
    uint32_t bits, ones;
    memcpy(&bits, &y, sizeof bits);
    memcpy(&ones, &b, sizeof ones);
    bits |= (ones | 0xff800000u) == UINT32_MAX ? 1u : 0u;
    memcpy(&y, &bits, sizeof y);
    return y;
}

/* The reciprocal by a step of third order and one of second, then the quotient, corrected by its exact remainder. */
UFV_HD double quotient_from(double a, double b, double y)
{
    double e = fma(-b, y, 1.0);
    y = fma(y, fma(e, e, e), y); /* 60 bits */
    y = fma(y, fma(-b, y, 1.0), y);
    double q = a * y;
    return fma(fma(-b, q, a), y, q);
}

/* The guess is right but for a rounding: one step is enough. */
UFV_HD float quotient_from_float(float a, float b, float y)
{
    y = reciprocal_last_digit_float(fmaf(y, fmaf(-b, y, 1.0f), y), b);
    float q = a * y;
    return fmaf(fmaf(-b, q, a), y, q);
}

/* 1 / root(x) by a step of third order, then the root, corrected by its remainder. */
UFV_HD double root_from(double x, double y)
{
    double e = fma(-x, y * y, 1.0);
    y = fma(fma(e, 0.375, 0.5), e * y, y);
    double s = x * y;
    return fma(fma(-s, s, x), 0.5 * y, s);
}

/* 1 / root(x) by a step of second order, then the root, corrected by its remainder twice. */
UFV_HD float root_from_float(float x, float y)
{
    y = fmaf(0.5f * y, fmaf(-x * y, y, 1.0f), y);
    float s = x * y;
    s = fmaf(fmaf(-s, s, x), 0.5f * y, s);
    return fmaf(fmaf(-s, s, x), 0.5f * y, s);
}

#include "backend/device_division.h"

/* a / b of two ordinary numbers (as defined above), rounded to nearest; CPU and GPU give the same bits. */
UFV_HD real real_divide(real a, real b)
{
    return device_divide(a, b);
}

/* Numbers below REAL_LEAST in size have the root 0, negative ones none. */
UFV_HD real real_sqrt(real x)
{
    real root = (real)device_sqrt(x);
    return x > -REAL_LEAST && x < REAL_LEAST ? (real)0 : root;
}

/* The same for what is computed from stored numbers. */
UFV_HD stored stored_divide(stored a, stored b)
{
    return device_divide(a, b);
}

/* The same as real_sqrt() in the type in which gradients and fluxes are stored. */
UFV_HD stored stored_sqrt(stored x)
{
    const stored least = sizeof(stored) == sizeof(float) ? (stored)(4 * FLT_MIN) : (stored)(4 * DBL_MIN);
    stored root = (stored)device_sqrt(x);
    return x > -least && x < least ? (stored)0 : root;
}

#endif
