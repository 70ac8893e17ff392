/* cgns_element.c: SIDS's element types as a table; row = number of the type. */
#include "cgns/cgns_element.h"

#include <stddef.h>

/* Row number = ElementType_t number of CGNS 3.1 to 4.5. */
static const struct cgns_element table[] = {
    {"Null", CGNS_NOTHING, 0, 0},
    {"UserDefined", CGNS_NOTHING, 0, 0},
    {"NODE", CGNS_EDGE, 1, 0},
    {"BAR_2", CGNS_EDGE, 2, 2},
    {"BAR_3", CGNS_EDGE, 3, 2},
    {"TRI_3", ELEMENT_TRI, 3, 3},
    {"TRI_6", ELEMENT_TRI, 6, 3},
    {"QUAD_4", ELEMENT_QUAD, 4, 4},
    {"QUAD_8", ELEMENT_QUAD, 8, 4},
    {"QUAD_9", ELEMENT_QUAD, 9, 4},
    {"TETRA_4", ELEMENT_TETRA, 4, 4},
    {"TETRA_10", ELEMENT_TETRA, 10, 4},
    {"PYRA_5", ELEMENT_PYRA, 5, 5},
    {"PYRA_14", ELEMENT_PYRA, 14, 5},
    {"PENTA_6", ELEMENT_PENTA, 6, 6},
    {"PENTA_15", ELEMENT_PENTA, 15, 6},
    {"PENTA_18", ELEMENT_PENTA, 18, 6},
    {"HEXA_8", ELEMENT_HEXA, 8, 8},
    {"HEXA_20", ELEMENT_HEXA, 20, 8},
    {"HEXA_27", ELEMENT_HEXA, 27, 8},
    {"MIXED", CGNS_MIXED, 0, 0},
    {"PYRA_13", ELEMENT_PYRA, 13, 5},
    {"NGON_n", CGNS_POLYGON, 0, 0},
    {"NFACE_n", CGNS_FACES, 0, 0},
    {"BAR_4", CGNS_EDGE, 4, 2},
    {"TRI_9", ELEMENT_TRI, 9, 3},
    {"TRI_10", ELEMENT_TRI, 10, 3},
    {"QUAD_12", ELEMENT_QUAD, 12, 4},
    {"QUAD_16", ELEMENT_QUAD, 16, 4},
    {"TETRA_16", ELEMENT_TETRA, 16, 4},
    {"TETRA_20", ELEMENT_TETRA, 20, 4},
    {"PYRA_21", ELEMENT_PYRA, 21, 5},
    {"PYRA_29", ELEMENT_PYRA, 29, 5},
    {"PYRA_30", ELEMENT_PYRA, 30, 5},
    {"PENTA_24", ELEMENT_PENTA, 24, 6},
    {"PENTA_38", ELEMENT_PENTA, 38, 6},
    {"PENTA_40", ELEMENT_PENTA, 40, 6},
    {"HEXA_32", ELEMENT_HEXA, 32, 8},
    {"HEXA_56", ELEMENT_HEXA, 56, 8},
    {"HEXA_64", ELEMENT_HEXA, 64, 8},
    {"BAR_5", CGNS_EDGE, 5, 2},
    {"TRI_12", ELEMENT_TRI, 12, 3},
    {"TRI_15", ELEMENT_TRI, 15, 3},
    {"QUAD_P4_16", ELEMENT_QUAD, 16, 4},
    {"QUAD_25", ELEMENT_QUAD, 25, 4},
    {"TETRA_22", ELEMENT_TETRA, 22, 4},
    {"TETRA_34", ELEMENT_TETRA, 34, 4},
    {"TETRA_35", ELEMENT_TETRA, 35, 4},
    {"PYRA_P4_29", ELEMENT_PYRA, 29, 5},
    {"PYRA_50", ELEMENT_PYRA, 50, 5},
    {"PYRA_55", ELEMENT_PYRA, 55, 5},
    {"PENTA_33", ELEMENT_PENTA, 33, 6},
    {"PENTA_66", ELEMENT_PENTA, 66, 6},
    {"PENTA_75", ELEMENT_PENTA, 75, 6},
    {"HEXA_44", ELEMENT_HEXA, 44, 8},
    {"HEXA_98", ELEMENT_HEXA, 98, 8},
    {"HEXA_125", ELEMENT_HEXA, 125, 8},
};

/* Columns: SIDS's name; what it is here; its nodes in a file; those of them that are corners, which come first. */
enum { PYRA_5 = 12, PYRA_13_OF_30 = 13, MIXED = 20, PYRA_13 = 21, NFACE = 23 };

/* Before 3.0 the list ended with MIXED, apart from polygons in MIXED sections (21
 * and above), which are not read; 3.0 had PYRA_13 between PYRA_5 and PYRA_14; 3.2
 * began the types of third order. */
const struct cgns_element *cgns_element(int64_t number, int version)
{
    int64_t n_rows = (int64_t)(sizeof table / sizeof *table);
    if (version > 0 && version < 3200)
        n_rows = version < 3000 ? MIXED + 1 : NFACE + 1;
    if (number < 0 || number >= n_rows)
        return NULL;
    if (version >= 3000 && version < 3100 && number > PYRA_5 && number <= PYRA_13)
        /* Types behind PYRA_13 stand one place further on in files of 3.0 than in the table. */
        number = number == PYRA_13_OF_30 ? PYRA_13 : number - 1;
    return &table[number];
}
