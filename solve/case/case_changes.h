/* case_changes.h: the settings of a case as numbers, as a checkpoint keeps them, and what a restart has changed in
 * them.
 */
#ifndef UFV_SOLVE_CASE_CASE_CHANGES_H
#define UFV_SOLVE_CASE_CASE_CHANGES_H

#include "case/case_file.h"

/* Numbers at most, and characters of a sentence's list. */
enum { CASE_SETTINGS_MOST = 256, CASE_CHANGES_SIZE = 1024 };

/* Every key of the case file, the core's first (case_table.h). */
struct case_settings {
    int n;                            /* 0: unknown */
    double value[CASE_SETTINGS_MOST]; /* [n] words by their place in the list, switches 0 or 1, vectors number by
                                         number, NAN what is not given */
    int n_keys;
    double keys;                      /* a number that stands for the names of the keys in their order; NAN: unknown */
    double given[CASE_SETTINGS_MOST]; /* [n_keys] 1: by the user, in the case file or by --set; 0: the default, or
                                         worked out by the program */
};

/* s: out. Not collective, as nothing here is. */
void case_settings(const struct case_file *c, struct case_settings *s);

/* "flow.mach 0.8 -> 0.84, numerics.order 1 -> 2": how the case differs from the old one in keys that the user gives now
 * or gave then, with the values that are in effect; "" where it does not, or the keys of `old` are not those of this
 * program. Left out: [time] steps, keys that have been given neither time, and so follow from others, and
 * those that features set. "..." behind those that fit into text[size]. */
void case_changes(const struct case_file *c, const struct case_settings *old, size_t size, char *text);

#endif
