/* Non-orthogonality, skewness, size and aspect ratios, and the sums and histograms of them (mesh_quality.h). */
#include "mesh/mesh_quality.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* Edges of the histograms; a value belongs to the first bin whose edge is above it, the last bin has no edge. */
const struct quality_row quality_row[QUALITY_N] = {
    [QUALITY_ORTHOGONALITY] = {"non-orthogonality", "non_orthogonality", " deg", {10, 20, 30, 40, 50, 60, 70, 80}, 90},
    [QUALITY_SKEWNESS] = {"skewness", "skewness", "", {0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4}, 3.2},
    [QUALITY_SIZE_RATIO] = {"size ratio", "size_ratio", "", {1.1, 1.2, 1.5, 2, 3, 5, 10, 30}, 30},
    [QUALITY_ASPECT] = {"aspect ratio", "aspect_ratio", "", {2, 4, 10, 30, 100, 300, 1000, 10000}, 10000},
};

/* Items in blocks of fixed size, so that sums do not depend on the number of threads. */
enum { BLOCK = 65536 };

/* Not-a-number counts as worst of all. */
static void add_value(struct quality_values *v, enum quality_measure k, double value, int64_t where)
{
    int bin = 0;
    while (bin < QUALITY_EDGES && !(value < quality_row[k].edge[bin]))
        bin++;
    v->count[bin]++;
    v->beyond += !(value < quality_row[k].limit);
    v->sum += value;
    if (v->n++ == 0 || (!(value <= v->worst) && v->worst == v->worst)) {
        v->worst = value;
        v->where = where;
    }
}

/* In the order of blocks. The first of equally bad places stays, so that the report names the same cell on
 * any number of threads. */
static void join_values(struct quality_values *all, const struct quality_values *part)
{
    if (part->n == 0)
        return;
    if (all->n == 0 || (!(part->worst <= all->worst) && all->worst == all->worst)) {
        all->worst = part->worst;
        all->where = part->where;
    }
    all->n += part->n;
    all->sum += part->sum;
    all->beyond += part->beyond;
    for (int b = 0; b < QUALITY_BINS; b++)
        all->count[b] += part->count[b];
}

/* ---- faces ---- */

/* Fetches the cell on the right of a face a few places behind f: the left ones are near
 * one another, the right ones are not. */
static void look_ahead(const struct mesh *m, const struct metrics *g, int64_t f)
{
    enum { FAR = 16 };
    lid right = f + FAR < m->n_faces ? m->right[f + FAR] : -1;
    if (right < 0)
        return;
    __builtin_prefetch(&g->volume[right]);
    for (int d = 0; d < 3; d++)
        __builtin_prefetch(&g->centroid[d * g->stride + right]);
}

static void measure_face(const struct mesh *m, const struct metrics *g, int64_t f,
                         struct quality_values of[QUALITY_N])
{
    lid left = m->left[f], right = m->right[f];
    look_ahead(m, g, f);
    struct vec3 a = metrics_centroid(g, left), b = metrics_centroid(g, right), n, x;
    face_geometry(m, f, &n, &x);
    struct vec3 line = vec3_sub(b, a), arm = vec3_sub(x, a);
    double along = vec3_dot(line, n), length = vec3_norm(line);
    /* 90 degrees and more: the centroids lie on the same side of the face, or the cells are very crooked. Rounding may
     * take the cosine of a straight pair beyond 1, where acos() is NaN. */
    double cosine = along / (length * vec3_norm(n));
    double angle = acos(cosine > 1.0 ? 1.0 : cosine < -1.0 ? -1.0 : cosine) * DEGREES_PER_RADIAN;
    /* Where the line meets the face plane, against the face centroid. */
    double skewness = along > 0.0 ? vec3_norm(vec3_sub(arm, vec3_scale(vec3_dot(arm, n) / along, line))) / length : 1e3;
    double u = g->volume[left], v = g->volume[right];
    add_value(&of[QUALITY_ORTHOGONALITY], QUALITY_ORTHOGONALITY, angle, f);
    add_value(&of[QUALITY_SKEWNESS], QUALITY_SKEWNESS, skewness, f);
    add_value(&of[QUALITY_SIZE_RATIO], QUALITY_SIZE_RATIO, u > v ? u / v : v / u, f);
}

typedef void measure_item(const struct mesh *m, const struct metrics *g, int64_t item,
                          struct quality_values of[QUALITY_N]);

/* Joins what measure() says of items 0..n-1 into q->of.
 * block: [n_blocks], one set of sums for each; a boundary face has no neighbour to measure against. */
static void measure_all(const struct mesh *m, const struct metrics *g, int64_t n, bool faces, measure_item *measure,
                        struct mesh_quality *q)
{
    int64_t n_blocks = (n + BLOCK - 1) / BLOCK;
    struct quality_values(*block)[QUALITY_N];
    MEM_NEW_ZERO(block, n_blocks);
#pragma omp parallel for schedule(dynamic)
    for (int64_t b = 0; b < n_blocks; b++)
        for (int64_t i = b * BLOCK; i < (b + 1) * BLOCK && i < n; i++)
            if (!faces || !mesh_is_boundary(m, i))
                measure(m, g, i, block[b]);
    for (int64_t b = 0; b < n_blocks; b++)
        for (int k = 0; k < QUALITY_N; k++)
            join_values(&q->of[k], &block[b][k]);
    mem_free(block);
}

/* ---- cells ---- */

/* Largest over smallest eigenvalue of a symmetric matrix {xx, yy, zz, xy, xz, yz}
 * (Smith 1961: the roots of the characteristic polynomial by cosines). */
static double eigenvalue_ratio(const double a[6])
{
    double mean = (a[0] + a[1] + a[2]) / 3.0, off = a[3] * a[3] + a[4] * a[4] + a[5] * a[5];
    /* B = (A - mean I) / p has a trace of 0 and eigenvalues 2 cos(angle + k 2 pi / 3), with cos(3 angle) = det(B) / 2.
     * k = 0 is the largest, k = 1 (2.094... = 2 pi / 3) the smallest. */
    double x = a[0] - mean, y = a[1] - mean, z = a[2] - mean;
    double p = sqrt((x * x + y * y + z * z + 2.0 * off) / 6.0);
    if (!(p > 0.0))
        return 1.0;
    double det = x * (y * z - a[5] * a[5]) - a[3] * (a[3] * z - a[5] * a[4]) + a[4] * (a[3] * a[5] - y * a[4]);
    double r = det / (2.0 * p * p * p), angle = acos(r > 1.0 ? 1.0 : r < -1.0 ? -1.0 : r) / 3.0;
    double most = mean + 2.0 * p * cos(angle), least = mean + 2.0 * p * cos(angle + 2.0943951023931957);
    return least > 0.0 ? most / least : HUGE_VAL;
}

/* Is a sum of n n^T one of parallel vectors? Then it has rank 1. */
static bool is_one_direction(const double a[6])
{
    double trace = a[0] + a[1] + a[2];
    double minors = a[0] * a[1] + a[1] * a[2] + a[2] * a[0] - a[3] * a[3] - a[4] * a[4] - a[5] * a[5];
    return trace > 0.0 && fabs(minors) < 1e-8 * trace * trace;
}

/* Sum over the faces of n n^T / |n|: for a box of sides a, b, c the eigenvalues are twice the areas bc, ca,
 * ab, whose largest over smallest is the longest side over the shortest. It works for polyhedra, whose edges
 * tell nothing. */
static void measure_cell(const struct mesh *m, const struct metrics *g, int64_t c, struct quality_values of[QUALITY_N])
{
    double a[6] = {0}, across[6] = {0}, trace = 0.0;
    int n_across = 0;
    (void)g;
    for (int64_t i = m->cell_face_offset[c]; i < m->cell_face_offset[c + 1]; i++) {
        struct vec3 n, x;
        face_geometry(m, m->cell_face[i], &n, &x);
        double area = vec3_norm(n), w = area > 0.0 ? 1.0 / area : 0.0;
        const double part[6] = {n.x * n.x, n.y * n.y, n.z * n.z, n.x * n.y, n.x * n.z, n.y * n.z};
        bool symmetry =
            mesh_is_on_patch(m, m->cell_face[i]) && m->patch[~m->right[m->cell_face[i]]].kind == BC_SYMMETRY;
        n_across += symmetry;
        trace += symmetry ? 0.0 : area;
        for (int k = 0; k < 6; k++) {
            a[k] += w * part[k];
            across[k] += symmetry ? w * part[k] : 0.0;
        }
    }
    double thin = across[0] + across[1] + across[2];
    if (n_across == 2 && is_one_direction(across))
        /* The depth of a plane mesh says nothing of its cells: in its place stands the mean of the two others. */
        for (int k = 0; k < 6; k++)
            a[k] += across[k] * (0.5 * trace / thin - 1.0);
    add_value(&of[QUALITY_ASPECT], QUALITY_ASPECT, eigenvalue_ratio(a), c);
}

/* What every run of ufv-prep reports; the more expensive measures are for --check
 * (mesh_quality_measure_more()). */
void mesh_quality_measure(const struct mesh *m, const struct metrics *g, struct mesh_quality *q)
{
    memset(q, 0, sizeof *q);
    q->volume_min = q->volume_max = g->volume[0];
    for (int64_t c = 0; c < m->n_cells; c++) {
        q->volume_sum += g->volume[c];
        if (g->volume[c] > q->volume_max) {
            q->volume_max = g->volume[c];
            q->largest_cell = c;
        }
        if (g->volume[c] < q->volume_min) {
            q->volume_min = g->volume[c];
            q->smallest_cell = c;
        }
    }
    q->closure_max = g->closure_max;
    measure_all(m, g, m->n_faces, true, measure_face, q);
    measure_all(m, g, m->n_cells, false, measure_cell, q);
}

/* ---- the boundary ---- */

struct height {
    double y;
    int64_t face;
};

/* By height, then by face: the median and the places do not depend on qsort(). */
static int compare_heights(const void *a, const void *b)
{
    const struct height *p = a, *q = b;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return (p->face > q->face) - (p->face < q->face);
}

/* height: from the wall to the centroid of the cell, along the normal (m), of which y+ is made; half the
 * thickness of a hexahedron, a quarter of the height of a tetrahedron. */
static void measure_boundary(const struct mesh *m, const struct metrics *g, struct mesh_quality *q)
{
    struct height *height;
    int64_t n = 0;
    MEM_NEW(height, m->n_boundary);
    MEM_NEW_ZERO(q->patch_area, m->n_patches);
    for (int64_t f = 0; f < m->n_faces; f++) {
        if (!mesh_is_on_patch(m, f))
            continue;
        struct vec3 normal, x;
        face_geometry(m, f, &normal, &x);
        double area = vec3_norm(normal);
        q->patch_area[~m->right[f]] += area;
        if (bc_kind_is_wall(m->patch[~m->right[f]].kind))
            height[n++] = (struct height){vec3_dot(vec3_sub(x, metrics_centroid(g, m->left[f])), normal) / area, f};
    }
    q->n_wall_faces = n;
    if (n) {
        qsort(height, (size_t)n, sizeof *height, compare_heights);
        q->height_min = height[0].y;
        /* Where the number is even, the upper one of the two in the middle counts. */
        q->height_median = height[n / 2].y;
        q->height_max = height[n - 1].y;
        q->lowest_face = height[0].face;
        q->highest_face = height[n - 1].face;
    }
    mem_free(height);
}

/* Over the nodes of faces, not over all nodes: unused ones may lie anywhere. */
static void measure_box(const struct mesh *m, struct mesh_quality *q)
{
    for (int d = 0; d < 3; d++)
        q->low[d] = q->high[d] = m->x[d][m->face_node[0]];
    for (int64_t i = 0; i < m->face_node_offset[m->n_faces]; i++)
        for (int d = 0; d < 3; d++) {
            double x = m->x[d][m->face_node[i]];
            q->low[d] = x < q->low[d] ? x : q->low[d];
            q->high[d] = x > q->high[d] ? x : q->high[d];
        }
}

void mesh_quality_measure_more(const struct mesh *m, const struct metrics *g, struct mesh_quality *q)
{
    q->more = true;
    measure_boundary(m, g, q);
    measure_box(m, q);
}

void mesh_quality_free(struct mesh_quality *q)
{
    MEM_FREE(q->patch_area);
}
