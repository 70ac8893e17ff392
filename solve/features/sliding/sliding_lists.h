/* sliding_lists.h: a sliding interface (sliding_interface.h) at an instant: which pieces its faces have in common,
 * and which shares cells of both sides have in ghosts.
 */
#ifndef UFV_SOLVE_FEATURES_SLIDING_SLIDING_LISTS_H
#define UFV_SOLVE_FEATURES_SLIDING_SLIDING_LISTS_H

#include "features/sliding/sliding_interface.h"

/* A part of an own face that it has in common with one of the other side. */
struct sliding_piece {
    lid other;             /* face[] across */
    double normal[3];      /* m^2, out of the zone that turns, in axes at rest */
    double from_turning[3], from_resting[3]; /* m, from the centroid of either cell to the piece, in that cell's axes */
};

/* A share of a value of face[] in a ghost. */
struct sliding_share {
    lid of;
    double weight;
};

/* At an instant. */
struct sliding_lists {
    lid *begin;       /* [n_own + 1] where an own face's pieces begin; owned, as what follows */
    int64_t n_pieces;
    struct sliding_piece *piece; /* ascending by the face across */
    double worst;     /* part of an own face that the other side does not cover, 0 to 1, of the worst one */
    int64_t worst_own;
    lid *share_begin; /* [n_ghosts + 1] */
    int64_t n_shares;
    struct sliding_share *share; /* of a ghost: first that of its own face, then of others; they add up to 1 */
};

/* The bins of s, once its faces and n_bins are there. Not collective. */
void sliding_fill_bins(struct sliding *s);

/* A cell's centroid in the axes of the other side, with the zone turned by the angle of that cosine and sine more than
 * those. */
void sliding_turned(const struct sliding *s, const double x[3], double cosine, double sine, double out[3]);

/* Not collective. Of this rank's faces, with the zone turned by that angle, rad. lists: out; sliding_lists_free(). */
void sliding_lists_make(const struct sliding *s, double angle, struct sliding_lists *lists);
void sliding_lists_free(struct sliding_lists *lists);

#endif
