/* compressibility.h: corrections of the turbulence models for compressible mixing layers.
 *
 *   SA-comp   Spalart 2000 (AIAA 2000-2306), as NASA's Turbulence Modeling Resource, "the resource"
 *             (docs/references.md), defines it: on the right-hand side
 *             -3.5 nu^2 / a^2 du_i/dx_j du_i/dx_j
 *   SST-CC    Wilcox 1992 (AIAA J. 30(11), 2639-2646): dilatation dissipation in the coefficients of destruction,
 *             beta* (1 + 1.5 F) and beta - beta* 1.5 F with F = max(Mt^2 - 1/16, 0), Mt^2 = 2 k / a^2. The resource
 *             has no such version of SST. This one leaves boundary layers alone up to high Mach numbers, since Mt
 *             is below 1/4 there.
 *
 * a: speed of sound.
 */
#ifndef UFV_SOLVE_PHYSICS_COMPRESSIBILITY_H
#define UFV_SOLVE_PHYSICS_COMPRESSIBILITY_H

#include "arithmetic/real.h"

/* What SA-comp destroys of nu, over nu, 1/s: its term is minus nu times this, and its derivative twice this. 0 of
 * negative nu. square: du_i/dx_j du_i/dx_j, 1/s^2; sound2: a^2. */
UFV_HD real compressibility_sa(real nu, real sound2, real square)
{
    return real_divide((real)3.5 * real_max(nu, (real)0) * square, sound2);
}

/* 1.5 F of SST-CC, without unit. k is in m^2/s^2; sound2 is the square of the speed of sound. */
UFV_HD real compressibility_sst(real k, real sound2)
{
    return (real)1.5 * real_max(real_divide((real)2 * k, sound2) - (real)(1.0 / 16), (real)0);
}

#endif
