/* patch_config.h: the --config file: what kind of boundary each patch is.
 *
 *   [patches]
 *   wing*  = wall          # a name or a glob; later lines win
 *   far    = farfield
 */
#ifndef UFV_PREP_RUN_PATCH_CONFIG_H
#define UFV_PREP_RUN_PATCH_CONFIG_H

#include "mesh/mesh.h"

/* Refuses what is wrong whatever the mesh: a file that cannot be read, sections and kinds that there are not. */
int patch_config_check(const char *path);

/* Sets the kinds of m's patches by the file at path. An error names the file, the line and what is wrong, with the
 * nearest known name. */
int patch_config_apply(const char *path, struct mesh *m);

#endif
