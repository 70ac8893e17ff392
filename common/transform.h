/* transform.h: rotations with translations, and the finite set of them that the
 * images behind periodic faces are made with.
 */
#ifndef UFV_COMMON_TRANSFORM_H
#define UFV_COMMON_TRANSFORM_H

#include "vec3.h"

#include <stddef.h>

/* A point x goes to rotation x + translation. */
struct transform {
    double rotation[3][3];  /* proper: orthonormal, determinant 1 */
    double translation[3];  /* m */
};

/* Moves nothing. */
struct transform transform_identity(void);
/* Takes back what t did: the transposed rotation. */
struct transform transform_inverse(const struct transform *t);
/* Rotation about the axis through centre (Rodrigues 1840), then a translation.
 * angle: radians, right-handed; axis: of any length but 0. */
struct transform transform_rotation(double angle, struct vec3 axis, struct vec3 centre, struct vec3 translation);

/* Of a point (m), and of a vector, which turns only. */
struct vec3 transform_point(const struct transform *t, struct vec3 x);
struct vec3 transform_vector(const struct transform *t, struct vec3 v);

/* "translation (1, 0, 0)", "rotation by 30 deg about (0, 0, 1)", ...: text [size], 200 are enough; the axis lies
 * anywhere. */
void transform_describe(const struct transform *t, size_t size, char *text);

/* Transforms by number; 0 is the identity. Two are the same when they move the
 * probes to the same places: the products of periodic transforms form a group
 * whose members lie far apart, so that rounding, and angles that a file holds in
 * single precision, are told from another member. */
enum { TRANSFORM_MOST = 1024, TRANSFORM_PROBES = 8 };

struct transform_table {
    int n;
    struct transform *item;               /* [n] */
    int *product;                         /* [TRANSFORM_MOST][TRANSFORM_MOST] number of a b, -1: not yet asked for */
    struct vec3 probe[TRANSFORM_PROBES];  /* corners of the mesh's bounding box */
    double tolerance;                     /* m */
};

/* low, high: corners of the bounding box. The smallest displacement among the n
 * generators sets the tolerance. The table holds the identity alone then. Free it with transform_table_free(), which
 * accepts a zeroed one. */
void transform_table_init(struct transform_table *t, struct vec3 low, struct vec3 high, int n,
                          const struct transform *generator);
void transform_table_free(struct transform_table *t);

/* The number of a transform, which is added when it is new; -1 (with error_set())
 * when TRANSFORM_MOST are there already. */
int transform_table_add(struct transform_table *t, const struct transform *a);
/* The number of the product a b (first b, then a), which is added when it is new; -1 as above, and where a or b is
 * -1. */
int transform_table_product(struct transform_table *t, int a, int b);
/* The number of the inverse of a (0 .. n - 1), which is added when it is new; -1 as above. */
int transform_table_inverse(struct transform_table *t, int a);

#endif
