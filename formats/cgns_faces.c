#include "cgns_zone.h"

#include "mem.h"

void cgns_faces_add(struct cgns_faces *f, int64_t element, const lid *node, int n_nodes)
{
    if (f->n == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 1024;
        MEM_RESIZE(f->element, f->capacity);
        MEM_RESIZE(f->node, f->capacity);
        MEM_RESIZE(f->patch, f->capacity);
    }
    f->element[f->n] = element;
    f->patch[f->n] = -1;
    for (int k = 0; k < 4; k++)
        f->node[f->n][k] = k < n_nodes ? node[k] : -1;
    f->n++;
}

void cgns_faces_free(struct cgns_faces *f)
{
    mem_free(f->element);
    mem_free(f->node);
    mem_free(f->patch);
    *f = (struct cgns_faces){0};
}

int64_t cgns_faces_lower_bound(const struct cgns_faces *f, int64_t element)
{
    int64_t low = 0, high = f->n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (f->element[middle] < element)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int cgns_zone_face_nodes(const struct cgns_zone *z, int64_t element, int *n, const lid **node)
{
    const struct cgns_faces *f = &z->face;
    int64_t i = cgns_faces_lower_bound(f, element);
    if (i == f->n || f->element[i] != element)
        return 1;
    *n = 0;
    while (*n < 4 && f->node[i][*n] >= 0)
        ++*n;
    *node = f->node[i];
    return 0;
}

void cgns_faces_to_patches(const struct cgns_faces *f, struct raw_mesh *m)
{
    int64_t n = m->n_patch_faces;
    int64_t n_nodes = m->patch_face_node_offset ? m->patch_face_node_offset[n] : 0;
    int64_t n_more = 0, n_nodes_more = 0;
    for (int64_t i = 0; i < f->n; i++)
        if (f->patch[i] >= 0) {
            n_more++;
            n_nodes_more += f->node[i][3] < 0 ? 3 : 4;
        }
    MEM_RESIZE(m->patch_face_node_offset, n + n_more + 1);
    MEM_RESIZE(m->patch_face_node, n_nodes + n_nodes_more);
    MEM_RESIZE(m->patch_face_patch, n + n_more);
    MEM_RESIZE(m->patch_face_element, n + n_more);
    m->patch_face_node_offset[n] = n_nodes;
    for (int64_t i = 0; i < f->n; i++) {
        if (f->patch[i] < 0)
            continue;
        for (int k = 0; k < 4 && f->node[i][k] >= 0; k++)
            m->patch_face_node[n_nodes++] = f->node[i][k];
        m->patch_face_patch[n] = f->patch[i];
        m->patch_face_element[n] = f->element[i];
        m->patch_face_node_offset[++n] = n_nodes;
    }
    m->n_patch_faces = n;
}
