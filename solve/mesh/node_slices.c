/* node_slices.c: the table of nodes by slices, made on the host and put on the device. */
#include "mesh/node_slices.h"

#include "mem.h"

/* The table of nodes on the host, with the layout of struct mesh_view. */
struct node_slices {
    int64_t n_slices, n_entries;
    lid *offset, *node;
    stored *weight; /* [3][n_entries], or NULL */
};

/* Nodes that a collapsed cell repeats count each time: entry k belongs to the k-th mention. */
static lid nodes_of(const struct pack *p, int64_t cell)
{
    return p->cell_node_offset[cell + 1] - p->cell_node_offset[cell];
}

/* Makes every slice as wide as its cell with the most nodes. */
static void make_offsets(const struct pack *p, struct node_slices *t)
{
    t->n_slices = (p->n_stencil + SLICE - 1) / SLICE;
    MEM_NEW(t->offset, t->n_slices + 1);
    t->offset[0] = 0;
    for (int64_t s = 0; s < t->n_slices; s++) {
        lid widest = 0;
        for (int64_t i = s * SLICE; i < (s + 1) * SLICE && i < p->n_stencil; i++)
            widest = nodes_of(p, i) > widest ? nodes_of(p, i) : widest;
        t->offset[s + 1] = t->offset[s] + SLICE * widest;
    }
    t->n_entries = t->offset[t->n_slices];
}

/*    offset[cell / 32] + 32 k + cell % 32: node k of 32 neighbouring cells side by side, for warps */
static int64_t entry_of(const struct node_slices *t, int64_t cell, lid k)
{
    return t->offset[cell / SLICE] + (int64_t)k * SLICE + cell % SLICE;
}

/* Entries that each cell of its slice has room for. */
static lid row_width(const struct node_slices *t, int64_t cell)
{
    return (t->offset[cell / SLICE + 1] - t->offset[cell / SLICE]) / SLICE;
}

/* Behind a cell's nodes stands ~ its first one: a place that can be read like others, and that the sign tells from a
 * node. Its weight stays 0. */
static void make_nodes(const struct pack *p, struct node_slices *t)
{
    MEM_NEW_ZERO(t->node, t->n_entries);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < p->n_stencil; i++) {
        const lid *node = p->cell_node + p->cell_node_offset[i];
        for (lid k = 0; k < row_width(t, i); k++)
            t->node[entry_of(t, i, k)] = k < nodes_of(p, i) ? node[k] : ~node[0];
    }
}

/* An equal share of the outward area vector of face f (signed_face as in slice_face) to each of
 * its nodes, in the row of cell i.
 * Faces name few nodes and cells have few: two short loops find the entry. stored: float in mixed precision. */
static void share_face(const struct pack *p, int64_t i, lid signed_face, struct node_slices *t)
{
    lid f = signed_face >= 0 ? signed_face : ~signed_face, begin = p->face_node_offset[f],
        end = p->face_node_offset[f + 1];
    double share = (signed_face >= 0 ? 1.0 : -1.0) / (double)(end - begin);
    for (lid e = begin; e < end; e++)
        for (lid k = 0; k < nodes_of(p, i); k++)
            if (t->node[entry_of(t, i, k)] == p->face_node[e])
                for (int d = 0; d < 3; d++)
                    t->weight[d * t->n_entries + entry_of(t, i, k)] += (stored)(share * p->normal[d * p->n_faces + f]);
}

/* The shares of all faces between cells, face by face in the order of the cell's slice. Boundary faces have none:
 * gradient_node() adds them with the mean of cell and ghost. */
static void make_weights(const struct pack *p, struct node_slices *t)
{
    MEM_NEW_ZERO(t->weight, 3 * t->n_entries);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < p->n_stencil; i++) {
        lid begin = p->slice_offset[i / SLICE], end = p->slice_offset[i / SLICE + 1];
        for (lid e = begin + (lid)(i % SLICE); e < end; e += SLICE)
            if (p->slice_face[e] != SLICE_PAD && p->slice_cell[e] < p->n_cells)
                share_face(p, i, p->slice_face[e], t);
    }
}

static void *upload(const struct backend *b, const char *label, const void *host, size_t bytes)
{
    void *device = b->alloc(label, bytes);
    if (bytes > 0)
        b->upload(device, host, bytes);
    return device;
}

/* The host's tables are freed; the device's belong to the view. */
void node_slices_upload(const struct backend *b, const struct pack *p, bool with_weights, struct mesh_view *view)
{
    struct node_slices t = {0, 0, NULL, NULL, NULL};
    make_offsets(p, &t);
    make_nodes(p, &t);
    if (with_weights)
        make_weights(p, &t);
    view->n_node_entries = t.n_entries;
    view->node_slice_offset = upload(b, "node_slice_offset", t.offset, ((size_t)t.n_slices + 1) * sizeof *t.offset);
    view->node_slice = upload(b, "node_slice", t.node, (size_t)t.n_entries * sizeof *t.node);
    if (with_weights)
        view->node_weight = upload(b, "node_weight", t.weight, 3 * (size_t)t.n_entries * sizeof *t.weight);
    mem_free(t.offset);
    mem_free(t.node);
    mem_free(t.weight);
}
