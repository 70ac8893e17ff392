/* gradient_methods.h: the methods that gradients of cells are found by, once: their
 * enumerators, their kernels, their words in the case file and the text of the reference
 * come from these rows.
 */
#ifndef UFV_SOLVE_PHYSICS_GRADIENT_METHODS_H
#define UFV_SOLVE_PHYSICS_GRADIENT_METHODS_H

/* ROW(kernel, ENUMERATOR, word, what, ...): the name in its kernels (gradient.lsq_of_4.sa),
 * GRADIENT_ENUMERATOR, the case file's word and its explanation there. gradient_find() of
 * kernels/gradient.h calls them. The arguments behind ROW are passed on; none: an empty one. */
#define GRADIENT_METHODS(ROW, ...)                                                                 \
    ROW(lsq, LSQ, "lsq", "weighted least squares over face neighbours", __VA_ARGS__)               \
    ROW(face, FACE, "face", "Green-Gauss with values interpolated between the two cells", __VA_ARGS__) \
    ROW(node, NODE, "node", "node-averaged Green-Gauss", __VA_ARGS__)                              \
    ROW(node_lsq, NODE_LSQ, "node-lsq", "cell mean of least squares about each node, for tetrahedra", __VA_ARGS__)

#define GRADIENT_ENUMERATOR(kernel, NAME, word, what, ...) GRADIENT_##NAME,
enum gradient_method { GRADIENT_METHODS(GRADIENT_ENUMERATOR, ) };
#undef GRADIENT_ENUMERATOR

#endif
