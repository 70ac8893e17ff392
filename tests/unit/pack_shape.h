/* pack_shape.h: the geometry that the packs of all ranks hold together, whatever the
 * order of cells, faces and nodes and whoever owns them: two meshes that say the same
 * have the same shape.
 *
 * An item is found again by its place, in steps of 1e-7 m: places that agree to
 * rounding fall into one step unless they straddle its bound, which an odd offset
 * makes as good as impossible for the round numbers of test meshes.
 */
#ifndef UFV_TESTS_PACK_SHAPE_H
#define UFV_TESTS_PACK_SHAPE_H

#include "check.h"
#include "mem.h"
#include "pack/pack.h"

#include <stdlib.h>
#include <string.h>

enum { SHAPE_VALUES = 13 };

struct shape_item {
    int64_t key[3];
    double value[SHAPE_VALUES];
    char name[NAME_SIZE + 16]; /* patch and kind */
};

struct shape_list {
    int64_t n;
    struct shape_item *item;
};

/* cell: place, volume, wall distance; face: place, normal and area, the places of the
 * cell it points out of and of the other; boundary: the same with one cell and the
 * patch; node: place. */
struct shape {
    struct shape_list cell, face, boundary, node;
};

static inline void shape_key(const double x[3], int64_t key[3])
{
    for (int d = 0; d < 3; d++)
        key[d] = (int64_t)floor((x[d] + 0.31830988e-7) * 1e7);
}

static inline struct shape_item *shape_add(struct shape_list *l, const double x[3])
{
    MEM_GROW(l->item, l->n + 1);
    struct shape_item *i = &l->item[l->n++];
    memset(i, 0, sizeof *i);
    shape_key(x, i->key);
    memcpy(i->value, x, 3 * sizeof *x);
    return i;
}

static inline void shape_column(const double *a, int64_t n, int64_t i, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = a[d * n + i];
}

static inline void shape_add_face(const struct pack *p, int64_t f, struct shape *s)
{
    double x[3], cell[2][3], normal[3];
    bool ghost = p->right[f] >= p->n_cells;
    shape_column(p->face_centroid, p->n_faces, f, x);
    shape_column(p->normal, p->n_faces, f, normal);
    shape_column(p->centroid, p->n_slots, p->left[f], cell[0]);
    shape_column(p->centroid, p->n_slots, p->right[f], cell[1]);
    struct shape_item *i = shape_add(ghost ? &s->boundary : &s->face, x);
    int64_t key[2][3];
    shape_key(cell[0], key[0]);
    shape_key(cell[1], key[1]);
    /* A face between cells points from the one of smaller place to the other, whatever packs call left and right. */
    bool turn = !ghost && (key[0][0] != key[1][0]   ? key[0][0] > key[1][0]
                           : key[0][1] != key[1][1] ? key[0][1] > key[1][1]
                                                    : key[0][2] > key[1][2]);
    for (int d = 0; d < 3; d++) {
        i->value[3 + d] = turn ? -normal[d] : normal[d];
        i->value[7 + d] = cell[turn][d];
        i->value[10 + d] = ghost ? 0.0 : cell[!turn][d];
    }
    i->value[6] = p->area[f];
    for (int b = 0; b < p->n_patches && ghost; b++)
        if (f >= p->patch[b].begin && f < p->patch[b].end)
            snprintf(i->name, sizeof i->name, "%s %s", p->patch[b].name, bc_kind_name(p->patch[b].kind));
}

/* Each node once, by its global id: ranks that share it have it with the same id. */
static inline void shape_add_nodes(const struct pack *p, struct shape *s, uint8_t **seen, int64_t *n_seen)
{
    for (int64_t v = 0; v < p->n_nodes; v++) {
        double x[3];
        gid g = p->node_gid[v];
        if (g >= *n_seen) {
            MEM_GROW(*seen, g + 1);
            memset(*seen + *n_seen, 0, (size_t)(g + 1 - *n_seen));
            *n_seen = g + 1;
        }
        if ((*seen)[g]++)
            continue;
        (*seen)[g] = 1;
        shape_column(p->node, p->n_nodes, v, x);
        shape_add(&s->node, x);
    }
}

/* A face between two ranks' cells is in both packs: it is taken of the rank that owns
 * the cell of lower number. */
static inline void shape_add_pack(const struct pack *p, struct shape *s)
{
    for (int64_t i = 0; i < p->n_owned; i++) {
        double x[3];
        shape_column(p->centroid, p->n_slots, i, x);
        struct shape_item *c = shape_add(&s->cell, x);
        c->value[3] = p->volume[i];
        c->value[4] = p->wall_distance[i];
    }
    for (int64_t f = 0; f < p->n_flux; f++) {
        lid l = p->left[f], r = p->right[f];
        bool lower_left = r >= p->n_cells || p->cell_gid[l] < p->cell_gid[r];
        if ((lower_left ? l : r) < p->n_owned)
            shape_add_face(p, f, s);
    }
}

static inline int shape_by_key(const void *a, const void *b)
{
    const int64_t *p = ((const struct shape_item *)a)->key, *q = ((const struct shape_item *)b)->key;
    for (int d = 0; d < 3; d++)
        if (p[d] != q[d])
            return p[d] < q[d] ? -1 : 1;
    return 0;
}

/* Of n packs with PACK_ALL. */
static inline void shape_of_packs(const struct pack *pack, int n, struct shape *s)
{
    uint8_t *seen = NULL;
    int64_t n_seen = 0;
    memset(s, 0, sizeof *s);
    for (int r = 0; r < n; r++) {
        shape_add_pack(&pack[r], s);
        shape_add_nodes(&pack[r], s, &seen, &n_seen);
    }
    mem_free(seen);
    struct shape_list *list[4] = {&s->cell, &s->face, &s->boundary, &s->node};
    for (int l = 0; l < 4; l++)
        qsort(list[l]->item, (size_t)list[l]->n, sizeof *list[l]->item, shape_by_key);
}

static inline void shape_free(struct shape *s)
{
    mem_free(s->cell.item);
    mem_free(s->face.item);
    mem_free(s->boundary.item);
    mem_free(s->node.item);
}

static inline void shape_same_list(const char *what, const struct shape_list *a, const struct shape_list *b,
                                   double tolerance)
{
    CHECK(a->n == b->n, "%s: %ld, and %ld are to be", what, (long)a->n, (long)b->n);
    for (int64_t i = 0; i < a->n && a->n == b->n; i++) {
        const struct shape_item *p = &a->item[i], *q = &b->item[i];
        bool good = shape_by_key(p, q) == 0 && strcmp(p->name, q->name) == 0;
        for (int k = 0; k < SHAPE_VALUES; k++)
            good = good && fabs(p->value[k] - q->value[k]) <= tolerance; /* no number: not good */
        CHECK(good, "%s at (%.17g, %.17g, %.17g) of '%s' is not that at (%.17g, %.17g, %.17g) of '%s'", what,
              p->value[0], p->value[1], p->value[2], p->name, q->value[0], q->value[1], q->value[2], q->name);
        if (!good)
            return;
    }
}

/* Every item of one is an item of the other, each number within the tolerance. */
static inline void shape_same(const struct shape *a, const struct shape *b, double tolerance)
{
    shape_same_list("cell", &a->cell, &b->cell, tolerance);
    shape_same_list("face", &a->face, &b->face, tolerance);
    shape_same_list("boundary face", &a->boundary, &b->boundary, tolerance);
    shape_same_list("node", &a->node, &b->node, tolerance);
}

#endif
