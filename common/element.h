/* element.h: the linear element types, their faces, and their numbers and names in other formats.
 *
 * Node numbering is CGNS's (SIDS, "Unstructured Grid Element Numbering
 * Conventions"); face nodes run so that the right-hand normal points out of the
 * cell. Local node numbers are 0-based.
 */
#ifndef UFV_COMMON_ELEMENT_H
#define UFV_COMMON_ELEMENT_H

#include <stdint.h>

/* Stored as uint8_t in meshes and packs; the values are part of the pack. */
enum element_type {
    ELEMENT_TRI = 0,
    ELEMENT_QUAD = 1,
    ELEMENT_TETRA = 2,
    ELEMENT_PYRA = 3,
    ELEMENT_PENTA = 4,
    ELEMENT_HEXA = 5,
    ELEMENT_POLYHEDRON = 6, /* given by its faces only */
    ELEMENT_N_TYPES
};

enum { ELEMENT_MAX_NODES = 8, ELEMENT_MAX_FACES = 6, ELEMENT_MAX_FACE_NODES = 4 };

struct element_info {
    const char *name; /* CGNS: "TETRA_4", ... */
    int n_nodes, n_faces;
    int vtk_type;                                                /* VTK cell type */
    uint8_t face_n_nodes[ELEMENT_MAX_FACES];                     /* [n_faces] 3 or 4 */
    int8_t face_node[ELEMENT_MAX_FACES][ELEMENT_MAX_FACE_NODES]; /* [n_faces][face_n_nodes] 0..n_nodes-1 */
};

#ifdef __cplusplus
extern "C" {
#endif

/* The row of a type, 0..ELEMENT_N_TYPES-1; any other number is FATAL(). Faces are given for the volume types
 * with nodes only: n_faces is 0 for the rest. element_table: the same rows, for loops over cells whose types
 * are known to be ours. */
extern const struct element_info element_table[ELEMENT_N_TYPES];
const struct element_info *element_info(int type);

#ifdef __cplusplus
}
#endif

#endif
