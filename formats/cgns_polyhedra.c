/* cgns_polyhedra.c: NGON_n and NFACE_n sections.
 *
 *   NGON_n    element = a face by its nodes           into the pool of faces
 *   NFACE_n   element = a cell by its faces' element  into the mesh, when the pool
 *             numbers, negative for inward faces      is complete
 *
 * Both are lists of any length. CGNS 3.4 and later say in ElementStartOffset where
 * each list begins; before, each list had its length in front. Signs say what the
 * geometry says as well, and are not used.
 */
#include "cgns_zone.h"

#include "mem.h"

#include <string.h>

enum { FACE_NODES_MIN = 3, CELL_FACES_MIN = 4 };

/* ---- lists ------------------------------------------------------------------------ */

static int check_offsets(const struct cgns_section *s, const int64_t *offset)
{
    int64_t n = s->last - s->first + 1;
    if (offset[0] != 0 || offset[n] != s->length)
        return cgns_error(s->node,
                          "has an ElementStartOffset from %" PRId64 " to %" PRId64 ", and its ElementConnectivity "
                          "holds %" PRId64 " numbers; export the mesh again",
                          offset[0], offset[n], s->length);
    for (int64_t i = 0; i < n; i++)
        if (offset[i + 1] < offset[i] || offset[i + 1] > s->length)
            return cgns_error(s->node,
                              "has an ElementStartOffset that goes from %" PRId64 " to %" PRId64 " at element %" PRId64
                              "; export the mesh again",
                              offset[i], offset[i + 1], s->first + i);
    return 0;
}

/* Takes the lengths out of number, moving the lists together. */
static int take_lengths_out(const struct cgns_section *s, lid *number, int64_t *offset)
{
    int64_t n = s->last - s->first + 1, at = 0, end = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t length = at < s->length ? number[at] : 0;
        if (length < 1 || length > s->length - at - 1)
            return cgns_error(s->node,
                              "gives element %" PRId64 " the length %" PRId64 " with %" PRId64
                              " numbers left in its ElementConnectivity; export the mesh again",
                              s->first + i, length, at < s->length ? s->length - at - 1 : 0);
        memmove(number + end, number + at + 1, (size_t)length * sizeof *number);
        offset[i] = end;
        at += length + 1;
        end += length;
    }
    offset[n] = end;
    if (at != s->length)
        return cgns_error(s->node, "has %" PRId64 " numbers left over behind element %" PRId64
                                   ", the last of its range; export the mesh again",
                          s->length - at, s->last);
    return 0;
}

/* Reads the lists of a section: number has room for s->length, offset for one more
 * than the elements; on return list i is number[offset[i]...offset[i + 1]]. */
static int read_lists(const struct cgns_section *s, lid *number, int64_t *offset)
{
    struct cgns_list child;
    TRY(cgns_children(s->node, &child));
    const struct cgns_node *c = cgns_find(&child, "DataArray_t", "ElementConnectivity");
    const struct cgns_node *o = cgns_find(&child, "DataArray_t", "ElementStartOffset");
    int status;
    if (!c || c->count != s->length || (s->has_offsets && (!o || o->count != s->last - s->first + 2)))
        status = cgns_error(s->node, "cannot be read twice; the file is damaged");
    else if (s->has_offsets)
        status = cgns_read_int32(c, number) || cgns_read_int64(o, offset) || check_offsets(s, offset);
    else
        status = cgns_read_int32(c, number) || take_lengths_out(s, number, offset);
    cgns_list_free(&child);
    return status;
}

static int check_lengths(const struct cgns_section *s, const int64_t *offset, int least, const char *what)
{
    for (int64_t i = 0; i <= s->last - s->first; i++)
        if (offset[i + 1] - offset[i] < least || offset[i + 1] - offset[i] > INT32_MAX)
            return cgns_error(s->node,
                              "gives element %" PRId64 " %" PRId64
                              " %s, and it needs %d at least; export the mesh again",
                              s->first + i, offset[i + 1] - offset[i], what, least);
    return 0;
}

/* ---- faces ------------------------------------------------------------------------- */

static int to_mesh_nodes(const struct cgns_zone *z, const struct cgns_section *s, const int64_t *offset, lid *number)
{
    for (int64_t i = 0; i <= s->last - s->first; i++)
        for (int64_t k = offset[i]; k < offset[i + 1]; k++) {
            if (number[k] < 1 || number[k] > z->n_nodes)
                return cgns_error(s->node,
                                  "names node %" PRI_LID " in element %" PRId64 ", and the zone has nodes 1..%" PRId64
                                  "; export the mesh again",
                                  number[k], s->first + i, z->n_nodes);
            number[k] = (lid)(z->first_node + number[k] - 1);
        }
    return 0;
}

int cgns_read_polygons(struct cgns_zone *z, struct cgns_section *s)
{
    struct cgns_faces *f = &z->face;
    int64_t n = s->last - s->first + 1;
    cgns_faces_room(f, n, s->length);
    int64_t *offset = f->node_offset + f->n, base = offset[0];
    lid *number = f->node + base;
    TRY(read_lists(s, number, offset));
    TRY(check_lengths(s, offset, FACE_NODES_MIN, "nodes"));
    TRY(to_mesh_nodes(z, s, offset, number));
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

void cgns_polyhedra_room(struct raw_mesh *m, int64_t n_more, int64_t n_numbers)
{
    int64_t n = m->n_cells + n_more;
    bool first = !m->cell_polygon_offset;
    MEM_GROW(m->cell_type, n);
    MEM_GROW(m->cell_node_offset, n + 1);
    MEM_GROW(m->cell_polygon_offset, n + 1);
    if (first)
        memset(m->cell_polygon_offset, 0, (size_t)(m->n_cells + 1) * sizeof *m->cell_polygon_offset);
    MEM_GROW(m->cell_polygon, m->cell_polygon_offset[m->n_cells] + n_numbers);
    if (m->n_cells == 0)
        m->cell_node_offset[0] = 0;
    for (int64_t c = m->n_cells; c < n; c++) {
        m->cell_type[c] = ELEMENT_POLYHEDRON;
        m->cell_node_offset[c + 1] = m->cell_node_offset[m->n_cells];
    }
}

void cgns_no_polyhedra(struct raw_mesh *m, int64_t first_cell)
{
    if (!m->cell_polygon_offset)
        return;
    MEM_GROW(m->cell_polygon_offset, m->n_cells + 1);
    for (int64_t c = first_cell; c < m->n_cells; c++)
        m->cell_polygon_offset[c + 1] = m->cell_polygon_offset[first_cell];
}

/* A face's element number of either sign into the polygon of the mesh. */
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

static int read_cells(struct cgns_zone *z, struct cgns_section *s, int64_t first_polygon, struct raw_mesh *m)
{
    int64_t n = s->last - s->first + 1;
    if (n >= LID_MAX - m->n_cells)
        return cgns_error(s->node, "brings the cells to %" PRId64 "; a mesh of at most %d can be read", m->n_cells + n,
                          LID_MAX);
    cgns_polyhedra_room(m, n, s->length);
    int64_t *offset = m->cell_polygon_offset + m->n_cells, base = offset[0];
    lid *number = m->cell_polygon + base;
    TRY(read_lists(s, number, offset));
    TRY(check_lengths(s, offset, CELL_FACES_MIN, "faces"));
    for (int64_t c = 0; c < n; c++)
        for (int64_t k = offset[c]; k < offset[c + 1]; k++)
            TRY(take_face(z, s, c, first_polygon, &number[k]));
    for (int64_t c = 0; c <= n; c++)
        offset[c] += base;
    m->n_cells += n;
    s->n_cells = n;
    return 0;
}

/* ---- the zone's ----------------------------------------------------------------------- */

static int count_kind(const struct cgns_zone *z, int kind)
{
    int n = 0;
    for (int i = 0; i < z->n_sections; i++)
        n += z->section[i].element->kind == kind;
    return n;
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

int cgns_read_polyhedra(struct cgns_zone *z, int64_t n_cells_read, struct raw_mesh *m)
{
    bool by_faces = count_kind(z, CGNS_FACES) > 0;
    bool wanting = n_cells_read == 0 || n_cells_read < z->n_cells_said;
    int64_t first_polygon = m->n_polygons, first_cell = m->n_cells;
    if (!by_faces && !(wanting && count_kind(z, CGNS_POLYGON) > 0))
        return 0;
    if (z->face.n >= LID_MAX - first_polygon)
        return cgns_error(z->node, "brings the faces to %" PRId64 "; a mesh of at most %d can be read",
                          first_polygon + z->face.n, LID_MAX);
    cgns_faces_room(&z->face, 0, 0);
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
