/* comm.h: what the ranks of a run do together, over MPI. Sums over ranks are
 * added in rank order, so that a run repeats bit for bit.
 */
#ifndef UFV_SOLVE_PARALLEL_COMM_H
#define UFV_SOLVE_PARALLEL_COMM_H

#include "types.h"

struct comm {
    int rank, size;           /* of the run */
    int node_rank, node_size; /* among the ranks of this host */
    char host[64];
};

/* Collective. Starts MPI and makes FATAL() bring all ranks down. */
void comm_init(int *argc, char ***argv, struct comm *c);

/* Does this MPI library take pointers to GPU memory? Asked of the library, and of the
 * transport it has loaded: UCX with its CUDA part does it even for an Open MPI that was
 * built without. */
bool comm_takes_device_pointers(void);

/* Collective. Ends MPI. */
void comm_finish(void);

/* Collective. Nonzero on all ranks when status is nonzero on any; then
 * error_message() is everywhere the sentence of the lowest such rank, which is
 * named unless it is rank 0. */
int comm_agree(int status);

/* Collective. Element-wise, in place, same n on all ranks. */
void comm_sum(double *value, int n);         /* in rank order */
void comm_minimum(double *value, int n);
void comm_maximum(double *value, int n);
void comm_maximum_int(int *value, int n);
int64_t comm_sum_int(int64_t value);

/* Collective. Everyone waits for everyone. */
void comm_barrier(void);

/* Collective. Rank root's bytes to all. */
void comm_broadcast(void *data, int bytes, int root);

/* Between two ranks: any number of bytes; the receiver frees them (mem_free). */
void comm_send_text(int to, const char *text, size_t bytes);
char *comm_receive_text(int from, size_t *bytes);

/* Collective; bytes each: gathered[size * bytes] on rank 0. */
void comm_gather(const void *data, int bytes, void *gathered);

#endif
