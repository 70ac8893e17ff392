/* Greedy colouring of the mesh's lines of cells and of a pack's faces, in the order of their numbers. */
#include "order/colour.h"

#include "error.h"
#include "mem.h"

#include <string.h>

/* Colours taken by the neighbourhood of the item at work: taken[k] == stamp. */
struct palette {
    lid *taken;
    lid size, n_colours, stamp;
};

static void palette_take(struct palette *t, lid colour)
{
    if (colour >= 0)
        t->taken[colour] = t->stamp;
}

static lid palette_smallest(struct palette *t)
{
    lid k = 0;
    while (k < t->n_colours && t->taken[k] == t->stamp)
        k++;
    if (k == t->size) {
        MEM_RESIZE(t->taken, 2 * t->size);
        memset(t->taken + t->size, -1, (size_t)t->size * sizeof *t->taken);
        t->size *= 2;
    }
    if (k == t->n_colours)
        t->n_colours++;
    return k;
}

static void palette_init(struct palette *t)
{
    memset(t, 0, sizeof *t);
    t->size = 64;
    MEM_NEW(t->taken, t->size);
    memset(t->taken, -1, (size_t)t->size * sizeof *t->taken);
}

/* Items by colour, ascending within one. Filling moves each offset to the next colour's begin; the last loop moves
 * them back. */
static void group(const lid *colour, lid n, lid n_colours, lid *offset, lid *item)
{
    memset(offset, 0, (size_t)(n_colours + 1) * sizeof *offset);
    for (lid i = 0; i < n; i++)
        offset[colour[i] + 1]++;
    for (lid k = 0; k < n_colours; k++)
        offset[k + 1] += offset[k];
    for (lid i = 0; i < n; i++)
        item[offset[colour[i]]++] = i;
    for (lid k = n_colours; k > 0; k--)
        offset[k] = offset[k - 1];
    offset[0] = 0;
}

static void take_faces_of(const struct pack *p, lid cell, const lid *colour, struct palette *t)
{
    if (cell >= p->n_stencil)
        return;
    for (lid k = p->cell_face_offset[cell]; k < p->cell_face_offset[cell + 1]; k++)
        if (p->cell_face[k] < p->n_flux)
            palette_take(t, colour[p->cell_face[k]]);
}

void colour_faces(struct pack *p)
{
    struct palette t;
    lid *colour;
    palette_init(&t);
    MEM_NEW(colour, p->n_flux);
    memset(colour, -1, (size_t)p->n_flux * sizeof *colour);
    for (lid f = 0; f < p->n_flux; f++) {
        t.stamp = f;
        take_faces_of(p, p->left[f], colour, &t);
        take_faces_of(p, p->right[f], colour, &t);
        colour[f] = palette_smallest(&t);
    }
    p->n_face_colours = t.n_colours;
    MEM_NEW(p->face_colour_offset, t.n_colours + 1);
    MEM_NEW(p->face_colour_face, p->n_flux);
    group(colour, (lid)p->n_flux, t.n_colours, p->face_colour_offset, p->face_colour_face);
    mem_free(colour);
    mem_free(t.taken);
}

enum { UNCOLOURED = UINT8_MAX };

/* The colours of the cells across its faces that have one. */
static void take_cells_beside(const struct mesh *m, lid cell, const uint8_t *colour, struct palette *t)
{
    for (int64_t k = m->cell_face_offset[cell]; k < m->cell_face_offset[cell + 1]; k++) {
        lid other = mesh_across(m, m->cell_face[k], cell);
        if (other >= 0 && colour[mesh_cell_base(m, other)] != UNCOLOURED)
            palette_take(t, colour[mesh_cell_base(m, other)]);
    }
}

int colour_cells(const struct mesh *m, const struct cell_lines *l, struct cell_colours *c)
{
    struct palette t;
    palette_init(&t);
    MEM_NEW(c->colour, m->n_cells);
    memset(c->colour, UNCOLOURED, (size_t)m->n_cells);
    const int64_t n = l ? l->n : m->n_cells;
    for (int64_t k = 0; k < n && t.n_colours <= PACK_COLOURS_MOST; k++) {
        const int64_t begin = l ? l->begin[k] : k, end = l ? l->begin[k + 1] : k + 1;
        t.stamp = (lid)k;
        for (int64_t i = begin; i < end; i++)
            take_cells_beside(m, l ? l->cell[i] : (lid)i, c->colour, &t);
        lid colour = palette_smallest(&t);
        for (int64_t i = begin; i < end; i++)
            c->colour[l ? l->cell[i] : i] = (uint8_t)colour;
    }
    c->n = t.n_colours;
    mem_free(t.taken);
    if (c->n > PACK_COLOURS_MOST)
        return error_set("cells have so many neighbours that more than %d colours would be needed: split polyhedra "
                         "with more than %d faces", PACK_COLOURS_MOST, PACK_COLOURS_MOST);
    return 0;
}

void cell_colours_free(struct cell_colours *c)
{
    MEM_FREE(c->colour);
    c->n = 0;
}

void colour_copy_cells(const struct mesh *m, const struct cell_colours *c, const lid *cell, struct pack *p)
{
    lid *colour;
    MEM_NEW(colour, p->n_owned);
    MEM_NEW(p->cell_colour_offset, c->n + 1);
    MEM_NEW(p->cell_colour_cell, p->n_owned);
    MEM_NEW(p->halo_colour, p->n_cells - p->n_owned);
    for (int64_t i = 0; i < p->n_owned; i++)
        colour[i] = c->colour[cell[i]];
    for (int64_t i = p->n_owned; i < p->n_cells; i++)
        p->halo_colour[i - p->n_owned] = c->colour[mesh_cell_base(m, cell[i])];
    p->n_cell_colours = c->n;
    group(colour, (lid)p->n_owned, c->n, p->cell_colour_offset, p->cell_colour_cell);
    mem_free(colour);
}
