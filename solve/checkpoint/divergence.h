/* divergence.h: what a run leaves behind when its solution has diverged: the last state, for looking at, and where it
 * went wrong.
 *
 *   RESULTS/diverged/rank-00000.h5   fields as of a checkpoint, and two more:
 *     diverged           0: the cell is valid; 1: the next step loses it, since its density or pressure would not
 *                        be positive or a variable no number; 2: it is the first of those on its rank
 *     density_residual   kg/(m^3 s), magnitude; 0 where it is no number
 *
 * RESULTS/latest never names that folder, and a restart takes it only where it is asked for by name. The
 * implicit scheme takes failed steps back, and the explicit schemes go back to the last step that held
 * (last_valid.h). Where a GPU has no room for that, the state may have cells that were lost: they get the free
 * stream's values and the mark 1.
 */
#ifndef UFV_SOLVE_CHECKPOINT_DIVERGENCE_H
#define UFV_SOLVE_CHECKPOINT_DIVERGENCE_H

#include "control/monitor.h"

enum { DIVERGENCE_CELLS = 6 };

struct divergence_cell {
    gid id;
    double x[3];              /* m */
    double density, pressure; /* as they were; no number where they were lost so */
    double residual;          /* density_residual; 0: not known */
    double distance;          /* m, from the nearest cell at a boundary; 0: it is such a cell */
    int patch;                /* nearest; -1: the mesh has no boundary */
    bool first;               /* lost first */
};

struct divergence {
    bool found;         /* the run has diverged */
    bool written;       /* RESULTS/diverged is there */
    int64_t began;      /* the iteration in which the first cell was lost, or that could not be made */
    int64_t lost;       /* cells that are marked, on all ranks */
    int n;              /* the cell that was lost first, then those with the largest residuals */
    struct divergence_cell cell[DIVERGENCE_CELLS];
};

/* Collective. Writes the flow's state, evaluated. lost: [n_owned] cells to be marked, with those that are not valid;
 * first: the first of them, -1: none. d: began is the caller's, the rest is filled on all ranks. Nonzero with
 * error_set() on all ranks when it cannot be written. */
int divergence_write(const struct monitor *m, const char *results, int64_t iteration, double time, const bool *lost,
                     lid first, struct divergence *d);

/* Prints the cells, a line each, on stderr. Rank 0 only; not collective. */
void divergence_print(const struct divergence *d, const struct domain *domain);

/* Member `diverged` of an open object. Not collective. */
void divergence_json(const struct divergence *d, const struct domain *domain, struct json *j);

#endif
