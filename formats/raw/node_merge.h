/* node_merge.h: nodes of a raw mesh that are one and the same become one.
 *
 * Classes of nodes are kept as trees whose root is the lowest number of the
 * class (union-find, Tarjan 1975); the root's coordinates are those of all.
 */
#ifndef UFV_FORMATS_RAW_NODE_MERGE_H
#define UFV_FORMATS_RAW_NODE_MERGE_H

#include "raw/raw_mesh.h"

struct node_merge {
    lid *parent; /* [n_nodes] parent[v] <= v; NULL while no two nodes are one */
    int64_t n_nodes;
    int64_t n_merged; /* nodes that will vanish */
};

/* What becomes of the mesh. */
struct node_merge_result {
    int64_t n_nodes_merged;
    int64_t n_changed;        /* cells with another type than before */
    int64_t n_collapsed;      /* cells that keep their type with a node repeated */
    int64_t n_cells_dropped;  /* cells left without a volume */
    int64_t n_faces_dropped;  /* patch faces collapsed to a line or a point */
    uint8_t *merged;          /* [n_nodes] is the node one of several? NULL when none is; the caller's */
};

/* Begins with nodes 0 .. n_nodes - 1, each in a class of its own. Free with node_merge_free(). */
void node_merge_init(struct node_merge *g, int64_t n_nodes);
void node_merge_free(struct node_merge *g);

/* The lowest number in v's class, which is v itself when it is alone. It shortens paths on the way and so must not be
 * called by several threads at once. */
lid node_merge_root(const struct node_merge *g, lid v);

/* Makes one class of those of a and b. */
void node_merge_unite(struct node_merge *g, lid a, lid b);

/* Renumbers the mesh's nodes without those that vanish, in the old order; cells
 * with repeated nodes become what they look like: a hexahedron with a side
 * collapsed to a line a prism, to a point a pyramid; those without volume go, the others
 * keep their order. Patch and periodic faces, polygons and patches of vertices follow. g's
 * classes are gone afterwards. r: overwritten; r->merged, by new number, is the caller's (mem_free()). */
void node_merge_apply(struct node_merge *g, struct raw_mesh *m, struct node_merge_result *r);

/* The type that a cell of that type with repeated nodes has. type: any but ELEMENT_POLYHEDRON. node: the
 * cell's nodes in CGNS order, put in the order of the new type, of which there are fewer. -1: it has no
 * volume; its own type, nodes unchanged: no other fits, or no node is repeated. */
int cell_collapse(int type, lid node[]);

#endif
