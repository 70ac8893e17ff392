/* comm.c: the calls of MPI that all ranks make together, each marked as a wait (waiting.h), so that
 * a rank that hangs can be named. */
#include "parallel/comm.h"

#include "error.h"
#include "mem.h"
#include "parallel/waiting.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Beside the tags of exchange.c and peer_links.c. */
enum { TAG_TEXT = 8, TAG_SWAP = 9 };

static struct comm self;

/* What FATAL() does under MPI: the other ranks would wait for ever for one that just exits. */
static void abort_all_ranks(void)
{
    MPI_Abort(MPI_COMM_WORLD, EXIT_BAD);
}

/* FUNNELED: only the host thread calls MPI (the watch of stall.c calls MPI_Abort alone, at the end).
 * node_rank chooses the GPU of a rank. */
void comm_init(int *argc, char ***argv, struct comm *c)
{
    int provided;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm node;
    MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &self.size);
    /* The ranks of this host, numbered in the order of their ranks in the run. */
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &self.node_rank);
    MPI_Comm_size(node, &self.node_size);
    MPI_Comm_free(&node);
    gethostname(self.host, sizeof self.host - 1);
    error_set_fatal_handler(abort_all_ranks);
    *c = self;
}

/* Is a file of that name part of this process? */
static bool is_loaded(const char *name)
{
    FILE *f = fopen("/proc/self/maps", "r");
    char line[4400];
    bool found = false;
    while (f && !found && fgets(line, sizeof line, f))
        found = strstr(line, name) != NULL;
    if (f)
        fclose(f);
    return found;
}

/* Open MPI tells of its own CUDA support; with UCX it may be UCX that has it, which only shows by the
 * libraries that are loaded. */
bool comm_takes_device_pointers(void)
{
#if defined(MPIX_CUDA_AWARE_SUPPORT)
    if (MPIX_Query_cuda_support() == 1)
        return true;
#endif
    return is_loaded("mca_pml_ucx") && is_loaded("libuct_cuda");
}

/* The handler goes first: FATAL() behind MPI_Finalize() must not call MPI. */
void comm_finish(void)
{
    error_set_fatal_handler(NULL);
    MPI_Finalize();
}

/* The status of the lowest rank that failed, with its sentence, on all ranks: one MIN decides who speaks. A
 * rank with nothing wrong passes size. Every rank must call it the same number of times, also after a failure
 * of its own.
 * A second call brings the sentence only after a failure: a run without one pays a reduction of one
 * number. */
int comm_agree(int status)
{
    int mine = status ? self.rank : self.size, first;
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    waiting_end();
    if (first == self.size)
        return 0;
    char text[2048] = "";
    if (self.rank == first && first == 0)
        snprintf(text, sizeof text, "%s", error_message());
    else if (self.rank == first) /* rank 0 saw nothing wrong: it is a matter of that rank or its host */
        snprintf(text, sizeof text, "rank %d on %s: %s", first, self.host, error_message());
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Bcast(text, sizeof text, MPI_CHAR, first, MPI_COMM_WORLD);
    waiting_end();
    return error_set("%s", text);
}

/* Every rank gets all values and adds them itself: MPI_Allreduce may add in another order with another number of hosts,
 * or from one run to the next. n is some tens of numbers, and a report comes once in many steps. */
void comm_sum(double *value, int n)
{
    if (self.size == 1)
        return;
    double *all = mem_alloc("sums of all ranks", (size_t)n * (size_t)self.size, sizeof *all);
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Allgather(value, n, MPI_DOUBLE, all, n, MPI_DOUBLE, MPI_COMM_WORLD);
    waiting_end();
    /* Rank 0's first, then the others in their order: the same sum on all. */
    memcpy(value, all, (size_t)n * sizeof *value);
    for (int r = 1; r < self.size; r++)
        for (int i = 0; i < n; i++)
            value[i] += all[r * n + i];
    mem_free(all);
}

/* The least of this and another rank's numbers, element by element; NaN wins, of which MPI_MIN promises nothing. */
static void least_or_nan(void *from, void *to, int *n, MPI_Datatype *type)
{
    const double *a = from;
    double *b = to;
    (void)type;
    for (int i = 0; i < *n; i++)
        b[i] = a[i] < b[i] || isnan(a[i]) ? a[i] : b[i];
}

/* Minima do not depend on the order of ranks, so that MPI may form them as it likes. */
void comm_minimum(double *value, int n)
{
    MPI_Op least;
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Op_create(least_or_nan, true, &least);
    MPI_Allreduce(MPI_IN_PLACE, value, n, MPI_DOUBLE, least, MPI_COMM_WORLD);
    MPI_Op_free(&least);
    waiting_end();
}

void comm_maximum(double *value, int n)
{
    for (int i = 0; i < n; i++)
        value[i] = -value[i];
    comm_minimum(value, n);
    for (int i = 0; i < n; i++)
        value[i] = -value[i];
}

void comm_maximum_int(int *value, int n)
{
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Allreduce(MPI_IN_PLACE, value, n, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    waiting_end();
}

/* Whole numbers add up to the same in any order. */
int64_t comm_sum_int(int64_t value)
{
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    waiting_end();
    return value;
}

/* Only for clocks (benchmarks, time lines): nothing else needs ranks to be at one place. */
void comm_barrier(void)
{
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Barrier(MPI_COMM_WORLD);
    waiting_end();
}

void comm_broadcast(void *data, int bytes, int root)
{
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Bcast(data, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    waiting_end();
}

/* gathered: [size ranks][bytes], on rank 0 alone; others may pass NULL.
 * No sum is formed by MPI: rank 0 gets the bytes as they are. */
void comm_gather(const void *data, int bytes, void *gathered)
{
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Gather(data, bytes, MPI_BYTE, gathered, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    waiting_end();
}

/* Where each rank's items begin; the sum behind the last. */
static void list_offsets(int n, int *count, int *offset)
{
    int64_t sum = 0;
    MPI_Allgather(&n, 1, MPI_INT, count, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r <= self.size; r++) {
        if (sum > INT_MAX)
            FATAL("%" PRId64 " items of all ranks", sum);
        offset[r] = (int)sum;
        sum += r < self.size ? count[r] : 0;
    }
}

/* mem_free() the result. Items of rank 0 first, then rank 1 and so on, each in its own order. */
void *comm_gather_all(const void *item, int64_t n, size_t size, int64_t *n_all)
{
    int *count, *offset;
    MPI_Datatype type;
    if (n > INT_MAX)
        FATAL("%" PRId64 " items of one rank", n);
    MEM_NEW(count, self.size);
    MEM_NEW(offset, self.size + 1);
    waiting_begin(WAITING_COLLECTIVE);
    list_offsets((int)n, count, offset);
    *n_all = offset[self.size];
    void *all = mem_alloc("items of all ranks", (size_t)*n_all, size);
    MPI_Type_contiguous((int)size, MPI_BYTE, &type); /* counts of items fit where counts of bytes do not */
    MPI_Type_commit(&type);
    MPI_Allgatherv(item, (int)n, type, all, count, offset, type, MPI_COMM_WORLD);
    MPI_Type_free(&type);
    waiting_end();
    mem_free(count);
    mem_free(offset);
    return all;
}

static int length_of(int64_t begin, int64_t end)
{
    if (end - begin > INT_MAX)
        FATAL("a message of %" PRId64 " numbers between ranks", end - begin);
    return (int)(end - begin);
}

/* All receives before all sends, then one wait: no order among ranks can lock up. part[k] with the own rank
 * is allowed; MPI copies. */
void comm_swap(const struct comm_part *part, int n, const double *send, double *receive)
{
    MPI_Request *request;
    MEM_NEW(request, 2 * n); /* NOLINT(bugprone-sizeof-expression) */
    waiting_begin(WAITING_COLLECTIVE);
    for (int k = 0; k < n; k++)
        MPI_Irecv(receive + part[k].receive_begin, length_of(part[k].receive_begin, part[k].receive_end), MPI_DOUBLE,
                  part[k].rank, TAG_SWAP, MPI_COMM_WORLD, &request[k]);
    for (int k = 0; k < n; k++)
        MPI_Isend(send + part[k].send_begin, length_of(part[k].send_begin, part[k].send_end), MPI_DOUBLE, part[k].rank,
                  TAG_SWAP, MPI_COMM_WORLD, &request[n + k]);
    MPI_Waitall(2 * n, request, MPI_STATUSES_IGNORE);
    waiting_end();
    mem_free(request);
}

/* A blocking send: rank 0 takes from one rank after another, and memory for one message is enough. */
void comm_send_text(int to, const char *text, size_t bytes)
{
    if (bytes > INT_MAX)
        FATAL("a message of %zu bytes between ranks", bytes);
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Send(text, (int)bytes, MPI_CHAR, to, TAG_TEXT, MPI_COMM_WORLD);
    waiting_end();
}

/* The length comes with the message (MPI_Probe). Not zero-terminated. mem_free() it. */
char *comm_receive_text(int from, size_t *bytes)
{
    MPI_Status status;
    int n;
    waiting_begin(WAITING_COLLECTIVE);
    MPI_Probe(from, TAG_TEXT, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &n);
    char *text = mem_alloc("text from another rank", (size_t)n, 1);
    MPI_Recv(text, n, MPI_CHAR, from, TAG_TEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    waiting_end();
    *bytes = (size_t)n;
    return text;
}
