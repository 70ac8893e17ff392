/* cell_layer.c: the directions in which one cell has planes of symmetry, and whether all cells have one there too. */
#include "mesh/cell_layer.h"

#include "mem.h"
#include "parallel/comm.h"

#include <math.h>

/* Directions that are tried: a cell between planes of symmetry has no more. */
enum { DIRECTIONS_MOST = 8 };

struct directions {
    int n;
    double normal[DIRECTIONS_MOST][3];
};

/* Unit normal of boundary face f, out of the mesh. */
static void outward(const struct pack *p, lid f, double n[3])
{
    double size = 0;
    for (int d = 0; d < 3; d++) {
        n[d] = p->normal[d * p->n_faces + f];
        size += n[d] * n[d];
    }
    for (int d = 0; d < 3; d++)
        n[d] /= size > 0 ? sqrt(size) : 1;
}

static double cosine(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Of the planes of symmetry at the cell before the first such face. */
static struct directions directions_of_first_cell(const struct pack *p, const struct bc_values *values)
{
    struct directions to = {.n = 0};
    lid cell = -1;
    for (int k = 0; k < p->n_patches; k++)
        for (lid f = p->patch[k].begin; values[k].kind == BC_SYMMETRY && f < p->patch[k].end; f++) {
            cell = cell < 0 ? p->left[f] : cell;
            if (p->left[f] == cell && to.n < DIRECTIONS_MOST)
                outward(p, f, to.normal[to.n++]);
        }
    return to;
}

/* Has each cell of this rank one face there? */
static bool direction_is_everywhere(const struct pack *p, const struct bc_values *values, const double normal[3])
{
    uint8_t *faces;
    bool everywhere = true;
    MEM_NEW_ZERO(faces, p->n_owned);
    for (int k = 0; k < p->n_patches; k++)
        for (lid f = p->patch[k].begin; values[k].kind == BC_SYMMETRY && f < p->patch[k].end; f++) {
            double n[3];
            outward(p, f, n);
            if (cosine(n, normal) > (double)LAYER_COSINE_LEAST && faces[p->left[f]] < 2)
                faces[p->left[f]]++;
        }
    for (int64_t i = 0; i < p->n_owned; i++)
        everywhere = everywhere && faces[i] == 1;
    mem_free(faces);
    return everywhere;
}

/* Sides whose normals are less than a thousandth of a degree off opposite ones make a plane mesh. */
static void take_sides(const double a[3], const double b[3], struct layer *layer)
{
    layer->kind = cosine(a, b) < -(1 - 1e-10) ? LAYER_PLANE : LAYER_WEDGE;
    for (int d = 0; d < 3; d++) {
        layer->side[0][d] = (real)a[d];
        layer->side[1][d] = (real)b[d];
    }
}

/* Normals of faces other than the sides have nothing along x[axis] then, and those of the sides nothing else, and all
 * centroids but those of the sides and of the ghosts behind them lie in one plane. What rounding leaves is relative to
 * a face's length and not to its area, and in a thin layer it would push across. */
static void flatten(struct pack *p, int axis)
{
    const double at = p->centroid[axis * p->n_slots];
    for (lid f = 0; f < p->n_faces; f++) {
        double n[3];
        outward(p, f, n);
        const bool side = fabs(n[axis]) > (double)LAYER_COSINE_LEAST && p->right[f] >= p->n_cells;
        for (int d = 0; d < 3; d++)
            if (side != (d == axis))
                p->normal[d * p->n_faces + f] = 0;
        if (side)
            continue;
        p->face_centroid[axis * p->n_faces + f] = at;
        p->centroid[axis * p->n_slots + p->left[f]] = p->centroid[axis * p->n_slots + p->right[f]] = at;
    }
}

/* The directions are those of rank 0, so that all ranks try the same ones. Of three or more, in a row of cells, the two
 * that are the most opposite. */
void cell_layer_find(struct pack *p, const struct bc_values *values, struct layer *layer)
{
    struct directions to = directions_of_first_cell(p, values);
    double everywhere[DIRECTIONS_MOST], least = 0;
    *layer = (struct layer){.kind = LAYER_NONE};
    comm_broadcast(&to, (int)sizeof to, 0);
    for (int k = 0; k < to.n; k++)
        everywhere[k] = direction_is_everywhere(p, values, to.normal[k]);
    comm_minimum(everywhere, to.n);
    for (int a = 0; a < to.n; a++)
        for (int b = a + 1; b < to.n; b++) {
            double opposite = cosine(to.normal[a], to.normal[b]);
            if (everywhere[a] > 0 && everywhere[b] > 0 && opposite < least) {
                least = opposite;
                take_sides(to.normal[a], to.normal[b], layer);
            }
        }
    for (int d = 0; d < 3 && layer->kind == LAYER_PLANE; d++)
        if (fabs((double)layer->side[0][d]) > 1 - 1e-10)
            flatten(p, d);
}
