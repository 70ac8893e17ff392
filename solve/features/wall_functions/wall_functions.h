/* wall_functions.h: what a run has of wall functions. */
#ifndef UFV_SOLVE_FEATURES_WALL_FUNCTIONS_WALL_FUNCTIONS_H
#define UFV_SOLVE_FEATURES_WALL_FUNCTIONS_WALL_FUNCTIONS_H

#include "exchange/exchange.h"

struct wall_functions {
    const struct domain *d;     /* borrowed */
    lid *next;                  /* owned, device; [2 WALL_CEILINGS][n_boundary + n_halo_boundary] as wall_next_args */
    struct kernel *cell, *flux; /* borrowed */
    struct kernel *hold;        /* borrowed; NULL: the model does not hold its variables at walls */
    struct exchange *viscosity; /* owned; of mu_t, which is changed in cells that other ranks have too; NULL: the model
                                   keeps none */
};

#endif
