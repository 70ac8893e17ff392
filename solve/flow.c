#include "flow.h"

#include "error.h"
#include "initial.h"
#include "mem.h"

#include <math.h>
#include <string.h>

/* ---- creation ---- */

static void choose_kernels(struct flow *f, const struct case_file *c)
{
    static const char *const limiters[] = {"none", "venkatakrishnan", "barth", "pressure"};
    const struct backend *b = f->domain->backend;
    void (*const table[3][5])(int, lid, lid, const struct gradient_args *) = {
        {b->gradient_lsq_none, b->gradient_lsq_venkatakrishnan, b->gradient_lsq_barth, b->gradient_lsq_pressure,
         b->gradient_lsq_frozen},
        {b->gradient_node_none, b->gradient_node_venkatakrishnan, b->gradient_node_barth, b->gradient_node_pressure,
         b->gradient_node_frozen},
        {b->gradient_node_lsq_none, b->gradient_node_lsq_venkatakrishnan, b->gradient_node_lsq_barth,
         b->gradient_node_lsq_pressure, b->gradient_node_lsq_frozen}};
    int method = strcmp(c->gradient, "node") == 0 ? 1 : strcmp(c->gradient, "node-lsq") == 0 ? 2 : 0;
    for (int k = 0; k < 4; k++)
        if (strcmp(c->limiter, limiters[k]) == 0)
            f->gradient_kernel = table[method][k];
    f->gradient_kernel_frozen = table[method][4];
    f->first_order = c->order == 1;
    f->with_nodes = method != 0 && !f->first_order;
    f->node_kernel = !f->with_nodes ? NULL : method == 1 ? b->node_average : b->node_gradient;
    f->limited = strcmp(c->limiter, "none") != 0 && !f->first_order;
}

/* Venkatakrishnan's threshold (K h)^3 with h^3 the cell's volume, made
 * dimensionless by the limiter length, in units of the free stream's density,
 * speed of sound and pressure. The pressure limiter has none (paper 2, Eq. 8). */
static void set_threshold(const struct case_file *c, struct gradient_args *g)
{
    double sound = sqrt(c->gamma * c->pressure / c->density);
    double unit[NV] = {c->density, sound, sound, sound, c->density * sound * sound};
    double k3 = pow(c->limiter_k / c->limiter_length, 3);
    bool venkatakrishnan = strcmp(c->limiter, "venkatakrishnan") == 0;
    for (int v = 0; v < NV; v++)
        g->eps2_scale[v] = (real)(venkatakrishnan ? k3 * unit[v] * unit[v] : 0);
}

static real *new_array(const struct flow *f, const char *label, int components, lid n)
{
    return f->domain->backend->alloc(label, (size_t)components * (size_t)n * sizeof(real));
}

static void allocate(struct flow *f, const struct case_file *c)
{
    const struct mesh_view *v = &f->domain->view;
    f->q = new_array(f, "q", NV, v->n_slots);
    f->q0 = new_array(f, "q0", NV, v->n_owned);
    f->gradient = new_array(f, "gradient", 3 * NV, v->n_stencil);
    f->flux = new_array(f, "flux", NV, v->n_flux);
    f->speed = new_array(f, "speed", 1, v->n_flux);
    f->pressure = new_array(f, "pressure", 1, v->n_boundary);
    f->dt = f->local ? new_array(f, "dt", 1, v->n_owned) : NULL;
    bool average = f->with_nodes && f->node_kernel == f->domain->backend->node_average;
    f->q_node = average ? new_array(f, "q_node", NV, v->n_nodes) : NULL;
    f->gradient_node = f->with_nodes && !average ? new_array(f, "gradient_node", 3 * NV + 1, v->n_nodes) : NULL;
    f->phi = f->limited && c->freeze_limiter > 0 ? new_array(f, "phi", NV, v->n_stencil) : NULL;
    f->bad_cell = f->domain->backend->alloc("bad_cell", BAD_CELL_FLAGS * sizeof *f->bad_cell);
}

static void fill_arguments(struct flow *f, const struct case_file *c)
{
    const struct domain *d = f->domain;
    f->ghost = (struct ghost_args){.m = d->view, .patch = d->values_device, .gamma = (real)c->gamma, .q = f->q,
                                   .prescribed = f->prescribed_ghost};
    f->node = (struct node_args){.m = d->view, .q = f->q, .q_node = f->q_node,
                                 .gradient_node = f->gradient_node};
    f->gradients = (struct gradient_args){.m = d->view, .q = f->q, .q_node = f->q_node,
                                          .gradient_node = f->gradient_node, .patch = d->values_device,
                                          .gradient = f->gradient, .phi = f->phi};
    set_threshold(c, &f->gradients);
    f->fluxes = (struct flux_args){.m = d->view, .q = f->q, .gradient = f->gradient, .patch = d->values_device,
                                   .prescribed_face = f->prescribed_face, .gamma = (real)c->gamma,
                                   .entropy_fix = (real)c->entropy_fix, .flux = f->flux, .speed = f->speed,
                                   .pressure = f->pressure};
    f->update = (struct update_args){.m = d->view, .flux = f->flux, .speed = f->speed, .q0 = f->q0, .q = f->q,
                                     .save = f->q0, .dt = f->dt, .cfl = (real)c->cfl, .gamma = (real)c->gamma,
                                     .bad_cell = f->bad_cell};
}

/* The initial field at n points x[3][stride], starting at point `first`. */
static real *initial_values(const struct case_file *c, const double *x, int64_t stride, int64_t first, lid n)
{
    real *values = mem_alloc("initial values", (size_t)n * NV, sizeof *values);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < n; i++) {
        double point[3] = {x[first + i], x[stride + first + i], x[2 * stride + first + i]};
        state_store(values, n, i, initial_state(c, point));
    }
    return values;
}

static real *upload_initial(const struct flow *f, const struct case_file *c, const char *label, const double *x,
                            int64_t stride, int64_t first, lid n)
{
    real *host = initial_values(c, x, stride, first, n), *device = new_array(f, label, NV, n);
    f->domain->backend->upload(device, host, (size_t)n * NV * sizeof(real));
    mem_free(host);
    return device;
}

static bool any_prescribed(const struct domain *d)
{
    for (int k = 0; k < d->pack.n_patches; k++)
        if (d->values[k].kind == BC_PRESCRIBED)
            return true;
    return false;
}

static void set_initial_fields(struct flow *f, const struct case_file *c)
{
    struct domain *d = f->domain;
    const struct pack *p = &d->pack;
    real *q = initial_values(c, p->centroid, p->n_slots, 0, d->view.n_owned);
    flow_upload(f, q);
    mem_free(q);
    if (any_prescribed(d)) {
        f->prescribed_ghost = upload_initial(f, c, "prescribed ghosts", p->centroid, p->n_slots, p->n_cells,
                                             (lid)(p->n_slots - p->n_cells));
        f->prescribed_face =
            upload_initial(f, c, "prescribed faces", p->face_centroid, p->n_faces, 0, d->view.n_boundary);
    }
    MEM_FREE(d->pack.face_centroid);
}

static void reset_bad_cells(struct flow *f)
{
    lid none[BAD_CELL_FLAGS];
    for (int i = 0; i < BAD_CELL_FLAGS; i++)
        none[i] = LID_MAX;
    f->domain->backend->upload(f->bad_cell, none, sizeof none);
    f->updates_unchecked = 0;
}

int flow_create(struct domain *d, const struct case_file *c, enum exchange_mode mode, struct flow *f)
{
    memset(f, 0, sizeof *f);
    f->domain = d;
    f->stages = (int)c->stages;
    case_stage_coefficients(c, f->coefficient);
    f->cfl = c->cfl;
    f->given_dt = c->dt;
    f->local = c->local;
    choose_kernels(f, c);
    allocate(f, c);
    set_initial_fields(f, c);
    fill_arguments(f, c);
    f->exchange = exchange_create(d, mode, f->with_nodes, NV, f->q);
    reset_bad_cells(f);
    return 0;
}

void flow_free(struct flow *f)
{
    if (!f->domain)
        return;
    void *arrays[] = {f->q, f->q0, f->gradient, f->flux, f->speed, f->pressure, f->dt, f->q_node, f->gradient_node, f->phi,
                      f->prescribed_ghost, f->prescribed_face, f->bad_cell};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        f->domain->backend->free(arrays[i]);
    exchange_free(f->exchange);
    memset(f, 0, sizeof *f);
}

/* ---- evaluation ---- */

static void gradients(struct flow *f, lid begin, lid end)
{
    if (f->first_order)
        return; /* gradients stay zero, as allocated */
    (f->limiter_frozen ? f->gradient_kernel_frozen : f->gradient_kernel)(QUEUE_COMPUTE, begin, end, &f->gradients);
}

void flow_evaluate(struct flow *f, bool with_speed)
{
    const struct domain *d = f->domain;
    const struct backend *b = d->backend;
    const struct mesh_view *v = &d->view;
    exchange_begin(f->exchange);
    /* what needs no halo runs while messages fly */
    b->ghost(QUEUE_COMPUTE, 0, v->n_boundary, &f->ghost);
    if (f->node_kernel)
        f->node_kernel(QUEUE_COMPUTE, 0, d->n_inner_nodes, &f->node);
    gradients(f, 0, d->n_inner);
    exchange_finish(f->exchange);
    b->ghost(QUEUE_COMPUTE, v->n_boundary, v->n_boundary + v->n_halo_boundary, &f->ghost);
    if (f->node_kernel)
        f->node_kernel(QUEUE_COMPUTE, d->n_inner_nodes, v->n_nodes, &f->node);
    gradients(f, d->n_inner, v->n_stencil);
    (with_speed ? b->flux_boundary_speed : b->flux_boundary)(QUEUE_COMPUTE, 0, v->n_boundary, &f->fluxes);
    (with_speed ? b->flux_roe_speed : b->flux_roe)(QUEUE_COMPUTE, v->n_boundary, v->n_flux, &f->fluxes);
}

double flow_time_step(struct flow *f)
{
    if (!isnan(f->given_dt))
        return f->given_dt;
    struct time_step_args a = {.m = f->domain->view, .speed = f->speed, .cfl = (real)f->cfl};
    double dt = f->domain->backend->time_step_minimum(f->domain->view.n_owned, &a);
    comm_minimum(&dt, 1);
    return dt;
}

/* ---- stepping ---- */

static void update(struct flow *f, int stage, double dt)
{
    const struct backend *b = f->domain->backend;
    struct update_args *a = &f->update;
    a->coefficient = (real)f->coefficient[stage];
    a->global_dt = (real)dt;
    a->bad_cell = f->bad_cell + f->updates_unchecked % BAD_CELL_FLAGS;
    f->updates_unchecked++;
    lid n = f->domain->view.n_owned;
    if (stage == 0)
        (f->local ? b->update_first_local : b->update_first_global)(QUEUE_COMPUTE, 0, n, a);
    else
        (f->local ? b->update_local : b->update_global)(QUEUE_COMPUTE, 0, n, a);
}

void flow_step(struct flow *f, double dt)
{
    update(f, 0, dt);
    for (int stage = 1; stage < f->stages; stage++) {
        flow_evaluate(f, false);
        update(f, stage, dt);
    }
}

struct flow_bad_cell flow_check(struct flow *f)
{
    struct flow_bad_cell bad = {false, 0, 0};
    lid flags[BAD_CELL_FLAGS];
    if (f->updates_unchecked == 0)
        return bad;
    f->domain->backend->download(flags, f->bad_cell, sizeof flags);
    int held = f->updates_unchecked < BAD_CELL_FLAGS ? f->updates_unchecked : BAD_CELL_FLAGS;
    for (int k = held; k >= 1 && !bad.found; k--) { /* oldest first */
        lid cell = flags[(f->updates_unchecked - k) % BAD_CELL_FLAGS];
        if (cell != LID_MAX)
            bad = (struct flow_bad_cell){true, k, cell};
    }
    reset_bad_cells(f);
    return bad;
}

void flow_freeze_limiter(struct flow *f)
{
    if (f->phi)
        f->limiter_frozen = true;
}

/* ---- host copies ---- */

void flow_download(const struct flow *f, real *q)
{
    const struct mesh_view *v = &f->domain->view;
    for (int k = 0; k < NV; k++)
        f->domain->backend->download(q + (size_t)k * (size_t)v->n_owned, f->q + (size_t)k * (size_t)v->n_slots,
                                     (size_t)v->n_owned * sizeof *q);
}

void flow_upload(struct flow *f, const real *q)
{
    const struct mesh_view *v = &f->domain->view;
    for (int k = 0; k < NV; k++)
        f->domain->backend->upload(f->q + (size_t)k * (size_t)v->n_slots, q + (size_t)k * (size_t)v->n_owned,
                                   (size_t)v->n_owned * sizeof *q);
}

/* ---- the byte budget ---- */

/* Each array a pass touches, once, and a gather of neighbours' values where the
 * cache holds them: averaged over the stages of a step. In bytes per owned cell. */
double flow_model_bytes(const struct flow *f)
{
    const struct pack *p = &f->domain->pack;
    double cells = (double)p->n_owned, faces = (double)p->n_flux / cells;
    double entries = (double)p->n_slice_entries / cells;
    double word = sizeof(real), nv = NV, stages = f->stages;
    /* gradient: q, centroids, face centroids, face and cell tables; gradients out */
    double gradient = f->first_order ? 0
                                     : word * (nv + 3 + 3 * faces + 3 * nv) + 4 * 2 * entries +
                                           (f->with_nodes ? word * 3 * faces + 8 * faces : 0);
    /* faces: q, gradients, centroids, normals, face centroids, left, right; fluxes out */
    double flux = word * (nv + 3 * nv + 3 + 6 * faces + nv * faces) + 8 * faces;
    /* update: fluxes, table, q0, volume, dt; q out */
    double update = word * (nv * faces + nv + 1 + (f->local ? 1 : 0) + nv) + 4 * entries;
    /* first stage: wave speeds out and in, q saved */
    double first = word * (2 * faces + nv + (f->local ? 1 : 0));
    return gradient + flux + update + first / stages;
}
