/* requested_outputs.h: the outputs that the command line names (--report, --timeline), and those in the results folder,
 * against what a run reads and writes itself. */
#ifndef UFV_SOLVE_RUN_REQUESTED_OUTPUTS_H
#define UFV_SOLVE_RUN_REQUESTED_OUTPUTS_H

#include "run/solve_options.h"

/* Protects the case file, the packs and the results that are restarted from elsewhere (common/protect.h). Fails when
 * an output would replace one of these, one of the files that the run itself keeps in its results folder, a
 * checkpoint, or anything that is neither empty nor JSON; and when a file that the run writes in its results folder
 * would replace an input or cannot be replaced, or something else has its place. May be asked again when there are new
 * checkpoints. Rank 0; not collective. */
int requested_outputs_check(const struct solve_options *o, const struct case_file *c);

/* Before the first change to the results: fails where a checkpoint or a frame of a series that the run writes from
 * iteration `first` to `last`, if it gets there, finds something else in its place. Rank 0; not collective. */
int requested_fields_check(const char *results, const struct case_file *c, int64_t first, int64_t last);

/* Rank 0, of a run that begins afresh: renames or removes, as superseded.h says, probes and series of an earlier run of
 * which this one has none. */
int requested_outputs_leave_old(const char *results, const struct case_file *c);

#endif
