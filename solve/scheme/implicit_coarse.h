/* implicit_coarse.h: coarse levels on which sweeps over the stored Jacobian begin: a V-cycle without sweeps on its way
 * down. Sweeps take out of an error what changes from cell to cell in few of them, and what extends over many cells in
 * as many as those are; on coarse cells (scheme/coarse_cells.h), of which there are few, the latter is found first. Of
 * the flow alone: turbulence variables begin with no change.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_COARSE_H
#define UFV_SOLVE_SCHEME_IMPLICIT_COARSE_H

#include "scheme/coarse_rows.h"
#include "scheme/flow.h"
#include "scheme/implicit_rows.h"

struct implicit_coarse;

/* Collective. NULL where the case takes none (numerics.coarse). fine: the cells' rows. f is borrowed until
 * implicit_coarse_free(), c and fine are not kept. */
struct implicit_coarse *implicit_coarse_create(const struct flow *f, const struct case_file *c,
                                               const struct implicit_rows *fine);

/* Does a case get coarse levels on a mesh of n cells? Not collective. */
bool implicit_coarse_is_taken(const struct case_file *c, int64_t n);

/* The levels, with their numbers; borrowed. Not collective. */
const struct coarse_levels *implicit_coarse_levels(const struct implicit_coarse *c);

/* Collective where exchange_free() is. NULL is allowed. */
void implicit_coarse_free(struct implicit_coarse *c);

/* Bytes of that on the device, from a pack's counts; 0 where the case takes none. Not collective. */
int64_t implicit_coarse_bytes(const struct pack *p, const struct case_file *c);

/* The equations of the coarse cells at the evaluated state; fine: the arguments of the cells' assembly. In that stream;
 * another launch comes between this and implicit_coarse_begin(). Not collective. */
void implicit_coarse_assemble(struct implicit_coarse *c, const struct jacobian_args *fine, int stream);

/* Bytes that an assembly and an implicit_coarse_begin() move on this rank at least: arrays once, or once a sweep. */
struct implicit_coarse_moved {
    double assembly, sweeps;
};
struct implicit_coarse_moved implicit_coarse_moved(const struct implicit_coarse *c);

/* Collective. x of the flow in the cells, owned and of the halo, from sweeps over the coarse ones; fine: whose residual
 * is the right-hand side and whose x is written; sweeps: that follow over the cells. In the compute stream. */
void implicit_coarse_begin(struct implicit_coarse *c, const struct jacobian_solve_args *fine, int sweeps);

/* May implicit_coarse_begin() be recorded (backend.h), and what is to be told before what was recorded, for so many
 * sweeps over the cells, runs again. Not collective. */
bool implicit_coarse_can_be_recorded(const struct implicit_coarse *c);
void implicit_coarse_replayed(struct implicit_coarse *c, int sweeps);

#endif
