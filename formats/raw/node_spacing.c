/* node_spacing.c: the shortest edge at each node. */
#include "raw/node_spacing.h"

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

static void take_edge(const struct raw_mesh *m, float *spacing, lid a, lid b)
{
    float length = (float)edge_length(m, a, b);
    /* A collapsed edge says nothing about how far nodes may be apart. */
    if (!(length > 0.0F))
        return;
    spacing[a] = length < spacing[a] ? length : spacing[a];
    spacing[b] = length < spacing[b] ? length : spacing[b];
}

/* Each edge is taken as often as faces have it, which changes no minimum. */
static void take_cell(const struct raw_mesh *m, float *spacing, int type, const lid *node)
{
    const struct element_info *e = element_info(type);
    if (type == ELEMENT_TRI || type == ELEMENT_QUAD)
        for (int i = 0; i < e->n_nodes; i++)
            take_edge(m, spacing, node[i], node[(i + 1) % e->n_nodes]);
    for (int f = 0; f < e->n_faces; f++)
        for (int i = 0; i < e->face_n_nodes[f]; i++)
            take_edge(m, spacing, node[e->face_node[f][i]], node[e->face_node[f][(i + 1) % e->face_n_nodes[f]]]);
}

float *raw_node_spacing(const struct raw_mesh *m)
{
    float *spacing;
    MEM_NEW(spacing, m->n_nodes);
    for (int64_t v = 0; v < m->n_nodes; v++)
        spacing[v] = FLT_MAX;
    for (int64_t c = 0; c < m->n_cells; c++)
        take_cell(m, spacing, m->cell_type[c], m->cell_node + m->cell_node_offset[c]);
    for (int64_t p = 0; p < m->n_polygons; p++) {
        const lid *node = m->polygon_node + m->polygon_node_offset[p];
        int64_t n = m->polygon_node_offset[p + 1] - m->polygon_node_offset[p];
        for (int64_t i = 0; i < n; i++)
            take_edge(m, spacing, node[i], node[(i + 1) % n]);
    }
    return spacing;
}
