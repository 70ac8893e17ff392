/* implicit_bench.h: what the pieces of an implicit step take, for --bench. */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_BENCH_H
#define UFV_SOLVE_SCHEME_IMPLICIT_BENCH_H

#include "scheme/integrator.h"

/* A piece of the work of a step: what it takes on this rank and moves at least. */
struct implicit_piece {
    const char *name; /* a literal */
    double seconds;
    double bytes;     /* that arrays of the mesh's size are read and written with, each once */
};
enum { IMPLICIT_PIECES = 5 };

/* Collective. it: of integrator_implicit. Does the pieces of a step from an evaluated state to the same; how many there
 * are, and what each took. */
int implicit_pieces(struct integrator *it, struct implicit_piece piece[IMPLICIT_PIECES]);

#endif
