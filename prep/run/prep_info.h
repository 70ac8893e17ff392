/* prep_info.h: ufv-prep --info. */
#ifndef UFV_PREP_RUN_PREP_INFO_H
#define UFV_PREP_RUN_PREP_INFO_H

#include <stdbool.h>

/* Prints to stdout what a folder of packs holds: mesh, patches, and a line for each rank. verbose: reads every
 * array and checks it. An error names the pack that cannot be read or fails the check. */
int prep_info(const char *folder, bool verbose);

#endif
