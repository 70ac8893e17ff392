/* case_hints.h: what is meant by sections, keys and words of other programs' case files, for the messages that
 * refuse them. None of these is accepted: a case file has one name for each thing. Not collective; static texts.
 */
#ifndef UFV_SOLVE_CASE_CASE_HINTS_H
#define UFV_SOLVE_CASE_CASE_HINTS_H

#include "config.h"

/* The section of that meaning, "flow" for "freestream"; NULL: none is known. */
const char *case_hint_section(const char *section);

/* What to write in place of a key that the section does not have, "write [flow] alpha, in degrees" for "aoa"; NULL: not
 * known. */
const char *case_hint_key(const char *section, const char *key);

/* What to write in place of a value that the key does not take, "write sa or sst" for "rans"; NULL: not known. */
const char *case_hint_value(const char *section, const char *key, const char *value);

/* The end of a message that refuses a number out of the range of its key: "; 8 decades are a drop by 1e-8", or "". */
const char *case_hint_range(const char *section, const char *key, double value);

/* Fails: the entry's value is none of choices, "a|b|c", with the word that is probably meant: another program's, one of
 * choices in capital letters, or the nearest. */
int case_refuse_word(const struct config *c, const struct config_entry *e, const char *choices);

#endif
