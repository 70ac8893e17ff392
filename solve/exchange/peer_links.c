/* peer_links.c: who reaches whose buffers, agreed between both ends, and the addresses that neighbours
 * write to.
 */
#include "exchange/peer_links.h"

#include "mem.h"
#include "backend/peer_memory.h"

#include <mpi.h>
#include <string.h>

/* ALIGN: bytes; buffers begin at whole transactions of the GPU's memory, and the counts behind them
 * where a struct may. */
enum { TAG_ADDRESS = 11, TAG_REACHED = 12, TAG_PLACE = 13, ALIGN = 256 };
enum { COUNT_RAISED, COUNT_AWAITED, N_COUNTS };

/* What a neighbour is told, so that it knows where to write. */
struct place {
    int64_t part;  /* of the neighbour's values in the first buffer, bytes from the array's begin */
    int64_t next;  /* from there to the same place of the second buffer */
    int64_t flag;
};

struct peer {
    int rank;
    char *array;        /* the neighbour's array as seen here; NULL when not reached */
    struct place place; /* in it */
};

/* The array: buffer 0, buffer 1, the two counts, flag[n]. */
struct peer_links {
    int n;
    struct peer *peer;  /* [n] */
    int n_buffers;      /* 1 or 2 */
    size_t bytes;       /* of a buffer, rounded up */
    char *array;        /* own: the buffers, then the counts of flags raised and awaited, then a flag per neighbour */
    bool second_buffer; /* which of the buffers is in use */
    bool exchanged;     /* at least once */
};

static struct peer_count *own_count(const struct peer_links *p, int which)
{
    return (struct peer_count *)(void *)(p->array + (size_t)p->n_buffers * p->bytes) + which;
}

/* Bytes from the array's begin to own flag k. */
static size_t flag_place(const struct peer_links *p, int k)
{
    return (size_t)p->n_buffers * p->bytes + N_COUNTS * sizeof(struct peer_count) + (size_t)k * sizeof(uint32_t);
}

/* The flag that neighbour k raises; it is zero at first, as peer_memory_alloc() leaves it, and
 * exchanges count from 1. */
static uint32_t *own_flag(const struct peer_links *p, int k)
{
    return (uint32_t *)(void *)(p->array + flag_place(p, k));
}

/* out[k] to neighbour k and in[k] from it, `size` bytes each, all at once, so that no order among ranks is needed.
 * reached_only: the neighbours with a link, on which both ends agree by then (open_arrays()). */
static void tell_all(struct peer_links *p, int tag, const void *out, void *in, size_t size, bool reached_only)
{
    MPI_Request *request;
    int n = 0;
    MEM_NEW(request, 2 * p->n); /* NOLINT(bugprone-sizeof-expression): a request is a pointer in Open MPI */
    for (int k = 0; k < p->n; k++) {
        if (reached_only && !p->peer[k].array)
            continue;
        MPI_Irecv((char *)in + (size_t)k * size, (int)size, MPI_BYTE, p->peer[k].rank, tag, MPI_COMM_WORLD,
                  &request[n++]);
        MPI_Isend((const char *)out + (size_t)k * size, (int)size, MPI_BYTE, p->peer[k].rank, tag, MPI_COMM_WORLD,
                  &request[n++]);
    }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    mem_free(request);
}

/* How many neighbours are reached. */
static int count_reached(const struct peer_links *p)
{
    int n = 0;
    for (int k = 0; k < p->n; k++)
        n += p->peer[k].array != NULL;
    return n;
}

/* Tries to open the neighbours' arrays and tells them the outcome: where either end fails the link is given up on both,
 * and the two send messages.
 * PEER_MAX_FLAGS: what the kernels' arguments have room for; neighbours beyond them are sent messages. */
static void open_arrays(struct peer_links *p, const struct peer_memory_address *own)
{
    struct peer_memory_address *out, *in;
    unsigned char *reached, *answer;
    MEM_NEW_ZERO(out, p->n);
    MEM_NEW_ZERO(in, p->n);
    MEM_NEW_ZERO(reached, p->n);
    MEM_NEW_ZERO(answer, p->n);
    for (int k = 0; k < p->n; k++)
        out[k] = *own;
    tell_all(p, TAG_ADDRESS, out, in, sizeof *out, false);
    for (int k = 0; k < p->n; k++) {
        p->peer[k].array = p->array && count_reached(p) < PEER_MAX_FLAGS ? peer_memory_open(&in[k]) : NULL;
        reached[k] = p->peer[k].array != NULL;
    }
    tell_all(p, TAG_REACHED, reached, answer, 1, false);
    for (int k = 0; k < p->n; k++)
        if (!answer[k]) {
            peer_memory_close(p->peer[k].array);
            p->peer[k].array = NULL;
        }
    mem_free(out);
    mem_free(in);
    mem_free(reached);
    mem_free(answer);
}

/* Collective. A rank that cannot allocate such memory (array NULL) takes part and is reached by nobody.
 * Neighbours of rank MPI_PROC_NULL, with whom nothing is exchanged, answer nothing and are not reached. */
struct peer_links *peer_links_create(int n, const int *rank, size_t bytes, int n_buffers)
{
    struct peer_links *p;
    struct peer_memory_address own;
    MEM_NEW_ZERO(p, 1);
    MEM_NEW_ZERO(p->peer, n);
    p->n = n;
    p->n_buffers = n_buffers;
    /* Each rank's own: neighbours are told how far the second buffer is (peer_links_agree()). */
    p->bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    for (int k = 0; k < n; k++)
        p->peer[k].rank = rank[k];
    p->array = peer_memory_alloc("receive buffers", flag_place(p, n), &own);
    open_arrays(p, &own);
    return p;
}

void peer_links_free(struct peer_links *p)
{
    if (!p)
        return;
    for (int k = 0; k < p->n; k++)
        peer_memory_close(p->peer[k].array);
    MPI_Barrier(MPI_COMM_WORLD); /* none frees what another has open */
    peer_memory_free(p->array);
    mem_free(p->peer);
    mem_free(p);
}

bool peer_links_reach(const struct peer_links *p, int k)
{
    return p->peer[k].array != NULL;
}

/* Each rank tells a neighbour where in this rank's array that neighbour's values go; the same place in the
 * second buffer is p->bytes further. Buffers may differ in length from rank to rank, so the step is told,
 * too. */
void peer_links_agree(struct peer_links *p, const size_t *place)
{
    struct place *out, *in;
    MEM_NEW_ZERO(out, p->n);
    MEM_NEW_ZERO(in, p->n);
    for (int k = 0; k < p->n; k++)
        out[k] = (struct place){(int64_t)place[k], (int64_t)p->bytes, (int64_t)flag_place(p, k)};
    tell_all(p, TAG_PLACE, out, in, sizeof *out, true);
    for (int k = 0; k < p->n; k++)
        p->peer[k].place = in[k];
    mem_free(out);
    mem_free(in);
}

/* Two buffers in turn: a neighbour may already write the next exchange's values while this rank still unpacks
 * the last. It cannot be two ahead, since it waits for this rank's own flags in between. */
void peer_links_next(struct peer_links *p)
{
    p->second_buffer = !p->second_buffer;
    p->exchanged = true;
}

bool peer_links_second_buffer(const struct peer_links *p)
{
    return p->second_buffer;
}

void *peer_links_own(const struct peer_links *p)
{
    return p->array ? p->array + p->second_buffer * p->bytes : NULL;
}

/* An address in the neighbour's memory as this process sees it; only kernels may use it. */
void *peer_links_target(const struct peer_links *p, int k)
{
    const struct peer *to = &p->peer[k];
    return to->array + to->place.part + p->second_buffer * to->place.next;
}

/* In the order of the links on both sides: flag n of the kernel is of target n. */
struct peer_flags peer_links_raised(const struct peer_links *p)
{
    struct peer_flags f = {.count = own_count(p, COUNT_RAISED)};
    for (int k = 0; k < p->n; k++)
        if (p->peer[k].array)
            f.flag[f.n++] = (uint32_t *)(void *)(p->peer[k].array + p->peer[k].place.flag);
    return f;
}

struct peer_flags peer_links_awaited(const struct peer_links *p)
{
    struct peer_flags f = {.count = own_count(p, COUNT_AWAITED), .nanoseconds = peer_memory_nanoseconds()};
    for (int k = 0; k < p->n; k++)
        if (p->peer[k].array)
            f.flag[f.n++] = own_flag(p, k);
    return f;
}

double peer_links_seconds_awaited(const struct peer_links *p)
{
    return p->exchanged && count_reached(p) > 0 ? peer_memory_seconds_awaited() : 0;
}
