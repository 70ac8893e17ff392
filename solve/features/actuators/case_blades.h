/* case_blades.h: reading the files of a blade, which a line of [actuators] names.
 */
#ifndef UFV_SOLVE_FEATURES_ACTUATORS_CASE_BLADES_H
#define UFV_SOLVE_FEATURES_ACTUATORS_CASE_BLADES_H

#include "features/actuators/actuator.h"
#include "case/case_file.h"

/* Reads the blade's file `name`, relative to the case file, and the polars that it names, relative to its own folder,
 * into b, which is zeroed; blade_free() it, after a failure too. by: what the fourth number of a polar's row is; of
 * POLAR_ALONE there must be none. unit: m, of radii and chords. Nonzero with error_set(), which names the line of the
 * case file, the file and the row. */
int case_read_blade(const struct case_file *c, const struct config_entry *e, const char *name, enum polar_level by,
                    double unit, struct blade *b);

#endif
