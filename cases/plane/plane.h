/* plane.h: plane grids of ni x nj quadrilaterals, one layer of cells thick or several.
 *
 *      j                       A shape says where node (i, j) lies, which cells
 *      ^  +---+---+---+        are left out, which nodes are one, and which patch
 *      |  |   |   |   |        a side belongs to. Every shape is a family: level 0
 *      |  +---+---+---+        is the coarsest grid, and each level halves the
 *      +----------------> i    spacing of the one before, so that level L holds
 *                              every second node of level L + 1.
 */
#ifndef UFV_CASES_PLANE_H
#define UFV_CASES_PLANE_H

#include "../mesh_build.h"

enum { SIDE_LEFT, SIDE_RIGHT, SIDE_LOW, SIDE_HIGH };
enum { WALL, SYMMETRY, INFLOW, OUTFLOW, FARFIELD, SIDES, N_PLANE_PATCHES, NO_PATCH = -1 };
enum { FINEST = 4 }; /* the level that wall spacings are given for */

struct plane;

struct shape {
    const char *name, *about;
    int ni, nj;                              /* cells of level 0 */
    double length, height, far, wall, depth; /* defaults, metres */
    double thickness;                        /* default, of the chord; 0: it has none */
    void (*prepare)(struct plane *p);        /* NULL: nothing to do */
    void (*node)(const struct plane *p, int i, int j, double xy[2]);
    int (*patch)(const struct plane *p, int i, int j, int side); /* of a boundary side of cell (i, j) */
    bool (*left_out)(const struct plane *p, int i, int j);       /* NULL: no cell is */
    int (*same_as)(const struct plane *p, int i, int j);         /* i of the node that (i, j) is one with; NULL: none */
};

struct plane {
    const struct shape *shape;
    const char *out;
    int level, scale;                        /* scale = 2^level */
    int ni, nj, layers;                      /* cells */
    double length, height, far, wall, depth; /* metres; what they mean depends on the shape */
    double thickness;                        /* of the chord */
    enum mesh_style style;
    double k[8];                             /* stretching constants of the shape */
    cgsize_t *id;                            /* [layers + 1][nj + 1][ni + 1] node numbers */
    int patch[N_PLANE_PATCHES];              /* of the mesh; NO_PATCH until one is needed */
};

/* ---- spacing ------------------------------------------------------------------*/

/* sinh(k s) / sinh(k): 0 .. 1 as s, finest at 0. k = 0: even. */
static inline double plane_stretch(double s, double k)
{
    return k > 0 ? sinh(k * s) / sinh(k) : s;
}

/* The k whose slope at 0 is that much of an even spacing's; 0 for 1 and more. */
static inline double plane_stretch_constant(double slope)
{
    double low = 0, high = 100;
    if (!(slope < 1))
        return 0;
    for (int n = 0; n < 200; n++) {
        double k = 0.5 * (low + high);
        if (k / sinh(k) > slope)
            low = k;
        else
            high = k;
    }
    return low;
}

/* tanh(k t / 2) / tanh(k / 2): -1 .. 1 as t, finest at both ends, where its slope is that
 * of plane_stretch() at 0. */
static inline double plane_crowd(double t, double k)
{
    return k > 0 ? tanh(0.5 * k * t) / tanh(0.5 * k) : t;
}

/* For a first spacing `first` on level `level` of a length that has n cells on
 * level 0. */
static inline double plane_stretch_for(double first, double length, int n, int level)
{
    return plane_stretch_constant(first * n * (1 << level) / length);
}

/* ---- building -----------------------------------------------------------------*/

static inline cgsize_t *plane_id(const struct plane *p, int i, int j, int k)
{
    return p->id + ((size_t)k * (size_t)(p->nj + 1) + (size_t)j) * (size_t)(p->ni + 1) + i;
}

static inline bool plane_has_cell(const struct plane *p, int i, int j)
{
    return i >= 0 && i < p->ni && j >= 0 && j < p->nj && !(p->shape->left_out && p->shape->left_out(p, i, j));
}

static inline bool plane_has_node(const struct plane *p, int i, int j)
{
    return plane_has_cell(p, i, j) || plane_has_cell(p, i - 1, j) || plane_has_cell(p, i, j - 1) ||
           plane_has_cell(p, i - 1, j - 1);
}

static inline void plane_add_nodes(struct plane *p, struct mesh *m)
{
    p->id = mesh_grow(NULL, (size_t)(p->layers + 1) * (size_t)(p->nj + 1) * (size_t)(p->ni + 1) * sizeof *p->id);
    for (int k = 0; k <= p->layers; k++)
        for (int j = 0; j <= p->nj; j++)
            for (int i = 0; i <= p->ni; i++) {
                int twin = p->shape->same_as ? p->shape->same_as(p, i, j) : i;
                double xy[2];
                if (!plane_has_node(p, i, j))
                    continue;
                p->shape->node(p, i, j, xy);
                *plane_id(p, i, j, k) = twin < i ? *plane_id(p, twin, j, k) : mesh_node(m, xy[0], xy[1], p->depth * k / p->layers);
            }
}

/* The mesh's patch of that kind, made when it is first asked for. */
static inline int plane_patch(struct plane *p, struct mesh *m, int kind)
{
    static const struct {
        const char *name;
        BCType_t bc;
    } kinds[N_PLANE_PATCHES] = {{"WALL", BCWall},       {"SYMMETRY", BCSymmetryPlane}, {"INFLOW", BCInflow},
                                {"OUTFLOW", BCOutflow}, {"FARFIELD", BCFarfield},      {"SIDES", BCSymmetryPlane}};
    if (p->patch[kind] == NO_PATCH)
        p->patch[kind] = mesh_patch_add(m, kinds[kind].name, kinds[kind].bc);
    return p->patch[kind];
}

static inline void plane_add_side(struct plane *p, struct mesh *m, int i, int j, int side, const cgsize_t h[8])
{
    static const int neighbour[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static const int face[4] = {4, 2, 1, 3}; /* of mesh_shape_face */
    cgsize_t q[4];
    if (plane_has_cell(p, i + neighbour[side][0], j + neighbour[side][1]))
        return;
    int patch = p->shape->patch(p, i, j, side);
    for (int a = 0; a < 4; a++)
        q[a] = h[mesh_shape_face[STYLE_HEX][face[side]][a]];
    if (patch != NO_PATCH)
        mesh_boundary(m, plane_patch(p, m, patch), p->style, q, false);
}

static inline void plane_add_cell(struct plane *p, struct mesh *m, int i, int j, int layer)
{
    cgsize_t h[8];
    for (int k = 0; k < 2; k++) {
        h[4 * k] = *plane_id(p, i, j, layer + k);
        h[4 * k + 1] = *plane_id(p, i + 1, j, layer + k);
        h[4 * k + 2] = *plane_id(p, i + 1, j + 1, layer + k);
        h[4 * k + 3] = *plane_id(p, i, j + 1, layer + k);
    }
    mesh_hex(m, p->style, h);
    for (int side = 0; side < 4; side++)
        plane_add_side(p, m, i, j, side, h);
    if (layer == 0)
        mesh_boundary(m, plane_patch(p, m, SIDES), p->style, (cgsize_t[]){h[0], h[3], h[2], h[1]}, true);
    if (layer == p->layers - 1)
        mesh_boundary(m, plane_patch(p, m, SIDES), p->style, h + 4, true);
}

static inline void plane_build(struct plane *p, struct mesh *m)
{
    p->scale = 1 << p->level;
    p->ni = p->shape->ni * p->scale;
    p->nj = p->shape->nj * p->scale;
    if (p->shape->prepare)
        p->shape->prepare(p);
    for (int k = 0; k < N_PLANE_PATCHES; k++)
        p->patch[k] = NO_PATCH;
    plane_add_nodes(p, m);
    for (int k = 0; k < p->layers; k++)
        for (int j = 0; j < p->nj; j++)
            for (int i = 0; i < p->ni; i++)
                if (plane_has_cell(p, i, j))
                    plane_add_cell(p, m, i, j, k);
    free(p->id);
}

#endif
