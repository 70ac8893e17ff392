/* point_search.c: cells are taken one after another and ask a grid of bins which points lie near them. */
#include "mesh/point_search.h"

#include "mem.h"

#include <math.h>
#include <string.h>

/* A gap between cells' planes is smaller than half a cell. A point may be written with fewer digits than the mesh's
 * boundary has; sides of boundary cells that are not plane leave gaps outside, too.
 * All are depths (point_search.h): 1.5 is half the way from the centroid to the face beyond it, 1.01
 * and 1.05 one and five per cent. */
static const double deepest_gap = 1.5, deepest_at_boundary = 1.01, deepest_beside = 1.05;

/* So the table of bins has 16.8 million entries at most. */
enum { MOST_BINS = 256 }; /* along an axis */

/* Points by the bins of a grid around them. */
struct bins {
    const double *x; /* [3][n] */
    int64_t n;
    double low[3], high[3], per_metre[3];
    int count[3];
    lid *begin, *point; /* CSR over the bins */
};

/* Clamped, so that points and boxes at the upper end belong to the last bin. */
static int bin_along(const struct bins *b, int d, double x)
{
    double at = (x - b->low[d]) * b->per_metre[d];
    return at > 0 ? at < b->count[d] - 1 ? (int)at : b->count[d] - 1 : 0;
}

static int64_t bin_at(const struct bins *b, int i, int j, int k)
{
    return i + (int64_t)b->count[0] * (j + (int64_t)b->count[1] * k);
}

static int64_t bin_of_point(const struct bins *b, int64_t i)
{
    return bin_at(b, bin_along(b, 0, b->x[i]), bin_along(b, 1, b->x[b->n + i]), bin_along(b, 2, b->x[2 * b->n + i]));
}

/* About a bin for each point, along those axes that the points differ in. */
static void choose_bins(struct bins *b)
{
    int axes = 0;
    for (int d = 0; d < 3; d++) {
        b->low[d] = HUGE_VAL, b->high[d] = -HUGE_VAL;
        for (int64_t i = 0; i < b->n; i++) {
            b->low[d] = fmin(b->low[d], b->x[d * b->n + i]);
            b->high[d] = fmax(b->high[d], b->x[d * b->n + i]);
        }
        axes += b->high[d] > b->low[d];
    }
    /* Points that differ along one axis alone get n bins along it, those of a plane of coordinates the root of n. */
    double along = ceil(pow((double)b->n, 1.0 / (axes > 0 ? axes : 1)));
    for (int d = 0; d < 3; d++) {
        bool wide = b->high[d] > b->low[d];
        b->count[d] = wide ? along < MOST_BINS ? (int)along : MOST_BINS : 1;
        b->per_metre[d] = wide ? b->count[d] / (b->high[d] - b->low[d]) : 0;
    }
}

/* begin is counted two places on; filling moves begin[k + 1] to its end, and CSR offsets remain. */
static void make_bins(const double *x, int64_t n, struct bins *b)
{
    *b = (struct bins){.x = x, .n = n};
    choose_bins(b);
    int64_t bins = (int64_t)b->count[0] * b->count[1] * b->count[2];
    MEM_NEW_ZERO(b->begin, bins + 2);
    MEM_NEW(b->point, n);
    for (int64_t i = 0; i < n; i++)
        b->begin[bin_of_point(b, i) + 2]++;
    for (int64_t k = 0; k < bins; k++)
        b->begin[k + 2] += b->begin[k + 1];
    for (int64_t i = 0; i < n; i++)
        b->point[b->begin[bin_of_point(b, i) + 1]++] = (lid)i;
}

/* Bounds of cell c, as much wider as its gaps may be. */
static void cell_box(const struct pack *p, lid c, double low[3], double high[3])
{
    for (int d = 0; d < 3; d++) {
        low[d] = HUGE_VAL, high[d] = -HUGE_VAL;
        for (lid k = p->cell_node_offset[c]; k < p->cell_node_offset[c + 1]; k++) {
            double x = p->node[d * p->n_nodes + p->cell_node[k]];
            low[d] = fmin(low[d], x);
            high[d] = fmax(high[d], x);
        }
        /* A point that is deeper than deepest_gap lies in no cell: no wider box is asked. */
        double more = (deepest_gap - 1) * (high[d] - low[d]);
        low[d] -= more;
        high[d] += more;
    }
}

/* How far a point lies beyond the boundary faces of a cell, and how far beyond its other faces. */
struct depths {
    double boundary, inner;
};

/* Distance of a point at dx from the centroid of cell c towards face `signed_face`, as a part of the face's.
 * 0 at the centroid, 1 in the plane through the face's centroid, above 1 beyond it. A face whose plane passes
 * the centroid (to_face <= 0, a bad cell) counts as infinitely far in or out. */
static double depth_towards(const struct pack *p, lid c, lid signed_face, const double dx[3])
{
    lid f = signed_face >= 0 ? signed_face : ~signed_face;
    double to_face = 0, to_point = 0;
    for (int d = 0; d < 3; d++) {
        double s = signed_face >= 0 ? p->normal[d * p->n_faces + f] : -p->normal[d * p->n_faces + f];
        to_face += s * (p->face_centroid[d * p->n_faces + f] - p->centroid[d * p->n_slots + c]);
        to_point += s * dx[d];
    }
    return to_face > 0 ? to_point / to_face : to_point > to_face ? HUGE_VAL : -HUGE_VAL;
}

static struct depths depths_in(const struct pack *p, lid c, const double dx[3])
{
    struct depths depth = {-HUGE_VAL, -HUGE_VAL};
    lid slice = c / SLICE;
    for (lid at = p->slice_offset[slice] + c % SLICE; at < p->slice_offset[slice + 1]; at += SLICE) {
        lid signed_face = p->slice_face[at], f = signed_face >= 0 ? signed_face : ~signed_face;
        if (signed_face == SLICE_PAD)
            continue;
        double *to = f < p->n_boundary ? &depth.boundary : &depth.inner;
        *to = fmax(*to, depth_towards(p, c, signed_face, dx));
    }
    return depth;
}

/* The cell in which the point is least deep wins, then the smaller global id: the same on any number of
 * ranks, also for points on faces. */
static void try_point(const struct pack *p, lid c, const double *x, int64_t n, int64_t i, struct point_place *place)
{
    double dx[3];
    for (int d = 0; d < 3; d++)
        dx[d] = x[d * n + i] - p->centroid[d * p->n_slots + c];
    struct depths depths = depths_in(p, c, dx);
    double depth = fmax(depths.boundary, depths.inner);
    struct point_place *best = &place[i];
    bool behind = best->behind || (depths.inner <= deepest_beside && depths.boundary > deepest_at_boundary);
    if (depth < best->depth || (depth == best->depth && p->cell_gid[c] < best->id)) {
        *best = (struct point_place){.depth = depth, .cell = c, .id = p->cell_gid[c]};
        memcpy(best->dx, dx, sizeof dx);
    }
    best->behind = behind;
}

bool point_is_outside(double depth, bool behind)
{
    return depth > deepest_gap || (depth > 1 && behind);
}

static void try_cell(const struct pack *p, const struct bins *b, lid c, struct point_place *place)
{
    double low[3], high[3];
    int from[3], to[3];
    cell_box(p, c, low, high);
    for (int d = 0; d < 3; d++) {
        if (high[d] < b->low[d] || low[d] > b->high[d])
            return;
        from[d] = bin_along(b, d, low[d]);
        to[d] = bin_along(b, d, high[d]);
    }
    /* Bins along x have numbers in a row, so that their points are one stretch. */
    for (int k = from[2]; k <= to[2]; k++)
        for (int j = from[1]; j <= to[1]; j++)
            for (lid at = b->begin[bin_at(b, from[0], j, k)]; at < b->begin[bin_at(b, to[0], j, k) + 1]; at++)
                try_point(p, c, b->x, b->n, b->point[at], place);
}

/* Cells over points: there are far more cells, and each looks at the few points of its bins. */
void point_search(const struct pack *p, const double *x, int64_t n, struct point_place *place)
{
    struct bins b;
    for (int64_t i = 0; i < n; i++)
        place[i] = (struct point_place){.depth = HUGE_VAL, .cell = -1};
    if (n == 0)
        return;
    make_bins(x, n, &b);
    for (lid c = 0; c < p->n_owned; c++)
        try_cell(p, &b, c, place);
    mem_free(b.begin);
    mem_free(b.point);
}
