/* coarse_borders.h: the faces of the mesh between coarse cells of the first level, and their other faces.
 */
#ifndef UFV_SOLVE_SCHEME_COARSE_BORDERS_H
#define UFV_SOLVE_SCHEME_COARSE_BORDERS_H

#include "kernels/coarse_args.h"
#include "scheme/coarse_pattern.h"
#include "scheme/face_table.h"

/* Fills in n_borders, stands, border and edge of a level whose rows and pattern are there; device, the caller's. id:
 * [n_cells] the coarse cell of each cell, as the pattern counts. Faces in all borders. Not collective. */
lid coarse_borders_create(const struct domain *d, const struct face_table *t, const struct coarse_pattern *p,
                          const lid *id, struct coarse_level *l);

#endif
