/* face_table.c: the slice table, downloaded. */
#include "scheme/face_table.h"

#include "mem.h"

#include <string.h>

static lid *fetch(const struct backend *b, const lid *device, int64_t n)
{
    lid *host = mem_alloc("slice table", (size_t)n, sizeof *host);
    if (n)
        b->download(host, device, (size_t)n * sizeof *host);
    return host;
}

void face_table_fetch(const struct domain *d, struct face_table *t)
{
    const struct backend *b = d->backend;
    const struct pack *p = &d->pack;
    *t = (struct face_table){.n_boundary = d->view.n_boundary,
                             .offset = fetch(b, d->view.slice_offset, p->n_slices + 1),
                             .face = fetch(b, d->view.slice_face, p->n_slice_entries),
                             .cell = fetch(b, d->view.slice_cell, p->n_slice_entries)};
}

void face_table_free(struct face_table *t)
{
    mem_free(t->offset);
    mem_free(t->face);
    mem_free(t->cell);
    memset(t, 0, sizeof *t);
}

/* A code of the table is the face where the cell is its left one, ~face where it is its right one. The caller's array
 * has far more places than an element has faces. */
int face_table_inner(const struct face_table *t, lid i, struct inner_face *found)
{
    lid begin = t->offset[i / SLICE], end = t->offset[i / SLICE + 1];
    int n = 0;
    for (lid e = begin + i % SLICE; e < end; e += SLICE) {
        lid code = t->face[e], face = code >= 0 ? code : ~code;
        if (code != SLICE_PAD && face >= t->n_boundary)
            found[n++] = (struct inner_face){.face = face, .cell = t->cell[e], .number = (int)((e - begin) / SLICE),
                                             .is_left = code >= 0};
    }
    return n;
}
