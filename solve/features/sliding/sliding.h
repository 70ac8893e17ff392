/* sliding.h: what a run has of a sliding interface. */
#ifndef UFV_SOLVE_FEATURES_SLIDING_SLIDING_H
#define UFV_SOLVE_FEATURES_SLIDING_SLIDING_H

#include "features/sliding/sliding_interface.h"
#include "mesh/domain.h"

/* On the device, and owned, but for what is said to be on the host. */
struct sliding_run {
    const struct domain *d;       /* borrowed */
    struct sliding interface;     /* host */
    struct kernel *pack, *make_ghost, *flux; /* borrowed; NULL: there is no flow yet */
    int state_width, slope_width; /* numbers in a row of the tables */
    lid n_own, n_ghosts;
    lid *face, *row, *place; /* [n_own] place: where a row is packed: in the table, or among this rank's */
    uint8_t *turns;          /* [rows] */
    lid *slot;               /* [n_ghosts] */
    real *state, *slope;     /* tables */
    real *mine;              /* [n_own][slope_width] this rank's rows; NULL on one rank */
    lid *begin, *across, *share_begin, *share_of;
    double *piece, *weight;
    int64_t piece_room, share_room; /* entries that the arrays have */
    real *mine_host, *table_host;   /* host; NULL on one rank */
    lid *of_gathered;               /* host; [rows] row of the k-th row in the order of ranks */
    double angle;                   /* rad, of the lists */
    bool placed;
};

#endif
