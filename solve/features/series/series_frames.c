/* series_frames.c: the series of [series]: fields of the volume, the surface or the cells at a plane that are written
 * every so many steps while the march goes on, each frame a fields folder of its own, RESULTS/series/NAME/fields-N,
 * that ufv-post reads as it reads the run's fields.
 *
 *   a step's state   what is wanted of it is copied on the device; each rank's second thread downloads the copy and
 *                    writes the rank's file while the march goes on
 *   at a look        once all ranks have written, rank 0 gives the frame its name
 *   checkpoint       the frames until then are on the disk before the checkpoint is there
 *
 * A frame that is due while the one before is being written waits for it. A run that is continued keeps the frames from
 * before its checkpoint; later ones are made again.
 */
#include "arithmetic/variable_names.h"
#include "backend/convert.h"
#include "checkpoint/checkpoint_gather.h"
#include "error.h"
#include "features/feature.h"
#include "features/series/series_case.h"
#include "features/series/series_folder.h"
#include "kernels/transfer_args.h"
#include "mem.h"
#include "results/fields_folder.h"
#include "results/h5_lock.h"
#include "results/superseded.h"
#include "results/worker_thread.h"
#include "scheme/flow.h"
#include "text.h"
#include "timer.h"

#include <stdio.h>
#include <string.h>

struct one_series {
    const struct series_spec *spec; /* borrowed */
    const struct flow *f;           /* borrowed */
    bool *chosen;                   /* owned; [n_patches] of a surface: whose faces are written; NULL: all */
    lid n_faces;                    /* that are written of this rank's */
    gid *face_gid;                  /* owned; [n_faces]; NULL: all are written */
    lid n_cells;                    /* that are written of this rank's, of a volume or a plane */
    lid *cell;                      /* owned, device; [n_cells] of a plane, ascending; NULL: all are written */
    gid *cell_gid;                  /* owned; [n_cells]; NULL likewise */
    uint8_t *at_plane;              /* owned; [n_owned] is the cell one of a plane? NULL: of other shapes, and once the
                                       cells are chosen */
    real *copy;                     /* owned, device; [n_variables][n_cells]; NULL: values are taken at once */
    char *folder;                   /* owned */
    char *temporary;                /* owned; of the frame under way; NULL: none is */
    char frame[NAME_SIZE];
    struct solution s;
    struct worker_thread work;
};

struct series {
    const struct case_file *c; /* borrowed, as f; NULL until series are created */
    const struct flow *f;
    int n;
    struct one_series *one;    /* owned; [n] */
    int64_t newest; /* iteration of the newest look for frames */
    double seconds;
};

/* ---- creation ---- */

/* at_plane[n_owned]: 1 for cells with nodes on both sides of the plane where coordinate `axis` (0 .. 2) is `at`, m, or
 * on it. p: with cores and nodes. */
static void find_plane(const struct pack *p, int axis, double at, uint8_t *at_plane)
{
    for (lid i = 0; i < p->n_owned; i++) {
        bool below = false, above = false;
        for (lid k = p->cell_node_offset[i]; k < p->cell_node_offset[i + 1]; k++) {
            double x = p->node[(int64_t)axis * p->n_nodes + p->cell_node[k]];
            below = below || x <= at;
            above = above || x >= at;
        }
        at_plane[i] = below && above;
    }
}

static void *place_series(const void *spec, struct domain *d)
{
    const struct series_case *cases = spec;
    struct series *s;
    MEM_NEW_ZERO(s, 1);
    s->n = cases->n;
    MEM_NEW_ZERO(s->one, s->n);
    for (int k = 0; k < s->n; k++) {
        struct one_series *o = &s->one[k];
        o->spec = &cases->line[k];
        if (!o->spec->plane)
            continue;
        MEM_NEW(o->at_plane, d->pack.n_owned + 1);
        find_plane(&d->pack, o->spec->axis, o->spec->at, o->at_plane);
    }
    return s;
}

/* Surfaces are small and are taken at once; on the CPU a volume is copied straight into the file's
 * array. Of a plane the few cells are gathered on the device. */
static bool copies(const struct series_spec *spec, const struct flow *f)
{
    return spec->plane || (!spec->surface && !f->domain->backend->unified);
}

/* Sets chosen for patches that match the word, and those of a group of that name; returns their number. */
static int choose_by_word(const struct domain *d, const char *word, bool *chosen)
{
    const struct patch_groups *g = &d->groups;
    int n = 0;
    for (int b = 0; b < d->pack.n_patches; b++) {
        bool meant = text_glob(word, d->pack.patch[b].name);
        for (int k = 0; k < g->n; k++)
            meant = meant || (strcmp(g->name[k], word) == 0 && g->member[k * g->n_patches + b]);
        chosen[b] = chosen[b] || meant;
        /* How many the word names, also if another word has named them before: 0 is a mistake. */
        n += meant;
    }
    return n;
}

/* All ranks have all patches' names, so that all refuse alike. */
static int refuse_patch(const struct series *s, const struct one_series *o, const char *word)
{
    const struct pack *p = &s->f->domain->pack;
    const char **names = mem_alloc("names of patches", (size_t)p->n_patches, sizeof *names);
    for (int b = 0; b < p->n_patches; b++)
        names[b] = p->patch[b].name;
    const char *near = text_nearest(word, names, p->n_patches);
    int status = error_set("%s: [series] %s: no patch or group is called '%s'%s%s%s", s->c->config.path, o->spec->name,
                           word, near ? "; did you mean " : "; ufv-prep --info lists the patches", near ? near : "",
                           near ? "?" : "");
    mem_free(names);
    return status;
}

/* Words may overlap: a face is written once, in the pack's order. Not an error where this rank has none
 * of the faces. */
static int choose_patches(const struct series *s, struct one_series *o)
{
    const struct pack *p = &s->f->domain->pack;
    o->n_faces = p->n_boundary;
    if (!o->spec->patches[0])
        return 0;
    char list[sizeof o->spec->patches];
    text_copy(list, sizeof list, o->spec->patches);
    MEM_NEW_ZERO(o->chosen, p->n_patches);
    /* The list was checked for its length alone when the case was read; names are checked here, against
     * the mesh. */
    for (char *rest = list, *word; (word = strsep(&rest, ","));)
        if (choose_by_word(s->f->domain, word, o->chosen) == 0)
            return refuse_patch(s, o, word);
    o->face_gid = mem_alloc("faces of a series", (size_t)p->n_boundary, sizeof *o->face_gid);
    o->n_faces = 0;
    for (int b = 0; b < p->n_patches; b++)
        for (lid i = p->patch[b].begin; o->chosen[b] && i < p->patch[b].end; i++)
            o->face_gid[o->n_faces++] = p->face_gid[i];
    return 0;
}

static void choose_cells(struct one_series *o)
{
    const struct domain *d = o->f->domain;
    const struct pack *p = &d->pack;
    o->n_cells = p->n_owned;
    if (!o->spec->plane)
        return;
    lid *cell;
    MEM_NEW(cell, p->n_owned);
    o->cell_gid = mem_alloc("cells of a series", (size_t)p->n_owned + 1, sizeof *o->cell_gid);
    o->n_cells = 0;
    for (lid i = 0; i < p->n_owned; i++)
        if (o->at_plane[i]) {
            cell[o->n_cells] = i;
            o->cell_gid[o->n_cells++] = p->cell_gid[i];
        }
    o->cell = domain_upload(d, "cells of a series", cell, (size_t)o->n_cells * sizeof *cell);
    mem_free(cell);
    MEM_FREE(o->at_plane);
}

/* Collective. */
static int refuse_empty(const struct series *s, const struct one_series *o)
{
    int64_t n = comm_sum_int(o->n_cells);
    if (n > 0 || !o->spec->plane)
        return 0;
    return error_set("%s: [series] %s: the plane %c = %g m touches no cell; ufv-prep --info prints the extent of the "
                     "mesh", s->c->config.path, o->spec->name, "xyz"[o->spec->axis], o->spec->at);
}

/* Collective. On all ranks nonzero with error_set() where a series names no patch of the mesh, or its plane touches no
 * cell. */
static int start_series(const struct case_file *c, const void *spec, const struct flow *f, void **own)
{
    struct series *s = *own;
    (void)spec; /* place_series() has it */
    s->c = c;
    s->f = f;
    for (int k = 0; k < s->n; k++) {
        struct one_series *o = &s->one[k];
        o->f = f;
        TRY(choose_patches(s, o));
        choose_cells(o);
        /* The copy lets the march go on while the second thread takes the values off the device. */
        if (copies(o->spec, f))
            o->copy = f->domain->backend->alloc("copy for a series", (size_t)o->spec->n_variables * (size_t)o->n_cells *
                                                                         sizeof *o->copy);
        TRY(refuse_empty(s, o));
    }
    return 0;
}

/* Frames that are still being written come to nothing. */
static void end_series(void *own)
{
    struct series *s = own;
    for (int k = 0; k < s->n; k++) {
        struct one_series *o = &s->one[k];
        worker_thread_join(&o->work);
        checkpoint_release(&o->s);
        if (o->f) {
            o->f->domain->backend->free(o->copy);
            o->f->domain->backend->free(o->cell);
        }
        void *blocks[] = {o->folder, o->temporary, o->chosen, o->face_gid, o->cell_gid, o->at_plane};
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
            mem_free(blocks[i]);
    }
    mem_free(s->one);
    mem_free(s);
}

/* ---- folders ---- */

/* Rank 0.
 * A run that goes on in place finds its frames there; only another run's have to be brought along. */
static int open_folders(struct series *s, const struct feature_results *r)
{
    char *old = r->restart && !r->goes_on ? series_folder_find(r->restart) : NULL;
    int status = series_folder_begin(r->results, r->goes_on, r->first_iteration);
    for (int k = 0; k < s->n && status == 0; k++) {
        char *from = old ? text_join_path(old, s->one[k].spec->name) : NULL;
        status = series_folder_make(s->one[k].folder, from, r->first_iteration);
        mem_free(from);
    }
    /* A run that goes on has its frames in place: superseded ones are no longer wanted. */
    if (r->goes_on && status == 0)
        series_folder_forget(r->results);
    mem_free(old);
    return status;
}

static int open_series(void *own, const struct feature_results *r)
{
    struct series *s = own;
    s->newest = r->first_iteration - 1;
    for (int k = 0; k < s->n; k++)
        s->one[k].folder = text_format("%s/series/%s", r->results, s->one[k].spec->name);
    return comm_agree(s->f->domain->comm.rank == 0 ? open_folders(s, r) : 0);
}

/* ---- a frame ---- */

/* Of values on all faces those that are written, one after another.
 * In place: n never overtakes i, since patches are ranges that ascend. */
static void keep_chosen(const struct one_series *o, double *value)
{
    const struct pack *p = &o->f->domain->pack;
    lid n = 0;
    for (int b = 0; o->chosen && b < p->n_patches; b++)
        for (lid i = p->patch[b].begin; o->chosen[b] && i < p->patch[b].end; i++)
            value[n++] = value[i];
}

/* A surface, and a volume where the host has the device's memory. */
static void take_values(struct one_series *o)
{
    const struct flow *f = o->f;
    const struct backend *b = f->domain->backend;
    const lid n_faces = f->domain->view.n_boundary, n_cells = f->domain->view.n_owned;
    for (int k = 0; k < o->spec->n_variables; k++) {
        int v = o->spec->variable[k];
        if (o->spec->surface) {
            double *value = mem_alloc("values of a series", (size_t)n_faces, sizeof *value);
            /* In the order of surface_variable_of(): the pressure, then what is kept of walls. */
            const real *from = v == 0 ? f->pressure : f->wall + (size_t)(v - 1) * (size_t)n_faces;
            convert_download(b, value, from, n_faces, sizeof *from);
            keep_chosen(o, value);
            checkpoint_add_boundary_field(&o->s, surface_variable_of(v), value);
        } else {
            double *value = mem_alloc("values of a series", (size_t)n_cells, sizeof *value);
            convert_download(b, value, f->q + (size_t)v * (size_t)f->domain->view.n_slots, n_cells, sizeof *f->q);
            checkpoint_add_field(&o->s, variable_of(f->equations, v), value);
        }
    }
}

/* Device to device, and waited for: the next step changes q. The way to the host is the second thread's. */
static void copy_values(struct one_series *o)
{
    const struct flow *f = o->f;
    const struct backend *b = f->domain->backend;
    const lid n = o->n_cells, n_slots = f->domain->view.n_slots;
    for (int k = 0; k < o->spec->n_variables; k++) {
        real *from = f->q + o->spec->variable[k] * (int64_t)n_slots, *to = o->copy + k * (int64_t)n;
        struct transfer_args a = {.n_slots = n_slots, .n_variables = 1, .step = 1, .cell = o->cell, .q = from,
                                  .buffer = to};
        if (o->cell)
            BACKEND_LAUNCH(b, KERNEL_transfer_pack, STREAM_COMPUTE, 0, n, &a);
        else
            b->copy_async(STREAM_COMPUTE, to, from, (size_t)n * sizeof *to);
    }
    b->stream_synchronize(STREAM_COMPUTE);
}

/* On the second thread: what it takes is a copy, which the march leaves alone until end_frame(). */
static void fetch_copy(struct one_series *o)
{
    size_t n = (size_t)o->n_cells;
    for (int k = 0; k < o->spec->n_variables; k++) {
        double *value = mem_alloc("values of a series", n, sizeof *value);
        checkpoint_fetch(o->f, value, o->copy + (size_t)k * n, n, sizeof *o->copy);
        checkpoint_add_field(&o->s, variable_of(o->f->equations, o->spec->variable[k]), value);
    }
}

/* The second thread. */
static int write_this_rank(void *argument)
{
    struct one_series *o = argument;
    h5_lock_acquire();
    if (o->copy)
        fetch_copy(o);
    int status = solution_write(o->temporary, &o->s);
    h5_lock_release();
    checkpoint_release(&o->s);
    return status;
}

/* Collective. All ranks have written, or are waited for. */
static int end_frame(struct one_series *o)
{
    const bool is_first = o->f->domain->comm.rank == 0;
    int status = comm_agree(worker_thread_join(&o->work));
    if (status && is_first)
        fields_folder_remove_temporary(o->folder, o->frame);
    MEM_FREE(o->temporary);
    return status ? status : comm_agree(is_first ? fields_folder_publish(o->folder, o->frame) : 0);
}

/* For ufv-post, which gives each value its face again. */
static void note_patches(struct one_series *o)
{
    int n = o->f->domain->pack.n_patches;
    double *written = solution_add_extra(&o->s, SOLUTION_PATCHES, n);
    for (int b = 0; b < n; b++)
        written[b] = o->chosen[b];
}

static void note_plane(struct one_series *o)
{
    double *plane = solution_add_extra(&o->s, SOLUTION_PLANE, 2);
    plane[0] = o->spec->axis;
    plane[1] = o->spec->at;
}

/* A frame of pressure alone would have forces without friction, as those of an inviscid run have (ufv-post forces). */
static void note_viscous(const struct series *s, struct solution *frame)
{
    *solution_add_extra(frame, SOLUTION_VISCOUS, 1) = equations_are_viscous(s->c->model.equations);
}

/* Collective. */
static int begin_frame(const struct series *s, struct one_series *o, int64_t iteration, double time)
{
    const struct domain *d = s->f->domain;
    /* The frame before may still be on its way to the disk: it is waited for and published first. */
    if (o->temporary)
        TRY(end_frame(o));
    solution_folder_name(iteration, o->frame);
    TRY(comm_agree(d->comm.rank == 0 ? fields_folder_make(o->folder, o->frame) : 0));
    o->temporary = fields_folder_temporary(o->folder, o->frame);
    checkpoint_gather_head(d, s->c, iteration, time, &o->s);
    checkpoint_gather_patches(d, &o->s);
    note_viscous(s, &o->s);
    o->s.single = !o->spec->full;
    o->s.n_boundary = o->n_faces;
    o->s.face_gid = o->chosen ? o->face_gid : d->pack.face_gid;
    if (o->chosen)
        note_patches(o);
    if (!o->spec->surface) {
        o->s.n_cells = o->n_cells;
        o->s.cell_gid = o->cell ? o->cell_gid : d->pack.cell_gid;
    }
    if (o->spec->plane)
        note_plane(o);
    if (o->copy)
        copy_values(o);
    else
        take_values(o);
    worker_thread_start(&o->work, write_this_rank, o);
    return 0;
}

/* ---- during the march ---- */

/* The newest look is noted even where no frame is due, so that an iteration looked at twice makes one
 * frame. */
static int sample(void *own, int64_t iteration, double time)
{
    struct series *s = own;
    if (iteration <= s->newest)
        return 0;
    double start = timer_now();
    int status = 0;
    s->newest = iteration;
    for (int k = 0; k < s->n && status == 0; k++)
        if (iteration % s->one[k].spec->every == 0)
            status = begin_frame(s, &s->one[k], iteration, time);
    s->seconds += timer_now() - start;
    return status;
}

/* The threads of ranks end at different times; only when all have ended does the frame get its name. */
static int look(void *own)
{
    struct series *s = own;
    for (int k = 0; k < s->n; k++) {
        struct one_series *o = &s->one[k];
        if (!o->temporary)
            continue;
        int working = !worker_thread_is_done(&o->work);
        comm_maximum_int(&working, 1);
        if (!working)
            TRY(end_frame(o));
    }
    return 0;
}

/* All of them, also after a failure: every rank has to make the same calls. */
static int finish(void *own)
{
    struct series *s = own;
    double start = timer_now();
    int status = 0;
    for (int k = 0; k < s->n; k++)
        if (s->one[k].temporary)
            status = end_frame(&s->one[k]) || status;
    s->seconds += timer_now() - start;
    return status;
}

/* For frames (docs/performance.md). */
static double seconds(const void *own)
{
    return ((const struct series *)own)->seconds;
}

/* ---- the feature ---- */

static int check_files(const void *spec, const char *results, bool goes_on)
{
    const struct series_case *cases = spec;
    for (int k = 0; cases && k < cases->n; k++)
        TRY(series_folder_check(results, cases->line[k].name));
    return goes_on ? 0 : superseded_folder_check_old(results, "series");
}

static int check_frames(const void *spec, const char *results, int64_t first, int64_t last)
{
    const struct series_case *cases = spec;
    for (int k = 0; k < cases->n; k++)
        TRY(series_folder_check_frames(results, cases->line[k].name, cases->line[k].every, first, last));
    return 0;
}

/* Cells at a plane are found by their nodes. */
static void needs(const void *spec, struct domain_needs *needs)
{
    const struct series_case *cases = spec;
    for (int k = 0; k < cases->n; k++)
        needs->host_nodes = needs->host_nodes || cases->line[k].plane;
}

/* For copies. Doubles, an upper bound for programs of other precisions; planes, whose cells are not known yet, as if
 * all cells touched them. */
static int64_t bytes(const void *spec, const struct case_file *c, const struct pack *p, bool host)
{
    const struct series_case *cases = spec;
    int64_t n = 0;
    (void)c;
    for (int k = 0; k < cases->n && !host; k++)
        n += cases->line[k].surface ? 0 : cases->line[k].n_variables * p->n_owned * (int64_t)sizeof(double);
    return n;
}

static int64_t steps_until_due(const void *spec, int64_t iteration)
{
    const struct series_case *cases = spec;
    int64_t n = INT64_MAX;
    for (int k = 0; k < cases->n; k++) {
        int64_t due = cases->line[k].every - iteration % cases->line[k].every;
        n = due < n ? due : n;
    }
    return n;
}

const struct feature_type feature_series = {
    .in_case = &feature_series_case,
    .check_files = check_files,
    .check_numbered_files = check_frames,
    .leave_old_files = series_folder_leave,
    .forget_old_files = series_folder_forget,
    .needs = needs,
    .bytes = bytes,
    .place = place_series,
    .start = start_series,
    .open = open_series,
    .steps_until_due = steps_until_due,
    .sample = sample,
    .look = look,
    .finish = finish,
    .seconds = seconds,
    .end = end_series,
};
