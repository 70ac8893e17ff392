/* outputs.h: what a run writes must not take the place of what it reads. */
#ifndef UFV_PREP_RUN_OUTPUTS_H
#define UFV_PREP_RUN_OUTPUTS_H

#include "run/prep_options.h"

/* Before anything is read or written. Protects what the command reads (the mesh, --config, --weights, the packs of
 * --repartition; common/protect.h). An error when --report or --out is, or by links leads to, one of these, when
 * --report would replace a pack or a manifest, or anything that is neither empty nor a JSON report, and when the
 * folder for --count holds packs. */
int outputs_check(const struct prep_options *o);

#endif
