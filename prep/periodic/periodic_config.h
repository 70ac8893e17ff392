/* periodic_config.h: the [periodic] section of ufv-prep's --config file.
 *
 *   [periodic]
 *   NAME = PATCH PATCH                                    a translation, found from the patches
 *   NAME = PATCH PATCH translation=x,y,z                  m, from the first to the second
 *   NAME = PATCH PATCH angle=deg axis=x,y,z centre=x,y,z  a right-handed rotation, likewise; the
 *                                                         axis is z and the centre 0 unless given
 * PATCH may be a glob that means several; one PATCH may be both sides when the
 * translation or angle is given. A name that holds blanks stands in "quotes".
 * Angles are -360 to 360 degrees, all other numbers -1e9 to 1e9.
 */
#ifndef UFV_PREP_PERIODIC_PERIODIC_CONFIG_H
#define UFV_PREP_PERIODIC_PERIODIC_CONFIG_H

#include "mesh/mesh.h"

/* Joins what the file at path asks for; nothing without such a section. m: with its patches, before
 * periodic_settle(). An error names the file, the line and what is wrong: an unknown patch or setting, sides that are
 * not meshed alike. */
int periodic_config_apply(const char *path, struct mesh *m);

#endif
