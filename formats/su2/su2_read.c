/* su2_read.c: the format, as SU2's documentation gives it:
 *
 *   NZONE= n            of several zones; before each: IZONE= 1..n
 *   NDIME= 3
 *   NELEM= n            n lines: VTK type, nodes (0-based), [running number]
 *   NPOIN= n [m]        n lines: coordinates, [running numbers]; m: without copies (su2_halo.c)
 *   NMARK= k            k times:
 *   MARKER_TAG= name
 *   MARKER_ELEMS= n     n lines: VTK type, nodes
 *
 * Lists may come in any order behind NDIME. Keys that are not known (free-form
 * deformation boxes, periodic transformations) are passed over with their lines.
 */
#include "su2/su2_read.h"

#include "element.h"
#include "foreign/foreign.h"
#include "mem.h"
#include "su2/su2_mesh.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ITEM_BYTES = 4, VTK_LINE = 3, EDGE = -1, NO_TYPE = -2 }; /* the shortest line is "0 0\n" */

/* ---- elements ---------------------------------------------------------------------- */

/* Linear elements have the same order of nodes in VTK, CGNS and here. */
static int type_of_vtk(lid vtk)
{
    for (int t = 0; t < ELEMENT_POLYHEDRON; t++)
        if (element_info(t)->vtk_type == vtk)
            return t;
    return vtk == VTK_LINE ? EDGE : NO_TYPE;
}

/* Type and nodes, as numbers of the mesh, of the present line; nodes are checked against NPOIN at the end. */
static int read_element(struct su2 *s, int *type, int *n, lid *node)
{
    struct su2_lines *l = &s->lines;
    lid vtk;
    TRY(su2_lines_integer(l, "an element's type", &vtk));
    *type = type_of_vtk(vtk);
    if (*type == NO_TYPE)
        return su2_lines_error(l, "has an element of VTK type %" PRI_LID ", which is not one of 3 (line), 5, 9, 10, "
                                  "12, 13, 14; export the mesh with linear elements",
                               vtk);
    *n = *type == EDGE ? 2 : element_info(*type)->n_nodes;
    for (int k = 0; k < *n; k++) {
        TRY(su2_lines_integer(l, "a node number", &node[k]));
        if (node[k] < 0 || node[k] >= LID_MAX - s->zone.first_node)
            return su2_lines_error(l, "names node %" PRI_LID "; numbers begin with 0", node[k]);
        /* Compared with NPOIN when both are known (su2_end_zone()). */
        s->zone.n_nodes = node[k] >= s->zone.n_nodes ? (int64_t)node[k] + 1 : s->zone.n_nodes;
        node[k] += (lid)s->zone.first_node;
    }
    return su2_lines_end_item(l);
}

/* The most lines that the file can hold.
 * A count beyond this is wrong, and is refused before memory is asked for. */
static int64_t most_items(const struct su2 *s)
{
    int64_t n = s->lines.bytes / ITEM_BYTES;
    return n < LID_MAX ? n : LID_MAX - 1;
}

static int read_cells(struct su2 *s)
{
    int64_t n = 0;
    TRY(su2_lines_count(&s->lines, most_items(s), &n));
    if (s->zone.listed_cells)
        return su2_lines_error(&s->lines, "lists the elements a second time; a further zone begins with IZONE");
    s->zone.listed_cells = true;
    if (s->n_zones <= 1)
        raw_append_begin(&s->append, n, 4 * n); /* tetrahedra; it grows where cells have more nodes */
    for (int64_t i = 0; i < n; i++) {
        int type, n_nodes;
        lid node[ELEMENT_MAX_NODES];
        TRY(su2_lines_item(&s->lines, "elements", i, n));
        TRY(read_element(s, &type, &n_nodes, node));
        if (type == EDGE || (type >= ELEMENT_TETRA) != (s->n_dims == 3))
            return su2_lines_error(&s->lines, "has an element that cannot be a cell of a mesh of %" PRId64
                                              " dimensions",
                                   s->n_dims);
        raw_append_cell(&s->append, type, n_nodes, node);
    }
    return 0;
}

/* ---- points ------------------------------------------------------------------------- */

static int too_far(const struct su2 *s, double x)
{
    return su2_lines_error(&s->lines, "has a coordinate of %g, too far away for areas and volumes", x);
}

/* A third coordinate, which some programs write of plane meshes too. A whole number there is a running number. */
static int read_third(struct su2 *s)
{
    struct su2_zone *z = &s->zone;
    double x = 0.0;
    if (su2_lines_is_whole(&s->lines))
        return 0;
    TRY(su2_lines_double(&s->lines, "a third coordinate", &x));
    x *= s->scale;
    if (!(fabs(x) <= RAW_COORDINATE_MOST))
        return too_far(s, x);
    z->low = fmin(z->low, x);
    z->high = fmax(z->high, x);
    return 0;
}

static int read_point(struct su2 *s, int64_t i)
{
    struct raw_mesh *m = s->m;
    for (int d = 0; d < s->n_dims; d++) {
        TRY(su2_lines_double(&s->lines, "a coordinate", &m->x[d][i]));
        m->x[d][i] *= s->scale;
        if (!(fabs(m->x[d][i]) <= RAW_COORDINATE_MOST))
            return too_far(s, m->x[d][i]);
    }
    /* In two dimensions z stays 0, and extrusion is along it. */
    TRY(s->n_dims == 2 ? read_third(s) : 0);
    return su2_lines_end_item(&s->lines);
}

static int read_points(struct su2 *s)
{
    struct raw_mesh *m = s->m;
    struct su2_zone *z = &s->zone;
    TRY(su2_lines_count(&s->lines, most_items(s), &z->n_points));
    if (z->listed_points)
        return su2_lines_error(&s->lines, "lists the points a second time; a further zone begins with IZONE");
    if (z->n_points >= LID_MAX - z->first_node)
        return su2_lines_error(&s->lines, "lists too many points with those of the zones before; at most %d can be "
                                          "read", LID_MAX);
    z->listed_points = true;
    int64_t physical = su2_lines_second(&s->lines);
    z->n_physical = physical >= 0 && physical < z->n_points ? physical : z->n_points;
    z->low = INFINITY;
    z->high = -INFINITY;
    m->n_nodes = z->first_node + z->n_points;
    for (int d = 0; d < 3; d++)
        MEM_GROW(m->x[d], m->n_nodes);
    for (int64_t i = z->first_node; i < m->n_nodes; i++) {
        m->x[2][i] = 0.0;
        TRY(su2_lines_item(&s->lines, "points", i - z->first_node, z->n_points));
        TRY(read_point(s, i));
    }
    return 0;
}

/* ---- markers -------------------------------------------------------------------------- */

/* A marker that comes again goes on with its patch. */
static int read_tag(struct su2 *s)
{
    const struct raw_mesh *m = s->m;
    const char *name = s->lines.word;
    TRY(su2_need_elements(s));
    s->zone.n_markers++;
    s->zone.awaits_elements = true;
    if (strcmp(name, "SEND_RECEIVE") == 0) {
        s->zone.sends = true;
        s->marker = -1;
        return 0;
    }
    if (name[0] == '\0')
        return su2_lines_error(&s->lines, "has a marker without a name");
    if (strlen(name) >= NAME_SIZE)
        return su2_lines_error(&s->lines, "has a marker with a name of %zu characters, %s; patches have at most %d, so "
                                          "give it a shorter one", strlen(name), name, NAME_SIZE - 1);
    s->marker = name_index_add(&s->markers, name);
    if (s->marker == m->n_patches)
        raw_append_patch(&s->append, name, "", BC_NONE);
    return 0;
}

static int read_marker(struct su2 *s)
{
    int64_t n = 0;
    if (s->marker < 0 && !s->zone.awaits_elements)
        return su2_lines_error(&s->lines, "lists a marker's elements before MARKER_TAG names one");
    s->zone.awaits_elements = false;
    TRY(su2_lines_count(&s->lines, most_items(s), &n));
    if (s->marker < 0)
        return su2_read_halo(s, n);
    for (int64_t i = 0; i < n; i++) {
        int type, n_nodes;
        lid node[ELEMENT_MAX_NODES];
        TRY(su2_lines_item(&s->lines, "elements of a marker", i, n));
        TRY(read_element(s, &type, &n_nodes, node));
        if (s->n_dims == 3 ? type != ELEMENT_TRI && type != ELEMENT_QUAD : type != EDGE)
            return su2_lines_error(&s->lines, "has an element that cannot be a boundary face of a mesh of %" PRId64
                                              " dimensions",
                                   s->n_dims);
        raw_append_face(&s->append, s->marker, n_nodes, node);
    }
    return 0;
}

/* ---- file ------------------------------------------------------------------------------ */

static int read_dimensions(struct su2 *s)
{
    int64_t n = 0;
    if (s->zone.has_dimensions)
        return su2_lines_error(&s->lines, "has NDIME a second time; a further zone begins with IZONE");
    TRY(su2_lines_count(&s->lines, INT32_MAX, &n));
    if (n != 2 && n != 3)
        return su2_lines_error(&s->lines, "says the mesh has %" PRId64 " dimensions; 2 and 3 can be read", n);
    if (s->n_dims != 0 && n != s->n_dims)
        return su2_lines_error(&s->lines,
                               "says a zone has %" PRId64 " dimensions behind one of %" PRId64 "; give zones "
                               "of the same number",
                               n, s->n_dims);
    s->n_dims = n;
    s->zone.has_dimensions = true;
    return 0;
}

/* Files without NMARK are taken: markers are counted as they come. */
static int read_marker_count(struct su2 *s)
{
    return su2_lines_count(&s->lines, INT32_MAX, &s->zone.n_announced);
}

/* The list or fact behind the present line's key; *known: there was one. */
static int take_key(struct su2 *s, bool *known)
{
    static const struct {
        const char *key;
        int (*read)(struct su2 *);
    } list[] = {{"NELEM", read_cells}, {"NPOIN", read_points}, {"MARKER_TAG", read_tag}, {"MARKER_ELEMS", read_marker}};
    *known = true;
    if (strcmp(s->lines.key, "NDIME") == 0)
        return read_dimensions(s);
    if (strcmp(s->lines.key, "NZONE") == 0)
        return su2_read_zone_count(s);
    if (strcmp(s->lines.key, "IZONE") == 0)
        return su2_begin_zone(s);
    if (strcmp(s->lines.key, "NMARK") == 0)
        return read_marker_count(s);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(s->lines.key, list[i].key) == 0) {
            if (!s->zone.has_dimensions)
                return su2_lines_error(&s->lines, "has %s before NDIME says how many dimensions the mesh has",
                                       s->lines.key);
            return list[i].read(s);
        }
    *known = false;
    return 0;
}

/* Lines without a key are passed over only behind an unknown key; behind a known one they say that its count was too
 * small. */
static int read_keys(struct su2 *s)
{
    bool end, known = true;
    for (;;) {
        TRY(su2_lines_next(&s->lines, &end));
        if (end)
            return 0;
        if (s->lines.key[0])
            TRY(take_key(s, &known));
        else if (known)
            return su2_lines_error(&s->lines, "has '%.60s' where a key (NELEM=, NPOIN=, MARKER_TAG=) belongs; is the "
                                              "number of items in front of it right?",
                                   s->lines.at);
    }
}

static int read_all(struct su2 *s)
{
    TRY(read_keys(s));
    TRY(su2_end_zone(s));
    TRY(su2_end_zones(s));
    if (s->m->n_patches > 0)
        raw_notes_say(&s->notes, "the format names no kinds of boundary; the case file or --config must give one to "
                                 "each marker");
    return s->n_dims == 2 ? raw_notes_extrude(&s->notes, s->m) : 0;
}

int su2_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
             struct raw_mesh *m)
{
    struct su2 s = {.m = m, .append = {.m = m}, .scale = scale != 0.0 ? scale : 1.0, .marker = -1,
                    .n_zones_announced = 1, .notes = {path, note, context}};
    memset(m, 0, sizeof *m);
    if (!(s.scale > 0.0) || !isfinite(s.scale))
        return error_set("%s: cannot be scaled by %g; give a positive factor", path, s.scale);
    TRY(su2_lines_open(path, &s.lines));
    m->source = text_format("%s", path);
    int status = read_all(&s);
    su2_lines_close(&s.lines);
    name_index_free(&s.markers);
    mem_free(s.zone.halo);
    if (status != 0)
        raw_mesh_free(m);
    return status;
}

bool su2_is_mesh(const char *path)
{
    struct su2_lines l;
    bool end = true;
    size_t n = strlen(path);
    if (n > 4 && strcasecmp(path + n - 4, ".su2") == 0)
        return !foreign_is_cgns(path);
    if (su2_lines_open(path, &l) != 0)
        return false;
    bool is = su2_lines_next(&l, &end) == 0 && !end && (strcmp(l.key, "NDIME") == 0 || strcmp(l.key, "NZONE") == 0);
    su2_lines_close(&l);
    return is;
}
