/* Which cells go to which rank and where they stand in buffers, against the pack's own lists;
 * images of a rank's own cells, layer by layer and turned, without messages.
 */
#include "check.h"
#include "backend/cpu/backend_cpu.h"
#include "exchange/exchange.h"
#include "exchange/exchange_lists.h"
#include "error.h"
#include "mem.h"
#include "random.h"

#include <string.h>

enum { NEIGHBOURS = 5, SELF = 4, MOST = 4, ENTRIES = NEIGHBOURS * 3 * MOST, PACK_CELLS = 2000 };

static uint64_t seed = 29;

/* ---- lists ---- */

struct lists_bed {
    struct pack p;
    struct pack_neighbour neighbour[NEIGHBOURS];
    lid send[ENTRIES], recv[ENTRIES];
    uint8_t part[PACK_CELLS];
};

/* Ranks 1, 3, 4 (this one), 6, 9 with up to MOST cells in each of three layers, either way. */
static void make_pack(struct lists_bed *b)
{
    static const int rank[NEIGHBOURS] = {1, 3, SELF, 6, 9};
    memset(b, 0, sizeof *b);
    for (int k = 0; k < NEIGHBOURS; k++) {
        struct pack_neighbour *nb = &b->neighbour[k];
        nb->rank = rank[k];
        nb->send_begin[0] = (lid)b->p.n_send;
        nb->recv_begin[0] = (lid)b->p.n_recv;
        for (int l = 0; l < 3; l++) {
            nb->send_begin[l + 1] = nb->send_begin[l] + random_below(&seed, MOST + 1);
            nb->recv_begin[l + 1] = nb->recv_begin[l] + random_below(&seed, MOST + 1);
        }
        b->p.n_send = nb->send_begin[3];
        b->p.n_recv = nb->recv_begin[3];
    }
    for (int i = 0; i < ENTRIES; i++) {
        b->send[i] = random_below(&seed, 1000);
        b->recv[i] = 1000 + random_below(&seed, 1000);
    }
    for (int c = 0; c < PACK_CELLS; c++)
        b->part[c] = (uint8_t)random_below(&seed, 3);
    b->p.rank = SELF;
    b->p.n_neighbours = NEIGHBOURS;
    b->p.neighbour = b->neighbour;
    b->p.send_cell = b->send;
    b->p.recv_cell = b->recv;
}

/* list[0 .. n - 1] are the pack's entries begin .. end - 1 of that choice, in their order. */
static void check_entries(const lid *list, lid n, const lid *packed, lid begin, lid end,
                          const struct exchange_choice *choice)
{
    lid taken = 0;
    for (lid e = begin; e < end; e++) {
        if (choice->part && choice->part[packed[e]] != choice->number)
            continue;
        CHECK(taken < n && list[taken] == packed[e], "entry %d of %d", (int)taken, (int)n);
        taken++;
    }
    CHECK(taken == n, "%d entries instead of %d", (int)n, (int)taken);
}

/* The entries of this neighbour are the pack's, of that choice, and follow what came before. */
static void check_neighbour(const struct exchange_lists *l, const struct exchange_neighbour *nb,
                            const struct lists_bed *b, const struct exchange_choice *choice, lid *sent, lid *received)
{
    const struct pack_neighbour *from = b->neighbour;
    while (from->rank != nb->rank)
        from++;
    CHECK(nb->send_begin == *sent && nb->recv_begin == *received, "rank %d begins at %d and %d", nb->rank,
          (int)nb->send_begin, (int)nb->recv_begin);
    check_entries(l->send + nb->send_begin, nb->send_count, b->send, from->send_begin[0],
                  from->send_begin[choice->layers], choice);
    check_entries(l->recv + nb->recv_begin, nb->recv_count, b->recv, from->recv_begin[0],
                  from->recv_begin[choice->layers], choice);
    int k = (int)(from - b->neighbour);
    CHECK(exchange_lists_count(&b->p, k, true, choice) == nb->send_count &&
              exchange_lists_count(&b->p, k, false, choice) == nb->recv_count,
          "counts with rank %d", nb->rank);
    *sent += nb->send_count;
    *received += nb->recv_count;
}

/* Bit k of `mask`: the k-th other rank is written to. By message first, then those, the rank itself last. Of all
 * cells, or of those of a part. */
static void check_lists(int layers, int mask, bool in_part)
{
    static const int other[NEIGHBOURS - 1] = {1, 3, 6, 9};
    struct lists_bed b;
    struct exchange_lists l;
    bool reached[NEIGHBOURS - 1];
    lid sent = 0, received = 0, by_message[2] = {0, 0};
    int n = 0;
    make_pack(&b);
    const struct exchange_choice choice = {layers, in_part ? b.part : NULL, 1};
    for (int k = 0; k < NEIGHBOURS - 1; k++)
        reached[k] = mask >> k & 1;
    exchange_lists_create(&b.p, &choice, mask ? reached : NULL, &l);
    CHECK(l.n_neighbours == NEIGHBOURS - 1, "%d neighbours", l.n_neighbours);
    for (int written = 0; written < 2; written++)
        for (int k = 0; k < NEIGHBOURS - 1; k++) {
            if (reached[k] != (written == 1))
                continue;
            CHECK(l.number[n] == k && l.neighbour[n].rank == other[k], "place %d has rank %d", n, l.neighbour[n].rank);
            check_neighbour(&l, &l.neighbour[n++], &b, &choice, &sent, &received);
            by_message[0] = written ? by_message[0] : sent;
            by_message[1] = written ? by_message[1] : received;
        }
    check_neighbour(&l, &l.itself, &b, &choice, &sent, &received);
    CHECK(l.n_send == sent && l.n_recv == received, "%d and %d entries", (int)l.n_send, (int)l.n_recv);
    CHECK(l.n_by_message == 4 - __builtin_popcount((unsigned)mask), "%d by message", l.n_by_message);
    CHECK(exchange_lists_by_message(&l, true) == by_message[0] && exchange_lists_by_message(&l, false) == by_message[1],
          "%d and %d by message", (int)exchange_lists_by_message(&l, true), (int)exchange_lists_by_message(&l, false));
    exchange_lists_free(&l);
}

/* All numbers of layers, all sets of ranks that are written to instead of sent to, whole lists and parts. */
static void lists(void)
{
    for (int layers = 1; layers <= 3; layers++)
        for (int mask = 0; mask < 16; mask++)
            for (int in_part = 0; in_part < 2; in_part++)
                check_lists(layers, mask, in_part);
}

/* ---- images ---- */

/* Owned cells 0 .. 2; of layer l the halo cell is the image of an owned one. */
enum { OWNED = 3, CELLS = 6, TRANSFORMS = 3 };
static const lid owner[3] = {1, 0, 2}, halo[3] = {4, 5, 3};

struct image_bed {
    struct pack_neighbour itself;
    lid send[3], recv[3], transform[3];
    double table[12 * TRANSFORMS];
    struct domain d;
    real q[NV_MAX * CELLS];
};

/* turned: layers 0 and 2 by transform 1 and 2, else all by the identity. */
static void make_images(bool turned, struct image_bed *b)
{
    static const double rotation[TRANSFORMS][9] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, -1, 0, 1, 0, 0, 0, 0, 1}, {0.6, 0, 0.8, 0, 1, 0, -0.8, 0, 0.6}};
    memset(b, 0, sizeof *b);
    b->itself = (struct pack_neighbour){.rank = 0, .send_begin = {0, 1, 2, 3}, .recv_begin = {0, 1, 2, 3}};
    for (int l = 0; l < 3; l++) {
        b->send[l] = owner[l];
        b->recv[l] = halo[l];
        b->transform[halo[l] - OWNED] = turned ? (l + 1) % 2 + l / 2 : 0;
    }
    for (int t = 0; t < TRANSFORMS; t++)
        for (int c = 0; c < 9; c++)
            b->table[c * TRANSFORMS + t] = rotation[t][c];
    b->d.backend = backend_cpu(1);
    b->d.view.n_owned = OWNED;
    b->d.view.n_cells = b->d.view.n_slots = CELLS;
    b->d.pack.n_owned = OWNED;
    b->d.pack.n_neighbours = 1;
    b->d.pack.neighbour = &b->itself;
    b->d.pack.n_send = b->d.pack.n_recv = 3;
    b->d.pack.send_cell = b->send;
    b->d.pack.recv_cell = b->recv;
    b->d.pack.halo_transform = b->transform;
    b->d.pack.n_transforms = TRANSFORMS;
    b->d.pack.transform = b->table;
    for (int k = 0; k < NV_MAX * CELLS; k++)
        b->q[k] = (real)random_signed(&seed);
}

/* What the halo cell of layer l holds of variable v after an exchange. */
static double image(const struct image_bed *b, const real *before, int l, int v)
{
    lid from = owner[l], transform = b->transform[halo[l] - OWNED];
    double sum = 0;
    if (v < Q_U || v > Q_W)
        return before[v * CELLS + from];
    for (int d = 0; d < 3; d++)
        sum += b->table[(3 * (v - Q_U) + d) * TRANSFORMS + transform] * before[(Q_U + d) * CELLS + from];
    return sum;
}

/* Twice, with other values: the second exchange must not send what the first one packed. Velocities are turned, other
 * variables copied. */
static void exchange_images(enum exchange_mode mode, bool turned, int layers, int nv)
{
    struct image_bed b;
    real before[NV_MAX * CELLS];
    make_images(turned, &b);
    struct exchange *x = exchange_create(
        &b.d, mode, layers, (struct exchange_array){.q = b.q, .n_variables = nv, .stride = CELLS, .step = 1});
    CHECK(!exchange_is_nothing(x) && exchange_figures(x).neighbours == 0 && exchange_figures(x).bytes_sent == 0,
          "messages to itself");
    for (int e = 0; e < 2; e++) {
        for (int v = 0; v < nv; v++)
            for (lid c = 0; c < OWNED; c++)
                b.q[v * CELLS + c] = (real)random_signed(&seed);
        memcpy(before, b.q, sizeof before);
        exchange_begin(x);
        exchange_finish(x, STREAM_COMPUTE);
        for (int v = 0; v < nv; v++) {
            for (int l = 0; l < layers; l++)
                CHECK_NEAR(b.q[v * CELLS + halo[l]], image(&b, before, l, v), 1e-15);
            for (lid c = 0; c < OWNED; c++)
                CHECK_NEAR(b.q[v * CELLS + c], before[v * CELLS + c], 0);
            for (int l = layers; l < 3; l++) /* a layer that nobody needs keeps what it holds */
                CHECK_NEAR(b.q[v * CELLS + halo[l]], before[v * CELLS + halo[l]], 0);
        }
    }
    CHECK(exchange_figures(x).exchanges == 2, "%d exchanges", (int)exchange_figures(x).exchanges);
    exchange_reset_figures(x);
    CHECK(exchange_figures(x).exchanges == 0 && exchange_figures(x).seconds_total == 0, "figures");
    exchange_free(x);
}

/* An array whose values of a cell stand together, at places of its own; of layers and parts only the first. In mode
 * staged-cpu-pack too, which becomes staged. */
static void arrays_with_places(void)
{
    static const lid place[CELLS] = {3, 5, 0, 2, 1, 4};
    static const enum exchange_mode modes[] = {EXCHANGE_BLOCKING, EXCHANGE_STAGED, EXCHANGE_STAGED_CPU_PACK};
    for (int k = 0; k < 6; k++) {
        struct image_bed b;
        real x[NV_MAX * CELLS], before[NV_MAX * CELLS];
        uint8_t part[CELLS] = {0};
        const int nv = NV + k % 3;
        make_images(false, &b);
        part[halo[0]] = part[owner[0]] = 1;
        struct exchange *e = exchange_create(&b.d, modes[k % 3], 3,
                                             (struct exchange_array){.q = x, .n_variables = nv, .stride = 1,
                                                                     .step = nv, .place = place,
                                                                     .part = k < 3 ? part : NULL, .number = 1});
        for (int i = 0; i < NV_MAX * CELLS; i++)
            before[i] = x[i] = (real)random_signed(&seed);
        exchange_begin(e);
        exchange_finish(e, STREAM_COMPUTE);
        for (int l = 0; l < 3; l++) {
            bool taken = k >= 3 || l == 0;
            for (int v = 0; v < nv; v++)
                before[v + place[halo[l]] * nv] = before[v + place[taken ? owner[l] : halo[l]] * nv];
        }
        CHECK(memcmp(x, before, sizeof x) == 0, "%d variables, mode %d: other values", nv, k % 3);
        exchange_free(e);
    }
}

/* Each mode with and without rotation, one to three layers, five to seven variables. */
static void images(void)
{
    static const enum exchange_mode modes[] = {EXCHANGE_BLOCKING, EXCHANGE_STAGED, EXCHANGE_STAGED_CPU_PACK};
    for (int k = 0; k < 3; k++)
        for (int way = 0; way < 6; way++)
            exchange_images(modes[k], way % 2, 1 + way / 2, k == 2 ? NV_MAX : NV + way % 3);
}

/* cuda-aware and peer need GPUs: refused on CPUs by name. */
static void modes_by_name(void)
{
    static const char *const names[] = {"blocking", "staged", "staged-cpu-pack", "cuda-aware", "peer"};
    enum exchange_mode mode;
    for (int k = 0; k < 5; k++) {
        int status = exchange_mode_from_name(names[k], false, &mode);
        CHECK((status == 0) == (k < 3), "%s on CPUs: status %d", names[k], status);
        const char *name = exchange_mode_name((enum exchange_mode)k);
        CHECK(strcmp(name, names[k]) == 0, "%s", name);
        CHECK(status != 0 || (int)mode == k, "%s", names[k]);
        CHECK(status == 0 || strstr(error_message(), names[k]), "%s", error_message());
    }
    CHECK(exchange_mode_from_name("auto", false, &mode) == 0 && mode == EXCHANGE_STAGED, "auto on CPUs");
    CHECK(exchange_mode_from_name("auto", true, &mode) == 0 && mode == EXCHANGE_PEER, "auto on GPUs");
    CHECK(exchange_mode_from_name("fast", true, &mode) != 0 && strstr(error_message(), "fast"), "%s", error_message());
}

static void nothing_is_left(void)
{
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

int main(int argc, char **argv)
{
    struct comm comm;
    comm_init(&argc, &argv, &comm);
    CASE(lists);
    CASE(images);
    CASE(arrays_with_places);
    CASE(modes_by_name);
    CASE(nothing_is_left);
    comm_finish();
    return check_end();
}
