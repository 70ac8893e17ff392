/* h5_io.h: our HDF5 files, written so that a half-written one is never seen and
 * read so that a damaged one is never believed.
 *
 * Every array has an attribute `crc32` (zlib's, over the bytes as they lie in
 * memory on a little-endian machine), checked when it is read. Names are paths
 * ("cell/volume"); groups are made as needed. Arrays of c components and n items
 * have the shape [c][n], and [n] when c is 1; they are contiguous, so that each
 * is one large read, unless compressed. hdf5.h is not needed to use this header.
 *
 *   struct h5_io f;                          struct h5_io f;
 *   TRY(h5_io_create("a/b.h5", &f));         TRY(h5_io_open("a/b.h5", "run ufv-prep again", &f));
 *   int status = write_all(&f);              int status = read_all(&f);
 *   return h5_io_finish(&f, status);         h5_io_close(&f);
 */
#ifndef UFV_FORMATS_H5_H5_IO_H
#define UFV_FORMATS_H5_H5_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct h5_direct;

enum h5_io_type {
    H5_IO_UINT8,
    H5_IO_INT32, /* lid */
    H5_IO_INT64, /* gid */
    H5_IO_FLOAT,
    H5_IO_DOUBLE,
    H5_IO_N_TYPES
};

/* The type of a pointed-to item, for tables of arrays. */
#define H5_IO_TYPE_OF(item)                                                                         \
    _Generic((item), uint8_t: H5_IO_UINT8, int32_t: H5_IO_INT32, int64_t: H5_IO_INT64,              \
             float: H5_IO_FLOAT, double: H5_IO_DOUBLE)

struct h5_io {
    char *path;         /* owned; as given, for messages */
    char *temporary;    /* owned; "PATH.tmp" while writing, NULL when reading */
    const char *advice; /* borrowed; ends messages about a bad file: "run ufv-prep again" */
    int64_t file;       /* hid_t, -1 when closed */
    int guard;          /* reading: of crash_guard_begin() */
    bool compress;      /* writing: arrays go through zlib; set it after h5_io_create() */
    struct h5_direct *direct; /* owned; writing: large arrays go past the page cache, NULL: through it */
};

/* All functions that return int return nonzero after error_set(), with a sentence that names the file. HDF5 is
 * used by one thread at a time; nothing is collective. */

/* Bytes of an item. */
size_t h5_io_type_size(enum h5_io_type type);

/* CRC-32 of zlib over n bytes; uses OpenMP, the result does not depend on it. */
uint32_t h5_io_crc32(const void *data, size_t n);

/* Starts PATH.tmp; its folder exists. path: copied. After a failure nothing is to be finished. */
int h5_io_create(const char *path, struct h5_io *f);

/* After h5_io_create(): large arrays that are not compressed go to disk past the page
 * cache (h5_direct.h), for files that are not read again at once. */
void h5_io_write_past_cache(struct h5_io *f);

/* Ends what h5_io_create() began: with status 0 closes PATH.tmp, flushes it to
 * disk and renames it to PATH; otherwise removes it. Returns nonzero when status
 * was or anything failed. */
int h5_io_finish(struct h5_io *f, int status);

/* Opens an existing plain file to read. path: copied; advice: a string literal, NULL for none.
 * Nothing is held open after a failure. Until h5_io_close() a crash of the library is blamed on
 * the file (crash_guard.h). */
int h5_io_open(const char *path, const char *advice, struct h5_io *f);
void h5_io_close(struct h5_io *f);

/* Is there a dataset or group of that path in this file, not by links to elsewhere? */
bool h5_io_has(const struct h5_io *f, const char *name);

/* Writes data [components][count], of that type, as a new dataset. unit: an attribute, NULL or "" for none. */
int h5_io_write(struct h5_io *f, const char *name, enum h5_io_type type, int64_t components, int64_t count,
                const void *data, const char *unit);

/* Reads into data, which has room for components * count items; type and shape
 * must agree with the file's, and so must the checksum. */
int h5_io_read(const struct h5_io *f, const char *name, enum h5_io_type type, int64_t components, int64_t count,
               void *data);

/* *count: items of an array (its last dimension) of one or two dimensions. Fails where there is no such array. */
int h5_io_count(const struct h5_io *f, const char *name, int64_t *count);

/* n texts of `size` bytes each, zero-terminated, one after another: text is [n][size]. Reading ends each with a
 * zero. */
int h5_io_write_texts(struct h5_io *f, const char *name, int64_t n, size_t size, const char *text);
int h5_io_read_texts(const struct h5_io *f, const char *name, int64_t n, size_t size, char *text);

/* Attributes of a group or dataset that is there; object "/" for the file itself. Setting is for new ones. Getting
 * fails unless the attribute is there, of that kind and of n numbers; numbers are converted. Text longer
 * than size - 1 is cut on reading. */
int h5_io_set_integer(struct h5_io *f, const char *object, const char *name, int64_t value);
int h5_io_get_integer(const struct h5_io *f, const char *object, const char *name, int64_t *value);
int h5_io_set_doubles(struct h5_io *f, const char *object, const char *name, int n, const double *value);
int h5_io_get_doubles(const struct h5_io *f, const char *object, const char *name, int n, double *value);
int h5_io_set_text(struct h5_io *f, const char *object, const char *name, const char *value);
int h5_io_get_text(const struct h5_io *f, const char *object, const char *name, size_t size, char *value);
bool h5_io_has_attribute(const struct h5_io *f, const char *object, const char *name);

/* Makes a group (and those above it); nothing when it is there. */
int h5_io_make_group(struct h5_io *f, const char *name);

/* "HDF5 1.10.8" for --version. A static buffer. */
const char *h5_io_version(void);

#endif
