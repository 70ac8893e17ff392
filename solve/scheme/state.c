/* state.c: the rows of scheme/state_arrays.inc for a case on a mesh, and what follows from
 * them alone. */
#include "scheme/state.h"

#include "kernels/node_values.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Rows of slices of tetrahedra alone are four wide.
 * An upper bound for the capacity estimate, before gradients are chosen; on meshes of tetrahedra alone no
 * cell takes Green-Gauss by sides. */
static int64_t most_sides(const struct pack *p, int64_t slices)
{
    return p->n_slice_entries > 4 * slices * SLICE ? p->n_slice_entries : 0;
}

/* All that the rows of state_arrays.inc depend on. Whatever is not known from case and pack (prescribed
 * patches, sides) is set later by the caller. */
struct state_shape state_shape_of(const struct pack *p, const struct case_file *c, bool in_slices)
{
    struct domain_needs needs = domain_needs(c);
    bool limited = c->order == 2 && c->limiter != LIMITER_NONE, viscous = equations_are_viscous(c->model);
    int64_t slices = (p->n_stencil + SLICE - 1) / SLICE;
    return (struct state_shape){.n_owned = p->n_owned,
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
                                .nv = equations_variables(c->model),
                                .terms = equations_terms(c->model),
                                .viscous = viscous,
                                .turbulent = equations_are_turbulent(c->model),
                                .sst = c->model == EQUATIONS_SST,
                                .together = viscous && !needs.paper,
                                .nodes = needs.nodes && !needs.paper,
                                .node_averages = needs.node_weights || (needs.paper && (c->order == 2 || viscous)),
                                .node_fits = needs.node_fits,
                                .limited = limited,
                                .frozen = limited && (c->freeze_limiter > 0 || !isnan(c->freeze_limiter_drop)),
                                .modelled_walls = c->turbulence.modelled_walls,
                                .scales = c->turbulence.scales != SCALES_RANS,
                                .blended = c->blending == BLENDING_TRAVIN,
                                .corrected = turbulence_is_corrected(&c->turbulence) ||
                                             (c->turbulence.modelled_walls && c->model == EQUATIONS_SST),
                                .periodic = p->n_transforms > 1,
                                .two_levels = c->scheme == TIME_DUAL && c->method != METHOD_ESDIRK3,
                                .three_levels = c->scheme == TIME_DUAL && c->method != METHOD_ESDIRK3 &&
                                                (c->method == METHOD_BDF2OPT || c->predictor == PREDICTOR_QUADRATIC),
                                .averaged = !isnan(c->statistics_start),
                                .turns = c->motion.steady || c->motion.unsteady,
                                .actuated = c->n_actuators > 0,
                                .with_source = c->motion.steady || c->motion.unsteady || c->n_actuators > 0,
                                .local = c->local};
}

#define READ(pass) STATE_READ(PASS_##pass)
#define WRITE(pass) STATE_WRITE(PASS_##pass)
#define READ_FIRST(pass) STATE_READ_FIRST(PASS_##pass)
#define WRITE_FIRST(pass) STATE_WRITE_FIRST(PASS_##pass)

void state_rows(const struct state_shape *s, struct state_row row[STATE_N_ARRAYS])
{
    enum { NO, CHECKPOINT };
    int k = 0;
#define ARRAY(member_, type, label_, components_, stride_, over_, exists_, checkpoint_, moved_)    \
    row[k++] = (struct state_row){.member = #member_,                                              \
                                  .label = (label_),                                               \
                                  .offset = offsetof(struct state_arrays, member_),                        \
                                  .element = sizeof(type),                                         \
                                  .components = (components_),                                     \
                                  .stride = (stride_),                                             \
                                  .over = STATE_OVER_##over_,                                            \
                                  .exists = (exists_),                                             \
                                  .in_checkpoint = (checkpoint_) == CHECKPOINT,                    \
                                  .moved = (moved_)};
#include "scheme/state_arrays.inc"
#undef ARRAY
}

/* Pointers to objects have one representation. */
static void **pointer_of(struct state_arrays *a, const struct state_row *row)
{
    return (void **)(void *)((char *)a + row->offset);
}

/* Only what is not there yet, so that it may be called again when more is known. Device arrays are zeroed by
 * the back end's alloc(). */
void state_allocate(const struct backend *b, const struct state_shape *s, struct state_arrays *a)
{
    struct state_row row[STATE_N_ARRAYS];
    state_rows(s, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        if (row[k].exists && !*pointer_of(a, &row[k]))
            *pointer_of(a, &row[k]) =
                b->alloc(row[k].label, (size_t)(row[k].components * row[k].stride) * row[k].element);
}

/* Only the rows' offsets are needed; arrays that were never made are NULL. */
void state_free(const struct backend *b, struct state_arrays *a)
{
    struct state_shape none = {.n_owned = 1};
    struct state_row row[STATE_N_ARRAYS];
    state_rows(&none, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        b->free(*pointer_of(a, &row[k]));
    memset(a, 0, sizeof *a);
}

int64_t state_bytes(const struct state_shape *s)
{
    struct state_row row[STATE_N_ARRAYS];
    int64_t bytes = 0;
    state_rows(s, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        bytes += row[k].exists ? row[k].components * row[k].stride * (int64_t)row[k].element : 0;
    return bytes;
}

/* Of owned cells, as the copy for a checkpoint is made (checkpoint_writer.h). */
int64_t state_checkpoint_bytes(const struct state_shape *s)
{
    struct state_row row[STATE_N_ARRAYS];
    int64_t bytes = 0;
    state_rows(s, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        bytes += row[k].exists && row[k].in_checkpoint ? row[k].components * s->n_owned * (int64_t)row[k].element : 0;
    return bytes;
}

/* Entries of an array per owned cell. */
static double entries(const struct state_shape *s, enum state_over over)
{
    switch (over) {
    case STATE_OVER_FACES:
        return (double)s->n_flux / (double)s->n_owned;
    case STATE_OVER_NODES:
        return (double)s->n_nodes / (double)s->n_owned;
    case STATE_OVER_SIDES:
        return (double)s->n_sides / (double)s->n_owned;
    case STATE_OVER_CELLS:
        break;
    }
    return 1;
}

/* Bytes per cell and stage if each array were moved once: what --bench reports as the model. */
double state_traffic(const struct state_shape *s, enum state_pass pass, int stages)
{
    struct state_row row[STATE_N_ARRAYS];
    double bytes = 0;
    state_rows(s, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++) {
        double once = (double)(row[k].components * (int64_t)row[k].element) * entries(s, row[k].over), times = 0;
        times += row[k].moved & STATE_READ(pass) ? 1 : 0;
        times += row[k].moved & STATE_WRITE(pass) ? 1 : 0;
        times += row[k].moved & STATE_READ_FIRST(pass) ? 1.0 / stages : 0;
        times += row[k].moved & STATE_WRITE_FIRST(pass) ? 1.0 / stages : 0;
        bytes += row[k].exists ? times * once : 0;
    }
    return bytes;
}
