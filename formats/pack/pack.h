/* pack.h: one rank's part of a mesh, as ufv-prep writes it and ufv-solve and
 * ufv-post load it: one HDF5 file per rank, `rank-00000.h5`, and a manifest.
 *
 * The arrays and their file names, shapes, units and ranges are the rows of
 * formats/pack/pack_schema.inc, from which this struct, the reader, the writer, the
 * checks and docs/pack-format.md are made. What the words mean:
 *
 *   cells   0 .. n_owned-1            owned; the first n_inner of them share no
 *                                     node with a halo cell
 *           n_owned .. n_cells-1      halo, in three layers:
 *             .. n_owned+n_halo_face    1: face neighbours of owned cells
 *             .. +n_halo_second         2: face neighbours of layer 1
 *             .. +n_halo_node           3: the other cells that share a node with
 *                                          an owned or a layer-1 cell
 *           in each layer grouped by owner rank, ascending, and there in the
 *           owner's order.
 *   images  what lies behind a periodic face is the halo cell that the geometry,
 *           repeated, has there: a cell of any rank, of this one too, moved by a
 *           transform (halo_transform); its centroid is moved, its vectors turn.
 *           One cell may have several images; the same cell and transform stand
 *           once in a pack, images of one cell by ascending transform. Periodic
 *           faces are interior faces between a cell and an image.
 *   stencil cells 0 .. n_stencil-1 = n_owned + n_halo_face: those whose gradient
 *           is computed here. One exchange of the state per stage suffices: the
 *           gradient of a layer-1 halo cell is computed on both ranks.
 *   faces   0 .. n_boundary-1         boundary faces of owned cells, by patch
 *           .. n_flux-1               interior faces that touch an owned cell,
 *                                     Algorithm 2 order (paper 1)
 *           .. +n_halo_boundary       boundary faces of layer-1 halo cells, by patch
 *           .. n_faces-1              other interior faces of layer-1 halo cells
 *   slots   0 .. n_slots-1: where a cell value may stand: cells first, then one
 *           ghost slot per boundary face: face f < n_boundary has slot
 *           n_cells + f; halo boundary face f has n_cells + n_boundary + f - n_flux.
 *           A boundary face's right "cell" is its ghost slot; a ghost's centroid
 *           is the mirror image of the cell's centroid in the face plane.
 *   normals point from left to right; left < right on every face.
 *
 *        left cell      n       right cell
 *     +-------------+  -->  +-------------+
 *     |      o      |face f |      o      |
 *     +-------------+       +-------------+
 *
 *   colours of cells: two cells of the mesh that share a face have the same only if they follow one another in a
 *           line of cells across a thin layer (docs/numerics/implicit.md), on any ranks, so that none has three
 *           such neighbours; a cell that meets its own image behind a periodic face cannot differ from it. Each
 *           cell's is the same in sets of any number of ranks, and n_cell_colours on all ranks of a set; a rank may
 *           have no cell of some colour.
 *   slices  stencil cells in groups of SLICE cells; cell i's face number j stands
 *           at slice_offset[i / SLICE] + j * SLICE + i % SLICE of slice_face and
 *           slice_cell (sliced ELLPACK, Monakov 2010): column-major and as wide as the
 *           slice's largest cell, so one table serves every cell type. Faces are
 *           in ascending order within a cell. The rows behind the last stencil
 *           cell are padding throughout and name that cell in slice_cell.
 */
#ifndef UFV_FORMATS_PACK_PACK_H
#define UFV_FORMATS_PACK_PACK_H

#include "bc_kind.h"
#include "types.h"

#include <stdio.h>

enum { PACK_SCHEMA_VERSION = 4 };

enum { SLICE = 32 };

/* Signed face numbers: f for a face seen from its left cell, out of which its normal points, ~f = -1 - f for
 * the same face seen from its right cell. (Not -f: there is a face 0.) slice_face holds them, and SLICE_PAD
 * after the cell's last face (slice_cell then holds the cell itself). */
#define SLICE_PAD INT32_MIN

struct pack_patch {
    char name[NAME_SIZE];
    char family[NAME_SIZE];
    enum bc_kind kind;
    lid begin, end;           /* this rank's faces of the patch: begin..end-1, may be empty */
    lid halo_begin, halo_end; /* those of its layer-1 halo cells, within n_flux..n_flux+n_halo_boundary-1 */
    gid n_faces;              /* over all ranks */
};

/* A rank this one exchanges cells with; itself, when it keeps images of its own. */
struct pack_neighbour {
    int rank;
    /* Entries of send_cell and recv_cell, by layer: layer l of this neighbour is
     * send_begin[l] .. send_begin[l+1]-1; sender's and receiver's lists agree
     * entry by entry. A scheme without node averages exchanges layers 0 and 1
     * only, the first send_begin[2]-send_begin[0] entries. */
    lid send_begin[4], recv_begin[4];
};

/* Two sides of the mesh joined by x' = rotation x + translation. */
struct pack_periodic {
    char name[NAME_SIZE];
    double rotation[9], translation[3]; /* rotation by rows; m */
    gid n_faces;                        /* of one side */
};

/* Which groups of arrays to read or write. */
enum {
    PACK_CORE = 1,     /* what marching needs */
    PACK_NODES = 2,    /* cell-node, node-cell: node averages and output */
    PACK_FACE_NODES = 4, /* face-node: output of surfaces, node averages */
    PACK_PAPER = 8,    /* CSR cell-face, cell-cell, colours of faces: the papers' kernels */
    PACK_COLOURS = 64, /* colours of cells: the implicit scheme */
    PACK_ALL = 15 | 64,
    /* Parts of these, for output of plain fields: types, numbers and nodes of cells;
     * cells, numbers and nodes of faces, and the numbers of those. */
    PACK_SHAPE = 16,
    PACK_SIDES = 32,
};

/* Colours of cells are bytes. */
enum { PACK_COLOURS_MOST = UINT8_MAX };

struct pack {
    /* Counts. Each is also an attribute of the file's root group. */
#define PACK_COUNT(name, doc) int64_t name;
#include "pack/pack_schema.inc"
#undef PACK_COUNT

    char id[NAME_SIZE];     /* the same in all packs of a set and its results */
    char source[1024];      /* mesh file */
    char options[1024];     /* ufv-prep's command line */
    int n_patches;
    struct pack_patch *patch; /* [n_patches], the same list on all ranks */
    int n_neighbours;
    struct pack_neighbour *neighbour; /* [n_neighbours], ascending rank */

    /* Arrays; NULL when their group was not loaded. Several components are
     * stored one after another: component c of item i at c * count + i. */
#define PACK_ARRAY(group, member, type, components, count, path, unit, range, doc) type *member;
#include "pack/pack_schema.inc"
#undef PACK_ARRAY
};

/* The manifest: PACKS/manifest.ini. */
struct pack_manifest {
    int64_t schema_version, ranks;
    int64_t cells, faces, nodes, boundary_faces; /* of the whole mesh; periodic faces are none of the boundary's */
    char id[NAME_SIZE];
    char source[1024];
    int n_patches;
    struct pack_patch *patch; /* owned; begin = end = 0 */
    int n_periodic;
    struct pack_periodic *periodic; /* owned; [n_periodic] */
};

/* Sets every count to zero and every pointer to NULL. */
void pack_init(struct pack *p);

/* Frees the arrays that are there, and leaves p as pack_init() does. */
void pack_free(struct pack *p);

/* Whatever follows and returns int returns nonzero after error_set(), with a sentence that names the file and
 * says what to do. */

/* Writes directory/rank-RRRRR.h5 (all groups present in p), by way of a
 * temporary name. Not collective. */
int pack_write(const char *directory, const struct pack *p);

/* The same by a queue (write_queue.h), which says at its end what has failed, a few
 * arrays at a time, so that the rest need not be there yet or any more: each array once,
 * whenever it is present in p, borrowed until the queue has written it. release: to be
 * freed then. The end writes the counts, patches and neighbours, all of p by then, and
 * frees the writer; p is borrowed until the queue is through. compress: large arrays by
 * zlib. wait: until the program holds no more than that, or all is written. */
struct pack_writer;
struct write_queue;
struct pack_writer *pack_write_begin(struct write_queue *queue, const char *directory, int rank, bool compress);
void pack_write_arrays(struct pack_writer *w, const struct pack *p);
void pack_write_release(struct pack_writer *w, void *array);
void pack_write_wait(struct pack_writer *w, size_t most_bytes);
void pack_write_end(struct pack_writer *w, const struct pack *p);

/* Reads the groups asked for (PACK_CORE | ...) of directory/rank-RRRRR.h5 into p, which is overwritten, not
 * freed; checks schema version, shapes, checksums and index ranges, and that the folder's manifest is of
 * the same set. After a failure p is as pack_init() leaves it. Free with pack_free(). Not collective. */
int pack_read(const char *directory, int rank, unsigned groups, struct pack *p);

/* "rank-00012.h5" for rank 12. */
void pack_file_name(int rank, char name[NAME_SIZE]);

/* DIRECTORY/manifest.ini: written by way of a temporary name; read into m, which is overwritten, not freed, with
 * all entries checked. After a failure to read m is zeroed. Free with pack_manifest_free(). Not collective. */
int pack_manifest_write(const char *directory, const struct pack_manifest *m);
int pack_manifest_read(const char *directory, struct pack_manifest *m);

/* Is there a manifest in that folder? Not collective. */
bool pack_manifest_is_in(const char *directory);
void pack_manifest_free(struct pack_manifest *m);

/* Checks counts, index ranges and CSR offsets of what is loaded: nothing indexed
 * by it can leave its array. pack_read() does this. Its sentence names the array, not the file. */
int pack_check_indices(const struct pack *p);

/* Prints docs/pack-format.md. */
void pack_format_print(FILE *f);

/* Checks the invariants that tests and `ufv-prep --info --verbose` rely on:
 * left < right, ranges, closed cells, CSR against slices, halo lists, of the groups
 * that are loaded. Its sentence names the first thing that is wrong, not the file. */
int pack_check(const struct pack *p);

#endif
