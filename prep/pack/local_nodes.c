/* Nodes of one rank and who is around them.
 *
 * Nodes are numbered as a walk over the stencil cells touches them, so that the nodes of neighbouring cells are near
 * one another; those with a halo cell around them go behind the others, whose values can be found while messages
 * travel. Access counts, how many faces of a cell hold a node, are for the papers' kernels: loops over faces reach a
 * cell so often, and loops over cells or nodes weigh it by that number to give the same.
 */
#include "pack/local_mesh.h"

#include "element.h"
#include "mem.h"

#include <stdlib.h>

/* l->maps->cell is -1 for cells that this rank does not have; around a node of its own cells it has all of
 * them. */
static bool touches_halo(const struct local *l, lid v)
{
    const struct halos *h = l->w->halos;
    for (int64_t k = h->node_cell_offset[v]; k < h->node_cell_offset[v + 1]; k++)
        if (l->maps->cell[h->node_cell[k]] >= l->p->n_owned)
            return true;
    return false;
}

/* The cells of a rank lie apart in the mesh; the offset is fetched first, then, when it is there, the nodes behind
 * it. */
static void fetch_nodes(const struct local *l, lid i)
{
    enum { FAR = 24, NEAR = 12 };
    const struct mesh *m = l->w->mesh;
    if (i + FAR >= l->p->n_stencil)
        return;
    __builtin_prefetch(&m->cell_node_offset[l->cell[i + FAR]]);
    __builtin_prefetch(&m->cell_node[m->cell_node_offset[l->cell[i + NEAR]]]);
}

/* Only stencil cells have rows of nodes: gradients at nodes are taken for them alone. */
static void make_rows(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
    MEM_NEW(p->cell_node_offset, p->n_stencil + 1);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_stencil; i++)
        p->cell_node_offset[i + 1] = (lid)(m->cell_node_offset[l->cell[i] + 1] - m->cell_node_offset[l->cell[i]]);
    p->n_cell_nodes = local_offsets(p->cell_node_offset, p->n_stencil);
}

/* Nodes of the stencil cells numbered as a walk over them first touches them, in the map
 * and in cell_node. Returns their number; *touched is the caller's. */
static int64_t list_touched(struct local *l, lid **touched)
{
    const struct mesh *m = l->w->mesh;
    lid *map = l->maps->node, *to = l->p->cell_node, n = 0;
    /* Tetrahedra have about a fifth as many nodes as cells; for hexahedra, with as many, it grows. */
    int64_t capacity = l->p->n_stencil / 4 + 1024;
    MEM_NEW(*touched, capacity);
    for (lid i = 0; i < l->p->n_stencil; i++) {
        fetch_nodes(l, i);
        for (int64_t k = m->cell_node_offset[l->cell[i]]; k < m->cell_node_offset[l->cell[i] + 1]; k++) {
            lid v = m->cell_node[k];
            if (map[v] < 0) {
                if (n == capacity) {
                    capacity *= 2;
                    MEM_RESIZE(*touched, capacity);
                }
                map[v] = n;
                (*touched)[n++] = v;
            }
            *to++ = map[v];
        }
    }
    return n;
}

/* Which nodes stand first: those that touch no halo cell. */
static uint8_t *find_groups(const struct local *l, const lid *touched, int64_t n)
{
    uint8_t *group;
    bool any = l->p->n_cells > l->p->n_owned;
    MEM_NEW(group, n);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        group[i] = any && touches_halo(l, touched[i]);
    return group;
}

/* Nodes that touch no halo cell first, otherwise in the order of list_touched() or of
 * the file: l->node. */
static void sort_nodes(struct local *l, lid *touched, int64_t n)
{
    struct pack *p = l->p;
    int64_t at = 0;
    if (l->w->ordering->method == REORDER_NONE)
        qsort(touched, (size_t)n, sizeof *touched, lid_compare);
    uint8_t *group = find_groups(l, touched, n);
    p->n_nodes = n;
    MEM_NEW(l->node, n);
    for (int g = 0; g < 2; g++) {
        for (int64_t i = 0; i < n; i++)
            if (group[i] == g)
                l->node[at++] = touched[i];
        if (g == 0)
            p->n_inner_nodes = at;
    }
    mem_free(group);
}

/* cell_node and the map from the order of touching to that of l->node. */
static void renumber(struct local *l)
{
    struct pack *p = l->p;
    lid *number;
    MEM_NEW(number, p->n_nodes);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_nodes; i++) {
        /* The map goes from the order of touching to the final one in the same loop: each node stands once in
         * l->node. */
        number[l->maps->node[l->node[i]]] = i;
        l->maps->node[l->node[i]] = i;
    }
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p->n_cell_nodes; k++)
        p->cell_node[k] = number[p->cell_node[k]];
    mem_free(number);
}

/* x, y, z of the node's own place: nodes of images are at the images' places, with the number (gid) of the
 * node that they are images of. */
static void copy_nodes(struct local *l)
{
    struct pack *p = l->p;
    MEM_NEW(p->node, 3 * p->n_nodes);
    MEM_NEW(p->node_gid, p->n_nodes);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < p->n_nodes; i++) {
        p->node_gid[i] = mesh_node_base(l->w->mesh, l->node[i]);
        for (int d = 0; d < 3; d++)
            p->node[d * p->n_nodes + i] = l->w->mesh->x[d][l->node[i]];
    }
}

/* Is a cell collapsed, which shows by a node that it names twice? */
static bool repeats_node(const struct mesh *m, int64_t c)
{
    for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1]; i++)
        for (int64_t k = m->cell_node_offset[c]; k < i; k++)
            if (m->cell_node[i] == m->cell_node[k])
                return true;
    return false;
}

/* Of a cell that is neither collapsed nor a pyramid or polyhedron: three. */
static uint8_t corner_faces(const struct mesh *m, int64_t c)
{
    int type = m->cell_type[c];
    return type == ELEMENT_PYRA || type == ELEMENT_POLYHEDRON || repeats_node(m, c) ? 0 : 3;
}

uint8_t *local_corner_faces(const struct mesh *m)
{
    uint8_t *faces;
    MEM_NEW(faces, mesh_all_cells(m));
#pragma omp parallel for schedule(static)
    for (int64_t c = 0; c < mesh_all_cells(m); c++)
        faces[c] = corner_faces(m, c);
    return faces;
}

/* For cells that are not collapsed: three, four at the tip of a pyramid. Spares
 * looking at the faces, which lie far apart in memory. Returns 0 when unsure. */
static uint8_t usual_faces_with(const struct mesh *m, lid cell, lid node)
{
    int type = m->cell_type[cell];
    if (type == ELEMENT_POLYHEDRON || repeats_node(m, cell))
        return 0;
    /* Node 4 of a CGNS pyramid is its tip. */
    return type == ELEMENT_PYRA && node == m->cell_node[m->cell_node_offset[cell] + 4] ? 4 : 3;
}

/* Faces of a cell of the mesh that hold a node. */
static uint8_t count_faces_with(const struct local *l, lid cell, lid node)
{
    const struct mesh *m = l->w->mesh;
    int n = l->maps->corner_faces[cell];
    if (n == 0)
        n = usual_faces_with(m, cell, node);
    if (n)
        return (uint8_t)n;
    for (int64_t k = m->cell_face_offset[cell]; k < m->cell_face_offset[cell + 1]; k++) {
        lid f = m->cell_face[k];
        for (int64_t i = m->face_node_offset[f]; i < m->face_node_offset[f + 1]; i++)
            n += m->face_node[i] == node;
    }
    return (uint8_t)n;
}

static void count_accesses(struct local *l)
{
    struct pack *p = l->p;
    MEM_NEW(p->cell_node_access, p->n_cell_nodes);
#pragma omp parallel for schedule(dynamic, LOCAL_CHUNK)
    for (lid i = 0; i < p->n_stencil; i++) {
        lid c = l->cell[i], begin = p->cell_node_offset[i], n = p->cell_node_offset[i + 1] - begin;
        const lid *local = p->cell_node + begin;
        for (lid k = 0; k < n; k++) {
            bool again = false; /* a node that a collapsed cell repeats is counted once */
            for (lid j = 0; j < k; j++)
                again = again || local[j] == local[k];
            p->cell_node_access[begin + k] = again ? 0 : count_faces_with(l, c, l->node[local[k]]);
        }
    }
}

/* list_touched() numbers by first touch, sort_nodes() puts those that touch no halo cell in front, renumber()
 * takes the tables along. */
void local_nodes_number(struct local *l)
{
    struct pack *p = l->p;
    lid *touched;
    make_rows(l);
    MEM_NEW(p->cell_node, p->n_cell_nodes);
    int64_t n = list_touched(l, &touched);
    sort_nodes(l, touched, n);
    mem_free(touched);
    renumber(l);
    copy_nodes(l);
    count_accesses(l);
}

/* CSR, the cells around each node ascending by their number in the mesh (halo_build.c), not by their local
 * one: the order of sums at a node. */
void local_node_cells(struct local *l)
{
    const struct halos *h = l->w->halos;
    struct pack *p = l->p;
    MEM_NEW(p->node_cell_offset, p->n_nodes + 1);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_nodes; i++)
        p->node_cell_offset[i + 1] = (lid)(h->node_cell_offset[l->node[i] + 1] - h->node_cell_offset[l->node[i]]);
    p->n_node_cells = local_offsets(p->node_cell_offset, p->n_nodes);
    MEM_NEW(p->node_cell, p->n_node_cells);
    MEM_NEW(p->node_cell_access, p->n_node_cells);
#pragma omp parallel for schedule(dynamic, LOCAL_CHUNK)
    for (lid i = 0; i < p->n_nodes; i++) {
        const lid *cell = h->node_cell + h->node_cell_offset[l->node[i]];
        lid at = p->node_cell_offset[i];
        for (lid k = 0; at + k < p->node_cell_offset[i + 1]; k++) {
            p->node_cell[at + k] = l->maps->cell[cell[k]];
            p->node_cell_access[at + k] = count_faces_with(l, cell[k], l->node[i]);
        }
    }
}
