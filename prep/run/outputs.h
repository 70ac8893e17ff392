/* outputs.h: what a run writes must not take the place of what it reads. */
#ifndef UFV_PREP_RUN_OUTPUTS_H
#define UFV_PREP_RUN_OUTPUTS_H

#include "run/prep_options.h"

/* Before anything is read or written. Protects what the command reads (the mesh, --config, --weights, the packs of
 * --repartition; common/protect.h). An error when --report or --out is, or by links leads to, one of these, when
 * --report would replace a pack or a manifest, or anything that is neither empty nor a JSON report, and when the
 * folder for --count holds packs. */
int outputs_check(const struct prep_options *o);

/* For --count: an error when --out holds packs or is not a folder. To be asked again once the folder is locked: whoever
 * held the lock until then may have written packs there. */
int outputs_check_no_packs(const struct prep_options *o);

#endif
