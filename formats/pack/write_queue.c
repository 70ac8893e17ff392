/* write_queue.c: one thread, a list of jobs, and the first error among them. */
#include "pack/write_queue.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#ifdef _OPENMP
#include <omp.h>
#endif
#include <pthread.h>

struct job {
    write_queue_work *work;
    void *argument;
};

struct write_queue {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change; /* of anything below */
    struct job *job;       /* [n_jobs] since the queue was last empty */
    int n_jobs, n_done;
    bool at_end;
    char *sentence;        /* of the first job that failed, NULL: none has */
};

/* With the queue locked; not while the job is at work.
 * The first failure is kept with its sentence (error_set() is per thread, so it has to be carried over);
 * later jobs are told of it and only tidy up. */
static void do_job(struct write_queue *q)
{
    struct job job = q->job[q->n_done];
    /* Told to the job as it begins: it frees what it owns and writes nothing. */
    bool failed = q->sentence;
    pthread_mutex_unlock(&q->lock);
    int status = job.work(job.argument, failed);
    pthread_mutex_lock(&q->lock);
    if (status != 0 && !failed)
        q->sentence = text_format("%s", error_message());
    /* The list is emptied at once and not job by job, so that no entry is moved while others are added. */
    if (++q->n_done == q->n_jobs)
        q->n_done = q->n_jobs = 0;
    /* One condition for all: the writing thread waits for jobs, the maker for memory. */
    pthread_cond_broadcast(&q->change);
}

/* Ends when it is told so and the list is empty. */
static void *do_jobs(void *queue)
{
    struct write_queue *q = queue;
#ifdef _OPENMP
    omp_set_num_threads(1); /* of this thread's own loops: the others' are at work meanwhile */
#endif
    pthread_mutex_lock(&q->lock);
    while (!q->at_end || q->n_jobs > 0)
        if (q->n_jobs > 0)
            do_job(q);
        else
            pthread_cond_wait(&q->change, &q->lock);
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

struct write_queue *write_queue_begin(void)
{
    struct write_queue *q = mem_zalloc("write queue", 1, sizeof *q);
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->change, NULL);
    if (pthread_create(&q->thread, NULL, do_jobs, q) != 0)
        FATAL("no thread can be started to write files; raise the limits of processes "
              "(ulimit -u) and of memory (ulimit -v)");
    return q;
}

/* Jobs are done in this order, one at a time. n_done and n_jobs go back to 0 when the list is empty, so it
 * does not grow for ever. */
void write_queue_add(struct write_queue *q, write_queue_work *work, void *argument)
{
    pthread_mutex_lock(&q->lock);
    MEM_GROW(q->job, q->n_jobs + 1);
    q->job[q->n_jobs++] = (struct job){work, argument};
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->lock);
}

/* Until at most so many bytes are allocated in the whole program, or nothing is left to write: waiting on
 * would not free more. */
void write_queue_wait(struct write_queue *q, size_t most_bytes)
{
    pthread_mutex_lock(&q->lock);
    while (q->n_jobs > 0 && mem_current_bytes() > most_bytes)
        pthread_cond_wait(&q->change, &q->lock);
    pthread_mutex_unlock(&q->lock);
}

bool write_queue_failed(struct write_queue *q)
{
    pthread_mutex_lock(&q->lock);
    bool failed = q->sentence;
    pthread_mutex_unlock(&q->lock);
    return failed;
}

/* The only place where the error comes back to the caller's thread. */
int write_queue_end(struct write_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->at_end = true;
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->lock);
    pthread_join(q->thread, NULL);
    int status = q->sentence ? error_set("%s", q->sentence) : 0;
    pthread_mutex_destroy(&q->lock);
    pthread_cond_destroy(&q->change);
    mem_free(q->sentence);
    mem_free(q->job);
    mem_free(q);
    return status;
}
