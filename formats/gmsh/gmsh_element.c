/* gmsh_element.c: numbers of nodes by type, from Gmsh's reference manual and its getElementProperties(). */
#include "gmsh/gmsh_element.h"

#include "element.h"

#include <stddef.h>

/* Runs of type numbers of one shape; n_nodes ends with 0. */
static const struct {
    int first;      /* the type number of n_nodes[0]; those behind follow one another */
    int shape;      /* enum element_type; LINE, POINT */
    int16_t n_nodes[16];
} runs[] = {
#define LINE (-1)
#define POINT (-2)
    {1, LINE, {2}},
    {2, ELEMENT_TRI, {3}},
    {3, ELEMENT_QUAD, {4}},
    {4, ELEMENT_TETRA, {4}},
    {5, ELEMENT_HEXA, {8}},
    {6, ELEMENT_PENTA, {6}},
    {7, ELEMENT_PYRA, {5}},
    {8, LINE, {3}},
    {9, ELEMENT_TRI, {6}},
    {10, ELEMENT_QUAD, {9}},
    {11, ELEMENT_TETRA, {10}},
    {12, ELEMENT_HEXA, {27}},
    {13, ELEMENT_PENTA, {18}},
    {14, ELEMENT_PYRA, {14}},
    {15, POINT, {1}},
    {16, ELEMENT_QUAD, {8}},
    {17, ELEMENT_HEXA, {20}},
    {18, ELEMENT_PENTA, {15}},
    {19, ELEMENT_PYRA, {13}},
    {20, ELEMENT_TRI, {9, 10, 12, 15, 15, 21}},
    {26, LINE, {4, 5, 6}},
    {29, ELEMENT_TETRA, {20, 35, 56, 22, 28}},
    {36, ELEMENT_QUAD, {16, 25, 36, 12, 16, 20}},
    {42, ELEMENT_TRI, {28, 36, 45, 55, 66}},
    {47, ELEMENT_QUAD, {49, 64, 81, 100, 121}},
    {52, ELEMENT_TRI, {18, 21, 24, 27, 30}},
    {57, ELEMENT_QUAD, {24, 28, 32, 36, 40}},
    {62, LINE, {7, 8, 9, 10, 11}},
    {71, ELEMENT_TETRA, {84, 120, 165, 220, 286}},
    {79, ELEMENT_TETRA, {34, 40, 46, 52, 58}},
    {90, ELEMENT_PENTA, {40, 75}},
    {92, ELEMENT_HEXA, {64, 125, 216, 343, 512, 729, 1000, 32, 44, 56, 68, 80, 92, 104}},
    {106, ELEMENT_PENTA, {126, 196, 288, 405, 550, 24, 33, 42, 51, 60, 69, 78}},
    {118, ELEMENT_PYRA, {30, 55, 91, 140, 204, 285, 385, 21, 29, 37, 45, 53, 61, 69}},
    {137, ELEMENT_TETRA, {16}},
};

static struct gmsh_element row(int shape, int n_nodes)
{
    if (shape == LINE || shape == POINT)
        return (struct gmsh_element){.dimension = shape == LINE, .n_corners = shape == LINE ? 2 : 1,
                                     .n_nodes = n_nodes};
    return (struct gmsh_element){.dimension = shape >= ELEMENT_TETRA ? 3 : 2, .type = shape,
                                 .n_corners = element_info(shape)->n_nodes, .n_nodes = n_nodes};
}

bool gmsh_element_find(int64_t number, struct gmsh_element *e)
{
    enum { RUN = sizeof runs[0].n_nodes / sizeof runs[0].n_nodes[0] };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        int64_t k = number - runs[i].first;
        if (k < 0 || k >= RUN || runs[i].n_nodes[k] == 0)
            continue;
        *e = row(runs[i].shape, runs[i].n_nodes[k]);
        return true;
    }
    return false;
}
