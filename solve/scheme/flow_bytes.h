/* flow_bytes.h: the byte budget: what a stage has to move, if every array that a pass
 * touches were read or written once and what it gathers from neighbours were found in a
 * cache (docs/performance.md).
 */
#ifndef UFV_SOLVE_SCHEME_FLOW_BYTES_H
#define UFV_SOLVE_SCHEME_FLOW_BYTES_H

#include "scheme/flow.h"

/* Bytes per owned cell and stage, averaged over the stages of a step. With pipeline =
 * paper all of it is in `all`. */
struct flow_bytes {
    double nodes, gradients, fluxes, updates; /* about nodes; the three kernels */
    double all;
};

/* For this rank's part of the mesh. Not collective. */
struct flow_bytes flow_model_bytes(const struct flow *f);

#endif
