/* Faces and edges chained by their smallest node (side_table.h). */
#include "mesh/side_table.h"

#include "error.h"
#include "mem.h"

#include <string.h>

struct key {
    lid n[4]; /* the four smallest, ascending; -1 when fewer */
};

/* Beyond four nodes the last number stands for the fourth and all that follow:
 * negative and never -1.
 * Added up, so that the order of the nodes does not count; 30 bits, so that the result stays within -2 - (2^30 - 1) ..
 * -2. The factor is 2^32 over the golden ratio (Knuth, section 6.4). */
static lid mix_rest(int n, const lid *node)
{
    uint32_t sum = (uint32_t)n;
    for (int i = 0; i < n; i++) {
        uint32_t h = (uint32_t)node[i] * UINT32_C(0x9E3779B1);
        sum += h ^ h >> 15;
    }
    return -2 - (lid)(sum & UINT32_C(0x3FFFFFFF));
}

/* The four smallest nodes by insertion, whatever the order in which they are given: both cells of a face, and
 * a patch, find one entry. Two faces of more than four nodes share a key only if three smallest nodes are the
 * same and the mixture of all; of an edge key (two nodes) the last two entries are -1. */
static struct key make_key(int n, const lid *node)
{
    struct key k = {{-1, -1, -1, -1}};
    int used = 0;
    for (int i = 0; i < n; i++) {
        int at = used < 4 ? used++ : 3;
        /* Four are kept: a larger fifth node changes nothing, a smaller one pushes the largest out. */
        if (at == 3 && used == 4 && i >= 4 && node[i] >= k.n[3])
            continue;
        while (at > 0 && k.n[at - 1] > node[i]) {
            k.n[at] = k.n[at - 1];
            at--;
        }
        k.n[at] = node[i];
    }
    if (n > 4)
        k.n[3] = mix_rest(n, node);
    return k;
}

/* Chains hang at the smallest node (head), without a hash function: a node is in few faces, and neighbouring
 * nodes lie near one another in memory. */
void side_table_init(struct side_table *t, int64_t n_nodes, int64_t expected_entries)
{
    memset(t, 0, sizeof *t);
    t->n_nodes = n_nodes;
    t->capacity = expected_entries > 1024 ? expected_entries : 1024;
    MEM_NEW(t->head, n_nodes);
    MEM_NEW(t->entry, t->capacity);
    memset(t->head, -1, (size_t)n_nodes * sizeof *t->head);
}

void side_table_free(struct side_table *t)
{
    MEM_FREE(t->head);
    MEM_FREE(t->entry);
    memset(t, 0, sizeof *t);
}

/* The link that points to the entry of that key, or to the chain's end.
 * An entry keeps the three nodes after the smallest, which the chain implies. */
static lid *find_link(const struct side_table *t, const struct key *k)
{
    lid *link = &t->head[k->n[0]];
    while (*link >= 0) {
        struct side_table_entry *e = &t->entry[*link];
        if (e->key[0] == k->n[1] && e->key[1] == k->n[2] && e->key[2] == k->n[3])
            break;
        link = &e->next;
    }
    return link;
}

/* Entries are put at the front of their chain. Numbers follow the order of adding, which refine.c relies on:
 * the number of an edge is that of its new node. */
static lid add(struct side_table *t, const struct key *k)
{
    if (t->n_entries == t->capacity) {
        /* Half as much again, not twice: with the edges of a large mesh the table is among the largest arrays of a
         * refinement. */
        t->capacity += t->capacity / 2;
        MEM_RESIZE(t->entry, t->capacity);
    }
    if (t->n_entries == LID_MAX)
        FATAL("more than %d faces or edges: the mesh is too large for 32-bit numbering", LID_MAX);
    struct side_table_entry *e = &t->entry[t->n_entries];
    memcpy(e->key, k->n + 1, sizeof e->key);
    e->next = t->head[k->n[0]];
    t->head[k->n[0]] = (lid)t->n_entries;
    return (lid)t->n_entries++;
}

lid side_table_find(const struct side_table *t, int n, const lid *node)
{
    struct key k = make_key(n, node);
    return *find_link(t, &k);
}

lid side_table_find_or_add(struct side_table *t, int n, const lid *node, bool *added)
{
    struct key k = make_key(n, node);
    lid found = *find_link(t, &k);
    *added = found < 0;
    return found >= 0 ? found : add(t, &k);
}
