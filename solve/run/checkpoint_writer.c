#include "run/checkpoint_writer.h"

#include "backend/background_copy.h"
#include "error.h"
#include "mem.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- folders; rank 0 ---- */

/* A folder of fields and the ranks' files in it; nothing when it is not there. */
static void remove_fields(const char *folder)
{
    DIR *d = opendir(folder);
    if (!d)
        return;
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if (text_glob("rank-[0-9]*.h5*", e->d_name)) {
            char *file = text_join_path(folder, e->d_name);
            unlink(file);
            mem_free(file);
        }
    closedir(d);
    rmdir(folder);
}

/* An empty folder; what an interrupted run left there is removed. */
static int make_empty_folder(const char *folder)
{
    remove_fields(folder);
    if (mkdir(folder, 0777) != 0)
        return error_no_folder(folder);
    return 0;
}

/* Renames the complete folder and lets `latest` name it. A folder of that name
 * from an earlier run is kept until then. */
static int put_in_place(const char *results, const char *temporary, const char *name)
{
    char *folder = text_join_path(results, name), *old = text_format("%s.old", folder);
    remove_fields(old);
    bool replaced = rename(folder, old) == 0;
    int status = 0;
    if (rename(temporary, folder) != 0)
        status = error_set("%s: cannot be renamed to %s: %s", temporary, folder, strerror(errno));
    else
        status = solution_set_latest(results, name);
    if (status == 0) {
        remove_fields(old);
    } else {
        remove_fields(temporary);
        remove_fields(folder);
        if (replaced && rename(old, folder) != 0)
            error_prefix("the older fields are in %s", old);
    }
    mem_free(folder);
    mem_free(old);
    return status;
}

/* An earlier run's fields, once this run has its own. */
static void remove_others(const char *results, const char *name)
{
    DIR *d = opendir(results);
    if (!d)
        return;
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if (text_glob("fields-[0-9]*", e->d_name) && strcmp(e->d_name, name) != 0) {
            char *folder = text_join_path(results, e->d_name);
            remove_fields(folder);
            mem_free(folder);
        }
    closedir(d);
}

/* ---- the second thread's two parts ---- */

static int write_this_rank(void *argument)
{
    struct checkpoint_writer *w = argument;
    checkpoint_gather_state(w->m->flow, &w->source, &w->s);
    int status = solution_write(w->temporary, &w->s);
    checkpoint_release(&w->s); /* here: to give gigabytes back takes a tenth of a second */
    return status;
}

static int publish(void *argument)
{
    struct checkpoint_writer *w = argument;
    TRY(put_in_place(w->results, w->temporary, w->name));
    if (strcmp(w->name, w->newest) == 0)
        return 0;
    if (w->afresh && !w->newest[0])
        remove_others(w->results, w->name);
    if (w->before[0] && !w->m->c->keep_all) {
        char *folder = text_join_path(w->results, w->before);
        remove_fields(folder);
        mem_free(folder);
    }
    text_copy(w->before, sizeof w->before, w->newest);
    text_copy(w->newest, sizeof w->newest, w->name);
    return 0;
}

/* ---- the host thread ---- */

static bool is_first(const struct checkpoint_writer *w)
{
    return w->m->flow->domain->comm.rank == 0;
}

int64_t checkpoint_copy_words(const struct case_file *c, int64_t n_owned)
{
    int64_t variables = equations_variables(c->model) + (c->model == EQUATIONS_SST);
    return c->checkpoint > 0 ? variables * n_owned : 0;
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
    if (!b->unified)
        background_copy_close();
    memset(w, 0, sizeof *w);
}

/* On the device, behind what is in the queue. A frozen limiter changes no more. */
static void copy_state(struct checkpoint_writer *w)
{
    const struct flow *f = w->m->flow;
    const struct backend *b = f->domain->backend;
    size_t n = (size_t)f->domain->view.n_owned;
    w->source = checkpoint_source_of(f);
    if (w->q) {
        for (size_t v = 0; v < (size_t)f->n_variables; v++)
            b->copy_async(QUEUE_COMPUTE, w->q + v * n, w->source.q + v * w->source.q_stride, n * sizeof *w->q);
        w->source.q = w->q;
        w->source.q_stride = n;
    }
    if (w->mu_t && w->source.mu_t) {
        b->copy_async(QUEUE_COMPUTE, w->mu_t, w->source.mu_t, n * sizeof *w->mu_t);
        w->source.mu_t = w->mu_t;
    }
    b->queue_synchronize(QUEUE_COMPUTE);
}

int checkpoint_writer_begin(struct checkpoint_writer *w, int64_t iteration, double time)
{
    TRY(checkpoint_writer_finish(w));
    solution_folder_name(iteration, w->name);
    w->temporary = text_format("%s/%s.tmp", w->results, w->name);
    int status = comm_agree(is_first(w) ? make_empty_folder(w->temporary) : 0);
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

/* Joins the part under way, whose end all ranks have agreed on or wait for. */
static int join(struct checkpoint_writer *w)
{
    bool worked = w->state == CHECKPOINT_WRITING || is_first(w);
    int status = worked ? worker_thread_join(&w->work) : 0;
    if (worked)
        w->seconds_behind += w->work.end - w->work.begin;
    return comm_agree(status);
}

/* All ranks have written: the next part, or after a failure none. */
static int end_writing(struct checkpoint_writer *w)
{
    int status = join(w);
    if (status) {
        if (is_first(w))
            remove_fields(w->temporary);
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
