/* vector3.h: products of vectors in space as geometry in double has them (common/vec3.h has them as structs).
 */
#ifndef UFV_SOLVE_MESH_VECTOR3_H
#define UFV_SOLVE_MESH_VECTOR3_H

static inline double vector3_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* out = a x b; out must be neither a nor b. */
static inline void vector3_cross(const double a[3], const double b[3], double out[3])
{
    for (int d = 0; d < 3; d++)
        out[d] = a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3];
}

#endif
