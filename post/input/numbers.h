/* numbers.h: numbers in a word of the command line.
 */
#ifndef UFV_POST_INPUT_NUMBERS_H
#define UFV_POST_INPUT_NUMBERS_H

/* Reads n finite numbers, each followed by its character of separators[n - 1], as "1,2,3" with ",,". missing: [n] what
 * a number that is left out in a range ("0:") is; NULL: none may be. x: [n]. Nonzero, without a message, when the text
 * is something else. */
int numbers_read(const char *text, const char *separators, int n, const double *missing, double *x);

#endif
