/* same_mesh.h: two meshes as readers deliver them are the same, bit for bit. */
#ifndef UFV_TESTS_SAME_MESH_H
#define UFV_TESTS_SAME_MESH_H

#include "check.h"
#include "raw/raw_mesh.h"

#include <string.h>

static inline bool same_items(const void *a, const void *b, int64_t n, size_t size)
{
    return n == 0 || memcmp(a, b, (size_t)n * size) == 0;
}

/* Kinds and words of patches are not compared. what: for messages. */
static inline void check_same_mesh(const struct raw_mesh *a, const struct raw_mesh *b, const char *what)
{
    CHECK(a->n_nodes == b->n_nodes && a->n_cells == b->n_cells && a->n_patches == b->n_patches &&
              a->n_patch_faces == b->n_patch_faces, "%s: counts", what);
    if (a->n_nodes != b->n_nodes || a->n_cells != b->n_cells || a->n_patches != b->n_patches ||
        a->n_patch_faces != b->n_patch_faces)
        return;
    for (int d = 0; d < 3; d++)
        CHECK(same_items(a->x[d], b->x[d], a->n_nodes, sizeof *a->x[d]), "%s: coordinates", what);
    CHECK(same_items(a->cell_type, b->cell_type, a->n_cells, sizeof *a->cell_type), "%s: types", what);
    bool same = same_items(a->cell_node_offset, b->cell_node_offset, a->n_cells + 1, sizeof *a->cell_node_offset);
    CHECK(same && same_items(a->cell_node, b->cell_node, a->cell_node_offset[a->n_cells], sizeof *a->cell_node),
          "%s: nodes of cells", what);
    for (int64_t p = 0; p < a->n_patches; p++)
        CHECK(strcmp(a->patch[p].name, b->patch[p].name) == 0, "%s: %s, not %s", what, a->patch[p].name,
              b->patch[p].name);
    int64_t n = a->n_patch_faces;
    if (n == 0)
        return;
    same = same_items(a->patch_face_node_offset, b->patch_face_node_offset, n + 1, sizeof *a->patch_face_node_offset);
    CHECK(same && same_items(a->patch_face_node, b->patch_face_node, a->patch_face_node_offset[n],
                             sizeof *a->patch_face_node), "%s: nodes of faces", what);
    CHECK(same_items(a->patch_face_patch, b->patch_face_patch, n, sizeof *a->patch_face_patch), "%s: patches", what);
}

#endif
