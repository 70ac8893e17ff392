/* cgns_zone.h: what the parts of the CGNS importer hand one another while they
 * read the zones of a base into a raw_mesh.
 *
 *   cgns_links.c          what the file's links lead to, before it is opened
 *   cgns_read.c           base and zones; which reader a zone gets
 *   cgns_coordinates.c    nodes, length and angle units
 *   cgns_sections.c       elements: cells into the mesh, faces into the pool
 *   cgns_section_find.c   which section holds an element number
 *   cgns_lists.c          the lists of NGON_n and NFACE_n
 *   cgns_polyhedra.c      NGON_n into the pool, NFACE_n into cells by their faces
 *   cgns_parents.c        cells from ParentElements where there is no NFACE_n
 *   cgns_cell_capacity.c  capacity of the mesh for cells by their faces
 *   cgns_faces.c          the pool of face elements, and who claims them
 *   cgns_bc.c             BC_t: name, kind, and where it says what it names
 *   cgns_boundary.c       ZoneBC_t of unstructured zones: patches
 *   cgns_from_one.c       lists that count the boundary faces from 1
 *   cgns_base_patches.c   patches in bases of their own
 *   cgns_families.c       Family_t: boundary types by family
 *   cgns_structured*.c    structured zones: cells, patches
 *   cgns_patches.c        patches of several zones become one, names clash no more
 *   cgns_join*.c          interfaces: nodes of zones that meet become one
 *
 * Node and element numbers of the file are 1-based and belong to one zone.
 */
#ifndef UFV_FORMATS_CGNS_CGNS_ZONE_H
#define UFV_FORMATS_CGNS_CGNS_ZONE_H

#include "cgns/cgns_element.h"
#include "cgns/cgns_tree.h"
#include "raw/lattice.h"
#include "raw/raw_mesh.h"

/* One Elements_t node. */
struct cgns_section {
    const struct cgns_node *node; /* borrowed from the zone's children */
    const struct cgns_element *element;
    int64_t first, last; /* element numbers, 1-based, both included */
    int64_t length;      /* numbers in ElementConnectivity, 0 for edges (not read) */
    bool has_offsets;    /* an ElementStartOffset of last - first + 2 numbers (CGNS 3.4 and later) */
    bool lists_cells;    /* NGON_n of a plane mesh that lists the nodes around its cells, not edges */
    int64_t rind[2];     /* elements at the range's beginning and end that are other zones' */
    int64_t n_cells, n_faces;
    int64_t first_face; /* its faces are pool entries first_face ... + n_faces */
};

/* Triangles, quadrilaterals and polygons among the elements, by growing element
 * number. Item i of each array is face i. All owned. */
struct cgns_faces {
    int64_t n, capacity, node_capacity;
    int64_t *element;     /* [capacity] 1-based element number */
    int64_t *node_offset; /* [capacity + 1] */
    lid *node;            /* [node_capacity] nodes of the mesh around each face, either way round */
    lid *patch;           /* [capacity] patch of the mesh, -1 while none claims it */
    uint8_t *n_cells;     /* [n] polyhedra that name it: 0, 1, or 2 for more; NULL in zones without */
};

struct cgns_zone {
    struct cgns_file *file;       /* borrowed */
    const struct cgns_list *base; /* children of the base, borrowed */
    const struct cgns_node *node; /* Zone_t, borrowed */
    struct cgns_list child;       /* owned */
    bool structured;
    bool faces_from_one;          /* lists of its boundary conditions count its faces from 1 */
    bool left_out;                /* has no cells, and no nodes are read */
    int dim;                      /* of its cells: 2 or 3; also the number of indices of a structured zone */
    int physical_dim;             /* number of coordinates in the file: 2 or 3 */
    int64_t size[3];              /* structured: nodes along i, j, k; size[2] is 1 when dim is 2 */
    int64_t first_patch;          /* its patches are first_patch ... + n_patches of the mesh */
    int64_t n_patches;
    int64_t first_cell, n_cells;  /* its cells in the mesh */
    int64_t n_nodes;              /* as Zone_t says; equals the coordinates' size */
    int64_t n_cells_said;         /* as Zone_t says */
    int64_t first_node;           /* mesh node of the zone's node 1 */
    double scale;                 /* of the coordinates, besides units */
    struct cgns_section *section; /* [n_sections], by growing element number; owned */
    int n_sections;
    struct cgns_faces face;
};

/* The zones of a base, in file order. */
struct cgns_zones {
    struct cgns_file *file;       /* borrowed */
    const struct cgns_node *base; /* CGNSBase_t, borrowed */
    struct cgns_zone *zone;       /* [n + n_left_out], owned */
    int n;
    int n_left_out;               /* zones without cells, behind the others when all are read */
    double join; /* m: boundary nodes this near one another become one; 0: none are looked for */
};

/* The lattice of a structured zone. */
static inline struct lattice cgns_lattice(const struct cgns_zone *z)
{
    return (struct lattice){z->dim, {z->size[0], z->size[1], z->size[2]}, z->first_node};
}

/* Node of the mesh at lattice place (i, j, k), 0-based, of a structured zone. */
static inline lid cgns_lattice_node(const struct cgns_zone *z, int64_t i, int64_t j, int64_t k)
{
    struct lattice l = cgns_lattice(z);
    return lattice_node(&l, i, j, k);
}

/* Least number of faces of a cell by its faces: edges of a polygon in a plane mesh, faces of a polyhedron. */
static inline int cgns_least_faces(const struct cgns_zone *z)
{
    return z->dim + 1;
}

/* Do the zone's coordinates have the size that it says, and could the file hold
 * them? To be called before room is made for them. */
int cgns_check_coordinates(const struct cgns_zone *z);

/* Factor to metres (z->scale included) or radians of a node's numbers: the unit
 * named by its own children, those of the node above it (may be NULL), the zone
 * or the base. */
int cgns_length_factor(const struct cgns_zone *z, const struct cgns_node *array, const struct cgns_list *above,
                       double *factor);
int cgns_angle_factor(const struct cgns_zone *z, const struct cgns_node *array, const struct cgns_list *above,
                      double *factor);

/* Each reads its part of the zone and appends it to m, whose x has room for it: nodes, cells (of an
 * unstructured zone), patches. Like all of the importer that return int, they fail with a sentence that
 * names file and node, and leave m one that raw_mesh_free() takes. */
int cgns_read_coordinates(struct cgns_zone *z, struct raw_mesh *m);
int cgns_read_sections(struct cgns_zone *z, struct raw_mesh *m);
int cgns_read_boundary(struct cgns_zone *z, struct raw_mesh *m);

/* Sets z->faces_from_one where its boundary conditions make sense so alone, with a note. Needs cgns_read_sections(). */
int cgns_doubt_numbers(struct cgns_zone *z);

/* Makes patches of other bases than `of`, all of them in top, whose cells have one dimension less than dim and whose
 * nodes lie on those of m, the mesh of base `of`. */
int cgns_patches_of_bases(struct cgns_file *f, const struct cgns_list *top, const struct cgns_node *of, int64_t dim,
                          double scale, struct raw_mesh *m);

/* Makes the hexahedra of a structured zone, quadrilaterals of one in a plane, i fastest; n_to_come: those of it and
 * of structured zones right behind it, for which room is made now, or 0 when there is room. */
void cgns_structured_cells(struct cgns_zone *z, int64_t n_to_come, struct raw_mesh *m);

/* Its boundary conditions as patches of m. */
int cgns_structured_boundary(struct cgns_zone *z, struct raw_mesh *m);

/* The nodes around the face of a structured zone that faces index d and begins at
 * lattice place `at` (0-based): four, two of a zone in a plane; returns how many. */
int cgns_lattice_face(const struct cgns_zone *z, int d, const int64_t at[3], lid node[4]);

/* Where a BC_t says what it names. */
struct cgns_place {
    enum { CGNS_AT_VERTICES, CGNS_AT_FACES, CGNS_AT_NEITHER } location;
    int facing;                     /* index that faces of a structured zone face: 0, 1, 2; -1 when it is not said */
    const struct cgns_node *points; /* a child of the BC_t; NULL when there is nothing to read */
    bool range;                     /* two corners, else a list */
};

/* Where that BC_t, whose children are `child`, says what it names. Fails when that cannot be; when it names
 * nothing there is a note, and place->points is NULL. */
int cgns_find_place(const struct cgns_zone *z, const struct cgns_node *bc, const struct cgns_list *child,
                    struct cgns_place *place);

/* Calls `read` with each BC_t of the zone and its children, and adds a patch of its
 * name, type and family, the last of m, before each call. Fails when a call does. */
typedef int cgns_bc_reader(struct cgns_zone *z, const struct cgns_node *bc, const struct cgns_list *child,
                           struct raw_mesh *m);
int cgns_each_bc(struct cgns_zone *z, struct raw_mesh *m, cgns_bc_reader *read);

/* Appends a patch of that name (copied), without type or family; borrowed until the next one. */
struct raw_patch *cgns_add_patch(struct raw_mesh *m, const char *name);

/* Gives a vertex patch its list of n nodes of the mesh, in any order and perhaps repeated: they are sorted and
 * kept once. node becomes the patch's. */
void cgns_patch_take_nodes(struct raw_patch *p, lid *node, int64_t n);

/* The section that holds that element number (1-based), or NULL. z->section is sorted; time: log n. */
const struct cgns_section *cgns_section_of(const struct cgns_zone *z, int64_t element);

/* How many of the element numbers first..last, both included, the sections hold. */
int64_t cgns_elements_within(const struct cgns_zone *z, int64_t first, int64_t last);

/* The nodes around the face that is element number `element` of the zone (triangle,
 * quadrilateral or NGON_n): *n of them, mesh node numbers, 0-based, either way
 * round, borrowed until the zone is done with. Needs cgns_read_sections(). Nonzero,
 * without a sentence, when no such element is a face. */
int cgns_zone_face_nodes(const struct cgns_zone *z, int64_t element, int *n, const lid **node);

/* Reads the lists of a section: number has room for s->length, offset for one more
 * than the elements; on return list i is number[offset[i]...offset[i + 1]], each at
 * least so long, and rind elements have left the lists and the section's range. */
int cgns_read_lists(struct cgns_section *s, int least, const char *what, lid *number, int64_t *offset);

/* Turns the numbers of section s's lists, as cgns_read_lists() left them, from nodes of the zone (1-based)
 * into nodes of the mesh (0-based). Fails on a number that is no node of the zone. */
int cgns_lists_to_nodes(const struct cgns_zone *z, const struct cgns_section *s, const int64_t *offset, lid *number);

/* Reads an NGON_n section: its faces go into the pool, oriented as in the file. Sets s->n_faces. */
int cgns_read_polygons(struct cgns_zone *z, struct cgns_section *s);

/* NGON_n sections that list cells; NFACE_n sections, or ParentElements where there
 * are none and the cells first_cell... so far are too few: cells behind those of m,
 * with their faces as polygons of m. Comes after all other sections. */
int cgns_read_polyhedra(struct cgns_zone *z, int64_t first_cell, struct raw_mesh *m);

/* The same from the parents of the zone's NGON_n; pool entry i is to become polygon
 * first_polygon + i. No cells is an error when n_cells_read is 0. */
int cgns_read_parents(struct cgns_zone *z, int64_t n_cells_read, int64_t first_polygon, struct raw_mesh *m);

/* Room for n_more polyhedra with n_numbers faces together behind the cells of m, whose types and (empty) node
 * lists it sets; m->n_cells and the lists of faces are left to the caller. */
void cgns_polyhedra_reserve(struct raw_mesh *m, int64_t n_more, int64_t n_numbers);

/* Cells first_cell ... n_cells - 1 of m are none of polyhedra: keeps their (empty)
 * lists of polygons in step. To be called after cells of other kinds were added. */
void cgns_no_polyhedra(struct raw_mesh *m, int64_t first_cell);

/* Makes room for so many more faces and nodes of theirs. */
void cgns_faces_reserve(struct cgns_faces *f, int64_t n_more, int64_t n_nodes_more);

/* Appends a face: element number above those before, its nodes in the mesh (copied), claimed by no patch. */
void cgns_faces_add(struct cgns_faces *f, int64_t element, const lid *node, int n_nodes);

/* Frees everything and zeroes the struct. */
void cgns_faces_free(struct cgns_faces *f);

/* First face whose element number is not below `element`; f->n when none. */
int64_t cgns_faces_lower_bound(const struct cgns_faces *f, int64_t element);

/* The face of the pool, 0..n-1, with that element number, -1 when none. */
int64_t cgns_faces_find(const struct cgns_zone *z, int64_t element);

/* Appends the claimed faces to the mesh's patch faces. */
void cgns_faces_to_patches(const struct cgns_faces *f, struct raw_mesh *m);

/* Gives the patches of several zones their final names, each once, so that those of one family become one patch.
 * Renumbers m->patch and m->patch_face_patch. It takes a time of order n log n. */
void cgns_unite_patches(const struct cgns_zones *zs, struct raw_mesh *m);

/* Makes one node of those that interfaces, or coincidence within zs->join, say
 * are one, and of the nodes of collapsed edges of structured zones; fills
 * m->periodic. */
int cgns_join_zones(const struct cgns_zones *zs, struct raw_mesh *m);

/* The boundary type of a family ("" when it has none): FamilyBC_t below the
 * Family_t of that name or path ("wing/upper", "/Base/wing/upper"), or else below
 * the nearest one above it. base: the base's children. bc_type: [size], "" when there is none. Fails on
 * damage. */
int cgns_family_bc_type(const struct cgns_list *base, const char *family, char *bc_type, size_t size);

#endif
