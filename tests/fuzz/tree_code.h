/* tree_code.h: trees of CGNS nodes as strings of bytes, for the fuzzer: any string is
 * some tree, and small changes of it are small changes of the tree.
 *
 *   string     options byte (TREE_ADF, ...), the root's children until it ends
 *   node       number of children (1 byte), name, label, type (1 byte: place in
 *              tree_type, flags in the upper half), for types other than MT: number
 *              of dimensions (1 byte), each dimension (4 bytes), number of bytes of
 *              data (2 bytes), these bytes; then the children
 *   text       place in tree_word (1 byte), or TREE_TEXT, length (1 byte), bytes
 *
 * Numbers are little-endian. What is missing at the end counts as zero.
 */
#ifndef UFV_TESTS_TREE_CODE_H
#define UFV_TESTS_TREE_CODE_H

#include <stddef.h>
#include <stdint.h>

enum {
    TREE_ADF = 1,  /* options: stored as ADF, else HDF5 */
    TREE_JOIN = 2, /* coincident nodes are joined */
    TREE_TEXT = 255,
    TREE_LINK = 1,    /* flags of a node: is a link */
    TREE_BROKEN = 2,  /* its description cannot be read */
    TREE_ZEROS = 4,   /* data that are missing are zeros, not an error */
    TREE_AWAY = 8,    /* a link to a file that is not there, though its nodes are */
    TREE_N_TYPES = 9,
    TREE_MAX_NODES = 512,
    TREE_MAX_DEPTH = 10,
    TREE_MAX_DIMS = 12
};

extern const char *const tree_word[];
extern const int tree_n_words;
extern const char *const tree_type[TREE_N_TYPES];

struct tree_node {
    int parent, n_children, flags;
    char name[256], label[256], type[3];
    int n_dims;
    int32_t dim[TREE_MAX_DIMS];
    const uint8_t *data; /* [n_bytes], borrowed from the string */
    size_t n_bytes;
};

/* Node 0 is the root. A node's children stand behind it in the order of the file. */
struct tree {
    int options, n_nodes;
    struct tree_node node[TREE_MAX_NODES];
};

void tree_decode(const uint8_t *data, size_t size, struct tree *t);

#endif
