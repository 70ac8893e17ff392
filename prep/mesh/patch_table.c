/* The patch faces of a file in a table by their nodes, with the ones that two patches name. */
#include "mesh/patch_table.h"

#include "mem.h"

#include <string.h>

/* The nodes of patch face i, each once, into node, which has room for the repeated ones too; their number.
 * A quadrilateral with a collapsed side is written with a node twice; as a side of its cell it is a triangle. */
static int64_t distinct_nodes(const struct raw_mesh *raw, int64_t i, lid *node)
{
    int64_t used = 0;
    for (int64_t k = raw->patch_face_node_offset[i]; k < raw->patch_face_node_offset[i + 1]; k++) {
        bool seen = false;
        for (int64_t j = 0; j < used; j++)
            seen = seen || node[j] == raw->patch_face_node[k];
        if (!seen)
            node[used++] = raw->patch_face_node[k];
    }
    return used;
}

/* The first patch that names a face owns it (face[]); rival[]: another one that names it too, for the note.
 * Fewer than three distinct nodes: a face that has vanished with its cell's side. */
static void add_face(const struct raw_mesh *raw, int64_t i, lid *node, struct patch_table *t)
{
    int64_t n = distinct_nodes(raw, i, node);
    bool added;
    if (n < 3)
        return;
    lid e = side_table_find_or_add(&t->nodes, (int)n, node, &added);
    if (added) {
        t->face[e] = i;
        t->rival[e] = -1;
    } else if (raw->patch_face_patch[t->face[e]] != raw->patch_face_patch[i]) {
        t->rival[e] = raw->patch_face_patch[i];
    } else if (t->repeated++ == 0) {
        t->first_repeated = i;
    }
}

/* Entries are numbered as they are added, so with no repeated face entry e is patch face e. */
void patch_table_make(const struct raw_mesh *raw, int64_t n_nodes, struct patch_table *t)
{
    int64_t most = 0;
    lid *node;
    memset(t, 0, sizeof *t);
    for (int64_t i = 0; i < raw->n_patch_faces; i++) {
        int64_t n = raw->patch_face_node_offset[i + 1] - raw->patch_face_node_offset[i];
        most = n > most ? n : most;
    }
    side_table_init(&t->nodes, n_nodes, raw->n_patch_faces);
    MEM_NEW(t->face, raw->n_patch_faces);
    MEM_NEW(t->rival, raw->n_patch_faces);
    MEM_NEW(node, most);
    for (int64_t i = 0; i < raw->n_patch_faces; i++)
        add_face(raw, i, node, t);
    mem_free(node);
}

void patch_table_free(struct patch_table *t)
{
    side_table_free(&t->nodes);
    MEM_FREE(t->face);
    MEM_FREE(t->rival);
}

lid patch_table_entry(const struct patch_table *t, int64_t n, const lid *node)
{
    return side_table_find(&t->nodes, (int)n, node);
}

int64_t patch_table_find(const struct patch_table *t, int64_t n, const lid *node)
{
    lid e = patch_table_entry(t, n, node);
    return e < 0 ? -1 : t->face[e];
}
