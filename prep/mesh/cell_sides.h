/* cell_sides.h: the sides of a cell: its faces as the cell itself sees them, by
 * their nodes, outward. Two sides with the same nodes are one face (face_match.h).
 */
#ifndef UFV_PREP_MESH_CELL_SIDES_H
#define UFV_PREP_MESH_CELL_SIDES_H

#include "mesh/mesh.h"
#include "raw/raw_mesh.h"

struct cell_sides {
    const struct mesh *m;     /* its nodes, cell types and cell nodes */
    const struct raw_mesh *raw; /* its polygons, prepared by polyhedra.h */
    int64_t most_nodes;       /* of any side: room for `node` below */
};

/* m and raw are borrowed; raw prepared by polyhedra_prepare(). Nothing to free. */
void cell_sides_init(struct cell_sides *s, const struct mesh *m, const struct raw_mesh *raw);

/* As cell_side_nodes(), of a polyhedron: its side j, in the order of raw->cell_polygon. */
int64_t cell_side_of_polyhedron(const struct cell_sides *s, int64_t c, int64_t j, lid *node);

/* Sides of a cell, those that have vanished included. */
static inline int64_t cell_sides_count(const struct cell_sides *s, int64_t c)
{
    if (s->m->cell_type[c] != ELEMENT_POLYHEDRON)
        return element_table[s->m->cell_type[c]].n_faces;
    return s->raw->cell_polygon_offset[c + 1] - s->raw->cell_polygon_offset[c];
}

/* Nodes around side j, right-handed about the outward normal: returns their number,
 * 0 when the side has vanished. node [most_nodes]. */
static inline int64_t cell_side_nodes(const struct cell_sides *s, int64_t c, int64_t j, lid *node)
{
    const struct mesh *m = s->m;
    if (m->cell_type[c] == ELEMENT_POLYHEDRON)
        return cell_side_of_polyhedron(s, c, j, node);
    return mesh_cell_face_nodes(m->cell_type[c], m->cell_node + m->cell_node_offset[c], (int)j, node);
}

#endif
