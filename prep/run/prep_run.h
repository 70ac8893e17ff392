/* prep_run.h: a run of ufv-prep, from a mesh file to packs, a count or a check. */
#ifndef UFV_PREP_RUN_PREP_RUN_H
#define UFV_PREP_RUN_PREP_RUN_H

#include "raw/raw_mesh.h"
#include "run/prep_options.h"

/* Reads the mesh and does what the options say. An error, with error_set(), names the file or option; nothing
 * is left half written, and an older set of packs stays as it is. Not collective: one process, which uses
 * OpenMP threads. */
int prep_run(const struct prep_options *o);

/* The same from a mesh in memory, which is emptied, also by an error. o->mesh: its name in packs and messages. */
int prep_run_raw(const struct prep_options *o, struct raw_mesh *raw);

#endif
