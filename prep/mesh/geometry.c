/* Areas, volumes and centroids by splitting faces into triangles and cells into tetrahedra: the formulas of
 * geometry.h. */
#include "mesh/geometry.h"

#include "mem.h"

#include <string.h>

/* The nodes around a face. */
struct polygon {
    const double *const *x; /* [3][nodes] */
    int n;
    const lid *node; /* [n] */
};

static struct polygon polygon_of_face(const struct mesh *m, int64_t f)
{
    int64_t begin = m->face_node_offset[f];
    return (struct polygon){(const double *const *)m->x, (int)(m->face_node_offset[f + 1] - begin),
                            m->face_node + begin};
}

/* Components one after another, n apart, as metrics.centroid has them. */
static void store(double *array, int64_t n, int64_t i, struct vec3 v)
{
    array[i] = v.x;
    array[n + i] = v.y;
    array[2 * n + i] = v.z;
}

static inline struct vec3 corner(const struct polygon *g, int i)
{
    return vec3_make(g->x[0][g->node[i]], g->x[1][g->node[i]], g->x[2][g->node[i]]);
}

struct triangle {
    struct vec3 corner[3];
};

/* Triangles of a face; the last corner is the vertex mean for n > 3. */
static int count_triangles(const struct polygon *g)
{
    return g->n == 3 ? 1 : g->n;
}

static inline struct vec3 find_mean(const struct polygon *g)
{
    struct vec3 first = corner(g, 0), sum = {0, 0, 0};
    /* Offsets from the first node keep the digits of small faces far from the origin. */
    for (int i = 1; i < g->n; i++)
        sum = vec3_add(sum, vec3_sub(corner(g, i), first));
    return vec3_add(first, vec3_scale(1.0 / g->n, sum));
}

static inline struct triangle find_triangle(const struct polygon *g, int t, struct vec3 mean)
{
    struct triangle s = {{corner(g, t), corner(g, (t + 1) % g->n), g->n == 3 ? corner(g, 2) : mean}};
    return s;
}

static inline struct vec3 triangle_area(const struct triangle *t)
{
    return vec3_scale(0.5, vec3_cross(vec3_sub(t->corner[1], t->corner[0]), vec3_sub(t->corner[2], t->corner[0])));
}

/* Centroid of the triangle as seen from r. */
static inline struct vec3 triangle_arm(const struct triangle *t, struct vec3 r)
{
    struct vec3 sum = vec3_add(vec3_sub(t->corner[0], r), vec3_sub(t->corner[1], r));
    return vec3_scale(1.0 / 3.0, vec3_add(sum, vec3_sub(t->corner[2], r)));
}

/* Of a polygon that is no triangle, about its mean. Triangles count for the centroid by the part of their area along
 * the face's normal: of a warped face they may point elsewhere, and the plain areas would not add up to |S|. */
static void add_triangles(const struct polygon *g, struct vec3 *normal, struct vec3 *centroid)
{
    struct vec3 mean = *centroid, arm = {0, 0, 0};
    for (int t = 0; t < g->n; t++) {
        struct triangle s = find_triangle(g, t, mean);
        *normal = vec3_add(*normal, triangle_area(&s));
    }
    /* The weights S_t.n / |S| are S_t.S / |S|^2: no root is needed. They add up to 1. A polygon without area keeps its
     * mean. */
    double square = vec3_dot(*normal, *normal);
    for (int t = 0; t < g->n && square > 0.0; t++) {
        struct triangle s = find_triangle(g, t, mean);
        double weight = vec3_dot(triangle_area(&s), *normal) / square;
        arm = vec3_add(arm, vec3_scale(weight, triangle_arm(&s, mean)));
    }
    *centroid = vec3_add(mean, arm);
}

void polygon_geometry(const double *const x[3], int n, const lid *node, struct vec3 *normal, struct vec3 *centroid)
{
    struct polygon g = {x, n, node};
    *normal = vec3_make(0, 0, 0);
    if (n == 3) { /* most faces of most meshes; added to zeros as the sums of others are, so that -0 becomes 0 */
        struct triangle s = {{corner(&g, 0), corner(&g, 1), corner(&g, 2)}};
        struct vec3 sum = vec3_add(*normal, vec3_sub(s.corner[1], s.corner[0]));
        sum = vec3_add(sum, vec3_sub(s.corner[2], s.corner[0]));
        *normal = vec3_add(*normal, triangle_area(&s));
        *centroid = vec3_add(s.corner[0], vec3_scale(1.0 / 3, sum));
        return;
    }
    *centroid = find_mean(&g);
    add_triangles(&g, normal, centroid);
}

/* For all faces but those of periodic side 1: computes from the nodes of the file. */
static void face_by_nodes(const struct mesh *m, int64_t f, struct vec3 *normal, struct vec3 *centroid)
{
    struct polygon g = polygon_of_face(m, f);
    polygon_geometry(g.x, g.n, g.node, normal, centroid);
}

/* Side 1 of a periodic pair mirrors side 0, so that what leaves through one enters
 * through the other. */
void face_geometry(const struct mesh *m, int64_t f, struct vec3 *normal, struct vec3 *centroid)
{
    const struct mesh_periodic *q = &m->periodic;
    int64_t pair = q->pair_of && f < m->n_faces ? q->pair_of[f] : -1;
    /* Faces of images (f >= n_faces) lie where their nodes were moved to. */
    if (pair < 0 || pair % 2 == 0) {
        face_by_nodes(m, f, normal, centroid);
        return;
    }
    const struct transform *t = &q->table.item[q->interface[q->face_interface[pair / 2]].number];
    face_by_nodes(m, q->face[0][pair / 2], normal, centroid);
    *normal = vec3_scale(-1.0, transform_vector(t, *normal));
    *centroid = transform_point(t, *centroid);
}

struct cell_geometry {
    double volume;
    struct vec3 centroid;
    double closure; /* |sum of outward normals| / sum of areas */
};

/* Splits the faces anew for either of their cells, with the same triangles in the same order: what one cell adds the
 * other takes off, to the last bit. r, the vertex mean, is where the tetrahedra meet; the volume does not depend on it
 * but for rounding, which is least from within. */
static struct cell_geometry compute_cell(const struct mesh *m, lid c)
{
    double x[3], volume = 0.0, area = 0.0;
    mesh_cell_place(m, c, x);
    struct vec3 r = vec3_make(x[0], x[1], x[2]), moment = {0, 0, 0}, out = {0, 0, 0};
    for (int64_t i = m->cell_face_offset[c]; i < m->cell_face_offset[c + 1]; i++) {
        lid f = m->cell_face[i];
        /* The nodes of a face run about the normal out of its left cell. */
        double sign = m->left[f] == c ? 1.0 : -1.0;
        struct polygon g = polygon_of_face(m, f);
        int n = count_triangles(&g);
        struct vec3 mean = {0, 0, 0}, normal = {0, 0, 0}; /* a triangle needs no mean */
        if (n > 1)
            mean = find_mean(&g);
        for (int t = 0; t < n; t++) {
            struct triangle s = find_triangle(&g, t, mean);
            struct vec3 arm = triangle_arm(&s, r), part_area = triangle_area(&s);
            /* Volume of the tetrahedron over this triangle with its tip at r, negative where the face is seen from
             * behind, as in a cell that is not convex; the sum is right all the same (Gauss's theorem for x / 3). */
            double part = sign * (1.0 / 3.0) * vec3_dot(arm, part_area);
            volume += part;
            normal = vec3_add(normal, part_area);
            /* A tetrahedron's centroid is three quarters of the way to its base's. */
            moment = vec3_add(moment, vec3_scale(0.75 * part, arm));
        }
        out = vec3_add(out, vec3_scale(sign, normal));
        area += vec3_norm(normal);
    }
    /* A cell without volume has no centroid; any point near it serves, since mesh_check() refuses the mesh. Without
     * area it counts as open. */
    return (struct cell_geometry){volume, volume != 0.0 ? vec3_add(r, vec3_scale(1.0 / volume, moment)) : r,
                                  area > 0.0 ? vec3_norm(out) / area : 1.0};
}

/* Cells of a block; keeps the first one that closes worst, not-a-number being worse
 * than any number.
 * The first worst cell of a block, and blocks in order below: the cell that a message names does not depend
 * on threads. */
static void compute_block(const struct mesh *m, struct metrics *g, int64_t begin, int64_t end, double *worst,
                          int64_t *where)
{
    *worst = 0.0;
    *where = begin;
    for (int64_t c = begin; c < end; c++) {
        struct cell_geometry k = compute_cell(m, (lid)c);
        g->volume[c] = k.volume;
        store(g->centroid, g->stride, c, k.centroid);
        if (!(k.closure <= *worst) && *worst == *worst) {
            *worst = k.closure;
            *where = c;
        }
    }
}

/* Dynamic scheduling, since a block of polyhedra takes far longer than one of tetrahedra. */
void metrics_compute(const struct mesh *m, struct metrics *g)
{
    enum { BLOCK = 8192 };
    int64_t n_blocks = (m->n_cells + BLOCK - 1) / BLOCK, *where;
    double *worst;
    memset(g, 0, sizeof *g);
    g->n_cells = g->stride = m->n_cells;
    MEM_NEW(g->volume, m->n_cells);
    MEM_NEW(g->centroid, 3 * m->n_cells);
    MEM_NEW(worst, n_blocks);
    MEM_NEW(where, n_blocks);
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t b = 0; b < n_blocks; b++) {
        int64_t end = (b + 1) * BLOCK;
        compute_block(m, g, b * BLOCK, end < m->n_cells ? end : m->n_cells, &worst[b], &where[b]);
    }
    for (int64_t b = 0; b < n_blocks; b++)
        if (!(worst[b] <= g->closure_max) && g->closure_max == g->closure_max) {
            g->closure_max = worst[b];
            g->open_cell = where[b];
        }
    mem_free(worst);
    mem_free(where);
}

void metrics_free(struct metrics *g)
{
    mem_free(g->volume);
    mem_free(g->centroid);
    memset(g, 0, sizeof *g);
}
