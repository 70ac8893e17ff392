/* detached_eddies.h: what a run has of a detached-eddy model. */
#ifndef UFV_SOLVE_FEATURES_DETACHED_EDDIES_DETACHED_EDDIES_H
#define UFV_SOLVE_FEATURES_DETACHED_EDDIES_DETACHED_EDDIES_H

#include "exchange/exchange.h"

struct detached_eddies {
    const struct domain *d; /* borrowed */
    real *size;             /* owned, device; [2][n_stencil] as scale_size_args */
    real *length;           /* owned, device; [n_stencil] as scale_args, like the next two */
    real *tilting;          /* owned, device; [n_stencil]; NULL: the lengths do not follow shear layers */
    real *upwinding;        /* owned, device; [n_stencil]; NULL: not asked for */
    struct scale_args args;
    struct kernel *lengths, *measure_tilting; /* borrowed; the second NULL as tilting */
    struct exchange *shares; /* owned; of upwinding, where lengths take a mean over neighbours, which halo cells do not
                                all have; NULL: they do not */
    bool may_hold, held;     /* may lengths and shares stay as they are? do they, in evaluations? */
};

#endif
