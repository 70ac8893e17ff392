/* synthetic_cells.h: the cells of a rank about a plane of [synthetic_turbulence], found while faces and wall distances
 * are still on the host. Nothing is collective.
 */
#ifndef UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_CELLS_H
#define UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_CELLS_H

#include "features/synthetic_turbulence/synthetic.h"
#include "pack/pack.h"

struct synthetic_cell {
    lid cell;            /* owned */
    double x[3];         /* m, centroid */
    double along;        /* m, from the plane along its axis */
    double distance;     /* m, from the wall */
    double extent, size; /* m: twice the largest distance of a face's centroid from the cell's, along the axis and in
                            all */
};

struct synthetic_cells {
    lid n;
    struct synthetic_cell *cell; /* owned; [n], ascending */
};

/* The owned cells whose centroids lie in the plane's layer and where it has energy. p: with its cores. out: free its
 * cells with mem_free(). */
void synthetic_cells_find(const struct synthetic *s, const struct pack *p, struct synthetic_cells *out);

#endif
