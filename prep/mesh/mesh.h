/* mesh.h: the whole mesh by its faces. A cell is the set of its faces, whatever
 * its type; its nodes and type are kept for output and node averages.
 *
 * Numbers are 32-bit (cells, faces, nodes of the whole mesh below 2^31), CSR
 * offsets 64-bit. For 35 million tetrahedra: about 3.8 GB, with the cells'
 * metrics 4.9.
 */
#ifndef UFV_PREP_MESH_MESH_H
#define UFV_PREP_MESH_MESH_H

#include "bc_kind.h"
#include "element.h"
#include "transform.h"
#include "types.h"

struct mesh_patch {
    char name[NAME_SIZE], family[NAME_SIZE];
    enum bc_kind kind;
    char bc_type[NAME_SIZE]; /* the file's word that kind was made of; "": none, or --config gave the kind */
    int64_t n_faces;
    int64_t n_joined; /* its faces that became periodic and count no more */
};

/* In mesh.right: a periodic face before its neighbour's image is there, and the
 * other side of an outermost image. */
#define MESH_PERIODIC (INT32_MIN + 1)
#define MESH_OUTSIDE (INT32_MIN + 2)

struct mesh_interface {
    char name[NAME_SIZE];
    struct transform map; /* takes points of side 0 to side 1 */
    int number;           /* of map in mesh_periodic.table */
    int64_t n_faces;
    double gap;           /* m; largest distance between a node's image and its partner in the file */
};

/* Boundary faces joined in pairs (periodic.h). */
struct mesh_periodic {
    int n_interfaces;
    struct mesh_interface *interface; /* [n_interfaces] */
    int64_t n_pairs;
    lid *face[2];         /* [2][n_pairs] */
    lid *face_interface;  /* [n_pairs] */
    int64_t *pair_of;     /* [mesh.n_faces] 2 pair + side, -1 elsewhere; NULL before periodic_settle() */
    int64_t n_node_pairs;
    lid *node[2];         /* [2][n_node_pairs] a node of side 0 and where the interface takes it; may be one node,
                             on the axis of a rotation */
    lid *node_interface;  /* [n_node_pairs] */
    struct transform_table table; /* with the interfaces' maps and the products asked for */
};

/* The images that images_add() puts behind the mesh's own cells, faces and nodes in its arrays
 * (images.h). What a mesh counts, n_cells, n_faces, n_nodes, are always its own; the images have counts
 * of their own here, and mesh_all_cells() and the like count both. Image i of a cell is number
 * mesh.n_cells + i. */
struct mesh_images {
    int64_t n_cells, n_faces, n_nodes; /* of images alone; 0 before images_add() and without periodic faces */
    lid *cell, *face, *node; /* [n_cells], [n_faces], [n_nodes] the cell, face or node of the mesh that each is of */
    lid *transform;          /* [n_cells] by which the image is made, 1 .. periodic.table.n - 1 */
};

/* Arrays over "all" hold the mesh's own items and its images behind them. */
struct mesh {
    int64_t n_nodes, n_cells, n_faces; /* of the mesh itself, never of images */
    int64_t n_boundary;                /* faces with a cell on one side only, periodic ones included */
    double *x[3];              /* [3][all nodes] m */
    uint8_t *cell_type;        /* [all cells] enum element_type */
    int64_t *cell_node_offset; /* [all cells + 1] */
    lid *cell_node;            /* CGNS order, right-handed; of a polyhedron ascending */
    int64_t *cell_face_offset; /* [all cells + 1] */
    lid *cell_face;            /* faces of a cell, in the element table's order */

    /* Faces are numbered as a walk over the cells first meets them; the nodes are
     * right-handed about the normal that points out of `left` (left < right). */
    lid *left;                 /* [all faces] */
    lid *right;                /* [all faces] cell, or ~patch on the boundary, or MESH_PERIODIC, MESH_OUTSIDE */
    int64_t *face_node_offset; /* [all faces + 1] */
    lid *face_node;

    int n_patches;
    struct mesh_patch *patch; /* [n_patches] those of the file, then "unassigned" if needed */

    struct mesh_periodic periodic; /* zero without periodic faces */
    struct mesh_images images;     /* zero without images */
};

/* What was noticed on the way: counts, and the first place of each. */
struct mesh_findings {
    int64_t mirrored;                           /* cells turned round to CGNS order */
    int64_t folded, folded_face;                /* interior faces whose cells lie on one side */
    int64_t triple, triple_face;                /* faces of three cells */
    int64_t twins, twin_cell;                   /* cells given twice */
    int64_t unassigned, unassigned_face;        /* boundary faces without a patch */
    int64_t stray, stray_element;               /* patch faces that are no faces of the mesh */
    int stray_patch;
    int64_t inside, inside_face;                /* patch faces that lie inside the volume, ignored */
    int inside_patch;
    int64_t split;                              /* those made two boundary faces */
    int64_t doubly, doubly_face;                /* boundary faces claimed by two patches */
    int doubly_patch[2];
    int64_t repeated, repeated_element;         /* faces that a patch names again */
    int repeated_patch;
    int64_t unused_nodes;
};

/* In mesh.right until a patch is found for a boundary face. */
#define MESH_NO_PATCH INT32_MIN

/* Frees all that m holds and zeroes it; accepts a zeroed mesh and one that an error left unfinished. */
void mesh_free(struct mesh *m);

/* Nodes of face j of a cell of that type, outward by the element table, without
 * repeated ones: returns their number, 0 when fewer than three remain (the face
 * of a collapsed cell has vanished). */
static inline int mesh_cell_face_nodes(int type, const lid *cell_node, int j, lid node[4])
{
    const struct element_info *e = &element_table[type];
    int n = e->face_n_nodes[j], used = 0;
    if (n == 3) { /* most faces of most meshes */
        for (int i = 0; i < 3; i++)
            node[i] = cell_node[e->face_node[j][i]];
        return node[0] != node[1] && node[1] != node[2] && node[2] != node[0] ? 3 : 0;
    }
    for (int i = 0; i < n; i++) {
        lid v = cell_node[e->face_node[j][i]];
        bool seen = false;
        for (int k = 0; k < used; k++)
            seen = seen || node[k] == v;
        if (!seen)
            node[used++] = v;
    }
    return used >= 3 ? used : 0;
}

/* Vertex mean of a face or a cell, m: for messages, and where any point of a cell will do. */
void mesh_face_place(const struct mesh *m, int64_t face, double x[3]);
void mesh_cell_place(const struct mesh *m, int64_t cell, double x[3]);

/* No cell stands on its right, of which it is said: mesh_is_on_patch(): ~right is its patch; mesh_is_periodic():
 * it is joined to another, and the image behind it is not there yet. */
static inline bool mesh_is_boundary(const struct mesh *m, int64_t face)
{
    return m->right[face] < 0;
}

/* Does the face belong to a patch, ~right? */
static inline bool mesh_is_on_patch(const struct mesh *m, int64_t face)
{
    return m->right[face] < 0 && m->right[face] > MESH_OUTSIDE;
}

/* Is the face joined to another? Until images_add(), which puts an image on its right. */
static inline bool mesh_is_periodic(const struct mesh *m, int64_t face)
{
    return m->right[face] == MESH_PERIODIC;
}

/* The mesh's own and its images: lengths of the arrays over "all". */
static inline int64_t mesh_all_cells(const struct mesh *m)
{
    return m->n_cells + m->images.n_cells;
}

static inline int64_t mesh_all_faces(const struct mesh *m)
{
    return m->n_faces + m->images.n_faces;
}

static inline int64_t mesh_all_nodes(const struct mesh *m)
{
    return m->n_nodes + m->images.n_nodes;
}

/* The cell, face or node of the mesh that an image is of; itself when it is no image. */
static inline lid mesh_cell_base(const struct mesh *m, lid cell)
{
    return cell < m->n_cells ? cell : m->images.cell[cell - m->n_cells];
}

static inline lid mesh_face_base(const struct mesh *m, lid face)
{
    return face < m->n_faces ? face : m->images.face[face - m->n_faces];
}

static inline lid mesh_node_base(const struct mesh *m, lid node)
{
    return node < m->n_nodes ? node : m->images.node[node - m->n_nodes];
}

/* Number of the transform that makes an image, 0 for a cell of the mesh. */
static inline lid mesh_cell_transform(const struct mesh *m, lid cell)
{
    return cell < m->n_cells ? 0 : m->images.transform[cell - m->n_cells];
}

/* The cell across a face of `cell`, an image too, or -1 at the boundary. */
static inline lid mesh_across(const struct mesh *m, lid face, lid cell)
{
    lid right = m->right[face];
    return right < 0 ? -1 : right == cell ? m->left[face] : right;
}

#endif
