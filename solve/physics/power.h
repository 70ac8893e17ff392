/* power.h: x^a by plain arithmetic, so that CPU and GPU give the same bits, which
 * their libraries' pow() do not.
 */
#ifndef UFV_SOLVE_PHYSICS_POWER_H
#define UFV_SOLVE_PHYSICS_POWER_H

#include "arithmetic/real.h"

/* log x for 0 < x: x = 2^k m with m within a factor sqrt(2) of 1, then the series of
 * 2 artanh((m - 1) / (m + 1)), whose argument is at most 0.172: 10 terms leave
 * a fifth of a rounding.
 * Powers of two are taken out by a loop and not by the bits of the number: exact as well, and the same
 * on every machine. */
UFV_HD real power_log(real x)
{
    const real ln2 = (real)0.693147180559945309417, root2 = (real)1.41421356237309504880;
    int k = 0;
    while (x > root2) {
        x *= (real)0.5;
        k++;
    }
    while (x * root2 < (real)1) {
        x *= (real)2;
        k--;
    }
    real z = real_divide(x - (real)1, x + (real)1), z2 = z * z, sum = (real)0;
    /* Horner's scheme in z^2, the smallest terms first. */
    for (int n = 19; n >= 1; n -= 2)
        sum = sum * z2 + (real)1 / (real)n;
    return (real)k * ln2 + (real)2 * z * sum;
}

/* exp x: x = k log 2 + r with |r| <= 0.35, then Taylor's series of r: 13 terms leave less than a
 * tenth of a rounding. */
UFV_HD real power_exp(real x)
{
    const real ln2 = (real)0.693147180559945309417;
    real sum = (real)1, scale = (real)1;
    int k = 0;
    while (x > (real)0.5 * ln2) {
        x -= ln2;
        k++;
    }
    while (x < (real)-0.5 * ln2) {
        x += ln2;
        k--;
    }
    for (int n = 13; n >= 1; n--)
        sum = (real)1 + sum * (x * ((real)1 / (real)n)); /* constants: no division waits for the last */
    for (; k > 0; k--)
        scale *= (real)2;
    for (; k < 0; k++)
        scale *= (real)0.5;
    return sum * scale;
}

/* x^a for x of order one (boundaries take the ratio of two temperatures; the loops of power_log() take a step for each
 * factor of two); 0 for x <= 0. Relative error of a few roundings times
 * |a log x|. */
UFV_HD real power(real x, real a)
{
    return x > (real)0 ? power_exp(a * power_log(x)) : (real)0;
}

#endif
