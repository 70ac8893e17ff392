/* cgns_data.c: reading the data of nodes (declared in cgns_tree.h).
 *
 * HDF5 changes types while it reads, through a buffer of its own, so data go
 * straight to their place. cgio does not do so for ADF: there, numbers that grow
 * are read into the upper end of their place and widened upwards, and numbers
 * that shrink pass through a small block.
 */
#include "cgns/cgns_tree.h"

#include "text.h"

#include <cgns_io.h>
#include <string.h>

enum {
    /* An HDF5 file may hold its arrays deflated; deflate packs at most 1032:1. */
    PACKED_MAX = 1032,
    BLOCK = 8192 /* items */
};

/* Bytes of one item by the type's digit: I4, I8, R4, R8; 1 of C1 and of types without a digit. */
static int64_t item_bytes(const struct cgns_node *n)
{
    char c = n->type[1];
    return c >= '1' && c <= '8' ? c - '0' : 1;
}

static int check(const struct cgns_node *n, const char *type4, const char *type8, const char *what)
{
    if (strcmp(n->type, type4) != 0 && strcmp(n->type, type8) != 0)
        return cgns_error(n, "holds data of type %s where %s (%s or %s) belong; export the mesh again", n->type, what,
                          type4, type8);
    if (n->count == 0)
        return cgns_error(n, "is empty where %s belong; export the mesh again", what);
    if (n->bytes == 0)
        return cgns_error(n, "lies in a linked file that is found neither here nor beside the mesh; put it there");
    /* Memory is asked for by count, which a damaged or a hostile file may set to anything. */
    int64_t most = n->bytes * (n->file->hdf5 ? PACKED_MAX : 1) / item_bytes(n);
    if (n->count > most)
        return cgns_error(n,
                          "says it holds %" PRId64 " numbers, more than a file of %" PRId64
                          " bytes can; the file is damaged: write it again",
                          n->count, n->bytes);
    return 0;
}

int cgns_check_integers(const struct cgns_node *n)
{
    return check(n, "I4", "I8", "whole numbers");
}

int cgns_check_reals(const struct cgns_node *n)
{
    return check(n, "R4", "R8", "real numbers");
}

static int unreadable(const struct cgns_node *n)
{
    char why[1024] = "";
    cgio_error_message(why);
    return cgns_error(n, "cannot be read (%s); the file is damaged: write it again", why);
}

/* Reads as it is stored when type is the node's own, else lets HDF5 change it. */
static int read_as(const struct cgns_node *n, const char *type, void *out)
{
    int status = n->file->hdf5 ? cgio_read_all_data_type(n->file->cgio, n->id, type, out)
                               : cgio_read_all_data(n->file->cgio, n->id, out);
    return status == 0 ? 0 : unreadable(n);
}

/* ADF's I8 into int32 */
static int narrow_in_blocks(const struct cgns_node *n, int32_t *out)
{
    int64_t block[BLOCK];
    for (int64_t first = 0; first < n->count; first += BLOCK) {
        int64_t end = first + BLOCK < n->count ? first + BLOCK : n->count;
        if (cgio_read_block_data(n->file->cgio, n->id, (cgsize_t)(first + 1), (cgsize_t)end, block) != 0)
            return unreadable(n);
        for (int64_t i = first; i < end; i++) {
            int64_t v = block[i - first];
            /* As HDF5 clips numbers that do not fit; no valid number of a node or element is either of these. */
            out[i] = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (int32_t)v;
        }
    }
    return 0;
}

int cgns_read_int32(const struct cgns_node *n, int32_t *out)
{
    TRY(cgns_check_integers(n));
    if (!n->file->hdf5 && strcmp(n->type, "I8") == 0)
        return narrow_in_blocks(n, out);
    return read_as(n, "I4", out);
}

int cgns_read_int64(const struct cgns_node *n, int64_t *out)
{
    TRY(cgns_check_integers(n));
    if (n->file->hdf5 || strcmp(n->type, "I8") == 0)
        return read_as(n, "I8", out);
    /* Item i is read from byte 4 (count + i) and written to byte 8 i, which never
     * reaches items not yet read. */
    char *upper = (char *)out + 4 * n->count;
    TRY(read_as(n, "I4", upper));
    for (int64_t i = 0; i < n->count; i++) {
        int32_t v;
        memcpy(&v, upper + 4 * i, sizeof v);
        out[i] = v;
    }
    return 0;
}

int cgns_read_double(const struct cgns_node *n, double *out)
{
    TRY(cgns_check_reals(n));
    if (n->file->hdf5 || strcmp(n->type, "R8") == 0)
        return read_as(n, "R8", out);
    char *upper = (char *)out + 4 * n->count;
    TRY(read_as(n, "R4", upper));
    for (int64_t i = 0; i < n->count; i++) {
        float v;
        memcpy(&v, upper + 4 * i, sizeof v);
        out[i] = v;
    }
    return 0;
}

int cgns_version(const struct cgns_list *top)
{
    double version = 0.0;
    const struct cgns_node *n = cgns_find(top, "CGNSLibraryVersion_t", NULL);
    /* Without a version the file is taken as a new one (cgns_element()). */
    if (!n || n->count != 1 || cgns_read_double(n, &version) != 0 || !(version > 0.0 && version < 1000.0))
        return 0;
    /* 3.2 in single precision is 3.2000000477: rounded, it is 3200. */
    return (int)(1000.0 * version + 0.5);
}

int cgns_read_few(const struct cgns_node *n, int64_t count, int64_t *out)
{
    TRY(cgns_check_integers(n));
    if (n->count != count)
        return cgns_error(n, "holds %" PRId64 " numbers where %" PRId64 " belong; export the mesh again", n->count,
                          count);
    return cgns_read_int64(n, out);
}

int cgns_read_characters(const struct cgns_node *n, char *out, size_t size, size_t *n_read)
{
    if (strcmp(n->type, "C1") != 0)
        return cgns_error(n, "holds data of type %s where text (C1) belongs; export the mesh again", n->type);
    if (n->count < 0 || (uint64_t)n->count > size)
        return cgns_error(n, "holds a text of %" PRId64 " characters where at most %zu belong; export the mesh again",
                          n->count, size);
    *n_read = (size_t)n->count;
    return n->count == 0 ? 0 : read_as(n, "C1", out);
}

int cgns_read_text(const struct cgns_node *n, char *out, size_t size)
{
    char text[4096 + 1];
    size_t length = 0;
    TRY(cgns_read_characters(n, text, sizeof text - 1, &length));
    text[length] = '\0';
    length = strlen(text);
    /* Texts of fixed width are filled up with blanks by Fortran programs. */
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\n'))
        text[--length] = '\0';
    text_copy(out, size, text);
    return 0;
}
