/* Packs on disk: what is written is read back bit for bit; what is damaged, cut
 * short, of another kind, version or set is refused with a sentence. */
#include "check.h"

#include "unit/box_mesh.h"
#include "error.h"
#include "h5/h5_io.h"
#include "pack/pack.h"
#include "pack/pack_rows.h"
#include "run/prep_run.h"
#include "progress/progress.h"

#include <fcntl.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], second[64];

static int make_packs(const char *out, enum box_kind kind, long n_ranks)
{
    struct raw_mesh raw;
    struct prep_options o = {.mesh = "box # of; 100%", .out = out, .partition = "metis", .order = "rcm",
                             .command_line = (char[]){"test"}, .n_ranks = n_ranks, .scale = 1.0, .quiet = true};
    box_mesh(kind, 4, 0.1, &raw);
    return prep_run_raw(&o, &raw);
}

static void remove_folder(const char *path)
{
    char name[128], file[256];
    for (int r = 0; r < 8; r++) {
        pack_file_name(r, name);
        snprintf(file, sizeof file, "%s/%s", path, name);
        unlink(file);
    }
    snprintf(file, sizeof file, "%s/manifest.ini", path);
    unlink(file);
    snprintf(file, sizeof file, "%s/report.json", path);
    unlink(file);
    rmdir(path);
}

static char *file_of(int rank)
{
    static char path[256];
    char name[NAME_SIZE];
    pack_file_name(rank, name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* pack_read() fails and its sentence holds these words. */
static void check_refused(int rank, const char *words, const char *more)
{
    struct pack p;
    int status = pack_read(folder, rank, PACK_ALL, &p);
    CHECK(status != 0, "was read: %s", words);
    CHECK(strstr(error_message(), words) && strstr(error_message(), more), "%s", error_message());
    if (status == 0)
        pack_free(&p);
}

/* Every array of the schema (pack_rows.h) byte for byte, the tables of patches and neighbours, and texts with
 * characters that mean something in the manifest. */
static void round_trip(void)
{
    CHECK(make_packs(folder, BOX_MIXED, 3) == 0, "%s", error_message());
    for (int r = 0; r < 3; r++) {
        struct pack p, q;
        struct pack_row a[PACK_N_ROWS], b[PACK_N_ROWS];
        CHECK(pack_read(folder, r, PACK_ALL, &p) == 0, "%s", error_message());
        CHECK(pack_check(&p) == 0, "%s", error_message());
        CHECK(mkdir(second, 0777) == 0 || r > 0, "mkdir");
        CHECK(pack_write(second, &p) == 0, "%s", error_message());
        struct pack_manifest m;
        CHECK(pack_manifest_read(folder, &m) == 0 && pack_manifest_write(second, &m) == 0, "%s", error_message());
        CHECK(strcmp(m.source, "box # of; 100%") == 0 && m.n_patches == 6 && m.ranks == 3, "%s", m.source);
        CHECK(strcmp(m.patch[5].name, "zmax") == 0 && m.patch[5].kind == BC_PRESSURE_OUTLET, "patch");
        CHECK(m.patch[0].n_faces == p.patch[0].n_faces && strcmp(m.id, p.id) == 0, "manifest against pack");
        pack_manifest_free(&m);
        CHECK(pack_read(second, r, PACK_ALL, &q) == 0, "%s", error_message());
        pack_rows(&p, a);
        pack_rows(&q, b);
        for (int i = 0; i < PACK_N_ROWS; i++) {
            size_t bytes = (size_t)(a[i].count * a[i].components) * h5_io_type_size(a[i].type);
            CHECK(a[i].count == b[i].count && memcmp(pack_row_array(&p, &a[i]), pack_row_array(&q, &b[i]), bytes) == 0,
                  "%s differs", a[i].path);
        }
        CHECK(memcmp(p.patch, q.patch, (size_t)p.n_patches * sizeof *p.patch) == 0, "patches");
        CHECK(memcmp(p.neighbour, q.neighbour, (size_t)p.n_neighbours * sizeof *p.neighbour) == 0, "neighbours");
        CHECK(strcmp(p.options, "test") == 0 && strcmp(p.source, q.source) == 0, "texts");
        pack_free(&p);
        pack_free(&q);
    }
    remove_folder(second);
}

/* Arrays of groups that were not asked for are NULL, and what is there passes the checks that can be made of it. */
static void groups_are_read_apart(void)
{
    struct pack p;
    CHECK(pack_read(folder, 0, PACK_CORE, &p) == 0, "%s", error_message());
    CHECK(p.left && p.volume && !p.node && !p.face_node && !p.cell_face, "core only");
    CHECK(pack_check(&p) == 0, "%s", error_message());
    pack_free(&p);
    CHECK(pack_read(folder, 0, PACK_NODES, &p) == 0 && !p.left && p.node, "%s", error_message());
    pack_free(&p);
}

/* Changes one byte at a time, at some 500 places all over the file: never believed, never a crash. */
static void flipped_bytes_are_noticed(void)
{
    struct stat info;
    CHECK(stat(file_of(1), &info) == 0, "stat");
    struct pack good;
    struct pack_row row[PACK_N_ROWS], other[PACK_N_ROWS];
    CHECK(pack_read(folder, 1, PACK_ALL, &good) == 0, "%s", error_message());
    pack_rows(&good, row);
    int refused = 0, tried = 0;
    for (off_t at = 0; at < info.st_size; at += info.st_size / 500 + 1, tried++) {
        unsigned char byte, changed;
        int fd = open(file_of(1), O_RDWR);
        CHECK(fd >= 0 && pread(fd, &byte, 1, at) == 1, "read");
        changed = byte ^ 0x10;
        CHECK(pwrite(fd, &changed, 1, at) == 1, "write");
        struct pack p;
        if (pack_read(folder, 1, PACK_ALL, &p) != 0) {
            refused++;
        } else { /* a byte that nothing depends on: the arrays are as before */
            pack_rows(&p, other);
            for (int i = 0; i < PACK_N_ROWS; i++)
                CHECK(row[i].count == other[i].count &&
                          memcmp(pack_row_array(&good, &row[i]), pack_row_array(&p, &other[i]),
                                 (size_t)(row[i].count * row[i].components) * h5_io_type_size(row[i].type)) == 0,
                      "byte %ld changed %s unnoticed", (long)at, row[i].path);
            pack_free(&p);
        }
        CHECK(pwrite(fd, &byte, 1, at) == 1, "restore");
        close(fd);
    }
    CHECK(refused > tried / 2, "only %d of %d noticed", refused, tried); /* most bytes are array data */
    pack_free(&good);
}

/* Half a pack, an empty one, and none. */
static void truncated_files_are_refused(void)
{
    struct stat info;
    CHECK(stat(file_of(2), &info) == 0, "stat");
    CHECK(truncate(file_of(2), info.st_size / 2) == 0, "truncate");
    check_refused(2, "rank-00002.h5", "run ufv-prep again");
    CHECK(truncate(file_of(2), 0) == 0, "truncate");
    check_refused(2, "not an HDF5 file", "run ufv-prep again");
    unlink(file_of(2));
    check_refused(2, "No such file", "run ufv-prep again");
    CHECK(make_packs(folder, BOX_MIXED, 3) == 0, "%s", error_message());
}

/* Nothing waits for a writer that does not come, and nothing is read from other files. */
static void fifos_and_links_are_refused(void)
{
    char manifest[600], aside[616], other[600];
    unlink(file_of(2));
    CHECK(mkfifo(file_of(2), 0666) == 0, "mkfifo");
    check_refused(2, "is a FIFO", "run ufv-prep again");
    snprintf(other, sizeof other, "%s", file_of(2));
    hid_t f = H5Fopen(file_of(1), H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(f, "cell/volume", H5P_DEFAULT);
    CHECK(H5Lcreate_external(other, "cell/volume", f, "cell/volume", H5P_DEFAULT, H5P_DEFAULT) >= 0, "link");
    H5Fclose(f);
    check_refused(1, "cell/volume is missing", "run ufv-prep again");
    snprintf(manifest, sizeof manifest, "%s/manifest.ini", folder);
    snprintf(aside, sizeof aside, "%s.aside", manifest);
    CHECK(rename(manifest, aside) == 0 && mkfifo(manifest, 0666) == 0, "mkfifo");
    check_refused(0, "manifest.ini: is a FIFO", "ufv-prep");
    CHECK(rename(aside, manifest) == 0, "manifest");
    unlink(file_of(2));
    CHECK(make_packs(folder, BOX_MIXED, 3) == 0, "%s", error_message());
}

/* Sets an integer attribute of the root group. */
static void change_attribute(const char *path, const char *name, int64_t value)
{
    hid_t f = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), a = H5Aopen(f, name, H5P_DEFAULT);
    CHECK(a >= 0 && H5Awrite(a, H5T_NATIVE_INT64, &value) >= 0, "%s", name);
    H5Aclose(a);
    H5Fclose(f);
}

/* Older and newer packs are told apart; a count that was changed is found by the header's checksum. */
static void other_versions_and_counts_are_refused(void)
{
    change_attribute(file_of(0), "schema_version", PACK_SCHEMA_VERSION - 1);
    check_refused(0, "older", "run ufv-prep again");
    change_attribute(file_of(0), "schema_version", PACK_SCHEMA_VERSION + 1);
    check_refused(0, "newer", "rank-00000.h5");
    change_attribute(file_of(0), "schema_version", PACK_SCHEMA_VERSION);
    struct pack p;
    CHECK(pack_read(folder, 0, PACK_CORE, &p) == 0, "%s", error_message());
    change_attribute(file_of(0), "n_owned", p.n_owned + 1);
    check_refused(0, "checksum", "run ufv-prep again");
    change_attribute(file_of(0), "n_owned", p.n_owned);
    pack_free(&p);
}

/* A checksum of many numbers, the first of them right, is none: all would be read into the place of one. */
static void a_checksum_is_one_number(void)
{
    enum { MANY = 1 << 16 };
    static uint32_t crc[MANY];
    const hsize_t n = MANY;
    hid_t f = H5Fopen(file_of(0), H5F_ACC_RDWR, H5P_DEFAULT), set = H5Dopen2(f, "cell/volume", H5P_DEFAULT);
    hid_t a = H5Aopen(set, "crc32", H5P_DEFAULT), space = H5Screate_simple(1, &n, NULL), how = H5Pcreate(H5P_FILE_ACCESS);
    CHECK(H5Aread(a, H5T_NATIVE_UINT32, crc) >= 0, "read");
    H5Aclose(a);
    H5Dclose(set);
    H5Fclose(f);
    H5Pset_libver_bounds(how, H5F_LIBVER_V110, H5F_LIBVER_V110); /* which has attributes of more than 64 kB */
    f = H5Fopen(file_of(0), H5F_ACC_RDWR, how);
    set = H5Dopen2(f, "cell/volume", H5P_DEFAULT);
    H5Adelete(set, "crc32");
    a = H5Acreate2(set, "crc32", H5T_NATIVE_UINT32, space, H5P_DEFAULT, H5P_DEFAULT);
    CHECK(a >= 0 && H5Awrite(a, H5T_NATIVE_UINT32, crc) >= 0, "write");
    H5Aclose(a);
    H5Sclose(space);
    H5Pclose(how);
    H5Dclose(set);
    H5Fclose(f);
    check_refused(0, "cell/volume does not match its checksum", "run ufv-prep again");
    CHECK(make_packs(folder, BOX_MIXED, 3) == 0, "%s", error_message());
}

/* Packs that are sound, but of another mesh, or under another rank's name. */
static void packs_of_other_ranks_and_sets_are_refused(void)
{
    char from[256], to[256];
    CHECK(make_packs(second, BOX_HEXA, 3) == 0, "%s", error_message());
    snprintf(from, sizeof from, "%s/rank-00001.h5", second);
    CHECK(rename(from, file_of(1)) == 0, "rename");
    check_refused(1, "another set", "run ufv-prep again");
    snprintf(to, sizeof to, "%s/rank-00001.h5", folder);
    snprintf(from, sizeof from, "%s", file_of(0));
    CHECK(rename(from, to) == 0, "rename");
    check_refused(1, "of rank 0, not 1", "run ufv-prep again");
    remove_folder(second);
    CHECK(make_packs(folder, BOX_MIXED, 3) == 0, "%s", error_message());
}

/* Neither read as a pack nor overwritten by a new set. */
static void other_hdf5_files_are_refused(void)
{
    struct h5_io f;
    double x[2] = {1.0, 2.0};
    CHECK(h5_io_create(file_of(0), &f) == 0 && h5_io_write(&f, "a/b", H5_IO_DOUBLE, 1, 2, x, "m") == 0, "write");
    CHECK(h5_io_finish(&f, 0) == 0, "%s", error_message());
    check_refused(0, "is not a pack", "ufv-prep --out");
    CHECK(make_packs(folder, BOX_MIXED, 3) != 0 && strstr(error_message(), "holds rank-00000.h5"), "%s",
          error_message());
    CHECK(unlink(file_of(0)) == 0 && make_packs(folder, BOX_MIXED, 3) == 0, "%s", error_message());
}

/* A folder with a file that is none of ours is not touched; one with an older set is replaced as a whole, and only
 * after the new set is complete. */
static void folders_of_others_are_left_alone(void)
{
    char file[256];
    CHECK(mkdir(second, 0777) == 0, "mkdir");
    snprintf(file, sizeof file, "%s/thesis.txt", second);
    FILE *f = fopen(file, "w");
    fclose(f);
    CHECK(make_packs(second, BOX_HEXA, 1) != 0, "was overwritten");
    CHECK(strstr(error_message(), "thesis.txt"), "%s", error_message());
    CHECK(access(file, R_OK) == 0, "the file is still there");
    unlink(file);
    CHECK(make_packs(second, BOX_HEXA, 2) == 0, "an empty folder is taken: %s", error_message());
    CHECK(make_packs(second, BOX_HEXA, 1) == 0, "an older set is replaced: %s", error_message());
    snprintf(file, sizeof file, "%s/rank-00001.h5", second);
    CHECK(access(file, F_OK) != 0, "nothing of the older set is left");
    snprintf(file, sizeof file, "%s.tmp", second);
    CHECK(access(file, F_OK) != 0, "no temporary folder is left");
    CHECK(make_packs(second, BOX_HEXA, 65) != 0 && strstr(error_message(), "64 cells"), "%s", error_message());
    snprintf(file, sizeof file, "%s/manifest.ini", second);
    CHECK(access(file, F_OK) == 0, "a failed run leaves the older set");
    remove_folder(second);
    CHECK(make_packs("/nonexistent/packs", BOX_HEXA, 1) != 0, "no such folder");
    CHECK(strstr(error_message(), "/nonexistent/packs"), "%s", error_message());
}

/* The same mesh and options give the same id; another division of the same mesh one that begins alike. */
static void sets_repeat(void)
{
    struct pack_manifest a, b;
    CHECK(make_packs(second, BOX_MIXED, 3) == 0, "%s", error_message());
    CHECK(pack_manifest_read(folder, &a) == 0 && pack_manifest_read(second, &b) == 0, "%s", error_message());
    CHECK(strcmp(a.id, b.id) == 0, "%s, %s", a.id, b.id);
    remove_folder(second);
    pack_manifest_free(&b);
    CHECK(make_packs(second, BOX_MIXED, 2) == 0 && pack_manifest_read(second, &b) == 0, "%s", error_message());
    CHECK(strcmp(a.id, b.id) != 0 && strncmp(a.id, b.id, 16) == 0, "same mesh, another division: %s, %s", a.id, b.id);
    pack_manifest_free(&a);
    pack_manifest_free(&b);
    remove_folder(second);
}

static void checksums_are_zlibs(void)
{
    /* The check value of CRC-32 (ISO 3309): of "123456789". */
    CHECK(h5_io_crc32("123456789", 9) == 0xcbf43926u, "%x", h5_io_crc32("123456789", 9));
    size_t n = (size_t)9 << 20;
    unsigned char *bytes = calloc(n, 1);
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)(i * 7 + i / 1000);
    uint32_t whole = h5_io_crc32(bytes, n);
    bytes[n / 2] ^= 1;
    CHECK(h5_io_crc32(bytes, n) != whole, "one bit in 9 MB");
    free(bytes);
}

static void nothing_leaks(void)
{
    remove_folder(folder);
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    progress_set_quiet(true);
    snprintf(folder, sizeof folder, "/tmp/ufv-test-pack-%ld", (long)getpid());
    snprintf(second, sizeof second, "/tmp/ufv-test-pack-%ld-b", (long)getpid());
    CASE(round_trip);
    CASE(groups_are_read_apart);
    CASE(flipped_bytes_are_noticed);
    CASE(truncated_files_are_refused);
    CASE(fifos_and_links_are_refused);
    CASE(other_versions_and_counts_are_refused);
    CASE(a_checksum_is_one_number);
    CASE(packs_of_other_ranks_and_sets_are_refused);
    CASE(other_hdf5_files_are_refused);
    CASE(folders_of_others_are_left_alone);
    CASE(sets_repeat);
    CASE(checksums_are_zlibs);
    CASE(nothing_leaks);
    return check_end();
}
