/* The places of a mesh's faces and cells for messages, and the end of a mesh. */
#include "mesh/mesh.h"

#include "mem.h"

#include <string.h>

/* Repeated nodes count as often as they are named: good enough to look at, not for geometry (geometry.c). */
void mesh_face_place(const struct mesh *m, int64_t face, double x[3])
{
    int64_t begin = m->face_node_offset[face], end = m->face_node_offset[face + 1];
    for (int d = 0; d < 3; d++) {
        x[d] = 0.0;
        for (int64_t i = begin; i < end; i++)
            x[d] += m->x[d][m->face_node[i]] / (double)(end - begin);
    }
}

/* Used by compute_cell() of geometry.c as well: a change in the order of these sums changes the last bits of
 * every cell's volume and centroid, and with them packs and results. */
void mesh_cell_place(const struct mesh *m, int64_t cell, double x[3])
{
    int64_t begin = m->cell_node_offset[cell], n = m->cell_node_offset[cell + 1] - begin;
    const lid *node = m->cell_node + begin;
    for (int d = 0; d < 3; d++) {
        x[d] = 0.0;
        if (n == 4) /* a product with 1/4 is exact, and takes less time than to divide */
            for (int i = 0; i < 4; i++)
                x[d] += m->x[d][node[i]] * 0.25;
        else
            for (int64_t i = 0; i < n; i++)
                x[d] += m->x[d][node[i]] / (double)n;
    }
}

static void free_periodic(struct mesh_periodic *p)
{
    mem_free(p->interface);
    for (int side = 0; side < 2; side++) {
        mem_free(p->face[side]);
        mem_free(p->node[side]);
    }
    mem_free(p->face_interface);
    mem_free(p->pair_of);
    mem_free(p->node_interface);
    transform_table_free(&p->table);
    memset(p, 0, sizeof *p);
}

void mesh_free(struct mesh *m)
{
    for (int d = 0; d < 3; d++)
        mem_free(m->x[d]);
    mem_free(m->cell_type);
    mem_free(m->cell_node_offset);
    mem_free(m->cell_node);
    mem_free(m->cell_face_offset);
    mem_free(m->cell_face);
    mem_free(m->left);
    mem_free(m->right);
    mem_free(m->face_node_offset);
    mem_free(m->face_node);
    mem_free(m->patch);
    free_periodic(&m->periodic);
    mem_free(m->images.cell);
    mem_free(m->images.face);
    mem_free(m->images.node);
    mem_free(m->images.transform);
    memset(m, 0, sizeof *m);
}
