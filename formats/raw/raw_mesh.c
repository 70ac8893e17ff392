/* raw_mesh.c: copying and freeing a mesh as it was read. */
#include "raw/raw_mesh.h"

#include "mem.h"

#include <string.h>

/* A new block like the old one, NULL for NULL. */
static void *copied(const void *block, int64_t n, size_t size)
{
    if (!block)
        return NULL;
    void *copy = mem_alloc("copy of a mesh", (size_t)n, size);
    memcpy(copy, block, (size_t)n * size);
    return copy;
}

#define COPY(field, n) (to->field = copied(from->field, (n), sizeof *from->field))

static void copy_cells(const struct raw_mesh *from, struct raw_mesh *to)
{
    for (int d = 0; d < 3; d++)
        COPY(x[d], from->n_nodes);
    COPY(cell_type, from->n_cells);
    COPY(cell_node_offset, from->n_cells + 1);
    COPY(cell_node, from->cell_node_offset ? from->cell_node_offset[from->n_cells] : 0);
    COPY(polygon_node_offset, from->n_polygons + 1);
    COPY(polygon_node, from->polygon_node_offset ? from->polygon_node_offset[from->n_polygons] : 0);
    COPY(cell_polygon_offset, from->n_cells + 1);
    COPY(cell_polygon, from->cell_polygon_offset ? from->cell_polygon_offset[from->n_cells] : 0);
}

static void copy_patches(const struct raw_mesh *from, struct raw_mesh *to)
{
    COPY(patch, from->n_patches);
    for (int64_t p = 0; p < from->n_patches; p++)
        COPY(patch[p].node, from->patch[p].n_nodes_listed);
    COPY(patch_face_node_offset, from->n_patch_faces + 1);
    COPY(patch_face_node, from->patch_face_node_offset ? from->patch_face_node_offset[from->n_patch_faces] : 0);
    COPY(patch_face_patch, from->n_patch_faces);
    COPY(patch_face_element, from->n_patch_faces);
    COPY(periodic, from->n_periodic);
    for (int64_t p = 0; p < from->n_periodic; p++) {
        const struct raw_periodic *r = &from->periodic[p];
        COPY(periodic[p].node_offset, r->n_faces + 1);
        for (int side = 0; side < 2; side++)
            COPY(periodic[p].node[side], r->node_offset[r->n_faces]);
    }
}

void raw_mesh_copy(const struct raw_mesh *from, struct raw_mesh *to)
{
    *to = *from;
    COPY(source, from->source ? (int64_t)strlen(from->source) + 1 : 0);
    copy_cells(from, to);
    copy_patches(from, to);
}

void raw_mesh_free(struct raw_mesh *m)
{
    mem_free(m->source);
    for (int d = 0; d < 3; d++)
        mem_free(m->x[d]);
    mem_free(m->cell_type);
    mem_free(m->cell_node_offset);
    mem_free(m->cell_node);
    mem_free(m->polygon_node_offset);
    mem_free(m->polygon_node);
    mem_free(m->cell_polygon_offset);
    mem_free(m->cell_polygon);
    for (int64_t p = 0; p < m->n_patches; p++)
        mem_free(m->patch[p].node);
    mem_free(m->patch);
    mem_free(m->patch_face_node_offset);
    mem_free(m->patch_face_node);
    mem_free(m->patch_face_patch);
    mem_free(m->patch_face_element);
    for (int64_t p = 0; p < m->n_periodic; p++) {
        mem_free(m->periodic[p].node_offset);
        for (int side = 0; side < 2; side++)
            mem_free(m->periodic[p].node[side]);
    }
    mem_free(m->periodic);
    memset(m, 0, sizeof *m);
}
