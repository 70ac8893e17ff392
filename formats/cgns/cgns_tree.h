/* cgns_tree.h: the nodes of a CGNS file, whatever its version and storage.
 *
 * A thin layer over the library's low-level cgio interface: opening, listing
 * children (links are followed), and reading a node's data with its type and
 * size checked. A node that cannot be read (a link whose target is missing) is
 * left out of its parent's list with a note; the rest of the file stays usable.
 */
#ifndef UFV_FORMATS_CGNS_CGNS_TREE_H
#define UFV_FORMATS_CGNS_CGNS_TREE_H

#include "error.h"
#include "types.h"

#include <hdf5.h>

enum {
    CGNS_NAME_SIZE = 33,  /* names and labels with the final zero */
    CGNS_PATH_SIZE = 320, /* deepest path kept for messages */
    CGNS_MAX_DIMS = 12
};

struct cgns_file {
    const char *path; /* borrowed; as given, for messages */
    int cgio;         /* the library's number of the open file */
    bool hdf5;        /* else ADF */
    int64_t bytes;    /* size of the file */
    int guard;        /* of crash_guard_begin() */
    int version;      /* of CGNS in the file, 3100 for 3.1; 0 when it says none */
    bool damaged;     /* a node could not be read */
    void (*note)(void *context, const char *sentence); /* may be NULL */
    void *context;
    H5E_auto2_t old_handler; /* HDF5's own error printing, put back on closing */
    void *old_data;
};

struct cgns_node {
    struct cgns_file *file; /* borrowed */
    double id;              /* cgio's; released by cgns_list_free() */
    int64_t bytes;          /* size of the file where it lies; 0: a linked one that is not found */
    char name[CGNS_NAME_SIZE], label[CGNS_NAME_SIZE];
    char path[CGNS_PATH_SIZE]; /* "/Base/Zone/...", for messages */
    char type[3];              /* "C1", "I4", "I8", "R4", "R8", "MT" for none, ... */
    int n_dims;
    int64_t dim[CGNS_MAX_DIMS]; /* first dimension fastest */
    int64_t count;              /* product of dim, 0 without data */
};

struct cgns_list {
    struct cgns_node *node; /* [n], owned; NULL when n is 0 */
    int n;
};

/* Opens for reading. path: borrowed until cgns_close(); note: takes warnings, may be NULL.
 * Fails when it is no CGNS file in HDF5 or ADF; nothing is then open. Close with
 * cgns_close() also when reading failed later; sound says that it did not. After a
 * damaged file HDF5's own error printing stays off: the library would complain once more when the program ends. */
int cgns_open(struct cgns_file *f, const char *path, void (*note)(void *context, const char *sentence),
              void *context);
void cgns_close(struct cgns_file *f, bool sound);

/* Hands "FILE: sentence" to the caller's note. */
void cgns_note(const struct cgns_file *f, const char *format, ...) PRINTF_LIKE(2, 3);

/* Records "FILE: NODE sentence" as the error and returns 1. */
int cgns_error(const struct cgns_node *n, const char *format, ...) PRINTF_LIKE(2, 3);

/* The root node, whose children are the bases; nothing to release. Fails on damage. */
int cgns_root(struct cgns_file *f, struct cgns_node *root);

/* All readable children in file order; links are followed. Fails when they cannot be listed; list is then
 * empty. Free with cgns_list_free(), which is also right for a zeroed list. */
int cgns_children(const struct cgns_node *parent, struct cgns_list *list);
void cgns_list_free(struct cgns_list *list);

/* The first of the list with that label and name (either may be NULL: any), or
 * NULL; borrowed from the list. cgns_count(): how many have that label. */
const struct cgns_node *cgns_find(const struct cgns_list *list, const char *label, const char *name);
int cgns_count(const struct cgns_list *list, const char *label);

/* Fail unless the node's data is of that kind (integers I4, I8; reals R4, R8),
 * not empty, and no larger than the file can hold. Call before making room for
 * count items; the read functions check again. */
int cgns_check_integers(const struct cgns_node *n);
int cgns_check_reals(const struct cgns_node *n);

/* Read all n->count items into out, [n->count], changed to the type asked for. Fail as the checks do, and
 * when they cannot be read. Numbers that do not
 * fit int32 become INT32_MAX or INT32_MIN, which no valid id is. */
int cgns_read_int32(const struct cgns_node *n, int32_t *out);
int cgns_read_int64(const struct cgns_node *n, int64_t *out);
int cgns_read_double(const struct cgns_node *n, double *out);

/* What CGNSLibraryVersion_t among the root's children says: 3100 for 3.1, 0 when
 * there is none that can be read. */
int cgns_version(const struct cgns_list *top);

/* out: [count], 64-bit, of a node of 32- or 64-bit integers. Fails when the node holds fewer or more than count; out is
 * undefined then. */
int cgns_read_few(const struct cgns_node *n, int64_t count, int64_t *out);

/* Text (C1) without trailing blanks; cut to size - 1 characters. */
int cgns_read_text(const struct cgns_node *n, char *out, size_t size);

/* All characters as they stand, at most size; *n_read says how many. */
int cgns_read_characters(const struct cgns_node *n, char *out, size_t size, size_t *n_read);

#endif
