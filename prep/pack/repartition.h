/* repartition.h: the mesh back from a set of packs, to divide it anew without the
 * file it came from. */
#ifndef UFV_PREP_PACK_REPARTITION_H
#define UFV_PREP_PACK_REPARTITION_H

#include "raw/raw_mesh.h"

/* Nodes, cells and patches by their global numbers; raw->source is the mesh that the packs name. *rank_of: which
 * of the packs' ranks owns each cell, [raw->n_cells], mem_free() it; *n_ranks: how many there are. Packs with
 * periodic faces are an error, as are packs that cannot be read or are not of one set; nothing is held then. Free
 * raw with raw_mesh_free(). */
int packs_gather(const char *folder, struct raw_mesh *raw, int32_t **rank_of, int *n_ranks);

#endif
