#include "raw_mesh.h"

#include "mem.h"

#include <string.h>

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
