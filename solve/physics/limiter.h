/* limiter.h: limiter functions of a cell's largest and smallest reconstruction.
 *
 * up, down   the largest and smallest neighbour value less the cell's (up >= 0 >= down)
 * high, low  the largest and smallest projection of the gradient onto the cell's
 *            face centroids; each function is monotone, so the two decide
 * eps2       threshold, the variable squared, >= 0: differences below its root are not limited
 *            (set_threshold() of scheme/flow.c)
 *
 * All return the factor on the gradient, 0 .. 1. Each is the smaller one of two sides, of which a function ending in
 * _one knows two numbers: room, how far the neighbours let the value go on that side, and step, how far the gradient
 * takes it. Divisions come before the comparisons that may discard them, so that the loops over cells have no branch.
 */
#ifndef UFV_SOLVE_PHYSICS_LIMITER_H
#define UFV_SOLVE_PHYSICS_LIMITER_H

#include "arithmetic/real.h"

/* ROW(ENUMERATOR, word, what): the case file's word and its explanation there; an
 * empty one: the word says it. gradient_limit() of kernels/gradient.h calls them. */
#define LIMITERS(ROW) \
    ROW(NONE, "none", "") \
    ROW(VENKATAKRISHNAN, "venkatakrishnan", "") \
    ROW(BARTH, "barth", "") \
    ROW(PRESSURE, "pressure", "; pressure: one for all variables, from the pressure (paper 2, Eq. 8)") \
    ROW(VAN_ALBADA, "van-albada", "")

#define LIMITER_ENUMERATOR(NAME, word, what) LIMITER_##NAME,
enum limiter { LIMITERS(LIMITER_ENUMERATOR) };
#undef LIMITER_ENUMERATOR

/* Barth & Jespersen 1989, Eq. 19: room / step, at most 1; 1 for a step of nothing. */
UFV_HD real limiter_barth_one(real room, real step)
{
    real share = real_divide(room, step);
    return step > REAL_LEAST ? real_min((real)1, share) : (real)1;
}

/* Barth & Jespersen 1989: no new extremes at the face centroids. Not smooth: steady runs may stall. */
UFV_HD real limiter_barth(real up, real down, real high, real low)
{
    return real_min(limiter_barth_one(up, high), limiter_barth_one(-down, -low));
}

/* Venkatakrishnan 1993 (AIAA 93-0880), the function of room and step with the
 * threshold eps2; at most 1. Also paper 2, Eq. 8, there without threshold. */
UFV_HD real limiter_venkatakrishnan_one(real room, real step, real eps2)
{
    real a = room * room + (real)2 * room * step + eps2;
    real b = room * room + (real)2 * step * step + room * step + eps2;
    real share = real_divide(a, b);
    return b > REAL_LEAST ? real_min((real)1, share) : (real)1;
}

/* The smaller factor of both sides; a side that the gradient does not go to has none. The lower side's room and step
 * are both negative, which changes no sign in the function. */
UFV_HD real limiter_venkatakrishnan(real up, real down, real high, real low, real eps2)
{
    real above = limiter_venkatakrishnan_one(up, high, eps2), below = limiter_venkatakrishnan_one(down, low, eps2);
    return real_min(high > (real)0 ? above : (real)1, low < (real)0 ? below : (real)1);
}

/* K of the threshold (K h)^3 where the case names none: LIMITER_K_WEAK where flow is smooth or has weak shocks, and
 * LIMITER_K_STRONG at strong ones. */
#define LIMITER_K_WEAK 20.0
#define LIMITER_K_STRONG 1.0
/* A jump of pressure over the lower pressure, and a Mach number, at each of which the threshold is half of that of
 * weak shocks. A normal shock at Mach 1.3, which a transonic wing has, jumps by 0.8, over some four cells. At 1.2
 * the Mach number's term is 0.01, at 1.4 0.12, at 4 2.3 million. */
#define LIMITER_JUMP ((real)0.3)
#define LIMITER_MACH ((real)1.6)

/* Which share of the threshold of weak shocks a cell has (with that of strong ones beside it): 1 where the pressure
 * around the cell changes little and the flow is slow or transonic, to 0 at strong shocks, without a corner between:
 * 1 / (1 + (jump / LIMITER_JUMP)^4 + (M / LIMITER_MACH)^16).
 * The jump alone does not do: it is small again two or three cells before a shock, where a large threshold lets
 * extremes through that the shock's own cells have made. There the Mach number tells that a strong shock may follow.
 * range: largest less least pressure in the cell and around it, >= 0; least: that least one, the same unit;
 * mach2: square of the cell's Mach number. Beyond 1,000 times the jump and 10 times the Mach number they count no
 * more, so that no power overflows, in a flow that diverges either. */
UFV_HD real limiter_weak_share(real range, real least, real mach2)
{
    real jump = real_divide(range, LIMITER_JUMP * real_max(least, REAL_LEAST));
    real mach = mach2 * ((real)1 / (LIMITER_MACH * LIMITER_MACH));
    real jump2 = real_min(jump, (real)1000), mach4 = real_min(mach, (real)100);
    jump2 *= jump2;
    mach4 *= mach4;
    real mach8 = mach4 * mach4;
    return real_divide((real)1, (real)1 + jump2 * jump2 + mach8 * mach8);
}

/* A jump of pressure over the lower pressure at which slopes are halved: a normal shock at Mach 1.3 has 0.8, one at
 * Mach 1.65 2. */
#define LIMITER_STRONG_JUMP ((real)2)

/* The factor on the limited slopes of all variables at strong shocks: 1 / (1 + (jump / LIMITER_STRONG_JUMP)^4), from 1
 * in smooth flow to 0. Cells that hold a strong shock, or a near-vacuum beside its wake, are thus of first order, as
 * what second order would add there is noise that no steady flow follows (sensors of this kind are usual for
 * hypersonic flow: Gnoffo, Gupta & Shinn 1989). range and least as for limiter_weak_share(). */
UFV_HD real limiter_strong_share(real range, real least)
{
    real jump = real_divide(range, LIMITER_STRONG_JUMP * real_max(REAL_LEAST, least));
    real jump2 = real_min((real)1000, jump);
    jump2 *= jump2;
    return real_divide((real)1, (real)1 + jump2 * jump2);
}

/* van Albada, van Leer & Roberts 1982, for cells of any shape. With the backward
 * and forward differences a and b their slope is
 *
 *     s phi,  s = (a + b) / 2,  phi = 2 (a b + eps2) / (a^2 + b^2 + 2 eps2)
 *
 * Here s is twice the projection onto the face, b the room and a = 2 s - b, which
 * on an even line of cells are those differences. Where there is more room than s
 * nothing is limited: the other side has less, and the same phi. */
UFV_HD real limiter_van_albada_one(real room, real step, real eps2)
{
    real s = (real)2 * step, a = (real)2 * s - room;
    real b = a * a + room * room + (real)2 * eps2, phi = real_divide((real)2 * (a * room + eps2), b);
    return room < s && b > REAL_LEAST ? phi : (real)1; /* the squares may be too small for a number */
}

/* The smaller factor of both sides. */
UFV_HD real limiter_van_albada(real up, real down, real high, real low, real eps2)
{
    return real_min(limiter_van_albada_one(up, high, eps2), limiter_van_albada_one(-down, -low, eps2));
}

#endif
