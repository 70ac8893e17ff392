/* Rotations with translations: products, inverses, their names, and the table that numbers them. */
#include "transform.h"

#include "error.h"
#include "mem.h"

#include <stdio.h>
#include <string.h>

struct transform transform_identity(void)
{
    return (struct transform){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
}

struct vec3 transform_vector(const struct transform *t, struct vec3 v)
{
    const double(*r)[3] = t->rotation;
    return vec3_make(r[0][0] * v.x + r[0][1] * v.y + r[0][2] * v.z, r[1][0] * v.x + r[1][1] * v.y + r[1][2] * v.z,
                     r[2][0] * v.x + r[2][1] * v.y + r[2][2] * v.z);
}

struct vec3 transform_point(const struct transform *t, struct vec3 x)
{
    return vec3_add(transform_vector(t, x), vec3_make(t->translation[0], t->translation[1], t->translation[2]));
}

static void set_translation(struct transform *t, struct vec3 v)
{
    t->translation[0] = v.x;
    t->translation[1] = v.y;
    t->translation[2] = v.z;
}

/* The rotation's transpose. 0 - x in place of -x: no component is a minus zero, which messages would show. */
struct transform transform_inverse(const struct transform *t)
{
    struct transform i;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            i.rotation[a][b] = t->rotation[b][a];
    set_translation(&i, vec3_make(0, 0, 0));
    struct vec3 back = transform_vector(&i, vec3_make(t->translation[0], t->translation[1], t->translation[2]));
    set_translation(&i, vec3_make(0.0 - back.x, 0.0 - back.y, 0.0 - back.z));
    return i;
}

/* First b, then a.
 * (a b) x = a(b(x)): rotation R_a R_b, translation R_a t_b + t_a. */
static struct transform product(const struct transform *a, const struct transform *b)
{
    struct transform p;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            p.rotation[i][j] = a->rotation[i][0] * b->rotation[0][j] + a->rotation[i][1] * b->rotation[1][j] +
                               a->rotation[i][2] * b->rotation[2][j];
    set_translation(&p, transform_point(a, vec3_make(b->translation[0], b->translation[1], b->translation[2])));
    return p;
}

/* cos I + (1 - cos) k k^T + sin [k], k the unit vector of the axis and [k] v = k x v. */
struct transform transform_rotation(double angle, struct vec3 axis, struct vec3 centre, struct vec3 translation)
{
    struct transform t = transform_identity();
    double c = cos(angle), s = sin(angle), length = vec3_norm(axis);
    double k[3] = {axis.x / length, axis.y / length, axis.z / length};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t.rotation[i][j] = (i == j ? c : 0.0) + (1.0 - c) * k[i] * k[j];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3;
        t.rotation[j][i] += s * k[l];
        t.rotation[i][j] -= s * k[l];
    }
    /* x' = R (x - centre) + centre + translation. */
    set_translation(&t, vec3_add(translation, vec3_sub(centre, transform_vector(&t, centre))));
    return t;
}

/* Angle and axis from the matrix: the antisymmetric part is sin(angle) times the axis, the trace 1 + 2
 * cos(angle). Near half a turn the sine vanishes and the symmetric part gives the axis. */
void transform_describe(const struct transform *t, size_t size, char *text)
{
    const double(*r)[3] = t->rotation;
    struct vec3 twist = vec3_make(r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]);
    double sine = 0.5 * vec3_norm(twist), cosine = 0.5 * (r[0][0] + r[1][1] + r[2][2] - 1.0);
    double degrees = atan2(sine, cosine) * DEGREES_PER_RADIAN;
    struct vec3 axis = twist;
    if (sine < 1e-6) /* half a turn: the axis is a column of R + 1 */
        for (int j = 0; j < 3; j++) {
            struct vec3 column = vec3_make(r[0][j] + (j == 0), r[1][j] + (j == 1), r[2][j] + (j == 2));
            axis = vec3_norm(column) > vec3_norm(axis) ? column : axis;
        }
    axis = vec3_scale(1.0 / (vec3_norm(axis) > 0.0 ? vec3_norm(axis) : 1.0), axis);
    int used = 0;
    if (degrees > 1e-6)
        used = snprintf(text, size, "rotation by %.6g deg about (%.6g, %.6g, %.6g)", degrees, axis.x + 0.0,
                        axis.y + 0.0, axis.z + 0.0);
    const double *v = t->translation;
    if ((used == 0 || v[0] != 0.0 || v[1] != 0.0 || v[2] != 0.0) && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, "%stranslation (%.6g, %.6g, %.6g)", used ? ", " : "", v[0], v[1],
                 v[2]);
}

/* ---- the table ----
 *
 * Two transforms are one where they take the corners of a box (the probes) to the same places, to a thousandth of the
 * least way that an interface's transform moves one. Products of rotations come back to the identity so, whatever
 * their rounding.
 */

/* Largest distance (m) between the images of a corner of the box. A rotation about a far axis and a
 * translation can agree at one point, not at eight corners. */
static double difference(const struct transform_table *t, const struct transform *a, const struct transform *b)
{
    double most = 0.0;
    for (int i = 0; i < TRANSFORM_PROBES; i++) {
        double d = vec3_norm(vec3_sub(transform_point(a, t->probe[i]), transform_point(b, t->probe[i])));
        most = d > most ? d : most;
    }
    return most;
}

/* Largest distance (m) by which a moves a probe. */
static double displacement(const struct transform_table *t, const struct transform *a)
{
    return difference(t, a, &t->item[0]);
}

/* With n = 0 the tolerance stays infinite, and whatever is added counts as the identity. */
void transform_table_init(struct transform_table *t, struct vec3 low, struct vec3 high, int n,
                          const struct transform *generator)
{
    memset(t, 0, sizeof *t);
    for (int i = 0; i < TRANSFORM_PROBES; i++)
        t->probe[i] = vec3_make(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    MEM_NEW(t->item, TRANSFORM_MOST);
    MEM_NEW(t->product, TRANSFORM_MOST * TRANSFORM_MOST);
    memset(t->product, -1, (size_t)TRANSFORM_MOST * TRANSFORM_MOST * sizeof *t->product);
    t->item[t->n++] = transform_identity();
    t->tolerance = HUGE_VAL;
    for (int i = 0; i < n; i++)
        t->tolerance = fmin(t->tolerance, 1e-3 * displacement(t, &generator[i]));
}

void transform_table_free(struct transform_table *t)
{
    MEM_FREE(t->item);
    MEM_FREE(t->product);
    t->n = 0;
}

/* A linear search; products, which are asked for again and again, are remembered (transform_table_product()). */
int transform_table_add(struct transform_table *t, const struct transform *a)
{
    for (int i = 0; i < t->n; i++)
        if (difference(t, a, &t->item[i]) <= t->tolerance)
            return i;
    if (t->n == TRANSFORM_MOST) {
        error_set("the periodic interfaces make more than %d images of the mesh; nodes on the axis of a "
                  "rotation need an angle that divides 360 degrees",
                  TRANSFORM_MOST);
        return -1;
    }
    t->item[t->n] = *a;
    return t->n++;
}

int transform_table_product(struct transform_table *t, int a, int b)
{
    if (a < 0 || b < 0)
        return -1;
    int *known = &t->product[a * TRANSFORM_MOST + b];
    if (*known < 0) {
        struct transform p = product(&t->item[a], &t->item[b]);
        *known = transform_table_add(t, &p);
    }
    return *known;
}

int transform_table_inverse(struct transform_table *t, int a)
{
    struct transform i = transform_inverse(&t->item[a]);
    return transform_table_add(t, &i);
}
