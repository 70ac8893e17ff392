/* flow_motion.c: the mesh that moves as a rigid body: its velocities at an instant, vectors turned with its axes. */
#include "scheme/flow.h"

#include "features/features.h"
#include "kernels/frame_args.h"
#include "scheme/flow_parts.h"

static void reals(int n, const double *from, real *to)
{
    for (int k = 0; k < n; k++)
        to[k] = (real)from[k];
}

/* Ghosts and fluxes have copies of the frame in their arguments; both are set here, and nowhere else,
 * so that they cannot be of two instants. Kernels take reals: at single precision the motion is still
 * followed in double here and rounded once an instant, so that no error gathers. */
void flow_set_time(struct flow *f, double time)
{
    const struct motion *m = &f->motion;
    struct motion_state now = motion_at(m, time);
    struct frame frame = {.steady = m->steady, .turning = f->domain->moving.turning};
    f->time = time;
    reals(3, now.velocity, frame.velocity);
    reals(3, now.omega, frame.omega);
    frame.spin = (real)now.spin;
    /* The centre as a point of the mesh, which moves with it: no function of time. */
    reals(3, m->centre, frame.centre);
    reals(9, now.from_rest, frame.from_rest);
    f->args.ghost.frame = f->args.fluxes.frame = frame;
    features_set_time(f->domain->features, f);
}

/* The state is stored in axes that move with the mesh. A value kept from an earlier instant must be turned before it
 * is compared with the present one. state: the flow's own array, with ghost slots behind its cells, or a copy
 * without. */
void flow_turn(const struct flow *f, const double by[9], real *state, stored *rate)
{
    const struct mesh_view *v = &f->domain->view;
    struct turn_args a = {.stride = state == f->q ? v->n_slots : v->n_owned, .state = state, .rate = rate,
                          .turning = f->domain->moving.turning};
    reals(9, by, a.by);
    BACKEND_LAUNCH(f->domain->backend, KERNEL_turn, STREAM_COMPUTE, 0, v->n_owned, &a);
}

/* by: also out, for the states of older time levels, which have to be turned by the same angle. */
void flow_turn_to(struct flow *f, double time, double by[9])
{
    motion_turn(&f->motion, motion_at(&f->motion, time).angle - motion_at(&f->motion, f->time).angle, by);
    flow_turn(f, by, f->q, NULL);
    flow_set_time(f, time);
}

/* Of a mesh at rest, and one that moves in time, there is none: its faces sweep nothing of a cell in total. */
bool flow_frame_source(const struct flow *f, bool adds)
{
    struct frame_args a = {.m = f->domain->view,
                           .frame = f->args.fluxes.frame,
                           .n_variables = f->n_variables,
                           .adds = adds,
                           .gamma = f->args.update.fluid.gamma,
                           .q = f->q,
                           .kept = f->domain->moving.swept_kept,
                           .source = f->source};
    if (f->motion.steady)
        BACKEND_LAUNCH(f->domain->backend, KERNEL_frame_source, STREAM_COMPUTE, 0, a.m.n_owned, &a);
    return f->motion.steady;
}

void flow_create_motion(struct flow *f)
{
    flow_set_time(f, 0);
}
