/* cgns_sections.c: Elements_t nodes.
 *
 * Cells' connectivity is read straight into the mesh, behind what is there, and
 * then tightened where it stands: a MIXED section gives up its type words, an
 * element of higher order its mid-edge nodes. What is written never overtakes
 * what is still to be looked at, since each element becomes shorter or stays.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the sections are ---------------------------------------------------- */

/* A section of lists of any length: NGON_n, NFACE_n. Each list has one number at
 * least, and before CGNS 3.4 its length in front. */
static bool has_lists(const struct cgns_section *s)
{
    return s->element->kind == CGNS_POLYGON || s->element->kind == CGNS_FACES;
}

static int describe_offsets(struct cgns_section *s, const struct cgns_list *child)
{
    int64_t n = s->last - s->first + 1;
    const struct cgns_node *o = cgns_find(child, "DataArray_t", "ElementStartOffset");
    s->has_offsets = o != NULL;
    if (!o)
        return 0;
    TRY(cgns_check_integers(o));
    if (o->count != n + 1)
        return cgns_error(o, "holds %" PRId64 " numbers, and the section's range %" PRId64 "..%" PRId64
                             " needs %" PRId64 "; export the mesh again",
                          o->count, s->first, s->last, n + 1);
    return 0;
}

static int describe_connectivity(struct cgns_section *s, const struct cgns_list *child)
{
    const struct cgns_node *c = cgns_find(child, "DataArray_t", "ElementConnectivity");
    if (!c)
        return cgns_error(s->node, "has no ElementConnectivity; export the mesh again");
    TRY(cgns_check_integers(c));
    int64_t n = s->last - s->first + 1;
    s->length = c->count;
    /* Divided, not multiplied: n times the nodes may overflow when the range is damaged. */
    if (s->element->n_nodes > 0 && (c->count % s->element->n_nodes != 0 || c->count / s->element->n_nodes != n))
        return cgns_error(c,
                          "holds %" PRId64 " node numbers, and the section's range %" PRId64 "..%" PRId64
                          " of %s needs %d for each element; export the mesh again",
                          c->count, s->first, s->last, s->element->name, s->element->n_nodes);
    if (has_lists(s))
        TRY(describe_offsets(s, child));
    /* Each element takes two numbers at least: a MIXED one a type word and a node,
     * a polygon before 3.4 its length and a node; later three nodes. */
    if (s->element->n_nodes == 0 && n > c->count / 2)
        return cgns_error(c,
                          "holds %" PRId64 " numbers, too few for the section's range %" PRId64 "..%" PRId64
                          " of %s elements; export the mesh again",
                          c->count, s->first, s->last, s->element->name);
    return 0;
}

/* Some programs write sections of no elements: a range that ends before it begins,
 * or 0..0, and no connectivity. */
static bool is_empty(const struct cgns_section *s, const struct cgns_list *child)
{
    const struct cgns_node *c = cgns_find(child, "DataArray_t", "ElementConnectivity");
    return (s->last < s->first || s->last == 0) && (!c || c->count == 0);
}

/* empty: to be passed over, with its range unchecked. */
static int describe_range(struct cgns_section *s, const struct cgns_list *child, bool *empty)
{
    int64_t range[2];
    const struct cgns_node *r = cgns_find(child, NULL, "ElementRange");
    if (!r)
        return cgns_error(s->node, "has no ElementRange; export the mesh again");
    TRY(cgns_read_few(r, 2, range));
    s->first = range[0];
    s->last = range[1];
    *empty = is_empty(s, child);
    if (*empty)
        return 0;
    /* The upper bound keeps sums of element numbers far from overflow. */
    if (s->first < 1 || s->last < s->first || s->last > INT64_MAX / 4)
        return cgns_error(r, "says %" PRId64 "..%" PRId64 ", no range of element numbers; export the mesh again",
                          s->first, s->last);
    return 0;
}

/* Rind_t: elements of other zones before and behind the section's own, which the
 * range and the connectivity count (SIDS, "Elements Structure Definition"). */
static int describe_rind(struct cgns_section *s, const struct cgns_list *child)
{
    int64_t n = s->last - s->first + 1, *rind = s->rind;
    const struct cgns_node *r = cgns_find(child, "Rind_t", NULL);
    if (!r)
        return 0;
    TRY(cgns_read_few(r, 2, rind));
    if (rind[0] < 0 || rind[1] < 0 || rind[0] > n || rind[1] > n - rind[0])
        return cgns_error(r, "says that %" PRId64 " and %" PRId64 " of the section's %" PRId64
                             " elements are rind; export the mesh without them",
                          rind[0], rind[1], n);
    return 0;
}

static int describe_type(struct cgns_section *s)
{
    int64_t type[2];
    TRY(cgns_read_few(s->node, 2, type));
    s->element = cgns_element(type[0], s->node->file->version);
    if (!s->element || s->element->kind == CGNS_NOTHING)
        return cgns_error(s->node, "has element type number %" PRId64 ", which is not known; export the mesh again",
                          type[0]);
    return 0;
}

/* Faces of a plane mesh are edges. */
static bool is_face(const struct cgns_zone *z, const struct cgns_element *e)
{
    return z->dim == 3 ? e->kind == ELEMENT_TRI || e->kind == ELEMENT_QUAD : e->kind == CGNS_EDGE && e->n_corners == 2;
}

static bool is_cell(const struct cgns_zone *z, const struct cgns_element *e)
{
    return z->dim == 3 ? e->kind >= ELEMENT_TETRA : e->kind == ELEMENT_TRI || e->kind == ELEMENT_QUAD;
}

/* Edges of a 3-D base are nobody's; everything else is looked at. */
static bool is_read(const struct cgns_zone *z, const struct cgns_section *s)
{
    return s->element->kind != CGNS_EDGE || is_face(z, s->element);
}

/* empty: it holds no elements and is to be passed over.
 * Only what can be told without reading the connectivity, so that all sections are checked against one
 * another before any room is made. */
static int describe_section(const struct cgns_zone *z, struct cgns_section *s, const struct cgns_node *node,
                            bool *empty)
{
    struct cgns_list child;
    *s = (struct cgns_section){.node = node};
    TRY(describe_type(s));
    TRY(cgns_children(node, &child));
    int status = describe_range(s, &child, empty);
    if (status == 0 && !*empty && is_read(z, s))
        status = describe_rind(s, &child) || describe_connectivity(s, &child);
    cgns_list_free(&child);
    /* In a plane mesh NGON_n lists edges; if its numbers are more than edges take, it lists the cells' nodes
     * instead. */
    int64_t edge = s->has_offsets ? 2 : 3; /* numbers that one takes */
    s->lists_cells = z->dim == 2 && s->element->kind == CGNS_POLYGON && s->length > edge * (s->last - s->first + 1);
    return status;
}

static int by_first(const void *a, const void *b)
{
    int64_t p = ((const struct cgns_section *)a)->first, q = ((const struct cgns_section *)b)->first;
    return (p > q) - (p < q);
}

/* In the order of element numbers, whatever their order in the file: element numbers are looked up by halves
 * later. Ranges must not overlap; gaps are allowed. */
static int describe_sections(struct cgns_zone *z)
{
    bool empty = false;
    MEM_NEW(z->section, cgns_count(&z->child, "Elements_t"));
    for (int i = 0; i < z->child.n; i++)
        if (strcmp(z->child.node[i].label, "Elements_t") == 0) {
            TRY(describe_section(z, &z->section[z->n_sections], &z->child.node[i], &empty));
            z->n_sections += !empty;
        }
    qsort(z->section, (size_t)z->n_sections, sizeof *z->section, by_first);
    for (int i = 1; i < z->n_sections; i++)
        if (z->section[i].first <= z->section[i - 1].last)
            return cgns_error(z->section[i].node,
                              "and section '%s' both hold element %" PRId64 "; export the mesh again",
                              z->section[i - 1].node->name, z->section[i].first);
    return 0;
}

/* ---- reading them -------------------------------------------------------------- */

static bool may_hold_cells(const struct cgns_zone *z, const struct cgns_section *s)
{
    return s->element->kind == CGNS_MIXED || is_cell(z, s->element);
}

/* Where a section's elements are in the file's stream of numbers. */
struct stream {
    const struct cgns_zone *z;
    struct cgns_section *s;
    const lid *number;  /* [s->length] as in the file */
    int64_t at;         /* next number */
    int64_t n_higher;   /* elements of higher order met */
};

/* Type of the next element; steps over the type word of a MIXED one. */
static int next_type(struct stream *t, int64_t element, const struct cgns_element **e)
{
    *e = t->s->element;
    if ((*e)->kind == CGNS_MIXED) {
        if (t->at >= t->s->length)
            return cgns_error(t->s->node,
                              "has no nodes left for element %" PRId64 " of its range %" PRId64 "..%" PRId64
                              "; export the mesh again",
                              element, t->s->first, t->s->last);
        lid type = t->number[t->at++];
        *e = cgns_element(type, t->s->node->file->version);
        if (!*e || (*e)->n_nodes == 0)
            return cgns_error(t->s->node, "gives element %" PRId64 " the type number %" PRI_LID
                                          ", which no element of a MIXED section has; export the mesh again",
                              element, type);
    }
    if ((*e)->n_nodes > t->s->length - t->at)
        return cgns_error(t->s->node, "has too few nodes left for element %" PRId64 " (%s); export the mesh again",
                          element, (*e)->name);
    return 0;
}

/* The corner nodes of the next element as nodes of the mesh.
 * CGNS counts nodes from 1 in each zone; first_node is where the zone's nodes begin in the mesh. */
static int next_corners(struct stream *t, int64_t element, const struct cgns_element *e, lid *node)
{
    for (int k = 0; k < e->n_corners; k++) {
        lid number = t->number[t->at + k];
        if (number < 1 || number > t->z->n_nodes)
            return cgns_error(t->s->node,
                              "names node %" PRI_LID " in element %" PRId64 ", and the zone has nodes 1..%" PRId64
                              "; export the mesh again",
                              number, element, t->z->n_nodes);
        node[k] = (lid)(t->z->first_node + number - 1);
    }
    t->at += e->n_nodes;
    /* Corners come first among the nodes of every type (SIDS); the others are stepped over. */
    t->n_higher += e->n_nodes > e->n_corners && e->n_corners > 0;
    return 0;
}

/* Writes into the array that the numbers are read from, behind the last cell: never beyond what has been read
 * (see above). */
static void add_cell(struct raw_mesh *m, int type, const lid *node, int n_nodes)
{
    int64_t end = m->cell_node_offset[m->n_cells];
    for (int k = 0; k < n_nodes; k++)
        m->cell_node[end + k] = node[k];
    m->cell_type[m->n_cells++] = (uint8_t)type;
    m->cell_node_offset[m->n_cells] = end + n_nodes;
}

/* Rind elements are read over, so that element numbers stay those of the file. */
static int take_elements(struct cgns_zone *z, struct stream *t, struct raw_mesh *m)
{
    struct cgns_section *s = t->s;
    for (int64_t element = s->first; element <= s->last; element++) {
        const struct cgns_element *e;
        lid node[ELEMENT_MAX_NODES];
        TRY(next_type(t, element, &e));
        if (element < s->first + s->rind[0] || element > s->last - s->rind[1]) {
            t->at += e->n_nodes;
            continue;
        }
        TRY(next_corners(t, element, e, node));
        if (is_face(z, e)) {
            cgns_faces_add(&z->face, element, node, e->n_corners);
            s->n_faces++;
        } else if (is_cell(z, e)) {
            add_cell(m, e->kind, node, e->n_corners);
            s->n_cells++;
        }
    }
    if (t->at != s->length)
        return cgns_error(s->node, "has %" PRId64 " numbers left over behind element %" PRId64
                                   ", the last of its range; export the mesh again",
                          s->length - t->at, s->last);
    return 0;
}

/* ElementStartOffset (CGNS 3.4 and later) is not needed: a MIXED section's type
 * words still stand before each element's nodes, and its end is checked. */
static int read_connectivity(const struct cgns_section *s, lid *number)
{
    struct cgns_list child;
    TRY(cgns_children(s->node, &child));
    const struct cgns_node *c = cgns_find(&child, "DataArray_t", "ElementConnectivity");
    int status = c && c->count == s->length ? cgns_read_int32(c, number)
                                            : cgns_error(s->node, "cannot be read twice; the file is damaged");
    cgns_list_free(&child);
    return status;
}

/* own: sections that hold no cells (patches) are read into memory of their own and not behind the cells. */
static int read_section(struct cgns_zone *z, struct cgns_section *s, struct raw_mesh *m, int64_t *n_higher)
{
    struct stream t = {.z = z, .s = s};
    lid *own = NULL;
    lid *number = m->cell_node + m->cell_node_offset[m->n_cells];
    s->first_face = z->face.n;
    if (s->element->kind == CGNS_POLYGON)
        return s->lists_cells ? 0 : cgns_read_polygons(z, s);
    if (!may_hold_cells(z, s))
        number = MEM_NEW(own, s->length);
    t.number = number;
    int status = read_connectivity(s, number) || take_elements(z, &t, m);
    *n_higher += t.n_higher;
    MEM_FREE(own);
    return status;
}

/* Room for all cells the sections may hold, behind those of m.
 * For the most that can come: numbers of MIXED and higher-order sections are more than what stays. */
static int make_room(const struct cgns_zone *z, struct raw_mesh *m)
{
    int64_t n_cells = m->n_cells, n_numbers = m->cell_node_offset ? m->cell_node_offset[n_cells] : 0;
    for (int i = 0; i < z->n_sections; i++)
        if (may_hold_cells(z, &z->section[i])) {
            n_cells += z->section[i].last - z->section[i].first + 1;
            n_numbers += z->section[i].length;
        }
    if (n_cells >= LID_MAX)
        return cgns_error(z->node, "brings the elements to %" PRId64 "; a mesh of at most %d can be read", n_cells,
                          LID_MAX);
    MEM_GROW(m->cell_type, n_cells);
    MEM_GROW(m->cell_node_offset, n_cells + 1);
    MEM_GROW(m->cell_node, n_numbers);
    if (m->n_cells == 0)
        m->cell_node_offset[0] = 0;
    return 0;
}

static void tell(const struct cgns_zone *z, int64_t n_cells, int64_t n_higher)
{
    int64_t n_rind = 0;
    for (int i = 0; i < z->n_sections; i++)
        n_rind += z->section[i].rind[0] + z->section[i].rind[1];
    if (n_rind > 0)
        cgns_note(z->file, "%s has %" PRId64 " rind elements, copies of other zones' elements; they are left out",
                  z->node->path, n_rind);
    if (n_cells != z->n_cells_said)
        cgns_note(z->file, "%s says it has %" PRId64 " cells, and its sections hold %" PRId64 "; these are read",
                  z->node->path, z->n_cells_said, n_cells);
    if (n_higher > 0)
        cgns_note(z->file, "%s has %" PRId64 " elements of higher order; only their corner nodes are read",
                  z->node->path, n_higher);
}

/* Sections of cells by nodes first, then polyhedra, which need the pool of faces complete. */
int cgns_read_sections(struct cgns_zone *z, struct raw_mesh *m)
{
    TRY(describe_sections(z));
    TRY(make_room(z, m));
    int64_t first_cell = m->n_cells, n_higher = 0;
    for (int i = 0; i < z->n_sections; i++)
        if (is_read(z, &z->section[i]) && z->section[i].element->kind != CGNS_FACES)
            TRY(read_section(z, &z->section[i], m, &n_higher));
    /* Only where cells by their faces were read before, in another zone. */
    cgns_no_polyhedra(m, first_cell);
    TRY(cgns_read_polyhedra(z, first_cell, m));
    if (m->n_cells > first_cell)
        tell(z, m->n_cells - first_cell, n_higher);
    return 0;
}
