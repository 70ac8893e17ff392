/* Counts the longest arrays of a pack before it is made. */
#include "pack/pack_limits.h"

#include "error.h"
#include "pack/pack.h"

#include <string.h>

static int64_t nodes_of(const struct mesh *m, lid cell)
{
    return m->cell_node_offset[cell + 1] - m->cell_node_offset[cell];
}

static int64_t faces_of(const struct mesh *m, lid cell)
{
    return m->cell_face_offset[cell + 1] - m->cell_face_offset[cell];
}

/* cell is negative beyond a boundary face, and n_cells or more for images of periodic sides, which nobody owns. */
static bool is_owned(const struct mesh *m, const struct ordering *o, int rank, lid cell)
{
    return cell >= 0 && cell < m->n_cells && o->rank_of[cell] == rank;
}

/* Nodes of the cell's faces but of those that another owned cell counts. */
static int64_t face_nodes_of(const struct mesh *m, const struct ordering *o, int rank, lid cell)
{
    bool owned = is_owned(m, o, rank, cell);
    int64_t n = 0;
    for (int64_t k = m->cell_face_offset[cell]; k < m->cell_face_offset[cell + 1]; k++) {
        lid f = m->cell_face[k], other = mesh_across(m, f, cell);
        if (!is_owned(m, o, rank, other) || (owned && cell < other))
            n += m->face_node_offset[f + 1] - m->face_node_offset[f];
    }
    return n;
}

/* Stencil cells in the pack's order, one after another. */
struct slices {
    int64_t n, widest; /* cells so far, and faces of the widest of the slice begun */
};

/* A slice has SLICE rows of the width of its widest cell; each time a wider cell comes, all SLICE rows grow by the
 * difference. */
static void add_stencil_cell(const struct mesh *m, const struct ordering *o, int rank, lid cell, struct slices *at,
                             struct pack_sizes *s)
{
    int64_t faces = faces_of(m, cell);
    if (at->n++ % SLICE == 0)
        at->widest = 0;
    if (faces > at->widest) {
        s->slice_entries += SLICE * (faces - at->widest);
        at->widest = faces;
    }
    s->cell_faces += faces;
    s->cell_nodes += nodes_of(m, cell);
    s->face_nodes += face_nodes_of(m, o, rank, cell);
}

void pack_sizes_find(const struct mesh *m, const struct ordering *o, const struct halos *h, int rank,
                     struct pack_sizes *s)
{
    const int64_t *layer = h->layer_begin + 3 * rank;
    struct slices at = {0};
    memset(s, 0, sizeof *s);
    for (int64_t i = o->rank_offset[rank]; i < o->rank_offset[rank + 1]; i++)
        add_stencil_cell(m, o, rank, o->cell[i], &at, s);
    for (int64_t i = layer[0]; i < layer[1]; i++)
        add_stencil_cell(m, o, rank, h->cell[i], &at, s);
    s->node_cells = s->cell_nodes;
    for (int64_t i = layer[1]; i < layer[3]; i++)
        s->node_cells += nodes_of(m, h->cell[i]);
}

/* The largest that any rank's arrays can be. */
static int64_t most_of_all(const struct mesh *m)
{
    /* A rank has no more than the whole mesh with its images; slices are counted as if all were as wide as the widest
     * cell. */
    int64_t most = m->cell_node_offset[mesh_all_cells(m)], widest = 0;
#pragma omp parallel for schedule(static) reduction(max : widest)
    for (lid c = 0; c < mesh_all_cells(m); c++)
        widest = faces_of(m, c) > widest ? faces_of(m, c) : widest;
    const int64_t other[2] = {m->face_node_offset[mesh_all_faces(m)], widest * (mesh_all_cells(m) + SLICE)};
    for (int k = 0; k < 2; k++)
        most = other[k] > most ? other[k] : most;
    return most;
}

/* The quick bound over the whole mesh settles all but the largest meshes; only beyond it each rank is counted. */
int pack_limits_check(const struct mesh *m, const struct ordering *o, const struct halos *h, int64_t most)
{
    if (most_of_all(m) <= most)
        return 0;
    for (int r = 0; r < o->n_ranks; r++) {
        struct pack_sizes s;
        pack_sizes_find(m, o, h, r, &s);
        const struct {
            const char *what;
            int64_t n;
        } row[] = {{"nodes of cells", s.cell_nodes}, {"faces of cells", s.cell_faces},
                   {"entries of slices", s.slice_entries},
                   {"nodes of faces", s.face_nodes}, {"cells around nodes", s.node_cells}};
        for (size_t k = 0; k < sizeof row / sizeof *row; k++)
            if (row[k].n > most)
                return error_set("--ranks %d: the pack of rank %d would hold %" PRId64 " %s, and packs number %" PRId64
                                 " at most; ask for more ranks",
                                 o->n_ranks, r, row[k].n, row[k].what, most);
    }
    return 0;
}
