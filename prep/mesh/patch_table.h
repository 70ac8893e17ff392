/* patch_table.h: the patch faces of the file, to be found by their nodes. */
#ifndef UFV_PREP_MESH_PATCH_TABLE_H
#define UFV_PREP_MESH_PATCH_TABLE_H

#include "mesh/side_table.h"
#include "raw/raw_mesh.h"

struct patch_table {
    struct side_table nodes;
    int64_t *face; /* [nodes.n_entries] the first of the raw mesh's patch faces with these nodes */
    lid *rival;    /* [nodes.n_entries] another patch that names it too, -1: none */
    int64_t repeated, first_repeated; /* faces that one patch names again */
};

/* Of raw's patch faces that keep three nodes or more; n_nodes: of the mesh. Free it with patch_table_free(). raw
 * is needed no longer by the table itself. */
void patch_table_make(const struct raw_mesh *raw, int64_t n_nodes, struct patch_table *t);
void patch_table_free(struct patch_table *t);

/* The entry of a face of n nodes (3 or more, each once, in any order), or -1. */
lid patch_table_entry(const struct patch_table *t, int64_t n, const lid *node);

/* The patch face of the raw mesh with node[n] (0-based, any order), or -1. */
int64_t patch_table_find(const struct patch_table *t, int64_t n, const lid *node);

#endif
