/* element.c: the table of element types. Faces follow SIDS, "Unstructured Grid Element Numbering
 * Conventions", with nodes counted from 0.
 */
#include "element.h"

#include "error.h"

/* Rows: name, n_nodes, n_faces, vtk_type, the number of nodes of each face, and these nodes, in order about the
 * normal that points out of the cell. Nodes 0 1 2 (3) are the base, right-handed about the direction of the rest:
 * TETRA 0 1 2 and top 3, PYRA 0 1 2 3 and top 4, PENTA 0 1 2 below 3 4 5, HEXA 0 1 2 3 below 4 5 6 7.
 * Polyhedra have their faces in lists of their own. */
const struct element_info element_table[ELEMENT_N_TYPES] = {
    [ELEMENT_TRI] = {.name = "TRI_3", .n_nodes = 3, .vtk_type = 5},
    [ELEMENT_QUAD] = {.name = "QUAD_4", .n_nodes = 4, .vtk_type = 9},
    [ELEMENT_TETRA] = {"TETRA_4", 4, 4, 10,
                       {3, 3, 3, 3},
                       {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}},
    [ELEMENT_PYRA] = {"PYRA_5", 5, 5, 14,
                      {4, 3, 3, 3, 3},
                      {{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}},
    [ELEMENT_PENTA] = {"PENTA_6", 6, 5, 13,
                       {4, 4, 4, 3, 3},
                       {{0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}, {0, 2, 1}, {3, 4, 5}}},
    [ELEMENT_HEXA] = {"HEXA_8", 8, 6, 12,
                      {4, 4, 4, 4, 4, 4},
                      {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {0, 4, 7, 3}, {4, 5, 6, 7}}},
    [ELEMENT_POLYHEDRON] = {.name = "polyhedron", .vtk_type = 42},
};

const struct element_info *element_info(int type)
{
    if (type < 0 || type >= ELEMENT_N_TYPES)
        FATAL("element type %d is not one of ours", type);
    return &element_table[type];
}
