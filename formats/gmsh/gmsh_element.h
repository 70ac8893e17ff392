/* gmsh_element.h: Gmsh's numbers of element types, of any order, and the linear ones behind them. */
#ifndef UFV_FORMATS_GMSH_GMSH_ELEMENT_H
#define UFV_FORMATS_GMSH_GMSH_ELEMENT_H

#include <stdbool.h>
#include <stdint.h>

enum { GMSH_MAX_DIMENSION = 3 };

struct gmsh_element {
    int dimension; /* 0..3 */
    int type;      /* enum element_type; no meaning for points and lines */
    int n_corners; /* the nodes that come first in the file, in our order */
    int n_nodes;   /* all of them */
};

/* The row of a type number of the file; returns false for one that has no linear element behind it (polygons and
 * polyhedra among them). */
bool gmsh_element_find(int64_t number, struct gmsh_element *e);

#endif
