/* frame.h: a mesh that moves as a rigid body through the gas, all of it or a zone of its cells.
 *
 * States are those of a gas seen by an observer at rest; their components, like all vectors here, are along the axes
 * of the mesh, which turn with it, so that the mesh never moves in memory. A point x of the mesh has the velocity
 *
 *   v = velocity + omega x (x - centre)
 *
 * Seen from a face that has it, fluxes and boundary conditions are those of a face at rest. With the flux of the
 * relative states (mass, momentum, energy)' of an area the flux of the absolute ones through the moving area is
 *
 *   mass = mass',  momentum = momentum' + v mass',  energy = energy' + v . momentum' + |v|^2 / 2 mass'
 *
 * (Galilei's transformation; the arbitrary Lagrangian-Eulerian flux F(W) - v.n W, Donea et al. 2004, Section 2.5).
 *
 * Where a zone turns in a mesh at rest (multiple reference frames; Luo, Issa & Gosman 1994), a face moves that has
 * cells of the zone on all its sides; its surface rests, and both sides see one flux.
 */
#ifndef UFV_SOLVE_PHYSICS_FRAME_H
#define UFV_SOLVE_PHYSICS_FRAME_H

#include "physics/boundary.h"

/* Do the kernels take a face's velocity into account? A constant of each kernel: FRAME_RESTS or FRAME_MOVES, to which
 * those of no-slip walls with wall functions (physics/turbulence/wall_function.h) add WALLS_MODELLED. */
enum frame_kind { FRAME_RESTS, FRAME_MOVES, WALLS_MODELLED };

/* How the mesh moves now. */
struct frame {
    real velocity[3];  /* m/s, of the centre */
    real omega[3];     /* rad/s */
    real spin;         /* rad/s, along the fixed axis: omega is spin times that unit vector */
    real centre[3];    /* m */
    real from_rest[9]; /* by rows: turns the components of vectors along the axes of an observer at rest into those
                          along the mesh's */
    int steady;        /* 1: what is solved for is steady in the turning axes, and momentum has the source
                          - omega x (rho v) */
    const uint8_t *turning; /* [n_cells] 1: the cell is of the zone that turns; NULL: all cells are */
};

/* Does a cell move with the frame? */
UFV_HD int frame_has_cell(const struct frame *f, lid cell)
{
    return !f->turning || f->turning[cell];
}

/* out = a x b; out is neither of them. */
UFV_HD void frame_cross(const real a[3], const real b[3], real out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* a . b, summed in the order of the components. */
UFV_HD real frame_dot(const real a[3], const real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The velocity of the mesh at x, m/s. */
UFV_HD void frame_velocity(const struct frame *f, const real x[3], real out[3])
{
    const real arm[3] = {x[0] - f->centre[0], x[1] - f->centre[1], x[2] - f->centre[2]};
    frame_cross(f->omega, arm, out);
    for (int d = 0; d < 3; d++)
        out[d] += f->velocity[d];
}

/* The least speed V of physics/low_mach.h, m/s, where the mesh moves at v. What moves with the mesh meets fluid at
 * about that speed, and in the boundary layers on it, where fluid goes along, it bounds V as the speed of the free
 * stream does on a body at rest. slowest: the cut-off speed of the case, m/s; 0: not preconditioned, which stays. */
UFV_HD real frame_slowest(real slowest, const real v[3])
{
    return slowest > (real)0 ? real_max(slowest, real_sqrt(frame_dot(v, v))) : slowest;
}

/* The state as seen from a point that moves at v, m/s: density and pressure are the same for all observers. */
UFV_HD struct state frame_relative(struct state s, const real v[3])
{
    struct state r = {s.rho, s.u - v[0], s.v - v[1], s.w - v[2], s.p};
    return r;
}

/* The way back: s as seen from rest. */
UFV_HD struct state frame_absolute(struct state s, const real v[3])
{
    struct state r = {s.rho, s.u + v[0], s.v + v[1], s.w + v[2], s.p};
    return r;
}

/* The flux of absolute states through an area that moves at v, from that of the relative states. */
UFV_HD struct flux5 frame_flux(struct flux5 f, const real v[3])
{
    real work = v[0] * f.mx + v[1] * f.my + v[2] * f.mz, half = (real)0.5 * frame_dot(v, v);
    struct flux5 r = {f.mass, f.mx + v[0] * f.mass, f.my + v[1] * f.mass, f.mz + v[2] * f.mass,
                      f.energy + work + half * f.mass};
    return r;
}

/* out = by u (by rows): with frame.from_rest components along the axes at rest to those along the mesh's. out is not
 * u. */
UFV_HD void frame_turn(const real by[9], const real u[3], real out[3])
{
    for (int d = 0; d < 3; d++)
        out[d] = frame_dot(by + 3 * d, u);
}

/* What a patch gives at the point x of the mesh, which moves at v, as seen from there: the stream outside; the
 * velocity of a wall, which may turn beside what it has with the mesh.
 * The velocity of a wall is given relative to the mesh, that of the stream relative to an observer at
 * rest. */
UFV_HD struct bc_values frame_boundary(const struct bc_values *given, const struct frame *f, const real x[3],
                                       const real v[3])
{
    struct bc_values b = *given;
    const real stream[3] = {b.outside.u, b.outside.v, b.outside.w};
    const real arm[3] = {x[0] - b.wall_centre[0], x[1] - b.wall_centre[1], x[2] - b.wall_centre[2]};
    real turned[3], spin[3];
    frame_turn(f->from_rest, stream, turned);
    /* Relative to the face, along the mesh's axes. */
    b.outside.u = turned[0] - v[0];
    b.outside.v = turned[1] - v[1];
    b.outside.w = turned[2] - v[2];
    b.slowest = frame_slowest(b.slowest, v);
    frame_cross(b.wall_rotation, arm, spin);
    for (int d = 0; d < 3; d++)
        b.wall_velocity[d] += spin[d];
    return b;
}

/* The same patch with the velocity and rotation of a wall as seen from rest; only walls' members are of use. */
UFV_HD struct bc_values frame_wall(struct bc_values seen, const struct frame *f, const real v[3])
{
    for (int d = 0; d < 3; d++) {
        seen.wall_velocity[d] += v[d];
        seen.wall_rotation[d] += f->omega[d];
    }
    return seen;
}

#endif
