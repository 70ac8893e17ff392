/* flow_kernels.c: the kernels that a case's equations and scheme need. */
#include "scheme/flow.h"
#include "scheme/flow_parts.h"

#include "kernels/face_geometry.h"
#include "physics/inviscid_low_mach.h"
#include "physics/turbulence/models.h"

#include <math.h>

/* A switch without default: a flux with a new kind of parameter does not compile until it is handled
 * here. */
double flow_scheme_parameter(const struct case_file *c)
{
    switch (flux_takes((int)c->numerics.flux)) {
    case FLUX_TAKES_CUTOFF_MACH:
        return isnan(c->numerics.cutoff_mach) ? c->flow.mach : c->numerics.cutoff_mach;
    case FLUX_TAKES_SMOOTHING:
        return c->numerics.eigenvalue_smoothing;
    case FLUX_TAKES_ENTROPY_FIX:
        return c->numerics.entropy_fix;
    case FLUX_TAKES_DISSIPATION:
        return c->numerics.dissipation;
    case FLUX_TAKES_NOTHING:
        break;
    }
    return 0;
}

/* Forms for low Mach numbers are kernels of their own, numbered behind the others: enum flux_scheme in
 * physics/inviscid_low_mach.h. */
int flow_flux_scheme(const struct case_file *c)
{
    return c->derived.slowest > 0 ? flux_at_low_mach((int)c->numerics.flux) : (int)c->numerics.flux;
}

/* First order: gradients for viscous terms only. */
int flow_limiter(const struct case_file *c)
{
    return c->numerics.order == 1 ? LIMITER_NONE : (int)c->numerics.limiter;
}

/* Kernels that make what gradients about nodes read; NULL: the method takes none. */
static void choose_node_kernels(const struct backend *b, enum gradient_method method, int n_variables,
                                struct flow_kernels *k)
{
    enum kernel_family family = N_KERNEL_FAMILIES;
    switch (method) {
    case GRADIENT_LSQ:
    case GRADIENT_FACE:
        break;
    case GRADIENT_NODE:
        family = KERNEL_node_average;
        break;
    case GRADIENT_NODE_LSQ:
        family = KERNEL_node_gradient;
        break;
    }
    if (family == N_KERNEL_FAMILIES)
        return;
    k->node = backend_kernel(b, family, EQUATIONS_ANY, n_variables);
    k->record = backend_kernel(b, KERNEL_record_state, EQUATIONS_ANY, n_variables);
}

static struct flow_flux choose_flux(const struct backend *b, const struct case_file *c, int scheme, double parameter)
{
    return (struct flow_flux){.inside = backend_kernel(b, KERNEL_flux, (int)c->model.equations, scheme),
                              .all = backend_kernel(b, KERNEL_flux_all, (int)c->model.equations, scheme),
                              .scheme = scheme,
                              .parameter = (real)parameter};
}

int flow_frame_kind(const struct case_file *c)
{
    return (c->derived.motion.moves ? FRAME_MOVES : FRAME_RESTS) +
           (c->derived.turbulence.modelled_walls ? WALLS_MODELLED : 0);
}

/* Kernels are compiled once for each model, scheme and frame, so that their inner loops do not branch on them; this
 * takes one of each family, once, at the start. widest_row: entries of the widest row of the slice table
 * (kernels/face_geometry.h says which instance goes with it). */
struct flow_kernels flow_choose_kernels(const struct backend *b, const struct case_file *c, int widest_row)
{
    /* Of this rank: ranks may run other instances, whose bits are the same. */
    int rows = widest_row <= ROWS_OF_4   ? ROWS_OF_4
               : widest_row <= ROWS_TO_6 ? ROWS_TO_6
                                         : ROWS_ANY,
        e = (int)c->model.equations;
    bool modelled = c->derived.turbulence.modelled_walls;
    int frame = flow_frame_kind(c);
    struct flow_kernels k = {
        .ghost = backend_kernel(b, KERNEL_ghost, e, frame),
        .gradient = backend_kernel(b, KERNEL_gradient, e, KERNEL_PLACE(c->numerics.gradient, rows)),
        .flux_boundary = backend_kernel(b, KERNEL_flux_boundary, e, modelled ? WALLS_MODELLED : FRAME_RESTS),
        .update = backend_kernel(b, KERNEL_update, e, KERNEL_PLACE(0, rows)),
        .residual = backend_kernel(b, KERNEL_residual, e, 0),
        .residual_sum = backend_kernel(b, KERNEL_residual_sum, e, 0),
        .time_step = backend_kernel(b, KERNEL_time_step, EQUATIONS_ANY, 0),
    };
    k.case_flux = choose_flux(b, c, flow_flux_scheme(c), flow_scheme_parameter(c));
    /* Strong shocks are not of low Mach numbers. */
    k.positive_flux = c->derived.slowest > 0 ? k.case_flux : choose_flux(b, c, FLUX_HLLE, 0);
    k.flux = k.case_flux.inside;
    k.flux_all = k.case_flux.all;
    if (c->derived.turbulence.quadratic != QCR_NONE)
        k.flux_quadratic = backend_kernel(b, KERNEL_flux_quadratic, e, 0);
    if (turbulence_is_corrected(&c->derived.turbulence))
        k.correction = backend_kernel(b, KERNEL_correction, e, 0);
    if (c->derived.motion.moves)
        k.flux_moving = backend_kernel(b, KERNEL_flux_moving, e, c->numerics.flux == FLUX_KEEP);
    choose_node_kernels(b, c->numerics.gradient, equations_variables(c->model.equations), &k);
    return k;
}
