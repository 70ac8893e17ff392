/* ugrid_patches.h: tags of boundary faces become patches with names and kinds. */
#ifndef UFV_FORMATS_UGRID_UGRID_PATCHES_H
#define UFV_FORMATS_UGRID_UGRID_PATCHES_H

#include "raw/number_index.h"
#include "raw/raw_append.h"
#include "raw/raw_notes.h"
#include "ugrid/mapbc.h"

/* Makes the patches of a's mesh, in the order of tags, and sets patch_face_patch, which holds places in tags before.
 * Surfaces of one name and one kind form one patch; a name that then still stands for two becomes NAME-TAG. map: rows
 * of the .mapbc file at path, NULL where there is none. Fails, naming the file, where names cannot be told apart. */
int ugrid_patches_make(struct raw_append *a, const struct number_index *tags, const char *path,
                       const struct mapbc *map, const struct raw_notes *notes);

#endif
