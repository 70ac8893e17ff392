/* point_search.h: which cells hold points, from the planes of their faces.
 *
 * A cell's depth of a point is the largest, over its faces, of the distances from its centroid towards the face: the
 * point's as a part of the face's. In the cell it is 1 or less, on its faces 1, beyond them more. The cell of the least
 * depth holds the point, of equal ones that of the lower global id: a choice of the mesh, whatever ranks there are.
 * Faces that are not plane leave gaps between their planes, and points in them belong to the cell of least depth too.
 * A point outside the mesh is told from one in a gap by a cell that has it behind a boundary face and before all
 * others.
 */
#ifndef UFV_SOLVE_MESH_POINT_SEARCH_H
#define UFV_SOLVE_MESH_POINT_SEARCH_H

#include "pack/pack.h"

/* Where a point lies among a rank's owned cells. */
struct point_place {
    double depth;  /* HUGE_VAL: in or near none of them */
    lid cell;      /* 0 .. n_owned - 1; -1: none */
    gid id;        /* its global id */
    double dx[3];  /* m, from its centroid */
    bool behind;   /* a boundary face of some cell here */
};

/* place[n], out, of points x[3][n], m. p: with cores and nodes (PACK_CORE, PACK_NODES) on the host. Not collective. */
void point_search(const struct pack *p, const double *x, int64_t n, struct point_place *place);

/* Does a point lie in no cell? depth: the least, behind: any, of all ranks. Not collective. */
bool point_is_outside(double depth, bool behind);

#endif
