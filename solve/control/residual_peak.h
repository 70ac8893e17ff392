/* residual_peak.h: where the density residual is largest, for runs that have not converged. */
#ifndef UFV_SOLVE_CONTROL_RESIDUAL_PEAK_H
#define UFV_SOLVE_CONTROL_RESIDUAL_PEAK_H

#include "control/cell_place.h"
#include "scheme/flow.h"

struct residual_peak {
    char place[CELL_PLACE_SIZE]; /* of the cell with the largest residual, as cell_place(); "": all are zero or one
                                    is no number */
    int64_t n_cells;             /* whose residual is a tenth of that or more; on all ranks */
    double share;                /* of the sum of all squares that they hold, 0 .. 1 */
};

/* Collective. The peak of the evaluated state's residual, per volume as in history.csv; the same on all ranks. */
struct residual_peak residual_peak_find(const struct flow *f);

#endif
