/* Turns the faces of each polyhedron so that they all point out of it.
 *
 * Two faces that meet at an edge point to the same side of the surface if they run through the edge in opposite
 * directions. From the first face on that fixes the turn of all others (walk_surface()), whatever the file says, and
 * the sign of the volume then decides between the two ways that remain. A cell may touch itself, so that four faces
 * meet at an edge: such edges hand on nothing, but must be run through as often forwards as backwards like all others
 * (find_fault()).
 */
#include "mesh/polyhedra.h"

#include "element.h"
#include "error.h"
#include "mem.h"
#include "vec3.h"

#include <stdlib.h>
#include <string.h>

/* An edge of a face of the cell at work. */
struct edge {
    lid low, high;
    int32_t face;    /* which of the cell's faces */
    int32_t forward; /* 1: the face's nodes run from low to high, else -1 */
};

/* Scratch arrays for one cell; each thread has its own. */
struct scratch {
    struct edge *edge;
    int8_t *turn; /* of each face: 1 as it is, -1 backwards, 0 not known yet */
    lid *node;
    int64_t n_edges, edge_capacity, face_capacity;
};

/* Sizes of an ordinary polyhedron; scratch_reserve() doubles them for larger ones. */
static void scratch_init(struct scratch *r)
{
    r->edge_capacity = 256;
    r->face_capacity = 64;
    r->n_edges = 0;
    MEM_NEW(r->edge, r->edge_capacity);
    MEM_NEW(r->node, r->edge_capacity);
    MEM_NEW(r->turn, r->face_capacity);
}

static void scratch_free(struct scratch *r)
{
    mem_free(r->edge);
    mem_free(r->node);
    mem_free(r->turn);
}

static int64_t polygon_size(const struct raw_mesh *m, lid p)
{
    return m->polygon_node_offset[p + 1] - m->polygon_node_offset[p];
}

/* Makes the arrays long enough for the edges of all faces of a cell. */
static void scratch_reserve(struct scratch *r, const struct raw_mesh *m, int64_t c)
{
    int64_t begin = m->cell_polygon_offset[c], end = m->cell_polygon_offset[c + 1], n = 0;
    for (int64_t i = begin; i < end; i++)
        n += polygon_size(m, m->cell_polygon[i]);
    if (n > r->edge_capacity) {
        r->edge_capacity = 2 * n;
        MEM_RESIZE(r->edge, r->edge_capacity);
        MEM_RESIZE(r->node, r->edge_capacity);
    }
    if (end - begin > r->face_capacity) {
        r->face_capacity = 2 * (end - begin);
        MEM_RESIZE(r->turn, r->face_capacity);
    }
}

/* By nodes alone: entries of one edge stand together, in the order of the faces or not, which does not
 * matter. */
static int compare_edges(const void *a, const void *b)
{
    const struct edge *e = a, *f = b;
    if (e->low != f->low)
        return e->low < f->low ? -1 : 1;
    return (e->high > f->high) - (e->high < f->high);
}

/* By insertion up to the edges of an ordinary cell; a cell that a hanging mesh gave hundreds of faces by
 * qsort(). */
static void sort_edges(struct edge *e, int64_t n)
{
    if (n > 256) {
        qsort(e, (size_t)n, sizeof *e, compare_edges);
        return;
    }
    for (int64_t i = 1; i < n; i++) {
        struct edge x = e[i];
        int64_t at = i;
        for (; at > 0 && compare_edges(&e[at - 1], &x) > 0; at--)
            e[at] = e[at - 1];
        e[at] = x;
    }
}

/* Faces of fewer than three nodes have vanished. */
static void list_edges(struct scratch *r, const struct raw_mesh *m, int64_t c)
{
    int64_t begin = m->cell_polygon_offset[c], end = m->cell_polygon_offset[c + 1];
    r->n_edges = 0;
    for (int64_t i = begin; i < end; i++) {
        const lid *node = m->polygon_node + m->polygon_node_offset[m->cell_polygon[i]];
        int64_t n = polygon_size(m, m->cell_polygon[i]);
        for (int64_t k = 0; k < n && n >= 3; k++) {
            lid a = node[k], b = node[(k + 1) % n];
            r->edge[r->n_edges++] =
                (struct edge){a < b ? a : b, a < b ? b : a, (int32_t)(i - begin), a < b ? 1 : -1};
        }
    }
    sort_edges(r->edge, r->n_edges);
}

/* The first entry behind i of another edge. */
static int64_t next_edge(const struct scratch *r, int64_t i)
{
    int64_t k = i + 1;
    while (k < r->n_edges && compare_edges(&r->edge[i], &r->edge[k]) == 0)
        k++;
    return k;
}

/* Hands the turn of one face on across edges of two faces until all of its
 * surface is reached; edges where more of the cell's faces meet tell nothing. Passes over the whole list until one
 * changes nothing: a cell has some tens of edges, and a queue would cost more than the few passes. */
static void walk_surface(struct scratch *r, int64_t n_faces)
{
    memset(r->turn, 0, (size_t)n_faces);
    r->turn[r->edge[0].face] = 1;
    for (bool more = true; more;) {
        more = false;
        for (int64_t i = 0, k; i < r->n_edges; i = k) {
            k = next_edge(r, i);
            const struct edge *e = &r->edge[i], *f = &r->edge[i + 1];
            /* Nothing to hand on where both faces are turned already, or neither is yet. */
            if (k - i != 2 || (r->turn[e->face] != 0) == (r->turn[f->face] != 0))
                continue;
            int8_t *unknown = r->turn[e->face] ? &r->turn[f->face] : &r->turn[e->face];
            int8_t known = r->turn[e->face] ? r->turn[e->face] : r->turn[f->face];
            /* Two faces that run through their edge the same way as the file has them must be turned against one
             * another. */
            *unknown = (int8_t)(e->forward == f->forward ? -known : known);
            more = true;
        }
    }
}

enum fault { FAULT_NONE, FAULT_FEW, FAULT_OPEN, FAULT_PIECES, FAULT_TWISTED };

/* Is each edge run through as often forwards as backwards? *at: the first that is not.
 * The three tests from the plainest to the subtlest, so that the message fits: an edge with an odd number of
 * faces is a hole; a face that the walk did not reach belongs to another piece; an edge run through more
 * often one way than the other belongs to a surface that has no inside. */
static enum fault find_fault(const struct scratch *r, int64_t *at)
{
    *at = 0;
    for (int64_t i = 0, k; i < r->n_edges; i = k) {
        k = next_edge(r, i);
        *at = i;
        if ((k - i) % 2 != 0)
            return FAULT_OPEN;
    }
    for (int64_t i = 0; i < r->n_edges; i++) {
        *at = i;
        if (r->turn[r->edge[i].face] == 0)
            return FAULT_PIECES;
    }
    for (int64_t i = 0, k; i < r->n_edges; i = k) {
        int32_t balance = 0;
        k = next_edge(r, i);
        for (int64_t j = i; j < k; j++)
            balance += r->edge[j].forward * r->turn[r->edge[j].face];
        *at = i;
        if (balance != 0)
            return FAULT_TWISTED;
    }
    return FAULT_NONE;
}

/* Six times the volume of the cell as its faces are turned now, each face split
 * about its vertex mean, seen from the cell's first node. */
static double signed_volume(const struct scratch *r, const struct raw_mesh *m, int64_t c)
{
    int64_t begin = m->cell_polygon_offset[c], end = m->cell_polygon_offset[c + 1];
    struct vec3 origin = vec3_at(m->x, r->edge[0].low);
    double volume = 0.0;
    for (int64_t i = begin; i < end; i++) {
        const lid *node = m->polygon_node + m->polygon_node_offset[m->cell_polygon[i]];
        int64_t n = polygon_size(m, m->cell_polygon[i]);
        struct vec3 mean = {0, 0, 0};
        for (int64_t k = 0; k < n; k++)
            mean = vec3_add(mean, vec3_scale(1.0 / (double)n, vec3_sub(vec3_at(m->x, node[k]), origin)));
        for (int64_t k = 0; k < n; k++) {
            struct vec3 a = vec3_sub(vec3_at(m->x, node[k]), origin);
            struct vec3 b = vec3_sub(vec3_at(m->x, node[(k + 1) % n]), origin);
            volume += r->turn[i - begin] * vec3_dot(mean, vec3_cross(a, b));
        }
    }
    return volume;
}

/* Leaves the cell's edges and turns in r. *at: the edge at fault.
 * Fewer than 12 entries are fewer than the six edges of a tetrahedron, each in two faces. */
static enum fault orient_cell(struct scratch *r, const struct raw_mesh *m, int64_t c, int64_t *at)
{
    int64_t n_faces = m->cell_polygon_offset[c + 1] - m->cell_polygon_offset[c];
    *at = 0;
    scratch_reserve(r, m, c);
    list_edges(r, m, c);
    if (r->n_edges < 12)
        return FAULT_FEW;
    walk_surface(r, n_faces);
    enum fault fault = find_fault(r, at);
    /* The first face was taken as it stands; if it pointed inward all do, and the volume is negative. */
    double sign = fault == FAULT_NONE && signed_volume(r, m, c) < 0.0 ? -1.0 : 1.0;
    for (int64_t f = 0; f < n_faces && sign < 0.0; f++)
        r->turn[f] = (int8_t)-r->turn[f];
    return fault;
}

/* Repeats the work for the one cell that is named: the threads kept nothing but its number. */
static int say_fault(const struct raw_mesh *m, int64_t c, int64_t n_bad)
{
    struct scratch r;
    int64_t at, faces = 0;
    scratch_init(&r);
    /* FAULT_FEW leaves no edge to show, and at may be beyond the list. */
    enum fault fault = orient_cell(&r, m, c, &at);
    struct edge e = fault == FAULT_FEW ? (struct edge){0} : r.edge[at];
    if (fault != FAULT_FEW)
        faces = next_edge(&r, at) - at;
    struct vec3 x = vec3_at(m->x, e.low);
    scratch_free(&r);
    if (fault == FAULT_FEW)
        return error_set("%s: %" PRId64 " polyhedra are not closed surfaces; the first is cell %" PRId64
                         ", whose faces have fewer than six edges; repair the mesh",
                         m->source, n_bad, c + 1);
    if (fault == FAULT_PIECES)
        return error_set("%s: %" PRId64 " polyhedra are not closed surfaces; the first is cell %" PRId64
                         " near (%g, %g, %g), whose faces fall into separate pieces; repair the mesh",
                         m->source, n_bad, c + 1, x.x, x.y, x.z);
    return error_set("%s: %" PRId64 " polyhedra are not closed surfaces; the first is cell %" PRId64
                     ", %" PRId64 " of whose faces meet at the edge of nodes %" PRId64 " and %" PRId64
                     " at (%g, %g, %g)%s; repair the mesh",
                     m->source, n_bad, c + 1, faces, (int64_t)e.low + 1, (int64_t)e.high + 1, x.x, x.y, x.z,
                     fault == FAULT_TWISTED ? " and which has no inside" : "");
}

static bool is_polyhedron(const struct raw_mesh *m, int64_t c)
{
    return m->cell_type[c] == ELEMENT_POLYHEDRON;
}

/* The smallest number of a bad cell, by reduction: the message does not depend on threads. ~p is written into
 * the cell's own list, never into the polygon, which its other cell reads at the same time. */
static int orient_all(struct raw_mesh *m)
{
    int64_t first_bad = INT64_MAX, n_bad = 0;
#pragma omp parallel reduction(min : first_bad) reduction(+ : n_bad)
    {
        struct scratch r;
        scratch_init(&r);
#pragma omp for schedule(dynamic, 256)
        for (int64_t c = 0; c < m->n_cells; c++) {
            int64_t at, begin = m->cell_polygon_offset[c];
            if (!is_polyhedron(m, c))
                continue;
            if (orient_cell(&r, m, c, &at) != FAULT_NONE) {
                first_bad = c < first_bad ? c : first_bad;
                n_bad++;
                continue;
            }
            for (int64_t i = begin; i < m->cell_polygon_offset[c + 1]; i++)
                if (r.turn[i - begin] < 0)
                    m->cell_polygon[i] = ~m->cell_polygon[i];
        }
        scratch_free(&r);
    }
    return n_bad ? say_fault(m, first_bad, n_bad) : 0;
}

/* Nodes that follow themselves around a polygon count once.
 * In place: what is kept never moves beyond what is read. The last loop takes off a last node equal to the
 * first. */
static void clean_polygons(struct raw_mesh *m)
{
    int64_t used = 0, begin = 0;
    for (int64_t p = 0; p < m->n_polygons; p++) {
        int64_t end = m->polygon_node_offset[p + 1], first = used;
        for (int64_t i = begin; i < end; i++)
            if (used == first || m->polygon_node[i] != m->polygon_node[used - 1])
                m->polygon_node[used++] = m->polygon_node[i];
        while (used > first + 1 && m->polygon_node[used - 1] == m->polygon_node[first])
            used--;
        begin = end;
        m->polygon_node_offset[p] = first;
    }
    m->polygon_node_offset[m->n_polygons] = used;
}

/* The nodes of a cell, ascending, in r->node; returns their number. */
static int64_t list_nodes(struct scratch *r, const struct raw_mesh *m, int64_t c)
{
    int64_t n = 0, used = 0;
    scratch_reserve(r, m, c);
    for (int64_t i = m->cell_polygon_offset[c]; i < m->cell_polygon_offset[c + 1]; i++) {
        lid p = m->cell_polygon[i];
        memcpy(r->node + n, m->polygon_node + m->polygon_node_offset[p], (size_t)polygon_size(m, p) * sizeof(lid));
        n += polygon_size(m, p);
    }
    qsort(r->node, (size_t)n, sizeof(lid), lid_compare);
    for (int64_t i = 0; i < n; i++)
        if (i == 0 || r->node[i] != r->node[i - 1])
            r->node[used++] = r->node[i];
    return used;
}

/* Replaces cell_node by one that has the polyhedra's nodes too. It must run before orient_all(), which marks polygons
 * with ~. Each cell's nodes are found twice, first to count them: that takes less memory than keeping them. */
static void make_cell_nodes(struct raw_mesh *m)
{
    int64_t *offset;
    lid *node;
    MEM_NEW(offset, m->n_cells + 1);
    offset[0] = 0;
#pragma omp parallel
    {
        struct scratch r;
        scratch_init(&r);
#pragma omp for schedule(dynamic, 256)
        for (int64_t c = 0; c < m->n_cells; c++)
            offset[c + 1] = is_polyhedron(m, c) ? list_nodes(&r, m, c)
                                                : m->cell_node_offset[c + 1] - m->cell_node_offset[c];
#pragma omp single
        {
            for (int64_t c = 0; c < m->n_cells; c++)
                offset[c + 1] += offset[c];
            MEM_NEW(node, offset[m->n_cells]);
        }
#pragma omp for schedule(dynamic, 256)
        for (int64_t c = 0; c < m->n_cells; c++) {
            const lid *from = m->cell_node + m->cell_node_offset[c];
            if (is_polyhedron(m, c)) {
                list_nodes(&r, m, c);
                from = r.node;
            }
            memcpy(node + offset[c], from, (size_t)(offset[c + 1] - offset[c]) * sizeof *node);
        }
        scratch_free(&r);
    }
    mem_free(m->cell_node_offset);
    mem_free(m->cell_node);
    m->cell_node_offset = offset;
    m->cell_node = node;
}

/* The order is needed: nodes are listed from polygons that are not yet marked with ~. */
int polyhedra_prepare(struct raw_mesh *m)
{
    if (m->n_polygons == 0)
        return 0;
    clean_polygons(m);
    make_cell_nodes(m);
    return orient_all(m);
}
