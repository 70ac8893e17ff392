/* low_mach.h: preconditioning for low Mach numbers (Turkel 1987, J. Comput. Phys. 72; Weiss & Smith 1995, AIAA J. 33;
 * Turkel 1999, Annu. Rev. Fluid Mech. 31).
 *
 * In pseudo-time the pressure follows an artificial speed of sound: the density changes with it as drho = dp / V^2
 * instead of dp / c^2, V the speed of the flow where that is below c. In conserved variables that is
 *
 *   G = I + (1/b - 1) / c^2 r1 l_p,   G^-1 = I - (1 - b) / c^2 r1 l_p,   b = V^2 / c^2,
 *
 * r1 = (1, u, H) and l_p the change of pressure as in physics/jacobian_inviscid.h, l_p . r1 = c^2. The waves of G^-1 A
 * run at u_n, thrice, and at
 *
 *   lambda+- = ((1 + b) u_n +- root) / 2,  root = sqrt((1 - b)^2 u_n^2 + 4 b c^2)     (Weiss & Smith, Eq. 14),
 *
 * all of the order of u_n; across them dp + rho (lambda - b u_n) du_n is constant. An upwind flux has the dissipation
 * G |G^-1 A|, whose parts scale like the flow's own fluxes at any Mach number (Turkel, Fiterman & van Leer 1994;
 * Guillard & Viozat 1999, Computers & Fluids 28), where |A| diffuses velocity c / u_n times too much. With b = 1 all
 * this is what it is without.
 */
#ifndef UFV_SOLVE_PHYSICS_LOW_MACH_H
#define UFV_SOLVE_PHYSICS_LOW_MACH_H

#include "physics/roe.h"

/* V^2, (m/s)^2. q2: the square of the flow's speed; c2: of that of sound; floor2: of the least V, which is the cut-off
 * speed, or the speed of diffusion across a cell; dp: difference of pressure between two cells, which can set the
 * fluid between them in motion up to the speed of the root of dp / rho (Weiss, Maruszewski & Smith 1999, AIAA J.
 * 37). */
UFV_HD real low_mach_speed2(real q2, real c2, real floor2, real dp, real rho)
{
    return real_min(c2, real_max(real_max(q2, floor2), real_divide(real_abs(dp), rho)));
}

/* The acoustic waves of G^-1 A. */
struct low_mach_waves {
    real b;           /* V^2 / c^2, above 0, at most 1 */
    real minus, plus; /* lambda-, lambda+, m/s */
    real root;        /* lambda+ - lambda-, m/s */
};

/* speed2 is V^2, at most c2. */
UFV_HD struct low_mach_waves low_mach_waves(real un, real c2, real speed2)
{
    const real half = (real)0.5, one = (real)1;
    struct low_mach_waves w;
    w.b = real_divide(speed2, c2);
    real less = (one - w.b) * un, mean = half * (one + w.b) * un;
    w.root = real_sqrt(less * less + (real)4 * speed2);
    w.minus = mean - half * w.root;
    w.plus = mean + half * w.root;
    return w;
}

/* The largest speed of a wave, m/s. */
UFV_HD real low_mach_radius(real un, real c2, real speed2)
{
    struct low_mach_waves w = low_mach_waves(un, c2, speed2);
    return real_max(-w.minus, w.plus);
}

/* G |G^-1 A| = flow I + r1 (pressure l_p + mixed l_u) + r2 (velocity l_u + mixed l_p) with the vectors of
 * physics/jacobian_inviscid.h. */
struct low_mach_dissipation {
    real flow, velocity; /* m/s */
    real mixed;          /* none */
    real pressure;       /* s/m */
};

/* fix: Harten's delta over half the distance of the waves lambda+ and lambda-, which is the speed of sound where
 * b = 1. In the plane of r1 and r2, G^-1 A is a matrix M of two rows with the eigenvalues lambda+-, and
 * |M| = alpha I + beta M. */
UFV_HD struct low_mach_dissipation low_mach_dissipation(real un, real c2, real speed2, real fix)
{
    struct low_mach_waves w = low_mach_waves(un, c2, speed2);
    real delta = fix * (real)0.5 * w.root, inverse = real_divide((real)0.5, delta), over = real_divide((real)1, w.root);
    real minus = roe_fix(w.minus, delta, inverse), plus = roe_fix(w.plus, delta, inverse);
    real alpha = (minus * w.plus - plus * w.minus) * over, beta = (plus - minus) * over;
    struct low_mach_dissipation d;
    d.flow = real_abs(un);
    d.velocity = alpha + beta * un - d.flow;
    d.mixed = beta;
    d.pressure = real_divide(alpha, speed2) + real_divide(beta * un - d.flow, c2);
    return d;
}

/* w += factor r1 (l_p . w) of conserved variables w[5] at state s: with (1/b - 1) / c^2 the product G w, with
 * (b - 1) / c^2 that of the inverse. In double, as vectors of the implicit scheme are. */
UFV_HD void low_mach_add(double w[5], struct state s, double factor, double gamma)
{
    const double u = (double)s.u, v = (double)s.v, z = (double)s.w, k = 0.5 * (u * u + v * v + z * z);
    const double h = gamma / (gamma - 1.0) * (double)s.p / (double)s.rho + k;
    const double dp = (gamma - 1.0) * (w[4] - (u * w[1] + v * w[2] + z * w[3]) + k * w[0]);
    const double step = factor * dp;
    w[0] += step;
    w[1] += step * u;
    w[2] += step * v;
    w[3] += step * z;
    w[4] += step * h;
}

/* The square of the speed of sound, in double. */
UFV_HD double low_mach_sound2(struct state s, double gamma)
{
    return gamma * (double)s.p / (double)s.rho;
}

#endif
