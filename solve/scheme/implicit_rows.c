/* implicit_rows.c: rows sorted by colour; see implicit_rows.h. */
#include "scheme/implicit_rows.h"

#include "mem.h"

#include <string.h>

/* The slice table on the host. */
struct table {
    lid n_boundary, *offset, *face, *cell;
};

static lid *fetch(const struct backend *b, const lid *device, int64_t n)
{
    lid *host = mem_alloc("slice table", (size_t)n, sizeof *host);
    if (n)
        b->download(host, device, (size_t)n * sizeof *host);
    return host;
}

/* The cells across the faces of cell i that are no boundary's, in the order of its row, to other[] and those faces
 * as in the slice table to code_of[], unless NULL; how many there are. */
static int neighbours(const struct table *t, lid i, lid *other, lid *code_of)
{
    lid begin = t->offset[i / SLICE], end = t->offset[i / SLICE + 1];
    int n = 0;
    for (lid e = begin + i % SLICE; e < end; e += SLICE) {
        lid code = t->face[e], face = code >= 0 ? code : ~code;
        if (code == SLICE_PAD || face < t->n_boundary)
            continue;
        if (other) {
            other[n] = t->cell[e];
            code_of[n] = code;
        }
        n++;
    }
    return n;
}

static lid *number_rows(const struct pack *p, struct implicit_rows *r)
{
    lid *cell;
    r->n_colours = (int)p->n_cell_colours;
    MEM_NEW_ZERO(r->begin, r->n_colours + 1);
    for (int k = 0; k < r->n_colours; k++) {
        lid n = p->cell_colour_offset[k + 1] - p->cell_colour_offset[k];
        r->begin[k + 1] = r->begin[k] + (n + SLICE - 1) / SLICE * SLICE;
    }
    r->rows.n_rows = r->begin[r->n_colours];
    MEM_NEW(cell, r->rows.n_rows);
    for (lid i = 0; i < r->rows.n_rows; i++)
        cell[i] = -1;
    for (int k = 0; k < r->n_colours; k++)
        for (lid e = p->cell_colour_offset[k]; e < p->cell_colour_offset[k + 1]; e++)
            cell[r->begin[k] + e - p->cell_colour_offset[k]] = p->cell_colour_cell[e];
    return cell;
}

/* The places of owned cells and of those of the halo: of rows, and behind them. */
static lid *number_places(const struct mesh_view *m, const lid *cell, struct jacobian_rows *rows)
{
    lid *place;
    MEM_NEW(place, m->n_cells);
    for (lid p = 0; p < rows->n_rows; p++)
        if (cell[p] >= 0)
            place[cell[p]] = p;
    for (lid c = m->n_owned; c < m->n_cells; c++)
        place[c] = rows->n_rows + c - m->n_owned;
    rows->n_places = rows->n_rows + m->n_cells - m->n_owned;
    return place;
}

/* Every slice as wide as its widest row. */
static lid *measure_slices(const struct table *t, const lid *cell, struct jacobian_rows *rows)
{
    lid *offset;
    MEM_NEW_ZERO(offset, rows->n_rows / SLICE + 1);
    for (lid s = 0; s < rows->n_rows / SLICE; s++) {
        int widest = 0;
        for (lid p = s * SLICE; p < (s + 1) * SLICE; p++) {
            int n = cell[p] < 0 ? 0 : neighbours(t, cell[p], NULL, NULL);
            widest = n > widest ? n : widest;
        }
        offset[s + 1] = offset[s] + widest * SLICE;
    }
    rows->n_entries = offset[rows->n_rows / SLICE];
    return offset;
}

/* Which cells and faces entries stand for; [n_entries] each, the caller's. */
struct entries {
    lid *column, *face;
};

static struct entries find_entries(const struct table *t, const lid *cell, const lid *place, const lid *offset,
                                   const struct jacobian_rows *rows)
{
    struct entries k;
    lid other[UINT8_MAX + 1], code[UINT8_MAX + 1];
    MEM_NEW(k.column, rows->n_entries);
    MEM_NEW(k.face, rows->n_entries);
    for (lid e = 0; e < rows->n_entries; e++) {
        k.column[e] = -1;
        k.face[e] = SLICE_PAD;
    }
    for (lid p = 0; p < rows->n_rows; p++) {
        int n = cell[p] < 0 ? 0 : neighbours(t, cell[p], other, code);
        for (int j = 0; j < n; j++) {
            lid e = offset[p / SLICE] + j * SLICE + p % SLICE;
            k.column[e] = place[other[j]];
            k.face[e] = code[j];
        }
    }
    return k;
}

static size_t entry_bytes(enum jacobian_storage storage)
{
    return storage == JACOBIAN_HALF ? sizeof(uint16_t) : sizeof(jacobian_number);
}

static void allocate(const struct backend *b, int n_turbulence, enum jacobian_storage storage,
                     struct jacobian_rows *rows)
{
    size_t n = (size_t)rows->n_rows, entries = (size_t)rows->n_entries, nt = (size_t)n_turbulence;
    const size_t size = sizeof(jacobian_number);
    rows->inverse = b->alloc("jacobian inverse", n * NV * NV * size);
    rows->storage = storage;
    rows->beside = b->alloc("jacobian beside", entries * NV * NV * entry_bytes(storage));
    rows->inverse_turbulence = b->alloc("jacobian inverse, turbulence", nt * n * size);
    rows->beside_turbulence = b->alloc("jacobian beside, turbulence", nt * entries * size);
}

void implicit_rows_create(const struct domain *d, int n_turbulence, enum jacobian_storage storage,
                          struct implicit_rows *r)
{
    const struct backend *b = d->backend;
    const struct pack *p = &d->pack;
    memset(r, 0, sizeof *r);
    struct table t = {.n_boundary = d->view.n_boundary, .offset = fetch(b, d->view.slice_offset, p->n_slices + 1),
                      .face = fetch(b, d->view.slice_face, p->n_slice_entries),
                      .cell = fetch(b, d->view.slice_cell, p->n_slice_entries)};
    lid *cell = number_rows(p, r), *offset = measure_slices(&t, cell, &r->rows);
    r->place = number_places(&d->view, cell, &r->rows);
    struct entries entries = find_entries(&t, cell, r->place, offset, &r->rows);
    r->rows.cell = domain_upload(d, "jacobian cells", cell, (size_t)r->rows.n_rows * sizeof *cell);
    r->rows.stride = b->unified ? 1 : r->rows.n_places;
    r->rows.step = b->unified ? NV + n_turbulence : 1;
    r->rows.place = domain_upload(d, "jacobian places", r->place, (size_t)d->view.n_owned * sizeof *r->place);
    r->rows.offset = domain_upload(d, "jacobian slices", offset, ((size_t)r->rows.n_rows / SLICE + 1) * sizeof *offset);
    r->rows.column = domain_upload(d, "jacobian columns", entries.column, (size_t)r->rows.n_entries * sizeof(lid));
    r->rows.face = domain_upload(d, "jacobian faces", entries.face, (size_t)r->rows.n_entries * sizeof(lid));
    allocate(b, n_turbulence, storage, &r->rows);
    lid *used[] = {t.offset, t.face, t.cell, cell, offset, entries.column, entries.face};
    for (size_t k = 0; k < sizeof used / sizeof *used; k++)
        mem_free(used[k]);
}

void implicit_rows_free(const struct backend *b, struct implicit_rows *r)
{
    const void *arrays[] = {r->rows.cell,   r->rows.place,   r->rows.offset, r->rows.column,             r->rows.face,
                            r->rows.inverse, r->rows.beside, r->rows.inverse_turbulence, r->rows.beside_turbulence};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        b->free((void *)(uintptr_t)arrays[k]);
    mem_free(r->begin);
    mem_free(r->place);
    memset(r, 0, sizeof *r);
}

int64_t implicit_rows_bytes(const struct pack *p, int n_turbulence, enum jacobian_storage storage)
{
    int64_t numbers = NV * NV + n_turbulence, size = (int64_t)sizeof(jacobian_number), word = (int64_t)sizeof(lid);
    int64_t rows = p->n_owned + (SLICE - 1) * p->n_cell_colours;
    int64_t entries = p->n_slices > 0 ? p->n_slice_entries / (p->n_slices * SLICE) * rows : 0;
    int64_t entry = NV * NV * (int64_t)entry_bytes(storage) + n_turbulence * size + 2 * word;
    return rows * (numbers * size + word) + entries * entry + rows / SLICE * word +
           p->n_owned * word;
}
