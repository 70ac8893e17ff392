/* Greedy colouring of the mesh's lines of cells, and of a pack's faces in the order of their numbers. */
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

/* stamp: number of the item at work. Comparing stamps spares clearing `taken` for every item. */
static lid palette_smallest(struct palette *t)
{
    lid k = 0;
    while (k < t->n_colours && t->taken[k] == t->stamp)
        k++;
    /* New entries are -1, a stamp that no item has. */
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

/* Groups the items by colour, ascending within one. Filling moves each offset to the begin of the next colour; the last
 * loop moves them back. */
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

/* Only cells with rows (owned and layer 1) have lists of faces; faces beyond n_flux have no colour. */
static void take_faces_of(const struct pack *p, lid cell, const lid *colour, struct palette *t)
{
    if (cell >= p->n_stencil)
        return;
    for (lid k = p->cell_face_offset[cell]; k < p->cell_face_offset[cell + 1]; k++)
        if (p->cell_face[k] < p->n_flux)
            palette_take(t, colour[p->cell_face[k]]);
}

/* For loops over faces that add to their two cells: faces of one colour share no cell and may run at once.
 * Where cells have k faces a face shares cells with at most 2 (k - 1) others, so 2 k - 1 colours are enough for
 * a greedy choice. */
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

/* ---- cells ---- */

enum { PASSES = 3 }; /* the first makes most of the difference, the third the last; more change nothing */

/* What gets a colour: the lines of a mesh, or its cells. */
struct items {
    const struct mesh *m;
    const struct cell_lines *l; /* NULL: cells, each alone */
    lid n, *line;               /* [n_cells] of cells, unless each is alone; owned */
    lid *order;                 /* [n] in which they get colours; owned, as is: */
    lid *colour;                /* [n] -1: none yet */
};

static void items_create(const struct mesh *m, const struct cell_lines *l, struct items *t)
{
    *t = (struct items){.m = m, .l = l, .n = l ? (lid)l->n : (lid)m->n_cells};
    MEM_NEW(t->order, t->n);
    MEM_NEW(t->colour, t->n);
    if (!l)
        return;
    MEM_NEW(t->line, m->n_cells);
    for (lid k = 0; k < t->n; k++)
        for (int64_t i = l->begin[k]; i < l->begin[k + 1]; i++)
            t->line[l->cell[i]] = k;
}

static void items_free(struct items *t)
{
    mem_free(t->line);
    mem_free(t->order);
    mem_free(t->colour);
}

/* Without lines (l NULL) an item is a cell, and its number that of the cell. */
static bool item_is_several(const struct items *t, lid item)
{
    return t->l && t->l->begin[item + 1] - t->l->begin[item] > 1;
}

/* A walk over the faces of an item. */
struct walk {
    const struct items *t;
    int64_t i, end; /* entry of the cell; one behind the last */
    int64_t k;      /* entry of its face */
};

static lid walk_cell(const struct walk *w)
{
    return w->t->l ? w->t->l->cell[w->i] : (lid)w->i;
}

static struct walk walk_begin(const struct items *t, lid item)
{
    struct walk w = {.t = t, .i = t->l ? t->l->begin[item] : item, .end = t->l ? t->l->begin[item + 1] : item + 1};
    w.k = t->m->cell_face_offset[walk_cell(&w)];
    return w;
}

/* The item behind the next face, which may be the item itself; -1: there are no more. */
static lid walk_next(struct walk *w)
{
    const struct mesh *m = w->t->m;
    for (;;) {
        lid cell = walk_cell(w);
        while (w->k < m->cell_face_offset[cell + 1]) {
            lid other = mesh_across(m, m->cell_face[w->k++], cell);
            if (other >= 0)
                return w->t->line ? w->t->line[mesh_cell_base(m, other)] : mesh_cell_base(m, other);
        }
        if (++w->i == w->end)
            return -1;
        w->k = m->cell_face_offset[walk_cell(w)];
    }
}

/* Appends the items of several cells, or of any number, that are not in the order yet: breadth first from the first of
 * each connected part; the new length. */
static lid append_breadth_first(struct items *t, bool several, uint8_t *seen, lid n)
{
    lid at = n;
    for (lid start = 0; start < t->n; start++) {
        if (seen[start] || (several && !item_is_several(t, start)))
            continue;
        seen[start] = 1;
        t->order[n++] = start;
        for (; at < n; at++) {
            struct walk w = walk_begin(t, t->order[at]);
            for (lid other = walk_next(&w); other >= 0; other = walk_next(&w))
                if (!seen[other] && (!several || item_is_several(t, other))) {
                    seen[other] = 1;
                    t->order[n++] = other;
                }
        }
    }
    return n;
}

/* Lines before the cells that are alone, so that few colours have lines; each breadth first: where two colours are
 * enough there will be two. */
static void order_breadth_first(struct items *t)
{
    uint8_t *seen;
    MEM_NEW_ZERO(seen, t->n);
    lid n = t->l ? append_breadth_first(t, true, seen, 0) : 0;
    append_breadth_first(t, false, seen, n);
    mem_free(seen);
}

/* The colour of fewest items that has not had its turn. */
static lid smallest_left(const lid *offset, lid n_colours, const uint8_t *done)
{
    lid least = -1;
    for (lid k = 0; k < n_colours; k++)
        if (!done[k] && (least < 0 || offset[k + 1] - offset[k] < offset[least + 1] - offset[least]))
            least = k;
    return least;
}

/* Lines as they were, then cells that are alone colour by colour, those of fewest first. Items of one colour are in no
 * conflict, so that cells need no more colours than there were (Culberson 1992), but for a few next to lines; and a
 * colour that only a few items had, each a launch of its own in a sweep, gets smaller or goes. */
static void order_by_colour(struct items *t, lid n_colours)
{
    lid *offset, *item, n = 0;
    uint8_t *done;
    MEM_NEW(offset, n_colours + 1);
    MEM_NEW(item, t->n);
    MEM_NEW_ZERO(done, n_colours);
    while (n < t->n && item_is_several(t, t->order[n]))
        n++;
    group(t->colour, t->n, n_colours, offset, item);
    for (lid turn = 0; turn < n_colours; turn++) {
        lid k = smallest_left(offset, n_colours, done);
        for (lid i = offset[k]; i < offset[k + 1]; i++)
            if (!item_is_several(t, item[i]))
                t->order[n++] = item[i];
        done[k] = 1;
    }
    mem_free(offset);
    mem_free(item);
    mem_free(done);
}

/* Greedy, in the order of the items; how many colours there are: more than PACK_COLOURS_MOST where it was given up. */
static lid colour_items(struct items *t)
{
    struct palette p;
    palette_init(&p);
    for (lid k = 0; k < t->n; k++)
        t->colour[k] = -1;
    for (lid k = 0; k < t->n && p.n_colours <= PACK_COLOURS_MOST; k++) {
        struct walk w = walk_begin(t, t->order[k]);
        p.stamp = k;
        for (lid other = walk_next(&w); other >= 0; other = walk_next(&w))
            /* Also of the item itself, where a line's cells are neighbours: it has no colour yet, -1, which takes
             * none. */
            palette_take(&p, t->colour[other]);
        t->colour[t->order[k]] = palette_smallest(&p);
    }
    mem_free(p.taken);
    return p.n_colours;
}

/* Colours belong to the whole mesh, before it is divided: a sweep over colour 0, 1, 2, ... then updates cells
 * in the same order on any number of ranks, which is what makes implicit runs independent of it. */
int colour_cells(const struct mesh *m, const struct cell_lines *l, struct cell_colours *c)
{
    struct items t;
    /* Where all lines are of one cell, as in tetrahedra, the colours are those of cells, found in half the time. */
    items_create(m, l && l->joined > 0 ? l : NULL, &t);
    order_breadth_first(&t);
    lid n = colour_items(&t);
    /* Two colours cannot become fewer on a connected mesh. */
    for (int pass = 1; pass < PASSES && n > 2 && n <= PACK_COLOURS_MOST; pass++) {
        order_by_colour(&t, n);
        n = colour_items(&t);
    }
    MEM_NEW(c->colour, m->n_cells);
    for (int64_t i = 0; i < m->n_cells; i++)
        c->colour[i] = (uint8_t)t.colour[t.line ? t.line[i] : i];
    c->n = (int)n;
    items_free(&t);
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

/* A rank's part of the mesh's colours: lists of its own cells by colour, and one number for each halo cell,
 * by which exchanges during a sweep are told apart. A rank may have no cell of a colour; the number of
 * colours is the same on all. */
void colour_copy_cells(const struct mesh *m, const struct cell_colours *c, const lid *cell, struct pack *p)
{
    lid *colour;
    MEM_NEW(colour, p->n_owned);
    MEM_NEW(p->cell_colour_offset, c->n + 1);
    MEM_NEW(p->cell_colour_cell, p->n_owned);
    MEM_NEW(p->halo_colour, p->n_cells - p->n_owned);
    for (int64_t i = 0; i < p->n_owned; i++)
        colour[i] = c->colour[cell[i]];
    /* An image has the colour of its cell, whose value it brings. */
    for (int64_t i = p->n_owned; i < p->n_cells; i++)
        p->halo_colour[i - p->n_owned] = c->colour[mesh_cell_base(m, cell[i])];
    p->n_cell_colours = c->n;
    group(colour, (lid)p->n_owned, c->n, p->cell_colour_offset, p->cell_colour_cell);
    mem_free(colour);
}
