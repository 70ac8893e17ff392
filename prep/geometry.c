#include "geometry.h"

#include "mem.h"
#include "vec3.h"

#include <string.h>

static struct vec3 node_at(const struct mesh *m, lid v)
{
    return vec3_make(m->x[0][v], m->x[1][v], m->x[2][v]);
}

static void store(double *array, int64_t n, int64_t i, struct vec3 v)
{
    array[i] = v.x;
    array[n + i] = v.y;
    array[2 * n + i] = v.z;
}

struct triangle {
    struct vec3 corner[3];
};

/* Triangles of a face; the last corner is the vertex mean for n > 3. */
static int face_triangles(const struct mesh *m, int64_t f)
{
    int n = (int)(m->face_node_offset[f + 1] - m->face_node_offset[f]);
    return n == 3 ? 1 : n;
}

static struct vec3 face_mean(const struct mesh *m, int64_t f)
{
    const lid *node = m->face_node + m->face_node_offset[f];
    int n = (int)(m->face_node_offset[f + 1] - m->face_node_offset[f]);
    struct vec3 first = node_at(m, node[0]), sum = {0, 0, 0};
    /* Offsets from the first node keep the digits of small faces far from the origin. */
    for (int i = 1; i < n; i++)
        sum = vec3_add(sum, vec3_sub(node_at(m, node[i]), first));
    return vec3_add(first, vec3_scale(1.0 / n, sum));
}

static struct triangle face_triangle(const struct mesh *m, int64_t f, int t, struct vec3 mean)
{
    const lid *node = m->face_node + m->face_node_offset[f];
    int n = (int)(m->face_node_offset[f + 1] - m->face_node_offset[f]);
    struct triangle s = {{node_at(m, node[t]), node_at(m, node[(t + 1) % n]), n == 3 ? node_at(m, node[2]) : mean}};
    return s;
}

static struct vec3 triangle_area(const struct triangle *t)
{
    return vec3_scale(0.5, vec3_cross(vec3_sub(t->corner[1], t->corner[0]), vec3_sub(t->corner[2], t->corner[0])));
}

/* Centroid of the triangle as seen from r. */
static struct vec3 triangle_arm(const struct triangle *t, struct vec3 r)
{
    struct vec3 sum = vec3_add(vec3_sub(t->corner[0], r), vec3_sub(t->corner[1], r));
    return vec3_scale(1.0 / 3.0, vec3_add(sum, vec3_sub(t->corner[2], r)));
}

static void compute_face(const struct mesh *m, int64_t f, struct vec3 *normal, struct vec3 *centroid)
{
    int n = face_triangles(m, f);
    struct vec3 mean = face_mean(m, f), arm = {0, 0, 0};
    *normal = vec3_make(0, 0, 0);
    for (int t = 0; t < n; t++) {
        struct triangle s = face_triangle(m, f, t, mean);
        *normal = vec3_add(*normal, triangle_area(&s));
    }
    double square = vec3_dot(*normal, *normal);
    if (n > 1 && square > 0.0)
        for (int t = 0; t < n; t++) {
            struct triangle s = face_triangle(m, f, t, mean);
            double weight = vec3_dot(triangle_area(&s), *normal) / square;
            arm = vec3_add(arm, vec3_scale(weight, triangle_arm(&s, mean)));
        }
    *centroid = vec3_add(mean, arm);
}

static void compute_cell(const struct mesh *m, lid c, double *volume, struct vec3 *centroid)
{
    double x[3];
    mesh_cell_place(m, c, x);
    struct vec3 r = vec3_make(x[0], x[1], x[2]), moment = {0, 0, 0};
    double sum = 0.0;
    for (int64_t i = m->cell_face_offset[c]; i < m->cell_face_offset[c + 1]; i++) {
        lid f = m->cell_face[i];
        double sign = m->left[f] == c ? 1.0 / 3.0 : -1.0 / 3.0;
        struct vec3 mean = face_mean(m, f);
        int n = face_triangles(m, f);
        for (int t = 0; t < n; t++) {
            struct triangle s = face_triangle(m, f, t, mean);
            struct vec3 arm = triangle_arm(&s, r);
            double part = sign * vec3_dot(arm, triangle_area(&s));
            sum += part;
            /* A tetrahedron's centroid is three quarters of the way to its base's. */
            moment = vec3_add(moment, vec3_scale(0.75 * part, arm));
        }
    }
    *volume = sum;
    *centroid = sum != 0.0 ? vec3_add(r, vec3_scale(1.0 / sum, moment)) : r;
}

void metrics_compute(const struct mesh *m, struct metrics *g)
{
    g->n_faces = m->n_faces;
    g->n_cells = m->n_cells;
    MEM_NEW(g->normal, 3 * m->n_faces);
    MEM_NEW(g->face_centroid, 3 * m->n_faces);
    MEM_NEW(g->volume, m->n_cells);
    MEM_NEW(g->centroid, 3 * m->n_cells);
#pragma omp parallel for schedule(static)
    for (int64_t f = 0; f < m->n_faces; f++) {
        struct vec3 normal, centroid;
        compute_face(m, f, &normal, &centroid);
        store(g->normal, m->n_faces, f, normal);
        store(g->face_centroid, m->n_faces, f, centroid);
    }
#pragma omp parallel for schedule(static)
    for (int64_t c = 0; c < m->n_cells; c++) {
        struct vec3 centroid;
        compute_cell(m, (lid)c, &g->volume[c], &centroid);
        store(g->centroid, m->n_cells, c, centroid);
    }
}

void metrics_free(struct metrics *g)
{
    mem_free(g->normal);
    mem_free(g->face_centroid);
    mem_free(g->volume);
    mem_free(g->centroid);
    memset(g, 0, sizeof *g);
}
