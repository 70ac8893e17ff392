/* elementary.h: functions of the turbulence models by plain arithmetic, so that
 * CPU and GPU give the same bits, which their libraries' do not.
 */
#ifndef UFV_SOLVE_PHYSICS_ELEMENTARY_H
#define UFV_SOLVE_PHYSICS_ELEMENTARY_H

#include "arithmetic/real.h"

/* The numbers of terms and of iterations are those that double precision needs; single precision takes the same. */

/* exp(-x) for x >= 0; 0 from x = 40 on (4e-18). exp(-x/64) by Taylor's series (its
 * argument is at most 0.625: 14 terms leave less than a rounding), then squared
 * six times: relative error below 64 roundings. */
UFV_HD real exp_minus(real x)
{
    const real y = x * (real)(-1.0 / 64);
    if (!(x < (real)40))
        return x >= (real)40 ? (real)0 : x; /* not-a-number stays one */
    real sum = (real)1;
    for (int n = 14; n >= 1; n--)
        sum = (real)1 + sum * y * ((real)1 / (real)n);
    for (int n = 0; n < 6; n++)
        sum *= sum;
    return sum;
}

/* tanh x for x >= 0, absolute error of a rounding or two.
 * (1 - e^(-2x)) / (1 + e^(-2x)): no overflow for large x. Near 0 it loses relative, not absolute
 * accuracy, and F1 and the shields of the models ask for no more. */
UFV_HD real tanh_positive(real x)
{
    real e = exp_minus((real)2 * x);
    return ((real)1 - e) / ((real)1 + e);
}

/* x^(1/6) for 1 <= x <= 65: cube root of the square root by Halley's iteration
 * (cubic: an error of 12 % becomes 1e-3, 1e-9, less than a rounding). */
UFV_HD real sixth_root(real x)
{
    real s = real_sqrt(x), y = (real)1 + (s - (real)1) * (real)(1.0 / 7);
    for (int n = 0; n < 3; n++) {
        real y3 = y * y * y;
        y = real_divide(y * (y3 + s + s), y3 + y3 + s);
    }
    return y;
}

/* atan x, absolute error of a few roundings: of 1 / x where |x| > 1, halved twice by atan x = 2 atan(x / (1 +
 * sqrt(1 + x^2))) to at most 0.2, then Taylor's series (12 terms leave less than a rounding). */
UFV_HD real arc_tangent(real x)
{
    const real half_pi = (real)1.5707963267948966;
    real size = real_abs(x), inverse = real_divide((real)1, size), y = size > (real)1 ? inverse : size;
    for (int n = 0; n < 2; n++)
        y = real_divide(y, (real)1 + real_sqrt((real)1 + y * y));
    real square = y * y, sum = (real)0;
    for (int n = 11; n >= 0; n--)
        sum = (real)1 / (real)(2 * n + 1) - square * sum;
    real angle = (real)4 * y * sum, turned = size > (real)1 ? half_pi - angle : angle;
    return x < (real)0 ? -turned : turned;
}

#endif
