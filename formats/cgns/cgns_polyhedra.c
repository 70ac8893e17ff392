/* cgns_polyhedra.c: cells by their faces: NGON_n and NFACE_n sections.
 *
 *   NGON_n    element = a face by its nodes           into the pool of faces
 *   NFACE_n   element = a cell by its faces' element  into the mesh, when the pool
 *             numbers, negative for inward faces      is complete
 *
 * In a plane mesh faces are edges, and the cells are polygons. There NGON_n may also
 * list the nodes around the cells themselves. Signs say what the geometry says as
 * well, and are not used.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"

#include <string.h>

/* Least number of nodes of a face: an edge of a plane mesh has two. */
static int least_nodes(const struct cgns_zone *z)
{
    return z->dim;
}

/* ---- faces ------------------------------------------------------------------------- */

/* Into the pool of faces, each with its element number and no patch yet. */
int cgns_read_polygons(struct cgns_zone *z, struct cgns_section *s)
{
    struct cgns_faces *f = &z->face;
    int64_t n = s->last - s->first + 1;
    cgns_faces_reserve(f, n, s->length);
    int64_t *offset = f->node_offset + f->n, base = offset[0];
    lid *number = f->node + base;
    TRY(cgns_read_lists(s, least_nodes(z), "nodes", number, offset));
    TRY(cgns_lists_to_nodes(z, s, offset, number));
    n = s->last - s->first + 1; /* without rind */
    for (int64_t i = 0; i < n; i++) {
        f->element[f->n + i] = s->first + i;
        f->patch[f->n + i] = -1;
        offset[i] += base;
    }
    offset[n] += base;
    f->n += n;
    s->n_faces = n;
    return 0;
}

/* ---- cells ------------------------------------------------------------------------- */

/* A face's element number of either sign into the polygon of the mesh.
 * n_cells of a face: 0, 1 or 2 and more; the sign is dropped, as polyhedra.c finds the turn by itself. */
static int take_face(struct cgns_zone *z, const struct cgns_section *s, int64_t cell, int64_t first_polygon,
                     lid *number)
{
    int64_t element = *number < 0 ? -(int64_t)*number : *number;
    int64_t face = cgns_faces_find(z, element);
    if (face < 0)
        return cgns_error(s->node, "names element %" PRId64 " in cell %" PRId64
                                   ", which no section holds as a face; export the mesh again",
                          element, s->first + cell);
    z->face.n_cells[face] = z->face.n_cells[face] == 0 ? 1 : 2;
    *number = (lid)(first_polygon + face);
    return 0;
}

/* Faces stand in the pool now and will be polygons of the mesh from first_polygon on (append_polygons()). */
static int read_cells(struct cgns_zone *z, struct cgns_section *s, int64_t first_polygon, struct raw_mesh *m)
{
    int64_t n = s->last - s->first + 1;
    if (n >= LID_MAX - m->n_cells)
        return cgns_error(s->node, "brings the cells to %" PRId64 "; a mesh of at most %d can be read", m->n_cells + n,
                          LID_MAX);
    cgns_polyhedra_reserve(m, n, s->length);
    int64_t *offset = m->cell_polygon_offset + m->n_cells, base = offset[0];
    lid *number = m->cell_polygon + base;
    TRY(cgns_read_lists(s, cgns_least_faces(z), "faces", number, offset));
    n = s->last - s->first + 1; /* without rind */
    for (int64_t c = 0; c < n; c++)
        for (int64_t k = offset[c]; k < offset[c + 1]; k++)
            TRY(take_face(z, s, c, first_polygon, &number[k]));
    for (int64_t c = 0; c <= n; c++)
        offset[c] += base;
    m->n_cells += n;
    s->n_cells = n;
    return 0;
}

/* ---- cells of a plane mesh by their nodes -------------------------------------------- */

/* Appends n cells, the nodes around cell c being node[offset[c]...offset[c + 1]]; each
 * edge becomes a polygon of two nodes.
 * Each cell brings its edges as polygons of its own; neighbours' are joined later by their nodes. */
static void add_plane_cells(struct raw_mesh *m, int64_t n, const int64_t *offset, const lid *node)
{
    int64_t p = m->n_polygons, *end, *at;
    cgns_polyhedra_reserve(m, n, offset[n]);
    MEM_GROW(m->polygon_node_offset, p + offset[n] + 1);
    MEM_GROW(m->polygon_node, 2 * (p + offset[n]));
    at = m->polygon_node_offset;
    end = m->cell_polygon_offset + m->n_cells;
    /* Edges of two nodes each: offsets are 2 p throughout. */
    at[0] = 0;
    for (int64_t c = 0; c < n; c++) {
        end[c + 1] = end[c] + offset[c + 1] - offset[c];
        for (int64_t k = offset[c]; k < offset[c + 1]; k++, p++) {
            m->cell_polygon[end[c] + k - offset[c]] = (lid)p;
            m->polygon_node[2 * p] = node[k];
            m->polygon_node[2 * p + 1] = node[k + 1 < offset[c + 1] ? k + 1 : offset[c]];
            at[p + 1] = 2 * (p + 1);
        }
    }
    m->n_polygons = p;
    m->n_cells += n;
}

/* Room is limited by edges, of which each cell brings all. */
static int read_plane_cells(const struct cgns_zone *z, struct cgns_section *s, struct raw_mesh *m)
{
    lid *node;
    int64_t *offset, n = s->last - s->first + 1;
    if (n >= LID_MAX - m->n_cells || s->length >= LID_MAX - m->n_polygons)
        return cgns_error(s->node, "brings the cells to %" PRId64 " and their edges to %" PRId64
                                   "; a mesh of at most %d can be read",
                          m->n_cells + n, m->n_polygons + s->length, LID_MAX);
    MEM_NEW(node, s->length);
    MEM_NEW(offset, n + 1);
    int status = cgns_read_lists(s, cgns_least_faces(z), "nodes", node, offset) ||
                 cgns_lists_to_nodes(z, s, offset, node);
    if (status == 0) {
        s->n_cells = s->last - s->first + 1;
        add_plane_cells(m, s->n_cells, offset, node);
    }
    MEM_FREE(node);
    MEM_FREE(offset);
    return status;
}

/* ---- the zone's ----------------------------------------------------------------------- */

static bool has_kind(const struct cgns_zone *z, int kind)
{
    for (int i = 0; i < z->n_sections; i++)
        if (z->section[i].element->kind == kind && !z->section[i].lists_cells)
            return true;
    return false;
}

/* The pool's faces as polygons behind those of m. */
static void append_polygons(const struct cgns_faces *f, struct raw_mesh *m)
{
    int64_t n = m->n_polygons, end = m->polygon_node_offset ? m->polygon_node_offset[n] : 0;
    int64_t n_nodes = f->node_offset[f->n];
    MEM_GROW(m->polygon_node_offset, n + f->n + 1);
    MEM_GROW(m->polygon_node, end + n_nodes);
    for (int64_t i = 0; i <= f->n; i++)
        m->polygon_node_offset[n + i] = end + f->node_offset[i];
    memcpy(m->polygon_node + end, f->node, (size_t)n_nodes * sizeof *f->node);
    m->n_polygons = n + f->n;
}

/* A note: the mesh is whole without them. */
static void tell_of_loose_faces(const struct cgns_zone *z)
{
    int64_t n = 0;
    for (int i = 0; i < z->n_sections; i++) {
        const struct cgns_section *s = &z->section[i];
        if (s->element->kind == CGNS_POLYGON)
            for (int64_t f = s->first_face; f < s->first_face + s->n_faces; f++)
                n += z->face.n_cells[f] == 0;
    }
    if (n > 0)
        cgns_note(z->file, "%s has %" PRId64 " polygons (NGON_n) that no cell names; they are left out",
                  z->node->path, n);
}

/* By NFACE_n, or by parents where there are none and cells are wanting. */
static int read_by_faces(struct cgns_zone *z, bool by_faces, int64_t n_cells_read, struct raw_mesh *m)
{
    int64_t first_polygon = m->n_polygons, first_cell = m->n_cells;
    if (z->face.n >= LID_MAX - first_polygon)
        return cgns_error(z->node, "brings the faces to %" PRId64 "; a mesh of at most %d can be read",
                          first_polygon + z->face.n, LID_MAX);
    cgns_faces_reserve(&z->face, 0, 0);
    MEM_NEW_ZERO(z->face.n_cells, z->face.n);
    for (int i = 0; i < z->n_sections && by_faces; i++)
        if (z->section[i].element->kind == CGNS_FACES)
            TRY(read_cells(z, &z->section[i], first_polygon, m));
    if (!by_faces)
        TRY(cgns_read_parents(z, n_cells_read, first_polygon, m));
    if (m->n_cells == first_cell) { /* the polygons belong to cells of other kinds */
        MEM_FREE(z->face.n_cells);
        return 0;
    }
    append_polygons(&z->face, m);
    tell_of_loose_faces(z);
    return 0;
}

/* wanting: the zone says that it has more cells than sections gave; then NGON_n alone may define them by
 * parents. */
int cgns_read_polyhedra(struct cgns_zone *z, int64_t first_cell, struct raw_mesh *m)
{
    bool by_faces = has_kind(z, CGNS_FACES);
    for (int i = 0; i < z->n_sections; i++) {
        if (z->section[i].lists_cells && by_faces)
            return cgns_error(z->node, "has NFACE_n cells and NGON_n faces of more than two nodes in a two-dimensional "
                                       "base, where faces are edges; correct the base's cell dimension");
        if (z->section[i].lists_cells)
            TRY(read_plane_cells(z, &z->section[i], m));
    }
    int64_t n_cells_read = m->n_cells - first_cell;
    bool wanting = n_cells_read == 0 || n_cells_read < z->n_cells_said;
    if (!by_faces && !(wanting && has_kind(z, CGNS_POLYGON)))
        return 0;
    return read_by_faces(z, by_faces, n_cells_read, m);
}
