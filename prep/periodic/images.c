/* Grows a mesh by the images behind its periodic faces: which cells, then the numbers of their nodes and faces,
 * then their coordinates.
 *
 * An item of the grown mesh is a state: a number in the mesh and a transform. The same place may have several names,
 * as the node of a corner is its own image through each interface; node_number() and face_number() choose the one with
 * the smallest transform, and transform 0 is the mesh itself. So images join the mesh and one another without a search
 * by coordinates.
 *
 * The order matters: naming nodes of cells and faces fills the node table, so nodes come last; periodic faces keep
 * their code until all faces are named, since neighbour() knows them by it.
 */
#include "periodic/images.h"

#include "error.h"
#include "mesh/key_table.h"
#include "mem.h"
#include "mesh/node_cells.h"
#include "periodic/periodic.h"

#include <string.h>

/* States are pairs: number in the mesh, transform. The key tables hold those with
 * a transform other than 0; in the grown mesh they follow the mesh's own. */
struct build {
    struct mesh *m;
    struct periodic_links links;
    struct node_cells around;
    struct key_table cell, face, node;
    struct periodic_orbit orbit;       /* scratch */
    bool failed;                       /* error_set() was called */
};

/* A table that is full (transform_table_add()) is noted in failed and looked at by the loops; the transform
 * returned is then of no meaning. */
static int product(struct build *b, int left, int right)
{
    int p = transform_table_product(&b->m->periodic.table, left, right);
    b->failed = b->failed || p < 0;
    return p < 0 ? 0 : p;
}

static void find_orbit(struct build *b, lid node)
{
    b->failed = periodic_orbit_find(b->m, &b->links, node, &b->orbit) != 0 || b->failed;
}

/* ---- neighbours ---- */

struct state {
    lid item, transform; /* item -1: none */
};

/* The state reached by going through periodic face f, out of the image of its cell by `transform`. */
static struct state across_periodic(struct build *b, lid f, lid transform)
{
    const struct mesh_periodic *q = &b->m->periodic;
    int64_t pair = b->m->periodic.pair_of[f] / 2, side = b->m->periodic.pair_of[f] % 2;
    int number = q->interface[q->face_interface[pair]].number;
    /* Behind side 0 stands the cell of side 1 moved back (periodic.h). */
    if (side == 0)
        number = transform_table_inverse(&b->m->periodic.table, number);
    b->failed = b->failed || number < 0;
    return (struct state){b->m->left[q->face[1 - side][pair]], product(b, transform, number)};
}

/* item -1: the face is on a patch, also behind an image. */
static struct state neighbour(struct build *b, lid f, lid cell, lid transform)
{
    if (mesh_is_periodic(b->m, f))
        return across_periodic(b, f, transform);
    return (struct state){mesh_across(b->m, f, cell), transform};
}

static void add_cell(struct build *b, struct state s)
{
    if (s.item >= 0 && s.transform != 0)
        key_table_find_or_add(&b->cell, s.item, s.transform);
}

/* Number of a cell in the grown mesh, MESH_OUTSIDE when it has no place there. */
static lid cell_number(const struct build *b, struct state s)
{
    if (s.transform == 0)
        return s.item;
    lid i = key_table_find(&b->cell, s.item, s.transform);
    return i < 0 ? MESH_OUTSIDE : (lid)b->m->n_cells + i;
}

/* Images of all cells around the image by `transform` of a node. */
static void add_cells_around(struct build *b, lid node, lid transform)
{
    find_orbit(b, node);
    for (int k = 0; k < b->orbit.n; k++) {
        /* The orbit tells which nodes coincide with this one, and moved by what; their cells stand around it moved
         * likewise. t = 0: cells of the mesh itself, which are there. */
        lid v = b->orbit.node[k], t = product(b, transform, b->orbit.transform[k]);
        for (int64_t i = b->around.offset[v]; i < b->around.offset[v + 1] && t != 0; i++)
            add_cell(b, (struct state){b->around.cell[i], t});
    }
}

/* Of the images first .. end-1 at that moment; what is added goes behind them and is not visited. */
static void add_face_neighbours(struct build *b, int64_t begin, int64_t end)
{
    const struct mesh *m = b->m;
    for (int64_t i = begin; i < end && !b->failed; i++) {
        lid c = b->cell.first[i], t = b->cell.second[i];
        for (int64_t k = m->cell_face_offset[c]; k < m->cell_face_offset[c + 1]; k++)
            add_cell(b, neighbour(b, m->cell_face[k], c, t));
    }
}

/* The images that some halo may hold (images.h): those across periodic faces, their face neighbours, and all around
 * the nodes of the interfaces and of the first ones. Which of them a rank needs is for halo_build.c. */
static void find_cells(struct build *b)
{
    const struct mesh *m = b->m;
    const struct mesh_periodic *q = &m->periodic;
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < q->n_pairs; i++)
            add_cell(b, across_periodic(b, q->face[side][i], 0));
    /* Those across periodic faces; find_cells() needs to tell them from what their neighbours add. */
    int64_t first = b->cell.n;
    add_face_neighbours(b, 0, first);
    for (lid v = 0; v < m->n_nodes && !b->failed; v++)
        if (b->links.slot[v] >= 0)
            add_cells_around(b, v, 0);
    for (int64_t i = 0; i < first && !b->failed; i++) {
        lid c = b->cell.first[i], t = b->cell.second[i];
        for (int64_t k = m->cell_node_offset[c]; k < m->cell_node_offset[c + 1]; k++)
            add_cells_around(b, m->cell_node[k], t);
    }
}

/* ---- names of nodes and faces ---- */

/* Of all states at the place of this one, the one with the smallest transform,
 * then node; added unless it is the mesh's. Its number in the grown mesh. */
static lid node_number(struct build *b, lid node, lid transform)
{
    struct state best = {node, transform};
    if (b->links.slot[node] >= 0) {
        find_orbit(b, node);
        for (int k = 0; k < b->orbit.n; k++) {
            struct state s = {b->orbit.node[k], product(b, transform, b->orbit.transform[k])};
            if (s.transform < best.transform || (s.transform == best.transform && s.item < best.item))
                best = s;
        }
    }
    if (best.transform == 0)
        return best.item;
    return (lid)b->m->n_nodes + key_table_find_or_add(&b->node, best.item, best.transform);
}

/* The same for faces, of which at most two coincide. */
static lid face_number(struct build *b, lid face, lid transform)
{
    struct state best = {face, transform};
    if (mesh_is_periodic(b->m, face)) {
        const struct mesh_periodic *q = &b->m->periodic;
        int64_t pair = b->m->periodic.pair_of[face] / 2, side = b->m->periodic.pair_of[face] % 2;
        struct state s = {q->face[1 - side][pair], across_periodic(b, face, transform).transform};
        if (s.transform < best.transform || (s.transform == best.transform && s.item < best.item))
            best = s;
    }
    if (best.transform == 0)
        return best.item;
    return (lid)b->m->n_faces + key_table_find_or_add(&b->face, best.item, best.transform);
}

/* ---- growing the mesh ---- */

/* Arrays of the mesh get longer in place. Faces and nodes of an image get the numbers of the mesh's own where
 * these are at the same place, so that an image and the cell it touches share a face like any two cells. */
static void grow_cells(struct build *b)
{
    struct mesh *m = b->m;
    int64_t n = m->n_cells + b->cell.n;
    int64_t nodes = m->cell_node_offset[m->n_cells], faces = m->cell_face_offset[m->n_cells];
    for (int64_t i = 0; i < b->cell.n; i++) {
        lid c = b->cell.first[i];
        nodes += m->cell_node_offset[c + 1] - m->cell_node_offset[c];
        faces += m->cell_face_offset[c + 1] - m->cell_face_offset[c];
    }
    /* Sizes are counted first, so that each array moves once. */
    MEM_RESIZE(m->cell_type, n);
    MEM_RESIZE(m->cell_node_offset, n + 1);
    MEM_RESIZE(m->cell_face_offset, n + 1);
    MEM_RESIZE(m->cell_node, nodes);
    MEM_RESIZE(m->cell_face, faces);
    for (int64_t i = 0; i < b->cell.n && !b->failed; i++) {
        lid c = b->cell.first[i], t = b->cell.second[i];
        int64_t at = m->n_cells + i;
        int64_t n_nodes = m->cell_node_offset[c + 1] - m->cell_node_offset[c];
        int64_t n_faces = m->cell_face_offset[c + 1] - m->cell_face_offset[c];
        m->cell_type[at] = m->cell_type[c];
        m->cell_node_offset[at + 1] = m->cell_node_offset[at] + n_nodes;
        m->cell_face_offset[at + 1] = m->cell_face_offset[at] + n_faces;
        for (int64_t k = 0; k < n_nodes; k++)
            m->cell_node[m->cell_node_offset[at] + k] = node_number(b, m->cell_node[m->cell_node_offset[c] + k], t);
        for (int64_t k = 0; k < n_faces; k++)
            m->cell_face[m->cell_face_offset[at] + k] = face_number(b, m->cell_face[m->cell_face_offset[c] + k], t);
    }
}

/* left < right need not hold for faces of images, as one of their cells may be missing (MESH_OUTSIDE); packs
 * number anew. */
static void grow_faces(struct build *b)
{
    struct mesh *m = b->m;
    int64_t n = m->n_faces + b->face.n, nodes = m->face_node_offset[m->n_faces];
    for (int64_t i = 0; i < b->face.n; i++)
        nodes += m->face_node_offset[b->face.first[i] + 1] - m->face_node_offset[b->face.first[i]];
    MEM_RESIZE(m->left, n);
    MEM_RESIZE(m->right, n);
    MEM_RESIZE(m->face_node_offset, n + 1);
    MEM_RESIZE(m->face_node, nodes);
    for (int64_t i = 0; i < b->face.n && !b->failed; i++) {
        lid f = b->face.first[i], t = b->face.second[i];
        int64_t at = m->n_faces + i, n_nodes = m->face_node_offset[f + 1] - m->face_node_offset[f];
        m->left[at] = cell_number(b, (struct state){m->left[f], t});
        if (mesh_is_on_patch(m, f))
            m->right[at] = m->right[f];
        else
            m->right[at] = cell_number(b, neighbour(b, f, m->left[f], t));
        m->face_node_offset[at + 1] = m->face_node_offset[at] + n_nodes;
        for (int64_t k = 0; k < n_nodes; k++)
            m->face_node[m->face_node_offset[at] + k] = node_number(b, m->face_node[m->face_node_offset[f] + k], t);
    }
}

/* After the other faces, which find periodic ones by their code. */
static void open_periodic_faces(struct build *b)
{
    const struct mesh_periodic *q = &b->m->periodic;
    for (int64_t i = 0; i < q->n_pairs; i++) {
        /* Both before either is written: across_periodic() finds a face by its code. */
        struct state s[2] = {across_periodic(b, q->face[0][i], 0), across_periodic(b, q->face[1][i], 0)};
        for (int side = 0; side < 2; side++)
            b->m->right[q->face[side][i]] = cell_number(b, s[side]);
    }
}

static void grow_nodes(struct build *b)
{
    struct mesh *m = b->m;
    for (int d = 0; d < 3; d++)
        MEM_RESIZE(m->x[d], m->n_nodes + b->node.n);
    for (int64_t i = 0; i < b->node.n; i++) {
        lid v = b->node.first[i];
        struct vec3 x = transform_point(&m->periodic.table.item[b->node.second[i]],
                                        vec3_at(m->x, v));
        m->x[0][m->n_nodes + i] = x.x;
        m->x[1][m->n_nodes + i] = x.y;
        m->x[2][m->n_nodes + i] = x.z;
    }
}

/* [3][n] becomes [3][n + keys]; what is behind n are the points' images. */
static double *grow_points(const struct mesh *m, double *old, int64_t n, const struct key_table *keys)
{
    /* Not in place: the components move apart when their stride grows. */
    double *grown;
    int64_t all = n + keys->n;
    MEM_NEW(grown, 3 * all);
    for (int d = 0; d < 3; d++)
        memcpy(grown + d * all, old + d * n, (size_t)n * sizeof *old);
    for (int64_t i = 0; i < keys->n; i++) {
        lid c = keys->first[i];
        struct vec3 x = transform_point(&m->periodic.table.item[keys->second[i]],
                                        vec3_make(old[c], old[n + c], old[2 * n + c]));
        grown[n + i] = x.x;
        grown[all + n + i] = x.y;
        grown[2 * all + n + i] = x.z;
    }
    mem_free(old);
    return grown;
}

/* Images have the volume of their cell to the last bit; only centroids are transformed. */
static void grow_metrics(const struct build *b, struct metrics *g)
{
    g->centroid = grow_points(b->m, g->centroid, b->m->n_cells, &b->cell);
    MEM_RESIZE(g->volume, b->m->n_cells + b->cell.n);
    for (int64_t i = 0; i < b->cell.n; i++)
        g->volume[b->m->n_cells + i] = g->volume[b->cell.first[i]];
    g->stride = b->m->n_cells + b->cell.n;
}

/* The tables' arrays become the mesh's. */
static void hand_over(struct build *b)
{
    struct mesh *m = b->m;
    m->images = (struct mesh_images){b->cell.n,       b->face.n,       b->node.n,       b->cell.first,
                                     b->face.first,   b->node.first,   b->cell.second};
    b->cell.first = b->cell.second = b->face.first = b->node.first = NULL;
}

static void prepare(struct build *b)
{
    key_table_init(&b->cell);
    key_table_init(&b->face);
    key_table_init(&b->node);
    node_cells_make(b->m, &b->around);
    b->failed = periodic_links_make(b->m, &b->links) != 0;
}

static void release(struct build *b)
{
    key_table_free(&b->cell);
    key_table_free(&b->face);
    key_table_free(&b->node);
    node_cells_free(&b->around);
    periodic_links_free(&b->links);
    periodic_orbit_free(&b->orbit);
}

/* After reordering and wall distances, which are of the mesh's own cells. Every array that is indexed by
 * cell, face or node grows here; an array that is added to struct mesh and forgotten here would be too short. */
int images_add(struct mesh *m, struct metrics *g)
{
    if (m->periodic.n_pairs == 0)
        return 0;
    struct build b = {.m = m};
    prepare(&b);
    if (!b.failed)
        find_cells(&b);
    if (!b.failed && m->n_cells + b.cell.n > LID_MAX)
        b.failed = error_set("the mesh and its periodic images have more than %d cells", LID_MAX) != 0;
    if (!b.failed)
        grow_cells(&b);
    if (!b.failed)
        grow_faces(&b);
    if (!b.failed) {
        open_periodic_faces(&b);
        grow_nodes(&b);
        grow_metrics(&b, g);
        hand_over(&b);
    }
    release(&b);
    return b.failed;
}
