/* Solution files: a round trip bit for bit, `latest`, and what must be refused. */
#include "check.h"
#include "error.h"
#include "mem.h"
#include "pack/solution.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/ufv-test-solution-XXXXXX";
static char file[128];

static void add_field(struct solution_field *f, const char *name, const char *unit, int64_t n, double seed)
{
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->unit, sizeof f->unit, "%s", unit);
    MEM_NEW(f->value, n);
    for (int64_t i = 0; i < n; i++)
        f->value[i] = seed + 0.1 * (double)i;
}

static void make_solution(struct solution *s)
{
    memset(s, 0, sizeof *s);
    strcpy(s->pack_id, "0123456789abcdef");
    strcpy(s->packs, "/data/my packs");
    s->rank = 1;
    s->n_ranks = 3;
    s->iteration = 1200;
    s->time = 0.1;
    double *r = (double *)(void *)&s->reference;
    for (size_t i = 0; i < sizeof s->reference / sizeof *r; i++)
        r[i] = 1.0 / (3.0 + (double)i);
    s->n_cells = 5;
    MEM_NEW(s->cell_gid, s->n_cells);
    for (int64_t i = 0; i < s->n_cells; i++)
        s->cell_gid[i] = INT64_C(3000000000) + i;
    s->n_fields = 2;
    add_field(&s->field[0], "density", "kg/m^3", s->n_cells, 1.0 / 3);
    add_field(&s->field[1], "a name from nowhere", "", s->n_cells, -0.0);
    s->n_boundary = 3;
    MEM_NEW(s->face_gid, s->n_boundary);
    for (int64_t i = 0; i < s->n_boundary; i++)
        s->face_gid[i] = 7 * i;
    s->n_boundary_fields = 1;
    add_field(&s->boundary_field[0], "pressure", "Pa", s->n_boundary, 1e5);
    double *window = solution_add_extra(s, "window", 4);
    for (int i = 0; i < 4; i++)
        window[i] = i == 2 ? NAN : 0; /* a NaN must survive too */
    solution_add_extra(s, "empty", 0);
}

static void check_same_bytes(const void *a, const void *b, size_t n, const char *what)
{
    CHECK(a && b && memcmp(a, b, n) == 0, "%s differs", what);
}

/* Header, reference, ids beyond 32 bits, fields in their order, a NaN, an extra without values: all by their bytes. */
static void round_trip(void)
{
    struct solution a, b;
    make_solution(&a);
    CHECK(solution_write(folder, &a) == 0, "%s", error_message());
    CHECK(solution_read(folder, 1, &b) == 0, "%s", error_message());
    CHECK(strcmp(a.pack_id, b.pack_id) == 0 && strcmp(a.packs, b.packs) == 0, "texts");
    CHECK(b.rank == 1 && b.n_ranks == 3 && b.iteration == 1200 && b.time == a.time, "header");
    check_same_bytes(&a.reference, &b.reference, sizeof a.reference, "reference");
    CHECK(b.n_cells == a.n_cells && b.n_boundary == a.n_boundary && b.n_extra == 2, "counts");
    CHECK(b.n_fields == 2 && b.n_boundary_fields == 1, "fields");
    check_same_bytes(a.cell_gid, b.cell_gid, 5 * sizeof(gid), "cell ids");
    check_same_bytes(a.face_gid, b.face_gid, 3 * sizeof(gid), "face ids");
    for (int i = 0; i < 2; i++) {
        CHECK(strcmp(a.field[i].name, b.field[i].name) == 0, "order: %s", b.field[i].name);
        CHECK(strcmp(a.field[i].unit, b.field[i].unit) == 0, "unit: %s", b.field[i].unit);
        check_same_bytes(a.field[i].value, b.field[i].value, 5 * sizeof(double), a.field[i].name);
    }
    check_same_bytes(a.extra[0].value, b.extra[0].value, 4 * sizeof(double), "extra");
    CHECK(b.extra[1].n == 0, "%d", (int)b.extra[1].n);
    CHECK(solution_boundary_field(&b, "pressure") == b.boundary_field[0].value, "by name");
    CHECK(solution_field(&b, "pressure") == NULL, "a boundary field is no cell field");
    solution_free(&a);
    solution_free(&b);
}

/* Fields as floats: each is the nearest one, 2^-24 of it away at most; all else stays as it is. */
static void single_precision(void)
{
    struct solution a, b;
    make_solution(&a);
    a.single = true;
    CHECK(solution_write(folder, &a) == 0, "%s", error_message());
    CHECK(solution_read(folder, 1, &b) == 0, "%s", error_message());
    CHECK(b.single && b.n_fields == 2 && b.n_boundary_fields == 1 && b.time == a.time, "header");
    for (int i = 0; i < 5; i++) {
        CHECK(b.field[0].value[i] == (double)(float)a.field[0].value[i], "density %d: %.17g", i, b.field[0].value[i]);
        CHECK(b.field[1].value[i] == (double)(float)a.field[1].value[i], "field %d: %.17g", i, b.field[1].value[i]);
    }
    CHECK(b.field[0].value[0] != a.field[0].value[0], "1/3 is no float");
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(b.boundary_field[0].value[i], a.boundary_field[0].value[i], 1e5 / (1 << 24));
    check_same_bytes(a.extra[0].value, b.extra[0].value, 4 * sizeof(double), "extra");
    check_same_bytes(&a.reference, &b.reference, sizeof a.reference, "reference");
    solution_free(&a);
    solution_free(&b);
}

/* The solution of make_solution() with n extras in all, the k-th of them k numbers k, k + 1, ... */
static void make_extras(struct solution *s, int n)
{
    char name[NAME_SIZE];
    make_solution(s);
    for (int k = s->n_extra; k < n; k++) {
        snprintf(name, sizeof name, "extra %d", k);
        double *value = solution_add_extra(s, name, k);
        for (int i = 0; i < k; i++)
            value[i] = k + i;
    }
}

/* 40, and the most that there may be, come back; one more is refused, and the file of before stays. */
static void many_extras(void)
{
    static const int number[] = {40, SOLUTION_MAX_EXTRAS};
    struct solution a, b;
    for (int t = 0; t < 2; t++) {
        make_extras(&a, number[t]);
        CHECK(solution_write(folder, &a) == 0, "%s", error_message());
        CHECK(solution_read(folder, 1, &b) == 0 && b.n_extra == number[t], "%d: %s", b.n_extra, error_message());
        for (int k = 0; k < b.n_extra; k++) {
            const struct solution_extra *e = &b.extra[k], *was = &a.extra[k];
            CHECK(strcmp(e->name, was->name) == 0 && e->n == was->n, "%d: %s", k, e->name);
            check_same_bytes(e->value, was->value, (size_t)e->n * sizeof *e->value, e->name);
        }
        solution_free(&a);
        solution_free(&b);
    }
    make_extras(&a, SOLUTION_MAX_EXTRAS + 1);
    CHECK(solution_write(folder, &a) != 0 && strstr(error_message(), "1001 tables of numbers, at most 32, 32 and 1000"),
          "%s", error_message());
    CHECK(solution_read(folder, 1, &b) == 0 && b.n_extra == SOLUTION_MAX_EXTRAS, "the old file: %s", error_message());
    solution_free(&a);
    solution_free(&b);
}

static void empty_rank(void)
{
    /* A rank without boundary faces or extras is the usual case. */
    struct solution a, b;
    memset(&a, 0, sizeof a);
    a.n_ranks = 1;
    MEM_NEW(a.cell_gid, 0);
    MEM_NEW(a.face_gid, 0);
    CHECK(solution_write(folder, &a) == 0, "%s", error_message());
    CHECK(solution_read(folder, 0, &b) == 0, "%s", error_message());
    CHECK(b.n_cells == 0 && b.n_boundary == 0, "counts");
    int n = 0;
    CHECK(solution_read_n_ranks(folder, &n) == 0 && n == 1, "%d ranks", n);
    solution_free(&a);
    solution_free(&b);
    char path[160];
    snprintf(path, sizeof path, "%s/rank-00000.h5", folder);
    unlink(path);
}

/* The name of a folder in a file: missing, of a folder that is gone, right, and a FIFO, at which nothing may wait. */
static void latest(void)
{
    char name[NAME_SIZE], path[256], found[256];
    solution_folder_name(1200, name);
    CHECK(strcmp(name, "fields-000001200") == 0, "%s", name);
    CHECK(solution_latest(folder, found, sizeof found) != 0, "no latest yet");
    CHECK(strstr(error_message(), "latest"), "%s", error_message());
    CHECK(solution_set_latest(folder, name) == 0, "%s", error_message());
    CHECK(solution_latest(folder, found, sizeof found) != 0, "its folder is missing");
    snprintf(path, sizeof path, "%s/%s", folder, name);
    mkdir(path, 0777);
    CHECK(solution_latest(folder, found, sizeof found) == 0, "%s", error_message());
    CHECK(strcmp(found, path) == 0, "%s", found);
    rmdir(path);
    snprintf(path, sizeof path, "%s/latest", folder);
    unlink(path);
    CHECK(mkfifo(path, 0666) == 0, "%s", path);
    CHECK(solution_latest(folder, found, sizeof found) != 0 && strstr(error_message(), "latest: is a FIFO"), "%s",
          error_message());
    unlink(path);
}

/* Reads the file into memory; size in n. */
static unsigned char *slurp(long *n)
{
    FILE *f = fopen(file, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    *n = ftell(f);
    rewind(f);
    unsigned char *bytes;
    MEM_NEW(bytes, *n);
    if (fread(bytes, 1, (size_t)*n, f) != (size_t)*n)
        *n = 0;
    fclose(f);
    return bytes;
}

static void spit(const unsigned char *bytes, long n)
{
    FILE *f = fopen(file, "wb");
    if (f) {
        fwrite(bytes, 1, (size_t)n, f);
        fclose(f);
    }
}

static int same_solution(const struct solution *a, const struct solution *b)
{
    return a->iteration == b->iteration && a->n_fields == b->n_fields && a->n_cells == b->n_cells &&
           memcmp(&a->reference, &b->reference, sizeof a->reference) == 0 && strcmp(a->packs, b->packs) == 0 &&
           memcmp(a->cell_gid, b->cell_gid, 5 * sizeof(gid)) == 0 &&
           memcmp(a->field[0].value, b->field[0].value, 5 * sizeof(double)) == 0 &&
           strcmp(a->field[0].name, b->field[0].name) == 0 &&
           memcmp(a->boundary_field[0].value, b->boundary_field[0].value, 3 * sizeof(double)) == 0;
}

/* Damages one byte; true when the file was refused. What is not refused must read
 * as it was (an unused byte). */
static bool refused(unsigned char *bytes, long n, long i, const struct solution *a)
{
    struct solution b;
    bytes[i] ^= 0x10;
    spit(bytes, n);
    bytes[i] ^= 0x10;
    if (solution_read(folder, 1, &b) != 0) {
        CHECK(strstr(error_message(), "rank-00001.h5"), "byte %ld: %s", i, error_message());
        return true;
    }
    CHECK(same_solution(a, &b), "byte %ld: believed", i);
    solution_free(&b);
    return false;
}

/* Every byte of these numbers, wherever they lie in the file. */
static void flip_numbers(unsigned char *bytes, long n, const void *numbers, size_t size, const struct solution *a)
{
    unsigned char *at = memmem(bytes, (size_t)n, numbers, size);
    CHECK(at != NULL, "%d bytes not found", (int)size);
    for (size_t k = 0; at && k < size; k++)
        CHECK(refused(bytes, n, at - bytes + (long)k, a), "byte %d of %d", (int)k, (int)size);
}

static void flipped_bytes(void)
{
    struct solution a;
    make_solution(&a);
    CHECK(solution_write(folder, &a) == 0, "%s", error_message());
    long n = 0;
    unsigned char *bytes = slurp(&n);
    CHECK(bytes && n > 1000, "%ld bytes", n);
    if (bytes && n > 1000) {
        flip_numbers(bytes, n, a.cell_gid, 5 * sizeof(gid), &a);
        flip_numbers(bytes, n, a.field[0].value, 5 * sizeof(double), &a);
        flip_numbers(bytes, n, a.boundary_field[0].value, 3 * sizeof(double), &a);
        flip_numbers(bytes, n, a.reference.velocity, 3 * sizeof(double), &a);
        flip_numbers(bytes, n, &a.iteration, sizeof a.iteration, &a);
        flip_numbers(bytes, n, a.packs, strlen(a.packs), &a);
        /* Superblock 2 and newer: HDF5's own structures have checksums too. Older
         * ones are trusted by its reader, which may then read anywhere. */
        for (long i = 0; bytes[8] >= 2 && i < n; i += 37)
            refused(bytes, n, i, &a);
        spit(bytes, n);
    }
    mem_free(bytes);
    solution_free(&a);
}

/* Eighths of a file; the whole one is read again at the end. */
static void truncated(void)
{
    struct solution b;
    long n = 0;
    unsigned char *bytes = slurp(&n);
    for (long part = 0; bytes && part < 8; part++) {
        spit(bytes, n * part / 8);
        CHECK(solution_read(folder, 1, &b) != 0, "%ld of %ld bytes believed", n * part / 8, n);
    }
    if (bytes)
        spit(bytes, n);
    CHECK(solution_read(folder, 1, &b) == 0, "%s", error_message());
    solution_free(&b);
    mem_free(bytes);
}

/* A header that does not match its checksum leaves nothing that somebody might use. */
static void header_that_was_changed(void)
{
    struct solution a, b;
    int64_t other = 1300;
    make_solution(&a);
    CHECK(solution_write(folder, &a) == 0, "%s", error_message());
    CHECK(solution_read_header(folder, 1, &b) == 0 && b.iteration == 1200 && b.n_ranks == 3, "%s", error_message());
    hid_t f = H5Fopen(file, H5F_ACC_RDWR, H5P_DEFAULT), attribute = H5Aopen(f, "iteration", H5P_DEFAULT);
    CHECK(attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_INT64, &other) >= 0, "iteration");
    H5Aclose(attribute);
    H5Fclose(f);
    CHECK(solution_read_header(folder, 1, &b) != 0 && strstr(error_message(), "checksum"), "%s", error_message());
    CHECK(b.iteration == 0 && b.n_ranks == 0 && b.n_fields == 0 && b.pack_id[0] == '\0', "the header is left");
    CHECK(solution_write(folder, &a) == 0, "%s", error_message());
    solution_free(&a);
}

/* A file that is not there, one of another rank, a field that HDF5 would take for a path, and a folder that does not
 * exist. A failed writing leaves the old file. */
static void foreign(void)
{
    struct solution a, b;
    CHECK(solution_read(folder, 7, &b) != 0, "a missing rank");
    CHECK(strstr(error_message(), "rank-00007.h5"), "%s", error_message());
    char other[160];
    snprintf(other, sizeof other, "%s/rank-00002.h5", folder);
    rename(file, other);
    CHECK(solution_read(folder, 2, &b) != 0, "rank 1's file under rank 2's name");
    rename(other, file);
    make_solution(&a);
    strcpy(a.field[0].name, "a/b");
    CHECK(solution_write(folder, &a) != 0, "a field name with a slash");
    CHECK(solution_read(folder, 1, &b) == 0, "the old file must still be there: %s", error_message());
    solution_free(&a);
    solution_free(&b);
    CHECK(solution_write("/nowhere/at/all", &b) != 0, "a folder that does not exist");
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "%s/rank-00001.h5", folder);
    CASE(round_trip);
    CASE(single_precision);
    CASE(many_extras);
    CASE(empty_rank);
    CASE(latest);
    CASE(flipped_bytes);
    CASE(truncated);
    CASE(header_that_was_changed);
    CASE(foreign);
    unlink(file);
    CHECK(rmdir(folder) == 0, "something was left in %s", folder);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
