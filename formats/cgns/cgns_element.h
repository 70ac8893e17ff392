/* cgns_element.h: CGNS's numbers of element types and what they are here. */
#ifndef UFV_FORMATS_CGNS_CGNS_ELEMENT_H
#define UFV_FORMATS_CGNS_CGNS_ELEMENT_H

#include "element.h"

/* Kinds besides the ELEMENT_ types. */
enum {
    CGNS_EDGE = -1,    /* nodes and edges: nothing for a 3-D mesh */
    CGNS_MIXED = -2,   /* the type stands before each element's nodes */
    CGNS_POLYGON = -3, /* NGON_n */
    CGNS_FACES = -4,   /* NFACE_n: cells by their faces */
    CGNS_NOTHING = -5  /* Null, UserDefined */
};

struct cgns_element {
    const char *name; /* SIDS, "TETRA_10" */
    int kind;         /* ELEMENT_TRI ... ELEMENT_HEXA, or one of the above */
    int n_nodes;      /* of the element in the file, 0 when it varies */
    int n_corners;    /* the first n_corners nodes are those of the linear type */
};

/* Row of ElementType_t number `number` in a file of that version (3100 for 3.1, 0
 * when the file says none: counted as today), NULL when there is none. */
const struct cgns_element *cgns_element(int64_t number, int version);

#endif
