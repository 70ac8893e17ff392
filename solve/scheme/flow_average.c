/* flow_average.c: a step's part of the statistics in time. */
#include "scheme/flow.h"

#include <string.h>

/* Steps that begin this part of their length early, by rounding, begin in time. */
static const double SLACK = 1e-6;

/* The tables of averages.c, as the kernel wants them; value[] is left to the caller. */
static struct moments_args arguments(const struct averages *of, lid n, double share, double *moment)
{
    struct moments_args a = {.n_values = of->n_values, .n_pairs = of->n_pairs, .n = n, .share = share,
                             .moment = moment};
    memcpy(a.first, of->first, sizeof a.first);
    memcpy(a.second, of->second, sizeof a.second);
    return a;
}

static void average_cells(const struct flow *f, double share)
{
    const struct mesh_view *m = &f->domain->view;
    struct moments_args a = arguments(&averages_cells, m->n_owned, share, f->cell_moments);
    for (int k = 0; k < a.n_values; k++)
        a.value[k] = f->q + (int64_t)k * m->n_slots;
    BACKEND_LAUNCH(f->domain->backend, KERNEL_moments, STREAM_COMPUTE, 0, a.n, &a);
}

/* The pressure, and in viscous runs what is kept of walls, as surface_variable_of() names them. */
static void average_faces(const struct flow *f, double share)
{
    const lid n = f->domain->view.n_boundary;
    struct moments_args a = arguments(averages_faces(f->wall != NULL), n, share, f->face_moments);
    a.value[0] = f->pressure;
    for (int k = 1; k < a.n_values; k++)
        a.value[k] = f->wall + (int64_t)(k - 1) * n;
    BACKEND_LAUNCH(f->domain->backend, KERNEL_moments, STREAM_COMPUTE, 0, n, &a);
}

/* A running mean: with the weight share = dt / (time averaged so far, this step included) the new mean is mean +
 * share (value - mean), so that no sum grows with the length of the run and steps may have different lengths. */
void flow_average(struct flow *f, double began, double dt)
{
    if (!f->cell_moments || !(began + SLACK * dt >= f->average_from) || !(dt > 0))
        return;
    f->averaged += dt;
    average_cells(f, dt / f->averaged);
    average_faces(f, dt / f->averaged);
}
