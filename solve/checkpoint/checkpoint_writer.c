/* checkpoint_writer.c: the states of a checkpoint under way: written by all ranks' second threads,
 * then given its name by rank 0's; fields_folder.c knows the folders. */
#include "checkpoint/checkpoint_writer.h"

#include "backend/background_copy.h"
#include "error.h"
#include "mem.h"
#include "results/fields_folder.h"
#include "results/frames_folder.h"
#include "results/h5_turn.h"
#include "results/history_aside.h"
#include "results/probes_folder.h"
#include "text.h"

#include <string.h>

/* ---- the second thread's two parts ---- */

static int write_this_rank(void *argument)
{
    struct checkpoint_writer *w = argument;
    h5_turn_take(); /* downloads of series use the same buffer */
    checkpoint_gather_state(w->m->flow, &w->source, &w->s);
    int status = solution_write(w->temporary, &w->s);
    h5_turn_give();
    checkpoint_release(&w->s); /* here: to give gigabytes back takes a tenth of a second */
    return status;
}

static int publish(void *argument)
{
    struct checkpoint_writer *w = argument;
    TRY(fields_folder_publish(w->results, w->name));
    if (strcmp(w->name, w->newest) == 0)
        return 0;
    if (w->afresh && !w->newest[0]) {
        fields_folder_remove_others(w->results, w->name);
        history_aside_forget(w->results);
        probes_folder_forget(w->results);
        frames_folder_forget(w->results);
    }
    if (w->before[0] && !w->m->c->keep_all)
        fields_folder_remove(w->results, w->before);
    text_copy(w->before, sizeof w->before, w->newest);
    text_copy(w->newest, sizeof w->newest, w->name);
    return 0;
}

/* ---- the host thread ---- */

/* Rank 0 makes, renames and removes folders. */
static bool is_first(const struct checkpoint_writer *w)
{
    return w->m->flow->domain->comm.rank == 0;
}

void checkpoint_writer_create(const char *results, bool afresh, const struct monitor *m, bool beside,
                              struct checkpoint_writer *w)
{
    const struct flow *f = m->flow;
    const struct backend *b = f->domain->backend;
    size_t n = (size_t)f->domain->view.n_owned, nv = (size_t)f->n_variables;
    memset(w, 0, sizeof *w);
    w->results = results;
    w->afresh = afresh;
    w->m = m;
    if (!b->unified)
        background_copy_open();
    if (!beside)
        return;
    w->q = b->alloc("copy of the state", nv * n * sizeof *w->q);
    if (f->equations == EQUATIONS_SST)
        w->mu_t = b->alloc("copy of the eddy viscosity", n * sizeof *w->mu_t);
    if (f->q_before)
        w->q_before = b->alloc("copy of the state a step before", nv * n * sizeof *w->q_before);
    if (f->q_older)
        w->q_older = b->alloc("copy of the state two steps before", nv * n * sizeof *w->q_older);
    if (f->cell_moments)
        w->moments = b->alloc("copy of statistics", AVERAGES_OF_CELLS * n * sizeof *w->moments);
}

void checkpoint_writer_free(struct checkpoint_writer *w)
{
    if (!w->m)
        return;
    const struct backend *b = w->m->flow->domain->backend;
    worker_thread_join(&w->work);
    checkpoint_release(&w->s);
    mem_free(w->temporary);
    b->free(w->q);
    b->free(w->mu_t);
    b->free(w->q_before);
    b->free(w->q_older);
    b->free(w->moments);
    if (!b->unified)
        background_copy_close();
    memset(w, 0, sizeof *w);
}

/* On the device, behind what is in the compute stream. A frozen limiter changes no more. */
static void copy_state(struct checkpoint_writer *w)
{
    const struct flow *f = w->m->flow;
    const struct backend *b = f->domain->backend;
    size_t n = (size_t)f->domain->view.n_owned;
    w->source = checkpoint_source_of(f);
    if (w->q) {
        for (size_t v = 0; v < (size_t)f->n_variables; v++)
            b->copy_async(STREAM_COMPUTE, w->q + v * n, w->source.q + v * w->source.q_stride, n * sizeof *w->q);
        w->source.q = w->q;
        w->source.q_stride = n;
    }
    if (w->mu_t && w->source.mu_t) {
        b->copy_async(STREAM_COMPUTE, w->mu_t, w->source.mu_t, n * sizeof *w->mu_t);
        w->source.mu_t = w->mu_t;
    }
    if (w->q_before && w->source.before) {
        b->copy_async(STREAM_COMPUTE, w->q_before, w->source.before,
                      (size_t)f->n_variables * n * sizeof *w->q_before);
        w->source.before = w->q_before;
    }
    if (w->q_older && w->source.older) {
        b->copy_async(STREAM_COMPUTE, w->q_older, w->source.older, (size_t)f->n_variables * n * sizeof *w->q_older);
        w->source.older = w->q_older;
    }
    if (w->moments && w->source.moments) {
        b->copy_async(STREAM_COMPUTE, w->moments, w->source.moments, AVERAGES_OF_CELLS * n * sizeof *w->moments);
        w->source.moments = w->moments;
    }
    b->stream_synchronize(STREAM_COMPUTE);
}

/* Rank 0. Has somebody moved the results folder away or removed it? */
static int check_results(const struct checkpoint_writer *w)
{
    return w->m->folder ? results_folder_check(w->m->folder) : 0;
}

/* The cause is looked for where it fails: a results folder that was moved gives another sentence than a full
 * disk. */
static int make_folder(const struct checkpoint_writer *w)
{
    TRY(check_results(w));
    int status = fields_folder_make(w->results, w->name);
    return w->m->folder ? results_folder_cause(w->m->folder, status) : status;
}

/* What the host has (extras, boundary values) is gathered here, before the march goes on and changes it;
 * cells are copied on the device. */
int checkpoint_writer_begin(struct checkpoint_writer *w, int64_t iteration, double time)
{
    TRY(checkpoint_writer_finish(w));
    solution_folder_name(iteration, w->name);
    w->temporary = fields_folder_temporary(w->results, w->name);
    int status = comm_agree(is_first(w) ? make_folder(w) : 0);
    if (status) {
        MEM_FREE(w->temporary);
        return status;
    }
    checkpoint_gather(w->m, iteration, time, &w->s);
    copy_state(w);
    worker_thread_start(&w->work, write_this_rank, w);
    w->state = CHECKPOINT_WRITING;
    return 0;
}

/* Joins the part under way, whose end all ranks have agreed on or wait for.
 * Collective. Ranks that had nothing to do in this part (publishing is rank 0's) only agree. */
static int join(struct checkpoint_writer *w)
{
    bool worked = w->state == CHECKPOINT_WRITING || is_first(w);
    int status = worked ? worker_thread_join(&w->work) : 0;
    if (worked)
        w->seconds_behind += w->work.end - w->work.begin;
    if (is_first(w) && check_results(w)) /* says more than that a file is not there */
        status = 1;
    return comm_agree(status);
}

/* All ranks have written: the next part, or after a failure none. */
static int end_writing(struct checkpoint_writer *w)
{
    int status = join(w);
    if (status) {
        if (is_first(w))
            fields_folder_remove_temporary(w->results, w->name);
        MEM_FREE(w->temporary);
        w->state = CHECKPOINT_NONE;
        return status;
    }
    if (is_first(w))
        worker_thread_start(&w->work, publish, w);
    w->state = CHECKPOINT_PUBLISHING;
    return 0;
}

static int end_publishing(struct checkpoint_writer *w)
{
    int status = join(w);
    MEM_FREE(w->temporary);
    w->state = CHECKPOINT_NONE;
    return status;
}

/* A maximum over ranks: the next part begins only when no rank is still writing. */
int checkpoint_writer_look(struct checkpoint_writer *w)
{
    if (w->state == CHECKPOINT_NONE)
        return 0;
    int working = !worker_thread_is_done(&w->work);
    comm_maximum_int(&working, 1);
    if (working)
        return 0;
    return w->state == CHECKPOINT_WRITING ? end_writing(w) : end_publishing(w);
}

int checkpoint_writer_finish(struct checkpoint_writer *w)
{
    if (w->state == CHECKPOINT_WRITING)
        TRY(end_writing(w));
    return w->state == CHECKPOINT_PUBLISHING ? end_publishing(w) : 0;
}
