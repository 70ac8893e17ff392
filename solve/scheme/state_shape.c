/* state_shape.c: the sizes and choices of a case on a rank's part of a mesh, which decide what arrays there are. */
#include "scheme/state.h"

#include "features/features.h"
#include "physics/turbulence/models.h"

#include <math.h>

/* Rows of slices of tetrahedra alone are four wide.
 * For the capacity estimate, before gradients are chosen. An upper bound but on meshes of tetrahedra alone, of which
 * few take Green-Gauss unless layers are cut into them. */
static int64_t most_sides(const struct pack *p, int64_t slices)
{
    return p->n_slice_entries > 4 * slices * SLICE ? p->n_slice_entries : 0;
}

/* Extremes around nodes are read before the first flux of an evaluation is written, so that both can take the same
 * place. In implicit flow, and not where a zone moves: not all fluxes are made anew there. */
static bool fit_into_fluxes(const struct pack *p, const struct case_file *c)
{
    const bool implicit = c->time.scheme == TIME_IMPLICIT || c->time.scheme == TIME_DUAL;
    return implicit && !motion_is_of_zone(&c->derived.motion) &&
           p->n_flux * (int64_t)sizeof(real) >= 2 * (int64_t)p->n_nodes * (int64_t)sizeof(real);
}

/* Sets all that the rows of state_arrays.inc depend on, as far as it follows from case and pack; the caller sets the
 * rest (prescribed patches, sides) later. */
struct state_shape state_shape_of(const struct pack *p, const struct case_file *c, bool in_slices)
{
    struct domain_needs needs = domain_needs(c);
    bool limited = c->numerics.order == 2 && c->numerics.limiter != LIMITER_NONE,
         viscous = equations_are_viscous(c->model.equations);
    bool frozen = limited && (c->numerics.freeze_limiter > 0 || !isnan(c->numerics.freeze_limiter_drop));
    int64_t slices = (p->n_stencil + SLICE - 1) / SLICE;
    return (struct state_shape){
        .n_owned = p->n_owned,
        .n_stencil = p->n_stencil,
        .n_cells = p->n_cells,
        .n_slots = p->n_slots,
        .n_boundary = p->n_boundary,
        .n_halo_boundary = p->n_halo_boundary,
        .n_flux = p->n_flux,
        .n_nodes = p->n_nodes,
        .n_slices = slices,
        .n_sides = needs.node_fits ? most_sides(p, slices) : 0,
        .gradient_capacity = in_slices ? slices * SLICE : p->n_stencil,
        .nv = equations_variables(c->model.equations),
        .terms = equations_terms(c->model.equations),
        .viscous = viscous,
        .turbulent = equations_are_turbulent(c->model.equations),
        .keeps_eddies = model_keeps_eddies((int)c->model.equations),
        /* Gradients and limiter of a variable side by side, which viscous fluxes read both
         * of. */
        .together = viscous && !needs.paper,
        .nodes = needs.nodes && !needs.paper,
        .node_averages = needs.node_weights || (needs.paper && (c->numerics.order == 2 || viscous)),
        .node_fits = needs.node_fits,
        /* On a GPU; a CPU, whose loops take several cells at once, would store one by one. */
        .update_records = needs.nodes && !needs.paper && !in_slices &&
                          (c->time.scheme == TIME_RK || c->time.scheme == TIME_SHU_OSHER),
        .limited = limited,
        .extremes_in_flux = fit_into_fluxes(p, c),
        .frozen = frozen,
        .implicit = c->time.scheme == TIME_IMPLICIT,
        .held = limited && !frozen && c->time.scheme == TIME_IMPLICIT && c->time.local,
        .corrected = turbulence_is_corrected(&c->derived.turbulence) ||
                     (c->derived.turbulence.modelled_walls && model_holds_at_walls((int)c->model.equations)),
        .periodic = p->n_transforms > 1,
        .two_levels = c->time.scheme == TIME_DUAL && c->time.method != METHOD_ESDIRK3,
        .three_levels = c->time.scheme == TIME_DUAL && c->time.method != METHOD_ESDIRK3 &&
                        (c->time.method == METHOD_BDF2OPT || c->time.predictor == PREDICTOR_QUADRATIC),
        .actuated = features_have_loads(c->features),
        .with_source = c->derived.motion.steady || features_have_sources(c->features),
        .local = c->time.local && c->time.scheme != TIME_IMPLICIT};
}
