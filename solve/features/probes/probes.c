/* probes.c: records the flow at the points of [probes] while the march goes on.
 *
 *   every step      a kernel puts the values of this rank's points into a row of a buffer on the device
 *   buffer full     rows of all ranks come to rank 0, whose second thread appends them to RESULTS/probes/NAME.h5
 *                   while the march goes on
 *   checkpoint      the rows until then are on the disk before the checkpoint is there
 *
 * A run that is killed goes on from its newest checkpoint: rows from before it are kept, later ones are made again.
 */
#include "arithmetic/variable_names.h"
#include "error.h"
#include "features/feature.h"
#include "features/probes/probes_case.h"
#include "features/probes/probes_folder.h"
#include "mem.h"
#include "mesh/point_search.h"
#include "protect.h"
#include "results/h5_lock.h"
#include "results/worker_thread.h"
#include "scheme/flow.h"
#include "text.h"
#include "timer.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Bytes of the rows that a set collects before they are written, all ranks together, and their number. */
enum { BUFFER_BYTES = 8 << 20, MOST_ROWS = 1024 };
/* Rows wait no longer than that, s. */
static const double longest_wait = 5;

struct set {
    const struct probe_set *spec; /* borrowed */
    struct probe_args kernel;     /* its arrays owned, on the device */
    lid n_local;
    lid *point;          /* owned; [n_local] which points of the set they are */
    double *buffer;      /* owned, device; [capacity][n_variables][n_local] */
    double *host;        /* owned, pinned; as many, of the rows on their way */
    int n_rows, capacity;
    int64_t *iteration;  /* owned; [capacity] of the rows held */
    double *time;        /* owned; [capacity] s */

    /* Rank 0. */
    int n_ranks;
    lid **ranks_point;   /* owned; [ranks][their n_local] */
    lid *ranks_n;        /* owned; [ranks] */
    char *path;          /* owned */
    struct worker_thread work;
    double **ranks_value; /* owned; [ranks] what they have sent, [rows][n_variables][their n_local]; NULL: nothing */
    struct probe_rows rows; /* that it writes; owned */
    int64_t *rows_iteration;
    double *rows_time, *rows_value;
    bool durable;
};

struct probes {
    const struct case_file *c;
    const struct flow *f;
    int n_sets;
    struct set *set;
    struct point_place *place; /* owned; [points of all sets, one set after another] where they lie in this rank's
                                  cells; NULL once the sets are created */
    int64_t newest; /* iteration of the newest look for rows */
    double written; /* timer_now() when rows were last handed over */
};

/* ---- owners of points ---- */

/* mine[n]: which points of the set at place[n] this rank has. *outside: the first point that no cell holds, the same on
 * all ranks; -1: none.
 * Of ranks and cells that hold a point (it may lie on a face, or within rounding of several cells) the
 * deepest has it, and of equally deep ones the one with the smallest global id: the choice does not
 * depend on the partition. Ids are exact in doubles up to 2^53. */
static void choose_owners(const struct point_place *place, int64_t n, bool *mine, int64_t *outside)
{
    double *depth = mem_alloc("depths", (size_t)n, sizeof *depth);
    double *id = mem_alloc("cells of points", (size_t)n, sizeof *id); /* then: are they behind a boundary face? */
    for (int64_t i = 0; i < n; i++)
        depth[i] = place[i].depth;
    comm_minimum(depth, (int)n);
    for (int64_t i = 0; i < n; i++)
        id[i] = place[i].cell >= 0 && place[i].depth == depth[i] ? (double)place[i].id : HUGE_VAL;
    comm_minimum(id, (int)n);
    for (int64_t i = 0; i < n; i++) {
        mine[i] = place[i].cell >= 0 && place[i].depth == depth[i] && (double)place[i].id == id[i];
        id[i] = place[i].behind;
    }
    comm_maximum(id, (int)n);
    *outside = -1;
    for (int64_t i = n - 1; i >= 0; i--)
        if (point_is_outside(depth[i], id[i] > 0))
            *outside = i;
    mem_free(depth);
    mem_free(id);
}

/* Collective, as all ranks refuse the same point.
 * The box of the mesh is what shows a wrong unit of length at a glance. */
static int refuse_outside(const struct probes *p, const struct probe_set *s, int64_t i)
{
    const struct pack *pack = &p->f->domain->pack;
    double low[3], high[3];
    for (int d = 0; d < 3; d++) {
        low[d] = HUGE_VAL, high[d] = -HUGE_VAL;
        for (int64_t k = 0; k < pack->n_owned; k++) {
            low[d] = fmin(low[d], pack->centroid[d * pack->n_slots + k]);
            high[d] = fmax(high[d], pack->centroid[d * pack->n_slots + k]);
        }
    }
    comm_minimum(low, 3);
    comm_maximum(high, 3);
    return error_set("%s: [probes] %s: point %" PRId64 " at (%g, %g, %g) lies in no cell of the mesh, whose cell "
                     "centres reach from (%g, %g, %g) to (%g, %g, %g) m; move it into the fluid",
                     p->c->config.path, s->name, i + 1, s->x[i], s->x[s->n_points + i], s->x[2 * s->n_points + i],
                     low[0], low[1], low[2], high[0], high[1], high[2]);
}

/* ---- creation ---- */

/* The kernel's arguments and arrays for this rank's points.
 * The row of variable_of() is searched for by name; the case file has checked that there is one. */
static void make_kernel(const struct flow *f, const struct point_place *place, struct set *s)
{
    const struct domain *d = f->domain;
    struct probe_args *a = &s->kernel;
    *a = (struct probe_args){.m = d->view, .nv = f->n_variables, .linear = s->spec->linear, .n_points = s->n_local,
                             .q = f->q, .gradient = f->gradient, .limited = f->limited};
    for (int k = 0; k < s->spec->n_variables; k++)
        while (strcmp(variable_of(f->equations, a->variable[k]).name, s->spec->variable[k].name) != 0)
            a->variable[k]++;
    size_t n = (size_t)s->n_local;
    lid *cell = mem_alloc("cells of probes", n, sizeof *cell);
    real *dx = mem_alloc("places of probes", 3 * n, sizeof *dx);
    for (size_t i = 0; i < n; i++) {
        cell[i] = place[s->point[i]].cell;
        for (size_t k = 0; k < 3; k++)
            dx[k * n + i] = (real)place[s->point[i]].dx[k];
    }
    a->cell = domain_upload(d, "cells of probes", cell, n * sizeof *cell);
    a->dx = domain_upload(d, "places of probes", dx, 3 * n * sizeof *dx);
    mem_free(cell);
    mem_free(dx);
}

/* The number of rows follows from the whole set, so it is the same on all ranks, which hand over at the same
 * iteration. */
static void make_buffers(const struct flow *f, struct set *s)
{
    int64_t row = s->spec->n_variables * s->spec->n_points;
    /* As many rows as fit into the buffer of rank 0, which has the points of all ranks. */
    int64_t rows = BUFFER_BYTES / (int64_t)sizeof(double) / row;
    s->capacity = rows < 1 ? 1 : rows > MOST_ROWS ? MOST_ROWS : (int)rows;
    size_t bytes = (size_t)s->capacity * (size_t)s->spec->n_variables * (size_t)s->n_local * sizeof *s->buffer;
    /* [capacity][n_variables][n_local], on the device; host: where it is downloaded to. */
    s->buffer = f->domain->backend->alloc("rows of probes", bytes);
    s->host = f->domain->backend->alloc_pinned("rows of probes", bytes);
    MEM_NEW(s->iteration, s->capacity);
    MEM_NEW(s->time, s->capacity);
    if (f->domain->comm.rank != 0)
        return;
    MEM_NEW(s->rows_iteration, s->capacity);
    MEM_NEW(s->rows_time, s->capacity);
    MEM_NEW(s->rows_value, s->capacity * row);
    MEM_NEW_ZERO(s->ranks_value, f->domain->comm.size);
}

/* Rank 0 learns which points each rank has.
 * ranks_n[r] may be 0: such a rank sends no rows. */
static void gather_points(const struct comm *comm, struct set *s)
{
    if (comm->rank != 0) {
        comm_send_text(0, (const char *)s->point, (size_t)s->n_local * sizeof *s->point);
        return;
    }
    MEM_NEW_ZERO(s->ranks_point, comm->size);
    MEM_NEW_ZERO(s->ranks_n, comm->size);
    s->n_ranks = comm->size;
    s->ranks_n[0] = s->n_local;
    for (int r = 1; r < comm->size; r++) {
        size_t bytes;
        s->ranks_point[r] = (lid *)(void *)comm_receive_text(r, &bytes);
        /* Points are told by their numbers in the set, so that the rows of ranks go to their places in
         * the file. */
        s->ranks_n[r] = (lid)(bytes / sizeof(lid));
    }
}

/* place: what point_search.h has found for the points of this set, on this rank. */
static int create_set(struct probes *p, const struct probe_set *spec, const struct point_place *place, struct set *s)
{
    int64_t n = spec->n_points, outside;
    bool *mine = mem_alloc("owned points", (size_t)n, sizeof *mine);
    s->spec = spec;
    choose_owners(place, n, mine, &outside);
    MEM_NEW(s->point, n);
    for (int64_t i = 0; i < n; i++)
        if (mine[i])
            s->point[s->n_local++] = (lid)i;
    mem_free(mine);
    if (outside >= 0)
        return refuse_outside(p, spec, outside);
    make_kernel(p->f, place, s);
    make_buffers(p->f, s);
    gather_points(&p->f->domain->comm, s);
    return 0;
}

/* Points that lie in other ranks' cells are marked by point_search(). */
static void *place_probes(const void *spec, struct domain *d)
{
    const struct probes_case *cases = spec;
    struct probes *p;
    int64_t n = 0, first = 0;
    MEM_NEW_ZERO(p, 1);
    for (int k = 0; k < cases->n; k++)
        n += cases->set[k].n_points;
    MEM_NEW(p->place, n);
    for (int k = 0; k < cases->n; first += cases->set[k++].n_points)
        point_search(&d->pack, cases->set[k].x, cases->set[k].n_points, p->place + first);
    return p;
}

/* Collective. On all ranks nonzero with error_set(), which names the set and the point, where one lies outside the
 * mesh. */
static int start_probes(const struct case_file *c, const void *spec, const struct flow *f, void **own)
{
    const struct probes_case *cases = spec;
    struct probes *p = *own;
    int64_t first = 0;
    p->c = c;
    p->f = f;
    p->n_sets = cases->n;
    MEM_NEW_ZERO(p->set, p->n_sets);
    for (int k = 0; k < p->n_sets; first += cases->set[k++].n_points)
        TRY(create_set(p, &cases->set[k], p->place + first, &p->set[k]));
    MEM_FREE(p->place);
    return 0;
}

/* Joins threads that still write; their results are lost only if nobody asked (finish()). */
static void end_probes(void *own)
{
    struct probes *p = own;
    for (int k = 0; k < p->n_sets; k++) {
        const struct backend *b = p->f->domain->backend;
        struct set *s = &p->set[k];
        worker_thread_join(&s->work);
        b->free((void *)(uintptr_t)s->kernel.cell);
        b->free((void *)(uintptr_t)s->kernel.dx);
        b->free(s->buffer);
        b->free_pinned(s->host);
        for (int r = 1; s->ranks_point && r < p->f->domain->comm.size; r++)
            mem_free(s->ranks_point[r]);
        void *blocks[] = {s->point, s->iteration, s->time, s->ranks_point, s->ranks_n, s->ranks_value, s->path,
                          s->rows_iteration, s->rows_time, s->rows_value};
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
            mem_free(blocks[i]);
    }
    mem_free(p->place);
    mem_free(p->set);
    mem_free(p);
}

/* ---- files ---- */

/* The rows of a set in the folder of the run that is continued; NULL: there are none. Free with mem_free(). */
static char *old_rows(const struct set *s, const char *folder)
{
    char *path = folder ? text_format("%s/%s.h5", folder, s->spec->name) : NULL;
    if (path && access(path, F_OK) != 0)
        MEM_FREE(path);
    return path;
}

/* Rank 0. */
static int check_old(const struct probes *p, const char *restart)
{
    char *folder = probes_folder_find(restart);
    int status = 0;
    for (int k = 0; k < p->n_sets && status == 0; k++) {
        char *old = old_rows(&p->set[k], folder);
        status = old ? probe_file_check(old, p->set[k].spec) : 0;
        mem_free(old);
    }
    mem_free(folder);
    return status;
}

static int check_restart(const void *own, const char *restart)
{
    const struct probes *p = own;
    return comm_agree(p->f->domain->comm.rank == 0 ? check_old(p, restart) : 0);
}

/* Rank 0. */
static int open_set(struct set *s, const char *results, const char *old_folder, int64_t first_iteration)
{
    s->path = text_format("%s/probes/%s.h5", results, s->spec->name);
    char *old = old_rows(s, old_folder);
    int status = probe_file_create(s->path, s->spec, old, first_iteration);
    mem_free(old);
    return status;
}

/* Rank 0. */
static int open_files(struct probes *p, const struct feature_results *r)
{
    char *old = r->restart ? probes_folder_find(r->restart) : NULL;
    int status = probes_folder_begin(r->results, r->goes_on);
    for (int k = 0; k < p->n_sets && status == 0; k++)
        status = open_set(&p->set[k], r->results, old, r->first_iteration);
    if (r->goes_on && status == 0)
        probes_folder_forget(r->results);
    mem_free(old);
    return status;
}

static int open_probes(void *own, const struct feature_results *r)
{
    struct probes *p = own;
    /* So that the first row, of first_iteration itself, is one that has not been recorded. */
    p->newest = r->first_iteration - 1;
    p->written = timer_now();
    return comm_agree(p->f->domain->comm.rank == 0 ? open_files(p, r) : 0);
}

/* ---- rows ---- */

/* Rows of one rank, value[rows][n_variables][n], to their points.
 * rows_value is [n_variables][rows][n_points], as the file takes it. */
static void place_rows(struct set *s, const double *value, const lid *point, lid n)
{
    int64_t n_points = s->spec->n_points;
    for (int64_t row = 0; row < s->rows.n; row++)
        for (int v = 0; v < s->spec->n_variables; v++, value += n) {
            double *to = s->rows_value + (v * s->rows.n + row) * n_points;
            for (lid i = 0; i < n; i++)
                to[point[i]] = value[i];
        }
}

/* The second thread of rank 0.
 * Nothing of MPI here: rows of other ranks have arrived before. */
static int write_rows(void *argument)
{
    struct set *s = argument;
    place_rows(s, s->host, s->point, s->n_local);
    for (int r = 1; r < s->n_ranks; r++) {
        if (s->ranks_n[r] > 0)
            place_rows(s, s->ranks_value[r], s->ranks_point[r], s->ranks_n[r]);
        MEM_FREE(s->ranks_value[r]);
    }
    /* HDF5 is not for several threads; checkpoints and series have threads of their own (h5_lock.h). */
    h5_lock_acquire();
    int status = probe_file_append(s->path, s->spec, &s->rows, s->durable);
    h5_lock_release();
    return status;
}

/* Rank 0: what the others have, to the second thread, which has written what it had.
 * iteration[] and time[] are copied, since the host thread begins the next rows at once. */
static void collect(struct set *s, bool durable)
{
    for (int r = 1; r < s->n_ranks; r++) {
        size_t bytes;
        if (s->ranks_n[r] > 0)
            s->ranks_value[r] = (double *)(void *)comm_receive_text(r, &bytes);
    }
    memcpy(s->rows_iteration, s->iteration, (size_t)s->n_rows * sizeof *s->iteration);
    memcpy(s->rows_time, s->time, (size_t)s->n_rows * sizeof *s->time);
    s->rows = (struct probe_rows){s->n_rows, s->rows_iteration, s->rows_time, s->rows_value};
    s->durable = durable;
    worker_thread_start(&s->work, write_rows, s);
}

/* Collective.
 * Waits for the write before, if it is still going on: there is one buffer for each set on rank 0.
 * agree: a write that has failed on rank 0 must end the run on all ranks. */
static int hand_over(struct probes *p, struct set *s, bool durable)
{
    const struct domain *d = p->f->domain;
    if (s->n_rows == 0)
        return 0;
    TRY(comm_agree(worker_thread_join(&s->work)));
    size_t bytes = (size_t)s->n_rows * (size_t)s->spec->n_variables * (size_t)s->n_local * sizeof *s->host;
    /* A rank without points has no rows, and sends nothing: rank 0 knows (ranks_n). */
    if (bytes > 0) {
        d->backend->stream_synchronize(STREAM_COMPUTE);
        d->backend->download(s->host, s->buffer, bytes);
    }
    if (d->comm.rank == 0)
        collect(s, durable);
    else if (bytes > 0)
        comm_send_text(0, (const char *)s->host, bytes);
    s->n_rows = 0;
    return 0;
}

/* On the device, behind the evaluation; the host does not wait. */
static void take_row(const struct probes *p, struct set *s, int64_t iteration, double time)
{
    const struct backend *b = p->f->domain->backend;
    lid n = s->spec->n_variables * s->n_local;
    s->kernel.value = s->buffer + (size_t)s->n_rows * (size_t)n;
    if (n > 0)
        BACKEND_LAUNCH(b, KERNEL_probe, STREAM_COMPUTE, 0, n, &s->kernel);
    s->iteration[s->n_rows] = iteration;
    s->time[s->n_rows++] = time;
}

/* newest: an iteration that is looked at twice (a restart, a stop) makes one row. */
static int sample(void *own, int64_t iteration, double time)
{
    struct probes *p = own;
    if (iteration <= p->newest)
        return 0;
    p->newest = iteration;
    for (int k = 0; k < p->n_sets; k++) {
        struct set *s = &p->set[k];
        if (iteration % s->spec->every != 0)
            continue;
        take_row(p, s, iteration, time);
        /* The same on all ranks, which have all rows of the set's points that are theirs
         * (make_buffers()). */
        if (s->n_rows == s->capacity)
            TRY(hand_over(p, s, false));
    }
    return 0;
}

/* The clocks of ranks differ; the latest one decides for all. */
static int look(void *own)
{
    struct probes *p = own;
    int late = timer_now() - p->written > longest_wait;
    comm_maximum_int(&late, 1);
    /* So that a killed run, or a reader of the file, is never far behind. */
    if (!late)
        return 0;
    p->written = timer_now();
    for (int k = 0; k < p->n_sets; k++)
        TRY(hand_over(p, &p->set[k], false));
    return 0;
}

/* durable: flushed to disk, before a checkpoint that counts on these rows.
 * All sets are handed over first, so that one set's write and the next one's messages overlap. */
static int finish(void *own)
{
    struct probes *p = own;
    int status = 0;
    for (int k = 0; k < p->n_sets; k++)
        TRY(hand_over(p, &p->set[k], true));
    for (int k = 0; k < p->n_sets; k++)
        status = worker_thread_join(&p->set[k].work) || status;
    return comm_agree(status);
}

/* ---- the feature ---- */

/* Paths of points' lists are protected, which may be those of the files here. */
static int check_files(const void *spec, const char *results, bool goes_on)
{
    const struct probes_case *cases = spec;
    for (int k = 0; cases && k < cases->n; k++) {
        char *path = text_format("%s/probes/%s.h5", results, cases->set[k].name);
        int status = protect_check(path) || probes_folder_check(results, cases->set[k].name);
        mem_free(path);
        TRY(status);
    }
    return cases || !goes_on ? probes_folder_check_all(results, goes_on) : 0;
}

/* Points are searched for by the nodes of cells. */
static void needs(const void *spec, struct domain_needs *needs)
{
    (void)spec;
    needs->host_nodes = true;
}

static int64_t steps_until_due(const void *spec, int64_t iteration)
{
    const struct probes_case *cases = spec;
    int64_t n = INT64_MAX;
    for (int k = 0; k < cases->n; k++) {
        int64_t due = cases->set[k].every - iteration % cases->set[k].every;
        n = due < n ? due : n;
    }
    return n;
}

const struct feature_type feature_probes = {
    .in_case = &feature_probes_case,
    .check_files = check_files,
    .leave_old_files = probes_folder_leave,
    .forget_old_files = probes_folder_forget,
    .needs = needs,
    .place = place_probes,
    .start = start_probes,
    .check_restart = check_restart,
    .open = open_probes,
    .steps_until_due = steps_until_due,
    .sample = sample,
    .look = look,
    .finish = finish,
    .end = end_probes,
};
