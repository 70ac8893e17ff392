/* h5_io.c: what is written gets a checksum, a temporary name and a flush; what is read is checked for each.
 *
 * Nothing is read through links or from other files: ours have none.
 */
#include "h5/h5_io.h"

#include "crash_guard.h"
#include "error.h"
#include "h5/checksum.h"
#include "h5/h5_direct.h"
#include "h5/h5_errors.h"
#include "in_file.h"
#include "mem.h"
#include "out_file.h"
#include "text.h"
#include "unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* The name is part of the pack format (docs/pack-format.md). */
static const char *const crc_attribute = "crc32";

/* After a close that failed for a full disk, the library's own clean-up at exit
 * crashes in its half-freed tables; we close what we open, so it is not needed.
 * It must be told before its first use, which in ufv-prep is that of CGNS. */
__attribute__((constructor)) static void leave_no_clean_up_to_hdf5(void)
{
    H5dont_atexit();
}

/* Where HDF5 finds no memory it may follow a null pointer, or end the program with status 255 without a word: before
 * calls that make something, open or close there must be some left. A chunk that is compressed has 1 MiB and is there
 * three times: as it is, shuffled and deflated. */
static void need_memory(void)
{
    mem_need("HDF5", (size_t)4 << 20);
}

/* FATAL rather than an error: only our own tables ask. */
static hid_t memory_type(enum h5_io_type type)
{
    switch (type) {
    case H5_IO_UINT8: return H5T_NATIVE_UINT8;
    case H5_IO_INT32: return H5T_NATIVE_INT32;
    case H5_IO_INT64: return H5T_NATIVE_INT64;
    case H5_IO_FLOAT: return H5T_NATIVE_FLOAT;
    case H5_IO_DOUBLE: return H5T_NATIVE_DOUBLE;
    case H5_IO_N_TYPES: break;
    }
    FATAL("%d is not a type of array", (int)type);
}

size_t h5_io_type_size(enum h5_io_type type)
{
    static const size_t size[H5_IO_N_TYPES] = {1, 4, 8, 4, 8};
    return size[type];
}

/* Blocks by threads, joined by zlib's crc32_combine(): the result is that of one pass. */
uint32_t h5_io_crc32(const void *data, size_t n)
{
    enum { BLOCK = 1 << 22 };
    const unsigned char *bytes = data;
    size_t n_blocks = (n + BLOCK - 1) / BLOCK;
    if (n_blocks <= 1)
        return checksum_add(0, bytes, n);
    uint32_t *part;
    MEM_NEW(part, n_blocks);
#pragma omp parallel for schedule(static)
    for (size_t b = 0; b < n_blocks; b++) {
        size_t length = b + 1 < n_blocks ? BLOCK : n - b * BLOCK;
        part[b] = checksum_add(0, bytes + b * BLOCK, length);
    }
    uLong sum = part[0];
    for (size_t b = 1; b < n_blocks; b++)
        /* Takes a time that grows with the logarithm of the block's length, not with the length. */
        sum = crc32_combine(sum, part[b], (z_off_t)(b + 1 < n_blocks ? BLOCK : n - b * BLOCK));
    mem_free(part);
    return (uint32_t)sum;
}

const char *h5_io_version(void)
{
    static char text[64];
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    snprintf(text, sizeof text, "HDF5 %u.%u.%u", major, minor, release);
    return text;
}

/* The sentence about a file being read, ended by its advice. */
static int bad(const struct h5_io *f, const char *what, const char *name)
{
    return error_set("%s: %s%s%s%s%s", f->path, name ? name : "", name ? " " : "", what, f->advice ? "; " : "",
                     f->advice ? f->advice : "");
}

static int failed(const struct h5_io *f, const char *what, const char *name)
{
    return error_set("%s: %s cannot be %s: is the disk full?", f->temporary ? f->temporary : f->path, name, what);
}

/* ---- files ---- */

/* file, guard -1: nothing open, so that forget() may follow at any point. */
static void start(const char *path, const char *advice, struct h5_io *f)
{
    need_memory();
    memset(f, 0, sizeof *f);
    f->path = text_format("%s", path);
    f->advice = advice;
    f->file = -1;
    f->guard = -1;
    h5_errors_take(); /* our own sentences instead of the library's stack */
}

static void forget(struct h5_io *f)
{
    h5_direct_close(f->direct);
    f->direct = NULL;
    crash_guard_end(f->guard);
    if (f->temporary)
        unfinished_end(f->temporary);
    MEM_FREE(f->path);
    MEM_FREE(f->temporary);
    f->file = f->guard = -1;
}

/* The file format of HDF5 1.8 and later: its metadata have checksums, which the
 * older one has not; the library itself may crash on damaged metadata. */
static hid_t access_with_checksums(void)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 2)
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
#else
    H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
#endif
    /* Arrays from that size on begin at a page, which writing past the cache needs (h5_direct.h). */
    H5Pset_alignment(access, H5_DIRECT_LARGE, H5_DIRECT_PAGE);
    return access;
}

/* The name with .tmp until h5_io_finish(): a file under its own name is whole. */
int h5_io_create(const char *path, struct h5_io *f)
{
    TRY(out_file_check(path));
    char *temporary = out_file_temporary(path);
    if (!temporary)
        return 1;
    start(path, NULL, f);
    f->temporary = temporary;
    unfinished_begin(f->temporary, NULL);
    hid_t access = access_with_checksums();
    f->file = H5Fcreate(f->temporary, H5F_ACC_EXCL, H5P_DEFAULT, access);
    H5Pclose(access);
    if (f->file >= 0)
        return 0;
    error_set("%s: cannot be created: does its folder exist, may you write there, and is the disk full?", f->temporary);
    forget(f);
    return 1;
}

void h5_io_write_past_cache(struct h5_io *f)
{
    f->direct = h5_direct_open(f->temporary);
}

/* status: of the caller; nonzero removes the file. The close may fail where all writes seemed to go well, as
 * HDF5 writes its metadata then. */
int h5_io_finish(struct h5_io *f, int status)
{
    need_memory();
    if (f->file >= 0 && H5Fclose((hid_t)f->file) < 0 && status == 0)
        status = failed(f, "closed", "the file");
    if (status == 0)
        status = out_file_publish(f->temporary, f->path);
    if (status != 0)
        unlink(f->temporary);
    forget(f);
    return status;
}

/* The guard turns a crash of the library in a damaged file into a sentence. The file is opened without it first,
 * because it says the same of a file that is not there, may not be read, or is one more than may be open. */
int h5_io_open(const char *path, const char *advice, struct h5_io *f)
{
    start(path, advice, f);
    f->guard = crash_guard_begin(path, advice ? advice : "give another file");
    if (in_file_oddity(path))
        error_set("%s: is %s, not a plain file%s%s", path, in_file_oddity(path), advice ? "; " : "",
                  advice ? advice : "");
    else if (!in_file_opens(path)) {
        const char *say = errno == EACCES ? "check the permissions of the file and of its folder"
                        : errno == EMFILE || errno == ENFILE ? "raise the limit: ulimit -n" : advice;
        error_set("%s: cannot be read: %s%s%s", path, strerror(errno), say ? "; " : "", say ? say : "");
    } else if (H5Fis_hdf5(path) <= 0)
        bad(f, "is not an HDF5 file", NULL);
    else if ((f->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT)) < 0)
        bad(f, "is damaged or cut short", NULL);
    if (f->file >= 0)
        return 0;
    forget(f);
    return 1;
}

void h5_io_close(struct h5_io *f)
{
    if (f->file >= 0)
        H5Fclose((hid_t)f->file);
    forget(f);
}

/* ---- groups ---- */

/* Is there a link of that name, and not into another file or to another place? Ours have none such, and
 * opening what they lead to may wait for ever (a FIFO). */
static bool is_hard_link(const struct h5_io *f, const char *name)
{
    H5L_info_t info;
    return H5Lexists((hid_t)f->file, name, H5P_DEFAULT) > 0 &&
           H5Lget_info((hid_t)f->file, name, &info, H5P_DEFAULT) >= 0 && info.type == H5L_TYPE_HARD;
}

bool h5_io_has(const struct h5_io *f, const char *name)
{
    char part[512];
    /* Every group on the way is asked, since a link in the middle leads elsewhere just as well. */
    for (const char *p = name; p; p = *p ? p + 1 : p) {
        p = strchr(p, '/');
        snprintf(part, sizeof part, "%.*s", p ? (int)(p - name) : (int)strlen(name), name);
        if (part[0] && !is_hard_link(f, part))
            return false;
        if (!p)
            break;
    }
    return true;
}

/* Makes the groups of name up to its length-th character.
 * i == length is the whole name; in between each / ends one group. */
static int make_groups(struct h5_io *f, const char *name, size_t length)
{
    char part[512];
    need_memory();
    for (size_t i = 1; i <= length; i++) {
        if (i < length && name[i] != '/')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, name);
        if (H5Lexists((hid_t)f->file, part, H5P_DEFAULT) > 0)
            continue;
        hid_t group = H5Gcreate2((hid_t)f->file, part, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        if (group < 0)
            return failed(f, "made", part);
        H5Gclose(group);
    }
    return 0;
}

int h5_io_make_group(struct h5_io *f, const char *name)
{
    return make_groups(f, name, strlen(name));
}

static int make_parents(struct h5_io *f, const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? make_groups(f, name, (size_t)(slash - name)) : 0;
}

/* ---- attributes ---- */

static int set_attribute(struct h5_io *f, hid_t object, const char *name, hid_t type, hid_t space, const void *value)
{
    hid_t a = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    int status = a < 0 || H5Awrite(a, type, value) < 0;
    if (a >= 0 && H5Aclose(a) < 0)
        status = 1;
    return status ? failed(f, "written", name) : 0;
}

static int set_named_attribute(struct h5_io *f, const char *object, const char *name, hid_t type, int n,
                               const void *value)
{
    hsize_t size = (hsize_t)n;
    need_memory();
    hid_t o = H5Oopen((hid_t)f->file, object, H5P_DEFAULT);
    if (o < 0)
        return failed(f, "opened", object);
    hid_t space = n == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
    int status = set_attribute(f, o, name, type, space, value);
    H5Sclose(space);
    H5Oclose(o);
    return status;
}

bool h5_io_has_attribute(const struct h5_io *f, const char *object, const char *name)
{
    return (strcmp(object, "/") == 0 || h5_io_has(f, object)) &&
           H5Aexists_by_name((hid_t)f->file, object, name, H5P_DEFAULT) > 0;
}

/* Opens an attribute of n items to read, or sets the error.
 * class and count are checked, not the exact type: integers and doubles are converted on reading. */
static hid_t open_attribute(const struct h5_io *f, const char *object, const char *name, H5T_class_t class, int n)
{
    hid_t a = -1;
    if (h5_io_has_attribute(f, object, name))
        a = H5Aopen_by_name((hid_t)f->file, object, name, H5P_DEFAULT, H5P_DEFAULT);
    if (a < 0)
        return bad(f, "is missing: the file is damaged or of another kind", name), -1;
    hid_t type = H5Aget_type(a), space = H5Aget_space(a);
    bool fits = H5Tget_class(type) == class && H5Sget_simple_extent_npoints(space) == n;
    H5Tclose(type);
    H5Sclose(space);
    if (fits)
        return a;
    H5Aclose(a);
    return bad(f, "is not of the expected type and shape", name), -1;
}

static int get_numbers(const struct h5_io *f, const char *object, const char *name, hid_t type, int n, void *value)
{
    hid_t a = open_attribute(f, object, name, H5Tget_class(type), n);
    if (a < 0)
        return 1;
    int status = H5Aread(a, type, value) < 0;
    H5Aclose(a);
    return status ? bad(f, "cannot be read", name) : 0;
}

int h5_io_set_integer(struct h5_io *f, const char *object, const char *name, int64_t value)
{
    return set_named_attribute(f, object, name, H5T_NATIVE_INT64, 1, &value);
}

int h5_io_get_integer(const struct h5_io *f, const char *object, const char *name, int64_t *value)
{
    return get_numbers(f, object, name, H5T_NATIVE_INT64, 1, value);
}

int h5_io_set_doubles(struct h5_io *f, const char *object, const char *name, int n, const double *value)
{
    return set_named_attribute(f, object, name, H5T_NATIVE_DOUBLE, n, value);
}

int h5_io_get_doubles(const struct h5_io *f, const char *object, const char *name, int n, double *value)
{
    return get_numbers(f, object, name, H5T_NATIVE_DOUBLE, n, value);
}

static hid_t text_type(size_t size)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, size);
    H5Tset_strpad(type, H5T_STR_NULLTERM);
    return type;
}

int h5_io_set_text(struct h5_io *f, const char *object, const char *name, const char *value)
{
    hid_t type = text_type(strlen(value) + 1);
    int status = set_named_attribute(f, object, name, type, 1, value);
    H5Tclose(type);
    return status;
}

/* Texts of variable length are refused: reading them would allocate in the library by a number from the file. */
int h5_io_get_text(const struct h5_io *f, const char *object, const char *name, size_t size, char *value)
{
    hid_t a = open_attribute(f, object, name, H5T_STRING, 1);
    if (a < 0)
        return 1;
    hid_t stored = H5Aget_type(a), type = text_type(size);
    int status = H5Tis_variable_str(stored) > 0 || H5Aread(a, type, value) < 0;
    value[size - 1] = '\0';
    H5Tclose(stored);
    H5Tclose(type);
    H5Aclose(a);
    return status ? bad(f, "is not a text that can be read", name) : 0;
}

/* ---- arrays ---- */

/* How an array is laid out in the file: large ones in compressed chunks when asked
 * for. Bytes of equal weight are put together first (shuffle): they are more alike. */
static hid_t dataset_layout(const struct h5_io *f, int64_t components, int64_t count, size_t bytes)
{
    enum { SMALL = 1 << 14, CHUNK = 1 << 17, LEVEL = 1 };
    hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
    /* A chunk holds items of one component: they are alike and are read together. */
    hsize_t chunk[2] = {1, (hsize_t)(count < CHUNK ? count : CHUNK)};
    if (f->direct && !f->compress && bytes >= H5_DIRECT_LARGE) {
        H5Pset_alloc_time(layout, H5D_ALLOC_TIME_EARLY); /* its place in the file is known before it is written */
        /* Zeros written first would double the bytes. */
        H5Pset_fill_time(layout, H5D_FILL_TIME_NEVER);
    }
    if (!f->compress || bytes < SMALL)
        return layout;
    H5Pset_chunk(layout, components == 1 ? 1 : 2, components == 1 ? chunk + 1 : chunk);
    H5Pset_shuffle(layout);
    H5Pset_deflate(layout, LEVEL);
    return layout;
}

/* Asks the system to begin to put on disk what has been written, so that little is left
 * for the flush at the end. Advice: the flush sees what fails. */
static void begin_flush(const struct h5_io *f)
{
    int file = open(f->temporary, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
    close(file);
}

/* Writes an array and finds its checksum, side by side. */
static int write_items(const struct h5_io *f, hid_t set, hid_t type, const void *data, size_t bytes, uint32_t *crc)
{
    enum { LARGE = 1 << 22 };
    int status = 0;
    uint32_t sum = 0;
    /* HDF5 has given the dataset its place (dataset_layout()); the bytes are put there beside the library. */
    haddr_t at = f->direct && !f->compress && bytes >= H5_DIRECT_LARGE ? H5Dget_offset(set) : HADDR_UNDEF;
    if (at != HADDR_UNDEF && at % H5_DIRECT_PAGE == 0)
        return h5_direct_write(f->direct, (int64_t)at, data, bytes, crc);
#pragma omp parallel sections if (bytes >= LARGE)
    {
#pragma omp section
        status = bytes && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0;
#pragma omp section
        sum = h5_io_crc32(data, bytes);
    }
    if (bytes >= LARGE)
        begin_flush(f);
    *crc = sum;
    return status;
}

/* The checksum is an attribute of the dataset, over the bytes as they are in memory (native types). */
static int write_dataset(struct h5_io *f, const char *name, hid_t type, int64_t components, int64_t count,
                         const void *data, const char *unit)
{
    hsize_t shape[2] = {(hsize_t)components, (hsize_t)count};
    size_t bytes = (size_t)(components * count) * H5Tget_size(type);
    need_memory();
    hid_t space = components == 1 ? H5Screate_simple(1, shape + 1, NULL) : H5Screate_simple(2, shape, NULL);
    hid_t layout = dataset_layout(f, components, count, bytes);
    hid_t set = H5Dcreate2((hid_t)f->file, name, type, space, H5P_DEFAULT, layout, H5P_DEFAULT);
    hid_t scalar = H5Screate(H5S_SCALAR);
    uint32_t crc;
    int status = set < 0 || write_items(f, set, type, data, bytes, &crc) != 0;
    status = status || set_attribute(f, set, crc_attribute, H5T_NATIVE_UINT32, scalar, &crc) != 0;
    if (!status && unit && unit[0]) {
        hid_t t = text_type(strlen(unit) + 1);
        status = set_attribute(f, set, "unit", t, scalar, unit) != 0;
        H5Tclose(t);
    }
    if (set >= 0 && H5Dclose(set) < 0)
        status = 1;
    H5Pclose(layout);
    H5Sclose(scalar);
    H5Sclose(space);
    return status ? failed(f, "written", name) : 0;
}

int h5_io_write(struct h5_io *f, const char *name, enum h5_io_type type, int64_t components, int64_t count,
                const void *data, const char *unit)
{
    TRY(make_parents(f, name));
    return write_dataset(f, name, memory_type(type), components, count, data, unit);
}

/* n texts of size bytes each, zero-terminated: as the strings of a table. */
int h5_io_write_texts(struct h5_io *f, const char *name, int64_t n, size_t size, const char *text)
{
    TRY(make_parents(f, name));
    hid_t type = text_type(size);
    int status = write_dataset(f, name, type, 1, n, text, NULL);
    H5Tclose(type);
    return status;
}

/* Does the array lie in this file, and not in others that it names? */
static bool lies_here(hid_t set)
{
    hid_t layout = H5Dget_create_plist(set);
    bool here = layout >= 0 && H5Pget_external_count(layout) <= 0 && H5Pget_layout(layout) != H5D_VIRTUAL;
    H5Pclose(layout);
    return here;
}

/* Opens a dataset, or sets the error. */
static hid_t open_dataset(const struct h5_io *f, const char *name)
{
    need_memory();
    hid_t set = h5_io_has(f, name) ? H5Dopen2((hid_t)f->file, name, H5P_DEFAULT) : -1;
    if (set >= 0 && lies_here(set))
        return set;
    if (set < 0)
        bad(f, "is missing: the file is damaged or of another kind", name);
    else
        bad(f, "lies in another file: the file is of another kind", name);
    H5Dclose(set);
    return -1;
}

/* Sizes as [components][count]; a one-dimensional array has one component.
 * More than two dimensions, or none, is not one of ours. */
static int dataset_shape(hid_t set, hsize_t shape[2])
{
    hid_t space = H5Dget_space(set);
    int n = H5Sget_simple_extent_ndims(space);
    shape[0] = 1;
    shape[1] = 0;
    if (n == 1 || n == 2)
        H5Sget_simple_extent_dims(space, shape + 2 - n, NULL);
    H5Sclose(space);
    return n == 1 || n == 2 ? 0 : 1;
}

/* After reading, over the bytes in memory: it covers the disk, the library and the decompression. */
static int check_crc(const struct h5_io *f, const char *name, hid_t set, const void *data, size_t bytes)
{
    uint32_t stored = 0;
    if (H5Aexists(set, crc_attribute) <= 0)
        return bad(f, "has no checksum: the file was not written by this program", name);
    hid_t a = H5Aopen(set, crc_attribute, H5P_DEFAULT), space = a >= 0 ? H5Aget_space(a) : -1;
    int status = a < 0 || H5Sget_simple_extent_npoints(space) != 1 || H5Aread(a, H5T_NATIVE_UINT32, &stored) < 0;
    H5Sclose(space);
    if (a >= 0)
        H5Aclose(a);
    if (status || stored != h5_io_crc32(data, bytes))
        return bad(f, "does not match its checksum: the file is damaged", name);
    return 0;
}

/* Type and shape have to be what the caller's array is for; nothing is converted, so that a wrong file cannot
 * overrun it. */
static int read_dataset(const struct h5_io *f, const char *name, hid_t type, int64_t components, int64_t count,
                        void *data)
{
    hid_t set = open_dataset(f, name);
    if (set < 0)
        return 1;
    hsize_t shape[2];
    hid_t stored = H5Dget_type(set);
    size_t bytes = (size_t)(components * count) * H5Tget_size(type);
    int status = 0;
    if (H5Tequal(stored, type) <= 0)
        status = bad(f, "is not of the expected type", name);
    else if (dataset_shape(set, shape) || (int64_t)shape[0] != components || (int64_t)shape[1] != count)
        status = bad(f, "has not the expected number of items", name);
    else if (bytes && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
        status = bad(f, "cannot be read: the file is damaged or cut short", name);
    else
        status = check_crc(f, name, set, data, bytes);
    H5Tclose(stored);
    H5Dclose(set);
    return status;
}

int h5_io_read(const struct h5_io *f, const char *name, enum h5_io_type type, int64_t components, int64_t count,
               void *data)
{
    return read_dataset(f, name, memory_type(type), components, count, data);
}

int h5_io_read_texts(const struct h5_io *f, const char *name, int64_t n, size_t size, char *text)
{
    hid_t type = text_type(size);
    int status = read_dataset(f, name, type, 1, n, text);
    H5Tclose(type);
    for (int64_t i = 0; i < n; i++)
        text[(size_t)i * size + size - 1] = '\0';
    return status;
}

int h5_io_count(const struct h5_io *f, const char *name, int64_t *count)
{
    hid_t set = open_dataset(f, name);
    if (set < 0)
        return 1;
    hsize_t shape[2];
    int status = dataset_shape(set, shape) ? bad(f, "has not the expected shape", name) : 0;
    *count = status ? 0 : (int64_t)shape[1];
    H5Dclose(set);
    return status;
}
