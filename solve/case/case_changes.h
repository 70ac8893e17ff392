/* case_changes.h: the settings of a case as numbers, as a checkpoint keeps them, and what a restart has changed in
 * them.
 */
#ifndef UFV_SOLVE_CASE_CASE_CHANGES_H
#define UFV_SOLVE_CASE_CASE_CHANGES_H

#include "case/case_file.h"

/* Numbers at most, and characters of a sentence's list. */
enum { CASE_SETTINGS_MOST = 192, CASE_CHANGES_SIZE = 1024 };

/* Every key of case_options.inc in its order: words by their place in the list, switches 0 or 1, vectors number by
 * number, NAN what is not given. Returns how many there are. Not collective, as nothing here is. */
int case_settings(const struct case_file *c, double value[CASE_SETTINGS_MOST]);

/* "flow.mach 0.8 -> 0.84, numerics.order 1 -> 2": how the case differs from old[n]; "" where it does not, or n is not
 * what case_settings() gives (another version). Left out: [time] steps, what follows from other keys, and [flow]
 * alpha of a run with a target. "..." behind those that fit into text[size]. */
void case_changes(const struct case_file *c, const double *old, int n, size_t size, char *text);

#endif
