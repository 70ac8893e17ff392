/* synthetic_planes.h: synthetic turbulence in a run: the cells about the planes of [synthetic_turbulence], and the
 * forces that give them their fluctuations.
 */
#ifndef UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_PLANES_H
#define UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_PLANES_H

#include "features/synthetic_turbulence/synthetic_cells.h"
#include "features/synthetic_turbulence/synthetic_turbulence_case.h"
#include "scheme/flow.h"

struct synthetic_plane;

struct synthetic_planes {
    const struct case_file *c;         /* borrowed, as the next three */
    const struct synthetic_case *cases;
    struct domain *d;
    const struct flow *f;
    struct synthetic_cells *cells;     /* owned; [cases->n] those about the planes */
    struct synthetic_plane *plane;     /* owned; [cases->n]; NULL: not yet created */
};

/* Collective. Makes the waves of the planes, whose cells have been found, and takes these for their loads
 * (cell_loads.h). On all ranks nonzero with error_set() where a plane has too few cells, is thinner than two of them,
 * or shares some. */
int synthetic_planes_create(const struct case_file *c, struct flow *f, struct synthetic_planes *y);

/* Sets the loads of the planes' cells for fluctuations at `time` (s); anew: with the density of the state held, else
 * with that of the last such call. Without the source. Not collective. */
void synthetic_planes_load(const struct synthetic_planes *y, struct flow *f, double time, bool anew);

void synthetic_planes_free(struct synthetic_planes *y);

/* What plane k of the case is made of, on all ranks. */
struct synthetic_summary {
    int64_t cells;
    int waves;
    double longest, shortest; /* m: the waves' lengths */
    double energy, velocity;  /* m^2/s^2, m/s: the largest that a cell has of the table */
};
/* Not collective. */
struct synthetic_summary synthetic_planes_summary(const struct synthetic_planes *y, int k);

/* Velocity along the axis, m/s, in the mean over the cells of a plane with the weights of their forces. */
struct synthetic_crossing {
    double found; /* of the state held */
    double told;  /* of the case */
};

/* Of plane k. Collective; waits for the compute stream. */
struct synthetic_crossing synthetic_planes_crossing(const struct synthetic_planes *y, int k);

#endif
