/* Greedy colouring of a pack's faces and cells, in the order of their numbers. */
#include "order/colour.h"

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

/* Items by colour, ascending within one. */
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

static void colour_faces(struct pack *p)
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

static void colour_cells(struct pack *p)
{
    struct palette t;
    lid *colour;
    palette_init(&t);
    MEM_NEW(colour, p->n_owned);
    memset(colour, -1, (size_t)p->n_owned * sizeof *colour);
    for (lid i = 0; i < p->n_owned; i++) {
        t.stamp = i;
        for (lid k = p->cell_face_offset[i]; k < p->cell_face_offset[i + 1]; k++)
            if (p->cell_cell[k] < p->n_owned)
                palette_take(&t, colour[p->cell_cell[k]]);
        colour[i] = palette_smallest(&t);
    }
    p->n_cell_colours = t.n_colours;
    MEM_NEW(p->cell_colour_offset, t.n_colours + 1);
    MEM_NEW(p->cell_colour_cell, p->n_owned);
    group(colour, (lid)p->n_owned, t.n_colours, p->cell_colour_offset, p->cell_colour_cell);
    mem_free(colour);
    mem_free(t.taken);
}

void colour_pack(struct pack *p)
{
    colour_faces(p);
    colour_cells(p);
}
