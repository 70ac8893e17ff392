/* jacobian_inviscid.h: derivatives of the inviscid flux, in conserved variables.
 *
 *      own cell      n      other cell
 *          o --------|-->------- o
 *
 * The matrix of a face is that of Roe's first-order flux as it is linearised (Roe 1981), for every flux scheme:
 *
 *   d flux / d W_own = (A^ + |A^|) / 2,   d flux / d W_other = (A^ - |A^|) / 2,
 *
 * A^ = A of Roe's average of the two. No eigenvalue of the first is negative and none of the second positive. With
 * A(W_own) and A(W_other) beside |A^|, the derivatives with the dissipation frozen, that is lost where neighbours
 * differ much, and with it the convergence of sweeps: at the tip of a wing with boundary layers, where 670 m/s stood
 * beside -40, the error doubled from sweep to sweep at a CFL number of 8.
 *
 * Where the pressures of the two differ much, each half is that of its own side's state instead (jacobian_beside()):
 * A+(W_own) and A-(W_other), flux vector splitting as of Steger & Warming 1981. All blocks of a column are then
 * functions of one state. With an average of two states that differ by a shock they are not, and sweeps diverge: on a
 * capsule at Mach 6 from CFL numbers of 10 to 25 on, at first order, too.
 *
 * A and |A| are a multiple of the identity and two products of a column and a row. With k = q^2 / 2, H the total
 * enthalpy, u_n = u . n and
 *
 *   r1 = (1, u, H),  r2 = (0, n, u_n),  l_u = (-u_n, n, 0),  l_p = (gamma - 1) (k, -u, 1):
 *
 * l_u . r1 = l_p . r2 = 0, l_u . r2 = 1, l_p . r1 = (gamma - 1) (H - k) = c^2, so that r1 +- c r2
 * and (l_p +- c l_u) / (2 c^2) are the right and left eigenvectors of u_n +- c (compare
 * Hirsch 1990, Chapter 16), and any f(A) with f1, f2, f3 for u_n - c, u_n, u_n + c is
 *
 *   f2 I + r1 (d1 / c^2 l_p + d2 / c l_u) + r2 (d1 l_u + d2 / c l_p),
 *   d1 = (f1 + f3) / 2 - f2,  d2 = (f3 - f1) / 2.
 *
 * A itself has d1 = 0, d2 = c. A row l_p . dW is the change of pressure, l_u . dW that of the
 * normal velocity times the density.
 */
#ifndef UFV_SOLVE_PHYSICS_JACOBIAN_INVISCID_H
#define UFV_SOLVE_PHYSICS_JACOBIAN_INVISCID_H

#include "physics/jacobian_block.h"
#include "physics/low_mach.h"

/* What the matrices take of a state. */
struct jacobian_gas {
    real u, v, w; /* m/s */
    real h;       /* total enthalpy, J/kg */
    real k;       /* kinetic energy, J/kg */
    real weight;  /* root of the density: Roe's weight; 0 of an average */
};

/* The quantities of one state. Its weight in Roe's average is the root of its density. */
UFV_HD struct jacobian_gas jacobian_gas(struct state s, real gamma)
{
    struct jacobian_gas g = {s.u, s.v, s.w, (real)0, (real)0.5 * (s.u * s.u + s.v * s.v + s.w * s.w),
                             real_sqrt(s.rho)};
    g.h = real_divide(gamma * s.p, (gamma - (real)1) * s.rho) + g.k;
    return g;
}

/* Roe's average (Roe 1981) of two states. */
UFV_HD struct jacobian_gas jacobian_roe(struct jacobian_gas own, struct jacobian_gas other)
{
    real share = real_divide((real)1, own.weight + other.weight), a = share * own.weight, b = share * other.weight;
    struct jacobian_gas g = {a * own.u + b * other.u, a * own.v + b * other.v, a * own.w + b * other.w,
                             a * own.h + b * other.h, (real)0, (real)0};
    g.k = (real)0.5 * (g.u * g.u + g.v * g.v + g.w * g.w);
    return g;
}

/* Pressures of two sides that differ by this part of the lower one: half way from Roe's average to each side's own
 * state. Boundary layers and wakes, which need the average, have one pressure. */
#define JACOBIAN_JUMP ((real)0.1)

/* The state of which a face takes half a matrix: A+ of cell `own`, or A- of it where it is the one across. Roe's
 * average with the cell `beside` where both have one pressure; own's state at strong shocks; a smooth function of the
 * jump between. A convex combination of both, so that its sound speed is a number. */
UFV_HD struct jacobian_gas jacobian_beside(struct jacobian_gas own, struct jacobian_gas beside)
{
    struct jacobian_gas g = jacobian_roe(own, beside);
    real p = own.weight * own.weight * (own.h - own.k), across = beside.weight * beside.weight * (beside.h - beside.k);
    real jump = real_divide(p - across, JACOBIAN_JUMP * real_max(real_min(p, across), REAL_LEAST));
    real jump2 = real_min(jump * jump, (real)1e6), share = real_divide(jump2, (real)1 + jump2);
    g.u += share * (own.u - g.u);
    g.v += share * (own.v - g.v);
    g.w += share * (own.w - g.w);
    g.h += share * (own.h - g.h);
    g.k = (real)0.5 * (g.u * g.u + g.v * g.v + g.w * g.w);
    return g;
}

/* m += A(W) S, the derivative of the flux through the area vector S = area n. Linear in
 * S: what a cell's faces add together is A(W) (sum of S), 0 for all faces of a closed cell. */
UFV_HD void jacobian_add_flux(struct block5 *m, struct jacobian_gas g, const real s[3], real gamma)
{
    real g1 = gamma - (real)1, through = g.u * s[0] + g.v * s[1] + g.w * s[2];
    const real r1[4] = {g.u, g.v, g.w, g.h}, r2[4] = {s[0], s[1], s[2], through};
    const real l1[5] = {-through, s[0], s[1], s[2], (real)0};
    const real l2[5] = {g1 * g.k, -g1 * g.u, -g1 * g.v, -g1 * g.w, g1};
    block5_add_rank_two(m, through, r1, l1, r2, l2);
}

/* m += flow I + r1 (pressure l_p + mixed l_u) + r2 (velocity l_u + mixed l_p) of the state g and the unit normal n, the
 * form of every f(A) and of preconditioned dissipation (physics/low_mach.h). */
UFV_HD void jacobian_add_waves(struct block5 *m, struct low_mach_dissipation d, struct jacobian_gas g, const real n[3],
                               real gamma)
{
    real g1 = gamma - (real)1, un = g.u * n[0] + g.v * n[1] + g.w * n[2];
    const real lu[4] = {-un, n[0], n[1], n[2]}; /* and 0 */
    const real lp[5] = {g1 * g.k, -g1 * g.u, -g1 * g.v, -g1 * g.w, g1};
    real l1[5], l2[5];
    UFV_UNROLL(4)
    for (int j = 0; j < 4; j++) {
        l1[j] = d.pressure * lp[j] + d.mixed * lu[j];
        l2[j] = d.velocity * lu[j] + d.mixed * lp[j];
    }
    l1[4] = d.pressure * g1;
    l2[4] = d.mixed * g1;
    const real r1[4] = {g.u, g.v, g.w, g.h}, r2[4] = {n[0], n[1], n[2], un};
    block5_add_rank_two(m, d.flow, r1, l1, r2, l2);
}

/* A face and the gas on it, as the derivative of an upwind flux takes them. */
struct upwind_face {
    real area;    /* m^2 */
    real n[3];    /* unit normal, out of the cell whose row it is */
    real gamma;   /* ratio of specific heats */
    real fix;     /* Harten's delta over the speed of sound */
    real through; /* m/s, the velocity of the face along n */
    bool smears;  /* the flux dissipates entropy and shear waves as sound: HLLE */
};

UFV_HD struct upwind_face upwind_face(real area, const real n[3], real gamma, real fix, real through,
                                      bool smears)
{
    struct upwind_face f = {area, {n[0], n[1], n[2]}, gamma, fix, through, smears};
    return f;
}

/* m += s |A(W) - through I| for the unit normal of the face, whose area is in s. |u_n -+ c| rounded
 * off below fix times the speed of sound (Harten 1983), as roe_flux() does it. The entropy and shear waves stay sharp:
 * a floor there would diffuse across boundary layers. HLLE's flux has one mean state between its waves, so that
 * its |A| has max(|u_n|, c) for |u_n|; with |u_n| defect correction diverges from CFL numbers of 2 on and GMRES from 20
 * on (docs/numerics/inviscid-flux.md). */
UFV_HD void jacobian_add_dissipation(struct block5 *m, real s, struct upwind_face f, struct jacobian_gas g)
{
    const real half = (real)0.5, gamma = f.gamma, fix = f.fix, through = f.through, *n = f.n;
    real g1 = gamma - (real)1, un = g.u * n[0] + g.v * n[1] + g.w * n[2];
    real c2 = g1 * (g.h - g.k), c = real_sqrt(c2), over_c = real_divide((real)1, c);
    real delta = fix * c, inverse = over_c * real_divide(half, fix);
    real seen = un - through;
    real f1 = roe_fix(seen - c, delta, inverse), f3 = roe_fix(seen + c, delta, inverse);
    real f2 = real_max(real_abs(seen), f.smears ? c : (real)0);
    real d1 = s * (half * (f1 + f3) - f2), d2 = s * half * (f3 - f1) * over_c, d3 = d1 * over_c * over_c;
    const struct low_mach_dissipation d = {s * f2, d1, d2, d3};
    jacobian_add_waves(m, d, g, n, gamma);
}

/* m += area (B + side |B|) / 2, B = A(W) - through I: the derivative of the flux out of a cell through a face that
 * moves, of absolute states: with respect to the cell's own state (side: 1) or to that across the face (-1). */
UFV_HD void jacobian_add_moving(struct block5 *m, struct upwind_face f, struct jacobian_gas g, real side)
{
    real half = (real)0.5 * f.area;
    const real s[3] = {half * f.n[0], half * f.n[1], half * f.n[2]};
    jacobian_add_flux(m, g, s, f.gamma);
    block5_add_identity(m, -half * f.through);
    jacobian_add_dissipation(m, side * half, f, g);
}

/* m += area (A + |A|) / 2 of the state g: with jacobian_beside() of two cells the derivative of the flux out of the one
 * with respect to its own state. The face is at rest: through is 0. */
UFV_HD void jacobian_add_own(struct block5 *m, struct upwind_face f, struct jacobian_gas g)
{
    real half = (real)0.5 * f.area;
    const real s[3] = {half * f.n[0], half * f.n[1], half * f.n[2]};
    jacobian_add_flux(m, g, s, f.gamma);
    jacobian_add_dissipation(m, half, f, g);
}

/* m += area (A - |A|) / 2: that with respect to the state across the face. n still out of the first cell. */
UFV_HD void jacobian_add_other(struct block5 *m, struct upwind_face f, struct jacobian_gas g)
{
    real half = (real)0.5 * f.area;
    const real s[3] = {half * f.n[0], half * f.n[1], half * f.n[2]};
    jacobian_add_flux(m, g, s, f.gamma);
    jacobian_add_dissipation(m, -half, f, g);
}

#endif
