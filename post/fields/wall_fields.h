/* wall_fields.h: what the flow does to a boundary face: pressure and friction, as forces
 * are summed from them.
 */
#ifndef UFV_POST_FIELDS_WALL_FIELDS_H
#define UFV_POST_FIELDS_WALL_FIELDS_H

#include "fields/results.h"

/* Boundary fields of a rank, borrowed from its solution. */
struct wall_fields {
    const double *pressure;    /* [n_boundary] Pa */
    const double *friction[3]; /* [n_boundary] each, Pa, along x, y, z: the flow on the wall; all NULL without */
    bool lacks_friction;       /* the run has some on its walls and these fields do not hold it */
};

/* An error when there is no pressure. */
int wall_fields_find(const struct results *r, const struct solution *s, struct wall_fields *w);

/* An error where the friction of a wall is lacking, or that names the first face of a patch on which a value is not
 * finite: sums would be worthless. p and s: of one rank; patch: 0 .. p->n_patches - 1. */
int wall_fields_check(const struct results *r, const struct pack *p, const struct solution *s,
                      const struct wall_fields *w, int patch);

#endif
