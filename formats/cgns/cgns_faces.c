/* cgns_faces.c: the pool of a zone's faces: filled by the sections, claimed by boundary conditions, and then
 * moved to the mesh's patches.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"

static int64_t grown(int64_t capacity, int64_t needed)
{
    int64_t doubled = capacity > 0 ? 2 * capacity : 1024;
    return doubled > needed ? doubled : needed;
}

/* The first call makes room for just what is asked: one section is the usual case. */
void cgns_faces_reserve(struct cgns_faces *f, int64_t n_more, int64_t n_nodes_more)
{
    int64_t n = f->n + n_more, n_nodes = (f->node_offset ? f->node_offset[f->n] : 0) + n_nodes_more;
    if (n > f->capacity || !f->node_offset) {
        bool empty = !f->node_offset;
        f->capacity = empty ? n : grown(f->capacity, n);
        MEM_RESIZE(f->element, f->capacity);
        MEM_RESIZE(f->node_offset, f->capacity + 1);
        MEM_RESIZE(f->patch, f->capacity);
        if (empty)
            f->node_offset[0] = 0;
    }
    if (n_nodes > f->node_capacity) {
        f->node_capacity = f->node_capacity == 0 ? n_nodes : grown(f->node_capacity, n_nodes);
        MEM_RESIZE(f->node, f->node_capacity);
    }
}

/* patch -1: no boundary condition has claimed the face yet. */
void cgns_faces_add(struct cgns_faces *f, int64_t element, const lid *node, int n_nodes)
{
    cgns_faces_reserve(f, 1, n_nodes);
    int64_t end = f->node_offset[f->n];
    for (int k = 0; k < n_nodes; k++)
        f->node[end + k] = node[k];
    f->element[f->n] = element;
    f->patch[f->n] = -1;
    f->node_offset[++f->n] = end + n_nodes;
}

void cgns_faces_free(struct cgns_faces *f)
{
    mem_free(f->element);
    mem_free(f->node_offset);
    mem_free(f->node);
    mem_free(f->patch);
    mem_free(f->n_cells);
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

/* Sections of faces alone need no search.
 * Binary search needs the faces sorted by element number, which sections read in ascending order give. */
int64_t cgns_faces_find(const struct cgns_zone *z, int64_t element)
{
    const struct cgns_section *s = cgns_section_of(z, element);
    const struct cgns_faces *f = &z->face;
    if (!s || s->n_faces == 0)
        return -1;
    /* One face for each element number: its place follows from the number. */
    if (s->n_faces == s->last - s->first + 1)
        return s->first_face + (element - s->first);
    int64_t i = cgns_faces_lower_bound(f, element);
    return i < f->n && f->element[i] == element ? i : -1;
}

int cgns_zone_face_nodes(const struct cgns_zone *z, int64_t element, int *n, const lid **node)
{
    const struct cgns_faces *f = &z->face;
    int64_t i = cgns_faces_find(z, element);
    if (i < 0)
        return 1;
    *n = (int)(f->node_offset[i + 1] - f->node_offset[i]);
    *node = f->node + f->node_offset[i];
    return 0;
}

/* Faces that no boundary condition names are left out: most are faces between cells, which some exporters list too. */
void cgns_faces_to_patches(const struct cgns_faces *f, struct raw_mesh *m)
{
    int64_t n = m->n_patch_faces;
    /* Faces of zones read before are there already; these go behind them. */
    int64_t n_nodes = m->patch_face_node_offset ? m->patch_face_node_offset[n] : 0;
    int64_t n_more = 0, n_nodes_more = 0;
    for (int64_t i = 0; i < f->n; i++)
        if (f->patch[i] >= 0) {
            n_more++;
            n_nodes_more += f->node_offset[i + 1] - f->node_offset[i];
        }
    MEM_GROW(m->patch_face_node_offset, n + n_more + 1);
    MEM_GROW(m->patch_face_node, n_nodes + n_nodes_more);
    MEM_GROW(m->patch_face_patch, n + n_more);
    MEM_GROW(m->patch_face_element, n + n_more);
    m->patch_face_node_offset[n] = n_nodes;
    for (int64_t i = 0; i < f->n; i++) {
        if (f->patch[i] < 0)
            continue;
        for (int64_t k = f->node_offset[i]; k < f->node_offset[i + 1]; k++)
            m->patch_face_node[n_nodes++] = f->node[k];
        m->patch_face_patch[n] = f->patch[i];
        m->patch_face_element[n] = f->element[i];
        m->patch_face_node_offset[++n] = n_nodes;
    }
    m->n_patch_faces = n;
}
