/* precision.h: one program for each precision (arithmetic/real.h). ufv-solve is compiled in
 * double; when the case asks for another precision, the program of that name takes
 * its place.
 */
#ifndef UFV_SOLVE_RUN_PRECISION_H
#define UFV_SOLVE_RUN_PRECISION_H

#include "config.h"

/* Does not return when the case file at `path`, with the assignments of --set on top,
 * asks for another precision than this program's and the program for it is found:
 * beside this one, or in ../libexec/ufv. Before MPI_Init(); what is wrong with the
 * file is left to its real reading. argv: main's, as the other program gets it. Not collective; every
 * rank's process calls it and decides alike. */
void precision_switch(const char *path, const char *const *assignments, int n_assignments, char **argv);

/* Is the precision a case asks for (checked to be a known one) this program's? Fails with a sentence
 * that says which program is missing or to be started. Not collective. */
int precision_check(const char *wanted);

#endif
