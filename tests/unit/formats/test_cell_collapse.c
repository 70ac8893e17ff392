/* test_cell_collapse: what a cell with repeated nodes becomes, whatever the stack held before. */
#include "check.h"

#include "element.h"
#include "raw/node_merge.h"

#include <string.h>

/* Leaves `value` all over the part of the stack that the next call will use. */
__attribute__((noinline)) static void fill_stack(lid value)
{
    volatile lid block[2048];
    for (size_t i = 0; i < sizeof block / sizeof *block; i++)
        block[i] = value;
}

/* Signed volume over 6 of the tetrahedra between the cell's centre and its faces' triangles: positive when the
 * faces' normals point out of the cell. x: [n][3] by node number. */
static double volume(int type, const lid *node, const double (*x)[3])
{
    const struct element_info *e = element_info(type);
    double centre[3] = {0}, sum = 0.0;
    for (int i = 0; i < e->n_nodes; i++)
        for (int d = 0; d < 3; d++)
            centre[d] += x[node[i]][d] / e->n_nodes;
    for (int f = 0; f < e->n_faces; f++)
        for (int k = 1; k + 1 < e->face_n_nodes[f]; k++) {
            double v[3][3];
            const int corner[3] = {0, k, k + 1};
            for (int c = 0; c < 3; c++)
                for (int d = 0; d < 3; d++)
                    v[c][d] = x[node[e->face_node[f][corner[c]]]][d] - centre[d];
            sum += v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) + v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
                   v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
        }
    return sum / 6.0;
}

static const double cube[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

/* Each side of a hexahedron collapsed to a line, in both directions: a prism of half the volume. */
static void side_to_line_is_a_prism(void)
{
    const struct element_info *hexa = element_info(ELEMENT_HEXA);
    for (int f = 0; f < hexa->n_faces; f++)
        for (int turn = 0; turn < 2; turn++)
            for (lid stale = -1; stale < 8; stale++) {
                lid node[8] = {0, 1, 2, 3, 4, 5, 6, 7};
                const int8_t *side = hexa->face_node[f];
                node[side[turn]] = node[side[1 - turn + 2 * turn]];
                node[side[(turn + 3) % 4]] = node[side[(turn + 2) % 4]];
                fill_stack(stale);
                int type = cell_collapse(ELEMENT_HEXA, node);
                CHECK(type == ELEMENT_PENTA, "side %d, turn %d, stack of %d: type %d", f, turn, stale, type);
                if (type == ELEMENT_PENTA)
                    CHECK_NEAR(volume(type, node, cube), 0.5, 1e-12);
            }
}

/* A side collapsed to a point: a pyramid on the opposite one. */
static void side_to_point_is_a_pyramid(void)
{
    const struct element_info *hexa = element_info(ELEMENT_HEXA);
    for (int f = 0; f < hexa->n_faces; f++)
        for (lid stale = -1; stale < 8; stale++) {
            lid node[8] = {0, 1, 2, 3, 4, 5, 6, 7};
            for (int i = 1; i < 4; i++)
                node[hexa->face_node[f][i]] = node[hexa->face_node[f][0]];
            fill_stack(stale);
            int type = cell_collapse(ELEMENT_HEXA, node);
            CHECK(type == ELEMENT_PYRA, "side %d, stack of %d: type %d", f, stale, type);
            if (type == ELEMENT_PYRA)
                CHECK_NEAR(volume(type, node, cube), 1.0 / 3.0, 1e-12);
        }
}

/* No node twice: nothing is done. The lower nodes once more as the upper ones: no volume is left. */
static void whole_and_flat_cells(void)
{
    lid whole[8] = {0, 1, 2, 3, 4, 5, 6, 7}, flat[8] = {0, 1, 2, 3, 0, 1, 2, 3}, twin[4] = {5, 6, 6, 7};
    CHECK(cell_collapse(ELEMENT_HEXA, whole) == ELEMENT_HEXA, "a whole cell keeps its type");
    CHECK(cell_collapse(ELEMENT_HEXA, flat) == -1, "a cell without volume goes");
    CHECK(cell_collapse(ELEMENT_QUAD, twin) == ELEMENT_TRI && twin[2] == 7, "a quadrilateral with three nodes");
}

int main(void)
{
    CASE(side_to_line_is_a_prism);
    CASE(side_to_point_is_a_pyramid);
    CASE(whole_and_flat_cells);
    return check_end();
}
