/* ausm_up.h: AUSM+-up for all speeds (Liou 2006, "A sequel to AUSM, Part II:
 * AUSM+-up for all speeds", J. Comput. Phys. 214). Equation numbers are his.
 *
 *       left state      n      right state
 *           o ---------|-->-------- o
 *
 * Constants: beta = 1/8, K_p = 1/4, K_u = 3/4, sigma = 1.
 */
#ifndef UFV_SOLVE_PHYSICS_AUSM_UP_H
#define UFV_SOLVE_PHYSICS_AUSM_UP_H

#include "physics/gas.h"

/* Split Mach number M+ of degree 4 (Eqs. 18-20); M-(m) = -M+(-m).
 * Both degrees: Liou's A4 and P5, smooth where the flow passes Mach 1. */
UFV_HD real ausm_mach_plus(real m)
{
    if (real_abs(m) >= (real)1)
        return (real)0.5 * (m + real_abs(m));
    real a = m + (real)1, b = m * m - (real)1;
    return (real)0.25 * a * a + (real)0.125 * b * b;
}

/* Pressure weight P+ of degree 5 (Eq. 24); P-(m) = P+(-m). */
UFV_HD real ausm_pressure_plus(real m, real alpha)
{
    if (real_abs(m) >= (real)1)
        return m > (real)0 ? (real)1 : (real)0;
    real a = m + (real)1, b = m * m - (real)1;
    return (real)0.25 * a * a * ((real)2 - m) + alpha * m * b * b;
}

/* dP+/dm (derivative of Eq. 24), 0 for |m| >= 1; even in m. */
UFV_HD real ausm_pressure_slope(real m, real alpha)
{
    real room = real_max((real)1 - m * m, (real)0);
    return room * ((real)0.75 + alpha * ((real)1 - (real)5 * m * m));
}

/* Speed of sound that one side offers to the face (Eq. 30): un towards the face. */
UFV_HD real ausm_sound(real critical2, real un)
{
    real critical = real_sqrt(critical2);
    return critical2 / real_max(critical, un);
}

/* The flux of a mass flux per area (kg/(s m^2)) that comes out of state s, whose total enthalpy per mass (J/kg) it
 * convects, with the pressure p of the face. */
UFV_HD struct flux5 ausm_convect(real mass, real p, struct state s, real enthalpy, const real n[3])
{
    const real nx = n[0], ny = n[1], nz = n[2];
    struct flux5 f = {mass, mass * s.u + p * nx, mass * s.v + p * ny, mass * s.w + p * nz, mass * enthalpy};
    return f;
}

/* Flux per area through the unit normal n. cutoff: Mach number below which the
 * scaling for low speeds goes no further, the free stream's as a rule (Eq. 71);
 * positive. *speed gets the signal speed that limits an explicit step, m/s: |un| + c,
 * or more where the flux diffuses by more than upwinding does, c / 2. At low Mach
 * numbers the pressure term of the mass flux diffuses density by K_p c^2 / (f_a a) times
 * its jump. The pressure flux diffuses normal velocity by P+' c^2 / (gamma a) and K_u
 * 2 P+ P- f_a a: about c where no stream scales f_a down, and more along faces that a
 * fast stream passes by, since `a` follows from the total enthalpy (2 c at Mach 4.5). */
UFV_HD struct flux5 ausm_up_flux(struct face_states at, real cutoff, real *speed)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    const real half = (real)0.5, one = (real)1, kp = (real)0.25, ku = (real)0.75;
    real unl = l.u * nx + l.v * ny + l.w * nz, unr = r.u * nx + r.v * ny + r.w * nz;
    real c2l = gamma * l.p / l.rho, c2r = gamma * r.p / r.rho, g1 = gamma - one;
    real hl = c2l / g1 + half * (l.u * l.u + l.v * l.v + l.w * l.w);
    real hr = c2r / g1 + half * (r.u * r.u + r.v * r.v + r.w * r.w);
    real to_critical = (real)2 * g1 / (gamma + one); /* a*^2 / H, Eq. 29 */
    real a = real_min(ausm_sound(to_critical * hl, unl), ausm_sound(to_critical * hr, -unr));
    real ml = unl / a, mr = unr / a;

    real mean2 = half * (ml * ml + mr * mr);                                /* Eq. 70 */
    real mo = real_sqrt(real_min(one, real_max(mean2, cutoff * cutoff)));        /* Eq. 71 */
    real fa = mo * ((real)2 - mo);                                          /* Eq. 72 */
    real alpha = (real)0.1875 * ((real)5 * fa * fa - (real)4);              /* Eq. 76 */
    real room = real_max(one - mean2, (real)0) * kp / fa;
    real m = ausm_mach_plus(ml) - ausm_mach_plus(-mr) -
             room * (real)2 * (r.p - l.p) / ((l.rho + r.rho) * a * a);      /* Eq. 73 */
    real pl = ausm_pressure_plus(ml, alpha), pr = ausm_pressure_plus(-mr, alpha);
    real p = pl * l.p + pr * r.p - ku * pl * pr * (l.rho + r.rho) * fa * a * (unr - unl); /* Eq. 75 */

    /* what the two diffusion terms would do to an explicit step, from the squares of both sides' speeds
     * of sound */
    real c2 = real_max(c2l, c2r), slope = real_max(ausm_pressure_slope(ml, alpha), ausm_pressure_slope(mr, alpha));
    real density = room * c2 / a, velocity = slope * c2 / (gamma * a) + (real)2 * ku * pl * pr * fa * a;
    *speed = real_max(real_abs(unl), real_abs(unr)) +
             real_max(real_sqrt(c2), (real)2 * real_max(density, velocity));
    if (m > (real)0)
        return ausm_convect(a * m * l.rho, p, l, hl, at.n);
    return ausm_convect(a * m * r.rho, p, r, hr, at.n);
}

#endif
