/* Mirrored cells, found by the sign of their volume and put into CGNS order. */
#include "mesh/orient.h"

#include "element.h"
#include "vec3.h"

/* Six times the volume with every face split about its vertex mean, seen from
 * the cell's first node. */
static double signed_volume(const struct mesh *m, int64_t c)
{
    const lid *cell_node = m->cell_node + m->cell_node_offset[c];
    struct vec3 origin = vec3_at(m->x, cell_node[0]);
    double volume = 0.0;
    /* Sides that have vanished (n = 0) add nothing. */
    for (int j = 0; j < element_table[m->cell_type[c]].n_faces; j++) {
        lid node[4];
        int n = mesh_cell_face_nodes(m->cell_type[c], cell_node, j, node);
        struct vec3 corner[4], mean = {0, 0, 0};
        for (int i = 0; i < n; i++) {
            corner[i] = vec3_sub(vec3_at(m->x, node[i]), origin);
            mean = vec3_add(mean, vec3_scale(1.0 / n, corner[i]));
        }
        for (int i = 0; i < n; i++)
            volume += vec3_dot(mean, vec3_cross(corner[i], corner[(i + 1) % n]));
    }
    return volume;
}

static void swap(lid *a, lid *b)
{
    lid t = *a;
    *a = *b;
    *b = t;
}

/* Exchanges nodes so that the base runs the other way round and each upper node stays above its own:
 *
 *    TETRA 0 1 2 | 3    -> 0 2 1 | 3          PENTA 0 1 2 | 3 4 5     -> 0 2 1 | 3 5 4
 *    PYRA  0 1 2 3 | 4  -> 0 3 2 1 | 4        HEXA  0 1 2 3 | 4 5 6 7 -> 0 3 2 1 | 4 7 6 5 */
static void mirror(int type, lid *node)
{
    switch (type) {
    case ELEMENT_TETRA:
        swap(&node[1], &node[2]);
        break;
    case ELEMENT_PYRA:
        swap(&node[1], &node[3]);
        break;
    case ELEMENT_PENTA:
        swap(&node[1], &node[2]);
        swap(&node[4], &node[5]);
        break;
    case ELEMENT_HEXA:
        swap(&node[1], &node[3]);
        swap(&node[5], &node[7]);
        break;
    default:
        break;
    }
}

/* Polyhedra have no faces in the element table: their volume is 0 here and they stay as they are. A cell of
 * negative volume in only a part of it (folded) is not mended by this and is found by mesh_check(). */
int64_t orient_cells(struct mesh *m)
{
    int64_t mirrored = 0;
#pragma omp parallel for schedule(static) reduction(+ : mirrored)
    for (int64_t c = 0; c < m->n_cells; c++)
        if (signed_volume(m, c) < 0.0) {
            mirror(m->cell_type[c], m->cell_node + m->cell_node_offset[c]);
            mirrored++;
        }
    return mirrored;
}
