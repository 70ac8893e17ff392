/* fake_h5_io.c: HDF5 files in memory in place of formats/h5/h5_io.c, with damage that the fuzzer chooses. Once a
 * program has written its files through it, they stay: each input starts from them whole and damages some items. HDF5
 * itself is left out: it would take nearly all of the time, and its own bugs are not looked for. Two ranks' files are
 * told apart by their short names, so that the folder may be renamed from .tmp. */
#include "fake_h5_io.h"

#include "error.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* COUNT_MOST: a dataset that says more counts as one that cannot be read, as the files here could not hold it. */
enum { MAX_ITEMS = 512, NAME = 96, COUNT_MOST = 2048, RECORD = 8, TEXT = -1 };

struct item {
    char file[NAME], name[NAME];
    uint32_t key; /* of the name; the sanitizers' strcmp() takes its time */
    bool attribute;
    int type; /* enum h5_io_type, or TEXT */
    size_t size; /* bytes of one number or text */
    int64_t components, count;
    uint8_t *data, *whole; /* as it is read, and as it was written: [bytes] */
    size_t bytes;
    int64_t says; /* items it says it has */
    bool lost, broken, changed;
};

static struct item item[MAX_ITEMS];
static int n_items;
static bool obliges;

int64_t (*fake_h5_io_called_for)(const struct h5_io *f, const char *name);

/* "packs/rank-00000.h5" of a path, also while the folder is called packs.tmp. */
static void short_name(const char *path, char name[NAME])
{
    const char *base = text_base_name(path), *folder = base;
    while (folder > path && (folder == base || folder[-1] != '/'))
        folder--;
    int length = (int)(base - folder);
    if (length > 5 && strncmp(base - 5, ".tmp/", 5) == 0)
        snprintf(name, NAME, "%.*s/%s", length - 5, folder, base);
    else
        snprintf(name, NAME, "%s", folder);
}

/* FNV-1a. */
static uint32_t key_of(const char *name)
{
    uint32_t key = 2166136261u;
    for (; *name; name++)
        key = (key ^ (unsigned char)*name) * 16777619u;
    return key;
}

static void keep(const struct h5_io *f, const char *name, struct item it, const void *data)
{
    if (n_items == MAX_ITEMS)
        abort();
    short_name(f->path, it.file);
    snprintf(it.name, NAME, "%s", name);
    it.key = key_of(it.name);
    it.bytes = (size_t)(it.components * it.count) * it.size;
    /* malloc(), not mem_alloc(): these stay for the process, and fuzz_end() demands that the program's own blocks go.
     * One byte more, since a length of 0 may give NULL. */
    it.data = malloc(it.bytes + 1);
    it.whole = malloc(it.bytes + 1);
    memcpy(it.data, data, it.bytes);
    memcpy(it.whole, data, it.bytes);
    it.says = it.count;
    item[n_items++] = it;
}

/* The items of a file stand one behind the other: *first .. end - 1. Most calls are about the file of the one before. */
static int find_file(const char *name, int *first)
{
    static int begin, end;
    if (begin == end || strcmp(item[begin].file, name) != 0) {
        for (begin = 0; begin < n_items && strcmp(item[begin].file, name) != 0;)
            begin++;
        for (end = begin; end < n_items && strcmp(item[end].file, name) == 0;)
            end++;
    }
    *first = begin;
    return end;
}

/* That of a handle; the same paths come again and again. */
static int file_of(const struct h5_io *f, int *first)
{
    static uint32_t key;
    static int begin, end;
    uint32_t asked = key_of(f->path);
    if (begin == end || asked != key) {
        char file[NAME];
        short_name(f->path, file);
        end = find_file(file, &begin);
        key = asked;
    }
    *first = begin;
    return end;
}

/* Items are mostly asked for in the order in which they were written. */
static struct item *find(const struct h5_io *f, const char *name, bool attribute)
{
    static int last;
    int first, n = file_of(f, &first) - first;
    uint32_t key = key_of(name);
    for (int k = 0; k < n; k++) {
        struct item *it = &item[first + (last + k) % n];
        if (it->attribute == attribute && !it->lost && it->key == key && strcmp(it->name, name) == 0) {
            last = (int)(it - item) - first;
            return it;
        }
    }
    return NULL;
}

/* ---- damage ------------------------------------------------------------------------ */

/* Sums in unsigned numbers: they may overflow, which the sanitizer would take for a finding in the program. FAKE_FAR
 * makes numbers that 32 bits do not hold, or doubles near the end of the range. */
static void change_number(struct item *it, int what, size_t at, int32_t value)
{
    uint8_t *p = it->data + at * it->size;
    if (it->type == H5_IO_DOUBLE) {
        double v;
        memcpy(&v, p, 8);
        v = what == FAKE_ADD ? v + value : what == FAKE_FAR ? value * 1e300 : value;
        memcpy(p, &v, 8);
    } else if (it->type == H5_IO_INT64) {
        int64_t v;
        memcpy(&v, p, 8);
        uint64_t far = (uint64_t)(uint32_t)value << 32 | ((uint64_t)v & UINT32_MAX);
        uint64_t sum = (uint64_t)v + (uint64_t)(int64_t)value;
        v = what == FAKE_ADD ? (int64_t)sum : what == FAKE_FAR ? (int64_t)far : value;
        memcpy(p, &v, 8);
    } else if (it->type == H5_IO_INT32) {
        int32_t v;
        memcpy(&v, p, 4);
        v = what == FAKE_ADD ? (int32_t)((uint32_t)v + (uint32_t)value) : value;
        memcpy(p, &v, 4);
    } else {
        it->data[at % it->bytes] = (uint8_t)value;
    }
}

/* A record: which item, what is done, where (2 bytes), by which value (4 bytes); all modulo what there is. */
static void change(struct item *it, const uint8_t *record)
{
    int what = record[1] % FAKE_N_CHANGES;
    size_t place = (size_t)record[2] | (size_t)record[3] << 8, n = it->size > 0 ? it->bytes / it->size : 0;
    int32_t value;
    memcpy(&value, record + 4, sizeof value);
    if (it->type == TEXT)
        n = it->bytes;
    if (what == FAKE_RESIZE)
        it->says = value;
    it->changed = true;
    it->lost = it->lost || what == FAKE_LOSE;
    it->broken = it->broken || what == FAKE_BREAK;
    if (what <= FAKE_FAR && n > 0)
        change_number(it, what, place % n, value);
}

/* Data are copied back only where they were changed: most items are not, and this runs for every input. */
static void make_whole(struct item *it)
{
    if (it->changed)
        memcpy(it->data, it->whole, it->bytes);
    it->says = it->count;
    it->lost = it->broken = it->changed = false;
}

/* Without obliging a damaged count disagrees with the arrays and is refused at the first of them; with it the arrays
 * follow, and what stands behind that check is reached. */
void fake_h5_io_damage(const char *file, const uint8_t *data, size_t size, bool obliging)
{
    int first, n = find_file(file, &first) - first;
    obliges = obliging;
    for (int i = 0; i < n_items; i++)
        make_whole(&item[i]);
    for (size_t at = 0; at + RECORD <= size && n > 0; at += RECORD)
        change(&item[first + data[at] % n], data + at);
}

/* ---- h5_io.h -------------------------------------------------------------------------- */

size_t h5_io_type_size(enum h5_io_type type)
{
    static const size_t size[H5_IO_N_TYPES] = {1, 4, 8, 4, 8};
    return size[type];
}

/* Every checksum agrees: with true ones all damage would be found at once and nothing behind the check be tried. */
uint32_t h5_io_crc32(const void *data, size_t n)
{
    (void)data, (void)n;
    return 0;
}

const char *h5_io_version(void)
{
    return "none";
}

static void start(const char *path, const char *advice, struct h5_io *f)
{
    *f = (struct h5_io){.path = strdup(path), .advice = advice};
}

int h5_io_create(const char *path, struct h5_io *f)
{
    start(path, NULL, f);
    return 0;
}

void h5_io_close(struct h5_io *f)
{
    free(f->path);
    f->path = NULL;
}

int h5_io_finish(struct h5_io *f, int status)
{
    h5_io_close(f);
    return status;
}

int h5_io_open(const char *path, const char *advice, struct h5_io *f)
{
    start(path, advice, f);
    return 0;
}

int h5_io_make_group(struct h5_io *f, const char *name)
{
    (void)f, (void)name;
    return 0;
}

bool h5_io_has(const struct h5_io *f, const char *name)
{
    return find(f, name, false) != NULL;
}

bool h5_io_has_attribute(const struct h5_io *f, const char *object, const char *name)
{
    (void)object;
    return find(f, name, true) != NULL;
}

void h5_io_write_past_cache(struct h5_io *f)
{
    (void)f;
}

int h5_io_write(struct h5_io *f, const char *name, enum h5_io_type type, int64_t components, int64_t count,
                const void *data, const char *unit)
{
    (void)unit;
    keep(f, name, (struct item){.type = (int)type, .size = h5_io_type_size(type), .components = components,
                                .count = count}, data);
    return 0;
}

int h5_io_write_texts(struct h5_io *f, const char *name, int64_t n, size_t size, const char *text)
{
    keep(f, name, (struct item){.type = TEXT, .size = size, .components = 1, .count = n}, text);
    return 0;
}

static void keep_attribute(struct h5_io *f, const char *name, int type, size_t size, int n, const void *value)
{
    keep(f, name, (struct item){.attribute = true, .type = type, .size = size, .components = 1, .count = n}, value);
}

int h5_io_set_integer(struct h5_io *f, const char *object, const char *name, int64_t value)
{
    (void)object;
    keep_attribute(f, name, H5_IO_INT64, 8, 1, &value);
    return 0;
}

int h5_io_set_doubles(struct h5_io *f, const char *object, const char *name, int n, const double *value)
{
    (void)object;
    keep_attribute(f, name, H5_IO_DOUBLE, 8, n, value);
    return 0;
}

int h5_io_set_text(struct h5_io *f, const char *object, const char *name, const char *value)
{
    (void)object;
    keep_attribute(f, name, TEXT, strlen(value) + 1, 1, value);
    return 0;
}

static int missing(const struct h5_io *f, const char *name)
{
    return error_set("%s: %s is missing or cannot be read; %s", f->path, name, f->advice ? f->advice : "");
}

/* The exact type must be the one that was written; h5_io.c checks the class alone and leaves the conversion to HDF5. */
static const struct item *find_good(const struct h5_io *f, const char *name, bool attribute, int type)
{
    const struct item *it = find(f, name, attribute);
    return it && !it->broken && it->type == type ? it : NULL;
}

int h5_io_get_integer(const struct h5_io *f, const char *object, const char *name, int64_t *value)
{
    (void)object;
    const struct item *it = find_good(f, name, true, H5_IO_INT64);
    if (!it)
        return missing(f, name);
    memcpy(value, it->data, sizeof *value);
    return 0;
}

int h5_io_get_doubles(const struct h5_io *f, const char *object, const char *name, int n, double *value)
{
    (void)object;
    const struct item *it = find_good(f, name, true, H5_IO_DOUBLE);
    if (!it || it->count != n)
        return missing(f, name);
    memcpy(value, it->data, it->bytes);
    return 0;
}

int h5_io_get_text(const struct h5_io *f, const char *object, const char *name, size_t size, char *value)
{
    (void)object;
    const struct item *it = find_good(f, name, true, TEXT);
    if (!it)
        return missing(f, name);
    snprintf(value, size, "%.*s", (int)it->bytes, (const char *)it->data);
    return 0;
}

static int64_t items_said(const struct h5_io *f, const struct item *it, const char *name)
{
    int64_t n = obliges && fake_h5_io_called_for ? fake_h5_io_called_for(f, name) : -1;
    return n >= 0 && n <= COUNT_MOST ? n : it->says;
}

int h5_io_count(const struct h5_io *f, const char *name, int64_t *count)
{
    const struct item *it = find(f, name, false);
    if (!it || it->broken)
        return missing(f, name);
    *count = items_said(f, it, name);
    return *count >= 0 && *count <= COUNT_MOST ? 0 : missing(f, name); /* more than the file can hold */
}

static int read_item(const struct h5_io *f, const char *name, int type, size_t size, int64_t components,
                     int64_t count, void *data)
{
    const struct item *it = find_good(f, name, false, type);
    if (!it || it->size != size || components != it->components || count != items_said(f, it, name) ||
        count > COUNT_MOST)
        return missing(f, name);
    /* A dataset that says it is longer than it was is zero behind its data. */
    size_t bytes = (size_t)(components * count) * size, there = bytes < it->bytes ? bytes : it->bytes;
    memcpy(data, it->data, there);
    memset((char *)data + there, 0, bytes - there);
    return 0;
}

int h5_io_read(const struct h5_io *f, const char *name, enum h5_io_type type, int64_t components, int64_t count,
               void *data)
{
    return read_item(f, name, (int)type, h5_io_type_size(type), components, count, data);
}

int h5_io_read_texts(const struct h5_io *f, const char *name, int64_t n, size_t size, char *text)
{
    TRY(read_item(f, name, TEXT, size, 1, n, text));
    for (int64_t i = 0; i < n; i++)
        text[(size_t)i * size + size - 1] = '\0';
    return 0;
}
