/* periodic_match.h: finds the pairs of faces of two patches that a transform
 * takes to one another.
 */
#ifndef UFV_PREP_PERIODIC_MATCH_H
#define UFV_PREP_PERIODIC_MATCH_H

#include "mesh.h"

/* The pairs, in the words of formats/raw_mesh.h, and their faces in the mesh. */
struct periodic_match {
    struct raw_periodic pairs; /* name, rotation, translation: not touched */
    lid *face[2];              /* [2][pairs.n_faces] */
};

/* The translation between the means of the two patches' nodes. */
void periodic_guess(const struct mesh *m, const int patch[2], struct transform *t);

/* Matches every face of patch[0] with one of patch[1]; nodes may miss one another
 * by PERIODIC_REACH (periodic.h). where: begins the sentence about
 * what does not match. Free with periodic_match_free(), also after a failure. */
int periodic_match(const struct mesh *m, const char *where, const int patch[2], const struct transform *t,
                   struct periodic_match *p);
void periodic_match_free(struct periodic_match *p);

#endif
