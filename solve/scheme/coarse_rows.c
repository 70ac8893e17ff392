/* coarse_rows.c: coarse cells are numbered by colour; behind their rows stand the places of those of other ranks that
 * they touch.
 *
 *   places of x   rows of colour 0 | of colour 1 | ... | coarse cells of the halo
 *
 * Ranks join their own cells only. What coarse cell a cell of the halo belongs to its rank tells once; in each exchange
 * one cell stands for all those of a coarse cell that a neighbour has.
 */
#include "scheme/coarse_rows.h"

#include "exchange/exchange.h"
#include "exchange/exchange_lists.h"
#include "mem.h"
#include "scheme/coarse_cells.h"
#include "scheme/coarse_colours.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the halo's cells belong to ---- */

/* Of each coarse cell stands the first of its cells that a neighbour has as a face neighbour; where cells have images,
 * all of those do: a coarse cell may be seen by way of several. of: [n_owned], the coarse cell of each cell. */
static void choose_standing(const struct pack *p, const lid *of, struct coarse_rows *c)
{
    const struct exchange_choice choice = {.layers = 1};
    struct exchange_lists l;
    int *last;
    exchange_lists_create(p, &choice, NULL, &l);
    MEM_NEW_ZERO(last, c->n);
    for (int k = 0; k < l.n_neighbours; k++)
        for (lid e = l.neighbour[k].send_begin; e < l.neighbour[k].send_begin + l.neighbour[k].send_count; e++) {
            const lid i = l.send[e];
            if (last[of[i]] == k + 1 && p->n_transforms <= 1)
                continue;
            last[of[i]] = k + 1;
            c->stands[i] = 1;
        }
    for (lid e = l.itself.send_begin; e < l.itself.send_begin + l.itself.send_count; e++)
        c->stands[l.send[e]] = 1;
    mem_free(last);
    exchange_lists_free(&l);
}

/* Collective. Of the halo's cells of layer 1: which coarse cell each belongs to, as its rank counts, into of[], and
 * whether it stands for that. of: [n_cells], in: of owned cells; out: also of the halo, -1 beyond layer 1. Numbers
 * travel as floats, which hold them exactly up to 2^24: 10^9 cells a rank. */
static void ask_neighbours(const struct flow *f, lid *of, struct coarse_rows *c)
{
    const struct domain *d = f->domain;
    const struct backend *b = d->backend;
    const lid n = d->view.n_cells, owned = d->view.n_owned;
    const size_t bytes = 2 * (size_t)n * sizeof(float);
    float *told, *device = b->alloc("coarse cells of the halo", bytes);
    MEM_NEW(told, 2 * (int64_t)n);
    for (lid i = 0; i < n; i++) {
        told[i] = i < owned ? (float)of[i] : -1.0f;
        told[n + i] = (float)c->stands[i];
    }
    b->upload(device, told, bytes);
    struct exchange *x = exchange_create(d, f->mode, 1, (struct exchange_array){.numbers = device, .n_variables = 2,
                                                                                .stride = n, .step = 1});
    exchange_begin(x);
    exchange_finish(x, STREAM_COMPUTE);
    b->stream_synchronize(STREAM_COMPUTE);
    b->download(told, device, bytes);
    exchange_free(x);
    b->free(device);
    for (lid i = owned; i < n; i++) {
        of[i] = (lid)told[i];
        c->stands[i] = told[n + i] > 0;
    }
    mem_free(told);
}

/* What tells a halo cell's coarse cell from others; neighbour: its number in the lists. */
struct seen_as {
    lid neighbour, of, transform, cell;
    bool stands;
};

/* Those that stand first, then by cells. */
static int compare_seen(const void *a, const void *b)
{
    const struct seen_as *p = a, *q = b;
    if (p->neighbour != q->neighbour)
        return p->neighbour < q->neighbour ? -1 : 1;
    if (p->of != q->of)
        return p->of < q->of ? -1 : 1;
    if (p->transform != q->transform)
        return p->transform < q->transform ? -1 : 1;
    if (p->stands != q->stands)
        return p->stands ? -1 : 1;
    return (p->cell > q->cell) - (p->cell < q->cell);
}

/* Places of the halo, counted from 0: one for each of its cells that stands for a coarse cell; the others of that
 * coarse cell get the first of these. of: [n_cells], as ask_neighbours() leaves it. How many places there are. */
static lid place_halo(const struct pack *p, const lid *of, struct coarse_rows *c)
{
    const struct exchange_choice choice = {.layers = 1};
    struct exchange_lists l;
    struct seen_as *seen;
    lid n = 0, places = 0;
    exchange_lists_create(p, &choice, NULL, &l);
    MEM_NEW(seen, l.n_recv);
    for (int k = 0; k <= l.n_neighbours; k++) {
        const struct exchange_neighbour *nb = k < l.n_neighbours ? &l.neighbour[k] : &l.itself;
        for (lid e = nb->recv_begin; e < nb->recv_begin + nb->recv_count; e++) {
            const lid i = l.recv[e];
            seen[n++] = (struct seen_as){k, of[i], p->halo_transform[i - p->n_owned], i, c->stands[i]};
        }
    }
    qsort(seen, (size_t)n, sizeof *seen, compare_seen);
    for (lid j = 0, first = -1; j < n; j++) {
        const bool same = j > 0 && seen[j].neighbour == seen[j - 1].neighbour && seen[j].of == seen[j - 1].of &&
                          seen[j].transform == seen[j - 1].transform;
        if (!same)
            first = places;
        c->place[seen[j].cell] = seen[j].stands ? places++ : first;
    }
    mem_free(seen);
    exchange_lists_free(&l);
    return places;
}

/* ---- rows ---- */

/* What a coarse cell is sorted by. */
struct coloured {
    int colour;
    lid neighbours, cell;
};

/* By colours, in them by neighbours, the most first, so that the rows of a slice are nearly of one width. */
static int compare_coloured(const void *a, const void *b)
{
    const struct coloured *p = a, *q = b;
    if (p->colour != q->colour)
        return p->colour < q->colour ? -1 : 1;
    if (p->neighbours != q->neighbours)
        return p->neighbours > q->neighbours ? -1 : 1;
    return (p->cell > q->cell) - (p->cell < q->cell);
}

/* Cells by coarse cells, or by rows: those of p are member[begin[p]] .. member[begin[p + 1] - 1], in their order. */
struct members {
    lid *begin;  /* [coarse cells or rows + 1], owned */
    lid *member; /* [n_owned], owned */
};

static void members_free(struct members *m)
{
    mem_free(m->begin);
    mem_free(m->member);
}

/* Of each of n coarse cells; of: [n_owned], the coarse cell of each cell. m: out, members_free() it. */
static void find_members(lid n_owned, lid n, const lid *of, struct members *m)
{
    lid *at;
    MEM_NEW_ZERO(m->begin, n + 1);
    MEM_NEW(m->member, n_owned);
    MEM_NEW(at, n);
    for (lid i = 0; i < n_owned; i++)
        m->begin[of[i] + 1]++;
    for (lid v = 0; v < n; v++)
        m->begin[v + 1] += m->begin[v];
    memcpy(at, m->begin, (size_t)n * sizeof *at);
    for (lid i = 0; i < n_owned; i++)
        m->member[at[of[i]]++] = i;
    mem_free(at);
}

/* From coarse cells to rows; cell: [n_rows], the coarse cell of each, -1: none. */
static void order_members(lid n_owned, lid n_rows, const lid *cell, struct members *m)
{
    struct members row;
    MEM_NEW_ZERO(row.begin, n_rows + 1);
    MEM_NEW(row.member, n_owned);
    for (lid p = 0; p < n_rows; p++) {
        const lid from = cell[p] < 0 ? 0 : m->begin[cell[p]], count = cell[p] < 0 ? 0 : m->begin[cell[p] + 1] - from;
        memcpy(row.member + row.begin[p], m->member + from, (size_t)count * sizeof *row.member);
        row.begin[p + 1] = row.begin[p] + count;
    }
    members_free(m);
    *m = row;
}

/* How many places of the halo the cells of coarse cell v touch. seen: [places], by place the last coarse cell that has
 * been found to touch it. c->place of the halo: as place_halo() leaves it. */
static lid count_in_halo(const struct face_table *t, lid n_owned, const struct members *m, const struct coarse_rows *c,
                         lid v, lid *seen)
{
    lid n = 0;
    for (lid k = m->begin[v]; k < m->begin[v + 1]; k++) {
        struct inner_face found[UINT8_MAX + 1];
        const int faces = face_table_inner(t, m->member[k], found);
        for (int j = 0; j < faces; j++) {
            const lid there = found[j].cell < n_owned ? -1 : c->place[found[j].cell];
            if (there < 0 || seen[there] == v)
                continue;
            seen[there] = v;
            n++;
        }
    }
    return n;
}

/* How many others each coarse cell touches, of this rank and of the halo: [g->n], mem_free() it. m: of coarse cells;
 * n_halo: places of the halo. */
static lid *count_neighbours(const struct cell_graph *g, const struct face_table *t, lid n_owned,
                             const struct members *m, const struct coarse_rows *c, lid n_halo)
{
    lid *count, *seen;
    MEM_NEW(count, g->n);
    MEM_NEW(seen, n_halo);
    for (lid h = 0; h < n_halo; h++)
        seen[h] = -1;
    for (lid v = 0; v < g->n; v++)
        count[v] = (lid)(g->offset[v + 1] - g->offset[v]) + count_in_halo(t, n_owned, m, c, v, seen);
    mem_free(seen);
    return count;
}

/* Rows by colours, each colour from a new slice on: [rows], mem_free() it, the coarse cell of each row, -1: none.
 * neighbours: [g->n]. row_of: out, [g->n], the row of each coarse cell. */
static lid *number_rows(const struct cell_graph *g, const lid *neighbours, lid *row_of, struct coarse_rows *c)
{
    struct coloured *order;
    int *colour;
    lid *cell;
    MEM_NEW(colour, g->n);
    MEM_NEW(order, g->n);
    c->n_colours = coarse_colours_find(g, colour);
    for (lid v = 0; v < g->n; v++)
        order[v] = (struct coloured){colour[v], neighbours[v], v};
    qsort(order, (size_t)g->n, sizeof *order, compare_coloured);
    MEM_NEW_ZERO(c->begin, c->n_colours + 1);
    MEM_NEW(cell, g->n + (int64_t)SLICE * c->n_colours);
    lid row = 0;
    for (lid k = 0; k < g->n; k++) {
        while (k > 0 && order[k].colour != order[k - 1].colour && row % SLICE)
            cell[row++] = -1;
        if (k == 0 || order[k].colour != order[k - 1].colour)
            c->begin[order[k].colour] = row;
        row_of[order[k].cell] = row;
        cell[row++] = order[k].cell;
    }
    while (row % SLICE)
        cell[row++] = -1;
    c->begin[c->n_colours] = row;
    c->level.rows.n_rows = c->level.rows.n_lanes = row;
    mem_free(colour);
    mem_free(order);
    return cell;
}

/* ---- entries ---- */

/* Columns found so far of a row. */
struct columns {
    int n;
    lid *place; /* [n], owned */
};

/* Adds the places across the faces of cell i of row p that are not yet there. */
static void add_columns(const struct face_table *t, const lid *place, lid p, lid i, struct columns *c)
{
    struct inner_face found[UINT8_MAX + 1];
    const int faces = face_table_inner(t, i, found);
    for (int j = 0; j < faces; j++) {
        const lid there = place[found[j].cell];
        int k = 0;
        while (k < c->n && c->place[k] != there)
            k++;
        if (there == p || k < c->n)
            continue;
        MEM_GROW(c->place, c->n + 1);
        c->place[c->n++] = there;
    }
}

/* Every slice as wide as its widest row; rows have their columns in the order in which their cells and those's faces
 * meet them. m: of rows, here and below. */
static void make_entries(const struct domain *d, const struct face_table *t, const struct members *m,
                         struct coarse_rows *c)
{
    struct jacobian_rows *r = &c->level.rows;
    const lid slices = r->n_rows / SLICE;
    struct columns row[SLICE] = {{0}};
    lid *offset, *column = NULL, *slice;
    MEM_NEW_ZERO(offset, slices + 1);
    for (lid s = 0; s < slices; s++) {
        int widest = 0;
        for (lid k = 0; k < SLICE; k++) {
            const lid p = s * SLICE + k;
            row[k].n = 0;
            for (lid j = m->begin[p]; j < m->begin[p + 1]; j++)
                add_columns(t, c->place, p, m->member[j], &row[k]);
            widest = row[k].n > widest ? row[k].n : widest;
        }
        offset[s + 1] = offset[s] + widest * SLICE;
        MEM_GROW(column, offset[s + 1]);
        for (lid k = 0; k < SLICE; k++)
            for (int j = 0; j < widest; j++)
                column[offset[s] + j * SLICE + k] = j < row[k].n ? row[k].place[j] : -1;
    }
    r->n_entries = offset[slices];
    MEM_NEW(slice, r->n_entries / SLICE);
    for (lid s = 0; s < slices; s++)
        for (lid e = offset[s] / SLICE; e < offset[s + 1] / SLICE; e++)
            slice[e] = s;
    c->level.slice = domain_upload(d, "coarse slices", slice, (size_t)(r->n_entries / SLICE) * sizeof *slice);
    mem_free(slice);
    r->offset = r->others = domain_upload(d, "coarse slices", offset, ((size_t)slices + 1) * sizeof *offset);
    r->column = domain_upload(d, "coarse columns", column, (size_t)r->n_entries * sizeof *column);
    for (int k = 0; k < SLICE; k++)
        mem_free(row[k].place);
    mem_free(offset);
    mem_free(column);
}

/* ---- faces between coarse cells ---- */

/* Borders that a warp of a GPU has should be alike long, and near one another on the mesh: they are sorted by length
 * among so many. */
enum { SORTED_BORDERS = 1024 };

/* A border and, among all that are found, its faces. */
struct border {
    lid near, far, begin, count;
};

/* All that are found. */
struct borders {
    lid n;
    struct border *border; /* [n], owned */
    lid *face;             /* as coarse_faces.face, owned */
    lid n_edge;             /* faces in all edges so far */
    lid *edge_begin, *edge; /* as coarse_level.edge, owned */
};

/* A face of a coarse cell, seen from it, and the number of its border. */
struct side {
    lid face, border;
};

/* The number of the border to that place among those of row p from `first` on, made if it is new. */
static lid border_to(lid first, lid p, lid place, struct borders *to)
{
    lid k = first;
    while (k < to->n && to->border[k].far != place)
        k++;
    if (k == to->n)
        to->border[to->n++] = (struct border){.near = p, .far = place};
    return k;
}

/* The borders of row p to places of the halo and to rows that are not yet `done`, as it is itself. n_faces: in all
 * borders so far; returned with these. side: room for the row's faces. */
static lid find_row_borders(const struct face_table *t, const struct members *m, const uint8_t *done,
                            const struct coarse_rows *c, lid p, lid n_faces, struct side *side, struct borders *to)
{
    const lid first = to->n;
    int64_t n = 0;
    for (lid k = m->begin[p]; k < m->begin[p + 1]; k++) {
        struct inner_face found[UINT8_MAX + 1];
        const int faces = face_table_inner(t, m->member[k], found);
        for (int j = 0; j < faces; j++) {
            const lid place = c->place[found[j].cell];
            if (place < c->level.rows.n_rows && done[place])
                continue;
            side[n].face = found[j].is_left ? found[j].face : ~found[j].face;
            side[n].border = border_to(first, p, place, to);
            to->border[side[n++].border].count++;
        }
    }
    for (lid b = first; b < to->n; b++) {
        to->border[b].begin = n_faces;
        n_faces += to->border[b].count;
        to->border[b].count = 0;
    }
    for (int64_t j = 0; j < n; j++) {
        struct border *b = &to->border[side[j].border];
        to->face[b->begin + b->count++] = side[j].face;
    }
    return n_faces;
}

/* The longest first; those alike as they were found. */
static int compare_borders(const void *a, const void *b)
{
    const struct border *p = a, *q = b;
    if (p->count != q->count)
        return p->count > q->count ? -1 : 1;
    return (p->begin > q->begin) - (p->begin < q->begin);
}

/* Faces of row p that are on boundaries or lead to the halo: neither ghosts nor cells of the halo are owned. */
static void find_edge(const struct face_table *t, const struct members *m, lid n_owned, lid p, struct borders *to)
{
    for (lid k = m->begin[p]; k < m->begin[p + 1]; k++) {
        const lid i = m->member[k], end = t->offset[i / SLICE + 1];
        for (lid e = t->offset[i / SLICE] + i % SLICE; e < end; e += SLICE)
            if (t->face[e] != SLICE_PAD && t->cell[e] >= n_owned)
                to->edge[to->n_edge++] = t->face[e];
    }
}

/* In the order in which the cells of the mesh meet the rows, so that borders of one number stand near one another.
 * to: out, owned by the caller. */
static void find_borders(const struct domain *d, const struct face_table *t, const struct members *m,
                         const struct coarse_rows *c, struct borders *to)
{
    const lid n_owned = d->view.n_owned, rows = c->level.rows.n_rows;
    const int64_t n_faces = d->view.n_faces;
    uint8_t *done;
    struct side *side;
    lid faces = 0;
    *to = (struct borders){0};
    MEM_NEW(to->border, n_faces);
    MEM_NEW(to->face, n_faces);
    MEM_NEW(to->edge, n_faces);
    MEM_NEW_ZERO(to->edge_begin, rows + 1);
    MEM_NEW_ZERO(done, rows);
    MEM_NEW(side, n_faces);
    for (lid i = 0; i < n_owned; i++) {
        const lid p = c->place[i];
        if (done[p])
            continue;
        done[p] = 1;
        faces = find_row_borders(t, m, done, c, p, faces, side, to);
    }
    for (lid b = 0; b < to->n; b += SORTED_BORDERS)
        qsort(to->border + b, (size_t)(to->n - b < SORTED_BORDERS ? to->n - b : SORTED_BORDERS), sizeof *to->border,
              compare_borders);
    for (lid p = 0; p < rows; p++) {
        find_edge(t, m, n_owned, p, to);
        to->edge_begin[p + 1] = to->n_edge;
    }
    mem_free(side);
    mem_free(done);
}

/* Borders and edges of the level. */
static void make_borders(const struct domain *d, const struct face_table *t, const struct members *m,
                         struct coarse_rows *c)
{
    struct coarse_level *l = &c->level;
    struct borders found;
    lid *from, *near, *far, *face, n = 0;
    find_borders(d, t, m, c, &found);
    MEM_NEW(from, found.n + 1);
    MEM_NEW(near, found.n);
    MEM_NEW(far, found.n);
    MEM_NEW(face, d->view.n_faces);
    for (lid b = 0; b < found.n; b++) {
        const struct border *w = &found.border[b];
        from[b] = n;
        near[b] = w->near;
        far[b] = w->far;
        memcpy(face + n, found.face + w->begin, (size_t)w->count * sizeof *face);
        n += w->count;
    }
    from[found.n] = n;
    l->n_borders = found.n;
    c->n_faces = n;
    l->near = domain_upload(d, "coarse borders", near, (size_t)found.n * sizeof *near);
    l->far = domain_upload(d, "coarse borders", far, (size_t)found.n * sizeof *far);
    l->border.begin = domain_upload(d, "coarse borders", from, ((size_t)found.n + 1) * sizeof *from);
    l->border.face = domain_upload(d, "faces of coarse borders", face, (size_t)n * sizeof *face);
    l->edge.begin = domain_upload(d, "coarse edges", found.edge_begin, ((size_t)l->rows.n_rows + 1) * sizeof *from);
    l->edge.face = domain_upload(d, "faces of coarse edges", found.edge, (size_t)found.n_edge * sizeof *face);
    mem_free(from);
    mem_free(near);
    mem_free(far);
    mem_free(face);
    mem_free(found.border);
    mem_free(found.face);
    mem_free(found.edge_begin);
    mem_free(found.edge);
}

/* ---- all of it ---- */

/* Rows and places of a rank's coarse cells; of: as ask_neighbours(), in: of owned cells. m: in, of coarse cells; out,
 * of rows. */
static void place_all(const struct flow *f, const struct cell_graph *g, const struct face_table *t, lid *of,
                      struct members *m, struct coarse_rows *c)
{
    const struct domain *d = f->domain;
    const lid owned = d->view.n_owned, cells = d->view.n_cells;
    struct jacobian_rows *r = &c->level.rows;
    lid *row_of;
    MEM_NEW(row_of, g->n);
    choose_standing(&d->pack, of, c);
    ask_neighbours(f, of, c);
    for (lid i = 0; i < cells; i++)
        c->place[i] = -1;
    const lid n_halo = place_halo(&d->pack, of, c);
    lid *neighbours = count_neighbours(g, t, owned, m, c, n_halo);
    lid *cell = number_rows(g, neighbours, row_of, c);
    order_members(owned, r->n_rows, cell, m);
    for (lid i = 0; i < cells; i++)
        c->place[i] = i < owned ? row_of[of[i]] : c->place[i] < 0 ? -1 : r->n_rows + c->place[i];
    r->n_places = r->n_rows + n_halo;
    r->cell = domain_upload(d, "coarse cells", cell, (size_t)r->n_rows * sizeof *cell);
    mem_free(neighbours);
    mem_free(row_of);
    mem_free(cell);
}

void coarse_rows_create(const struct flow *f, int rounds, struct coarse_rows *c)
{
    const struct domain *d = f->domain;
    const lid owned = d->view.n_owned, cells = d->view.n_cells;
    struct face_table t;
    struct cell_graph g;
    struct members m;
    lid *of;
    memset(c, 0, sizeof *c);
    MEM_NEW(of, cells);
    MEM_NEW_ZERO(c->stands, cells);
    MEM_NEW(c->place, cells);
    face_table_fetch(d, &t);
    cell_graph_create(d, &t, &g);
    coarse_cells_join(&g, rounds, of);
    c->n = g.n;
    find_members(owned, g.n, of, &m);
    place_all(f, &g, &t, of, &m, c);
    cell_graph_free(&g);
    mem_free(of);
    const lid rows = c->level.rows.n_rows;
    c->level.begin = domain_upload(d, "coarse cells", m.begin, ((size_t)rows + 1) * sizeof *m.begin);
    c->level.member = domain_upload(d, "coarse cells", m.member, (size_t)owned * sizeof *m.member);
    make_entries(d, &t, &m, c);
    make_borders(d, &t, &m, c);
    members_free(&m);
    face_table_free(&t);
}

void coarse_rows_free(const struct backend *b, struct coarse_rows *c)
{
    const struct coarse_level *l = &c->level;
    const void *arrays[] = {l->rows.cell, l->rows.offset, l->rows.column, l->slice, l->begin, l->member, l->near,
                            l->far, l->border.begin, l->border.face, l->edge.begin, l->edge.face};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        b->free((void *)(uintptr_t)arrays[k]);
    mem_free(c->begin);
    mem_free(c->stands);
    mem_free(c->place);
    memset(c, 0, sizeof *c);
}
