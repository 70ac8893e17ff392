/* cgns_boundary.c: ZoneBC_t of an unstructured zone: patches by element numbers or by
 * vertices, and by the sections of faces that no BC_t names.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"

#include <stdlib.h>

/* One BC_t while it is read. All borrowed. */
struct boundary {
    struct cgns_zone *z;
    const struct cgns_node *node;
    struct raw_patch *patch;
    lid patch_id;
    /* what became of the elements it names */
    int64_t n_faces;    /* new to this patch */
    int64_t n_repeated; /* named before by this patch */
    int64_t n_taken;    /* faces another patch already has */
    int64_t n_no_faces; /* cells and edges */
};

/* ---- by elements ---------------------------------------------------------------- */

/* The first BC_t that names a face has it; the counts make the note. */
static void claim_face(struct boundary *b, int64_t face)
{
    lid *owner = &b->z->face.patch[face];
    if (*owner < 0) {
        *owner = b->patch_id;
        b->n_faces++;
    } else if (*owner == b->patch_id) {
        b->n_repeated++;
    } else {
        b->n_taken++;
    }
}

static int no_such_element(const struct boundary *b, int64_t element)
{
    return cgns_error(b->node, "names element %" PRId64 ", which no section of the zone holds; export the mesh again",
                      element);
}

/* elements_within: all numbers of the range must be of some section; faces among them are then found by
 * halves, as the pool is sorted. */
static int claim_range(struct boundary *b, int64_t first, int64_t last)
{
    const struct cgns_faces *f = &b->z->face;
    if (b->z->faces_from_one) { /* which has seen that they are there */
        for (int64_t i = first - 1; i < last; i++)
            claim_face(b, i);
        return 0;
    }
    /* Counted by sections, not number by number: a damaged range may claim billions of elements. */
    if (cgns_elements_within(b->z, first, last) != last - first + 1)
        return cgns_error(b->node, "names elements %" PRId64 "..%" PRId64
                                   ", not all of which the zone's sections hold; export the mesh again",
                          first, last);
    int64_t begin = cgns_faces_lower_bound(f, first), end = cgns_faces_lower_bound(f, last + 1);
    for (int64_t i = begin; i < end; i++)
        claim_face(b, i);
    b->n_no_faces += last - first + 1 - (end - begin);
    return 0;
}

/* Numbers of cells and edges are passed over with a note, numbers of nothing are an error. */
static int claim_list(struct boundary *b, const int64_t *element, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t face = b->z->faces_from_one ? element[i] - 1 : cgns_faces_find(b->z, element[i]);
        if (face >= 0)
            claim_face(b, face);
        else if (!cgns_section_of(b->z, element[i]))
            return no_such_element(b, element[i]);
        else
            b->n_no_faces++;
    }
    return 0;
}

/* ---- by vertices ----------------------------------------------------------------- */

/* Takes node over; sorted and each once. */
void cgns_patch_take_nodes(struct raw_patch *p, lid *node, int64_t n)
{
    /* In place: what is kept never overtakes what is read. */
    int64_t kept = 0;
    qsort(node, (size_t)n, sizeof *node, lid_compare);
    for (int64_t i = 0; i < n; i++)
        if (i == 0 || node[i] != node[i - 1])
            node[kept++] = node[i];
    p->node = node;
    p->n_nodes_listed = kept;
}

static void keep_vertices(struct boundary *b, const int64_t *number, int64_t n)
{
    lid *node;
    MEM_NEW(node, n);
    for (int64_t i = 0; i < n; i++)
        node[i] = (lid)(b->z->first_node + number[i] - 1);
    cgns_patch_take_nodes(b->patch, node, n);
}

/* Are all of these element numbers of faces? */
static bool all_faces(const struct boundary *b, const int64_t *number, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (cgns_faces_find(b->z, number[i]) < 0)
            return false;
    return true;
}

/* Some programs list face elements and leave the location at its default; numbers
 * beyond the last vertex give them away. */
static int take_vertices(struct boundary *b, const int64_t *number, int64_t n)
{
    int64_t outside = -1;
    for (int64_t i = 0; i < n && outside < 0; i++)
        if (number[i] < 1 || number[i] > b->z->n_nodes)
            outside = i;
    if (outside < 0) {
        keep_vertices(b, number, n);
        return 0;
    }
    /* Neither vertices nor faces: which was meant is not known, and the sentence takes the default, vertices. */
    if (!all_faces(b, number, n))
        return cgns_error(b->node, "names vertex %" PRId64 ", and the zone has 1..%" PRId64 "; export the mesh again",
                          number[outside], b->z->n_nodes);
    cgns_note(b->z->file, "%s lists numbers beyond the last vertex, all of them face elements; it is read as faces",
              b->node->path);
    return claim_list(b, number, n);
}

/* A range of vertices of an unstructured zone is rare but allowed; one that lies beyond the vertices and
 * covers faces alone is taken for element numbers. */
static int take_vertex_range(struct boundary *b, int64_t first, int64_t last)
{
    int64_t *number;
    if (first >= 1 && last > b->z->n_nodes && cgns_faces_lower_bound(&b->z->face, last + 1) -
                                                      cgns_faces_lower_bound(&b->z->face, first) ==
                                                  last - first + 1) {
        cgns_note(b->z->file, "%s goes beyond the last vertex, over face elements only; it is read as faces",
                  b->node->path);
        return claim_range(b, first, last);
    }
    if (first < 1 || last > b->z->n_nodes)
        return cgns_error(b->node, "names vertices %" PRId64 "..%" PRId64 ", and the zone has 1..%" PRId64
                                   "; export the mesh again",
                          first, last, b->z->n_nodes);
    MEM_NEW(number, last - first + 1);
    for (int64_t i = first; i <= last; i++)
        number[i - first] = i;
    keep_vertices(b, number, last - first + 1);
    MEM_FREE(number);
    return 0;
}

/* Some programs write the larger number first. */
static int take_range(struct boundary *b, const struct cgns_node *points, bool vertices)
{
    int64_t r[2];
    TRY(cgns_read_few(points, 2, r));
    int64_t first = r[0] < r[1] ? r[0] : r[1], last = r[0] < r[1] ? r[1] : r[0];
    if (vertices)
        return take_vertex_range(b, first, last);
    if (first < 1 || last > INT64_MAX / 4)
        return no_such_element(b, first < 1 ? first : last);
    return claim_range(b, first, last);
}

static int take_list(struct boundary *b, const struct cgns_node *points, bool vertices)
{
    int64_t *number;
    if (points->count == 0) /* some programs write patches without faces */
        return 0;
    TRY(cgns_check_integers(points));
    MEM_NEW(number, points->count);
    int status = cgns_read_int64(points, number);
    if (status == 0)
        status = vertices ? take_vertices(b, number, points->count)
                                         : claim_list(b, number, points->count);
    MEM_FREE(number);
    return status;
}

/* ---- one BC_t ---------------------------------------------------------------------- */

/* One note for each kind of oddity, with its count, rather than one for each face. */
static void tell(const struct boundary *b)
{
    const struct cgns_file *f = b->z->file;
    if (b->n_no_faces > 0)
        cgns_note(f, "%s names %" PRId64 " elements that are no faces but cells or edges; they are left out",
                  b->node->path, b->n_no_faces);
    if (b->n_repeated > 0)
        cgns_note(f, "%s repeats faces that it has already named, %" PRId64 " times; each counts once", b->node->path,
                  b->n_repeated);
    if (b->n_taken > 0)
        cgns_note(f, "%s names %" PRId64 " faces of an earlier patch, which keeps them", b->node->path,
                  b->n_taken);
    if (b->n_faces == 0 && b->patch->n_nodes_listed == 0)
        cgns_note(f, "%s names no faces of its own; the patch is empty", b->node->path);
}

static int read_bc(struct cgns_zone *z, const struct cgns_node *node, const struct cgns_list *child, struct raw_mesh *m)
{
    struct cgns_place p;
    struct boundary b = {.z = z, .node = node, .patch = &m->patch[m->n_patches - 1], .patch_id = (lid)m->n_patches - 1};
    TRY(cgns_find_place(z, node, child, &p));
    bool vertices = p.location == CGNS_AT_VERTICES;
    if (p.points)
        TRY(p.range ? take_range(&b, p.points, vertices) : take_list(&b, p.points, vertices));
    tell(&b);
    return 0;
}

/* ---- sections no BC names ----------------------------------------------------------- */

static bool lists_node(const struct raw_patch *p, lid node)
{
    return p->node && bsearch(&node, p->node, (size_t)p->n_nodes_listed, sizeof *p->node, lid_compare);
}

/* Does a vertex patch list all nodes of face i? */
static bool in_vertex_patch(const struct raw_mesh *m, int64_t first_patch, const struct cgns_faces *f, int64_t i)
{
    for (int64_t p = first_patch; p < m->n_patches; p++) {
        int64_t k = f->node_offset[i];
        while (k < f->node_offset[i + 1] && lists_node(&m->patch[p], f->node[k]))
            k++;
        if (k == f->node_offset[i + 1])
            return true;
    }
    return false;
}

/* Does it hold faces only, none of them in a patch or between two polyhedra? */
static bool is_unnamed(const struct cgns_zone *z, const struct cgns_section *s)
{
    const struct cgns_faces *f = &z->face;
    if (s->n_faces == 0 || s->n_cells > 0)
        return false;
    for (int64_t i = s->first_face; i < s->first_face + s->n_faces; i++)
        if (f->patch[i] >= 0 || (f->n_cells && f->n_cells[i] > 1))
            return false;
    return true;
}

/* A polygon that no polyhedron names: part of no cell. */
static bool is_loose(const struct cgns_zone *z, const struct cgns_section *s, int64_t face)
{
    return s->element->kind == CGNS_POLYGON && z->face.n_cells && z->face.n_cells[face] == 0;
}

static void name_section(struct cgns_zone *z, const struct cgns_section *s, int64_t first_patch, struct raw_mesh *m)
{
    int64_t n = 0, n_patches = m->n_patches;
    for (int64_t i = s->first_face; i < s->first_face + s->n_faces; i++)
        if (!is_loose(z, s, i) && !in_vertex_patch(m, first_patch, &z->face, i)) {
            z->face.patch[i] = (lid)n_patches;
            n++;
        }
    if (n == 0)
        return;
    cgns_add_patch(m, s->node->name);
    cgns_note(z->file, "no boundary condition names section %s; its %" PRId64 " faces become a patch of that name",
              s->node->path, n);
}

int cgns_read_boundary(struct cgns_zone *z, struct raw_mesh *m)
{
    int64_t first_patch = m->n_patches;
    TRY(cgns_doubt_numbers(z));
    TRY(cgns_each_bc(z, m, read_bc));
    int64_t n_named = m->n_patches;
    for (int i = 0; i < z->n_sections; i++)
        if (is_unnamed(z, &z->section[i]))
            name_section(z, &z->section[i], first_patch, m);
    if (n_named == first_patch)
        cgns_note(z->file, "%s has no boundary conditions; the case file must name the kind of each patch",
                  z->node->path);
    cgns_faces_to_patches(&z->face, m);
    return 0;
}
