/* cell_loads.h: forces, power and drains that features put on cells (kernels/actuator_args.h): f->load holds what a
 * cell has, f->disk whose it is, a number from 1, so that a cell has one owner at most. They are sources of the flow:
 * flow_sources() adds them. Nothing is collective.
 */
#ifndef UFV_SOLVE_SCHEME_CELL_LOADS_H
#define UFV_SOLVE_SCHEME_CELL_LOADS_H

#include "types.h"

struct flow;

/* A new owner, while a flow is created; its number. Up to 255. name: as messages call it; borrowed until then. */
int cell_loads_add(struct flow *f, const char *name);

/* Takes a cell. Returns NULL, or the name of the other owner that has it already. */
const char *cell_loads_take(struct flow *f, int owner, lid cell);

/* The given loads of some owner: load[N_ACTUATOR_NUMBERS][n_owned], per volume, zero in the cells of others. */
void cell_loads_set(struct flow *f, const double *load);

#endif
