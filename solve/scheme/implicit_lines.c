/* implicit_lines.c: chains of cells of one colour, followed from their ends, rings from their smallest cell. The
 * longest come first, so that the lines of a group, which are solved side by side, are nearly of one length.
 */
#include "scheme/implicit_lines.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* The chain from cell start on behind the `at` cells there are already; how many there are then.
 * link: [2 n], the neighbours of a cell in its line, -1: none; seen stops a ring where it began. */
static lid follow(const lid *link, lid start, uint8_t *seen, lid *cell, lid at)
{
    for (lid c = start, before = -1; c >= 0 && !seen[c];) {
        lid next = link[2 * c] != before ? link[2 * c] : link[2 * c + 1];
        seen[c] = 1;
        cell[at++] = c;
        before = c;
        c = next;
    }
    return at;
}

/* The longest first, equal ones in the order in which they were found. */
static int compare_lines(const void *a, const void *b)
{
    const struct implicit_line *p = a, *q = b;
    if (p->n != q->n)
        return p->n > q->n ? -1 : 1;
    return (p->begin > q->begin) - (p->begin < q->begin);
}

/* From the ends of chains, then from what is left, which are rings. */
static lid find_in_colour(const struct pack *p, int colour, const lid *link, uint8_t *seen, struct implicit_lines *l,
                          lid at)
{
    lid n = l->first[colour];
    for (int rings = 0; rings < 2; rings++)
        for (lid e = p->cell_colour_offset[colour]; e < p->cell_colour_offset[colour + 1]; e++) {
            lid c = p->cell_colour_cell[e], begin = at;
            if (seen[c] || (!rings && link[2 * c] >= 0 && link[2 * c + 1] >= 0))
                continue;
            at = follow(link, c, seen, l->cell, at);
            l->line[n++] = (struct implicit_line){begin, at - begin};
            l->joined += at - begin > 1 ? at - begin : 0;
        }
    l->first[colour + 1] = n;
    qsort(l->line + l->first[colour], (size_t)(n - l->first[colour]), sizeof *l->line, compare_lines);
    return at;
}

void implicit_lines_find(const struct pack *p, const lid *link, struct implicit_lines *l)
{
    uint8_t *seen;
    lid at = 0;
    memset(l, 0, sizeof *l);
    MEM_NEW_ZERO(seen, p->n_owned);
    MEM_NEW_ZERO(l->first, p->n_cell_colours + 1);
    MEM_NEW(l->line, p->n_owned);
    MEM_NEW(l->cell, p->n_owned);
    for (int k = 0; k < p->n_cell_colours; k++)
        at = find_in_colour(p, k, link, seen, l, at);
    mem_free(seen);
}

void implicit_lines_free(struct implicit_lines *l)
{
    mem_free(l->first);
    mem_free(l->line);
    mem_free(l->cell);
    memset(l, 0, sizeof *l);
}
