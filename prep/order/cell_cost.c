/* What cells cost: the report of a benchmark read, the cost of each cell by its faces, nodes and shape, and whole
 * numbers in that proportion for METIS. */
#include "order/cell_cost.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "stretched.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sums of weights and the mean weight: below 2^31, and fine enough to tell costs apart. */
static const double largest_sum = 1e9, finest_mean = 1024;

struct cell_cost cell_cost_by_faces(void)
{
    return (struct cell_cost){.face = 1};
}

/* ---- the report of a benchmark ---- */

/* A new text, NULL after a failure.
 * The status of error_set() is 1; a caller sees a missing file and an empty one alike. */
static int read_text(const char *path, char **text)
{
    size_t n;
    if (in_file_read(path, "the report of a benchmark", text, &n) != 0)
        return error_set("%s; write it by ufv-solve CASE --packs PACKS --bench 50 --report %s", error_message(), path);
    if (n > 0)
        return 0;
    MEM_FREE(*text);
    return error_set("%s: is empty; write it by ufv-solve --bench 50 --report", path);
}

/* "key": number, within the object that begins at `from`. what: the object, for messages.
 * Not a parser: the report is ufv-solve's own JSON, whose cost object is flat, so its first } ends it.
 * isinf(): 1e999 would pass the other tests and make every weight 0. */
static int read_number_of(const char *path, const char *what, const char *from, const char *key, double *value)
{
    char quoted[64], *end;
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    /* The key must stand before the object's end: an object behind this one may have the same key. */
    const char *close = strchr(from, '}'), *at = strstr(from, quoted);
    if (!at || !close || at > close)
        return error_set("%s: %s has no %s; write it by this version's ufv-solve --bench 50 --report", path, what, key);
    *value = strtod(at + strlen(quoted), &end);
    /* !(>= 0) refuses NaN too. */
    if (end == at + strlen(quoted) || !(*value >= 0) || isinf(*value))
        return error_set("%s: cost of %s must be a number >= 0; write the report again", path, key);
    return 0;
}

static int read_number(const char *path, const char *from, const char *key, double *value)
{
    return read_number_of(path, "its cost object", from, key, value);
}

/* As gradients are of two kinds only with gradient = node-lsq. */
static int read_stretched(const char *path, const char *from, struct cell_cost *cost)
{
    const char *close = strchr(from, '}'), *at = strstr(from, "\"stretched_face\":");
    cost->two_kinds = at && close && at < close;
    cost->stretched_face = 0;
    cost->stretched_factor = 1;
    if (!cost->two_kinds)
        return 0;
    TRY(read_number(path, from, "stretched_face", &cost->stretched_face));
    return read_number(path, from, "stretched_factor", &cost->stretched_factor);
}

/* cell, face and node may each be zero (a fit of times may find so), not all three. */
static int read_cost(const char *path, const char *text, struct cell_cost *cost)
{
    const char *at = strstr(text, "\"cost\":");
    if (!at)
        return error_set("%s: holds no measured costs; write it by ufv-solve CASE --packs PACKS --bench 50 --report %s",
                         path, path);
    TRY(read_number(path, at, "cell", &cost->cell));
    TRY(read_number(path, at, "face", &cost->face));
    TRY(read_number(path, at, "node", &cost->node));
    TRY(read_number(path, at, "boundary_face", &cost->boundary_face));
    TRY(read_stretched(path, at, cost));
    if (!(cost->cell + cost->face + cost->node > 0))
        return error_set("%s: its costs are all zero; measure more steps", path);
    return 0;
}

int cell_cost_read(const char *path, struct cell_cost *cost)
{
    *cost = (struct cell_cost){0};
    char *text;
    if (read_text(path, &text) != 0 || !text)
        return 1;
    int status = read_cost(path, text, cost);
    mem_free(text);
    return status;
}

/* ---- weights ---- */

/* Of the image that stands behind a periodic face. */
static struct vec3 centroid_across_periodic(const struct mesh *m, const struct metrics *g, lid face)
{
    /* The interface's map takes side 0 to side 1: what stands behind side 0 is moved back. */
    const struct mesh_periodic *q = &m->periodic;
    int64_t pair = q->pair_of[face] / 2, side = q->pair_of[face] % 2;
    struct transform map = q->interface[q->face_interface[pair]].map;
    if (side == 0)
        map = transform_inverse(&map);
    return transform_point(&map, metrics_centroid(g, m->left[q->face[1 - side][pair]]));
}

/* The vector to the centroid of the cell across the face, or at the boundary to the cell's own mirrored by the face. */
static struct vec3 to_neighbour(const struct mesh *m, const struct metrics *g, int64_t cell, lid face, bool *inside)
{
    lid other = mesh_across(m, face, (lid)cell);
    struct vec3 x = metrics_centroid(g, cell), normal, centre;
    *inside = other >= 0 || mesh_is_periodic(m, face);
    if (other >= 0)
        return vec3_sub(metrics_centroid(g, other), x);
    if (*inside)
        return vec3_sub(centroid_across_periodic(m, g, face), x);
    face_geometry(m, face, &normal, &centre);
    double area2 = vec3_dot(normal, normal), off = vec3_dot(vec3_sub(centre, x), normal);
    /* Twice the distance to the face plane along its normal, as a ghost's centroid stands (pack.h). */
    return vec3_scale(area2 > 0 ? 2 * off / area2 : 0, normal);
}

/* near, far: squared distances (m^2) to the neighbours, mirrored ones at boundaries included. The determinant
 * over the cubed trace tells cells whose neighbours lie in a plane, as all do in a mesh of one layer.
 * STRETCHED_RATIO and STRETCHED_PLANE_LEAST are shared with ufv-solve (common/stretched.h). */
bool cell_is_stretched(const struct mesh *m, const struct metrics *g, int64_t cell)
{
    int64_t begin = m->cell_face_offset[cell], end = m->cell_face_offset[cell + 1];
    double near = HUGE_VAL, far = 0, s[6] = {0};
    /* Tetrahedra never are: the solver has no second kind of gradient for cells with so few neighbours. */
    if (end - begin <= 4)
        return false;
    for (int64_t i = begin; i < end; i++) {
        bool inside;
        struct vec3 x = to_neighbour(m, g, cell, m->cell_face[i], &inside);
        double d2 = vec3_dot(x, x);
        near = fmin(near, d2);
        far = fmax(far, d2);
        /* Mirrored cells of a mesh of one layer stand across the layer; counted, they would make its flat stencil look
         * full. */
        if (!inside || !(d2 > 0))
            continue;
        /* {xx, yy, zz, xy, xz, yz} of unit vectors: the sum depends on directions alone, and det / trace^3 has no
         * unit. */
        const double moment[6] = {x.x * x.x, x.y * x.y, x.z * x.z, x.x * x.y, x.x * x.z, x.y * x.z};
        for (int k = 0; k < 6; k++)
            s[k] += moment[k] / d2;
    }
    double trace = s[0] + s[1] + s[2], det = s[0] * (s[1] * s[2] - s[5] * s[5]) -
        s[3] * (s[3] * s[2] - s[4] * s[5]) + s[4] * (s[3] * s[5] - s[1] * s[4]);
    return far > STRETCHED_RATIO * STRETCHED_RATIO * near &&
           det > STRETCHED_PLANE_LEAST * trace * trace * trace;
}

/* Boundary faces cost the same whatever the cell's gradient, so that they stand outside the factor. A cell
 * whose gradient is Green-Gauss (stretched) reads no nodes. */
static double cost_of(const struct mesh *m, const struct metrics *g, int64_t c, const struct cell_cost *k)
{
    int64_t begin = m->cell_face_offset[c], end = m->cell_face_offset[c + 1], outer = 0;
    double faces = (double)(end - begin), nodes = (double)(m->cell_node_offset[c + 1] - m->cell_node_offset[c]);
    for (int64_t i = begin; i < end; i++)
        outer += mesh_is_on_patch(m, m->cell_face[i]);
    double both = k->cell + k->face * faces, boundary = k->boundary_face * (double)outer;
    double factor = k->part ? k->part_factor[k->part[c]] : 1;
    if (k->two_kinds && cell_is_stretched(m, g, c))
        return factor * (k->stretched_factor * (both + k->stretched_face * faces) + boundary);
    return factor * (both + k->node * nodes + boundary);
}

double *cell_costs(const struct mesh *m, const struct metrics *g, const struct cell_cost *cost)
{
    double *value;
    MEM_NEW(value, m->n_cells);
#pragma omp parallel for schedule(static)
    for (int64_t c = 0; c < m->n_cells; c++)
        value[c] = cost_of(m, g, c, cost);
    return value;
}

/* What is added before rounding down: spread evenly over 0 .. 1 whatever cells follow one another, so that
 * sums over many cells of one cost are right although each is rounded. */
static double evenly(int64_t c)
{
    static const double golden_section = 0.6180339887498949;
    double x = golden_section * (double)(c + 1);
    return x - floor(x);
}

/* Numbers of faces, say, are weights as they are. Sums are taken in one order whatever the number of
 * threads. */
void cell_cost_round(int64_t n, const double *cost, int32_t *weight)
{
    /* Costs that are whole numbers already keep their exact proportions if their sum allows it. */
    bool whole = true;
    double sum = 0;
    for (int64_t c = 0; c < n; c++) {
        whole = whole && cost[c] == floor(cost[c]) && cost[c] >= 1;
        sum += cost[c];
    }
    whole = whole && sum <= largest_sum;
    /* Rounding is least relative to the mean with a large scale; the sum has to stay below 2^31 for METIS
     * (largest_sum). */
    double scale = fmin(finest_mean * (double)n, largest_sum) / sum;
#pragma omp parallel for schedule(static)
    for (int64_t c = 0; c < n; c++)
        weight[c] = (int32_t)fmax(1, fmin(1e6, whole ? cost[c] : floor(scale * cost[c] + evenly(c))));
}

/* value[c] added up by part: [n_parts], mem_free() it. */
static double *sum_by_part(const double *value, int64_t n_cells, const int32_t *part, int n_parts)
{
    double *sum;
    MEM_NEW_ZERO(sum, n_parts);
    for (int64_t c = 0; c < n_cells; c++)
        sum[part[c]] += value[c];
    return sum;
}

/* 1 is perfect; a run is as slow as its most expensive rank. */
double cell_cost_imbalance(int64_t n_cells, const double *cost, int n_ranks, const int32_t *rank_of)
{
    double most = 0, sum = 0, *part = sum_by_part(cost, n_cells, rank_of, n_ranks);
    for (int r = 0; r < n_ranks; r++) {
        most = fmax(most, part[r]);
        sum += part[r];
    }
    mem_free(part);
    return most * n_ranks / sum;
}

/* ---- ranks that were measured ---- */

/* Of rank r, the next in the report's ranks_report, which ends at `end`. *at: behind the rank before; goes on. */
static int read_rank(const char *path, const char **at, const char *end, int r, double *cells, double *seconds)
{
    const char *begin = strchr(*at, '{');
    if (!begin || begin > end)
        return error_set("it has %d ranks", r);
    TRY(read_number_of(path, "its ranks_report", begin, "cells", cells));
    TRY(read_number_of(path, "its ranks_report", begin, "kernel_seconds_per_step", seconds));
    *at = strchr(begin, '}');
    return *seconds > 0 ? 0 : error_set("%s: rank %d took no time; measure more steps", path, r);
}

/* Fails with what tells the report's ranks from those.
 * Counts of owned cells, rank by rank, are what tells whether the report is of these packs: they are unlikely
 * to agree by chance. */
static int read_parts(const char *path, const char *text, const int64_t *owned, int n_parts, double *seconds)
{
    const char *at = strstr(text, "\"ranks_report\":"), *end = at ? strchr(at, ']') : NULL;
    if (!end)
        return error_set("it has no ranks_report");
    for (int r = 0; r < n_parts; r++) {
        double cells = 0;
        TRY(read_rank(path, &at, end, r, &cells, &seconds[r]));
        if ((int64_t)cells != owned[r])
            return error_set("it has %.0f cells on rank %d, these %" PRId64, cells, r, owned[r]);
    }
    const char *more = strchr(at, '{');
    return more && more < end ? error_set("it has more than %d ranks", n_parts) : 0;
}

/* Ranks differ by some 3 % for what is not their cells' doing: the shapes of their parts, the order that comes of
 * them, the clock. So much of a factor is not taken for more than chance. */
static double trusted(double factor)
{
    static const double by_chance = 0.03;
    /* An excess of 3 % is halved, 10 % keeps 0.92 of it: without a threshold, at which a part would jump. */
    double excess = factor - 1, share = excess * excess / (excess * excess + by_chance * by_chance);
    return 1 + share * excess;
}

/* The factor of a rank: its share of the seconds over its share of the predicted costs. What the kinds of
 * cells already explain is not counted twice. */
int cell_cost_read_parts(const char *path, const struct mesh *m, const struct metrics *g, const int32_t *part,
                         int n_parts, struct cell_cost *cost)
{
    double *seconds, all_seconds = 0, all_costs = 0, *value = cell_costs(m, g, cost);
    double *sum = sum_by_part(value, m->n_cells, part, n_parts);
    int64_t *owned;
    MEM_NEW(seconds, n_parts);
    MEM_NEW_ZERO(owned, n_parts);
    for (int64_t c = 0; c < m->n_cells; c++)
        owned[part[c]]++;
    char *text;
    int status = read_text(path, &text) || !text || read_parts(path, text, owned, n_parts, seconds);
    for (int r = 0; r < n_parts && status == 0; r++) {
        all_seconds += seconds[r];
        all_costs += sum[r];
    }
    if (status == 0) {
        MEM_NEW(cost->part_factor, n_parts);
        for (int r = 0; r < n_parts; r++)
            /* 1 where a rank took as long as the costs of its cells say. value is summed without factors: cost->part is
             * still NULL. */
            cost->part_factor[r] = trusted(seconds[r] / all_seconds / (sum[r] / all_costs));
        cost->part = part;
    }
    mem_free(text);
    mem_free(owned);
    mem_free(seconds);
    mem_free(sum);
    mem_free(value);
    return status;
}

void cell_cost_free(struct cell_cost *cost)
{
    MEM_FREE(cost->part_factor);
    cost->part = NULL;
}
