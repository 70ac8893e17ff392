/* kernel_variants.h: the variants in which families of kernels are compiled (kernels/kernels_of_equations.inc,
 * kernels/kernels_shared.inc): VARIANTS_NAME(V, ...) is V(variant, place, ...) for each of them, with the arguments
 * behind V passed on. variant: the second part of the kernel's name; place: a number that tells it from the family's
 * others, by which the solver finds it (backend/kernel_table.h) and which its body knows as a constant.
 */
#ifndef UFV_SOLVE_KERNELS_KERNEL_VARIANTS_H
#define UFV_SOLVE_KERNELS_KERNEL_VARIANTS_H

#include "arithmetic/equations.h"
#include "physics/gradient_methods.h"
#include "physics/inviscid_low_mach.h"

/* The place of a variant of two choices: a method, and a width below 16: the widest row of the slice table (ROWS_OF_4,
 * ROWS_TO_6 or ROWS_ANY, kernels/face_geometry.h) or the number of variables. Both again from a place. */
#define KERNEL_PLACE(method, width) (16 * (int)(method) + (int)(width))
#define PLACE_METHOD(place) ((int)(place) / 16)
#define PLACE_WIDTH(place) ((int)(place) % 16)

#define VARIANTS_ONE(V, ...) V(all, 0, __VA_ARGS__)

/* Frame and walls: enum frame_kind. */
#define VARIANTS_FRAMES(V, ...)                                                                                        \
    V(all, FRAME_RESTS, __VA_ARGS__) V(moving, FRAME_MOVES, __VA_ARGS__) V(modelled, WALLS_MODELLED, __VA_ARGS__)
#define VARIANTS_WALLS(V, ...) V(all, FRAME_RESTS, __VA_ARGS__) V(modelled, WALLS_MODELLED, __VA_ARGS__)

/* The widest row of the slice table. */
#define VARIANTS_ROWS(V, ...)                                                                                          \
    V(of_4, KERNEL_PLACE(0, ROWS_OF_4), __VA_ARGS__)                                                                   \
    V(to_6, KERNEL_PLACE(0, ROWS_TO_6), __VA_ARGS__)                                                                   \
    V(any, KERNEL_PLACE(0, ROWS_ANY), __VA_ARGS__)

/* Gradient methods by rows. */
#define GRADIENT_VARIANT(kernel, NAME, word, what, V, ...)                                                             \
    V(kernel##_of_4, KERNEL_PLACE(GRADIENT_##NAME, ROWS_OF_4), __VA_ARGS__)                                            \
    V(kernel##_to_6, KERNEL_PLACE(GRADIENT_##NAME, ROWS_TO_6), __VA_ARGS__)                                            \
    V(kernel##_any, KERNEL_PLACE(GRADIENT_##NAME, ROWS_ANY), __VA_ARGS__)
#define VARIANTS_GRADIENTS(V, ...) GRADIENT_METHODS(GRADIENT_VARIANT, V, __VA_ARGS__)

/* Flux schemes, and their forms for low Mach numbers. */
#define FLUX_VARIANT(kernel, NAME, word, what, takes, call, V, ...) V(kernel, FLUX_##NAME, __VA_ARGS__)
#define FLUX_LOW_MACH_VARIANT(kernel, NAME, of, call, V, ...) V(kernel, FLUX_##NAME, __VA_ARGS__)
#define VARIANTS_FLUXES(V, ...)                                                                                        \
    FLUX_SCHEMES(FLUX_VARIANT, V, __VA_ARGS__) LOW_MACH_SCHEMES(FLUX_LOW_MACH_VARIANT, V, __VA_ARGS__)
/* Any flux scheme but FLUX_KEEP, and that. */
#define VARIANTS_KEEPS(V, ...) V(all, 0, __VA_ARGS__) V(keep, 1, __VA_ARGS__)

/* Numbers of variables, and how entries of the Jacobian are stored. */
#define WIDTH_VARIANT(n, V, ...) V(of_##n, n, __VA_ARGS__)
#define VARIANTS_WIDTHS(V, ...) EQUATIONS_WIDTHS(WIDTH_VARIANT, V, __VA_ARGS__)
#define VARIANTS_STORAGES(V, ...) V(single, JACOBIAN_SINGLE, __VA_ARGS__) V(half, JACOBIAN_HALF, __VA_ARGS__)
#define SWEEP_VARIANT(n, V, ...)                                                                                       \
    V(of_##n, KERNEL_PLACE(JACOBIAN_SINGLE, n), __VA_ARGS__) V(half_of_##n, KERNEL_PLACE(JACOBIAN_HALF, n), __VA_ARGS__)
#define VARIANTS_SWEEPS(V, ...) EQUATIONS_WIDTHS(SWEEP_VARIANT, V, __VA_ARGS__)
/* How vectors are stored. */
#define VARIANTS_VECTORS(V, ...) V(float, VECTOR_FLOAT, __VA_ARGS__) V(compact, VECTOR_COMPACT, __VA_ARGS__)

#endif
