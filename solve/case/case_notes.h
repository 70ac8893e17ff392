/* case_notes.h: what is allowed in a case file but often a slip.
 */
#ifndef UFV_SOLVE_CASE_CASE_NOTES_H
#define UFV_SOLVE_CASE_CASE_NOTES_H

#include "case/case_file.h"

#include <stdio.h>

/* Prints to f, one line each: small angles that look like radians, a Reynolds number that nothing
 * uses, one whose length was not given, and wind through symmetry planes. across_symmetry: the
 * mean of |wind . normal| over the faces of symmetry patches, 0 to 1. Not collective; rank 0 calls it. */
void case_notes(struct case_file *c, double across_symmetry, FILE *f);

#endif
