/* halo_build.h: which cells of other ranks, and which images behind periodic
 * faces (images.h), of its own cells too, each rank keeps copies of.
 *
 * Found for all ranks before the first pack is made, since what one rank sends is
 * what the others keep. Layers and their order: formats/pack/pack.h.
 */
#ifndef UFV_PREP_PACK_HALO_BUILD_H
#define UFV_PREP_PACK_HALO_BUILD_H

#include "mesh/mesh.h"
#include "order/reorder.h"

/* A run of halo cells of rank `to`, layer `layer`, all owned by `from`; from = to
 * for images of its own cells. */
struct halo_run {
    int32_t from, to, layer; /* layer 0, 1, 2 */
    int64_t begin, end;      /* of halos.cell */
};

struct halos {
    int n_ranks;
    int64_t *layer_begin;    /* [3 * n_ranks + 1] rank r's layer l starts at 3 r + l */
    lid *cell;               /* [layer_begin[3 * n_ranks]] cells of the mesh, in the packs' order */
    int64_t n_cells, capacity;
    struct halo_run *run;    /* [n_runs] by to, layer, from */
    int64_t n_runs, run_capacity;
    int64_t *node_cell_offset; /* [all nodes + 1] all cells around a node, images included */
    lid *node_cell;            /* ascending, each cell once; images where their cells' numbers belong */
};

/* Fills h, to be freed with halos_free(), which accepts a zeroed one. m: with its images, o: an ordering of the
 * mesh's own cells. */
void halos_build(const struct mesh *m, const struct ordering *o, struct halos *h);

struct halo_counts {
    int64_t cells, most; /* halo cells of all layers: of all ranks, of one rank */
    int neighbours_most; /* ranks that one exchanges with, itself where it has images of its own cells */
    double neighbours_mean;
};
/* Over all ranks. */
struct halo_counts halos_count(const struct halos *h);
void halos_free(struct halos *h);

#endif
