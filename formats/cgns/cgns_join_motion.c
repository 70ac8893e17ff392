/* cgns_join_motion.c: a periodic motion made to fit the nodes that it joins.
 *
 * Angles and shifts are often kept in single precision, or with a few digits. First
 * the angle alone is corrected. Else the least-squares correction by a small
 * rotation w about the nodes' mean and a shift solves (sum |p|^2 E - p p') w =
 * sum p x r, p: moved nodes from their mean, r: what they miss (the linearized
 * Kabsch problem). A correction is taken when nodes then miss a tenth or less of
 * what they missed: the noise of coordinates is left alone.
 */
#include "cgns/cgns_join.h"

#include "vec3.h"

#include <math.h>

static struct vec3 moved(const struct raw_mesh *m, const struct cgns_motion *t, lid v)
{
    double x[3];
    for (int d = 0; d < 3; d++) {
        x[d] = t->translation[d];
        for (int e = 0; e < 3; e++)
            x[d] += t->rotation[d][e] * m->x[e][v];
    }
    return vec3_make(x[0], x[1], x[2]);
}

static double sum_of_squares(const struct raw_mesh *m, const struct cgns_motion *t, int64_t n, const lid *a,
                             const lid *b)
{
    double sum = 0.0;
    for (int64_t i = 0; i < n; i++) {
        struct vec3 r = vec3_sub(vec3_at(m->x, b[i]), moved(m, t, a[i]));
        sum += vec3_dot(r, r);
    }
    return sum;
}

/* x of a x = b, a symmetric: Cramer's rule; zero when a is singular (nodes on a line). */
static struct vec3 solve(double a[3][3], struct vec3 b)
{
    struct vec3 row[3];
    for (int d = 0; d < 3; d++)
        row[d] = vec3_make(a[d][0], a[d][1], a[d][2]);
    struct vec3 yz = vec3_cross(row[1], row[2]), zx = vec3_cross(row[2], row[0]), xy = vec3_cross(row[0], row[1]);
    /* The trace cubed has the determinant's unit: the test does not depend on the size of the mesh. */
    double determinant = vec3_dot(row[0], yz), size = a[0][0] + a[1][1] + a[2][2];
    if (!(fabs(determinant) > 1e-12 * size * size * size))
        return vec3_make(0.0, 0.0, 0.0);
    /* The cross products of the rows are the columns of the inverse times the determinant. */
    struct vec3 x = vec3_add(vec3_scale(b.x, yz), vec3_add(vec3_scale(b.y, zx), vec3_scale(b.z, xy)));
    return vec3_scale(1.0 / determinant, x);
}

/* v turned by the vector w (Rodrigues 1840). */
static struct vec3 turned(struct vec3 w, struct vec3 v)
{
    double angle = vec3_norm(w);
    if (angle == 0.0)
        return v;
    struct vec3 axis = vec3_scale(1.0 / angle, w);
    struct vec3 along = vec3_scale(vec3_dot(axis, v) * (1.0 - cos(angle)), axis);
    return vec3_add(vec3_add(vec3_scale(cos(angle), v), vec3_scale(sin(angle), vec3_cross(axis, v))), along);
}

static bool rotates(const struct cgns_motion *t)
{
    bool unit = true;
    for (int d = 0; d < 3; d++)
        for (int e = 0; e < 3; e++)
            unit = unit && t->rotation[d][e] == (d == e ? 1.0 : 0.0);
    return !unit;
}

/* The motion t, then a turn w about the point c, then a shift. */
static struct cgns_motion corrected(const struct cgns_motion *t, struct vec3 w, struct vec3 c, struct vec3 shift)
{
    struct cgns_motion f = {.moves = true};
    struct vec3 at = vec3_make(t->translation[0], t->translation[1], t->translation[2]);
    /* x -> c + shift + W (R x + t - c): the new translation is where x = 0 goes. */
    at = vec3_add(vec3_add(c, shift), turned(w, vec3_sub(at, c)));
    f.translation[0] = at.x;
    f.translation[1] = at.y;
    f.translation[2] = at.z;
    for (int e = 0; e < 3; e++) {
        struct vec3 column = turned(w, vec3_make(t->rotation[0][e], t->rotation[1][e], t->rotation[2][e]));
        f.rotation[0][e] = column.x;
        f.rotation[1][e] = column.y;
        f.rotation[2][e] = column.z;
    }
    return f;
}

/* Does `fit` miss a tenth or less of what t misses? Then t becomes it. */
static bool take(const struct raw_mesh *m, struct cgns_motion *t, struct cgns_motion fit, int64_t n, const lid *a,
                 const lid *b)
{
    for (int d = 0; d < 3; d++)
        fit.centre[d] = t->centre[d];
    /* A tenth of the distance is a hundredth of its square. */
    bool better = sum_of_squares(m, &fit, n, a, b) <= 0.01 * sum_of_squares(m, t, n, a, b);
    if (better)
        *t = fit;
    return better;
}

/* Corrects the angle alone, about the axis that the motion has. */
static bool fit_angle(const struct raw_mesh *m, struct cgns_motion *t, int64_t n, const lid *a, const lid *b)
{
    double(*r)[3] = t->rotation, moment = 0.0, inertia = 0.0;
    struct vec3 centre = vec3_make(t->centre[0], t->centre[1], t->centre[2]);
    /* The antisymmetric part of a rotation is sin(angle) times its axis: zero without rotation and, but for rounding,
     * at half a turn; fit_all() then does. */
    struct vec3 axis = vec3_make(r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]);
    if (vec3_norm(axis) == 0.0)
        return false;
    axis = vec3_scale(1.0 / vec3_norm(axis), axis);
    for (int64_t i = 0; i < n; i++) {
        struct vec3 y = moved(m, t, a[i]), p = vec3_sub(y, centre), arm = vec3_cross(axis, p);
        moment += vec3_dot(arm, vec3_sub(vec3_at(m->x, b[i]), y));
        inertia += vec3_dot(arm, arm);
    }
    /* The small angle of least squares: sum arm.(b - y) / sum arm.arm. */
    struct vec3 w = vec3_scale(inertia > 0.0 ? moment / inertia : 0.0, axis);
    return take(m, t, corrected(t, w, centre, vec3_make(0, 0, 0)), n, a, b);
}

/* Corrects all that a motion has. */
static void fit_all(const struct raw_mesh *m, struct cgns_motion *t, int64_t n, const lid *a, const lid *b)
{
    struct vec3 c = {0, 0, 0}, shift = {0, 0, 0}, moment = {0, 0, 0}, w = {0, 0, 0};
    double inertia[3][3] = {{0}};
    for (int64_t i = 0; i < n; i++) {
        struct vec3 y = moved(m, t, a[i]);
        c = vec3_add(c, vec3_scale(1.0 / (double)n, y));
        shift = vec3_add(shift, vec3_scale(1.0 / (double)n, vec3_sub(vec3_at(m->x, b[i]), y)));
    }
    for (int64_t i = 0; i < n; i++) {
        struct vec3 y = moved(m, t, a[i]), p = vec3_sub(y, c);
        double x[3] = {p.x, p.y, p.z}, square = vec3_dot(p, p);
        moment = vec3_add(moment, vec3_cross(p, vec3_sub(vec3_at(m->x, b[i]), y)));
        for (int d = 0; d < 3; d++)
            for (int e = 0; e < 3; e++)
                inertia[d][e] += (d == e ? square : 0.0) - x[d] * x[e];
    }
    if (rotates(t))
        w = solve(inertia, moment);
    take(m, t, corrected(t, w, c, shift), n, a, b);
}

void cgns_fit_motion(const struct raw_mesh *m, struct cgns_motion *t, int64_t n, const lid *a, const lid *b)
{
    if (!fit_angle(m, t, n, a, b))
        fit_all(m, t, n, a, b);
}
