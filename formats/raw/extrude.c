/* extrude.c: which way a plane mesh is made thick and by how much; cells, patches and periodic faces with it. */
#include "raw/extrude.h"

#include "element.h"
#include "error.h"
#include "mem.h"
#include "raw/extrude_polygons.h"
#include "text.h"

#include <math.h>

/* ---- which way, how far --------------------------------------------------------- */

static double extent(const struct raw_mesh *m, int d)
{
    double low = m->x[d][0], high = m->x[d][0];
    for (int64_t v = 1; v < m->n_nodes; v++) {
        low = fmin(low, m->x[d][v]);
        high = fmax(high, m->x[d][v]);
    }
    return high - low;
}

/* z is tried first, as the axis that plane meshes most often leave out; a mesh along a line would fit two axes. */
static int find_axis(const struct raw_mesh *m, int *axis)
{
    double size[3];
    for (int d = 0; d < 3; d++)
        size[d] = extent(m, d);
    for (*axis = 2; *axis >= 0; --*axis) /* rounding of the plane's place is let pass */
        if (size[*axis] <= 1e-9 * fmax(size[(*axis + 1) % 3], size[(*axis + 2) % 3]))
            return 0;
    return error_set("%s: holds a two-dimensional mesh whose nodes span %g x %g x %g m; a mesh in one of the planes "
                     "x = const, y = const, z = const can be read",
                     m->source, size[0], size[1], size[2]);
}

/* ---- the layer --------------------------------------------------------------------- */

/* Node v of the plane stays v, and n + v is above it: all lists below add n_plane for the upper layer. */
static void double_nodes(struct raw_mesh *m, const struct extrusion *e)
{
    int64_t n = m->n_nodes;
    for (int d = 0; d < 3; d++) {
        MEM_RESIZE(m->x[d], 2 * n);
        for (int64_t v = 0; v < n; v++)
            m->x[d][n + v] = m->x[d][v] + (d == e->axis ? e->thickness : 0.0);
    }
    m->n_nodes = 2 * n;
}

/* A triangle becomes a prism and a quadrilateral a hexahedron: in both the upper nodes follow the lower ones in the
 * same order, as CGNS numbers these elements. A polygon's cell has no nodes of its own, only faces
 * (extrude_polygons.c). */
static void thicken_cells(struct raw_mesh *m, lid n_plane)
{
    int64_t n_entries = m->cell_node_offset[m->n_cells];
    lid *node;
    MEM_NEW(node, 2 * n_entries);
    for (int64_t c = 0; c < m->n_cells; c++) {
        int64_t begin = m->cell_node_offset[c];
        int n = element_info(m->cell_type[c])->n_nodes;
        for (int i = 0; i < n; i++) {
            node[2 * begin + i] = m->cell_node[begin + i];
            node[2 * begin + n + i] = m->cell_node[begin + i] + n_plane;
        }
        if (m->cell_type[c] != ELEMENT_POLYHEDRON)
            m->cell_type[c] = m->cell_type[c] == ELEMENT_TRI ? ELEMENT_PENTA : ELEMENT_HEXA;
    }
    for (int64_t c = 0; c <= m->n_cells; c++)
        m->cell_node_offset[c] *= 2;
    mem_free(m->cell_node);
    m->cell_node = node;
}

static void thicken_patches(struct raw_mesh *m, lid n_plane)
{
    if (m->n_patch_faces > 0)
        m->patch_face_node = thicken_edges(m->n_patch_faces, m->patch_face_node_offset, m->patch_face_node, n_plane);
    for (int64_t i = 0; i < m->n_patches; i++) {
        struct raw_patch *p = &m->patch[i];
        if (!p->node)
            continue;
        MEM_RESIZE(p->node, 2 * p->n_nodes_listed);
        for (int64_t k = 0; k < p->n_nodes_listed; k++)
            p->node[p->n_nodes_listed + k] = p->node[k] + n_plane;
        p->n_nodes_listed *= 2;
    }
    for (int64_t i = 0; i < m->n_periodic; i++) {
        struct raw_periodic *p = &m->periodic[i];
        for (int side = 0; side < 2; side++)
            p->node[side] = thicken_edges(p->n_faces, p->node_offset, p->node[side], n_plane);
    }
}

/* Nodes of the lower or upper face of a cell that has its final nodes.
 * The last two polygons of a polyhedron are its lower and upper face (give_to_cells()). */
static const lid *side_of_cell(const struct raw_mesh *m, int64_t c, bool upper, int64_t *n)
{
    if (m->cell_type[c] == ELEMENT_POLYHEDRON) {
        lid p = m->cell_polygon[m->cell_polygon_offset[c + 1] - (upper ? 1 : 2)];
        *n = m->polygon_node_offset[p + 1] - m->polygon_node_offset[p];
        return m->polygon_node + m->polygon_node_offset[p];
    }
    /* Of a prism or hexahedron the first half of the nodes is below. */
    *n = element_info(m->cell_type[c])->n_nodes / 2;
    return m->cell_node + m->cell_node_offset[c] + (upper ? *n : 0);
}

static void add_side(struct raw_mesh *m, const char *name, bool upper)
{
    int64_t at = m->patch_face_node_offset[m->n_patch_faces];
    struct raw_patch *p = &m->patch[m->n_patches];
    *p = (struct raw_patch){.kind = BC_SYMMETRY};
    text_copy(p->name, sizeof p->name, name);
    /* A word of CGNS that means this kind, so that nothing is said of a guess (patch_types.c). */
    text_copy(p->bc_type, sizeof p->bc_type, "BCSymmetryPlane");
    for (int64_t c = 0; c < m->n_cells; c++) {
        int64_t n;
        const lid *node = side_of_cell(m, c, upper, &n);
        for (int64_t i = 0; i < n; i++)
            m->patch_face_node[at++] = node[i];
        m->patch_face_patch[m->n_patch_faces] = (lid)m->n_patches;
        m->patch_face_element[m->n_patch_faces++] = 0;
        m->patch_face_node_offset[m->n_patch_faces] = at;
    }
    m->n_patches++;
}

/* n_ring_nodes: of the lower faces of polygons.
 * Room for all faces is made at once: those of edges have 4 nodes each; of the cells' nodes half are lower and half
 * upper, together all of them; polygons add their rings twice. */
static void add_sides(struct raw_mesh *m, int64_t n_ring_nodes)
{
    int64_t n = m->n_patch_faces + 2 * m->n_cells;
    int64_t n_nodes = 4 * m->n_patch_faces + m->cell_node_offset[m->n_cells] + 2 * n_ring_nodes;
    MEM_RESIZE(m->patch, m->n_patches + 2);
    MEM_RESIZE(m->patch_face_node_offset, n + 1);
    MEM_RESIZE(m->patch_face_node, n_nodes);
    MEM_RESIZE(m->patch_face_patch, n);
    MEM_RESIZE(m->patch_face_element, n);
    m->patch_face_node_offset[0] = 0;
    add_side(m, "symmetry-lower", false);
    add_side(m, "symmetry-upper", true);
}

/* Cells have their final nodes before the sides are listed, since sides are read from them. */
int raw_mesh_extrude(struct raw_mesh *m, struct extrusion *e)
{
    if (m->n_nodes > LID_MAX / 2)
        return error_set("%s: has %" PRId64 " nodes, and twice as many cannot be numbered", m->source, m->n_nodes);
    TRY(find_axis(m, &e->axis));
    e->thickness = RAW_LAYER_DEPTH;
    lid n_plane = (lid)m->n_nodes;
    int64_t n_ring_nodes = 0;
    double_nodes(m, e);
    thicken_cells(m, n_plane);
    TRY(thicken_polygons(m, n_plane, &n_ring_nodes));
    thicken_patches(m, n_plane);
    add_sides(m, n_ring_nodes);
    return 0;
}

bool raw_mesh_is_layer(const struct raw_mesh *m, struct extrusion *e)
{
    double low[3], high[3];
    for (int d = 0; d < 3; d++) {
        low[d] = INFINITY;
        high[d] = -INFINITY;
        for (int64_t v = 0; v < m->n_nodes; v++) {
            low[d] = fmin(low[d], m->x[d][v]);
            high[d] = fmax(high[d], m->x[d][v]);
        }
    }
    for (e->axis = 2; e->axis >= 0; --e->axis) {
        int64_t v = 0, n_low = 0;
        e->thickness = high[e->axis] - low[e->axis];
        for (; v < m->n_nodes; v++) {
            double x = m->x[e->axis][v] - low[e->axis], off = fmin(fabs(x), fabs(x - e->thickness));
            n_low += x < 0.5 * e->thickness;
            if (!(off <= 1e-9 * e->thickness))
                break;
        }
        if (v == m->n_nodes && 2 * n_low == m->n_nodes && e->thickness > 0.0)
            return true;
    }
    return false;
}

void raw_mesh_set_depth(struct raw_mesh *m, const struct extrusion *e, double depth)
{
    double *x = m->x[e->axis], low = INFINITY;
    for (int64_t v = 0; v < m->n_nodes; v++)
        low = fmin(low, x[v]);
    for (int64_t v = 0; v < m->n_nodes; v++)
        x[v] = x[v] - low < 0.5 * e->thickness ? low : low + depth;
}
