/* side_table.h: finds a face or an edge by its nodes.
 *
 * Entries are chained by their smallest node; an entry's number is the order in
 * which it was added. 16 bytes an entry and 4 a node. Edges, triangles and quads
 * are compared by all of their nodes; polygons by their three smallest and a
 * 30-bit mixture of all, which two polygons of a mesh with three nodes in common
 * share once in a thousand million.
 */
#ifndef UFV_PREP_MESH_SIDE_TABLE_H
#define UFV_PREP_MESH_SIDE_TABLE_H

#include "types.h"

struct side_table {
    lid *head; /* [n_nodes] first entry with this smallest node, -1 at the end */
    struct side_table_entry {
        lid next, key[3]; /* key: second to fourth smallest node, -1 when fewer;
                            of a polygon the last is a mixture, < -1 */
    } *entry;             /* [capacity] */
    int64_t n_nodes, n_entries, capacity;
};

/* An empty table for entries of nodes 0 .. n_nodes - 1; it grows beyond expected_entries. Free it with
 * side_table_free(). */
void side_table_init(struct side_table *t, int64_t n_nodes, int64_t expected_entries);
void side_table_free(struct side_table *t);

/* The entry with node[n] (0-based, each once, any order; n >= 2), or -1. */
lid side_table_find(const struct side_table *t, int n, const lid *node);

/* The same, added when it is not there: *added says. FATAL() beyond 2^31 - 1 entries. */
lid side_table_find_or_add(struct side_table *t, int n, const lid *node, bool *added);

#endif
