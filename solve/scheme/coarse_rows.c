/* coarse_rows.c: of each level first which coarse cells touch, then rows and their entries, then what these are made
 * of.
 */
#include "scheme/coarse_rows.h"

#include "mem.h"
#include "parallel/comm.h"
#include "scheme/coarse_borders.h"
#include "scheme/coarse_cells.h"
#include "scheme/coarse_halo.h"
#include "scheme/face_table.h"

#include <stdlib.h>
#include <string.h>

/* Rows stand in the order of their coarse cells, as those lie on the mesh; among so many by the number of others that
 * they touch, so that the rows of a slice are nearly of one width. */
enum { SORTED_ROWS = 1024 };

/* No further level behind one of so few coarse cells of all ranks, or where cells are hardly joined. */
enum { CELLS_LAST = 500 };
static const double JOINED_LEAST = 0.6;

/* What a level is made of: the mesh's cells, or the level before. */
struct beneath {
    const struct domain *domain;
    const struct face_table *table;
    const struct coarse_rows *before; /* NULL: cells */
};

/* ---- which coarse cells touch ---- */

/* Parts of each coarse cell, by counting; of: [n_parts] the coarse cell of each part. */
static void find_parts(lid n_parts, const lid *of, struct coarse_pattern *p)
{
    lid *at;
    MEM_NEW_ZERO(p->part_begin, p->n + 1);
    MEM_NEW(p->part, n_parts);
    MEM_NEW(at, p->n);
    for (lid i = 0; i < n_parts; i++)
        p->part_begin[of[i] + 1]++;
    for (lid v = 0; v < p->n; v++)
        p->part_begin[v + 1] += p->part_begin[v];
    memcpy(at, p->part_begin, (size_t)p->n * sizeof *at);
    for (lid i = 0; i < n_parts; i++)
        p->part[at[of[i]]++] = i;
    mem_free(at);
}

/* Notes that v touches what `there` is, unless it is v or has been noted; seen: [n + n_halo], the last to have touched
 * each. */
static void touch(struct coarse_pattern *p, lid v, lid there, lid *seen, int64_t *room)
{
    int64_t *end = &p->begin[v + 1];
    if (there < 0 || there == v || seen[there] == v)
        return;
    seen[there] = v;
    if (*end == *room) {
        *room += *room / 2 + SLICE;
        MEM_GROW(p->other, *room);
    }
    p->other[(*end)++] = there;
}

/* id: of cells, owned and of the halo, or of coarse cells of the level before and of its halo, the coarse cell of each.
 */
static void find_others(const struct beneath *b, const lid *id, struct coarse_pattern *p)
{
    lid *seen;
    int64_t room = 0;
    MEM_NEW(seen, p->n + (int64_t)p->n_halo);
    for (lid k = 0; k < p->n + p->n_halo; k++)
        seen[k] = -1;
    MEM_NEW_ZERO(p->begin, p->n + 1);
    for (lid v = 0; v < p->n; v++) {
        p->begin[v + 1] = p->begin[v];
        for (lid k = p->part_begin[v]; k < p->part_begin[v + 1]; k++) {
            const lid i = p->part[k];
            if (b->before) {
                const struct coarse_pattern *q = &b->before->pattern;
                for (int64_t j = q->begin[i]; j < q->begin[i + 1]; j++)
                    touch(p, v, id[q->other[j]], seen, &room);
                continue;
            }
            struct inner_face found[UINT8_MAX + 1];
            const int faces = face_table_inner(b->table, i, found);
            for (int j = 0; j < faces; j++)
                touch(p, v, id[found[j].cell], seen, &room);
        }
    }
    mem_free(seen);
}

/* ---- rows and entries ---- */

/* What a coarse cell is sorted by. */
struct ranked {
    lid group;
    int64_t width;
    lid cell;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *p = a, *q = b;
    if (p->group != q->group)
        return p->group < q->group ? -1 : 1;
    if (p->width != q->width)
        return p->width > q->width ? -1 : 1;
    return (p->cell > q->cell) - (p->cell < q->cell);
}

static void number_rows(const struct domain *d, struct coarse_rows *c)
{
    struct coarse_pattern *p = &c->pattern;
    struct jacobian_rows *r = &c->level.rows;
    struct ranked *order;
    MEM_NEW(order, p->n);
    for (lid v = 0; v < p->n; v++)
        order[v] = (struct ranked){v / SORTED_ROWS, p->begin[v + 1] - p->begin[v], v};
    qsort(order, (size_t)p->n, sizeof *order, compare_ranked);
    r->n_rows = r->n_lanes = (p->n + SLICE - 1) / SLICE * SLICE;
    r->n_places = r->n_rows + p->n_halo;
    MEM_NEW(p->cell, r->n_rows);
    MEM_NEW(p->place, p->n + (int64_t)p->n_halo);
    for (lid k = 0; k < r->n_rows; k++) {
        p->cell[k] = k < p->n ? order[k].cell : -1;
        if (k < p->n)
            p->place[order[k].cell] = k;
    }
    for (lid h = 0; h < p->n_halo; h++)
        p->place[p->n + h] = r->n_rows + h;
    r->cell = domain_upload(d, "coarse cells", p->cell, (size_t)r->n_rows * sizeof *p->cell);
    mem_free(order);
}

/* Every slice as wide as its widest row. */
static void make_entries(const struct domain *d, struct coarse_rows *c)
{
    struct coarse_pattern *p = &c->pattern;
    struct jacobian_rows *r = &c->level.rows;
    const lid slices = r->n_rows / SLICE;
    lid *offset, *column, *slice;
    MEM_NEW_ZERO(offset, slices + 1);
    for (lid s = 0; s < slices; s++) {
        int64_t widest = 0;
        for (lid k = s * SLICE; k < (s + 1) * SLICE && p->cell[k] >= 0; k++) {
            const int64_t width = p->begin[p->cell[k] + 1] - p->begin[p->cell[k]];
            widest = width > widest ? width : widest;
        }
        offset[s + 1] = offset[s] + (lid)widest * SLICE;
    }
    r->n_entries = offset[slices];
    MEM_NEW(column, r->n_entries);
    MEM_NEW(slice, r->n_entries / SLICE);
    MEM_NEW(p->entry, p->begin[p->n]);
    for (lid e = 0; e < r->n_entries; e++)
        column[e] = -1;
    for (lid k = 0; k < p->n; k++) {
        const lid v = p->cell[k];
        for (int64_t j = p->begin[v]; j < p->begin[v + 1]; j++) {
            const lid e = offset[k / SLICE] + (lid)(j - p->begin[v]) * SLICE + k % SLICE;
            column[e] = p->place[p->other[j]];
            p->entry[j] = e;
        }
    }
    for (lid s = 0; s < slices; s++)
        for (lid e = offset[s] / SLICE; e < offset[s + 1] / SLICE; e++)
            slice[e] = s;
    c->level.slice = domain_upload(d, "coarse slices", slice, (size_t)(r->n_entries / SLICE) * sizeof *slice);
    r->offset = r->others = domain_upload(d, "coarse slices", offset, ((size_t)slices + 1) * sizeof *offset);
    r->column = domain_upload(d, "coarse columns", column, (size_t)r->n_entries * sizeof *column);
    mem_free(offset);
    mem_free(column);
    mem_free(slice);
}

/* The number in `entry` and `other` of v's neighbour w; -1: they do not touch, which those that v touches always do. */
static int64_t find_other(const struct coarse_pattern *p, lid v, lid w)
{
    for (int64_t j = p->begin[v]; j < p->begin[v + 1]; j++)
        if (p->other[j] == w)
            return j;
    return -1;
}

static void make_mirror(const struct domain *d, struct coarse_rows *c)
{
    const struct coarse_pattern *p = &c->pattern;
    const lid entries = c->level.rows.n_entries;
    lid *mirror;
    MEM_NEW(mirror, entries);
    for (lid e = 0; e < entries; e++)
        mirror[e] = -1;
    for (lid v = 0; v < p->n; v++)
        for (int64_t j = p->begin[v]; j < p->begin[v + 1]; j++)
            if (p->other[j] < p->n)
                mirror[p->entry[j]] = p->entry[find_other(p, p->other[j], v)];
    c->level.mirror = domain_upload(d, "coarse mirror", mirror, (size_t)entries * sizeof *mirror);
    mem_free(mirror);
}

/* ---- what they are made of ---- */

/* By rows: the numbers of cells, or of rows of the level before. */
static void upload_parts(const struct beneath *b, struct coarse_rows *c)
{
    const struct coarse_pattern *p = &c->pattern;
    const lid rows = c->level.rows.n_rows;
    lid *begin, *item, n = 0;
    MEM_NEW_ZERO(begin, rows + 1);
    MEM_NEW(item, p->part_begin[p->n]);
    for (lid r = 0; r < rows; r++) {
        const lid v = p->cell[r];
        for (lid k = v < 0 ? 0 : p->part_begin[v]; k < (v < 0 ? 0 : p->part_begin[v + 1]); k++)
            item[n++] = b->before ? b->before->pattern.place[p->part[k]] : p->part[k];
        begin[r + 1] = n;
    }
    c->level.parts.begin = domain_upload(b->domain, "coarse cells", begin, ((size_t)rows + 1) * sizeof *begin);
    c->level.parts.item = domain_upload(b->domain, "coarse cells", item, (size_t)n * sizeof *item);
    mem_free(begin);
    mem_free(item);
}

/* By entries: those of the level before. id: as find_others(). */
static void upload_between(const struct beneath *b, const lid *id, struct coarse_rows *c)
{
    const struct coarse_pattern *p = &c->pattern, *q = &b->before->pattern;
    const lid entries = c->level.rows.n_entries;
    lid *begin, *item, *to;
    MEM_NEW_ZERO(begin, entries + 1);
    MEM_NEW(item, q->begin[q->n]);
    MEM_NEW(to, q->begin[q->n]);
    for (lid u = 0; u < q->n; u++)
        for (int64_t j = q->begin[u]; j < q->begin[u + 1]; j++) {
            const int64_t k = id[u] == id[q->other[j]] ? -1 : find_other(p, id[u], id[q->other[j]]);
            to[j] = k < 0 ? -1 : p->entry[k];
            if (k >= 0)
                begin[to[j] + 1]++;
        }
    for (lid e = 0; e < entries; e++)
        begin[e + 1] += begin[e];
    for (lid u = 0; u < q->n; u++)
        for (int64_t j = q->begin[u]; j < q->begin[u + 1]; j++)
            if (to[j] >= 0)
                item[begin[to[j]]++] = q->entry[j];
    memmove(begin + 1, begin, (size_t)entries * sizeof *begin); /* each stands at its end now */
    begin[0] = 0;
    c->level.between.begin = domain_upload(b->domain, "coarse entries", begin, ((size_t)entries + 1) * sizeof *begin);
    c->level.between.item = domain_upload(b->domain, "coarse entries", item, (size_t)begin[entries] * sizeof *item);
    mem_free(begin);
    mem_free(item);
    mem_free(to);
}

/* place: [n_beneath] of each cell or coarse cell of the level before, of the halo too, its place there, of n_places. */
static void upload_up(const struct beneath *b, const lid *id, lid n_beneath, const lid *place, lid n_places,
                      struct coarse_rows *c)
{
    lid *up;
    MEM_NEW(up, n_places);
    for (lid k = 0; k < n_places; k++)
        up[k] = -1;
    for (lid i = 0; i < n_beneath; i++)
        if (place[i] >= 0 && id[i] >= 0)
            up[place[i]] = c->pattern.place[id[i]];
    c->up = domain_upload(b->domain, "coarse places", up, (size_t)n_places * sizeof *up);
    mem_free(up);
}

/* ---- a level, and all ---- */

/* The coarse cell of each cell, owned and of the halo, to those of each coarse cell of the level before, likewise;
 * [n + n_halo of that], mem_free() it. */
static lid *id_of_coarse(lid n_cells, const lid *id_of_cell, const lid *before_of_cell,
                         const struct coarse_pattern *before)
{
    lid *id;
    MEM_NEW(id, before->n + (int64_t)before->n_halo);
    for (lid i = 0; i < n_cells; i++)
        if (before_of_cell[i] >= 0)
            id[before_of_cell[i]] = id_of_cell[i];
    return id;
}

/* id_of_cell, before_of_cell: [n_cells] of each cell, of the halo too, the coarse cell as patterns count, of this level
 * and of that before. */
static void level_create(const struct beneath *b, const lid *id_of_cell, const lid *before_of_cell,
                         const lid *cell_place, lid n_places, struct coarse_rows *c)
{
    const struct domain *d = b->domain;
    const lid n_cells = d->view.n_cells;
    const struct coarse_pattern *q = b->before ? &b->before->pattern : NULL;
    lid *of_coarse = q ? id_of_coarse(n_cells, id_of_cell, before_of_cell, q) : NULL;
    const lid *id = q ? of_coarse : id_of_cell;
    find_parts(q ? q->n : d->view.n_owned, id, &c->pattern);
    find_others(b, id, &c->pattern);
    number_rows(d, c);
    make_entries(d, c);
    make_mirror(d, c);
    upload_parts(b, c);
    if (q) {
        upload_between(b, id, c);
        upload_up(b, id, q->n + q->n_halo, q->place, b->before->level.rows.n_places, c);
    } else {
        c->n_faces = coarse_borders_create(d, b->table, &c->pattern, id, &c->level);
        upload_up(b, id, n_cells, cell_place, n_places, c);
    }
    for (lid i = 0; i < n_cells; i++)
        c->place[i] = id_of_cell[i] < 0 ? -1 : c->pattern.place[id_of_cell[i]];
    mem_free(of_coarse);
}

static void pattern_free(struct coarse_pattern *p)
{
    void *arrays[] = {p->begin, p->other, p->entry, p->place, p->cell, p->part_begin, p->part};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        mem_free(arrays[k]);
    memset(p, 0, sizeof *p);
}

/* id: [n_cells] of owned cells in: their coarse cells, as the graph numbers them; out: of all, as the pattern does. */
static void find_halo(const struct flow *f, lid *id, struct coarse_rows *c)
{
    const lid owned = f->domain->view.n_owned, cells = f->domain->view.n_cells;
    MEM_NEW(c->stands, cells);
    MEM_NEW(c->place, cells);
    c->pattern.n_halo = coarse_halo_find(f, c->pattern.n, id, c->stands, c->place);
    for (lid i = owned; i < cells; i++)
        id[i] = c->place[i] < 0 ? -1 : c->pattern.n + c->place[i];
}

void coarse_levels_create(const struct flow *f, int rounds, const lid *cell_place, lid n_places,
                          struct coarse_levels *l)
{
    const struct domain *d = f->domain;
    const lid owned = d->view.n_owned, cells = d->view.n_cells;
    struct face_table t;
    struct cell_graph g;
    lid *id, *before, *joined;
    memset(l, 0, sizeof *l);
    face_table_fetch(d, &t);
    cell_graph_create(d, &t, &g);
    MEM_NEW(id, cells);
    MEM_NEW(before, cells);
    MEM_NEW(joined, owned);
    for (lid i = 0; i < owned; i++)
        id[i] = i;
    for (int64_t n = comm_sum_int(owned); l->n == 0 || (l->n < COARSE_LEVELS_MOST && n > CELLS_LAST);) {
        struct coarse_rows *c = &l->level[l->n];
        struct beneath b = {d, &t, l->n > 0 ? c - 1 : NULL};
        memcpy(before, id, (size_t)cells * sizeof *id);
        coarse_cells_join(&g, rounds, joined);
        const int64_t left = comm_sum_int(g.n);
        if ((double)left > JOINED_LEAST * (double)n && l->n > 0)
            break;
        n = left;
        for (lid i = 0; i < owned; i++)
            id[i] = joined[id[i]];
        c->pattern.n = g.n;
        find_halo(f, id, c);
        level_create(&b, id, before, cell_place, n_places, c);
        l->n++;
    }
    for (int k = 0; k < l->n; k++)
        pattern_free(&l->level[k].pattern);
    cell_graph_free(&g);
    face_table_free(&t);
    mem_free(id);
    mem_free(before);
    mem_free(joined);
}

void coarse_levels_free(const struct backend *b, struct coarse_levels *l)
{
    for (int k = 0; k < l->n; k++) {
        struct coarse_rows *c = &l->level[k];
        const struct coarse_level *v = &c->level;
        const void *arrays[] = {v->rows.cell, v->rows.offset, v->rows.column, v->slice, v->mirror, v->parts.begin,
                                v->parts.item, v->between.begin, v->between.item, v->stands, v->border.begin,
                                v->border.item, v->edge.begin, v->edge.item, c->up};
        for (size_t j = 0; j < sizeof arrays / sizeof *arrays; j++)
            b->free((void *)(uintptr_t)arrays[j]);
        mem_free(c->stands);
        mem_free(c->place);
    }
    memset(l, 0, sizeof *l);
}
