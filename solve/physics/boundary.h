/* boundary.h: the state on a boundary face and in the ghost behind it.
 *
 * in      the state inside: the cell's, or its reconstruction at the face
 * n       unit normal, out of the domain
 * given   what the patch's kind needs (struct bc_values)
 */
#ifndef UFV_SOLVE_PHYSICS_BOUNDARY_H
#define UFV_SOLVE_PHYSICS_BOUNDARY_H

#include "bc_kind.h"
#include "physics/low_mach.h"
#include "physics/power.h"

/* Each kind of boundary is a function from the state inside to the one on the face. What a condition computes may be
 * no state at all, where a run starts far from its solution; then the state inside, or at a far field the one outside,
 * takes its place, and the next step tries again. */

/* What a no-slip wall does to the temperature. */
enum { WALL_ADIABATIC, WALL_ISOTHERMAL, WALL_HEAT_GIVEN };

/* What the pressure of a pressure outlet is: the free stream's where the case says nothing; as given; or what a
 * controller makes it until the faces pass a mass flow (features/mass_flow_outlets/fan.h). */
enum outlet_rule { OUTLET_STREAM, OUTLET_PRESSURE, OUTLET_MASS_FLOW };

/* Where an inflow blows: with the free stream, as given, or straight into the domain at every face. */
enum inflow_direction { DIRECTION_STREAM, DIRECTION_GIVEN, DIRECTION_NORMAL };

/* Per patch; which members count depends on the kind. */
struct bc_values {
    int kind;                /* enum bc_kind */
    struct state outside;    /* farfield, supersonic-inflow; its velocity also of an opening, whose air rests */
    int outlet;              /* pressure-outlet: enum outlet_rule */
    int line;                /* of the case's entries, from 1, that gave the rule: its patches are one; 0: no rule */
    int direction;           /* total-inflow, mass-inflow: enum inflow_direction */
    real pressure;           /* pressure-outlet, opening, Pa */
    real mass_flow;          /* OUTLET_MASS_FLOW: out of the fluid, kg/s through all patches of the line */
    real total_pressure;     /* total-inflow, Pa */
    real total_temperature;  /* total-inflow, mass-inflow, opening, K */
    real mass_flux;          /* mass-inflow, kg/(s m^2) through the face */
    real gas_constant;       /* J/(kg K) */
    real dx, dy, dz;         /* total-inflow, mass-inflow: unit vector of the flow; not of DIRECTION_NORMAL */
    int plane_axis;          /* faces in the plane x[plane_axis] = plane_at are symmetry; -1: none */
    real plane_at;           /* m */
    real ghost_weight;       /* factor on the weight of the patch's ghosts in least squares */
    real turbulence[NV_MODEL]; /* the model's variables where the flow comes in */
    int thermal;             /* wall in viscous equations: WALL_ADIABATIC, ... */
    real wall_temperature;   /* WALL_ISOTHERMAL, K */
    real heat_flux;          /* WALL_HEAT_GIVEN: into the fluid, W/m^2 */
    real wall_velocity[3];   /* wall, along itself, m/s */
    real wall_rotation[3];   /* wall: it also turns about wall_centre, rad/s */
    real wall_centre[3];     /* m */
    real slowest;            /* farfield: cut-off speed of low Mach numbers, m/s (physics/low_mach.h); 0: not
                                preconditioned */
};

/* Velocity mirrored in the face plane. */
UFV_HD struct state boundary_mirror(struct state in, real nx, real ny, real nz)
{
    real twice = (real)2 * (in.u * nx + in.v * ny + in.w * nz);
    struct state s = {in.rho, in.u - twice * nx, in.v - twice * ny, in.w - twice * nz, in.p};
    return s;
}

/* Wall and symmetry: the normal velocity taken out. */
UFV_HD struct state boundary_tangential(struct state in, real nx, real ny, real nz)
{
    real un = in.u * nx + in.v * ny + in.w * nz;
    struct state s = {in.rho, in.u - un * nx, in.v - un * ny, in.w - un * nz, in.p};
    return s;
}

/* How much of what the flow carries, entropy and tangential velocity, comes from inside at a far field that it
 * crosses at un, m/s: all where it leaves, none where it enters. Between them, within a twentieth of the free stream's
 * speed, the share is linear: where the stream runs along the boundary a jump would make residuals jump, and a steady
 * run could not converge. width: out, m/s.
 * The second term keeps the width above 0 where the fluid outside rests. */
UFV_HD real boundary_carried_share(real un, struct state out, real gamma, real *width)
{
    real speed = real_sqrt(out.u * out.u + out.v * out.v + out.w * out.w);
    *width = (real)0.05 * speed + (real)1e-6 * gas_sound_speed(out, gamma);
    real share = (real)0.5 + real_divide((real)0.5 * un, *width);
    return real_min(real_max(share, (real)0), (real)1);
}

/* Characteristic far field (Whitfield & Janus 1984; Blazek 2015, Section 8.3.1):
 * linearised about the state inside. */
UFV_HD struct state boundary_farfield(struct state in, struct state out, real nx, real ny, real nz, real gamma)
{
    real c = gas_sound_speed(in, gamma), rc = in.rho * c, width;
    real un = in.u * nx + in.v * ny + in.w * nz;
    if (un >= c)
        return in;
    if (un <= -c)
        return out;
    real dun = (out.u - in.u) * nx + (out.v - in.v) * ny + (out.w - in.w) * nz;
    struct state b;
    b.p = (real)0.5 * (in.p + out.p - rc * dun);
    /* behind waves into the state outside and into that inside: the same pressure and normal velocity */
    real enter = real_divide(b.p - out.p, rc), leave = real_divide(in.p - b.p, rc);
    real share = boundary_carried_share(un + leave, out, gamma, &width), rest = (real)1 - share;
    b.rho = rest * (out.rho + real_divide(b.p - out.p, c * c)) + share * (in.rho + real_divide(b.p - in.p, c * c));
    b.u = rest * (out.u + enter * nx) + share * (in.u + leave * nx);
    b.v = rest * (out.v + enter * ny) + share * (in.v + leave * ny);
    b.w = rest * (out.w + enter * nz) + share * (in.w + leave * nz);
    return state_is_physical(b) ? b : out;
}

/* The same with the waves of the preconditioned system (Turkel, Radespiel & Kroll 1997, Computers & Fluids 26): into
 * the domain p - rho minus u_n is constant, out of it p + rho plus u_n, with minus = b u_n - lambda- and plus =
 * lambda+ - b u_n of the state inside, whose product is V^2. A true acoustic wave would hold the velocity and not the
 * pressure at a Mach number near zero, all around. slowest: m/s, positive. */
UFV_HD struct state boundary_farfield_low_mach(struct state in, struct state out, real slowest, real nx, real ny,
                                               real nz, real gamma)
{
    real c2 = real_divide(gamma * in.p, in.rho), c = real_sqrt(c2), width;
    real through = in.u * nx + in.v * ny + in.w * nz;
    if (real_abs(through) >= c)
        return through > (real)0 ? in : out;
    real speed2 = low_mach_speed2(in.u * in.u + in.v * in.v + in.w * in.w, c2, slowest * slowest, (real)0, in.rho);
    struct low_mach_waves waves = low_mach_waves(through, c2, speed2);
    real minus = in.rho * (waves.b * through - waves.minus), plus = in.rho * (waves.plus - waves.b * through);
    /* Both invariants hold; the pressure and the velocity on the face are the unknowns. */
    real ahead = (out.u - in.u) * nx + (out.v - in.v) * ny + (out.w - in.w) * nz;
    struct state b;
    b.p = real_divide(minus * in.p + plus * out.p - minus * plus * ahead, minus + plus);
    real over_c2 = real_divide((real)1, c2), faster = real_divide(in.p - b.p, plus);
    real share = boundary_carried_share(through + faster, out, gamma, &width), rest = (real)1 - share;
    real entered = rest * real_divide(b.p - out.p, minus), left = share * faster, along = entered + left;
    b.rho = rest * (out.rho + (b.p - out.p) * over_c2) + share * (in.rho + (b.p - in.p) * over_c2);
    b.u = rest * out.u + share * in.u + along * nx;
    b.v = rest * out.v + share * in.v + along * ny;
    b.w = rest * out.w + share * in.w + along * nz;
    return state_is_physical(b) ? b : out;
}

/* The speed of sound over that inside where an expansion from the state inside that runs out of the domain reaches
 * Mach 1: its invariant u_n + 2 c / (gamma - 1) holds. mach: u_n / c inside, below 1. 0: a vacuum comes first. */
UFV_HD real boundary_sonic_ratio(real mach, real gamma)
{
    return real_max(real_divide((gamma - (real)1) * mach + (real)2, gamma + (real)1), (real)0);
}

/* Static pressure given where the outflow is subsonic (Blazek 2015, Eq. 8.36).
 * Entropy and tangential velocity come from inside, the pressure from outside, and the wave between
 * them sets the normal velocity: p + rho c u_n is that of the state inside. A pressure below the sonic one of that
 * wave is not felt: the outlet is choked. Where fluid comes back in
 * through the face the same formula holds, with the entropy of the cell, since an outlet knows none of
 * its own. */
UFV_HD struct state boundary_pressure_outlet(struct state in, real pressure, real nx, real ny, real nz, real gamma)
{
    real c = gas_sound_speed(in, gamma);
    real un = in.u * nx + in.v * ny + in.w * nz;
    if (un >= c)
        return in;
    const real sonic = in.p * power(boundary_sonic_ratio(real_divide(un, c), gamma),
                                    real_divide((real)2 * gamma, gamma - (real)1));
    const real p = real_max(pressure, sonic);
    real step = real_divide(in.p - p, in.rho * c);
    struct state b = {in.rho + real_divide(p - in.p, c * c), in.u + step * nx, in.v + step * ny, in.w + step * nz, p};
    return state_is_physical(b) ? b : in;
}

/* The direction in which the inflow enters at a face, as a unit vector. */
UFV_HD void boundary_direction(const struct bc_values *given, real nx, real ny, real nz, real d[3])
{
    int normal = given->direction == DIRECTION_NORMAL;
    d[0] = normal ? -nx : given->dx;
    d[1] = normal ? -ny : given->dy;
    d[2] = normal ? -nz : given->dz;
}

/* A reservoir behind a face. */
struct reservoir {
    real sound; /* speed of sound on the face, m/s */
    int fills;  /* fluid leaves the domain into it */
};

/* With V the velocity out of the reservoir and cosine its part that enters, the speed of sound c on the face follows
 * from the outgoing invariant of the state inside and the energy of the reservoir:
 *
 *     -cosine V + 2 c / (gamma - 1) = u_n + 2 c_in / (gamma - 1),   c^2 = gamma R T0 - (gamma - 1) V^2 / 2
 *
 * is a quadratic in c without V; the larger root is the subsonic one. Without a real root the invariant asks for more
 * than the reservoir has, and the root of 0 is the nearest. V is below 0 where fluid leaves. */
UFV_HD struct reservoir boundary_reservoir(struct state in, const struct bc_values *given, const real d[3], real nx,
                                           real ny, real nz, real gamma)
{
    real g1 = gamma - (real)1;
    real c = gas_sound_speed(in, gamma);
    real un = in.u * nx + in.v * ny + in.w * nz;
    real invariant = un + real_divide((real)2 * c, g1);
    real cosine = -(d[0] * nx + d[1] * ny + d[2] * nz);
    real ct2 = gamma * given->gas_constant * given->total_temperature;
    real qa = g1 * cosine * cosine + (real)2;
    real qb = (real)-2 * g1 * invariant;
    real qc = g1 * ((real)0.5 * g1 * invariant * invariant - cosine * cosine * ct2);
    struct reservoir r;
    r.sound = real_divide(real_sqrt(real_max(qb * qb - (real)4 * qa * qc, (real)0)) - qb, (real)2 * qa);
    r.fills = r.sound < (real)0.5 * g1 * invariant;
    return r;
}

/* Subsonic inflow from a reservoir of given total pressure and temperature, in a given direction; the outgoing Riemann
 * invariant comes from inside (Blazek 2015, Eqs. 8.29-8.34). Where fluid leaves it does so against the total
 * pressure, as into a reservoir at rest. */
UFV_HD struct state boundary_total_inflow(struct state in, const struct bc_values *given, real nx, real ny, real nz,
                                          real gamma)
{
    real g1 = gamma - (real)1, d[3];
    boundary_direction(given, nx, ny, nz, d);
    const struct reservoir r = boundary_reservoir(in, given, d, nx, ny, nz, gamma);
    if (r.fills)
        return boundary_pressure_outlet(in, given->total_pressure, nx, ny, nz, gamma);
    real ct2 = gamma * given->gas_constant * given->total_temperature;
    real ratio = real_min(real_divide(r.sound * r.sound, ct2), (real)1);
    real temperature = given->total_temperature * ratio;
    real speed = real_sqrt(real_max(real_divide((real)2, g1) * (ct2 - r.sound * r.sound), (real)0));
    struct state s;
    s.p = given->total_pressure * power(ratio, real_divide(gamma, g1));
    s.rho = real_divide(s.p, given->gas_constant * temperature);
    s.u = speed * d[0];
    s.v = speed * d[1];
    s.w = speed * d[2];
    return state_is_physical(s) ? s : in;
}

/* Subsonic inflow of a given mass per time and area and a given total temperature
 * and direction; the pressure follows from the outgoing characteristic, p + rho c
 * un = constant, linearised about the state inside. With V the speed and cosine
 * the part of it that enters,
 *
 *     mass flux = p V cosine / (R T),  T = T0 - V^2 / (2 cp),
 *     p = p_in + rho c (un_in + V cosine)
 *
 * is a quadratic in V with one positive root. */
UFV_HD struct state boundary_mass_inflow(struct state in, const struct bc_values *given, real nx, real ny, real nz,
                                         real gamma)
{
    real cp = real_divide(gamma, gamma - (real)1) * given->gas_constant, d[3];
    boundary_direction(given, nx, ny, nz, d);
    real rc = in.rho * gas_sound_speed(in, gamma);
    real un = in.u * nx + in.v * ny + in.w * nz;
    real cosine = -(d[0] * nx + d[1] * ny + d[2] * nz);
    real flow = given->mass_flux * given->gas_constant;
    /* qa V^2 + qb V - qc = 0. */
    real qa = rc * cosine * cosine + real_divide((real)0.5 * flow, cp);
    real qb = (in.p + rc * un) * cosine;
    real qc = flow * given->total_temperature;
    real root = real_sqrt(qb * qb + (real)4 * qa * qc);
    /* The positive root in the form that subtracts nothing. */
    real speed = qb > (real)0 ? real_divide((real)2 * qc, qb + root) : real_divide(root - qb, (real)2 * qa);
    real temperature = given->total_temperature - real_divide((real)0.5 * speed * speed, cp);
    struct state s;
    s.p = in.p + rc * (un + speed * cosine);
    s.rho = real_divide(s.p, given->gas_constant * temperature);
    s.u = speed * d[0];
    s.v = speed * d[1];
    s.w = speed * d[2];
    return state_is_physical(s) ? s : in;
}

/* On a face to still air, which has the pressure p0 and the temperature T0 and rests for an observer at rest. */
struct opening {
    real w;       /* velocity out of the domain for an observer at rest, m/s; below 0 where air enters */
    real answer;  /* d(p + rho c w) / dw of the quadratic below, kg/(m^2 s) */
    real p;       /* Pa */
    real rho;     /* of air that enters, kg/m^3 */
    real share;   /* of entropy and tangential velocity that come from inside */
    real width;   /* of the speeds between which that share changes, m/s */
};

/* p + rho c w goes out, linearised about the state inside. Where it is p0 or more, fluid leaves against the pressure
 * p0. Where it is less, air is drawn in along the normal, with the total pressure p0: p = p0 - rho0 w^2 / 2 makes a
 * quadratic of it, for a w that is right but for Mach^2 / 4 of itself; with this w, p and rho are those of the
 * isentrope. (With the static pressure p0 air would bring in the more energy the faster it came, and no flow of it
 * were stable.) Both forms have w = 0 at p0, so that where the flow turns round nothing jumps but what it carries:
 * the share of that which comes from inside is linear, within a ten thousandth of the speed of sound. */
UFV_HD struct opening opening_find(struct state in, const struct bc_values *given, const real n[3], real gamma)
{
    const real rc = in.rho * gas_sound_speed(in, gamma), g1 = gamma - (real)1;
    const real outside = given->outside.u * n[0] + given->outside.v * n[1] + given->outside.w * n[2];
    const real un = in.u * n[0] + in.v * n[1] + in.w * n[2], over = in.p + rc * (un - outside) - given->pressure;
    const real rt = given->gas_constant * given->total_temperature, rho0 = real_divide(given->pressure, rt);
    struct opening o = {(real)0, rc, (real)0, (real)0, (real)0, (real)1e-4 * real_sqrt(gamma * rt)};
    real ratio = (real)1; /* of temperatures, along the isentrope */
    if (over < (real)0) {
        o.answer = real_sqrt(rc * rc - (real)2 * rho0 * over);
        o.w = real_divide((real)2 * over, rc + o.answer);
        ratio = real_max((real)1 - real_divide((real)0.5 * g1 * o.w * o.w, gamma * rt), (real)0);
    } else {
        o.w = real_divide(over, rc);
    }
    o.p = given->pressure * power(ratio, real_divide(gamma, g1));
    o.rho = rho0 * power(ratio, real_divide((real)1, g1));
    o.share = (real)0.5 + real_divide((real)0.5 * (o.w + outside), o.width);
    o.share = real_min(real_max(o.share, (real)0), (real)1);
    return o;
}

/* in: as seen from the face; given->outside has the velocity of the air outside as seen from there. share: of entropy
 * and tangential velocity that come from inside. */
UFV_HD struct state boundary_opening_part(struct state in, const struct bc_values *given, struct opening o,
                                          real share, const real n[3], real c)
{
    const struct state out = given->outside;
    const real un = in.u * n[0] + in.v * n[1] + in.w * n[2];
    const real rest = (real)1 - share, leave = o.w + out.u * n[0] + out.v * n[1] + out.w * n[2] - un;
    const real along = rest * o.w + share * leave;
    struct state b = {rest * o.rho + share * (in.rho + real_divide(o.p - in.p, c * c)),
                      rest * out.u + share * in.u + along * n[0], rest * out.v + share * in.v + along * n[1],
                      rest * out.w + share * in.w + along * n[2], o.p};
    return un >= c || !state_is_physical(b) ? in : b;
}

UFV_HD struct state boundary_opening(struct state in, const struct bc_values *given, real nx, real ny, real nz,
                                     real gamma)
{
    const real n[3] = {nx, ny, nz};
    const struct opening o = opening_find(in, given, n, gamma);
    return boundary_opening_part(in, given, o, o.share, n, gas_sound_speed(in, gamma));
}

/* State on the face for every kind but BC_PRESCRIBED, whose faces have states of their own (kernels/flux.h),
 * BC_SLIDING, whose fluxes are made apart (kernels/sliding_faces.h), and BC_NONE, which no case file leaves; both get
 * the state inside. There is no default: a new kind that has no case here does not compile. */
UFV_HD struct state boundary_state(struct state in, const struct bc_values *given, real nx, real ny, real nz,
                                   real gamma)
{
    switch ((enum bc_kind)given->kind) {
    case BC_SLIP:
    case BC_WALL:
    case BC_SYMMETRY:
        return boundary_tangential(in, nx, ny, nz);
    case BC_FARFIELD:
        if (given->slowest > (real)0)
            return boundary_farfield_low_mach(in, given->outside, given->slowest, nx, ny, nz, gamma);
        return boundary_farfield(in, given->outside, nx, ny, nz, gamma);
    case BC_SUPERSONIC_INFLOW:
        return given->outside;
    case BC_PRESSURE_OUTLET:
        return boundary_pressure_outlet(in, given->pressure, nx, ny, nz, gamma);
    case BC_TOTAL_INFLOW:
        return boundary_total_inflow(in, given, nx, ny, nz, gamma);
    case BC_MASS_INFLOW:
        return boundary_mass_inflow(in, given, nx, ny, nz, gamma);
    case BC_OPENING:
        return boundary_opening(in, given, nx, ny, nz, gamma);
    case BC_SUPERSONIC_OUTFLOW:
    case BC_PRESCRIBED:
    case BC_SLIDING:
    case BC_NONE:
    case BC_N_KINDS:
        break;
    }
    return in;
}

/* Value in the ghost slot, at the mirror image of the cell's centroid: as far
 * beyond the boundary state as the cell is before it. */
UFV_HD struct state boundary_ghost(struct state in, struct state face)
{
    struct state g = {(real)2 * face.rho - in.rho, (real)2 * face.u - in.u, (real)2 * face.v - in.v,
                      (real)2 * face.w - in.w, (real)2 * face.p - in.p};
    return state_is_physical(g) ? g : face;
}

/* The state on the face that the ghost of an opening is made from: entropy and tangential velocity are those inside,
 * whichever way fluid passes. Those of air that enters begin at the face: across it they jump, and a slope through the
 * jump would carry it into the cell. It would also turn with the sign of a velocity that is next to nothing. */
UFV_HD struct state boundary_opening_slope(struct state in, const struct bc_values *given, const real n[3], real gamma)
{
    return boundary_opening_part(in, given, opening_find(in, given, n, gamma), (real)1, n, gas_sound_speed(in, gamma));
}

#endif
