/* implicit_lines.c: chains of cells of one colour, followed from their ends, rings from their smallest cell. Those that
 * other ranks wait for come first, so that the rest can be solved while their values travel; of both the longest, so
 * that the lines of a group, which are solved side by side, are nearly of one length.
 */
#include "scheme/implicit_lines.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* The chain from cell start on behind the `at` cells there are already; how many there are then.
 * link: [2 n], the neighbours of a cell in its line, -1: none; seen stops a ring where it began.
 * `before` keeps it from turning back: a cell's links have no order. */
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

/* Those that are sent first, then the longest, equal ones in the order in which they were found.
 * qsort() does not keep the order of equal elements, hence `begin`: rows must not depend on the C
 * library. */
static int compare_lines(const void *a, const void *b)
{
    const struct implicit_line *p = a, *q = b;
    if (p->sent != q->sent)
        return p->sent ? -1 : 1;
    if (p->n != q->n)
        return p->n > q->n ? -1 : 1;
    return (p->begin > q->begin) - (p->begin < q->begin);
}

/* Is one of the line's cells sent? */
static bool is_sent(const struct implicit_lines *l, struct implicit_line line, const bool *sent)
{
    for (lid k = line.begin; k < line.begin + line.n; k++)
        if (sent[l->cell[k]])
            return true;
    return false;
}

/* Where the lines of the colour that are not sent begin, once they are sorted. */
static lid end_of_sent(const struct implicit_lines *l, lid begin, lid end)
{
    while (begin < end && l->line[begin].sent)
        begin++;
    return begin;
}

/* What is known of the cells. */
struct cells {
    const lid *link;
    const bool *sent;
    uint8_t *seen;
};

/* From the ends of chains, then from what is left, which are rings.
 * Two passes over the colour's cells: the first starts at cells with a free end only, so that a chain
 * is one line from end to end, and single cells are lines of one; what is unseen after it can only be
 * rings. */
static lid find_in_colour(const struct pack *p, int colour, const struct cells *cells, struct implicit_lines *l, lid at)
{
    const lid *link = cells->link;
    uint8_t *seen = cells->seen;
    /* Lines of the colour stand behind those of the colours before; part 2 colour: those that are sent,
     * 2 colour + 1: others. */
    lid n = l->first[2 * colour];
    for (int rings = 0; rings < 2; rings++)
        for (lid e = p->cell_colour_offset[colour]; e < p->cell_colour_offset[colour + 1]; e++) {
            lid c = p->cell_colour_cell[e], begin = at;
            if (seen[c] || (!rings && link[2 * c] >= 0 && link[2 * c + 1] >= 0))
                continue;
            at = follow(link, c, seen, l->cell, at);
            l->line[n] = (struct implicit_line){.begin = begin, .n = at - begin};
            l->line[n].sent = is_sent(l, l->line[n], cells->sent);
            n++;
            l->joined += at - begin > 1 ? at - begin : 0;
        }
    l->first[2 * colour + 2] = n;
    qsort(l->line + l->first[2 * colour], (size_t)(n - l->first[2 * colour]), sizeof *l->line, compare_lines);
    l->first[2 * colour + 1] = end_of_sent(l, l->first[2 * colour], n);
    return at;
}

/* first[2 k] is the end of the colour before, 0 for the first: zeroed here, filled colour by colour. */
void implicit_lines_find(const struct pack *p, const lid *link, const bool *sent, struct implicit_lines *l)
{
    struct cells cells = {.link = link, .sent = sent};
    lid at = 0;
    memset(l, 0, sizeof *l);
    MEM_NEW_ZERO(cells.seen, p->n_owned);
    MEM_NEW_ZERO(l->first, 2 * p->n_cell_colours + 1);
    MEM_NEW(l->line, p->n_owned);
    MEM_NEW(l->cell, p->n_owned);
    /* In the order of the colours, which is that of a sweep. */
    for (int k = 0; k < p->n_cell_colours; k++)
        at = find_in_colour(p, k, &cells, l, at);
    mem_free(cells.seen);
}

void implicit_lines_free(struct implicit_lines *l)
{
    mem_free(l->first);
    mem_free(l->line);
    mem_free(l->cell);
    memset(l, 0, sizeof *l);
}
