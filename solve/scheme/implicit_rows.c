/* implicit_rows.c: rows sorted by colour, by whether their values are sent, and by line: lines of such a part are dealt
 * to groups of SLICE lanes, and the k-th cells of a group's lines are one slice of rows; then the entries of each row,
 * those along its line first.
 */
#include "scheme/implicit_rows.h"

#include "exchange/exchange_lists.h"
#include "kernels/jacobian_entry.h"
#include "mem.h"
#include "scheme/face_table.h"
#include "scheme/implicit_lines.h"

#include <string.h>

/* The cells across the faces of cell i that are no boundary's, in the order of its row, to other[UINT8_MAX + 1] and the
 * numbers of those faces in the row to side[UINT8_MAX + 1], unless NULL; how many there are. */
static int neighbours(const struct face_table *t, lid i, lid *other, uint16_t *side)
{
    struct inner_face found[UINT8_MAX + 1];
    const int n = face_table_inner(t, i, found);
    for (int k = 0; k < n; k++) {
        other[k] = found[k].cell;
        if (side)
            side[k] = (uint16_t)found[k].number;
    }
    return n;
}

uint8_t *implicit_cell_colours(const struct pack *p)
{
    uint8_t *colour;
    MEM_NEW(colour, p->n_cells);
    for (int k = 0; k < p->n_cell_colours; k++)
        for (lid e = p->cell_colour_offset[k]; e < p->cell_colour_offset[k + 1]; e++)
            colour[p->cell_colour_cell[e]] = (uint8_t)k;
    memcpy(colour + p->n_owned, p->halo_colour, (size_t)(p->n_cells - p->n_owned));
    return colour;
}

/* Of each owned cell those across its faces that are of its colour too: no more than two.
 * ufv-prep colours cells so that the only neighbours of a cell's own colour are the two beside it in its line
 * (formats/pack/pack.h). Two cells that share two faces are linked once. cut: out, as struct implicit_rows has it. */
static lid *make_links(const struct pack *p, const struct face_table *t, int64_t *cut)
{
    lid *link, other[UINT8_MAX + 1];
    uint8_t *colour = implicit_cell_colours(p);
    *cut = 0;
    MEM_NEW(link, 2 * p->n_owned);
    for (lid c = 0; c < p->n_owned; c++) {
        int found = 0, n = neighbours(t, c, other, NULL);
        link[2 * c] = link[2 * c + 1] = -1;
        for (int j = 0; j < n; j++) {
            bool alike = other[j] != c && colour[other[j]] == colour[c];
            if (alike && other[j] >= p->n_owned)
                ++*cut;
            else if (alike && found < 2 && other[j] != link[2 * c])
                link[2 * c + found++] = other[j];
        }
    }
    mem_free(colour);
    return link;
}

/* Is the owned cell a face neighbour of another rank's, or of a periodic image? The caller's.
 * An exchange over layer 1 alone: the sweeps read face neighbours, no cells further away. */
static bool *find_sent(const struct pack *p)
{
    const struct exchange_choice choice = {.layers = 1};
    struct exchange_lists lists;
    bool *sent;
    MEM_NEW_ZERO(sent, p->n_owned);
    exchange_lists_create(p, &choice, NULL, &lists);
    for (lid e = 0; e < lists.n_send; e++)
        sent[lists.send[e]] = true;
    exchange_lists_free(&lists);
    return sent;
}

/* Lines of a part in groups of SLICE, each as long as its longest, which is its first: the slices of rows. Lines come
 * longest first (implicit_lines_find()), so that the lines of a group have nearly the same length and few rows are
 * empty. first: out, as jacobian_rows has it. */
static void number_groups(const struct implicit_lines *l, struct implicit_rows *r, lid *first)
{
    lid group = 0, slice = 0;
    for (int k = 0; k < r->n_parts; k++) {
        struct row_part *part = &r->part[k];
        part->single_lane = part->lane = group * SLICE;
        part->single_row = part->row = slice * SLICE;
        for (lid i = l->first[k]; i < l->first[k + 1]; i += SLICE) {
            first[group++] = slice;
            slice += l->line[i].n;
            if (l->line[i].n > 1) {
                part->single_lane = group * SLICE;
                part->single_row = slice * SLICE;
            }
        }
        part->lane_end = group * SLICE;
        part->row_end = slice * SLICE;
    }
    first[group] = slice;
    r->rows.n_lanes = group * SLICE;
    r->rows.n_rows = slice * SLICE;
}

/* The cells of a group: the line that it begins with and those behind it, up to SLICE, that are before `end`. cell:
 * out, of the rows of the group. */
static void place_group(const struct implicit_lines *l, lid begin, lid end, lid *cell)
{
    for (lid lane = 0; lane < SLICE && begin + lane < end; lane++) {
        const struct implicit_line *line = &l->line[begin + lane];
        for (lid j = 0; j < line->n; j++)
            cell[j * SLICE + lane] = l->cell[line->begin + j];
    }
}

/* The cell of each row, -1: none. first: out, [lanes / SLICE + 1], the caller's, as jacobian_rows has it.
 *
 * Row of the j-th cell of a line: (first[group] + j) SLICE + lane. Neighbours along a line are SLICE rows apart, in the
 * same lane, so that a GPU's lanes go along 32 lines side by side and a CPU's vector along as many as it has places.
 * Rows behind the end of a shorter line have no cell (-1); kernels skip them. */
static lid *number_rows(const struct pack *p, const struct face_table *t, struct implicit_rows *r, lid **first)
{
    lid *cell, *link = make_links(p, t, &r->cut), group = 0;
    bool *sent = find_sent(p);
    struct implicit_lines l;
    implicit_lines_find(p, link, sent, &l);
    r->n_colours = (int)p->n_cell_colours;
    r->n_parts = 2 * r->n_colours;
    r->joined = l.joined;
    MEM_NEW_ZERO(r->part, r->n_parts);
    MEM_NEW_ZERO(*first, p->n_owned + 2); /* at least one group; no more than cells */
    number_groups(&l, r, *first);
    MEM_NEW(cell, r->rows.n_rows);
    memset(cell, -1, (size_t)r->rows.n_rows * sizeof *cell);
    for (int k = 0; k < r->n_parts; k++)
        for (lid i = l.first[k]; i < l.first[k + 1]; i += SLICE)
            place_group(&l, i, l.first[k + 1], cell + (*first)[group++] * SLICE);
    implicit_lines_free(&l);
    mem_free(sent);
    mem_free(link);
    return cell;
}

/* The places of owned cells and of those of the halo: of rows, and behind them.
 * A place is where a cell's part of x stands: in the order of rows, so that a sweep writes neighbouring
 * words, and the halo's cells behind them in their own order, where the exchange puts what comes. */
static lid *number_places(const struct mesh_view *m, const lid *cell, struct jacobian_rows *rows)
{
    lid *place;
    MEM_NEW(place, m->n_cells);
    /* Rows that only fill a slice have no cell, and nobody's place. */
    for (lid p = 0; p < rows->n_rows; p++)
        if (cell[p] >= 0)
            place[cell[p]] = p;
    for (lid c = m->n_owned; c < m->n_cells; c++)
        place[c] = rows->n_rows + c - m->n_owned;
    rows->n_places = rows->n_rows + m->n_cells - m->n_owned;
    return place;
}

/* Where a slice stands in its lines. */
struct line_place {
    bool before, after; /* is there a slice of the cells before, after? */
};

/* What rows are of. */
struct layout {
    const lid *cell;                /* [n_rows] as jacobian_rows */
    const struct line_place *slice; /* [n_rows / SLICE] */
};

/* Of each slice, from those that groups begin with: first[n_groups + 1]; mem_free() it. */
static struct line_place *find_line_places(const lid *first, lid n_groups)
{
    struct line_place *slice;
    MEM_NEW(slice, first[n_groups]);
    for (lid g = 0; g < n_groups; g++)
        for (lid s = first[g]; s < first[g + 1]; s++)
            slice[s] = (struct line_place){s > first[g], s + 1 < first[g + 1]};
    return slice;
}

/* The entries of row p: the cell before in its line and that after where its slice has a place for them, -1 where its
 * line has none; then the others in the order of the slice table. How many there are.
 * The two entries along the line come first, at the same places in all rows of a slice, so that a kernel finds them
 * without a search. Further faces to the same neighbour have entries among the others, which find_doubled() takes from
 * the sweeps. */
static int row_entries(const struct face_table *t, const lid *cell, lid p, struct line_place place, lid *other,
                       uint16_t *side)
{
    lid found[UINT8_MAX + 1];
    uint16_t number[UINT8_MAX + 1];
    lid before = place.before ? cell[p - SLICE] : -1, after = place.after ? cell[p + SLICE] : -1;
    int n = neighbours(t, cell[p], found, number), at = place.before + place.after;
    for (int j = 0; j < at; j++) {
        other[j] = -1;
        side[j] = ENTRY_PAD;
    }
    for (int j = 0; j < n; j++) {
        /* A place along the line if it is the first face to that neighbour, else the next of the
         * others. */
        int to = at;
        if (before >= 0 && found[j] == before && other[0] < 0)
            to = 0;
        else if (after >= 0 && found[j] == after && other[place.before] < 0)
            to = place.before;
        else
            at++;
        other[to] = found[j];
        side[to] = number[j];
    }
    return at;
}

/* Every slice as wide as its widest row. others: out, [slices], the caller's, as jacobian_rows has it.
 * Twice through the rows, once for widths and once for entries, since the width of a slice must be known before its
 * first entry has a place.
 * others[s]: the first entry beyond those along the line, which the sweep along lines takes by
 * themselves. */
static lid *measure_slices(const struct face_table *t, const struct layout *l, struct jacobian_rows *rows, lid **others)
{
    const lid slices = rows->n_rows / SLICE;
    lid *offset, other[UINT8_MAX + 3];
    uint16_t side[UINT8_MAX + 3];
    MEM_NEW_ZERO(offset, slices + 1);
    MEM_NEW(*others, slices);
    for (lid s = 0; s < slices; s++) {
        const struct line_place place = l->slice[s];
        int widest = 0;
        for (lid p = s * SLICE; p < (s + 1) * SLICE; p++) {
            int n = l->cell[p] < 0 ? 0 : row_entries(t, l->cell, p, place, other, side);
            widest = n > widest ? n : widest;
        }
        offset[s + 1] = offset[s] + widest * SLICE;
        (*others)[s] = offset[s] + (place.before + place.after) * SLICE;
    }
    rows->n_entries = offset[slices];
    return offset;
}

/* Which cells across, and which sides of the row's own cell, entries stand for; [n_entries] each, the caller's. */
struct entries {
    lid *column;
    uint16_t *side;
};

/* Of row p. place: [n_cells] of cells in x; begin: the first entry of the row's slice. */
static void fill_row(const struct face_table *t, const struct layout *l, lid p, const lid *place, lid begin,
                     struct entries *k)
{
    lid other[UINT8_MAX + 3];
    uint16_t side[UINT8_MAX + 3];
    int n = l->cell[p] < 0 ? 0 : row_entries(t, l->cell, p, l->slice[p / SLICE], other, side);
    for (int j = 0; j < n; j++) {
        /* The j-th entries of a slice's rows side by side, as all tables of slices. */
        lid e = begin + j * SLICE + p % SLICE;
        k->column[e] = other[j] < 0 ? -1 : place[other[j]];
        k->side[e] = side[j];
    }
}

/* Padding, and the entry along the line of a cell without one, have column -1 and side ENTRY_PAD. */
static struct entries find_entries(const struct face_table *t, const struct layout *l, const lid *place,
                                   const lid *offset, const struct jacobian_rows *rows)
{
    struct entries k;
    MEM_NEW(k.column, rows->n_entries);
    MEM_NEW(k.side, rows->n_entries);
    for (lid e = 0; e < rows->n_entries; e++) {
        k.column[e] = -1;
        k.side[e] = ENTRY_PAD;
    }
    for (lid p = 0; p < rows->n_rows; p++)
        fill_row(t, l, p, place, offset[p / SLICE], &k);
    return k;
}

/* Further faces of two cells of a line, grouped by the entry along the line that they are added to. */
struct doubled {
    lid n, *into, *begin, *entry; /* [n], [n + 1], [begin[n]]; the caller's */
};

/* Of the row whose others are begin, begin + SLICE ... below end: those of the cell whose place is `to`, which the
 * entry `along` stands for. Their columns become -1, so that sweeps pass over them. */
static void note_doubled(lid begin, lid end, lid to, lid along, struct entries *k, struct doubled *d)
{
    lid n = d->begin[d->n];
    for (lid e = begin; e < end; e += SLICE)
        if (k->column[e] == to) {
            MEM_GROW(d->entry, n + 1);
            d->entry[n++] = e;
            k->column[e] = -1;
        }
    if (n == d->begin[d->n])
        return;
    MEM_GROW(d->into, d->n + 1);
    MEM_GROW(d->begin, d->n + 2);
    d->into[d->n++] = along;
    d->begin[d->n] = n;
}

/* Left among the others they would be read while their cells' values are written. */
static struct doubled find_doubled(const struct layout *l, lid n_rows, const lid *offset, const lid *others,
                                   struct entries *k)
{
    struct doubled d = {0};
    MEM_NEW_ZERO(d.begin, 1);
    for (lid p = 0; p < n_rows; p++) {
        const lid s = p / SLICE, lane = p % SLICE, begin = others[s] + lane, end = offset[s + 1];
        lid along = offset[s] + lane;
        if (l->slice[s].before)
            note_doubled(begin, end, p - SLICE, along, k, &d);
        along += l->slice[s].before ? SLICE : 0;
        if (l->slice[s].after)
            note_doubled(begin, end, p + SLICE, along, k, &d);
    }
    return d;
}

static size_t block_bytes(enum jacobian_storage storage)
{
    return (size_t)jacobian_block_words((int)storage) * sizeof(uint32_t);
}

/* In the precision of jacobian_number, and blocks beside the diagonal in that of time.jacobian (halves
 * by default, on a GPU the largest array of a run): the Jacobian is a preconditioner or, in defect
 * correction, an approximation anyhow, and sweeps are bound by memory (docs/decisions/028-sweep-kernels.md). */
static void allocate(const struct backend *b, int n_turbulence, enum jacobian_storage storage,
                     struct jacobian_rows *rows)
{
    size_t n = (size_t)rows->n_rows, entries = (size_t)rows->n_entries, nt = (size_t)n_turbulence;
    const size_t size = sizeof(jacobian_number);
    rows->inverse = b->alloc("jacobian inverse", n * NV * NV * size);
    rows->storage = storage;
    rows->beside = b->alloc("jacobian beside", entries * block_bytes(storage));
    rows->inverse_turbulence = b->alloc("jacobian inverse, turbulence", nt * n * size);
    rows->beside_turbulence = b->alloc("jacobian beside, turbulence", nt * entries * size);
}

/* The tables of rows on the host; shapes as in struct jacobian_rows. */
struct tables {
    lid *first, *cell, *offset, *others; /* owned */
    struct entries entries;
    struct doubled doubled;
};

static void tables_free(struct tables *h)
{
    void *arrays[] = {h->first, h->cell, h->offset, h->others, h->entries.column, h->entries.side,
                      h->doubled.into, h->doubled.begin, h->doubled.entry};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        mem_free(arrays[k]);
}

static void upload(const struct domain *d, const struct tables *h, struct implicit_rows *r)
{
    struct jacobian_rows *to = &r->rows;
    const struct doubled *x = &h->doubled;
    const size_t word = sizeof(lid), rows = (size_t)to->n_rows, entries = (size_t)to->n_entries;
    const size_t slices = rows / SLICE, groups = (size_t)to->n_lanes / SLICE;
    to->cell = domain_upload(d, "jacobian cells", h->cell, rows * word);
    to->first = domain_upload(d, "jacobian lines", h->first, (groups + 1) * word);
    to->place = domain_upload(d, "jacobian places", r->place, (size_t)d->view.n_owned * word);
    to->offset = domain_upload(d, "jacobian slices", h->offset, (slices + 1) * word);
    to->others = domain_upload(d, "jacobian slices beside lines", h->others, slices * word);
    to->column = domain_upload(d, "jacobian columns", h->entries.column, entries * word);
    to->side = domain_upload(d, "jacobian sides", h->entries.side, entries * sizeof *h->entries.side);
    to->n_doubled = x->n;
    to->doubled = domain_upload(d, "jacobian doubled", x->into, (size_t)x->n * word);
    to->doubled_begin = domain_upload(d, "jacobian doubled", x->begin, ((size_t)x->n + 1) * word);
    to->doubled_entry = domain_upload(d, "jacobian doubled", x->entry, (size_t)x->begin[x->n] * word);
}

/* All on the host and once: colours, lines and the mesh do not change. Only the entries' values are
 * made in each step (kernels/jacobian.h). */
void implicit_rows_create(const struct domain *d, int n_turbulence, enum jacobian_storage storage,
                          struct implicit_rows *r)
{
    const struct backend *b = d->backend;
    struct face_table t;
    struct tables h;
    memset(r, 0, sizeof *r);
    face_table_fetch(d, &t);
    h.cell = number_rows(&d->pack, &t, r, &h.first);
    struct line_place *slice = find_line_places(h.first, r->rows.n_lanes / SLICE);
    const struct layout l = {.cell = h.cell, .slice = slice};
    h.offset = measure_slices(&t, &l, &r->rows, &h.others);
    r->place = number_places(&d->view, h.cell, &r->rows);
    h.entries = find_entries(&t, &l, r->place, h.offset, &r->rows);
    h.doubled = find_doubled(&l, r->rows.n_rows, h.offset, h.others, &h.entries);
    /* Vectors of unknowns: on the CPU the variables of a cell are neighbours in memory (one cache line), on a GPU
     * the cells of a variable are (lanes of a warp read neighbouring words). */
    r->rows.stride = b->unified ? 1 : r->rows.n_places;
    r->rows.step = b->unified ? NV + n_turbulence : 1;
    upload(d, &h, r);
    allocate(b, n_turbulence, storage, &r->rows);
    tables_free(&h);
    mem_free(slice);
    face_table_free(&t);
}

void implicit_rows_free(const struct backend *b, struct implicit_rows *r)
{
    const void *arrays[] = {r->rows.first,   r->rows.cell,          r->rows.place,         r->rows.offset,
                            r->rows.others,  r->rows.column,        r->rows.side,          r->rows.inverse,
                            r->rows.doubled, r->rows.doubled_begin, r->rows.doubled_entry, r->rows.beside,
                            r->rows.inverse_turbulence,             r->rows.beside_turbulence};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        b->free((void *)(uintptr_t)arrays[k]);
    mem_free(r->part);
    mem_free(r->place);
    memset(r, 0, sizeof *r);
}

/* Known before anything is loaded, hence an estimate: each part ends with a group that lacks up to SLICE - 1 lines;
 * shorter lines of a group, which add empty rows too, are not counted. */
int64_t implicit_rows_count(const struct pack *p)
{
    int64_t parts = (p->n_send > 0 ? 2 : 1) * p->n_cell_colours;
    return p->n_owned + (SLICE - 1) * parts;
}

int64_t implicit_rows_bytes(const struct pack *p, int n_turbulence, enum jacobian_storage storage)
{
    int64_t numbers = NV * NV + n_turbulence, size = (int64_t)sizeof(jacobian_number), word = (int64_t)sizeof(lid);
    int64_t rows = implicit_rows_count(p);
    int64_t entries = p->n_slices > 0 ? p->n_slice_entries * rows / (p->n_slices * SLICE) : 0;
    int64_t entry = (int64_t)block_bytes(storage) + n_turbulence * size + word + (int64_t)sizeof(uint16_t);
    return rows * (numbers * size + word) + entries * entry + 2 * (rows / SLICE) * word +
           p->n_owned * word;
}
