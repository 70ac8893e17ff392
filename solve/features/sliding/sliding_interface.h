/* sliding_interface.h: the interface between a zone that turns and the rest of the mesh, on a cylinder about the axis.
 *
 * Its two sides are boundary faces of kind sliding, of cells that turn and of cells at rest. At each instant every face
 * is cut along the faces of the other side that it touches (sliding_lists.h), on the unrolled cylinder (clip.h). The
 * area vector of a piece is that of the piece of the cylinder itself; area vectors of pieces add up exactly, seen from
 * either side, so that one flux for both cells is conservative and a uniform stream stays uniform. That the faces' own
 * area vectors are those sums takes edges that are straight on the unrolled cylinder: sliding_edges.h.
 *
 * All faces of the interface are known to all ranks, in the order of their numbers in the mesh: sums do not depend on
 * the number of ranks.
 */
#ifndef UFV_SOLVE_FEATURES_SLIDING_SLIDING_INTERFACE_H
#define UFV_SOLVE_FEATURES_SLIDING_SLIDING_INTERFACE_H

#include "features/sliding/clip.h"
#include "pack/pack.h"

/* A face. Its axes are those of its side: of the zone, or at rest. */
struct sliding_face {
    gid face;          /* number in the mesh */
    lid local;         /* of its rank */
    int rank, patch;
    int turns;         /* 1: its cell is of the zone that turns */
    double cell[3];    /* m, the centroid of its cell */
    double centre[3];  /* m, its own */
    double radius[2];  /* m, least and largest distance of its corners from the axis */
    double area;       /* rad m, on the unrolled cylinder */
    double least[2], most[2]; /* rad and m: the rectangle about its corners */
    struct clip_polygon polygon; /* counter-clockwise seen from outside */
};

/* A face that has a part in a bin. Along the axis, m, each face counts as NEAR (sliding_lists.c) of itself longer on
 * both sides in `reached` and `left`. */
struct sliding_entry {
    double least[2], most[2]; /* as of the face, beside which it stands in memory for all of a bin */
    double reached;           /* farthest end of the entries of the bin up to this one */
    double left;              /* nearest begin of those from this one on */
    lid face;                 /* of face[] */
};

struct sliding {
    double axis[3], across[2][3]; /* right-handed unit vectors; angles count from across[0] to across[1] */
    double centre[3];             /* m */
    double radius;                /* m, of the cylinder: the mean over its faces */
    int64_t n;
    struct sliding_face *face;    /* [n] ascending by their numbers in the mesh; owned */
    int64_t n_own;
    lid *own;                     /* [n_own] faces of this rank's cells, as numbers of face[]; owned */
    int64_t n_ghosts;
    lid *ghost;                   /* [n_ghosts] faces of owned cells and of those of the halo, likewise; owned */
    lid *ghost_boundary;          /* [n_ghosts] 0 .. n_boundary + n_halo_boundary - 1; owned */
    double (*ghost_place)[3];     /* [n_ghosts] m, the ghost's centroid, in the axes of its side; owned */
    int n_bins;                   /* of angles, 0 to 2 pi */
    lid *bin[2];                  /* [n_bins + 1] where a bin begins in entry, of faces at rest and of those that
                                     turn; owned */
    struct sliding_entry *entry[2]; /* faces with a part in the bin, ascending by least[1]; owned */
};

#endif
