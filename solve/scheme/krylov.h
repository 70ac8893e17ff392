/* krylov.h: GMRES for a matrix that is known by its products only.
 *
 * Saad & Schultz 1986, preconditioned from the right by a fixed linear operator, so that one set
 * of vectors is enough (Saad 2003, Algorithm 9.5). Vectors are made orthogonal by classical
 * Gram-Schmidt twice (Giraud, Langou, Rozloznik & van den Eshof 2005), eight dot products at a
 * time. They are kept as floats, each rounded before the matrix is applied to it; products, sums and the
 * solution are in double: a solution to a few digits loses nothing by that. Vectors of a rank are arrays of n
 * numbers on the device; sums go over all ranks in rank order, so that all of them decide alike. Memory is fixed:
 * there is no restart.
 */
#ifndef UFV_SOLVE_SCHEME_KRYLOV_H
#define UFV_SOLVE_SCHEME_KRYLOV_H

#include "backend/backend.h"

enum { KRYLOV_VECTORS_MAX = 64 };

/* What is solved: A x = b. Collective, both; own is passed on, vectors [n] are on the device. */
struct krylov_problem {
    void *own;
    void (*product)(void *own, const double *v, double *to);      /* to = A v */
    void (*precondition)(void *own, const double *v, double *to); /* to = M v, M near the inverse of A, linear */
};

struct krylov {
    const struct backend *backend; /* borrowed */
    lid n;                         /* entries of a vector, this rank */
    int most;                      /* vectors */
    float *vector[KRYLOV_VECTORS_MAX + 1]; /* [n] device, owned, as are the following */
    double *side; /* [n] the right-hand side and the solution; in between the newest vector and its product */
    double *work; /* [n] */
};

struct krylov_result {
    int vectors;      /* products made */
    double reduction; /* of the residual's norm; NAN: no number came out, and there is no solution */
};

/* Allocates for vectors of n entries (this rank's; 0 is allowed), `most` of them: 1 .. KRYLOV_VECTORS_MAX, else
 * FATAL(). b: borrowed until krylov_free(). Not collective, but most is the same on all ranks. */
void krylov_create(const struct backend *b, lid n, int most, struct krylov *k);

/* May be called where nothing was created (all zero). Not collective. */
void krylov_free(struct krylov *k);

/* Bytes of that on the device. Not collective. */
int64_t krylov_bytes(int64_t n, int most);

/* Collective. The Euclidean norm over all ranks of v[n], on the device; the same on all. Waits for the compute
 * stream. */
double krylov_norm(struct krylov *k, const double *v);

/* Collective; tolerance is the same on all ranks. k->side: the right-hand side b, then x: from zero to where the
 * residual's norm is at most `tolerance` times that of b, or the vectors are used up. Saad 2003, Algorithm 9.5. The
 * same result on all ranks. */
struct krylov_result krylov_solve(struct krylov *k, const struct krylov_problem *p, double tolerance);

#endif
