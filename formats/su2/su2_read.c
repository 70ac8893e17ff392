/* su2_read.c: the format, as SU2's documentation gives it:
 *
 *   NDIME= 3
 *   NELEM= n            n lines: VTK type, nodes (0-based), [running number]
 *   NPOIN= n            n lines: coordinates, [running numbers]
 *   NMARK= k            k times:
 *   MARKER_TAG= name
 *   MARKER_ELEMS= n     n lines: VTK type, nodes
 *
 * Lists may come in any order behind NDIME. Keys that are not known (free-form
 * deformation boxes, periodic transformations) are passed over with their lines.
 */
#include "su2/su2_read.h"

#include "element.h"
#include "in_file.h"
#include "mem.h"
#include "name_index.h"
#include "raw/raw_append.h"
#include "raw/raw_notes.h"
#include "su2/su2_lines.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ITEM_BYTES = 4, VTK_LINE = 3, EDGE = -1, NO_TYPE = -2 }; /* the shortest line is "0 0\n" */

struct su2 {
    struct su2_lines lines;
    struct raw_mesh *m;
    double scale;
    int64_t n_dims;  /* 0 while NDIME has not come */
    int64_t n_nodes; /* most node number met + 1 */
    struct raw_append append;
    int64_t n_announced; /* markers, by NMARK */
    int64_t n_markers;   /* that have come */
    bool awaits_elements; /* of the last MARKER_TAG */
    lid marker; /* patch of the last MARKER_TAG, -1 before the first */
    struct name_index markers; /* marker i of these is patch i */
    bool listed_points, listed_cells;
    struct raw_notes notes;
};

/* ---- elements ---------------------------------------------------------------------- */

/* Linear elements have the same order of nodes in VTK, CGNS and here. */
static int type_of_vtk(lid vtk)
{
    for (int t = 0; t < ELEMENT_POLYHEDRON; t++)
        if (element_info(t)->vtk_type == vtk)
            return t;
    return vtk == VTK_LINE ? EDGE : NO_TYPE;
}

/* Type and nodes of the present line; nodes are checked against NPOIN at the end. */
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
        if (node[k] < 0 || node[k] == LID_MAX)
            return su2_lines_error(l, "names node %" PRI_LID "; numbers begin with 0", node[k]);
        /* Compared with NPOIN when both are known (check_whole()). */
        s->n_nodes = node[k] >= s->n_nodes ? node[k] + 1 : s->n_nodes;
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
    if (s->listed_cells)
        return su2_lines_error(&s->lines, "lists the elements a second time; one zone can be read");
    s->listed_cells = true;
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

/* In two dimensions z stays 0, and extrusion is along it. */
static int read_points(struct su2 *s)
{
    struct raw_mesh *m = s->m;
    TRY(su2_lines_count(&s->lines, most_items(s), &m->n_nodes));
    if (s->listed_points)
        return su2_lines_error(&s->lines, "lists the points a second time; one zone can be read");
    s->listed_points = true;
    for (int d = 0; d < 3; d++)
        MEM_NEW_ZERO(m->x[d], m->n_nodes);
    for (int64_t i = 0; i < m->n_nodes; i++) {
        TRY(su2_lines_item(&s->lines, "points", i, m->n_nodes));
        for (int d = 0; d < s->n_dims; d++) {
            TRY(su2_lines_double(&s->lines, "a coordinate", &m->x[d][i]));
            m->x[d][i] *= s->scale;
            if (!(fabs(m->x[d][i]) <= RAW_COORDINATE_MOST))
                return su2_lines_error(&s->lines, "has a coordinate of %g, too far away for areas and volumes",
                                       m->x[d][i]);
        }
        TRY(su2_lines_end_item(&s->lines));
    }
    return 0;
}

/* ---- markers -------------------------------------------------------------------------- */

/* The format has this key behind each MARKER_TAG, also where a marker has no elements. */
static int need_elements(const struct su2 *s)
{
    return s->awaits_elements ? su2_lines_error(&s->lines, "marker %s, before this, has no MARKER_ELEMS; export the "
                                                           "mesh again, or copy the whole file",
                                                s->m->patch[s->marker].name)
                              : 0;
}

/* A marker that comes again goes on with its patch. */
static int read_tag(struct su2 *s)
{
    const struct raw_mesh *m = s->m;
    const char *name = s->lines.word;
    TRY(need_elements(s));
    if (strcmp(name, "SEND_RECEIVE") == 0)
        return su2_lines_error(&s->lines, "has a marker SEND_RECEIVE, so the mesh is divided already; give the whole "
                                          "one");
    if (name[0] == '\0')
        return su2_lines_error(&s->lines, "has a marker without a name");
    if (strlen(name) >= NAME_SIZE)
        return su2_lines_error(&s->lines, "has a marker with a name of %zu characters, %s; patches have at most %d, so "
                                          "give it a shorter one", strlen(name), name, NAME_SIZE - 1);
    s->n_markers++;
    s->awaits_elements = true;
    s->marker = name_index_add(&s->markers, name);
    if (s->marker == m->n_patches)
        raw_append_patch(&s->append, name, "", BC_NONE);
    return 0;
}

static int read_marker(struct su2 *s)
{
    int64_t n = 0;
    if (s->marker < 0)
        return su2_lines_error(&s->lines, "lists a marker's elements before MARKER_TAG names one");
    s->awaits_elements = false;
    TRY(su2_lines_count(&s->lines, most_items(s), &n));
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
    if (s->n_dims != 0)
        return su2_lines_error(&s->lines, "has NDIME a second time; files of one zone can be read");
    TRY(su2_lines_count(&s->lines, INT32_MAX, &s->n_dims));
    return s->n_dims == 2 || s->n_dims == 3
               ? 0
               : su2_lines_error(&s->lines, "says the mesh has %" PRId64 " dimensions; 2 and 3 can be read", s->n_dims);
}

static int read_zone_count(const struct su2 *s)
{
    int64_t n = 0;
    TRY(su2_lines_count(&s->lines, INT32_MAX, &n));
    return n == 1 ? 0 : su2_lines_error(&s->lines, "announces %" PRId64 " zones; files of one zone can be read", n);
}

/* Files without NMARK are taken: markers are counted as they come. */
static int read_marker_count(struct su2 *s)
{
    return su2_lines_count(&s->lines, INT32_MAX, &s->n_announced);
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
        return read_zone_count(s);
    if (strcmp(s->lines.key, "NMARK") == 0)
        return read_marker_count(s);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(s->lines.key, list[i].key) == 0) {
            if (s->n_dims == 0)
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

/* Nodes are checked here, at the end, since elements may come before the points. */
static int check_whole(const struct su2 *s)
{
    const struct raw_mesh *m = s->m;
    if (s->n_dims == 0 || !s->listed_cells || !s->listed_points || m->n_cells == 0)
        return error_set("%s: has no %s; it is not an SU2 mesh, or it is cut short", s->lines.path,
                         s->n_dims == 0 ? "NDIME" : !s->listed_points ? "NPOIN" : "elements (NELEM)");
    if (s->n_nodes > m->n_nodes)
        return error_set("%s: elements name node %" PRId64 ", and NPOIN lists 0..%" PRId64 "; export the mesh again",
                         s->lines.path, s->n_nodes - 1, m->n_nodes - 1);
    TRY(need_elements(s));
    if (s->n_markers < s->n_announced)
        return error_set("%s: NMARK announces %" PRId64 " markers, and %" PRId64 " are there, so that the file is cut "
                         "short or NMARK wrong; export the mesh again, or copy the whole file", s->lines.path,
                         s->n_announced, s->n_markers);
    return 0;
}

static int read_all(struct su2 *s)
{
    TRY(read_keys(s));
    TRY(check_whole(s));
    if (s->m->n_patches > 0)
        raw_notes_say(&s->notes, "the format names no kinds of boundary; the case file or --config must give one to "
                                 "each marker");
    return s->n_dims == 2 ? raw_notes_extrude(&s->notes, s->m) : 0;
}

int su2_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
             struct raw_mesh *m)
{
    struct su2 s = {.m = m, .append = {.m = m}, .scale = scale != 0.0 ? scale : 1.0, .marker = -1,
                    .notes = {path, note, context}};
    memset(m, 0, sizeof *m);
    if (!(s.scale > 0.0) || !isfinite(s.scale))
        return error_set("%s: cannot be scaled by %g; give a positive factor", path, s.scale);
    TRY(su2_lines_open(path, &s.lines));
    m->source = text_format("%s", path);
    int status = read_all(&s);
    su2_lines_close(&s.lines);
    name_index_free(&s.markers);
    if (status != 0)
        raw_mesh_free(m);
    return status;
}

/* A file in which CGNS meshes are stored, whatever its name says. */
static bool is_binary(const char *path)
{
    static const char hdf5[] = "\x89HDF", adf[] = "@(#)ADF";
    char begin[sizeof adf] = "";
    FILE *f = in_file_open(path, "a mesh");
    size_t n = f ? fread(begin, 1, sizeof begin - 1, f) : 0;
    if (f)
        fclose(f);
    return (n >= sizeof hdf5 - 1 && memcmp(begin, hdf5, sizeof hdf5 - 1) == 0) || strcmp(begin, adf) == 0;
}

bool su2_is_mesh(const char *path)
{
    struct su2_lines l;
    bool end = true;
    size_t n = strlen(path);
    if (n > 4 && strcasecmp(path + n - 4, ".su2") == 0)
        return !is_binary(path);
    if (su2_lines_open(path, &l) != 0)
        return false;
    bool is = su2_lines_next(&l, &end) == 0 && !end && (strcmp(l.key, "NDIME") == 0 || strcmp(l.key, "NZONE") == 0);
    su2_lines_close(&l);
    return is;
}
