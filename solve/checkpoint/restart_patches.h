/* restart_patches.h: what a restart has changed in the kinds of patches and in groups of the same name. */
#ifndef UFV_SOLVE_CHECKPOINT_RESTART_PATCHES_H
#define UFV_SOLVE_CHECKPOINT_RESTART_PATCHES_H

#include "mesh/domain.h"
#include "pack/solution.h"

/* "patches.WING slip -> wall, groups.tail ymin -> ymax, groups.tail area 1 -> 2" into text[size], "" without changes,
 * "..." behind what fits. s: of a checkpoint of the same mesh. Not collective. */
void restart_patches_compare(const struct domain *d, const struct solution *s, size_t size, char *text);

#endif
