/* lines.h: lines of cells across thin layers, which the implicit scheme solves as a whole (docs/numerics/implicit.md).
 *
 * In a layer of thin cells next to a wall or in a wake each cell hangs together with two of its neighbours far more
 * than with the others, through its largest faces, and sweeps that go from cell to cell carry a change through many
 * layers slowly. What a cell shares with a neighbour (a face, or several where one has been split) is strong if it is
 * LINE_RATIO times as large as the third largest that the cell shares with another, so that a cell has two strong
 * neighbours at most; a chain of cells that are strong neighbours on both sides becomes one line or, where it is long,
 * several alike. Tetrahedra are in none. Chains follow from the geometry alone: there is nothing to choose, and they
 * are the same whatever the numbers of the cells. ufv-prep --no-lines leaves all cells alone.
 */
#ifndef UFV_PREP_ORDER_LINES_H
#define UFV_PREP_ORDER_LINES_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"

/* Figures: docs/decisions/022-lines.md. */
#define LINE_RATIO 3.0

/* A line is solved cell after cell: one that is long takes longer than all others together, on a GPU. What is cut is
 * joined by the coarse levels of the scheme. */
enum { LINE_MOST = 16 };

/* Every cell is in one line, alone where nothing is strong. Cells of a line that share a face follow one another:
 * a chain that comes back to itself is cut. */
struct cell_lines {
    int64_t n;
    int64_t *begin;  /* [n + 1] line k is cell[begin[k]] .. cell[begin[k + 1] - 1], from one end to the other */
    lid *cell;       /* [n_cells] */
    int64_t longest; /* cells of the longest */
    int64_t joined;  /* cells in lines of more than one */
};

/* Finds the lines and fills l, to be freed with cell_lines_free(), which accepts a zeroed one. It must run before
 * images are added: no line goes through a periodic face. The lines do not depend on the number of threads. */
void cell_lines_find(const struct mesh *m, struct cell_lines *l);
void cell_lines_free(struct cell_lines *l);

#endif
