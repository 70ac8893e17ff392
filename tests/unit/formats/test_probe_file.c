/* Files of probes: rows come back as they were written, in pieces and by columns; a run that goes on keeps the rows of
 * before; what a writer leaves that is killed in the middle of a row has all whole rows; damage is told.
 */
#include "check.h"
#include "error.h"
#include "mem.h"
#include "pack/probe_file.h"

#include <hdf5.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINTS = 3, VARIABLES = 2, MOST = 5000 };
static char path[] = "/tmp/ufv-test-probes-XXXXXX/set.h5", folder[] = "/tmp/ufv-test-probes-XXXXXX";
static double points[3 * POINTS] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

static struct probe_set set_of(void)
{
    struct probe_set s = {.name = "wake", .n_points = POINTS, .x = points, .every = 4, .linear = true,
                          .n_variables = VARIABLES, .counts = {3, 1},
                          .variable = {{"velocity_x", "m/s"}, {"pressure", "Pa"}}};
    return s;
}

static double value_at(int64_t iteration, int v, int point)
{
    return (double)iteration + 0.1 * v + 0.01 * point;
}

/* Rows of iterations first, first + 4, .. */
static int append(const struct probe_set *s, int64_t first, int n)
{
    static int64_t iteration[MOST];
    static double time[MOST], value[VARIABLES * MOST * POINTS];
    for (int i = 0; i < n; i++) {
        iteration[i] = first + 4 * i;
        time[i] = 1e-3 * (double)iteration[i];
        for (int v = 0; v < VARIABLES; v++)
            for (int p = 0; p < POINTS; p++)
                value[(v * n + i) * POINTS + p] = value_at(iteration[i], v, p);
    }
    struct probe_rows rows = {n, iteration, time, value};
    return probe_file_append(path, s, &rows, false);
}

/* All rows 0, 4, .. are there, n of them, or at least n with at_least. */
static void check_rows(int n, bool at_least)
{
    struct probe_file f;
    static int64_t iteration[MOST];
    static double time[MOST], value[MOST];
    CHECK(probe_file_open(path, &f) == 0, "%s", error_message());
    CHECK(at_least ? f.n_rows >= n : f.n_rows == n, "%d rows, not %d", (int)f.n_rows, n);
    CHECK(f.set.n_points == POINTS && f.set.n_variables == VARIABLES && f.set.every == 4 && f.set.linear &&
              f.set.counts[0] == 3 && strcmp(f.set.name, "wake") == 0 &&
              strcmp(f.set.variable[0].name, "velocity_x") == 0 && strcmp(f.set.variable[1].unit, "Pa") == 0 &&
              memcmp(f.set.x, points, sizeof points) == 0,
          "the head");
    CHECK(f.n_rows <= MOST && probe_file_read_times(&f, iteration, time) == 0, "%s", error_message());
    for (int v = 0; v < VARIABLES; v++)
        for (int p = 0; p < POINTS; p++) {
            int wrong = 0;
            CHECK(probe_file_read(&f, v, 0, f.n_rows, p, 1, value) == 0, "%s", error_message());
            for (int i = 0; i < f.n_rows; i++)
                wrong += iteration[i] != 4 * i || time[i] != 1e-3 * 4 * i || value[i] != value_at(4 * i, v, p);
            CHECK(wrong == 0, "%d wrong of variable %d at point %d", wrong, v, p);
        }
    probe_file_close(&f);
}

/* Appended singly, a few and thousands at a time, across the chunks of the file. */
static void rows_come_back(void)
{
    struct probe_set s = set_of();
    CHECK(probe_file_create(path, &s, NULL, 0) == 0, "%s", error_message());
    check_rows(0, false);
    CHECK(append(&s, 0, 1) == 0 && append(&s, 4, 7) == 0 && append(&s, 32, 4500) == 0, "%s", error_message());
    check_rows(4508, false);
}

/* A restart keeps the rows before its own first one and drops those that it will write again; sets with other variables
 * or points are not continued. */
static void rows_are_carried_over(void)
{
    struct probe_set s = set_of();
    CHECK(probe_file_create(path, &s, path, 401) == 0, "%s", error_message()); /* 0 .. 400 */
    check_rows(101, false);
    CHECK(append(&s, 404, 10) == 0, "%s", error_message());
    check_rows(111, false);
    s.n_variables = 1;
    CHECK(probe_file_create(path, &s, path, 401) != 0 && strstr(error_message(), "other points or variables"), "%s",
          error_message());
    s = set_of();
    points[4] = 4.5;
    CHECK(probe_file_create(path, &s, path, 401) != 0 && strstr(error_message(), "another name"), "%s", error_message());
    points[4] = 4;
    check_rows(111, false);
}

/* A child writes rows and is killed after some microseconds; whatever it was about, the rows of before are there, and
 * the next writer goes on. */
static void killed_writer_loses_no_row(void)
{
    struct probe_set s = set_of();
    for (int k = 0; k < 60; k++) {
        CHECK(probe_file_create(path, &s, NULL, 0) == 0 && append(&s, 0, 50) == 0, "%s", error_message());
        pid_t child = fork();
        if (child == 0) {
            for (int i = 50; i + 50 <= MOST; i += 50)
                append(&s, 4 * i, 50);
            for (;;)
                pause();
        }
        usleep((useconds_t)(700 + 311 * k));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        check_rows(50, true);
        CHECK(probe_file_create(path, &s, path, 200) == 0 && append(&s, 200, 5) == 0, "%s", error_message());
        check_rows(55, false);
    }
}

/* A folder, and a file cut off behind its first structures. */
static void others_are_refused(void)
{
    struct probe_file f;
    CHECK(probe_file_open("/tmp", &f) != 0 && strstr(error_message(), "folder"), "%s", error_message());
    FILE *file = fopen(path, "r+b");
    CHECK(file && ftruncate(fileno(file), 600) == 0 && fclose(file) == 0, "%s", path);
    CHECK(probe_file_open(path, &f) != 0 && strstr(error_message(), path), "%s", error_message());
}

/* Only what has been written under the name of its set belongs to the run. */
static void whose_it_is(void)
{
    struct probe_set s = set_of(), other = set_of();
    double elsewhere[3 * POINTS] = {9};
    other.x = elsewhere;
    CHECK(probe_file_create(path, &s, NULL, 0) == 0 && append(&s, 0, 3) == 0, "%s", error_message());
    CHECK(probe_file_is_of(path, "wake"), "its own");
    CHECK(!probe_file_is_of(path, "wake-keep") && !probe_file_is_of(path, "") && !probe_file_is_of("/none", "wake"), "others");
    CHECK(!probe_file_is_of(__FILE__, "wake") && !probe_file_is_of(folder, "wake"), "no file of probes");
    CHECK(probe_file_check(path, &s) == 0, "%s", error_message());
    CHECK(probe_file_check(path, &other) != 0 && strstr(error_message(), "other points"), "%s", error_message());
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t a = H5Aopen(file, "format", H5P_DEFAULT), type = H5Aget_type(a);
    CHECK(H5Awrite(a, type, "ufv-others") >= 0, "as long a word");
    H5Tclose(type);
    H5Aclose(a);
    H5Fclose(file);
    CHECK(!probe_file_is_of(path, "wake"), "of another format");
}

/* A file that claims rows or points that nobody has written is damaged: no memory is set aside for them. */
static void claims(void)
{
    struct probe_set s = set_of();
    struct probe_file f;
    hsize_t rows = (hsize_t)1 << 40, much[2] = {1 << 30, 3};
    CHECK(probe_file_create(path, &s, NULL, 0) == 0 && append(&s, 0, 3) == 0, "%s", error_message());
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), d = H5Dopen2(file, "iteration", H5P_DEFAULT);
    H5Dset_extent(d, &rows);
    H5Dclose(d);
    H5Fclose(file);
    CHECK(probe_file_open(path, &f) != 0 && strstr(error_message(), "iteration is missing or damaged"), "%s",
          error_message());
    CHECK(probe_file_create(path, &s, NULL, 0) == 0, "%s", error_message());
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "points", H5P_DEFAULT);
    hid_t space = H5Screate_simple(2, much, NULL);
    H5Dclose(H5Dcreate2(file, "points", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
    H5Fclose(file);
    CHECK(probe_file_open(path, &f) != 0 && strstr(error_message(), "points is missing or damaged"), "%s",
          error_message());
}

/* Of rows written one by one: the third is not as a run writes it. */
static void rows_out_of_order(void)
{
    static const struct {
        int64_t iteration;
        double time;
        const char *sentence;
    } third[] = {{8, 0.5, NULL}, /* of the time of the row before, as in steady runs */
                 {8, NAN, "row 3 has a time that is no number, so that the file is damaged"},
                 {8, INFINITY, "row 3 has a time that is no number, so that the file is damaged"},
                 {8, 0.25, "row 3 is of an earlier time than the row before, so that the file is damaged"},
                 {4, 1, "row 3 is not of a later iteration than the row before, so that the file is damaged"},
                 {0, 1, "row 3 is not of a later iteration than the row before, so that the file is damaged"},
                 {-8, 1, "row 3 has a negative iteration, so that the file is damaged"}};
    struct probe_set s = set_of();
    const double value[VARIABLES * POINTS] = {0};
    for (size_t k = 0; k < sizeof third / sizeof *third; k++) {
        const int64_t iteration[] = {0, 4, third[k].iteration};
        const double time[] = {0, 0.5, third[k].time};
        CHECK(probe_file_create(path, &s, NULL, 0) == 0, "%s", error_message());
        for (int i = 0; i < 3; i++) {
            struct probe_rows row = {1, &iteration[i], &time[i], value};
            CHECK(probe_file_append(path, &s, &row, false) == 0, "%s", error_message());
        }
        for (int restart = 0; restart < 3; restart++) {
            struct probe_file f;
            double read[3];
            int status = restart == 0 ? probe_file_check(path, &s) : 0;
            if (restart == 1)
                status = probe_file_create(path, &s, path, 100);
            if (restart == 2 && probe_file_open(path, &f) == 0) {
                status = probe_file_read_times(&f, NULL, read);
                probe_file_close(&f);
            }
            CHECK((status != 0) == (third[k].sentence != NULL), "iteration %d, time %g", (int)iteration[2], time[2]);
            CHECK(!status || (strstr(error_message(), third[k].sentence) && strstr(error_message(), path)), "%s",
                  error_message());
        }
    }
}

/* Flips a bit of a number in the file, which stands there once. */
static void flip(double number)
{
    static char bytes[1 << 20];
    FILE *file = fopen(path, "r+b");
    size_t n = file ? fread(bytes, 1, sizeof bytes, file) : 0, at = 0, found = 0;
    for (size_t i = 0; i + sizeof number <= n; i++)
        if (memcmp(bytes + i, &number, sizeof number) == 0) {
            at = i;
            found++;
        }
    CHECK(found == 1, "%g stands there %d times", number, (int)found);
    CHECK(file && fseek(file, (long)at + 5, SEEK_SET) == 0 && fputc(bytes[at + 5] ^ 8, file) != EOF &&
              fclose(file) == 0, "%s", path);
}

/* One of a value, a time or a coordinate is found by the checksum of its chunk. */
static void flipped_bits(void)
{
    struct probe_set s = set_of();
    struct probe_file f;
    static double value[20 * POINTS];
    const double one[] = {value_at(40, 1, 2), 1e-3 * 40, points[7]};
    const char *const what[] = {"pressure", "time", "points"};
    for (int k = 0; k < 3; k++) {
        CHECK(probe_file_create(path, &s, NULL, 0) == 0 && append(&s, 0, 20) == 0, "%s", error_message());
        flip(one[k]);
        int status = probe_file_open(path, &f);
        CHECK((status != 0) == (k == 2), "opened");
        if (status == 0) {
            CHECK(probe_file_read(&f, 0, 0, 20, 0, POINTS, value) == 0, "%s", error_message());
            status = k == 0 ? probe_file_read(&f, 1, 0, 20, 0, 1, value) : probe_file_read_times(&f, NULL, value);
            probe_file_close(&f);
        }
        CHECK(status != 0 && strstr(error_message(), what[k]) &&
                  strstr(error_message(), "does not agree with its checksum, or cannot be read, so that the file is damaged"),
              "%s", error_message());
        CHECK(probe_file_create(path, &s, path, 100) != 0, "a restart copies them");
    }
}

/* Of a program that wrote arrays without checksums. */
static void without_checksums(void)
{
    struct probe_set s = set_of();
    hsize_t size[2] = {20, POINTS};
    static double value[20 * POINTS];
    CHECK(probe_file_create(path, &s, NULL, 0) == 0 && append(&s, 0, 20) == 0, "%s", error_message());
    for (int i = 0; i < 20 * POINTS; i++)
        value[i] = value_at(4 * (i / POINTS), 1, i % POINTS);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), space = H5Screate_simple(2, size, NULL);
    H5Ldelete(file, "pressure", H5P_DEFAULT);
    hid_t d = H5Dcreate2(file, "pressure", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    CHECK(H5Dwrite(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0, "an array without");
    hid_t a = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, 3);
    hid_t unit = H5Acreate2(d, "unit", type, a, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(unit, type, "Pa");
    H5Aclose(unit);
    H5Tclose(type);
    H5Sclose(a);
    H5Dclose(d);
    H5Sclose(space);
    H5Fclose(file);
    check_rows(20, false);
    CHECK(probe_file_create(path, &s, path, 100) == 0, "%s", error_message());
    check_rows(20, false);
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL, "%s", folder);
    memcpy(path, folder, sizeof folder - 1);
    CASE(rows_come_back);
    CASE(rows_are_carried_over);
    CASE(killed_writer_loses_no_row);
    CASE(others_are_refused);
    CASE(whose_it_is);
    CASE(claims);
    CASE(rows_out_of_order);
    CASE(flipped_bits);
    CASE(without_checksums);
    unlink(path);
    rmdir(folder);
    return check_end();
}
