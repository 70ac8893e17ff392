/* cgns_tree.c: opening a CGNS file and listing its nodes, with damage and links that lead nowhere seen early. */
#include "cgns/cgns_tree.h"

#include "cgns/cgns_links.h"
#include "crash_guard.h"
#include "foreign/foreign.h"
#include "in_file.h"
#include "mem.h"
#include "printable.h"
#include "text.h"

#include <cgns_io.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    CGIO_TEXT_SIZE = 1024,  /* larger than anything cgio writes into a message, a name or a label */
    SENTENCE_SIZE = 1536,
    CHILDREN_MAX = 10000000 /* more is damage */
};

/* ---- messages ------------------------------------------------------------- */

void cgns_note(const struct cgns_file *f, const char *format, ...)
{
    if (!f->note)
        return;
    char text[SENTENCE_SIZE], sentence[2 * SENTENCE_SIZE];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    snprintf(sentence, sizeof sentence, "%s: %s", f->path, text);
    printable_clean(sentence);
    f->note(f->context, sentence);
}

int cgns_error(const struct cgns_node *n, const char *format, ...)
{
    char text[SENTENCE_SIZE];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    return error_set("%s: %s %s", n->file->path, n->path[0] ? n->path : "the file", text);
}

/* ---- opening --------------------------------------------------------------- */

static int check_path(struct cgns_file *f)
{
    struct stat s;
    if (strlen(f->path) > CGIO_MAX_FILE_LENGTH)
        return error_set("%.60s...: the path is longer than the CGNS library's %d characters; use a shorter one",
                         f->path, CGIO_MAX_FILE_LENGTH);
    if (stat(f->path, &s) != 0)
        return error_set("%s: there is no such file on this host; check the path", f->path);
    FILE *file = in_file_open(f->path, "a CGNS file");
    if (!file)
        return 1;
    int status = fstat(fileno(file), &s);
    fclose(file);
    if (status != 0 || s.st_size == 0)
        return error_set("%s: is empty; give a CGNS file", f->path);
    f->bytes = s.st_size;
    return 0;
}

enum { ADF_VERSION = 25, ADF_FORMAT = 100, ADF_TAG = 130, ADF_POINTERS = 134, ADF_HEAD = 158 };

/* Place of the file's last byte by an ADF header, -1 when it is not told. After
 * the tag AdF4 come the places of the root node and of the last byte, as a block
 * of 4096 bytes and the byte in it: 8 and 4 hexadecimal digits in version A, 8
 * and 4 bytes in version B. */
static int64_t adf_last_byte(const unsigned char head[ADF_HEAD])
{
    const unsigned char *place = head + ADF_POINTERS + 12;
    uint64_t block = 0, byte = 0;
    if (memcmp(head + ADF_TAG, "AdF4", 4) != 0)
        return -1;
    if (head[ADF_VERSION] == 'A') {
        char text[13] = "";
        memcpy(text, place, 12);
        if (sscanf(text, "%8" SCNx64 "%4" SCNx64, &block, &byte) != 2)
            return -1;
    } else if (head[ADF_VERSION] == 'B' && head[ADF_FORMAT] == 'L') {
        for (int i = 7; i >= 0; i--)
            block = block << 8 | place[i];
        for (int i = 11; i >= 8; i--)
            byte = byte << 8 | place[i];
    } else {
        return -1;
    }
    /* Nonsense counts as an end far away: the file is refused. */
    return block < INT64_MAX / 8192 && byte < 4096 ? (int64_t)(block * 4096 + byte) : INT64_MAX - 1;
}

/* Reading behind the end of an ADF file gives the library no error but the
 * leavings of an earlier block, so that a file cut short could look whole. */
static int check_adf_end(const struct cgns_file *f)
{
    unsigned char head[ADF_HEAD] = {0};
    FILE *file = fopen(f->path, "rb");
    size_t n = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    int64_t last = n == sizeof head ? adf_last_byte(head) : -1;
    if (f->bytes <= last)
        return error_set("%s: is cut short: it has %" PRId64 " bytes of at least %" PRId64 "; copy it again", f->path,
                         f->bytes, last + 1);
    return 0;
}

static bool has_link(void *context, const char *name)
{
    return H5Lexists(*(const hid_t *)context, name, H5P_DEFAULT) > 0;
}

/* Packs, fields and probes are HDF5 files too; the attributes of their roots tell them from CGNS files. */
static int check_kind(const char *path)
{
    hid_t file = H5Fis_hdf5(path) > 0 ? H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
    if (file < 0)
        return 0;
    bool ours = H5Aexists(file, "kind") > 0 || H5Aexists(file, "format") > 0;
    const char *is = foreign_tree(has_link, &file);
    H5Fclose(file);
    if (ours)
        return error_set("%s: is a file of packs or results, not a mesh; give the mesh that the packs were made of",
                         path);
    return is ? error_set("%s: %s", path, is) : 0;
}

static int open_file(struct cgns_file *f)
{
    TRY(check_kind(f->path));
    TRY(cgns_check_links(f->path));
    int status = cgio_open_file(f->path, CGIO_MODE_READ, CGIO_FILE_NONE, &f->cgio);
    /* cgio sets a handler of its own while it opens an HDF5 file. */
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    if (status == 0)
        return 0;
    char why[CGIO_TEXT_SIZE] = "";
    cgio_error_message(why);
    TRY(foreign_check(f->path));
    return error_set("%s: is not a CGNS file, or is cut short or damaged (%s); write it again in HDF5 or ADF", f->path,
                     why);
}

int cgns_open(struct cgns_file *f, const char *path, void (*note)(void *context, const char *sentence),
              void *context)
{
    *f = (struct cgns_file){.path = path, .note = note, .context = context};
    TRY(check_path(f));
    /* The library may crash on a damaged file: the guard says which one it was. */
    f->guard = crash_guard_begin(path, "write the mesh again");
    mem_need("CGNS", (size_t)4 << 20); /* without it the library would call the file damaged */
    H5Eget_auto2(H5E_DEFAULT, &f->old_handler, &f->old_data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    if (open_file(f) != 0) {
        crash_guard_end(f->guard);
        return 1;
    }
    int type = CGIO_FILE_NONE;
    cgio_get_file_type(f->cgio, &type);
    f->hdf5 = type == CGIO_FILE_HDF5;
    int status = f->hdf5 ? 0 : check_adf_end(f);
    if (status != 0)
        cgns_close(f, false);
    return status;
}

void cgns_close(struct cgns_file *f, bool sound)
{
    cgio_close_file(f->cgio);
    crash_guard_end(f->guard);
    if (sound && !f->damaged)
        H5Eset_auto2(H5E_DEFAULT, f->old_handler, f->old_data);
}

/* ---- nodes ----------------------------------------------------------------- */

/* Fills all but name and path from the id. Nonzero, without a sentence, when
 * cgio cannot read the node. The library copies strings of any length that the
 * file gives, hence the roomy buffers. */
static int describe(struct cgns_node *n)
{
    char text[CGIO_TEXT_SIZE] = "";
    cgsize_t dim[CGNS_MAX_DIMS];
    int cgio = n->file->cgio;
    if (cgio_get_label(cgio, n->id, text) != 0)
        return 1;
    text_copy(n->label, sizeof n->label, text);
    if (cgio_get_data_type(cgio, n->id, text) != 0)
        return 1;
    text_copy(n->type, sizeof n->type, text);
    n->count = 0;
    n->n_dims = 0;
    /* MT: a node without data has no dimensions to ask for. */
    if (strcmp(n->type, "MT") == 0)
        return 0;
    if (cgio_get_dimensions(cgio, n->id, &n->n_dims, dim) != 0 || n->n_dims < 0 || n->n_dims > CGNS_MAX_DIMS)
        return 1;
    n->count = n->n_dims > 0;
    for (int d = 0; d < n->n_dims; d++) {
        n->dim[d] = dim[d];
        if (dim[d] < 0 || __builtin_mul_overflow(n->count, n->dim[d], &n->count))
            return 1;
    }
    return 0;
}

int cgns_root(struct cgns_file *f, struct cgns_node *root)
{
    *root = (struct cgns_node){.file = f, .bytes = f->bytes};
    if (cgio_get_root_id(f->cgio, &root->id) != 0)
        return error_set("%s: has no root node; the file is damaged: write it again", f->path);
    return 0;
}

static int64_t file_bytes(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) ? (int64_t)s.st_size : 0;
}

/* Size of the file that a link leads to, which bounds the arrays in it: one of that
 * name here or beside the mesh; 0 when there is none, -1 when it is no plain file and must not be opened. */
static int64_t link_bytes(const struct cgns_node *n, const struct cgns_node *parent)
{
    int cgio = n->file->cgio, file_length = 0, name_length = 0;
    char *file, *name;
    if (cgio_link_size(cgio, n->id, &file_length, &name_length) != 0 || file_length < 0 || name_length < 0)
        return 0;
    MEM_NEW_ZERO(file, file_length + CGIO_MAX_FILE_LENGTH + 1);
    MEM_NEW_ZERO(name, name_length + CGIO_MAX_LINK_LENGTH + 1);
    int64_t bytes = 0;
    if (cgio_get_link(cgio, n->id, file, name) == 0)
        bytes = file[0] ? file_bytes(file) : parent->bytes;
    /* A name without a folder is looked for beside the mesh as well, where users put linked files. */
    const char *slash = strrchr(n->file->path, '/');
    if (cgns_link_oddity(n->file->path, file)) {
        bytes = -1;
    } else if (bytes == 0 && slash) {
        char *beside = text_format("%.*s%s", (int)(slash - n->file->path) + 1, n->file->path, file);
        bytes = file_bytes(beside);
        mem_free(beside);
    }
    mem_free(file);
    mem_free(name);
    return bytes;
}

/* Makes the node of one child; nonzero when it cannot be read. */
static int child_describe(const struct cgns_node *parent, double id, struct cgns_node *n)
{
    char text[CGIO_TEXT_SIZE] = "";
    int link_length = 0;
    *n = (struct cgns_node){.file = parent->file, .id = id};
    if (cgio_get_name(n->file->cgio, id, text) != 0)
        text_copy(text, sizeof text, "?");
    text_copy(n->name, sizeof n->name, text);
    /* A path of 320 characters: damage, or links in a circle. */
    if ((size_t)snprintf(n->path, sizeof n->path, "%s/%s", parent->path, n->name) >= sizeof n->path)
        return 1;
    if (cgio_is_link(n->file->cgio, id, &link_length) != 0)
        return 1;
    n->bytes = link_length > 0 ? link_bytes(n, parent) : parent->bytes;
    return n->bytes < 0 ? 1 : describe(n);
}

int cgns_children(const struct cgns_node *parent, struct cgns_list *list)
{
    struct cgns_file *f = parent->file;
    int n = 0, n_read = 0;
    *list = (struct cgns_list){0};
    if (cgio_number_children(f->cgio, parent->id, &n) != 0 || n < 0 || n > CHILDREN_MAX)
        return cgns_error(parent, "cannot be listed; the file is damaged: write it again");
    if (n == 0)
        return 0;
    double *id;
    MEM_NEW(id, n);
    if (cgio_children_ids(f->cgio, parent->id, 1, n, &n_read, id) != 0 || n_read > n) {
        MEM_FREE(id);
        return cgns_error(parent, "cannot be listed; the file is damaged: write it again");
    }
    MEM_NEW(list->node, n_read);
    for (int i = 0; i < n_read; i++) {
        struct cgns_node *child = &list->node[list->n];
        if (child_describe(parent, id[i], child) == 0) {
            list->n++;
            continue;
        }
        f->damaged = true;
        cgns_note(f, "%s cannot be read (a link whose target is missing, or damage) and is left out", child->path);
        /* Each id is a handle of the library; those that are kept are released by cgns_list_free(). */
        cgio_release_id(f->cgio, id[i]);
    }
    MEM_FREE(id);
    return 0;
}

void cgns_list_free(struct cgns_list *list)
{
    for (int i = 0; i < list->n; i++)
        cgio_release_id(list->node[i].file->cgio, list->node[i].id);
    mem_free(list->node);
    *list = (struct cgns_list){0};
}

static bool matches(const struct cgns_node *n, const char *label, const char *name)
{
    return (!label || strcmp(n->label, label) == 0) && (!name || strcmp(n->name, name) == 0);
}

const struct cgns_node *cgns_find(const struct cgns_list *list, const char *label, const char *name)
{
    for (int i = 0; i < list->n; i++)
        if (matches(&list->node[i], label, name))
            return &list->node[i];
    return NULL;
}

int cgns_count(const struct cgns_list *list, const char *label)
{
    int n = 0;
    for (int i = 0; i < list->n; i++)
        n += matches(&list->node[i], label, NULL);
    return n;
}
