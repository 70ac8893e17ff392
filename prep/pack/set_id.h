/* set_id.h: a name for a set of packs, equal when mesh and options are.
 *
 * "MMMMMMMMMMMMMMMM-SSSSSSSS": M from the mesh (nodes, cells, patches), S from
 * how it was divided and ordered, so that results of the same mesh on another
 * number of ranks can be told from those of another mesh.
 */
#ifndef UFV_PREP_PACK_SET_ID_H
#define UFV_PREP_PACK_SET_ID_H

#include "mesh/mesh.h"
#include "order/reorder.h"

/* m: with the kinds of its patches, before images are added. */
void set_id_make(const struct mesh *m, const struct ordering *o, char id[NAME_SIZE]);

#endif
