/* sliding_create.h: a sliding interface (sliding_interface.h) from the packs of all ranks, with its checks. */
#ifndef UFV_SOLVE_FEATURES_SLIDING_SLIDING_CREATE_H
#define UFV_SOLVE_FEATURES_SLIDING_SLIDING_CREATE_H

#include "case/case_file.h"
#include "features/sliding/sliding_interface.h"
#include "parallel/comm.h"

/* Collective. The interface of a case with [motion] zone_radius, of all ranks; p with nodes and nodes of faces, before
 * they are released; its normals are changed where edges of the interface are neither lines along the axis nor arcs
 * about it. s: out, sliding_free() it, after a failure too. On all ranks nonzero with
 * error_set() where its two sides do not fit one another or the cylinder, or where the mesh goes on across it. */
int sliding_create(const struct case_file *c, const struct comm *comm, struct pack *p,
                   const struct bc_values *values, struct sliding *s);

/* Does nothing where s is zero. */
void sliding_free(struct sliding *s);

#endif
