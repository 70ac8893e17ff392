/* flow_synthetic.h: synthetic turbulence in a run: the cells about the planes of [synthetic_turbulence], and the forces
 * that give them their fluctuations. For flow_actuators.c, whose arrays of loads these forces share.
 */
#ifndef UFV_SOLVE_SCHEME_FLOW_SYNTHETIC_H
#define UFV_SOLVE_SCHEME_FLOW_SYNTHETIC_H

#include "scheme/flow.h"

/* Collective. Finds the cells of the case's planes and their waves: cells of plane k get number n_actuators + k + 1 in
 * disk[n_owned]. On all ranks nonzero with error_set() where a plane has too few cells, is thinner than two of them, or
 * shares some. */
int flow_create_synthetic(struct flow *f, const struct case_file *c, uint8_t *disk);

/* Sets the loads of the planes' cells for fluctuations at `time` (s); anew: with the density of the state held, else
 * with that of the last such call. Without the source. false: there are no planes. Not collective. */
bool flow_synthetic_load(struct flow *f, double time, bool anew);

void flow_free_synthetic(struct flow *f);

/* What plane k of the case is made of, on all ranks. */
struct synthetic_summary {
    int64_t cells;
    int waves;
    double longest, shortest; /* m: the waves' lengths */
    double energy, velocity;  /* m^2/s^2, m/s: the largest that a cell has of the table */
};
/* Not collective. */
struct synthetic_summary flow_synthetic_summary(const struct flow *f, int k);

/* Velocity along the axis, m/s, in the mean over the cells of a plane with the weights of their forces. */
struct synthetic_crossing {
    double found; /* of the state held */
    double told;  /* of the case */
};

/* Of plane k of c. Collective; waits for the compute stream. */
struct synthetic_crossing flow_synthetic_crossing(const struct flow *f, const struct case_file *c, int k);

#endif
