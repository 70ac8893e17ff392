/* coarse_borders.h: the faces of the mesh between coarse cells of the first level, and their other faces.
 */
#ifndef UFV_SOLVE_SCHEME_COARSE_BORDERS_H
#define UFV_SOLVE_SCHEME_COARSE_BORDERS_H

#include "scheme/coarse_rows.h"
#include "scheme/face_table.h"

/* Fills in level.n_borders, stands, border and edge, and n_faces. c: its rows and its pattern are there; id: [n_cells]
 * the coarse cell of each cell, as the pattern counts. Not collective. */
void coarse_borders_create(const struct domain *d, const struct face_table *t, const lid *id, struct coarse_rows *c);

#endif
