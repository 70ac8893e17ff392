/* cgns_join_spacing.c: how far two nodes are apart, and how far they may be to count as one.
 *
 * The measure is the shortest edge at a node. It is found for all nodes when two are first seen not to
 * coincide exactly.
 */
#include "cgns/cgns_join.h"

#include "element.h"
#include "mem.h"

#include <float.h>
#include <math.h>

static double edge_length(const struct raw_mesh *m, lid a, lid b)
{
    double s = 0.0;
    for (int d = 0; d < 3; d++)
        s += (m->x[d][a] - m->x[d][b]) * (m->x[d][a] - m->x[d][b]);
    return sqrt(s);
}

static void take_edge(struct cgns_join *j, lid a, lid b)
{
    float length = (float)edge_length(j->m, a, b);
    /* A collapsed edge says nothing about how far nodes may be apart. */
    if (!(length > 0.0F))
        return;
    j->spacing[a] = length < j->spacing[a] ? length : j->spacing[a];
    j->spacing[b] = length < j->spacing[b] ? length : j->spacing[b];
}

/* Each edge is taken as often as faces have it, which changes no minimum. */
static void take_cell(struct cgns_join *j, int type, const lid *node)
{
    const struct element_info *e = element_info(type);
    if (type == ELEMENT_TRI || type == ELEMENT_QUAD)
        for (int i = 0; i < e->n_nodes; i++)
            take_edge(j, node[i], node[(i + 1) % e->n_nodes]);
    for (int f = 0; f < e->n_faces; f++)
        for (int i = 0; i < e->face_n_nodes[f]; i++)
            take_edge(j, node[e->face_node[f][i]], node[e->face_node[f][(i + 1) % e->face_n_nodes[f]]]);
}

/* Asked for when two nodes are seen not to coincide exactly. */
static void measure_spacing(struct cgns_join *j)
{
    const struct raw_mesh *m = j->m;
    MEM_NEW(j->spacing, m->n_nodes);
    for (int64_t v = 0; v < m->n_nodes; v++)
        j->spacing[v] = FLT_MAX;
    for (int64_t c = 0; c < m->n_cells; c++)
        take_cell(j, m->cell_type[c], m->cell_node + m->cell_node_offset[c]);
    for (int64_t p = 0; p < m->n_polygons; p++) {
        const lid *node = m->polygon_node + m->polygon_node_offset[p];
        int64_t n = m->polygon_node_offset[p + 1] - m->polygon_node_offset[p];
        for (int64_t i = 0; i < n; i++)
            take_edge(j, node[i], node[(i + 1) % n]);
    }
}

double cgns_distance(const struct cgns_join *j, const struct cgns_motion *t, lid a, lid b)
{
    double s = 0.0;
    for (int d = 0; d < 3; d++) {
        double x = j->m->x[d][a];
        if (t->moves) {
            x = t->translation[d];
            for (int e = 0; e < 3; e++)
                x += t->rotation[d][e] * j->m->x[e][a];
        }
        s += (x - j->m->x[d][b]) * (x - j->m->x[d][b]);
    }
    return sqrt(s);
}

double cgns_spacing(struct cgns_join *j, lid v)
{
    if (!j->spacing)
        measure_spacing(j);
    return j->spacing[v];
}

double cgns_tolerance(struct cgns_join *j, lid a, lid b)
{
    double spacing = fmin(cgns_spacing(j, a), cgns_spacing(j, b)), size = 0.0;
    for (int d = 0; d < 3; d++)
        size = fmax(size, fabs(j->m->x[d][a]));
    /* Where every edge is collapsed only rounding is allowed. */
    double tolerance = spacing < FLT_MAX ? 0.1 * spacing : 16.0 * DBL_EPSILON * size;
    return fmax(tolerance, j->zs->join);
}
