/* kernel_part.h: one part of the kernels as a file of a back end compiles it: the rows of
 * kernels/kernels_of_equations.inc for one set of equations or, with PART_SHARED, those of kernels/kernels_shared.inc.
 * Included after PART_NAME is defined: the set's name in EQUATIONS (arithmetic/equations.h), which the Makefile gives,
 * or `shared`.
 */
#ifndef UFV_SOLVE_BACKEND_KERNEL_PART_H
#define UFV_SOLVE_BACKEND_KERNEL_PART_H

#include "backend/backend.h"

/* Names: update_of_4_sa for functions, "update.of_4.sa" for people. */
#define PASTE_2_(a, b) a##b
#define PASTE_2(a, b) PASTE_2_(a, b)
#define PASTE_(a, b, c) a##_##b##_##c
#define PASTE(a, b, c) PASTE_(a, b, c)
/* macro(arguments) with the arguments expanded first: a pasted name is one token then. */
#define EXPANDED(macro, ...) macro(__VA_ARGS__)
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#ifdef PART_SHARED
#define PART_ROWS "kernels/kernels_shared.inc"
#define KERNEL_TEXT(family, variant) #family "." #variant
#define KERNEL_EQUATIONS EQUATIONS_ANY
#else
#define PART_ROWS "kernels/kernels_of_equations.inc"
#define KERNEL_TEXT(family, variant) #family "." #variant "." TEXT(PART_NAME)
#define KERNEL_EQUATIONS PART_EQUATIONS

/* PART_EQUATIONS: the enumerator of the set that is called PART_NAME. */
#define PART_ENUMERATOR(name, NAME, ...) part_##name = EQUATIONS_##NAME,
enum { EQUATIONS(PART_ENUMERATOR, ) };
#undef PART_ENUMERATOR
#define PART_EQUATIONS ((int)PASTE_2(part_, PART_NAME))
#endif

#endif
