/* krylov.h: GMRES for a matrix that is known by its products only.
 *
 * Saad & Schultz 1986, preconditioned from the right by a fixed linear operator, so that one set
 * of vectors is enough (Saad 2003, Algorithm 9.5). Vectors are made orthogonal by classical
 * Gram-Schmidt twice (Giraud, Langou, Rozloznik & van den Eshof 2005), eight dot products at a
 * time. They are kept as floats or in 16 bits (kernels/vector.h; Aliaga, Anzt, Gruetzmacher, Quintana-Orti & Tomas
 * 2022), each rounded before the matrix is applied to it; products, sums and the solution are in double: a solution to
 * a few digits loses nothing by floats, one to two digits nothing by 16 bits, unless the matrix lengthens vectors much.
 * What 16 bits lose is known of each system without further products, and such a system is solved with floats, half
 * as many. Vectors of a rank are arrays of n numbers on the device; sums go over all ranks in rank order, so that all
 * of them decide alike. Memory is fixed: there is no restart.
 */
#ifndef UFV_SOLVE_SCHEME_KRYLOV_H
#define UFV_SOLVE_SCHEME_KRYLOV_H

#include "backend/backend.h"

enum { KRYLOV_VECTORS_MAX = 64 };

/* What is solved: A x = b. Collective, both; own is passed on, vectors [n] are on the device. */
struct krylov_problem {
    void *own;
    void (*product)(void *own, const stored *v, stored *to);      /* to = A v */
    void (*precondition)(void *own, const stored *v, stored *to); /* to = M v, M near the inverse of A, linear */
};

/* Arrays that are kept one way, and the kernels for that way. */
struct krylov_set {
    int most;                             /* arrays */
    void *vector[KRYLOV_VECTORS_MAX];     /* [n] float or uint16_t, device */
    struct kernel *dots, *lincomb, *keep; /* borrowed */
};

struct krylov {
    const struct backend *backend; /* borrowed */
    lid n;                         /* entries of a vector, this rank */
    void *memory;                  /* of both sets, device, owned, as are w and z */
    struct krylov_set vectors;     /* of krylov_solve(), as asked for; */
    struct krylov_set floats;      /* of krylov_pairs_reduce(), and of systems that 16 bits do not serve: as many as fit
                                      into the place of the vectors */
    bool in_floats;                /* the next system is solved with floats; kept from system to system */
    stored *w; /* [n] the right-hand side and the solution; in between the newest vector and its product */
    stored *z; /* [n] */
};

struct krylov_result {
    int vectors;      /* products made */
    double reduction; /* of the residual's norm; NAN: no number came out, and there is no solution */
    double loss;      /* what vectors of 16 bits leave beside that, an estimate; with floats, what they would leave */
    bool lost;        /* that is too much: there is no solution, and k->in_floats is set for another trial */
};

/* Allocates for vectors of n entries (this rank's; 0 is allowed), `most` of them: 1 .. KRYLOV_VECTORS_MAX, else
 * FATAL(). compact: in 16 bits, which serve krylov_solve() to a tolerance of no less than 1e-2. b: borrowed until
 * krylov_free(). Not collective, but most and compact are the same on all ranks. */
void krylov_create(const struct backend *b, lid n, int most, bool compact, struct krylov *k);

/* May be called where nothing was created (all zero). Not collective. */
void krylov_free(struct krylov *k);

/* Bytes of that on the device. Not collective. */
int64_t krylov_bytes(int64_t n, int most, bool compact);

/* Collective. The Euclidean norm over all ranks of v[n], on the device; the same on all. Waits for the compute
 * stream. */
double krylov_norm(struct krylov *k, const stored *v);

/* Collective; tolerance is the same on all ranks. k->w: the right-hand side b, then x: from zero to where the
 * residual's norm is at most `tolerance` times that of b, or the vectors are used up. Saad 2003, Algorithm 9.5. Where
 * the rounding to 16 bits would leave more than a share of the tolerance, `lost` is given back instead, and the caller
 * puts b into k->w again. The same result on all ranks. */
struct krylov_result krylov_solve(struct krylov *k, const struct krylov_problem *p, double tolerance);

/* Steps of a fixed-point iteration x <- x + M R(x) that remembers what each of its steps did to the residual, and takes
 * out of the next residual what those have taught: the generalised conjugate residual method (Eisenstat, Elman &
 * Schultz 1983) where R is linear, as nonlinear acceleration otherwise (Washio & Oosterlee 1997; Walker & Ni 2011). It
 * needs no evaluations of its own, and its arrays stand in the place of the vectors, so that krylov_solve() ends it.
 * They are floats whatever the vectors are: residuals and steps are kept too, which have no length of 1, and their
 * differences need the digits. Where there is room for no more steps the oldest is forgotten for the newest. */
enum { KRYLOV_PAIRS_MAX = (KRYLOV_VECTORS_MAX - 2) / 2 };
struct krylov_pairs {
    int count;                      /* of steps remembered, at most (krylov.floats.most - 2) / 2 */
    bool has_last;                  /* a step was made whose residual is yet to come */
    double share[KRYLOV_PAIRS_MAX]; /* [count] of each in the residual that was reduced last */
};

/* Forgets all steps. Not collective. */
void krylov_pairs_clear(struct krylov_pairs *p);

/* Collective. k->w: in, the residual R; out, what is left of it; k->z is overwritten. k: with room for at least 4
 * floats (8 vectors of 16 bits), lent to the pairs until krylov_pairs_clear(): krylov_solve() overwrites them. */
void krylov_pairs_reduce(struct krylov *k, struct krylov_pairs *p);

/* Not collective. k->z: in, M times what was left; out, the whole step, rounded, which must be made as it is or
 * be followed by krylov_pairs_clear(). In the compute stream. */
void krylov_pairs_complete(struct krylov *k, struct krylov_pairs *p);

#endif
