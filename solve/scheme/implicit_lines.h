/* implicit_lines.h: the lines of a pack's cells, colour by colour: owned cells of one colour that share a face
 * follow one another in a line (formats/pack/pack.h).
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_LINES_H
#define UFV_SOLVE_SCHEME_IMPLICIT_LINES_H

#include "mesh/domain.h"

struct implicit_line {
    lid begin, n; /* its cells are cell[begin] .. cell[begin + n - 1], from one end to the other */
    bool sent;    /* some of them are in other halos */
};

struct implicit_lines {
    lid *first;                 /* [2 n_cell_colours + 1] lines of colour k of which cells are sent are first[2 k] ..
                                   first[2 k + 1] - 1, its others follow up to first[2 k + 2] - 1; of both the longest
                                   first; of equal ones that which begins with the smaller cell */
    struct implicit_line *line; /* [first[2 n_cell_colours]] */
    lid *cell;                  /* [n_owned] */
    int64_t joined;             /* cells in lines of more than one */
};

/* Not collective. link[2 c] and link[2 c + 1]: the owned cells of owned cell c's colour that it shares a face with, -1:
 * none. sent: [n_owned] is the cell a face neighbour of another rank's, or of a periodic image? l: out,
 * implicit_lines_free() it. A ring of cells becomes a line that begins with its smallest. */
void implicit_lines_find(const struct pack *p, const lid *link, const bool *sent, struct implicit_lines *l);
void implicit_lines_free(struct implicit_lines *l);

#endif
