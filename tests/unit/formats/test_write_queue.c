/* What ufv-prep writes aside: the queue's order and its first error; arrays that go past
 * the page cache, read back bit for bit; the large blocks of mem.c, whose pages are used
 * again. */
#include "check.h"

#include "h5/checksum.h"
#include "error.h"
#include "h5/h5_io.h"
#include "mem.h"
#include "mem_pages.h"
#include "pack/pack.h"
#include "pipeline.h"
#include "random.h"
#include "pack/write_queue.h"

#include <zlib.h>

/* ---- the queue ---- */

struct step {
    int *log, *n, number;
    bool fails;
};

static int take_step(void *argument, bool failed)
{
    struct step *s = argument;
    s->log[(*s->n)++] = failed ? -s->number : s->number;
    return s->fails ? error_set("step %d", s->number) : 0;
}

/* Jobs in the order they were given; after the second of two failures the first is told. */
static void jobs_keep_their_order(void)
{
    enum { N = 200, BAD = 120 };
    int log[N], n = 0;
    struct step step[N];
    struct write_queue *q = write_queue_begin();
    for (int i = 0; i < N; i++) {
        step[i] = (struct step){log, &n, i + 1, i == BAD || i == BAD + 5};
        write_queue_add(q, take_step, &step[i]);
    }
    write_queue_wait(q, 0);
    CHECK(write_queue_failed(q), "two jobs have failed");
    CHECK(write_queue_end(q) != 0 && strcmp(error_message(), "step 121") == 0, "%s", error_message());
    CHECK(n == N, "%d jobs done", n);
    for (int i = 0; i < n; i++)
        CHECK(log[i] == (i > BAD ? -i - 1 : i + 1), "job %d: %d", i, log[i]);
}

/* The failure of a file that could not even be made. */
static void a_missing_folder_is_named(void)
{
    struct pack p;
    pack_init(&p);
    CHECK(pack_write("/nowhere/at all", &p) != 0, "written");
    CHECK(strstr(error_message(), "/nowhere/at all/rank-00000.h5"), "%s", error_message());
}

/* ---- past the page cache ---- */

static uint8_t byte_at(size_t i, int k)
{
    return (uint8_t)((i * 2654435761u + (size_t)k * 40503u) >> 13);
}

/* Around the sizes where the way of writing changes: pieces of 2 MiB, pages of 4096. */
static const size_t size_of_array[] = {1,       (1 << 20) - 1, 1 << 20,       (1 << 20) + 1, (1 << 21) + 4095,
                                       1 << 21, 5000011,       3 * (1 << 21), 77};
enum { N_ARRAYS = sizeof size_of_array / sizeof *size_of_array };

static void write_arrays(const char *path)
{
    struct h5_io f;
    int status = h5_io_create(path, &f);
    CHECK(status == 0, "%s", error_message());
    h5_io_write_past_cache(&f);
    for (int k = 0; k < N_ARRAYS && status == 0; k++) {
        char name[32];
        uint8_t *data;
        MEM_NEW(data, size_of_array[k]);
        for (size_t i = 0; i < size_of_array[k]; i++)
            data[i] = byte_at(i, k);
        snprintf(name, sizeof name, "group/array%d", k);
        status = h5_io_write(&f, name, H5_IO_UINT8, 1, (int64_t)size_of_array[k], data, "m");
        mem_free(data);
    }
    CHECK(h5_io_finish(&f, status) == 0, "%s", error_message());
}

/* O_DIRECT writes whole pages from aligned memory: sizes just below, at and above those limits, and tiny ones between
 * large ones, which shift where the next begins. */
static void arrays_past_the_cache(void)
{
    char path[600];
    struct h5_io f;
    snprintf(path, sizeof path, "%s/arrays.h5", pipeline_scratch());
    write_arrays(path);
    CHECK(h5_io_open(path, NULL, &f) == 0, "%s", error_message());
    for (int k = 0; k < N_ARRAYS; k++) {
        char name[32];
        uint8_t *data;
        size_t wrong = 0;
        MEM_NEW_ZERO(data, size_of_array[k]);
        snprintf(name, sizeof name, "group/array%d", k);
        /* The reader compares the checksum too, which it finds in another way. */
        CHECK(h5_io_read(&f, name, H5_IO_UINT8, 1, (int64_t)size_of_array[k], data) == 0, "%s", error_message());
        for (size_t i = 0; i < size_of_array[k]; i++)
            wrong += data[i] != byte_at(i, k);
        CHECK(wrong == 0, "%zu of %zu bytes of array %d", wrong, size_of_array[k], k);
        mem_free(data);
    }
    h5_io_close(&f);
}

/* Against zlib's own, for every length about the sizes of a step, at odd places, from the
 * start and continued; and the sum that every CRC-32 has of "123456789". */
static void checksums_are_those_of_zlib(void)
{
    enum { N = 1500 };
    uint8_t data[N];
    for (size_t i = 0; i < N; i++)
        data[i] = byte_at(i, 3);
    CHECK(checksum_add(0, "123456789", 9) == 0xcbf43926, "%08x", (unsigned)checksum_add(0, "123456789", 9));
    CHECK(checksum_add(0, NULL, 0) == 0, "of nothing");
    for (size_t begin = 0; begin < 5; begin++)
        for (size_t n = 0; n + begin < N; n++) {
            uint32_t sum = checksum_add(0, data + begin, n), right = (uint32_t)crc32(0, data + begin, (uInt)n);
            uint32_t more = checksum_add(sum, data, n), right_more = (uint32_t)crc32(right, data, (uInt)n);
            CHECK(sum == right && more == right_more, "%zu bytes from %zu", n, begin);
        }
}

/* ---- large blocks ---- */

enum { N_BLOCKS = 12 };

static void mark(uint64_t *block, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i += 512) /* one word in each page of 4096 bytes */
        block[i] = seed * 1000003u + i;
    block[n - 1] = seed;
}

static size_t wrong_marks(const uint64_t *block, size_t n, uint64_t seed)
{
    size_t wrong = block[n - 1] != seed;
    for (size_t i = 0; i < n - 1; i += 512)
        wrong += block[i] != seed * 1000003u + i;
    return wrong;
}

/* Blocks of many sizes come and go; none shares a byte with another, contents stay. */
static void large_blocks_stay_apart(void)
{
    uint64_t *block[N_BLOCKS] = {NULL}, seed[N_BLOCKS] = {0}, random = 12345;
    size_t n[N_BLOCKS] = {0}, before = mem_current_bytes();
    for (uint64_t round = 1; round <= 300; round++) {
        int k = random_below(&random, N_BLOCKS);
        size_t words = MEM_PAGES_LARGE / 8 / 2 + (size_t)((random >> 40) % (3 * MEM_PAGES_LARGE / 8));
        if (block[k])
            CHECK(wrong_marks(block[k], n[k], seed[k]) == 0, "block %d, round %d", k, (int)round);
        if (round % 7 == 0 && block[k]) {
            MEM_RESIZE(block[k], words);
            size_t kept = words < n[k] ? words : n[k];
            CHECK(block[k][512] == seed[k] * 1000003u + 512 && kept > 512, "block %d moved", k);
        } else {
            mem_free(block[k]);
            MEM_NEW(block[k], words);
        }
        CHECK((uintptr_t)block[k] % 64 == 0, "block %d is not aligned", k);
        n[k] = words;
        seed[k] = round;
        mark(block[k], words, round);
    }
    for (int k = 0; k < N_BLOCKS; k++) {
        if (block[k])
            CHECK(wrong_marks(block[k], n[k], seed[k]) == 0, "block %d at the end", k);
        mem_free(block[k]);
    }
    CHECK(mem_current_bytes() == before, "%zu bytes held, before %zu", mem_current_bytes(), before);
}

int main(void)
{
    CASE(jobs_keep_their_order);
    CASE(a_missing_folder_is_named);
    CASE(arrays_past_the_cache);
    CASE(checksums_are_those_of_zlib);
    CASE(large_blocks_stay_apart);
    return check_end();
}
