/* case_notes.h: what is allowed in a case file but often a slip. */
#ifndef UFV_SOLVE_CASE_NOTES_H
#define UFV_SOLVE_CASE_NOTES_H

#include "case_file.h"

#include <stdio.h>

/* One line each: small angles that look like radians, a Reynolds number that nothing
 * uses, and one whose length was not given. */
void case_notes(struct case_file *c, FILE *f);

#endif
