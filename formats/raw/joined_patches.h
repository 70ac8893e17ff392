/* joined_patches.h: patches after nodes were made one: what became inner or periodic is no boundary any more. */
#ifndef UFV_FORMATS_RAW_JOINED_PATCHES_H
#define UFV_FORMATS_RAW_JOINED_PATCHES_H

#include "raw/raw_mesh.h"

/* Takes from patches the faces that joining made inner or periodic ones; returns their number. merged: of
 * node_merge_apply(), [m->n_nodes], NULL when no node was. */
int64_t raw_leave_joined_faces_out(struct raw_mesh *m, const uint8_t *merged);

/* Which patches have faces; [m->n_patches], the caller's (mem_free()). */
bool *raw_patches_with_faces(const struct raw_mesh *m);

/* Drops patches that had faces (had: [m->n_patches]), have none now and list no nodes; the others keep their
 * order and are renumbered. */
void raw_drop_emptied_patches(struct raw_mesh *m, const bool *had);

#endif
