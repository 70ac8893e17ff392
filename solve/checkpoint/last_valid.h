/* last_valid.h: a state that explicit steps can go back to. They look for lost cells every MARCH_CHECK_STEPS steps
 * or so, by when not-a-numbers may fill the mesh; from the state of the look before, the steps are made again one by
 * one, up to the last that held. The implicit scheme takes back what fails and needs none of this.
 */
#ifndef UFV_SOLVE_CHECKPOINT_LAST_VALID_H
#define UFV_SOLVE_CHECKPOINT_LAST_VALID_H

#include "scheme/integrator.h"

struct last_valid {
    real *state;       /* device, owned; [nv][n_owned]; NULL: none is kept */
    int64_t iteration; /* its own, */
    double time;       /* s */
};

/* Collective. Keeps none where the case wants no fields, the scheme is implicit, or a device has no room for it. */
void last_valid_create(const struct flow *f, const struct case_file *c, struct last_valid *s);

/* Bytes on the device that this takes for a rank's pack where there is room. Not collective. */
int64_t last_valid_bytes(const struct pack *p, const struct case_file *c);

/* Not collective. Before the flow is freed; may be called when s is zero. */
void last_valid_free(const struct flow *f, struct last_valid *s);

/* Not collective, but to be called on all ranks. The evaluated state, which has been looked at, is the one from now on,
 * unless that kept is of fewer than `apart` steps before. */
void last_valid_keep(const struct flow *f, int64_t iteration, double time, int apart, struct last_valid *s);

/* Collective. After lost cells were found at s of an older iteration and time: brings the flow, evaluated, to the last
 * step that held, of at most *iteration steps, and sets *iteration and *time to its. lost: out, [n_owned] cells that
 * the step behind it loses; *first: the first of them, -1: none on this rank. step_size: of the march. Does nothing
 * where no state is kept. */
void last_valid_return(struct integrator *it, double (*step_size)(struct integrator *, int64_t, double),
                       struct last_valid *s, int64_t *iteration, double *time, bool *lost, lid *first);

#endif
