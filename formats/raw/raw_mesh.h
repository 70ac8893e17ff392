/* raw_mesh.h: a mesh as a file gives it: nodes, cells by their nodes (polyhedra by
 * their faces), which boundary faces belong to which patch, and which ones are
 * joined periodically. What an importer makes and what ufv-prep turns into
 * faces, metrics and packs. Zones are joined already: cells that meet at an
 * interface share its nodes.
 *
 * All ids 0-based, in file order. Coordinates in metres. Everything is owned by
 * the struct (mem_alloc) and freed by raw_mesh_free().
 */
#ifndef UFV_FORMATS_RAW_RAW_MESH_H
#define UFV_FORMATS_RAW_RAW_MESH_H

#include "bc_kind.h"
#include "types.h"

struct raw_patch {
    char name[NAME_SIZE];
    char family[NAME_SIZE];  /* "" when the file names none */
    char bc_type[NAME_SIZE]; /* the file's own word, e.g. "BCWallInviscid" */
    enum bc_kind kind;       /* what bc_type means here, BC_NONE when nothing */
    /* A patch given by its vertices: the exterior faces all of whose nodes are
     * listed belong to it. NULL when it was given by faces. Sorted, unique. */
    lid *node; /* [n_nodes_listed], 0..n_nodes-1 */
    int64_t n_nodes_listed;
};

/* Boundary faces joined to others by a rotation and a translation. They belong to
 * no patch. Going through face i of side 0 one comes out of face i of side 1:
 * a point x of side 0 lies at rotation x + translation on side 1. */
struct raw_periodic {
    char name[NAME_SIZE];  /* of the interface, for messages and reports */
    double rotation[3][3]; /* a proper rotation */
    double translation[3]; /* m */
    int64_t n_faces;
    int64_t *node_offset; /* [n_faces + 1] */
    lid *node[2];         /* [2][node_offset[n_faces]]: node k of face i on side 0 lies
                             on the same place as node k on side 1 */
};

struct raw_mesh {
    char *source; /* path of the file, as given */

    int64_t n_nodes;
    double *x[3]; /* [3][n_nodes] m */

    int64_t n_cells;
    uint8_t *cell_type;        /* [n_cells] enum element_type, volume types */
    int64_t *cell_node_offset; /* [n_cells + 1] */
    lid *cell_node;            /* [cell_node_offset[n_cells]], CGNS node order; a
                                  polyhedron has no entries here */

    /* Polyhedra by their faces; all NULL when there are none. Orientation is not
     * promised: neither of the faces' nodes nor inward or outward. Two cells that
     * share a face name one polygon, or two with the same nodes. */
    int64_t n_polygons;
    int64_t *polygon_node_offset; /* [n_polygons + 1] */
    lid *polygon_node;            /* nodes around each, either way round */
    int64_t *cell_polygon_offset; /* [n_cells + 1]; empty for other types */
    lid *cell_polygon;            /* [cell_polygon_offset[n_cells]] 0..n_polygons-1 */

    int64_t n_patches;
    struct raw_patch *patch; /* [n_patches], in file order */

    /* Faces that the file puts on the boundary: tri, quad or polygon. */
    int64_t n_patch_faces;
    int64_t *patch_face_node_offset; /* [n_patch_faces + 1] */
    lid *patch_face_node;            /* nodes around the face, either way round */
    lid *patch_face_patch;           /* [n_patch_faces] 0..n_patches-1 */
    int64_t *patch_face_element;     /* [n_patch_faces] 1-based CGNS element
                                        number for messages, 0 when none */

    int64_t n_periodic;
    struct raw_periodic *periodic; /* [n_periodic] */
};

/* Copies everything into `to`, which is overwritten, not freed; both are to be freed. */
void raw_mesh_copy(const struct raw_mesh *from, struct raw_mesh *to);

/* Frees everything and zeroes the struct. Accepts a zeroed struct. */
void raw_mesh_free(struct raw_mesh *m);

#endif
