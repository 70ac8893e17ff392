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
    for (int64_t p = 0; p < m->n_patches; p++)
        mem_free(m->patch[p].node);
    mem_free(m->patch);
    mem_free(m->patch_face_node_offset);
    mem_free(m->patch_face_node);
    mem_free(m->patch_face_patch);
    mem_free(m->patch_face_element);
    memset(m, 0, sizeof *m);
}
