/* flow.c: the state of the flow: its arrays and initial field, one evaluation (exchange, ghosts,
 * gradients, fluxes) on streams that overlap, and the stages of an explicit step.
 */
#include "scheme/flow.h"
#include "scheme/flow_parts.h"

#include "error.h"
#include "features/features.h"
#include "case/initial_field.h"
#include "kernels/node_values.h"
#include "physics/turbulence/models.h"
#include "mem.h"
#include "backend/convert.h"

#include <math.h>
#include <string.h>

/* ---- creation ---- */

/* Everything that follows from the case alone and so is the same on all ranks. The kernels also depend on the
 * mesh: their loops over the faces of a cell are unrolled where it has few. The integrator will set another CFL
 * number for its first step. */
static void choose_scheme(struct flow *f, const struct case_file *c)
{
    f->equations = c->model.equations;
    f->n_variables = equations_variables(c->model.equations);
    f->steps.stages = case_stages(c, f->steps.coefficient, f->steps.keep);
    f->steps.cfl = case_cfl(c, 0);
    f->steps.given_dt = c->time.dt;
    f->motion = c->derived.motion;
    f->steps.local = c->time.local;
    f->kernels = flow_choose_kernels(f->domain->backend, c, f->domain->widest_row);
    f->with.gradients = c->numerics.order == 2 || equations_are_viscous(c->model.equations);
    f->with.nodes = f->kernels.node && f->with.gradients;
    f->limiter = flow_limiter(c);
    f->with.limiter = f->limiter != LIMITER_NONE;
}

/* Venkatakrishnan's and van Albada's threshold (K h)^3 with h^3 of limiter_size.h, made
 * dimensionless by the limiter length, in units of the free stream's density,
 * speed of sound, pressure, and of the turbulence variables' values there. The
 * pressure limiter has none (paper 2, Eq. 8). Where the case gives no K, that of strong shocks, and
 * what weak ones have more (limiter_weak_share()). */
static void set_threshold(const struct case_file *c, struct gradient_args *g)
{
    double sound = sqrt(c->flow.gamma * c->flow.pressure / c->flow.density);
    double unit[NV_MAX] = {c->flow.density, sound, sound, sound, c->flow.density * sound * sound};
    bool given = !isnan(c->numerics.limiter_k);
    double k3 = pow((given ? c->numerics.limiter_k : LIMITER_K_STRONG) / c->numerics.limiter_length, 3);
    bool smooth = c->numerics.limiter == LIMITER_VENKATAKRISHNAN || c->numerics.limiter == LIMITER_VAN_ALBADA;
    memcpy(unit + NV, c->derived.freestream_turbulence, sizeof c->derived.freestream_turbulence);
    for (int v = 0; v < NV_MAX; v++)
        g->eps2_scale[v] = (real)(smooth ? k3 * unit[v] * unit[v] : 0);
    g->eps2_rise = (real)(given || !smooth ? 0 : pow(LIMITER_K_WEAK / LIMITER_K_STRONG, 3) - 1);
}

/* Has any patch of the whole mesh prescribed values? The answer must not depend on the rank, since it decides on arrays
 * that flow_create() fills collectively; it does not, since all ranks know all patches. */
static bool any_prescribed(const struct domain *d)
{
    for (int k = 0; k < d->pack.n_patches; k++)
        if (d->values[k].kind == BC_PRESCRIBED)
            return true;
    return false;
}

/* The array of face sides is left out: flow_weigh_sides() makes it when its length is known. The counter of clipped
 * variables stands behind the flags of diverged cells, in one array, so that one download brings both. */
static void allocate(struct flow *f, const struct case_file *c)
{
    const struct domain *d = f->domain;
    f->shape = state_shape_of(&d->pack, c, d->view.gradients_in_slices);
    f->shape.update_records = f->shape.update_records && d->backend->on_device;
    f->shape.prescribed = any_prescribed(d);
    f->shape.n_sides = 0;
    state_allocate(d->backend, &f->shape, &f->arrays);
    f->clips.now = f->diverged_cell + DIVERGED_FLAGS;
}

/* Every launch takes one of these structs by value: on a GPU they are copied into constant memory, so that no kernel
 * follows a pointer to find its pointers. They are filled once, and a step sets only what differs (coefficients, flags,
 * the CFL number); code that replaces an array later has to replace its pointer here too. */
static void fill_arguments(struct flow *f, const struct case_file *c)
{
    const struct domain *d = f->domain;
    /* Extremes around nodes exist only where gradients are fitted and limited. */
    const bool found = f->shape.node_fits && f->shape.limited;
    /* Reading cells as records pays where a face reads much of both its cells: fluxes with SA are 6 % faster; Euler
     * fluxes on hexahedra would be 2 % slower. */
    const bool viscous = equations_are_viscous(c->model.equations);
    real *extremes = found && f->shape.extremes_in_flux ? (real *)(void *)f->flux : f->node_extremes;
    f->args.ghost = (struct ghost_args){.m = d->view, .patch = d->values_device, .fluid = c->derived.fluid, .q = f->q,
                                        .prescribed = f->prescribed_ghost};
    f->args.records = (struct record_args){.m = d->view, .q = f->q, .record = f->record, .position = f->position};
    f->args.node = (struct node_args){.m = d->view, .record = f->record, .position = f->position, .q_node = f->q_node,
                                      .fitted = f->fitted, .gradient_node = f->gradient_node,
                                      .extremes = extremes};
    f->args.gradients = (struct gradient_args){.m = d->view, .q = f->q, .q_node = f->q_node,
                                               .gradient_node = f->gradient_node, .node_extremes = extremes,
                                               .ghost_weight = f->ghost_weight, .by_faces = f->by_faces,
                                               .side_begin = f->side_begin, .side_weight = f->side_weight,
                                               .fluid = c->derived.fluid, .turbulence = c->derived.turbulence,
                                               .size = f->limiter_size, .limiter = f->limiter, .gradient = f->gradient,
                                               .limited = f->limited, .phi = f->phi,
                                               .mu_t = f->mu_t, .f1 = f->f1, .terms = f->terms};
    set_threshold(c, &f->args.gradients);
    f->args.fluxes = (struct flux_args){.m = d->view,
                                        .q = f->q,
                                        .record = viscous ? f->record : NULL,
                                        .position = viscous ? f->position : NULL,
                                        .gradient = f->gradient,
                                        .limited = f->limited,
                                        .mu_t = f->mu_t,
                                        .f1 = f->f1,
                                        .patch = d->values_device,
                                        .prescribed_face = f->prescribed_face,
                                        .fluid = c->derived.fluid,
                                        .turbulence = c->derived.turbulence,
                                        .reference_pressure = (real)c->flow.pressure,
                                        .entropy_fix = (real)c->numerics.entropy_fix,
                                        .scheme = flow_flux_scheme(c),
                                        .slowest = (real)c->derived.slowest,
                                        .scheme_parameter = (real)flow_scheme_parameter(c),
                                        .dissipation = (real)c->numerics.dissipation,
                                        .shock_sensor = (int)c->numerics.shock_sensor,
                                        .slope = (real)(c->numerics.order - 1),
                                        .turbulence_slope = (real)(c->numerics.turbulence_order - 1),
                                        .flux = f->flux,
                                        .speed = f->speed,
                                        .pressure = f->pressure,
                                        .wall = f->wall};
    f->args.update = (struct update_args){.m = d->view,
                                          .flux = f->flux,
                                          .speed = f->speed,
                                          .terms = f->terms,
                                          .mu_t = f->mu_t,
                                          .f1 = f->f1,
                                          .fluid = c->derived.fluid,
                                          .turbulence = c->derived.turbulence,
                                          .correction = f->correction,
                                          .q0 = f->q0,
                                          .q = f->q,
                                          .dt = f->dt,
                                          .keep = 1,
                                          .record = f->shape.update_records ? f->record : NULL,
                                          .source = f->source,
                                          .cfl = (real)f->steps.cfl,
                                          .diverged_cell = f->diverged_cell,
                                          .clipped = f->clips.now};
    for (int v = 0; v < 2; v++)
        f->args.update.held[v] = (double)c->derived.turbulence.least[v];
}

/* The initial field, [n_variables][n], at the points first .. first + n - 1 of x[3][stride], m. mem_free() it. */
static double *initial_values(const struct case_file *c, const struct internal_start *start, const double *x,
                              int64_t stride, int64_t first, lid n)
{
    int nv = equations_variables(c->model.equations);
    double *values = mem_alloc("initial values", (size_t)n * (size_t)nv, sizeof *values);
    /* NULL unless [initial] kind = isotropic. */
    struct isotropic *waves = isotropic_create(c);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < n; i++) {
        double point[3] = {x[first + i], x[stride + first + i], x[2 * stride + first + i]};
        struct state s = initial_state(c, start, waves, point);
        const real flow[NV] = {s.rho, s.u, s.v, s.w, s.p};
        for (int v = 0; v < nv; v++)
            values[(int64_t)v * n + i] = v < NV ? (double)flow[v] : c->derived.freestream_turbulence[v - NV];
    }
    isotropic_free(waves);
    return values;
}

static void upload_initial(const struct flow *f, const struct case_file *c, real *device, const double *x,
                           int64_t stride, int64_t first, lid n)
{
    double *host = initial_values(c, &f->domain->measured.start, x, stride, first, n);
    convert_upload(f->domain->backend, device, host, (int64_t)f->n_variables * n, sizeof *device);
    mem_free(host);
}

/* Refuses a q[n_variables][n_owned] whose density or pressure is not positive somewhere. Left to the first step, a bad
 * [initial] would be reported as divergence. */
static int check_initial(const struct flow *f, const struct case_file *c, const double *q)
{
    const struct pack *p = &f->domain->pack;
    int64_t n = f->domain->view.n_owned;
    for (int64_t i = 0; i < n; i++) {
        struct state s = {(real)q[i], (real)q[n + i], (real)q[2 * n + i], (real)q[3 * n + i], (real)q[4 * n + i]};
        char kind[WORD_SIZE];
        if (!state_is_physical(s))
            return error_set("%s: [initial] kind = %s: density %g and pressure %g in the cell at (%.6g, %.6g, %.6g); "
                             "choose values of [initial] that make both positive in all cells",
                             c->config.path, case_word(c, "initial", "kind", kind), (double)s.rho, (double)s.p,
                             p->centroid[i], p->centroid[p->n_slots + i], p->centroid[2 * p->n_slots + i]);
    }
    return 0;
}

/* The pack's face centroids are freed here: nothing on the host needs them later. */
static int set_initial_fields(struct flow *f, const struct case_file *c)
{
    struct domain *d = f->domain;
    const struct pack *p = &d->pack;
    double *q = initial_values(c, &d->measured.start, p->centroid, p->n_slots, 0, d->view.n_owned);
    int status = check_initial(f, c, q);
    flow_upload(f, q);
    mem_free(q);
    /* Ghosts and faces of prescribed patches get the field at their own places, as exact solutions need it. */
    if (f->shape.prescribed) {
        upload_initial(f, c, f->prescribed_ghost, p->centroid, p->n_slots, p->n_cells, (lid)(p->n_slots - p->n_cells));
        upload_initial(f, c, f->prescribed_face, p->face_centroid, p->n_faces, 0, d->view.n_boundary);
    }
    MEM_FREE(d->pack.face_centroid);
    return status;
}

/* Kernels lower a flag, by an atomic minimum, to the number of a cell that diverged; LID_MAX stands for none. The last
 * entry is not a flag but the counter of clipped turbulence variables (flow.clipped). */
static void reset_diverged_cells(struct flow *f)
{
    lid none[DIVERGED_FLAGS + 1];
    for (int i = 0; i < DIVERGED_FLAGS; i++)
        none[i] = LID_MAX;
    none[DIVERGED_FLAGS] = 0;
    f->domain->backend->upload(f->diverged_cell, none, sizeof none);
    f->updates_unchecked = 0;
}

/* Collective. The order matters: arguments hold pointers to the arrays; gradients are chosen by kernels that take these
 * arguments; the papers' pipeline needs both. */
int flow_create(struct domain *d, const struct case_file *c, enum exchange_mode mode, struct flow *f)
{
    memset(f, 0, sizeof *f);
    f->domain = d;
    f->mode = mode;
    choose_scheme(f, c);
    allocate(f, c);
    TRY(comm_agree(set_initial_fields(f, c)));
    fill_arguments(f, c);
    flow_create_motion(f);
    cell_loads_begin(f);
    int status = features_create(c, f, d->features);
    cell_loads_finish(f);
    TRY(status);
    flow_choose_gradients(f);
    if (c->numerics.pipeline == PIPELINE_PAPER) {
        MEM_NEW_ZERO(f->paper, 1);
        paper_view_create(d, f->paper);
        paper_create(d, c, &f->args.fluxes, &f->args.update, f->q_node, f->paper);
    }
    f->exchange = exchange_create(
        /* The third layer of the halo, cells that only share a node with an owned cell, serves gradients at nodes. */
        d, mode, f->with.nodes ? 3 : 2,
        (struct exchange_array){.q = f->q, .n_variables = f->n_variables, .stride = d->view.n_slots, .step = 1});
    reset_diverged_cells(f);
    return 0;
}

/* Recorded launches hold their arguments by value, so that whoever changes an argument has to discard them; they are
 * recorded again when they are needed. */
static void forget_graphs(struct flow *f)
{
    for (int k = 0; k < FLOW_GRAPHS; k++)
        if (f->replay.graph[k].work)
            f->domain->backend->graph_free(f->replay.graph[k].work);
    memset(f->replay.graph, 0, sizeof f->replay.graph);
}

/* Accepts a zeroed struct, and one that flow_create() left unfinished. */
void flow_free(struct flow *f)
{
    if (!f->domain)
        return;
    forget_graphs(f); /* which the exchange's buffers are part of */
    exchange_free(f->exchange);
    if (f->paper)
        paper_free(f->paper);
    mem_free(f->paper);
    mem_free(f->first_order.cell);
    f->domain->backend->free(f->given_source);
    state_free(f->domain->backend, &f->arrays);
    memset(f, 0, sizeof *f);
}

/* ---- evaluation ---- */

/* Inviscid runs of first order need none: gradients stay zero, as allocated. */
static void gradients(struct flow *f, int stream, lid begin, lid end)
{
    if (!f->with.gradients)
        return;
    KERNEL_LAUNCH(f->kernels.gradient, stream, begin, end, &f->args.gradients);
}

/* Kernels over nodes read the variables of a cell in pairs that stand side by side (struct record_pair). Cells that
 * update() has recorded are left out by the caller. */
static void record_states(struct flow *f, int stream, lid begin, lid end)
{
    lid pairs = record_pairs(f->n_variables);
    if (f->with.nodes && end > begin)
        KERNEL_LAUNCH(f->kernels.record, stream, pairs * begin, pairs * end, &f->args.records);
}

static void node_values(struct flow *f, int stream, lid begin, lid end)
{
    if (f->with.nodes)
        KERNEL_LAUNCH(f->kernels.node, stream, begin, end, &f->args.node);
}

/* Everything up to the gradients that needs values of the halo, in `stream`, behind the exchange and beside the work on
 * inner cells; the compute stream waits for it in the end. In this order, each of which reads:
 *   ghost           states of halo cells at boundaries, which have just come
 *   record_states   halo cells
 *   node_values     nodes that touch halo cells: owned records too, made in the compute stream before it was waited for
 *   gradients       outer cells: nodes of both kinds, hence the wait for the mark behind the inner nodes */
static void halo_values_and_gradients(struct flow *f, int stream)
{
    const struct domain *d = f->domain;
    const struct mesh_view *v = &d->view;
    KERNEL_LAUNCH(f->kernels.ghost, stream, v->n_boundary, v->n_boundary + v->n_halo_boundary, &f->args.ghost);
    record_states(f, stream, v->n_owned, v->n_cells);
    node_values(f, stream, d->inner.nodes, v->n_nodes);
    d->backend->stream_wait_mark(stream, STREAM_COMPUTE);
    gradients(f, stream, d->inner.cells, v->n_stencil);
    d->backend->stream_wait(STREAM_COMPUTE, stream);
}

/* Boundary fluxes run in a second stream beside the interior ones, since their kernel needs another number of
 * registers. On small meshes, where a second stream costs more than it saves, one launch makes both. */
static void fluxes(struct flow *f)
{
    const struct backend *b = f->domain->backend;
    const struct flow_kernels *k = &f->kernels;
    const struct mesh_view *v = &f->domain->view;
    if (k->flux_moving) {
        KERNEL_LAUNCH(k->flux_moving, STREAM_COMPUTE, 0, v->n_flux, &f->args.fluxes);
        return;
    }
    if (v->n_flux <= b->one_launch_faces && !f->args.update.turbulence.modelled_walls) { /* flux_all: resolved ones */
        KERNEL_LAUNCH(k->flux_all, STREAM_COMPUTE, 0, v->n_flux, &f->args.fluxes);
        return;
    }
    b->stream_wait(STREAM_BESIDE, STREAM_COMPUTE);
    KERNEL_LAUNCH(k->flux_boundary, STREAM_BESIDE, 0, v->n_boundary, &f->args.fluxes);
    KERNEL_LAUNCH(k->flux, STREAM_COMPUTE, v->n_boundary, v->n_flux, &f->args.fluxes);
    b->stream_wait(STREAM_COMPUTE, STREAM_BESIDE);
}

/* What quadratic stress relations add to the fluxes, and corrections of turbulence models to the sources. */
static void corrections(const struct flow *f)
{
    const struct mesh_view *v = &f->domain->view;
    struct correction_args a = {.u = f->args.update, .limited = f->limited, .length = f->model_length,
                                .correction = f->correction};
    if (f->kernels.flux_quadratic)
        KERNEL_LAUNCH(f->kernels.flux_quadratic, STREAM_COMPUTE, 0, v->n_flux, &f->args.fluxes);
    if (f->kernels.correction)
        KERNEL_LAUNCH(f->kernels.correction, STREAM_COMPUTE, 0, v->n_owned, &a);
}

/* The papers' pipeline: nothing overlaps with the exchange, as in the papers. */
static void evaluate_paper(struct flow *f, bool with_speed)
{
    const struct mesh_view *v = &f->domain->view;
    exchange_begin(f->exchange);
    exchange_finish(f->exchange, STREAM_COMPUTE);
    KERNEL_LAUNCH(f->kernels.ghost, STREAM_COMPUTE, 0, v->n_boundary + v->n_halo_boundary, &f->args.ghost);
    paper_evaluate(f->paper, with_speed ? f->speed : NULL);
}

/* One evaluation, in two streams:
 *
 *   compute   ghosts, records of owned cells | inner nodes (mark) | inner gradients |        | join | fluxes ...
 *   beside    receive ..................... | halo ghosts, records, outer nodes | outer gradients |
 *
 * Inner cells and nodes are those that read no halo value (mesh/domain.h). Gradients go to layer 1 of
 * the halo too (n_stencil cells), so that fluxes between ranks need no second exchange. Which stream a
 * cell is treated in changes no bit: each cell's gradient is a sum over its own row in the row's order. */
void flow_evaluate(struct flow *f, bool with_speed)
{
    if (f->paper) {
        evaluate_paper(f, with_speed);
        return;
    }
    const struct domain *d = f->domain;
    const struct flow_kernels *k = &f->kernels;
    const struct mesh_view *v = &d->view;
    bool halo = !exchange_is_nothing(f->exchange);
    exchange_begin(f->exchange);
    /* What needs no halo values runs while the messages are under way. What needs them then runs in a second stream
     * beside it, since a kernel takes nearly as long for few cells as for many. */
    KERNEL_LAUNCH(k->ghost, STREAM_COMPUTE, 0, v->n_boundary, &f->args.ghost);
    features_after_ghosts(d->features, f);
    record_states(f, STREAM_COMPUTE, 0, f->recorded ? 0 : v->n_owned);
    f->recorded = false; /* update() sets it again; others that change the state make no records */
    if (halo)
        d->backend->stream_wait(STREAM_BESIDE, STREAM_COMPUTE);
    node_values(f, STREAM_COMPUTE, 0, d->inner.nodes); /* they touch owned cells only */
    if (halo)
        d->backend->stream_mark(STREAM_COMPUTE);
    gradients(f, STREAM_COMPUTE, 0, d->inner.cells);
    exchange_finish(f->exchange, STREAM_BESIDE);
    if (halo)
        halo_values_and_gradients(f, STREAM_BESIDE);
    else /* cells that are not inner ones although no value is received: they share an edge with another rank's cell */
        gradients(f, STREAM_COMPUTE, d->inner.cells, v->n_stencil);
    features_after_gradients(d->features, f);
    f->args.fluxes.speed = with_speed ? f->speed : NULL;
    fluxes(f);
    features_add_fluxes(d->features, f);
    corrections(f);
    features_after_fluxes(d->features, f);
    flow_sources(f);
}

/* The update kernel sums fluxes and makes the step in one pass. This is the sum alone, for schemes that need the
 * residual as an array; faces are added in the same order, so that both give the same bits. */
void flow_residual(struct flow *f, stored *residual, stored *spectral)
{
    struct residual_args a = {.u = f->args.update, .residual = residual, .spectral = spectral};
    KERNEL_LAUNCH(f->kernels.residual, STREAM_COMPUTE, 0, f->domain->view.n_owned, &a);
}

/* Copies q[n_variables][n_slots] to saved[n_variables][n_owned] or back. Ghosts and halo are not kept, since every
 * evaluation makes them anew. */
static void copy_state(const struct flow *f, enum kernel_family family, real *saved)
{
    const struct mesh_view *v = &f->domain->view;
    struct state_copy_args a = {.n_slots = v->n_slots, .n_owned = v->n_owned, .n_variables = f->n_variables, .q = f->q,
                                .saved = saved};
    BACKEND_LAUNCH(f->domain->backend, family, STREAM_COMPUTE, 0, v->n_owned, &a);
}

void flow_save_state(const struct flow *f, real *saved)
{
    copy_state(f, KERNEL_state_save, saved);
}

void flow_restore_state(struct flow *f, const real *saved)
{
    f->recorded = false;
    copy_state(f, KERNEL_state_restore, (real *)(uintptr_t)saved);
}

/* Collective, unless dt is given. The speeds are those of the last evaluation with speeds. */
double flow_time_step(struct flow *f)
{
    if (!isnan(f->steps.given_dt))
        return f->steps.given_dt;
    struct time_step_args a = {.m = f->domain->view, .speed = f->speed, .cfl = (real)f->steps.cfl};
    double dt = BACKEND_MINIMUM(f->domain->backend, f->kernels.time_step, f->domain->view.n_owned, &a);
    comm_minimum(&dt, 1);
    return dt;
}

/* ---- stepping ---- */

/* The first stage also copies the state at the start of the step (a->save), which saves a pass over the cells. */
static void update(struct flow *f, int stage, double dt)
{
    struct update_args *a = &f->args.update;
    a->keep = (real)f->steps.keep[stage];
    a->coefficient = (real)f->steps.coefficient[stage];
    a->global_dt = (real)dt;
    /* Each update since the last look has a flag of its own, so that a look can tell in which one the
     * first cell was lost. */
    a->diverged_cell = f->diverged_cell + f->updates_unchecked % DIVERGED_FLAGS;
    f->updates_unchecked++;
    a->save = stage == 0 ? f->q0 : NULL;
    if (f->paper) {
        paper_step(f->paper, a);
        return;
    }
    KERNEL_LAUNCH(f->kernels.update, STREAM_COMPUTE, 0, f->domain->view.n_owned, a);
    f->recorded = a->record != NULL;
}

void flow_set_cfl(struct flow *f, double cfl)
{
    f->steps.cfl = cfl;
    f->args.update.cfl = (real)cfl;
}

/* The first stage uses the fluxes and wave speeds of the caller's evaluation, so that the fluxes held in the end are
 * those of the last stage but one; the caller evaluates again. */
void flow_step(struct flow *f, double dt)
{
    update(f, 0, dt);
    for (int stage = 1; stage < f->steps.stages; stage++) {
        flow_evaluate(f, false);
        update(f, stage, dt);
    }
}

/* Each update since the last look has a flag of its own, so that the host need not wait for the device after every
 * update and still learns where divergence began: a few steps later half the mesh is not-a-numbers, and only the first
 * cell points to the cause. After more than DIVERGED_FLAGS updates flags have been used again, and updates_ago is a
 * lower bound. */
struct flow_diverged_cell flow_check(struct flow *f)
{
    struct flow_diverged_cell bad = {false, 0, 0};
    lid flags[DIVERGED_FLAGS + 1];
    if (f->updates_unchecked == 0)
        return bad;
    f->domain->backend->download(flags, f->diverged_cell, sizeof flags);
    f->clips.before += flags[DIVERGED_FLAGS];
    int held = f->updates_unchecked < DIVERGED_FLAGS ? f->updates_unchecked : DIVERGED_FLAGS;
    for (int k = held; k >= 1 && !bad.found; k--) { /* oldest first */
        lid cell = flags[(f->updates_unchecked - k) % DIVERGED_FLAGS];
        if (cell != LID_MAX)
            bad = (struct flow_diverged_cell){true, k, cell};
    }
    reset_diverged_cells(f);
    return bad;
}

/* flow_check() has added to clips.before what the device's counter held, and set that to 0. */
int64_t flow_clipped(const struct flow *f)
{
    lid n;
    f->domain->backend->download(&n, f->clips.now, sizeof n);
    return f->clips.before + n;
}

/* ---- host copies ---- */

void flow_download(const struct flow *f, double *q)
{
    const struct mesh_view *v = &f->domain->view;
    for (int k = 0; k < f->n_variables; k++)
        convert_download(f->domain->backend, q + (size_t)k * (size_t)v->n_owned, f->q + (size_t)k * (size_t)v->n_slots,
                         v->n_owned, sizeof *f->q);
}

/* Halo and ghosts are filled by the next evaluation. */
void flow_upload(struct flow *f, const double *q)
{
    f->recorded = false;
    const struct mesh_view *v = &f->domain->view;
    for (int k = 0; k < f->n_variables; k++)
        convert_upload(f->domain->backend, f->q + (size_t)k * (size_t)v->n_slots, q + (size_t)k * (size_t)v->n_owned,
                       v->n_owned, sizeof *f->q);
}

/* Shared with the report of probes and fields. */
double flow_eddy_viscosity(const struct flow *f, const real q[NV_MAX])
{
    const struct fluid *g = &f->args.update.fluid;
    real mu = fluid_viscosity(g, fluid_temperature(g, q[Q_RHO], q[Q_P]));
    return (double)model_cell_viscosity(mu, q[Q_RHO], q + NV, (int)f->equations);
}

void flow_download_eddy_viscosity(const struct flow *f, double *mu_t)
{
    lid n = f->domain->view.n_owned;
    if (model_keeps_eddies((int)f->equations)) {
        convert_download(f->domain->backend, mu_t, f->mu_t, n, sizeof *f->mu_t);
        return;
    }
    double *q = mem_alloc("state", (size_t)n * (size_t)f->n_variables, sizeof *q);
    flow_download(f, q);
    for (lid i = 0; i < n; i++) {
        real cell[NV_MAX] = {0};
        for (int v = 0; v < f->n_variables; v++)
            cell[v] = (real)q[v * (int64_t)n + i];
        mu_t[i] = flow_eddy_viscosity(f, cell);
    }
    mem_free(q);
}
