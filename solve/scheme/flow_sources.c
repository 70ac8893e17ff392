/* flow_sources.c: what is added to the right-hand side besides fluxes and turbulence: a source that is given, that of a
 * frame that turns, those of loads on cells and of features. They are summed in one array, in this order, in each
 * evaluation.
 */
#include "scheme/flow.h"
#include "scheme/flow_parts.h"

#include "backend/convert.h"
#include "features/features.h"

struct actuator_args flow_actuator_args(const struct flow *f)
{
    const struct mesh_view *m = &f->domain->view;
    return (struct actuator_args){.n_owned = m->n_owned, .n_slots = m->n_slots, .n_variables = f->n_variables,
                                  .volume = m->volume, .q = f->q, .disk = f->disk,
                                  .load = f->load, .source = f->source};
}

/* As flow_frame_source(). */
static bool load_source(const struct flow *f, bool adds)
{
    struct actuator_args a = flow_actuator_args(f);
    a.adds = adds;
    features_update_loads(f->domain->features, f);
    if (f->disk)
        BACKEND_LAUNCH(f->domain->backend, KERNEL_actuator_source, STREAM_COMPUTE, 0, a.n_owned, &a);
    return f->disk;
}

/* The first that writes the array begins it anew, so that it need not be set to zero: on a GPU that would be a pass
 * over it more. `adds`: something is there already. */
void flow_sources(struct flow *f)
{
    const size_t n = (size_t)f->n_variables * (size_t)f->domain->view.n_owned;
    bool adds = f->source && f->given_source;
    if (adds)
        f->domain->backend->copy_async(STREAM_COMPUTE, f->source, f->given_source, n * sizeof *f->source);
    adds = flow_frame_source(f, adds) || adds;
    adds = load_source(f, adds) || adds;
    features_add_sources(f->domain->features, f, adds);
}

void flow_actuate(struct flow *f, double time)
{
    if (features_advance(f->domain->features, f, time, false))
        flow_sources(f);
}

void flow_actuate_at(struct flow *f, double time)
{
    if (features_advance(f->domain->features, f, time, true))
        flow_sources(f);
}

/* Where nothing else makes sources the update reads what is given where it stands. */
void flow_set_source(struct flow *f, const double *source)
{
    const int64_t n = (int64_t)f->n_variables * f->domain->view.n_owned;
    if (!f->given_source)
        f->given_source = f->domain->backend->alloc("given source", (size_t)n * sizeof *f->given_source);
    convert_upload(f->domain->backend, f->given_source, source, n, sizeof *f->given_source);
    f->args.update.source = f->source ? f->source : f->given_source;
}
