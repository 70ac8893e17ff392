#include "fake_cgio.h"

#include <cgns_io.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct tree *tree;

void fake_cgio_set(const struct tree *t)
{
    tree = t;
}

/* Ids are places in the tree, counted from 1. Others, or closed ones, are the
 * importer's mistake. */
static const struct tree_node *node_of(double id)
{
    int i = (int)id - 1;
    if (i < 0 || i >= tree->n_nodes)
        abort();
    return &tree->node[i];
}

int cgio_open_file(const char *name, int mode, int type, int *number)
{
    (void)name, (void)mode, (void)type;
    *number = 1;
    return CGIO_ERR_NONE;
}

int cgio_close_file(int number)
{
    (void)number;
    return CGIO_ERR_NONE;
}

int cgio_get_file_type(int number, int *type)
{
    (void)number;
    *type = tree->options & TREE_ADF ? CGIO_FILE_ADF : CGIO_FILE_HDF5;
    return CGIO_ERR_NONE;
}

int cgio_error_message(char *message)
{
    strcpy(message, "what the library says");
    return CGIO_ERR_NONE;
}

int cgio_get_root_id(int number, double *id)
{
    (void)number;
    *id = 1.0;
    return CGIO_ERR_NONE;
}

int cgio_number_children(int number, double id, int *n)
{
    (void)number;
    *n = node_of(id)->n_children;
    return CGIO_ERR_NONE;
}

int cgio_children_ids(int number, double id, int first, int n_most, int *n, double *child)
{
    (void)number, (void)first;
    int parent = (int)id - 1;
    *n = 0;
    for (int i = parent + 1; i < tree->n_nodes && *n < n_most; i++)
        if (tree->node[i].parent == parent)
            child[(*n)++] = i + 1;
    return CGIO_ERR_NONE;
}

int cgio_release_id(int number, double id)
{
    (void)number;
    node_of(id);
    return CGIO_ERR_NONE;
}

int cgio_get_name(int number, double id, char *name)
{
    (void)number;
    strcpy(name, node_of(id)->name);
    return CGIO_ERR_NONE;
}

int cgio_get_label(int number, double id, char *label)
{
    (void)number;
    strcpy(label, node_of(id)->label);
    return node_of(id)->flags & TREE_BROKEN ? CGIO_ERR_NOT_FOUND : CGIO_ERR_NONE;
}

int cgio_is_link(int number, double id, int *length)
{
    (void)number;
    *length = node_of(id)->flags & TREE_LINK ? 8 : 0;
    return CGIO_ERR_NONE;
}

int cgio_link_size(int number, double id, int *file_length, int *name_length)
{
    (void)number;
    *file_length = node_of(id)->flags & TREE_AWAY ? 8 : 0;
    *name_length = 8;
    return CGIO_ERR_NONE;
}

int cgio_get_link(int number, double id, char *file, char *name)
{
    (void)number;
    strcpy(file, node_of(id)->flags & TREE_AWAY ? "nowhere/" : "");
    strcpy(name, "/target/");
    return CGIO_ERR_NONE;
}

int cgio_get_data_type(int number, double id, char *type)
{
    (void)number;
    strcpy(type, node_of(id)->type);
    return CGIO_ERR_NONE;
}

int cgio_get_dimensions(int number, double id, int *n, cgsize_t *dim)
{
    (void)number;
    const struct tree_node *node = node_of(id);
    *n = node->n_dims;
    for (int d = 0; d < node->n_dims; d++)
        dim[d] = node->dim[d];
    return CGIO_ERR_NONE;
}

/* ---- data ------------------------------------------------------------------------ */

static size_t item_size(const char *type)
{
    return type[1] >= '1' && type[1] <= '8' ? (size_t)(type[1] - '0') : 1;
}

static int64_t item_count(const struct tree_node *n)
{
    int64_t count = n->n_dims > 0;
    for (int d = 0; d < n->n_dims; d++)
        count *= n->dim[d];
    return count;
}

/* Bytes first...first + size of the data; fails when they are missing and no zeros
 * stand for them. */
static int copy_bytes(const struct tree_node *n, size_t first, size_t size, void *out)
{
    size_t there = n->n_bytes > first ? n->n_bytes - first : 0;
    there = there < size ? there : size;
    if (there < size && !(n->flags & TREE_ZEROS))
        return CGIO_ERR_READ_ONLY; /* any error */
    memcpy(out, n->data ? n->data + (there ? first : 0) : (const uint8_t *)"", there);
    memset((char *)out + there, 0, size - there);
    return CGIO_ERR_NONE;
}

int cgio_read_all_data(int number, double id, void *out)
{
    (void)number;
    const struct tree_node *n = node_of(id);
    return copy_bytes(n, 0, (size_t)item_count(n) * item_size(n->type), out);
}

int cgio_read_block_data(int number, double id, cgsize_t first, cgsize_t last, void *out)
{
    (void)number;
    const struct tree_node *n = node_of(id);
    size_t size = item_size(n->type);
    if (first < 1 || last > item_count(n))
        abort();
    return copy_bytes(n, (size_t)(first - 1) * size, (size_t)(last - first + 1) * size, out);
}

/* As HDF5 does: whole numbers are cut at the ends of the narrower type. */
static void convert(const char *from, const char *to, const void *in, void *out)
{
    int64_t whole = 0;
    int32_t narrow;
    double real = 0.0;
    float single;
    if (strcmp(from, "I4") == 0)
        memcpy(&narrow, in, 4), whole = narrow;
    else if (strcmp(from, "I8") == 0)
        memcpy(&whole, in, 8);
    else if (strcmp(from, "R4") == 0)
        memcpy(&single, in, 4), real = (double)single;
    else
        memcpy(&real, in, 8);
    if (strcmp(to, "I4") == 0) {
        narrow = whole > INT32_MAX ? INT32_MAX : whole < INT32_MIN ? INT32_MIN : (int32_t)whole;
        memcpy(out, &narrow, 4);
    } else if (strcmp(to, "I8") == 0) {
        memcpy(out, &whole, 8);
    } else if (strcmp(to, "R8") == 0) {
        memcpy(out, &real, 8);
    } else {
        abort();
    }
}

int cgio_read_all_data_type(int number, double id, const char *type, void *out)
{
    const struct tree_node *n = node_of(id);
    if (strcmp(n->type, type) == 0)
        return cgio_read_all_data(number, id, out);
    if (n->type[0] != type[0] || (type[0] != 'I' && type[0] != 'R'))
        return CGIO_ERR_READ_ONLY;
    for (int64_t i = 0; i < item_count(n); i++) {
        char item[8];
        size_t size = item_size(n->type);
        if (copy_bytes(n, (size_t)i * size, size, item) != CGIO_ERR_NONE)
            return CGIO_ERR_READ_ONLY;
        convert(n->type, type, item, (char *)out + (size_t)i * item_size(type));
    }
    return CGIO_ERR_NONE;
}
