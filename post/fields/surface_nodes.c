/* surface_nodes.c: one ascending list of the nodes of all ranks, and sums over the faces of each rank into it.
 *
 * Nodes between ranks have faces on both, so that a rank alone cannot form their mean. Packs are read twice, for the
 * list and for the sums, in the order of the ranks: one rank is in memory at a time, and the sums have one order.
 */
#include "fields/surface_nodes.h"

#include "error.h"
#include "mem.h"

#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    const gid *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* In place; s->n becomes the number of different ids. */
static void sort_unique(struct surface_nodes *s)
{
    int64_t n = 0;
    qsort(s->id, (size_t)s->n, sizeof *s->id, by_value);
    for (int64_t i = 0; i < s->n; i++)
        if (n == 0 || s->id[i] != s->id[n - 1])
            s->id[n++] = s->id[i];
    s->n = n;
}

/* The nodes of each rank's boundary faces, all in one ascending list, which is
 * sorted whenever it has doubled. */
static int gather_ids(const struct results *r, struct surface_nodes *s)
{
    int64_t sorted = 0;
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        TRY(pack_read(r->packs, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p));
        int64_t n = p.n_boundary > 0 ? p.face_node_offset[p.n_boundary] : 0;
        MEM_RESIZE(s->id, s->n + n);
        for (int64_t k = 0; k < n; k++)
            s->id[s->n++] = p.node_gid[p.face_node[k]];
        pack_free(&p);
        /* Sorting whenever the list has doubled costs n log n in all and keeps repeats, a node for each of its faces,
         * from piling up over the ranks. */
        if (s->n > 2 * sorted) {
            sort_unique(s);
            sorted = s->n;
        }
    }
    sort_unique(s);
    return 0;
}

/* Place in the list, -1: not a node of the surface. */
int64_t surface_nodes_find(const struct surface_nodes *s, gid id)
{
    const gid *at = bsearch(&id, s->id, (size_t)s->n, sizeof id, by_value);
    return at ? at - s->id : -1;
}

/* Adds area times value of each face to its nodes' sums.
 * Without values the areas alone are summed, the weights of the means. */
static void add_faces(struct surface_nodes *s, const struct pack *p, const double *value, double *sum)
{
    for (int64_t f = 0; f < p->n_boundary; f++)
        for (lid k = p->face_node_offset[f]; k < p->face_node_offset[f + 1]; k++)
            sum[surface_nodes_find(s, p->node_gid[p->face_node[k]])] += p->area[f] * (value ? value[f] : 1);
}

static int add_rank(const struct results *r, const struct variable_list *v, int rank, double *area,
                    struct surface_nodes *s)
{
    struct pack p;
    struct solution fields;
    struct cell_data d;
    TRY(results_read_rank(r, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p, &fields));
    int status = cell_data_read(r, &p, &fields, variables_need(v), &d);
    double *value;
    MEM_NEW(value, 3 * p.n_boundary);
    int64_t component = 0;
    if (status == 0)
        add_faces(s, &p, NULL, area);
    for (int i = 0; status == 0 && i < v->n; i++) {
        if (v->item[i].kind == VARIABLE_LABEL)
            continue;
        status = variable_compute_surface(&v->item[i], &d, value);
        for (int c = 0; status == 0 && c < v->item[i].n_components; c++)
            add_faces(s, &p, value + c * p.n_boundary, s->value + s->n * component++);
    }
    mem_free(value);
    cell_data_free(&d);
    solution_free(&fields);
    pack_free(&p);
    return status;
}

/* value: [components of all variables but labels][n]. Labels (rank, patch) have no mean. */
int surface_nodes_gather(const struct results *r, const struct variable_list *v, struct surface_nodes *s)
{
    memset(s, 0, sizeof *s);
    int status = gather_ids(r, s);
    int64_t n_components = 0;
    for (int i = 0; i < v->n; i++)
        n_components += v->item[i].kind == VARIABLE_LABEL ? 0 : v->item[i].n_components;
    double *area;
    MEM_NEW_ZERO(area, s->n);
    MEM_NEW_ZERO(s->value, s->n * n_components);
    for (int rank = 0; status == 0 && rank < r->n_ranks; rank++)
        status = add_rank(r, v, rank, area, s);
    /* Every node of the list has a face, so that its area is positive. */
    for (int64_t c = 0; c < n_components; c++)
        for (int64_t i = 0; i < s->n; i++)
            s->value[c * s->n + i] /= area[i];
    mem_free(area);
    if (status != 0)
        surface_nodes_free(s);
    return status;
}

void surface_nodes_free(struct surface_nodes *s)
{
    mem_free(s->id);
    mem_free(s->value);
    memset(s, 0, sizeof *s);
}
