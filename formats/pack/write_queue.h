/* write_queue.h: a thread that does jobs one after another, in the order in which they
 * were given: files are written while what comes next is made.
 *
 * As long as a queue is there, nobody else may use HDF5.
 */
#ifndef UFV_FORMATS_PACK_WRITE_QUEUE_H
#define UFV_FORMATS_PACK_WRITE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

/* What a job does; returns 0 or what error_set() returned. failed: a job before it has
 * failed, this one is only to release what it holds. */
typedef int write_queue_work(void *argument, bool failed);

struct write_queue;

/* Starts the thread; FATAL() when the system gives none. End with write_queue_end(). */
struct write_queue *write_queue_begin(void);

/* Gives the thread one more job, without waiting. argument: borrowed until the job is done. */
void write_queue_add(struct write_queue *q, write_queue_work *work, void *argument);

/* Waits until the program holds no more than that (mem_current_bytes()), or all jobs are done. */
void write_queue_wait(struct write_queue *q, size_t most_bytes);

/* Has a job failed? */
bool write_queue_failed(struct write_queue *q);

/* Waits, then frees the queue; the error is that of the first job that failed. */
int write_queue_end(struct write_queue *q);

#endif
