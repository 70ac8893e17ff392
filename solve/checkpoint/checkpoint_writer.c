/* checkpoint_writer.c: the states of a checkpoint under way: written by all ranks' second threads,
 * then given its name by rank 0's; fields_folder.c knows the folders. */
#include "checkpoint/checkpoint_writer.h"

#include "backend/background_copy.h"
#include "error.h"
#include "mem.h"
#include "results/fields_folder.h"
#include "results/h5_lock.h"
#include "results/superseded.h"
#include "features/features.h"
#include "text.h"

#include <string.h>

/* ---- the second thread's two parts ---- */

static int write_this_rank(void *argument)
{
    struct checkpoint_writer *w = argument;
    h5_lock_acquire(); /* downloads of series use the same buffer */
    checkpoint_gather_state(w->m->flow, &w->source, &w->s);
    int status = solution_write(w->temporary, &w->s);
    h5_lock_release();
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
        superseded_history_forget(w->results);
        features_forget_old_files(w->results);
    }
    if (w->before[0] && !w->m->c->output.keep_all)
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
    const struct backend *b = m->flow->domain->backend;
    memset(w, 0, sizeof *w);
    w->results = results;
    w->afresh = afresh;
    w->m = m;
    if (!b->unified)
        background_copy_open();
    w->beside = beside;
    if (!beside)
        return;
    state_allocate_copies(b, &m->flow->shape, &w->copy);
    const size_t bytes = (size_t)m->flow->domain->view.n_owned * sizeof(double);
    struct feature_fields fields;
    for (int k = 0; features_fields(m->flow->domain->features, k, &fields); k++)
        if (fields.n > 0)
            w->copy_of_feature[k] = b->alloc("copy for checkpoints", (size_t)fields.n * bytes);
}

void checkpoint_writer_free(struct checkpoint_writer *w)
{
    if (!w->m)
        return;
    const struct backend *b = w->m->flow->domain->backend;
    worker_thread_join(&w->work);
    checkpoint_release(&w->s);
    mem_free(w->temporary);
    state_free(b, &w->copy);
    for (int k = 0; k < FEATURES_MOST; k++)
        b->free(w->copy_of_feature[k]);
    if (!b->unified)
        background_copy_close();
    memset(w, 0, sizeof *w);
}

/* One array's owned cells, into the writer's copy; from then on the file is written from there. */
static void copy_array(const struct backend *b, char *copy, struct checkpoint_array *a)
{
    const char *from = a->device;
    size_t bytes = a->used * a->row.element;
    for (size_t k = 0; k < (size_t)a->row.components; k++)
        b->copy_async(STREAM_COMPUTE, copy + k * bytes, from + k * a->stride * a->row.element, bytes);
    a->device = copy;
    a->stride = a->used;
}

/* On the device, behind what is in the compute stream. */
static void copy_state(struct checkpoint_writer *w)
{
    const struct flow *f = w->m->flow;
    const struct backend *b = f->domain->backend;
    w->source = checkpoint_source_of(f);
    for (int k = 0; k < w->source.n; k++) {
        struct checkpoint_array *a = &w->source.array[k];
        if (w->beside && state_is_copied(&a->row))
            copy_array(b, a->feature < 0 ? state_array(&w->copy, &a->row) : w->copy_of_feature[a->feature], a);
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
