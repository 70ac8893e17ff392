/* probe_file.c: HDF5 files that grow by rows: made under a temporary name, then opened for each piece of rows in
 * the mode for a single writer, and closed again, so that others can open them at any time.
 */
#include "pack/probe_file.h"

#include "crash_guard.h"
#include "error.h"
#include "h5/h5_errors.h"
#include "in_file.h"
#include "mem.h"
#include "out_file.h"
#include "pack/probe_rows.h"
#include "printable.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char format_name[] = "ufv-probes";
enum { VERSION = 1 };

/* Items of a chunk: a piece of rows is written and a column of rows is read without touching much else.
 * 128 kB of doubles a chunk; up to 8 MB a variable while rows are copied. */
enum { CHUNK_ITEMS = 16384, CHUNK_POINTS = 1024, COPY_ITEMS = 1 << 20 };

/* While the run marches: the file may have been removed by somebody. */
static int failed(const char *path, const char *what)
{
    return error_set("%s: %s cannot be written: is the disk full, or has the file been removed?", path, what);
}

static int damaged(const char *path, const char *what)
{
    return error_set("%s: %s is missing or damaged; give a file that ufv-solve has written for [probes]", path, what);
}

/* A read fails by a checksum, by a file that ends too early, or by the disk. */
static int unreadable(const char *path, const char *what)
{
    return error_set("%s: %s does not agree with its checksum, or cannot be read, so that the file is damaged; move it "
                     "away, or give another one", path, what);
}

/* ---- files ---- */

/* The format that allows appending in order. No lock: who reads the file meanwhile must not end the run. What a killed
 * writer left marked as being written is taken over; the folder's lock says that there is no other. */
static hid_t access_for_rows(bool write)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 2)
    H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
#else
    H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
#endif
#if H5_VERSION_GE(1, 10, 7) && !(H5_VERS_MAJOR == 1 && H5_VERS_MINOR == 12 && H5_VERS_RELEASE == 0)
    H5Pset_file_locking(access, false, true);
#endif
    hbool_t clear = true;
    if (write && H5Pexist(access, "clear_status_flags") > 0)
        H5Pset(access, "clear_status_flags", &clear);
    return access;
}

/* SWMR (single writer, multiple readers): a reader may meet metadata that are being written and tries again. */
static hid_t open_file(const char *path, unsigned flags)
{
    h5_errors_take();
    hid_t access = access_for_rows((flags & H5F_ACC_RDWR) != 0);
    if (flags & H5F_ACC_SWMR_READ) /* each waits twice as long as the one before, from a nanosecond on */
        H5Pset_metadata_read_attempts(access, 24);
    hid_t file = H5Fopen(path, flags, access);
    H5Pclose(access);
    return file;
}

/* ---- making ---- */

static int put_attribute(hid_t object, const char *name, hid_t type, int n, const void *value)
{
    hsize_t size = (hsize_t)n;
    hid_t space = n == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
    hid_t a = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    int bad = a < 0 || H5Awrite(a, type, value) < 0;
    H5Aclose(a);
    H5Sclose(space);
    return bad;
}

static int put_text(hid_t object, const char *name, const char *text)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text) + 1);
    int bad = put_attribute(object, name, type, 1, text);
    H5Tclose(type);
    return bad;
}

/* In chunks that have a checksum each, by the filter fletcher32, which HDF5 compares when it reads them: attributes and
 * structure have checksums by the format of the file. Whoever reads the file needs nothing for it. */
static hid_t in_checked_chunks(int rank, const hsize_t *chunk)
{
    hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(how, rank, chunk);
    if (H5Zfilter_avail(H5Z_FILTER_FLETCHER32) > 0) /* a library may be built without */
        H5Pset_fletcher32(how);
    return how;
}

/* Makes an array [0][columns] that can grow, or [0] where columns is 0. unit may be NULL. */
static int make_array(hid_t file, const char *name, hid_t type, int64_t columns, const char *unit)
{
    /* A chunk is as wide as the points, up to CHUNK_POINTS, and of so many rows that it has CHUNK_ITEMS, at most 4,096:
     * few points would give chunks of which most stays empty in short runs. */
    hsize_t width = columns > CHUNK_POINTS ? CHUNK_POINTS : columns > 0 ? (hsize_t)columns : 1;
    hsize_t now[2] = {0, (hsize_t)columns}, most[2] = {H5S_UNLIMITED, (hsize_t)columns};
    hsize_t chunk[2] = {CHUNK_ITEMS / width < 4096 ? CHUNK_ITEMS / width : 4096, width};
    int rank = columns > 0 ? 2 : 1;
    hid_t space = H5Screate_simple(rank, now, most), how = in_checked_chunks(rank, chunk);
    hid_t d = H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    int bad = d < 0 || (unit && put_text(d, "unit", unit));
    bad = (d >= 0 && H5Dclose(d) < 0) || bad;
    H5Pclose(how);
    H5Sclose(space);
    return bad;
}

static int put_points(hid_t file, const struct probe_set *set)
{
    hsize_t size[2] = {(hsize_t)set->n_points, 3}, chunk[2] = {size[0] < 4096 ? size[0] : 4096, 3};
    double *x = mem_alloc("points", 3 * (size_t)set->n_points, sizeof *x);
    for (int64_t i = 0; i < set->n_points; i++)
        for (int d = 0; d < 3; d++)
            /* In the file a point's coordinates stand together, as scripts expect them. */
            x[3 * i + d] = set->x[d * set->n_points + i];
    hid_t space = H5Screate_simple(2, size, NULL), how = in_checked_chunks(2, chunk);
    hid_t d = H5Dcreate2(file, "points", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, how, H5P_DEFAULT);
    int bad = d < 0 || H5Dwrite(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0 || put_text(d, "unit", "m");
    bad = (d >= 0 && H5Dclose(d) < 0) || bad;
    H5Pclose(how);
    H5Sclose(space);
    mem_free(x);
    return bad;
}

/* "density,pressure": the order of the variables, which HDF5's groups do not keep. */
static void join_names(const struct probe_set *set, char names[PROBE_MAX_VARIABLES * NAME_SIZE])
{
    size_t at = 0;
    names[0] = '\0';
    for (int v = 0; v < set->n_variables; v++, at = strlen(names))
        snprintf(names + at, PROBE_MAX_VARIABLES * NAME_SIZE - at, "%s%s", v ? "," : "", set->variable[v].name);
}

/* All arrays are made here, empty: in the mode for a single writer none can be added later. */
static int put_head(hid_t file, const struct probe_set *set)
{
    int64_t version = VERSION;
    char names[PROBE_MAX_VARIABLES * NAME_SIZE];
    join_names(set, names);
    int bad = put_text(file, "format", format_name) || put_attribute(file, "version", H5T_NATIVE_INT64, 1, &version) ||
              put_text(file, "set", set->name) || put_attribute(file, "every", H5T_NATIVE_INT64, 1, &set->every) ||
              put_text(file, "value", set->linear ? "linear" : "cell") ||
              put_attribute(file, "counts", H5T_NATIVE_INT64, 2, set->counts) || put_text(file, "variables", names) ||
              put_points(file, set) || make_array(file, "iteration", H5T_NATIVE_INT64, 0, NULL) ||
              make_array(file, "time", H5T_NATIVE_DOUBLE, 0, "s");
    for (int v = 0; v < set->n_variables && !bad; v++)
        bad = make_array(file, set->variable[v].name, H5T_NATIVE_DOUBLE, set->n_points, set->variable[v].unit);
    return bad;
}

/* ---- rows ---- */

/* Room behind the rows there are: where an array of `rank` dimensions takes n more, at `first`.
 * The array is opened by name each time and closed again: nothing of HDF5 stays open between pieces, so that a
 * killed run leaves a file that can be opened. */
static int append_array(hid_t file, const char *name, hid_t type, int64_t first, int64_t n, const void *value)
{
    hid_t d = H5Dopen2(file, name, H5P_DEFAULT);
    if (d < 0)
        return 1;
    /* size[1], the columns, is read from the array: the caller's rows are of that width. */
    hsize_t size[2] = {0, 0}, start[2] = {(hsize_t)first, 0}, count[2];
    hid_t space = H5Dget_space(d);
    int rank = H5Sget_simple_extent_dims(space, size, NULL);
    H5Sclose(space);
    size[0] = (hsize_t)(first + n);
    count[0] = (hsize_t)n;
    count[1] = size[1];
    int bad = rank < 1 || H5Dset_extent(d, size) < 0;
    space = H5Dget_space(d);
    hid_t memory = H5Screate_simple(rank > 0 ? rank : 1, count, NULL);
    bad = bad || H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) < 0 ||
          H5Dwrite(d, type, memory, space, H5P_DEFAULT, value) < 0;
    H5Sclose(memory);
    H5Sclose(space);
    return H5Dclose(d) < 0 || bad;
}

/* -1: there is no such array, or one that claims more rows than were ever written. */
static int64_t count_rows(hid_t file)
{
    hsize_t n[2] = {0, 0};
    hid_t d = H5Dopen2(file, "iteration", H5P_DEFAULT);
    hid_t space = d >= 0 ? H5Dget_space(d) : -1;
    int rank = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 ? H5Sget_simple_extent_dims(space, n, NULL) : -1;
    bool there = rank == 1 && n[0] <= H5Dget_storage_size(d) / sizeof(int64_t);
    H5Sclose(space);
    H5Dclose(d);
    return there ? (int64_t)n[0] : -1;
}

/* The array that counts the rows comes last, behind a flush of the others.
 * A reader takes the length of "iteration" as the number of rows and finds all other arrays at least as long. A row
 * that a killed run has begun is overwritten by the next append, which starts at that number. */
static int append(hid_t file, const struct probe_set *set, const struct probe_rows *rows)
{
    int64_t first = count_rows(file);
    int bad = first < 0 || append_array(file, "time", H5T_NATIVE_DOUBLE, first, rows->n, rows->time);
    for (int v = 0; v < set->n_variables && !bad; v++)
        bad = append_array(file, set->variable[v].name, H5T_NATIVE_DOUBLE, first, rows->n,
                           rows->value + (int64_t)v * rows->n * set->n_points);
    return bad || H5Fflush(file, H5F_SCOPE_LOCAL) < 0 ||
           append_array(file, "iteration", H5T_NATIVE_INT64, first, rows->n, rows->iteration);
}

/* H5Fclose() hands the bytes to the system; fsync() waits until they are on the disk. Asked for before a checkpoint
 * is written, which a restart may need rows up to. */
static int flush_to_disk(const char *path)
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), bad = file < 0 || fsync(file) != 0;
    if (file >= 0)
        close(file);
    return bad;
}

/* Opened and closed for each piece: a run that is killed leaves a file in which everything up to the last piece is
 * whole. */
int probe_file_append(const char *path, const struct probe_set *set, const struct probe_rows *rows, bool durable)
{
    struct stat s;
    /* A link may stand there by now, which HDF5 would follow. */
    hid_t file = lstat(path, &s) == 0 && S_ISREG(s.st_mode) ? open_file(path, H5F_ACC_RDWR | H5F_ACC_SWMR_WRITE) : -1;
    if (file < 0)
        return failed(path, "the file");
    int bad = append(file, set, rows);
    bad = H5Fclose(file) < 0 || bad;
    bad = bad || (durable && flush_to_disk(path));
    return bad ? failed(path, "a row") : 0;
}

/* ---- rows of the run that is continued ---- */

/* Coordinates are compared bit by bit: they come from the same text by the same conversion. */
static int check_same(const struct probe_file *old, const struct probe_set *set)
{
    const struct probe_set *s = &old->set;
    bool same = s->n_points == set->n_points && s->n_variables == set->n_variables && s->linear == set->linear &&
                memcmp(s->x, set->x, 3 * (size_t)s->n_points * sizeof *s->x) == 0;
    for (int v = 0; v < set->n_variables && same; v++)
        same = strcmp(s->variable[v].name, set->variable[v].name) == 0;
    return same ? 0
                : error_set("%s: holds rows of other points or variables than [probes] %s; give the set another name",
                            old->path, set->name);
}

/* Copies rows first .. first + n - 1. */
static int copy_block(const struct probe_file *old, const struct probe_set *set, hid_t file, const char *path,
                      int64_t first, int64_t n, const int64_t *iteration, const double *time)
{
    int64_t size = n * set->n_points;
    double *value = mem_alloc("rows", (size_t)(size * set->n_variables), sizeof *value);
    struct probe_rows rows = {.n = n, .iteration = iteration + first, .time = time + first, .value = value};
    int status = 0;
    for (int v = 0; v < set->n_variables && status == 0; v++)
        status = probe_file_read(old, v, first, n, 0, set->n_points, value + v * size);
    if (status == 0 && append(file, set, &rows))
        status = failed(path, "a row");
    mem_free(value);
    return status;
}

/* Block by block, of COPY_ITEMS values of a variable: a file of rows may be larger than memory. */
static int copy_rows(const struct probe_file *old, const struct probe_set *set, hid_t file, const char *path,
                     int64_t first_iteration)
{
    int64_t *iteration, n = 0, block = COPY_ITEMS / set->n_points > 0 ? COPY_ITEMS / set->n_points : 1;
    double *time;
    MEM_NEW(iteration, old->n_rows);
    MEM_NEW(time, old->n_rows);
    int status = probe_file_read_times(old, iteration, time);
    /* Rows from first_iteration on are made again by the run that restarts there. */
    while (status == 0 && n < old->n_rows && iteration[n] < first_iteration)
        n++;
    for (int64_t first = 0; first < n && status == 0; first += block)
        status = copy_block(old, set, file, path, first, n - first < block ? n - first : block, iteration, time);
    mem_free(iteration);
    mem_free(time);
    return status;
}

static int carry_over(const char *old_path, const struct probe_set *set, hid_t file, const char *path,
                      int64_t first_iteration)
{
    struct probe_file old;
    TRY(probe_file_open(old_path, &old));
    int status = check_same(&old, set);
    if (status == 0)
        status = copy_rows(&old, set, file, path, first_iteration);
    probe_file_close(&old);
    return status;
}

/* What probe_file_create() would find with this old file, asked before a run begins. */
int probe_file_check(const char *path, const struct probe_set *set)
{
    struct probe_file old;
    TRY(probe_file_open(path, &old));
    int status = check_same(&old, set);
    if (status == 0)
        status = probe_file_read_times(&old, NULL, NULL);
    probe_file_close(&old);
    return status;
}

static int create(const char *temporary, const struct probe_set *set, const char *old, int64_t first_iteration)
{
    h5_errors_take();
    hid_t access = access_for_rows(true), file = H5Fcreate(temporary, H5F_ACC_EXCL, H5P_DEFAULT, access);
    H5Pclose(access);
    if (file < 0)
        return error_set("%s: cannot be created: does its folder exist, may you write there, and is the disk full?",
                         temporary);
    int status = put_head(file, set) ? failed(temporary, "the head") : 0;
    if (status == 0 && old)
        status = carry_over(old, set, file, temporary, first_iteration);
    if (H5Fclose(file) < 0 && status == 0)
        status = failed(temporary, "the file");
    return status;
}

/* Under a temporary name until it is whole: `old` may be the same path. */
int probe_file_create(const char *path, const struct probe_set *set, const char *old, int64_t first_iteration)
{
    TRY(out_file_check(path));
    char *temporary = out_file_temporary(path);
    if (!temporary)
        return 1;
    int status = create(temporary, set, old, first_iteration);
    if (status == 0)
        status = out_file_publish(temporary, path);
    if (status)
        unlink(temporary);
    mem_free(temporary);
    return status;
}

/* ---- reading ---- */

/* A file may be anybody's: sizes and classes are checked before anything is read into memory of a given size. */
static int get_attribute(const struct probe_file *f, const char *name, hid_t type, int n, void *value)
{
    hid_t a = H5Aopen(f->file, name, H5P_DEFAULT), space = a >= 0 ? H5Aget_space(a) : -1;
    hid_t kind = a >= 0 ? H5Aget_type(a) : -1;
    bool fits = space >= 0 && H5Sget_simple_extent_npoints(space) == n && H5Tget_class(kind) == H5Tget_class(type);
    int bad = !fits || H5Aread(a, type, value) < 0;
    H5Tclose(kind);
    H5Sclose(space);
    H5Aclose(a);
    return bad ? damaged(f->path, name) : 0;
}

static int get_text(hid_t object, const char *name, size_t size, char *text)
{
    hid_t a = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
    hid_t kind = a >= 0 ? H5Aget_type(a) : -1, space = a >= 0 ? H5Aget_space(a) : -1, type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, size);
    /* Texts of variable length would make the library allocate by a number from the file. */
    bool fits = kind >= 0 && H5Tget_class(kind) == H5T_STRING && H5Tis_variable_str(kind) <= 0 &&
                H5Sget_simple_extent_npoints(space) == 1 && H5Aget_storage_size(a) <= size;
    int bad = !fits || H5Aread(a, type, text) < 0;
    text[size - 1] = '\0';
    H5Tclose(type);
    H5Tclose(kind);
    H5Sclose(space);
    H5Aclose(a);
    return bad;
}

/* Opens an array [rows][columns], or [rows] when columns is 0; at least `rows` of them. -1: it is none.
 * Hard links only: a soft or external link could lead HDF5 to another file. */
static hid_t open_array(const struct probe_file *f, const char *name, int64_t rows, int64_t columns)
{
    H5L_info_t link;
    hsize_t n[2] = {0, 0};
    if (H5Lexists(f->file, name, H5P_DEFAULT) <= 0 || H5Lget_info(f->file, name, &link, H5P_DEFAULT) < 0 ||
        link.type != H5L_TYPE_HARD)
        return -1;
    hid_t d = H5Dopen2(f->file, name, H5P_DEFAULT), space = d >= 0 ? H5Dget_space(d) : -1;
    int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : -1;
    bool fits = rank == (columns > 0 ? 2 : 1) && H5Sget_simple_extent_dims(space, n, NULL) == rank &&
                (int64_t)n[0] >= rows && (columns == 0 || (int64_t)n[1] == columns);
    H5Sclose(space);
    if (fits)
        return d;
    H5Dclose(d);
    return -1;
}

static int read_points(struct probe_file *f)
{
    hsize_t n[2] = {0, 0};
    hid_t d = H5Dopen2(f->file, "points", H5P_DEFAULT), space = d >= 0 ? H5Dget_space(d) : -1;
    bool fits = space >= 0 && H5Sget_simple_extent_ndims(space) == 2 &&
                H5Sget_simple_extent_dims(space, n, NULL) == 2 && n[1] == 3 && n[0] > 0 && n[0] < (hsize_t)LID_MAX &&
                n[0] <= H5Dget_storage_size(d) / (3 * sizeof(double)); /* no memory for what is not there */
    double *x = mem_alloc("points", fits ? 3 * (size_t)n[0] : 1, sizeof *x);
    int bad = !fits || H5Dread(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0;
    H5Sclose(space);
    H5Dclose(d);
    f->set.n_points = bad ? 0 : (int64_t)n[0];
    MEM_NEW(f->set.x, 3 * f->set.n_points);
    for (int64_t i = 0; i < f->set.n_points; i++)
        for (int k = 0; k < 3; k++)
            f->set.x[k * f->set.n_points + i] = x[3 * i + k];
    mem_free(x);
    return !bad ? 0 : fits ? unreadable(f->path, "points") : damaged(f->path, "points");
}

/* names: with commas between; it is cut into them. */
static int take_variables(struct probe_file *f, char *names)
{
    char *rest = NULL;
    for (char *name = strtok_r(names, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        struct probe_variable *v = &f->set.variable[f->set.n_variables];
        if (f->set.n_variables == PROBE_MAX_VARIABLES || strlen(name) >= sizeof v->name)
            return damaged(f->path, "variables");
        hid_t d = open_array(f, name, f->n_rows, f->set.n_points);
        if (d < 0)
            return damaged(f->path, name);
        text_copy(v->name, sizeof v->name, name);
        /* A unit may be absent (Mach number). */
        if (get_text(d, "unit", sizeof v->unit, v->unit))
            v->unit[0] = '\0';
        printable_clean(v->unit);
        H5Dclose(d);
        f->set.n_variables++;
    }
    return f->set.n_variables > 0 ? 0 : damaged(f->path, "variables");
}

static int read_head(struct probe_file *f)
{
    char text[NAME_SIZE] = "";
    int64_t version = 0;
    if (get_text(f->file, "format", sizeof text, text) || strcmp(text, format_name) != 0)
        return error_set("%s: is not a file of probes; give one of RESULTS/probes", f->path);
    TRY(get_attribute(f, "version", H5T_NATIVE_INT64, 1, &version));
    if (version != VERSION)
        return error_set("%s: has version %" PRId64 " of the format and this program reads %d; use the program that "
                         "wrote it", f->path, version, VERSION);
    TRY(get_attribute(f, "every", H5T_NATIVE_INT64, 1, &f->set.every));
    TRY(get_attribute(f, "counts", H5T_NATIVE_INT64, 2, f->set.counts));
    if (get_text(f->file, "set", sizeof f->set.name, f->set.name) || get_text(f->file, "value", sizeof text, text))
        return damaged(f->path, "the head");
    printable_clean(f->set.name); /* of a file that may be anybody's, as all names below */
    f->set.linear = strcmp(text, "linear") == 0;
    f->n_rows = count_rows(f->file);
    if (f->n_rows < 0)
        return damaged(f->path, "iteration");
    TRY(read_points(f));
    char names[PROBE_MAX_VARIABLES * NAME_SIZE];
    if (get_text(f->file, "variables", sizeof names, names))
        return damaged(f->path, "variables");
    return take_variables(f, names);
}

/* *marked: as being written, which it is now, or was when its run was killed. */
static hid_t open_to_read(const char *path, bool *marked)
{
    *marked = false;
    h5_errors_take();
    if (H5Fis_hdf5(path) <= 0)
        return -1;
    hid_t file = open_file(path, H5F_ACC_RDONLY);
    *marked = file < 0;
    return file >= 0 ? file : open_file(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ);
}

bool probe_file_is_of(const char *path, const char *set)
{
    char format[NAME_SIZE] = "", name[NAME_SIZE] = "";
    int guard = crash_guard_begin(path, "move it away");
    bool marked;
    hid_t file = open_to_read(path, &marked);
    bool is = file >= 0 && get_text(file, "format", sizeof format, format) == 0 && strcmp(format, format_name) == 0 &&
              get_text(file, "set", sizeof name, name) == 0 && strcmp(name, set) == 0;
    if (file >= 0)
        H5Fclose(file);
    crash_guard_end(guard);
    return is;
}

int probe_file_open(const char *path, struct probe_file *f)
{
    memset(f, 0, sizeof *f);
    f->file = -1;
    TRY(in_file_check(path, "a file of probes"));
    if (access(path, R_OK) != 0)
        return error_set("%s: cannot be read: %s", path, strerror(errno));
    f->path = text_format("%s", path);
    f->guard = crash_guard_begin(path, "give another file");
    f->file = open_to_read(path, &f->marked);
    int status = f->file < 0 ? error_set("%s: is not a file of probes, or damaged; give one of RESULTS/probes", path)
                             : read_head(f);
    if (status)
        probe_file_close(f);
    return status;
}

void probe_file_close(struct probe_file *f)
{
    if (f->file >= 0 && f->path)
        H5Fclose((hid_t)f->file);
    if (f->path)
        crash_guard_end(f->guard);
    mem_free(f->set.x);
    mem_free(f->path);
    memset(f, 0, sizeof *f);
    f->file = -1;
}

/* Opened anew and checked each time: between two reads a run may have added rows, never taken any away. */
static int read_once(const struct probe_file *f, const char *name, hid_t type, const hsize_t *start,
                     const hsize_t *count, int64_t columns, bool checked, void *value)
{
    hid_t d = open_array(f, name, f->n_rows, columns);
    if (d < 0)
        return damaged(f->path, name);
    hid_t space = H5Dget_space(d), memory = H5Screate_simple(columns > 0 ? 2 : 1, count, NULL);
    hid_t how = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_edc_check(how, checked ? H5Z_ENABLE_EDC : H5Z_DISABLE_EDC);
    int bad = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) < 0 ||
              H5Dread(d, type, memory, space, how, value) < 0;
    H5Pclose(how);
    H5Sclose(memory);
    H5Sclose(space);
    H5Dclose(d);
    return bad ? unreadable(f->path, name) : 0;
}

/* A chunk that is being written has a wrong checksum meanwhile: it is read again, each time after twice as long, 0.13 s
 * in all. Where a run was killed within such a write the checksum stays wrong, though the rows that `iteration` counts
 * are whole: a file that is still marked as being written is believed without, after a single wait, since there may be
 * many reads. */
static int read_part(const struct probe_file *f, const char *name, hid_t type, const hsize_t *start,
                     const hsize_t *count, int64_t columns, void *value)
{
    int status = read_once(f, name, type, start, count, columns, true, value);
    for (long wait = 1000000; status && wait <= (f->marked ? 1000000 : 64000000); wait *= 2) {
        nanosleep(&(struct timespec){.tv_nsec = wait}, NULL);
        status = read_once(f, name, type, start, count, columns, true, value);
    }
    return status && f->marked ? read_once(f, name, type, start, count, columns, false, value) : status;
}

int probe_file_read_times(const struct probe_file *f, int64_t *iteration, double *time)
{
    hsize_t start = 0, count = (hsize_t)f->n_rows;
    if (f->n_rows == 0)
        return 0;
    int64_t *iterations = iteration ? iteration : mem_alloc("iterations", (size_t)f->n_rows, sizeof *iterations);
    double *times = time ? time : mem_alloc("times", (size_t)f->n_rows, sizeof *times);
    int status = read_part(f, "iteration", H5T_NATIVE_INT64, &start, &count, 0, iterations);
    if (status == 0)
        status = read_part(f, "time", H5T_NATIVE_DOUBLE, &start, &count, 0, times);
    if (status == 0)
        status = probe_rows_check(f->path, f->n_rows, iterations, times);
    if (!iteration)
        mem_free(iterations);
    if (!time)
        mem_free(times);
    return status;
}

int probe_file_read(const struct probe_file *f, int variable, int64_t first, int64_t n, int64_t point,
                    int64_t n_points, double *value)
{
    hsize_t start[2] = {(hsize_t)first, (hsize_t)point}, count[2] = {(hsize_t)n, (hsize_t)n_points};
    if (n == 0)
        return 0;
    return read_part(f, f->set.variable[variable].name, H5T_NATIVE_DOUBLE, start, count, f->set.n_points, value);
}
