/* jacobian_boundary.h: derivatives of the inviscid flux through boundary faces with respect
 * to the state inside, in conserved variables.
 *
 * in      the cell's state
 * n       unit normal, out of the domain
 * given   what the patch's kind needs (struct bc_values)
 *
 * Walls, slip walls and symmetry planes let only the pressure of the cell through: exact
 * (jacobian_add_wall_pressure); what the mirrored state adds at symmetry planes is beside it
 * (jacobian_add_mirror() of kernels/jacobian.h). Prescribed faces have the Roe flux to the value held there: the
 * own half of a face between cells. For the rest there are two choices:
 *
 * jacobian_add_own (jacobian_inviscid.h): (A + |A|) / 2 of the state inside. That is the derivative of the far field
 * with its characteristics held at the state inside, and of supersonic faces; its
 * eigenvalues are never negative, whatever passes the face and wherever to.
 *
 * jacobian_add_boundary_exact: the chain rule through boundary_state(), its dependence on the
 * speed of sound inside too. Reflecting kinds need it: at small Mach numbers a given pressure
 * answers a wave with twice the mass flux that the open form has and no force, a given mass
 * flux the other way round. A duct between total-inflow and pressure-outlet whose linear
 * systems are solved exactly takes 13 steps at Mach 0.1 and 16 at 0.01 to lose 10 orders, with
 * the open form 200 and 1,800 (tests/unit/solve/physics/test_jacobian_duct.c).
 *
 * jacobian_add_boundary() chooses: the open form for far field and supersonic faces, the exact
 * one for the others.
 *
 * What has to be positive is not the face's block alone: the cell's other faces add -A(W) / 2
 * of this one's area, since a closed cell's areas add up to nothing. Less A / 2 the exact forms
 * for acoustic waves, in p / (rho c) and u_n, are c (1, 1/2; -1/2, 0) with the pressure given and
 * c (0, -1/2; 1/2, 1) with the mass flux given, whose symmetric parts are not negative.
 */
#ifndef UFV_SOLVE_PHYSICS_JACOBIAN_BOUNDARY_H
#define UFV_SOLVE_PHYSICS_JACOBIAN_BOUNDARY_H

#include "physics/frame.h"
#include "physics/jacobian_inviscid.h"

/* m += S (dp / dW) in the momentum rows, S = area n: walls, slip walls, symmetry planes. */
UFV_HD void jacobian_add_wall_pressure(struct block5 *m, struct jacobian_gas in, const real s[3], real gamma)
{
    real g1 = gamma - (real)1;
    const real lp[5] = {g1 * in.k, -g1 * in.u, -g1 * in.v, -g1 * in.w, g1};
    UFV_UNROLL(3)
    for (int i = 0; i < 3; i++) {
        UFV_UNROLL(5)
        for (int j = 0; j < 5; j++)
            m->a[1 + i][j] += s[i] * lp[j];
    }
}

/* ---- the chain rule: changes of primitive variables are held in struct state ---- */

/* The change of rho, u and p for a unit change of conserved variable k: column k of the derivatives of the primitive
 * variables by the conserved ones. */
UFV_HD struct state jacobian_unit_change(struct state s, int k, real gamma)
{
    real over_rho = real_divide((real)1, s.rho), g1 = gamma - (real)1;
    struct state mass = {(real)1, -s.u * over_rho, -s.v * over_rho, -s.w * over_rho,
                         g1 * (real)0.5 * (s.u * s.u + s.v * s.v + s.w * s.w)};
    struct state mx = {(real)0, over_rho, (real)0, (real)0, -g1 * s.u};
    struct state my = {(real)0, (real)0, over_rho, (real)0, -g1 * s.v};
    struct state mz = {(real)0, (real)0, (real)0, over_rho, -g1 * s.w};
    struct state energy = {(real)0, (real)0, (real)0, (real)0, g1};
    return k == 0 ? mass : k == 1 ? mx : k == 2 ? my : k == 3 ? mz : energy;
}

/* Of gas_flux(s, n), by the change d of s. */
UFV_HD struct flux5 jacobian_flux_change(struct state s, struct state d, const real n[3], real gamma)
{
    real un = s.u * n[0] + s.v * n[1] + s.w * n[2], dun = d.u * n[0] + d.v * n[1] + d.w * n[2];
    real m = s.rho * un, dm = d.rho * un + s.rho * dun;
    real over_rho = real_divide((real)1, s.rho), share = real_divide(gamma, gamma - (real)1) * over_rho;
    real h = share * s.p + (real)0.5 * (s.u * s.u + s.v * s.v + s.w * s.w);
    real dh = share * (d.p - s.p * over_rho * d.rho) + s.u * d.u + s.v * d.v + s.w * d.w;
    struct flux5 f = {dm, dm * s.u + m * d.u + d.p * n[0], dm * s.v + m * d.v + d.p * n[1],
                      dm * s.w + m * d.w + d.p * n[2], dm * h + m * dh};
    return f;
}

/* What boundary states are linearised with: c^2 and rho c of the state inside; their changes. */
struct jacobian_wave {
    real c, c2, rc, un;  /* speed of sound (m/s), its square, rho c (kg/(m^2 s)), outward velocity (m/s) */
    real dc2, drc, dun;  /* their changes with the state's change d */
};

/* in: the state inside; d: its change, of density, velocity and pressure; n: unit normal, out of the domain. */
UFV_HD struct jacobian_wave jacobian_wave(struct state in, struct state d, const real n[3], real gamma)
{
    struct jacobian_wave w;
    w.c = gas_sound_speed(in, gamma);
    w.c2 = w.c * w.c;
    w.rc = in.rho * w.c;
    w.un = in.u * n[0] + in.v * n[1] + in.w * n[2];
    w.dc2 = real_divide(gamma * d.p - w.c2 * d.rho, in.rho);
    w.drc = d.rho * w.c + real_divide((real)0.5 * in.rho * w.dc2, w.c);
    w.dun = d.u * n[0] + d.v * n[1] + d.w * n[2];
    return w;
}

/* Of the state b behind an acoustic wave of the pressure `jump` that enters the domain and runs into the state
 * `from` (changes dfrom, djump): p_b = p + jump, rho_b = rho + jump / c^2, u_b = u - jump / (rho c) n. */
UFV_HD struct state jacobian_behind_wave(struct state dfrom, real jump, real djump,
                                         const struct jacobian_wave *w, const real n[3])
{
    real over_c2 = real_divide((real)1, w->c2), over_rc = real_divide((real)1, w->rc);
    real step = -over_rc * (djump - jump * over_rc * w->drc);
    struct state b = {dfrom.rho + over_c2 * (djump - jump * over_c2 * w->dc2), dfrom.u + step * n[0],
                      dfrom.v + step * n[1], dfrom.w + step * n[2], dfrom.p + djump};
    return b;
}

/* Of boundary_pressure_outlet(). */
UFV_HD struct state jacobian_outlet_change(struct state in, real pressure, const real n[3], real gamma,
                                           struct state d)
{
    struct jacobian_wave w = jacobian_wave(in, d, n, gamma);
    const real power_of_c = real_divide((real)2 * gamma, gamma - (real)1), mach = real_divide(w.un, w.c);
    const real ratio = boundary_sonic_ratio(mach, gamma), sonic = in.p * power(ratio, power_of_c);
    const real dmach = real_divide(w.dun - real_divide((real)0.5 * mach * w.dc2, w.c), w.c);
    const real dratio = real_divide((gamma - (real)1) * dmach, gamma + (real)1);
    const int choked = sonic > pressure;
    const real jump = (choked ? sonic : pressure) - in.p;
    const real dp = choked ? sonic * (real_divide(d.p, in.p) + real_divide(power_of_c * dratio, ratio)) : (real)0;
    int inside = w.un >= w.c || !(in.rho + real_divide(jump, w.c2) > (real)0);
    return inside ? d : jacobian_behind_wave(d, jump, dp - d.p, &w, n);
}

/* Of boundary_total_inflow(), b its value: a point on the reservoir's isentrope, dp = -rho V dV
 * and drho = dp / c^2, where V follows the outgoing invariant J = u_n + 2 c / (gamma - 1) by
 * dV = -dJ / (cosine + V / c_b); where fluid leaves that of an outlet. */
UFV_HD struct state jacobian_total_change(struct state in, struct state b, const struct bc_values *given,
                                          const real n[3], real gamma, struct state d)
{
    struct jacobian_wave w = jacobian_wave(in, d, n, gamma);
    real to[3];
    boundary_direction(given, n[0], n[1], n[2], to);
    if (boundary_reservoir(in, given, to, n[0], n[1], n[2], gamma).fills)
        return jacobian_outlet_change(in, given->total_pressure, n, gamma, d);
    real speed = b.u * to[0] + b.v * to[1] + b.w * to[2], c = gas_sound_speed(b, gamma);
    real cosine = -(to[0] * n[0] + to[1] * n[1] + to[2] * n[2]);
    real dj = w.dun + real_divide(w.dc2, (gamma - (real)1) * w.c);
    real follow = real_divide(-dj, cosine + real_divide(speed, c)), dv = speed > (real)0 ? follow : (real)0;
    real dp = -b.rho * speed * dv;
    struct state change = {real_divide(dp, c * c), dv * to[0], dv * to[1], dv * to[2], dp};
    return change;
}

/* The change of b, the value of boundary_mass_inflow(), for a change d of the state inside. With q = p + rho c u_n of
 * the state inside, it differentiates the quadratic qa V^2 + q cosine V = qc; p = q + rho c cosine V and the gas law
 * give the rest. */
UFV_HD struct state jacobian_mass_change(struct state in, struct state b, const struct bc_values *given,
                                         const real n[3], real gamma, struct state d)
{
    struct jacobian_wave w = jacobian_wave(in, d, n, gamma);
    real to[3];
    boundary_direction(given, n[0], n[1], n[2], to);
    real cp = real_divide(gamma, gamma - (real)1) * given->gas_constant;
    real speed = b.u * to[0] + b.v * to[1] + b.w * to[2];
    real cosine = -(to[0] * n[0] + to[1] * n[1] + to[2] * n[2]);
    real qa = w.rc * cosine * cosine + real_divide((real)0.5 * given->mass_flux * given->gas_constant, cp);
    real q = in.p + w.rc * w.un, dq = d.p + w.drc * w.un + w.rc * w.dun;
    real dv = real_divide(-speed * cosine * (w.drc * cosine * speed + dq), (real)2 * qa * speed + q * cosine);
    real dp = dq + cosine * (w.drc * speed + w.rc * dv);
    real drt = real_divide(-given->gas_constant * speed * dv, cp); /* of R T = p / rho */
    struct state change = {real_divide(b.rho * (dp - b.rho * drt), b.p), dv * to[0], dv * to[1],
                           dv * to[2], dp};
    return change;
}

/* Of boundary_opening(): where air enters dw = (d(p + rho c u_n) - w d(rho c)) / answer and, along the isentrope,
 * dp = -rho w dw, drho = dp / c^2; where fluid leaves the pressure holds. */
UFV_HD struct state jacobian_opening_change(struct state in, const struct bc_values *given, const real n[3],
                                            real gamma, struct state d)
{
    const struct jacobian_wave w = jacobian_wave(in, d, n, gamma);
    const struct opening o = opening_find(in, given, n, gamma);
    const struct state out = given->outside;
    const real outside = out.u * n[0] + out.v * n[1] + out.w * n[2], over_c2 = real_divide((real)1, w.c2);
    const real dw = real_divide(d.p + w.drc * (w.un - outside - o.w) + w.rc * w.dun, o.answer);
    const real dp = o.w < (real)0 ? -o.rho * o.w * dw : (real)0;
    const real share = o.share, rest = (real)1 - share;
    const real dshare = share > (real)0 && share < (real)1 ? real_divide((real)0.5 * dw, o.width) : (real)0;
    /* density from inside, over that from outside; normal velocity the same */
    const real jump = o.p - in.p, from_in = in.rho + over_c2 * jump;
    const real drho_in = d.rho + over_c2 * (dp - d.p - jump * over_c2 * w.dc2);
    const real drho_out = real_divide(o.rho * dp, gamma * o.p), more = outside - w.un;
    const real along = rest * dw + share * (dw - w.dun) + dshare * more;
    struct state b = {rest * drho_out + share * drho_in + dshare * (from_in - o.rho),
                      share * d.u + dshare * (in.u - out.u) + along * n[0],
                      share * d.v + dshare * (in.v - out.v) + along * n[1],
                      share * d.w + dshare * (in.w - out.w) + along * n[2], dp};
    const int physical = rest * o.rho + share * from_in > (real)0 && o.p > (real)0; /* else it falls back on `in` */
    return w.un >= w.c || !physical ? d : b;
}

/* Of boundary_state(), b its value, by the change d of the state inside. Every kind that
 * jacobian_add_boundary_exact() takes. */
UFV_HD struct state jacobian_boundary_change(struct state in, struct state b, const struct bc_values *given,
                                             const real n[3], real gamma, struct state d)
{
    const struct state none = {(real)0, (real)0, (real)0, (real)0, (real)0};
    switch ((enum bc_kind)given->kind) { /* no default: a kind that is not handled does not compile */
    case BC_SUPERSONIC_INFLOW:
        return none;
    case BC_PRESSURE_OUTLET:
        return jacobian_outlet_change(in, given->pressure, n, gamma, d);
    case BC_TOTAL_INFLOW:
        return jacobian_total_change(in, b, given, n, gamma, d);
    case BC_MASS_INFLOW:
        return jacobian_mass_change(in, b, given, n, gamma, d);
    case BC_OPENING:
        return jacobian_opening_change(in, given, n, gamma, d);
    case BC_FARFIELD: /* not taken */
    case BC_SUPERSONIC_OUTFLOW:
    case BC_SLIP:
    case BC_WALL:
    case BC_SYMMETRY:
    case BC_PRESCRIBED:
    case BC_SLIDING:
    case BC_NONE:
    case BC_N_KINDS:
        break;
    }
    return d;
}

/* m += area d gas_flux(boundary_state(in)) / dW, exact where that is smooth, of outlets and
 * inflows; not of far field, walls, slip walls, symmetry planes and prescribed faces. Between the
 * regimes of boundary_state() it has the branch that the value is on.
 * Column by column: a change of one conserved variable is followed through the primitive ones, the
 * state on the face and its flux. Five times the work of a formula, on boundary faces alone. */
UFV_HD void jacobian_add_boundary_exact(struct block5 *m, struct upwind_face face, struct state in,
                                        const struct bc_values *given)
{
    const real area = face.area, gamma = face.gamma, *n = face.n;
    struct state b = boundary_state(in, given, n[0], n[1], n[2], gamma);
    UFV_UNROLL(5)
    for (int k = 0; k < 5; k++) {
        /* The face's state answers to a unit of conserved variable k inside. */
        struct state d = jacobian_boundary_change(in, b, given, n, gamma, jacobian_unit_change(in, k, gamma));
        struct flux5 f = jacobian_flux_change(b, d, n, gamma);
        m->a[0][k] += area * f.mass;
        m->a[1][k] += area * f.mx;
        m->a[2][k] += area * f.my;
        m->a[3][k] += area * f.mz;
        m->a[4][k] += area * f.energy;
    }
}

/* What passes an inflow or outlet the wrong way, of the volume un that leaves; 0 where it goes
 * the right one. */
UFV_HD real jacobian_wrong_way(int kind, real un)
{
    real wrong = kind == BC_PRESSURE_OUTLET ? -un : un;
    return real_max(wrong, (real)0);
}

/* m += b, and in the energy row the work that b's momentum does on a face that moves at v. */
UFV_HD void jacobian_add_work(struct block5 *m, const struct block5 *b, const real v[3])
{
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            m->a[i][j] += b->a[i][j];
    for (int j = 0; j < 5; j++)
        m->a[4][j] += v[0] * b->a[1][j] + v[1] * b->a[2][j] + v[2] * b->a[3][j];
}

/* jacobian_add_boundary_exact() of a face that moves at v; in: the absolute state, given: as seen from the face. */
UFV_HD void jacobian_add_moving_exact(struct block5 *m, struct upwind_face face, struct state in,
                                      const struct bc_values *given, const real v[3])
{
    const real area = face.area, gamma = face.gamma, *n = face.n;
    struct state seen = frame_relative(in, v), b = boundary_state(seen, given, n[0], n[1], n[2], gamma);
    for (int k = 0; k < 5; k++) {
        struct state d = jacobian_boundary_change(seen, b, given, n, gamma, jacobian_unit_change(in, k, gamma));
        struct flux5 f = frame_flux(jacobian_flux_change(b, d, n, gamma), v);
        m->a[0][k] += area * f.mass;
        m->a[1][k] += area * f.mx;
        m->a[2][k] += area * f.my;
        m->a[3][k] += area * f.mz;
        m->a[4][k] += area * f.energy;
    }
}

/* m += area times the derivative of the inviscid flux through a boundary face of any kind, the
 * one to solve with. held: the state that BC_PRESCRIBED holds on the face, read for no other
 * kind. The face is at rest: through is 0. Where fluid passes an outlet or a
 * subsonic inflow the wrong way the exact form would amplify what it carries: its speed is
 * added on the diagonal. */
UFV_HD void jacobian_add_boundary(struct block5 *m, struct upwind_face face, struct state in, struct state held,
                                  const struct bc_values *given)
{
    const real area = face.area, gamma = face.gamma, *n = face.n;
    struct jacobian_gas g = jacobian_gas(in, gamma);
    const real s[3] = {area * n[0], area * n[1], area * n[2]};
    switch ((enum bc_kind)given->kind) { /* no default: a kind that is not handled does not compile */
    case BC_SLIP:
    case BC_WALL:
    case BC_SYMMETRY:
        jacobian_add_wall_pressure(m, g, s, gamma);
        break;
    case BC_PRESCRIBED:
        jacobian_add_own(m, face, jacobian_roe(g, jacobian_gas(held, gamma)));
        break;
    case BC_PRESSURE_OUTLET:
    case BC_TOTAL_INFLOW:
    case BC_MASS_INFLOW:
        jacobian_add_boundary_exact(m, face, in, given);
        block5_add_identity(m, jacobian_wrong_way(given->kind, in.u * s[0] + in.v * s[1] + in.w * s[2]));
        break;
    case BC_OPENING: /* has no wrong way */
        jacobian_add_boundary_exact(m, face, in, given);
        break;
    case BC_FARFIELD:
    case BC_SUPERSONIC_INFLOW:
    case BC_SUPERSONIC_OUTFLOW:
    case BC_SLIDING: /* as if the other side stayed as it is */
        jacobian_add_own(m, face, g);
        break;
    case BC_NONE:
    case BC_N_KINDS:
        break;
    }
}

/* The same of a face that moves at v, along n at face.through. in, held: absolute states; given: as seen from the
 * face. */
UFV_HD void jacobian_add_moving_boundary(struct block5 *m, struct upwind_face face, struct state in, struct state held,
                                         const struct bc_values *given, const real v[3])
{
    const real area = face.area, gamma = face.gamma, *n = face.n;
    struct jacobian_gas g = jacobian_gas(in, gamma);
    struct state seen = frame_relative(in, v);
    struct block5 pressure = block5_zero();
    const real s[3] = {area * n[0], area * n[1], area * n[2]};
    switch ((enum bc_kind)given->kind) { /* no default: a kind that is not handled does not compile */
    case BC_SLIP:
    case BC_WALL:
    case BC_SYMMETRY:
        jacobian_add_wall_pressure(&pressure, g, s, gamma);
        jacobian_add_work(m, &pressure, v);
        break;
    case BC_PRESCRIBED:
        jacobian_add_moving(m, face, jacobian_roe(g, jacobian_gas(held, gamma)), (real)1);
        break;
    case BC_PRESSURE_OUTLET:
    case BC_TOTAL_INFLOW:
    case BC_MASS_INFLOW:
        jacobian_add_moving_exact(m, face, in, given, v);
        block5_add_identity(m, jacobian_wrong_way(given->kind, seen.u * s[0] + seen.v * s[1] + seen.w * s[2]));
        break;
    case BC_OPENING:
        jacobian_add_moving_exact(m, face, in, given, v);
        break;
    case BC_FARFIELD:
    case BC_SUPERSONIC_INFLOW:
    case BC_SUPERSONIC_OUTFLOW:
    case BC_SLIDING: /* as if the other side stayed as it is */
        jacobian_add_moving(m, face, g, (real)1);
        break;
    case BC_NONE:
    case BC_N_KINDS:
        break;
    }
}

#endif
