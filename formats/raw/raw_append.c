/* raw_append.c: lists that grow by half where they are full. */
#include "raw/raw_append.h"

#include "element.h"
#include "mem.h"
#include "text.h"

#include <string.h>

void raw_append_begin(struct raw_append *a, int64_t n_cells, int64_t n_nodes)
{
    struct raw_mesh *m = a->m;
    a->cell_room = n_cells;
    a->cell_node_room = n_nodes;
    MEM_NEW(m->cell_type, n_cells);
    MEM_NEW(m->cell_node_offset, n_cells + 1);
    MEM_NEW(m->cell_node, n_nodes);
    m->cell_node_offset[0] = 0;
}

void raw_append_cell(struct raw_append *a, int type, int n, const lid *node)
{
    struct raw_mesh *m = a->m;
    int64_t end = m->cell_node_offset[m->n_cells];
    if (m->n_cells == a->cell_room) {
        a->cell_room += a->cell_room / 2 + 64;
        MEM_RESIZE(m->cell_type, a->cell_room);
        MEM_RESIZE(m->cell_node_offset, a->cell_room + 1);
    }
    if (end + n > a->cell_node_room) {
        a->cell_node_room += a->cell_node_room / 2 + 8 * ELEMENT_MAX_NODES;
        MEM_RESIZE(m->cell_node, a->cell_node_room);
    }
    memcpy(m->cell_node + end, node, (size_t)n * sizeof *node);
    m->cell_type[m->n_cells++] = (uint8_t)type;
    m->cell_node_offset[m->n_cells] = end + n;
}

void raw_append_face(struct raw_append *a, lid patch, int n, const lid *node)
{
    struct raw_mesh *m = a->m;
    int64_t f = m->n_patch_faces, end = f > 0 ? m->patch_face_node_offset[f] : 0;
    if (f >= a->face_room) {
        a->face_room += a->face_room / 2 + 256;
        MEM_RESIZE(m->patch_face_node_offset, a->face_room + 1);
        MEM_RESIZE(m->patch_face_patch, a->face_room);
        MEM_RESIZE(m->patch_face_element, a->face_room);
    }
    if (end + n > a->face_node_room) {
        a->face_node_room += a->face_node_room / 2 + n + 1024;
        MEM_RESIZE(m->patch_face_node, a->face_node_room);
    }
    m->patch_face_node_offset[f] = end;
    memcpy(m->patch_face_node + end, node, (size_t)n * sizeof *node);
    m->patch_face_patch[f] = patch;
    m->patch_face_element[f] = 0;
    m->patch_face_node_offset[++m->n_patch_faces] = end + n;
}

lid raw_append_patch(struct raw_append *a, const char *name, const char *bc_type, enum bc_kind kind)
{
    struct raw_mesh *m = a->m;
    MEM_GROW(m->patch, m->n_patches + 1);
    m->patch[m->n_patches] = (struct raw_patch){.kind = kind};
    text_copy(m->patch[m->n_patches].name, NAME_SIZE, name);
    text_copy(m->patch[m->n_patches].bc_type, NAME_SIZE, bc_type);
    return (lid)m->n_patches++;
}
