/* comm.h: what the ranks of a run do together, over MPI. Sums over ranks are
 * added in rank order, so that a run repeats bit for bit.
 *
 * A collective call is made by all ranks, in the same order, or the run hangs until the
 * stall detector (stall.h) ends it. An error of MPI itself ends all ranks (MPI's own
 * handler); nothing here returns one. All are for the host thread (MPI_THREAD_FUNNELED).
 */
#ifndef UFV_SOLVE_PARALLEL_COMM_H
#define UFV_SOLVE_PARALLEL_COMM_H

#include "types.h"

struct comm {
    int rank, size;           /* of the run; 0 <= rank < size */
    int node_rank, node_size; /* among the ranks of this host */
    char host[64];            /* its name, cut to 63 characters */
};

/* Collective; before all else here. Starts MPI and makes FATAL() bring all ranks down. argc, argv:
 * main's, from which MPI may take what is its own. */
void comm_init(int *argc, char ***argv, struct comm *c);

/* Does this MPI library take pointers to GPU memory? Asked of the library, and of the
 * transport it has loaded: UCX with its CUDA part does it even for an Open MPI that was
 * built without. Not collective; the same answer on ranks that load the same library. */
bool comm_takes_device_pointers(void);

/* Collective. Ends MPI; FATAL() is the process's own matter again. */
void comm_finish(void);

/* Collective. status: of this rank, nonzero after error_set(). Nonzero on all ranks when it is
 * nonzero on any; then error_message() is everywhere the sentence of the lowest such rank, which is
 * named unless it is rank 0. */
int comm_agree(int status);

/* Collective. Element-wise over the ranks, in place: value[n], the same n on all ranks; all get the
 * same result; a NaN of any rank makes it one. comm_sum() adds in rank order. */
void comm_sum(double *value, int n);
void comm_minimum(double *value, int n);
void comm_maximum(double *value, int n);
void comm_maximum_int(int *value, int n);

/* Collective. The sum of all ranks' values, on all ranks; whole numbers need no fixed order. */
int64_t comm_sum_int(int64_t value);

/* Collective. Everyone waits for everyone. */
void comm_barrier(void);

/* Collective. Rank root's data[bytes] to all; bytes and root are the same on all ranks. */
void comm_broadcast(void *data, int bytes, int root);

/* Collective between two ranks: `to` or `from` makes the other call. A message has any number of bytes below 2 GiB
 * (FATAL() beyond). text is borrowed; the receiver owns what it gets (mem_free()), which is *bytes long. */
void comm_send_text(int to, const char *text, size_t bytes);
char *comm_receive_text(int from, size_t *bytes);

/* Collective. data[bytes] of each rank, the same number on all, to gathered[size * bytes] on rank 0
 * in rank order; elsewhere gathered may be NULL. */
void comm_gather(const void *data, int bytes, void *gathered);

/* Collective. Items of `size` bytes, n on this rank, of all ranks on all ranks: an array of *n_all items in rank order,
 * the caller's (mem_free()). FATAL beyond 2^31 items. */
void *comm_gather_all(const void *item, int64_t n, size_t size, int64_t *n_all);

/* What a rank gives to and takes of another, or of itself: entries send_begin .. send_end - 1, receive_begin ..
 * receive_end - 1. */
struct comm_part {
    int rank;
    int64_t send_begin, send_end, receive_begin, receive_end;
};

/* Collective among the ranks named. part[n]: each rank once, the two sides of a pair agreeing on the lengths; send,
 * receive: arrays that the parts' entries lie in. FATAL where a part has 2^31 entries. */
void comm_swap(const struct comm_part *part, int n, const double *send, double *receive);

#endif
