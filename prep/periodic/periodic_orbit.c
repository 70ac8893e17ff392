/* Which nodes coincide with one another's images. */
#include "periodic/periodic.h"

#include "error.h"
#include "mem.h"

#include <string.h>

/* Nodes on interfaces are few, so rows exist for them alone: slot[node] is the row, -1 for all others. A link
 * is (partner, transform that takes the partner to this node). */
int periodic_links_make(struct mesh *m, struct periodic_links *l)
{
    struct mesh_periodic *q = &m->periodic;
    memset(l, 0, sizeof *l);
    MEM_NEW(l->slot, m->n_nodes);
    memset(l->slot, -1, (size_t)m->n_nodes * sizeof *l->slot);
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < q->n_node_pairs; i++)
            if (l->slot[q->node[side][i]] < 0)
                l->slot[q->node[side][i]] = (lid)l->n++;
    /* Counted two places on: filling a row moves offset[row + 1] from its begin to its end, and CSR offsets remain. */
    MEM_NEW_ZERO(l->offset, l->n + 2);
    MEM_NEW(l->node, 2 * q->n_node_pairs);
    MEM_NEW(l->transform, 2 * q->n_node_pairs);
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < q->n_node_pairs; i++)
            l->offset[l->slot[q->node[side][i]] + 2]++;
    for (int64_t r = 0; r <= l->n; r++)
        l->offset[r + 1] += l->offset[r];
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < q->n_node_pairs; i++) {
            int number = q->interface[q->node_interface[i]].number;
            /* The map takes side 0 to side 1; a node of side 0 is reached from its partner by the inverse. */
            if (side == 0)
                number = transform_table_inverse(&q->table, number);
            if (number < 0)
                return 1;
            int64_t at = l->offset[l->slot[q->node[side][i]] + 1]++;
            l->node[at] = q->node[1 - side][i];
            l->transform[at] = number;
        }
    return 0;
}

void periodic_links_free(struct periodic_links *l)
{
    MEM_FREE(l->slot);
    MEM_FREE(l->offset);
    MEM_FREE(l->node);
    MEM_FREE(l->transform);
}

/* A linear search: the orbit of a corner of a box that is periodic three ways has 8 nodes, one on an axis as
 * many as sectors. */
static void orbit_add(struct periodic_orbit *o, lid node, lid transform)
{
    for (int k = 0; k < o->n; k++)
        if (o->node[k] == node && o->transform[k] == transform)
            return;
    if (o->n == o->capacity) {
        o->capacity = o->capacity ? 2 * o->capacity : 16;
        MEM_RESIZE(o->node, o->capacity);
        MEM_RESIZE(o->transform, o->capacity);
    }
    o->node[o->n] = node;
    o->transform[o->n++] = transform;
}

/* Breadth first: each place found is looked at for further links. It ends because products are numbered by where they
 * take the mesh, so that going round an axis comes back to a transform known already; one that never does fails when
 * the table is full. */
int periodic_orbit_find(struct mesh *m, const struct periodic_links *l, lid node, struct periodic_orbit *o)
{
    o->n = 0;
    orbit_add(o, node, 0);
    for (int k = 0; k < o->n && l->slot[node] >= 0; k++) {
        int64_t row = l->slot[o->node[k]];
        for (int64_t i = l->offset[row]; i < l->offset[row + 1]; i++) {
            int number = transform_table_product(&m->periodic.table, o->transform[k], l->transform[i]);
            if (number < 0)
                return 1;
            orbit_add(o, l->node[i], number);
        }
    }
    return 0;
}

void periodic_orbit_free(struct periodic_orbit *o)
{
    MEM_FREE(o->node);
    MEM_FREE(o->transform);
    o->n = o->capacity = 0;
}
