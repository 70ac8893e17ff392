/* precision.h: one program for each precision (real.h). ufv-solve is compiled in
 * double; when the case asks for another precision, the program of that name takes
 * its place.
 */
#ifndef UFV_SOLVE_RUN_PRECISION_H
#define UFV_SOLVE_RUN_PRECISION_H

#include "config.h"

/* Does not return when the case file at `path`, with the assignments of --set on top,
 * asks for another precision than this program's and the program for it is found:
 * beside this one, or in ../libexec/ufv. Before MPI_Init(); what is wrong with the
 * file is left to its real reading. */
void precision_switch(const char *path, const char *const *assignments, int n_assignments, char **argv);

/* Is the precision a case asks for (checked to be a known one) this program's? */
int precision_check(const char *wanted);

#endif
