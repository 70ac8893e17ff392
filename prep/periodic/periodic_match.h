/* periodic_match.h: finds the pairs of faces of two patches that a transform
 * takes to one another.
 */
#ifndef UFV_PREP_PERIODIC_PERIODIC_MATCH_H
#define UFV_PREP_PERIODIC_PERIODIC_MATCH_H

#include "mesh/mesh.h"
#include "raw/raw_mesh.h"

/* The pairs, in the words of formats/raw/raw_mesh.h, and their faces in the mesh. */
struct periodic_match {
    struct raw_periodic pairs; /* name, rotation, translation: not touched */
    lid *face[2];              /* [2][pairs.n_faces] */
};

/* The two sides: one or more patches each, or the same for both, which then are
 * told apart by the transform. */
struct periodic_sides {
    const char *name[2]; /* as the user calls them, for messages */
    uint8_t *in[2];      /* [2][mesh.n_patches] is that patch of the side? */
    bool same;
};

/* The translation between the means of the two sides' nodes; the identity where a side has none. */
void periodic_guess(const struct mesh *m, const struct periodic_sides *sides, struct transform *t);

/* Matches every face of side 0 with one of side 1; nodes may miss one another by
 * PERIODIC_REACH (periodic.h). where: begins the sentence about what does not
 * match. Free with periodic_match_free(), also after a failure. */
int periodic_match(const struct mesh *m, const char *where, const struct periodic_sides *sides,
                   const struct transform *t, struct periodic_match *p);
/* Accepts a zeroed struct. */
void periodic_match_free(struct periodic_match *p);

#endif
