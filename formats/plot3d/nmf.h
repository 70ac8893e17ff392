/* nmf.h: neutral map files (.nmf), as NASA's GEOLAB defined them: which ranges of the sides of structured blocks are
 * patches, and which meet one another.
 *
 *   blocks
 *   number ni nj nk                      of each
 *   'type' b f s1 e1 s2 e2               a range of side f of block b
 *   'one_to_one' b f s1 e1 s2 e2 b f s1 e1 s2 e2 swap
 *
 * Sides: 1, 2: k lowest, highest; 3, 4: i; 5, 6: j. On sides of k the first range is along i and the second along j, on
 * those of i along j and k, on those of j along k and i. A range may run down. swap: the first range of the one side
 * meets the second of the other. Remarks begin with #.
 */
#ifndef UFV_FORMATS_PLOT3D_NMF_H
#define UFV_FORMATS_PLOT3D_NMF_H

#include "bc_kind.h"
#include "types.h"

#include <stdbool.h>

/* A range of nodes of a side of a block. */
struct nmf_range {
    int64_t block;       /* 0 .. n_blocks - 1 */
    int axis;            /* that the side is across: 0, 1, 2 */
    bool high;           /* at its highest index */
    int along[2];        /* axes of the two ranges */
    int64_t begin[2], end[2]; /* 0-based nodes along them, both included; may run down */
};

struct nmf_row {
    char type[NAME_SIZE];
    int64_t line;        /* 1-based */
    enum nmf_kind { NMF_PATCH, NMF_JOIN, NMF_COLLAPSED } what;
    struct nmf_range range, other; /* other: of NMF_JOIN */
    bool swap;
};

struct nmf {
    struct nmf_row *row; /* owned; [n] */
    int64_t n;
};

/* Reads the file. size: [n_blocks][3] nodes of the blocks of the grid, against which sizes and ranges are checked.
 * Fails with the line. Free with nmf_free(). */
int nmf_read(const char *path, int64_t n_blocks, int64_t (*size)[3], struct nmf *map);

/* Frees the rows and zeroes map; a zeroed one is allowed. */
void nmf_free(struct nmf *map);

/* The kind of boundary of a type in a .nmf file, BC_NONE for one that says nothing. */
enum bc_kind nmf_kind_of(const char *type);

#endif
