/* plot3d_mesh.h: what the parts of the reader of PLOT3D grids hand one another. */
#ifndef UFV_FORMATS_PLOT3D_PLOT3D_MESH_H
#define UFV_FORMATS_PLOT3D_PLOT3D_MESH_H

#include "plot3d/nmf.h"
#include "plot3d/plot3d_form.h"
#include "raw/lattice.h"
#include "raw/raw_append.h"
#include "raw/raw_notes.h"

struct plot3d_block {
    struct lattice lattice; /* of a plane block: of the two indices along which it is not one thick */
    int index_of[3];        /* which index of the lattice that of the file is; -1: the block is one thick there */
};

struct plot3d {
    const char *path; /* borrowed */
    struct plot3d_form form;
    int64_t n_blocks;
    int64_t (*size)[3];         /* owned; [n_blocks] */
    struct plot3d_block *block; /* owned; [n_blocks] */
    bool plane;                 /* all blocks are, else none */
    struct raw_mesh *m;         /* borrowed */
    struct raw_append append;
    struct node_merge merge;
    struct raw_notes notes;
};

/* Patches and joins by the map file beside the grid, or a patch for each side of each block. Nodes and cells are there;
 * nodes are united in p->merge. Nonzero after an error that names file and line. */
int plot3d_read_patches(struct plot3d *p);

#endif
