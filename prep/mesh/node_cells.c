/* The cells around each node, by counting, then filling (a CSR table). */
#include "mesh/node_cells.h"

#include "mem.h"

/* A collapsed cell names a node more than once: only its first mention counts. */
static bool is_first_mention(const lid *node, int64_t begin, int64_t i)
{
    for (int64_t k = begin; k < i; k++)
        if (node[k] == node[i])
            return false;
    return true;
}

/* Images of cells count too, so that a node on a periodic face has all its cells around it. Filling moves
 * each offset to its end; the last loop moves them back by one:
 *
 *    counted   offset[v + 1]          0  3  5  9
 *    filled    offset[v] is the end   3  5  9  9
 *    restored                         0  3  5  9
 *
 * Cells of a node come in ascending order, which sums over them rely on for the same bits. */
void node_cells_make(const struct mesh *m, struct node_cells *n)
{
    int64_t n_nodes = mesh_all_nodes(m), n_cells = mesh_all_cells(m);
    MEM_NEW_ZERO(n->offset, n_nodes + 1);
    int64_t *offset = n->offset;
    for (int64_t c = 0; c < n_cells; c++)
        for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1]; i++)
            if (is_first_mention(m->cell_node, m->cell_node_offset[c], i))
                offset[m->cell_node[i] + 1]++;
    for (int64_t v = 0; v < n_nodes; v++)
        offset[v + 1] += offset[v];
    MEM_NEW(n->cell, offset[n_nodes]);
    for (lid c = 0; c < n_cells; c++)
        for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1]; i++)
            if (is_first_mention(m->cell_node, m->cell_node_offset[c], i))
                n->cell[offset[m->cell_node[i]]++] = c;
    for (int64_t v = n_nodes; v > 0; v--)
        offset[v] = offset[v - 1];
    offset[0] = 0;
}

void node_cells_free(struct node_cells *n)
{
    MEM_FREE(n->offset);
    MEM_FREE(n->cell);
}
