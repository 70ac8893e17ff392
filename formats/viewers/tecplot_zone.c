/* tecplot_zone.c: corners of Tecplot's elements by those of ours. */
#include "viewers/tecplot_zone.h"

#include "element.h"

#include <stdio.h>

/* Corners of a brick by those of each element, CGNS order. */
static const int8_t brick_corner[ELEMENT_N_TYPES][8] = {
    /* Collapsed bricks: Tecplot takes mixed meshes as bricks with nodes named several times. */
    [ELEMENT_TETRA] = {0, 1, 2, 2, 3, 3, 3, 3},
    [ELEMENT_PYRA] = {0, 1, 2, 3, 4, 4, 4, 4},
    [ELEMENT_PENTA] = {0, 1, 2, 2, 3, 4, 5, 5},
    [ELEMENT_HEXA] = {0, 1, 2, 3, 4, 5, 6, 7},
};

enum tecplot_kind tecplot_kind(const struct grid_view *g)
{
    if (!g->type)
        return TECPLOT_QUAD;
    enum tecplot_kind kind = TECPLOT_TETRA;
    for (int64_t i = 0; i < g->n_cells; i++) {
        if (g->type[i] == ELEMENT_POLYHEDRON)
            return TECPLOT_POLYHEDRON;
        if (g->type[i] != ELEMENT_TETRA)
            kind = TECPLOT_BRICK;
    }
    return kind;
}

const char *tecplot_kind_name(enum tecplot_kind kind)
{
    switch (kind) {
    case TECPLOT_QUAD: return "FEQUADRILATERAL";
    case TECPLOT_TETRA: return "FETETRAHEDRON";
    case TECPLOT_BRICK: return "FEBRICK";
    case TECPLOT_POLYHEDRON: return "FEPOLYHEDRON";
    }
    return "";
}

int64_t tecplot_n_parts(const struct grid_view *g, enum tecplot_kind kind, int64_t i)
{
    int64_t n = g->offset[i + 1] - g->offset[i];
    /* A polygon of n nodes as a fan of quadrilaterals about its first node, the last one perhaps a triangle. */
    return kind == TECPLOT_QUAD && n > 4 ? (n - 1) / 2 : 1;
}

int64_t tecplot_n_elements(const struct grid_view *g, enum tecplot_kind kind)
{
    int64_t n = 0;
    for (int64_t i = 0; i < g->n_cells; i++)
        n += tecplot_n_parts(g, kind, i);
    return n;
}

int tecplot_corners(const struct grid_view *g, enum tecplot_kind kind, int64_t i, int64_t part, int64_t corner[8])
{
    const int64_t *node = g->node + g->offset[i];
    int64_t n = g->offset[i + 1] - g->offset[i];
    int n_corners = kind == TECPLOT_BRICK ? 8 : 4;
    for (int k = 0; k < n_corners; k++) {
        if (kind == TECPLOT_TETRA)
            corner[k] = node[k];
        else if (kind == TECPLOT_BRICK)
            corner[k] = node[brick_corner[g->type[i]][k]];
        else
            /* Beyond the last node it is repeated. */
            corner[k] = node[k == 0 ? 0 : 2 * part + k < n ? 2 * part + k : n - 1];
    }
    return n_corners;
}

void tecplot_name(const struct grid_array *a, int component, char *name)
{
    static const char suffix[3][3] = {"_x", "_y", "_z"};
    snprintf(name, NAME_SIZE + 4, "%.*s%s", NAME_SIZE, a->name, a->n_components > 1 ? suffix[component] : "");
}
