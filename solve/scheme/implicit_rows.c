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

/* The cells across the faces of cell i that are no boundary's, in the order of its row, to other[] unless NULL;
 * how many there are. */
static int neighbours(const struct table *t, lid i, lid *other)
{
    lid begin = t->offset[i / SLICE], end = t->offset[i / SLICE + 1];
    int n = 0;
    for (lid e = begin + i % SLICE; e < end; e += SLICE) {
        lid code = t->face[e], face = code >= 0 ? code : ~code;
        if (code == SLICE_PAD || face < t->n_boundary)
            continue;
        if (other)
            other[n] = t->cell[e];
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

/* Every slice as wide as its widest row. */
static lid *measure_slices(const struct table *t, const lid *cell, struct jacobian_rows *rows)
{
    lid *offset;
    MEM_NEW_ZERO(offset, rows->n_rows / SLICE + 1);
    for (lid s = 0; s < rows->n_rows / SLICE; s++) {
        int widest = 0;
        for (lid p = s * SLICE; p < (s + 1) * SLICE; p++) {
            int n = cell[p] < 0 ? 0 : neighbours(t, cell[p], NULL);
            widest = n > widest ? n : widest;
        }
        offset[s + 1] = offset[s] + widest * SLICE;
    }
    rows->n_entries = offset[rows->n_rows / SLICE];
    return offset;
}

static lid *find_columns(const struct table *t, const lid *cell, const lid *offset, const struct jacobian_rows *rows)
{
    lid *column, other[UINT8_MAX + 1];
    MEM_NEW(column, rows->n_entries);
    for (lid e = 0; e < rows->n_entries; e++)
        column[e] = -1;
    for (lid p = 0; p < rows->n_rows; p++) {
        int n = cell[p] < 0 ? 0 : neighbours(t, cell[p], other);
        for (int j = 0; j < n; j++)
            column[offset[p / SLICE] + j * SLICE + p % SLICE] = other[j];
    }
    return column;
}

static void allocate(const struct backend *b, int n_turbulence, struct jacobian_rows *rows)
{
    size_t n = (size_t)rows->n_rows, entries = (size_t)rows->n_entries, nt = (size_t)n_turbulence;
    const size_t size = sizeof(jacobian_number);
    rows->inverse = b->alloc("jacobian inverse", n * NV * NV * size);
    rows->beside = b->alloc("jacobian beside", entries * NV * NV * size);
    rows->inverse_turbulence = b->alloc("jacobian inverse, turbulence", nt * n * size);
    rows->beside_turbulence = b->alloc("jacobian beside, turbulence", nt * entries * size);
}

void implicit_rows_create(const struct domain *d, int n_turbulence, struct implicit_rows *r)
{
    const struct backend *b = d->backend;
    const struct pack *p = &d->pack;
    memset(r, 0, sizeof *r);
    struct table t = {.n_boundary = d->view.n_boundary, .offset = fetch(b, d->view.slice_offset, p->n_slices + 1),
                      .face = fetch(b, d->view.slice_face, p->n_slice_entries),
                      .cell = fetch(b, d->view.slice_cell, p->n_slice_entries)};
    lid *cell = number_rows(p, r), *offset = measure_slices(&t, cell, &r->rows);
    lid *column = find_columns(&t, cell, offset, &r->rows);
    r->rows.cell = domain_upload(d, "jacobian cells", cell, (size_t)r->rows.n_rows * sizeof *cell);
    r->rows.offset = domain_upload(d, "jacobian slices", offset, ((size_t)r->rows.n_rows / SLICE + 1) * sizeof *offset);
    r->rows.column = domain_upload(d, "jacobian columns", column, (size_t)r->rows.n_entries * sizeof *column);
    allocate(b, n_turbulence, &r->rows);
    lid *used[] = {t.offset, t.face, t.cell, cell, offset, column};
    for (size_t k = 0; k < sizeof used / sizeof *used; k++)
        mem_free(used[k]);
}

void implicit_rows_free(const struct backend *b, struct implicit_rows *r)
{
    const void *arrays[] = {r->rows.cell, r->rows.offset, r->rows.column, r->rows.inverse, r->rows.beside,
                            r->rows.inverse_turbulence, r->rows.beside_turbulence};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        b->free((void *)(uintptr_t)arrays[k]);
    mem_free(r->begin);
    memset(r, 0, sizeof *r);
}

int64_t implicit_rows_bytes(const struct pack *p, int n_turbulence)
{
    int64_t numbers = NV * NV + n_turbulence, size = (int64_t)sizeof(jacobian_number), word = (int64_t)sizeof(lid);
    int64_t rows = p->n_owned + (SLICE - 1) * p->n_cell_colours;
    int64_t entries = p->n_slices > 0 ? p->n_slice_entries / (p->n_slices * SLICE) * rows : 0;
    return rows * (numbers * size + word) + entries * (numbers * size + word) + rows / SLICE * word;
}
