/* divergence.c: the state is gathered as for a checkpoint, mended cell by cell and written by this thread; then the
 * ranks agree on the worst cells. */
#include "checkpoint/divergence.h"

#include "backend/convert.h"
#include "error.h"
#include "mem.h"
#include "checkpoint/checkpoint_gather.h"
#include "results/fields_folder.h"
#include "results/h5_lock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the state ---- */

/* Density and pressure are those of the kernels' test (state_is_physical()); the others are numbers. */
static bool is_valid(const struct solution *s, int nv, int64_t i)
{
    for (int v = 0; v < nv; v++)
        if (!isfinite(s->field[v].value[i]))
            return false;
    return s->field[Q_RHO].value[i] > 0 && s->field[Q_P].value[i] > 0;
}

/* So that files hold states that viewers can form Mach numbers of; the mark tells that they are none of the
 * run's. */
static void put_free_stream(const struct monitor *m, struct solution *s, int64_t i)
{
    const struct solution_reference *r = &m->c->derived.reference;
    const double flow[NV] = {r->density, r->velocity[0], r->velocity[1], r->velocity[2], r->pressure};
    for (int v = 0; v < m->flow->n_variables; v++)
        s->field[v].value[i] = v < NV ? flow[v] : m->c->derived.freestream_turbulence[v - NV];
}

/* What is no number becomes `instead`. */
static void put_for_nan(double *value, int64_t n, double instead)
{
    for (int64_t i = 0; i < n; i++)
        value[i] = isfinite(value[i]) ? value[i] : instead;
}

/* Magnitude per volume; where there is no memory for it on some device, nowhere.
 * Asked before it is allocated, since alloc() is FATAL() where memory is short, and a run that has
 * diverged should still leave its state. The residual of all variables is made, of which the first row
 * is kept. */
static double *density_residual(struct flow *f)
{
    const struct backend *b = f->domain->backend;
    size_t n = (size_t)f->domain->view.n_owned, bytes = (size_t)f->n_variables * n * sizeof(stored);
    double *value = mem_alloc("density residual", n, sizeof *value);
    memset(value, 0, n * sizeof *value);
    /* Twice, since drivers and libraries take memory beside the program. The papers' pipeline has no
     * residual to be asked for. */
    if (f->paper || (!b->unified && b->device_free_bytes() < 2 * bytes))
        return value;
    stored *device = b->alloc("residual of a diverged state", bytes);
    double *volume = mem_alloc("volume", n, sizeof *volume);
    flow_residual(f, device, NULL);
    b->stream_synchronize(STREAM_COMPUTE);
    convert_download(b, value, device, (int64_t)n, sizeof *device);
    convert_download(b, volume, f->domain->view.volume, (int64_t)n, sizeof *f->domain->view.volume);
    for (size_t i = 0; i < n; i++)
        value[i] = fabs(value[i] / volume[i]);
    put_for_nan(value, (int64_t)n, 0);
    mem_free(volume);
    b->free(device);
    return value;
}

/* Fields `diverged` and `density_residual`; finite numbers everywhere. How many cells were marked.
 * Boundary field 0 is the pressure, the others are wall values. */
static int64_t mend(const struct monitor *m, const bool *lost, lid first, struct solution *s)
{
    int64_t n = 0;
    double *mark = mem_alloc("marks", (size_t)s->n_cells, sizeof *mark);
    for (int64_t i = 0; i < s->n_cells; i++) {
        /* Cells that the step behind this state loses (last_valid.h), and those that are invalid in it already. */
        bool valid = is_valid(s, m->flow->n_variables, i);
        if (!valid)
            put_free_stream(m, s, i);
        mark[i] = i == first ? 2 : lost[i] || !valid;
        n += mark[i] > 0;
    }
    for (int k = 0; k < s->n_fields; k++)
        put_for_nan(s->field[k].value, s->n_cells, 0);
    put_for_nan(s->boundary_field[0].value, s->n_boundary, m->c->derived.reference.pressure);
    for (int k = 1; k < s->n_boundary_fields; k++)
        put_for_nan(s->boundary_field[k].value, s->n_boundary, 0);
    checkpoint_add_field(s, (struct variable_name){"diverged", "1"}, mark);
    return n;
}

/* ---- the worst cells ---- */

/* patch and distance are found later, for the few cells that are left. */
static struct divergence_cell cell_of(const struct flow *f, const double *q, const double *residual, lid i, bool first)
{
    const struct pack *p = &f->domain->pack;
    int64_t n = f->domain->view.n_owned;
    return (struct divergence_cell){.id = p->cell_gid[i], .density = q[i], .pressure = q[Q_P * n + i],
                                    .x = {p->centroid[i], p->centroid[p->n_slots + i], p->centroid[2 * p->n_slots + i]},
                                    .residual = residual[i], .patch = -1, .first = first};
}

/* A strict order, the same on all ranks; the global id decides between equal residuals. */
static bool is_worse(const struct divergence_cell *a, const struct divergence_cell *b)
{
    if (a->first != b->first)
        return a->first;
    return a->residual != b->residual ? a->residual > b->residual : a->id < b->id;
}

/* Into cell[*n], worst first, of which the last falls out.
 * An insertion into a list of six: cheaper than sorting a mesh. */
static void add_cell(struct divergence_cell *cell, int *n, struct divergence_cell c)
{
    int at = *n;
    while (at > 0 && is_worse(&c, &cell[at - 1]))
        at--;
    if (at == DIVERGENCE_CELLS)
        return;
    *n += *n < DIVERGENCE_CELLS;
    memmove(cell + at + 1, cell + at, (size_t)(*n - 1 - at) * sizeof *cell);
    cell[at] = c;
}

/* This rank's. q: [n_variables][n_owned] before it was mended.
 * Looks at the state before it is mended: density and pressure in the report are those that failed. */
static int worst_here(const struct flow *f, const double *q, const double *residual, lid first,
                      struct divergence_cell cell[DIVERGENCE_CELLS])
{
    int n = 0;
    if (first >= 0)
        add_cell(cell, &n, cell_of(f, q, residual, first, true));
    for (lid i = 0; i < f->domain->view.n_owned; i++)
        if (i != first && residual[i] > 0 && (n < DIVERGENCE_CELLS || residual[i] > cell[n - 1].residual))
            add_cell(cell, &n, cell_of(f, q, residual, i, false));
    return n;
}

/* Collective. Gives all ranks the worst cells of all ranks: the six worst of the six worst of each. The list is the
 * same on all ranks, since is_worse() leaves no two cells equal. */
static void worst_everywhere(struct divergence_cell *mine, int n_mine, struct divergence *d)
{
    int64_t n_all;
    struct divergence_cell *all = comm_gather_all(mine, n_mine, sizeof *mine, &n_all);
    d->n = 0;
    for (int64_t k = 0; k < n_all; k++)
        add_cell(d->cell, &d->n, all[k]);
    mem_free(all);
}

/* Collective. Which patch is nearest to a cell, by the cells at the boundary; the sides of a plane mesh do not count.
 * left: [n_boundary]
 * Two sums over ranks, the distance and then the number of the patch of a rank that has it. sqrt() of
 * the same number is the same on all ranks, so that == is safe. */
static void find_patch(const struct domain *d, const lid *left, struct divergence_cell *c)
{
    const struct pack *p = &d->pack;
    double least = HUGE_VAL;
    int patch = -1;
    for (lid b = 0; b < d->view.n_boundary; b++) {
        double square = 0;
        for (int k = 0; k < 3; k++)
            square += pow(p->centroid[k * p->n_slots + left[b]] - c->x[k], 2);
        /* The first of equally near faces: the patch of the lower number. */
        int of_face = square < least ? domain_patch_of_face(d, b) : -1;
        if (of_face >= 0 && !domain_patch_is_everywhere(d, of_face)) {
            least = square;
            patch = of_face;
        }
    }
    c->distance = sqrt(least);
    comm_minimum(&c->distance, 1);
    patch = sqrt(least) == c->distance ? patch : -1;
    comm_maximum_int(&patch, 1);
    c->patch = patch;
}

/* Only the worst few cells, so a search over all boundary cells for each is cheap enough. */
static void find_patches(const struct domain *d, struct divergence *v)
{
    lid *left = mem_alloc("left", (size_t)d->view.n_boundary, sizeof *left);
    d->backend->download(left, d->view.left, (size_t)d->view.n_boundary * sizeof *left);
    for (int k = 0; k < v->n; k++)
        find_patch(d, left, &v->cell[k]);
    mem_free(left);
}

/* ---- files ---- */

/* Without the writer's thread: the march has ended. h5_lock: that of probes may still be at work. */
static int write_rank(const char *results, const struct solution *s)
{
    char *temporary = fields_folder_temporary(results, fields_folder_diverged);
    h5_lock_acquire();
    int status = solution_write(temporary, s);
    h5_lock_release();
    mem_free(temporary);
    return status;
}

/* Collective. Writes as checkpoints are written: all ranks write into a temporary folder, which is then renamed once. A
 * failure leaves nothing behind. */
static int write_files(const struct domain *d, const char *results, const struct solution *s)
{
    bool first = d->comm.rank == 0;
    TRY(comm_agree(first ? fields_folder_make(results, fields_folder_diverged) : 0));
    int status = comm_agree(write_rank(results, s));
    if (status == 0)
        status = comm_agree(first ? fields_folder_publish_diverged(results) : 0);
    else if (first)
        fields_folder_remove_temporary(results, fields_folder_diverged);
    return status;
}

/* Collective. The order matters: worst cells are found before mend() changes the state.
 * The residual is of the fluxes that the last evaluation has left: the state has not moved since. */
int divergence_write(const struct monitor *m, const char *results, int64_t iteration, double time, const bool *lost,
                     lid first, struct divergence *d)
{
    struct flow *f = (struct flow *)(uintptr_t)m->flow;
    struct divergence_cell mine[DIVERGENCE_CELLS];
    struct solution s;
    size_t values = (size_t)f->n_variables * (size_t)f->domain->view.n_owned;
    double *residual = density_residual(f), *q = mem_alloc("state", values, sizeof *q);
    flow_download(f, q);
    /* `residual` stays the caller's until checkpoint_add_field() takes it. */
    worst_everywhere(mine, worst_here(f, q, residual, first, mine), d);
    mem_free(q);
    find_patches(f->domain, d);
    checkpoint_gather(m, iteration, time, &s);
    struct checkpoint_source source = checkpoint_source_of(f);
    checkpoint_gather_state(f, &source, &s);
    d->lost = comm_sum_int(mend(m, lost, first, &s));
    checkpoint_add_field(&s, (struct variable_name){"density_residual", "kg/(m^3 s)"}, residual);
    /* By this entry a restart knows the file for what it is, whatever its folder is called by then
     * (checkpoint_check.c). */
    double *extra = solution_add_extra(&s, "diverged", 2);
    extra[0] = (double)d->began;
    extra[1] = (double)d->lost;
    int status = write_files(f->domain, results, &s);
    checkpoint_release(&s);
    d->written = status == 0;
    return status;
}

/* ---- for people ---- */

/* Distance 0: the cell is itself at the patch. */
static void print_patch(const struct divergence_cell *c, const struct domain *domain)
{
    const char *name = c->patch >= 0 ? domain->pack.patch[c->patch].name : "";
    if (c->patch >= 0 && c->distance > 0)
        fprintf(stderr, ", %.3g m from patch %s", c->distance, name);
    else if (c->patch >= 0)
        fprintf(stderr, ", on patch %s", name);
}

void divergence_print(const struct divergence *d, const struct domain *domain)
{
    for (int k = 0; k < d->n; k++) {
        const struct divergence_cell *c = &d->cell[k];
        fprintf(stderr, "ufv-solve: %s: cell %" PRI_GID " at (%.6g, %.6g, %.6g)",
                c->first ? "lost first" : "large residual", c->id, c->x[0], c->x[1], c->x[2]);
        print_patch(c, domain);
        fputc('\n', stderr);
    }
}

/* Numbers that are none become null. */
static void json_cell(const struct divergence_cell *c, const struct domain *domain, struct json *j)
{
    json_object(j, NULL);
    json_integer(j, "cell", c->id);
    json_bool(j, "lost_first", c->first);
    json_array(j, "x");
    for (int k = 0; k < 3; k++)
        json_number(j, NULL, c->x[k]);
    json_close(j);
    json_number(j, "density", c->density);
    json_number(j, "pressure", c->pressure);
    json_number(j, "density_residual", c->residual);
    if (c->patch >= 0)
        json_text(j, "nearest_patch", domain->pack.patch[c->patch].name);
    json_number(j, "distance", c->distance);
    json_close(j);
}

void divergence_json(const struct divergence *d, const struct domain *domain, struct json *j)
{
    json_object(j, "diverged");
    json_integer(j, "at_iteration", d->began);
    json_integer(j, "cells_lost", d->lost);
    json_text(j, "fields", d->written ? fields_folder_diverged : "");
    json_array(j, "worst_cells");
    for (int k = 0; k < d->n; k++)
        json_cell(&d->cell[k], domain, j);
    json_close(j);
    json_close(j);
}
