/* vec3.h: vectors of three numbers, by value: sums, multiples, products and length; and how angles are given. */
#ifndef UFV_COMMON_VEC3_H
#define UFV_COMMON_VEC3_H

#include <math.h>
#include <stdint.h>

#define DEGREES_PER_RADIAN 57.29577951308232

struct vec3 {
    double x, y, z;
};

static inline struct vec3 vec3_make(double x, double y, double z)
{
    struct vec3 v = {x, y, z};
    return v;
}

/* Item i of three arrays of components. */
static inline struct vec3 vec3_at(double *const x[3], int64_t i)
{
    return vec3_make(x[0][i], x[1][i], x[2][i]);
}

static inline struct vec3 vec3_add(struct vec3 a, struct vec3 b)
{
    return vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline struct vec3 vec3_sub(struct vec3 a, struct vec3 b)
{
    return vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline struct vec3 vec3_scale(double s, struct vec3 a)
{
    return vec3_make(s * a.x, s * a.y, s * a.z);
}

static inline double vec3_dot(struct vec3 a, struct vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vec3 vec3_cross(struct vec3 a, struct vec3 b)
{
    return vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double vec3_norm(struct vec3 a)
{
    return sqrt(vec3_dot(a, a));
}

#endif
