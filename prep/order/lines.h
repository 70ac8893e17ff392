/* lines.h: lines of cells across thin layers, which the implicit scheme solves as a whole (docs/numerics/implicit.md).
 *
 * In a layer of thin cells next to a wall or in a wake each cell hangs together with two of its neighbours far more
 * than with the others, through its largest faces, and sweeps that go from cell to cell carry a change through many
 * layers slowly. What a cell shares with a neighbour (a face, or several where one has been split) is strong if it is
 * LINE_RATIO times as large as the third largest that the cell shares with another, so that a cell has two strong
 * neighbours at most; a line is a chain of cells that are strong neighbours on both sides. Lines follow from the
 * geometry alone: there is nothing to choose, and they are the same whatever the numbers of the cells. They are made
 * on demand (ufv-prep --lines).
 */
#ifndef UFV_PREP_ORDER_LINES_H
#define UFV_PREP_ORDER_LINES_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"

/* On a wing with SA and layers of 2.5e-6 m (docs/results/implicit.md) lines of all cells with a ratio of 3, 10, 30 or
 * 100 serve equally well, 300 less well; and short lines are what GPUs can share out. */
#define LINE_RATIO 100.0

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
