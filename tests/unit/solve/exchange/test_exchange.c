/* Exchanges on a back end whose streams run as late as their order allows. What the stream
 * behind an exchange sees in the halo is what the owned cells held at the time of the
 * exchange, whatever MPI does with a buffer from the moment it is posted for receiving.
 *
 * One process is both ends of a message: the pack says that it is rank 1, MPI that it is
 * rank 0, the neighbour.
 */
#include "check.h"
#include "kernels/transfer_args.h"
#include "exchange/exchange.h"
#include "unit/solve/late_backend.h"
#include "mem.h"

#include <mpi.h>
#include <string.h>

/* Owned cells 0 .. 2, halo cells 3 .. 5: copies of 1 and 0 by message, an image of 2. */
enum { OWNED = 3, CELLS = 6, VARIABLES = 2, EXCHANGES = 4 };
static const lid source[CELLS - OWNED] = {1, 0, 2};

/* MPI may write to the buffer of a receive that is not complete: it does, at once. */
int MPI_Irecv(void *buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    for (int i = 0; type == MPI_DOUBLE && i < n; i++)
        ((double *)buffer)[i] = NAN;
    return PMPI_Irecv(buffer, n, type, from, tag, comm, request);
}

/* ---- the domain ---- */

static void make_domain(const struct backend *b, struct pack_neighbour neighbour[2], struct domain *d)
{
    static lid send[] = {1, 0, 2}, recv[] = {3, 4, 5}, transform[CELLS - OWNED];
    static double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memset(d, 0, sizeof *d);
    neighbour[0] = (struct pack_neighbour){0, {0, 2, 2, 2}, {0, 2, 2, 2}};
    neighbour[1] = (struct pack_neighbour){1, {2, 3, 3, 3}, {2, 3, 3, 3}};
    d->backend = b;
    d->view.n_owned = OWNED;
    d->view.n_cells = d->view.n_slots = CELLS;
    d->pack.rank = 1;
    d->pack.n_owned = OWNED;
    d->pack.n_neighbours = 2;
    d->pack.neighbour = neighbour;
    d->pack.n_send = d->pack.n_recv = CELLS - OWNED;
    d->pack.send_cell = send;
    d->pack.recv_cell = recv;
    d->pack.halo_transform = transform;
    d->pack.n_transforms = 1;
    d->pack.transform = identity;
}

/* What cell c holds of variable v at the time of exchange e. */
static real held(int e, int v, lid c)
{
    return (real)(100 * e + 10 * v + c + 1);
}

static void exchange_in_order(enum exchange_mode mode, int order)
{
    struct backend b = late_backend(order);
    struct pack_neighbour neighbour[2];
    struct domain d;
    real q[VARIABLES * CELLS] = {0}, next[EXCHANGES][VARIABLES][OWNED], seen[EXCHANGES][VARIABLES * CELLS];
    make_domain(&b, neighbour, &d);
    struct exchange *x = exchange_create(
        &d, mode, 2, (struct exchange_array){.q = q, .n_variables = VARIABLES, .stride = CELLS, .step = 1});
    for (int e = 0; e < EXCHANGES; e++) {
        for (int v = 0; v < VARIABLES; v++) {
            for (lid c = 0; c < OWNED; c++)
                next[e][v][c] = held(e, v, c);
            b.copy_async(STREAM_COMPUTE, q + v * CELLS, next[e][v], sizeof next[e][v]); /* the update */
        }
        int behind = e % 2 ? STREAM_BESIDE : STREAM_COMPUTE;
        exchange_begin(x);
        exchange_finish(x, behind);
        b.copy_async(behind, seen[e], q, sizeof q); /* what is computed with the halo */
        b.stream_wait(STREAM_COMPUTE, behind);
    }
    b.stream_synchronize(STREAM_COMPUTE);
    for (int e = 0; e < EXCHANGES; e++)
        for (int v = 0; v < VARIABLES; v++)
            for (lid h = OWNED; h < CELLS; h++)
                CHECK_NEAR(seen[e][v * CELLS + h], held(e, v, source[h - OWNED]), 0);
    exchange_free(x);
}

static void exchange_late(enum exchange_mode mode)
{
    for (int order = 0; order < LATE_N_ORDERS; order++)
        exchange_in_order(mode, order);
}

static void blocking(void)
{
    exchange_late(EXCHANGE_BLOCKING);
}

static void staged(void)
{
    exchange_late(EXCHANGE_STAGED);
}

static void packed_by_the_cpu(void)
{
    exchange_late(EXCHANGE_STAGED_CPU_PACK);
}

/* MPI reads and writes the device's buffers. */
static void cuda_aware(void)
{
    exchange_late(EXCHANGE_CUDA_AWARE);
}

/* Nobody is reached without a GPU: all goes by message. */
static void peer_that_reaches_nobody(void)
{
    exchange_late(EXCHANGE_PEER);
}

/* One launch into the buffers of three ranks, one of which gets nothing; the list's first entry
 * goes elsewhere. */
static void packs_for_several_ranks(void)
{
    enum { N = 7, LISTED = 6 };
    static const lid cell[LISTED] = {6, 4, 0, 2, 2, 5};
    real q[VARIABLES * N], first[2 * VARIABLES + 1], last[3 * VARIABLES + 1];
    for (int i = 0; i < VARIABLES * N; i++)
        q[i] = (real)i;
    first[2 * VARIABLES] = last[3 * VARIABLES] = -1;
    struct transfer_targets_args a = {.pack = {.n_slots = N, .step = 1, .n_variables = VARIABLES, .cell = cell,
                                               .q = q},
                                      .begin = {1, 3, 3, 6}, .target = {first, NULL, last}};
    BACKEND_LAUNCH(backend_cpu(1), KERNEL_transfer_pack_to_all, STREAM_TRANSFER, 0, VARIABLES * 5, &a);
    for (int v = 0; v < VARIABLES; v++) {
        for (int k = 0; k < 2; k++)
            CHECK_NEAR(first[k * VARIABLES + v], v * N + cell[1 + k], 0);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(last[k * VARIABLES + v], v * N + cell[3 + k], 0);
    }
    CHECK(first[2 * VARIABLES] == -1 && last[3 * VARIABLES] == -1, "written behind the end");
}

static void nothing_is_left(void)
{
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

int main(int argc, char **argv)
{
    struct comm comm;
    comm_init(&argc, &argv, &comm);
    CASE(blocking);
    CASE(staged);
    CASE(packed_by_the_cpu);
    CASE(cuda_aware);
    CASE(peer_that_reaches_nobody);
    CASE(packs_for_several_ranks);
    CASE(nothing_is_left);
    comm_finish();
    return check_end();
}
