/* paper_view.c: the mesh arrays that only the papers' loops need. */
#include "paper/paper.h"

#include "mem.h"

#include <string.h>

static void *upload(const struct backend *b, const char *label, const void *host, size_t bytes)
{
    void *device = b->alloc(label, bytes);
    if (bytes)
        b->upload(device, host, bytes);
    return device;
}

/* Back from the device: domain_load() has released these on the host. */
static lid *fetch(const struct backend *b, const lid *device, int64_t n)
{
    lid *host = mem_alloc("fetched", (size_t)n, sizeof *host);
    if (n)
        b->download(host, device, (size_t)n * sizeof *host);
    return host;
}

/* Lists the faces around each node, ascending, from the nodes around each face. Counts are stored two places further
 * on; filling moves each offset to its end, and offset[0 .. n_nodes] remain. */
static void node_faces(const struct domain *d, struct paper_view *v)
{
    const struct mesh_view *m = &d->view;
    const struct backend *b = d->backend;
    lid *offset, *entry, *face_offset = fetch(b, m->face_node_offset, (int64_t)m->n_faces + 1);
    lid *face_node = fetch(b, m->face_node, face_offset[m->n_faces]);
    MEM_NEW_ZERO(offset, (int64_t)m->n_nodes + 2);
    MEM_NEW(entry, face_offset[m->n_faces]);
    for (lid e = 0; e < face_offset[m->n_faces]; e++)
        offset[face_node[e] + 2]++;
    for (lid n = 0; n < m->n_nodes; n++)
        offset[n + 2] += offset[n + 1];
    for (lid f = 0; f < m->n_faces; f++)
        for (lid e = face_offset[f]; e < face_offset[f + 1]; e++)
            entry[offset[face_node[e] + 1]++] = f;
    v->node_face_offset = upload(b, "node_face_offset", offset, ((size_t)m->n_nodes + 1) * sizeof *offset);
    v->node_face = upload(b, "node_face", entry, (size_t)face_offset[m->n_faces] * sizeof *entry);
    mem_free(offset);
    mem_free(entry);
    mem_free(face_offset);
    mem_free(face_node);
}

/* On which side of each of its faces a cell lies. */
static void cell_sides(const struct domain *d, struct paper_view *v)
{
    const struct pack *p = &d->pack;
    lid *side, *left = fetch(d->backend, d->view.left, p->n_faces);
    MEM_NEW(side, p->n_cell_faces);
    for (lid c = 0; c < p->n_stencil; c++)
        for (lid e = p->cell_face_offset[c]; e < p->cell_face_offset[c + 1]; e++)
            side[e] = left[p->cell_face[e]] == c ? 1 : -1;
    v->cell_side = upload(d->backend, "cell_side", side, (size_t)p->n_cell_faces * sizeof *side);
    mem_free(side);
    mem_free(left);
}

#define MOVE(array, count)                                                                         \
    do {                                                                                           \
        v->array = upload(d->backend, #array, p->array, (size_t)(count) * sizeof *p->array);       \
        MEM_FREE(p->array);                                                                        \
    } while (0)

/* node_faces() and cell_sides() first: they read what MOVE() takes away. */
void paper_view_create(struct domain *d, struct paper *paper)
{
    struct pack *p = &d->pack;
    struct paper_view *v = &paper->a.p;
    node_faces(d, v);
    cell_sides(d, v);
    MOVE(cell_face_offset, p->n_stencil + 1);
    MOVE(cell_face, p->n_cell_faces);
    MOVE(cell_cell, p->n_cell_faces);
    MOVE(cell_node_access, p->n_cell_nodes);
    MOVE(node_cell_access, p->n_node_cells);
    v->colour_face = upload(d->backend, "colour_face", p->face_colour_face, (size_t)p->n_flux * sizeof(lid));
    MEM_FREE(p->face_colour_face);
    v->n_inner_nodes = d->inner.nodes;
    paper->n_colours = (int)p->n_face_colours;
    paper->colour_offset = p->face_colour_offset;
    p->face_colour_offset = NULL;
    paper->n_face_nodes = (lid)p->n_face_nodes;
    paper->n_cell_nodes = (lid)p->n_cell_nodes;
    paper->n_node_cells = (lid)p->n_node_cells;
    paper->n_cell_faces = (lid)p->n_cell_faces;
}
