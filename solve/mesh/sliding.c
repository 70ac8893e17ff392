/* sliding.c: gathers the faces of a sliding interface, checks that its two sides fit, and finds the pieces that faces
 * of both sides have in common.
 */
#include "mesh/sliding.h"

#include "angle.h"
#include "error.h"
#include "mem.h"
#include "mesh/sliding_edges.h"
#include "mesh/vector3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the radius, or of an area: nodes of files in single precision have 1e-7. */
static const double FITS = 1e-6;
/* Of the smaller face's area: pieces of which rounding leaves no place. */
static const double SLIVER = 1e-13;

/* ---- this rank's faces ---- */

/* The coordinate direction that is farthest from the axis gives the angle 0. */
static void set_axes(const struct motion *m, struct sliding *s)
{
    double e[3] = {0, 0, 0}, length;
    int least = 0;
    memcpy(s->axis, m->axis, sizeof s->axis);
    memcpy(s->centre, m->centre, sizeof s->centre);
    for (int d = 1; d < 3; d++)
        least = fabs(m->axis[d]) < fabs(m->axis[least]) ? d : least;
    e[least] = 1;
    for (int d = 0; d < 3; d++)
        s->across[0][d] = e[d] - m->axis[least] * m->axis[d];
    length = sqrt(vector3_dot(s->across[0], s->across[0]));
    for (int d = 0; d < 3; d++)
        s->across[0][d] /= length;
    vector3_cross(s->axis, s->across[0], s->across[1]);
}

/* Corner k, and the distance of the point from the axis. */
static void unroll(const struct sliding *s, const double x[3], int k, struct sliding_face *f)
{
    const double arm[3] = {x[0] - s->centre[0], x[1] - s->centre[1], x[2] - s->centre[2]};
    double a = vector3_dot(arm, s->across[0]), b = vector3_dot(arm, s->across[1]), r = hypot(a, b), angle = atan2(b, a);
    if (k > 0) /* beside the corner before */
        angle += 2 * ANGLE_PI * round((f->polygon.corner[k - 1][0] - angle) / (2 * ANGLE_PI));
    f->polygon.corner[k][0] = angle;
    f->polygon.corner[k][1] = vector3_dot(arm, s->axis);
    f->radius[0] = k ? fmin(f->radius[0], r) : r;
    f->radius[1] = k ? fmax(f->radius[1], r) : r;
}

static void turn_around(struct clip_polygon *p)
{
    for (int k = 0; k < p->n / 2; k++)
        for (int d = 0; d < 2; d++) {
            double keep = p->corner[k][d];
            p->corner[k][d] = p->corner[p->n - 1 - k][d];
            p->corner[p->n - 1 - k][d] = keep;
        }
}

static void measure(struct sliding_face *f)
{
    struct clip_polygon *p = &f->polygon;
    f->area = clip_moments(p).area;
    if (f->area < 0) {
        turn_around(p);
        f->area = -f->area;
    }
    for (int d = 0; d < 2; d++) {
        f->least[d] = f->most[d] = p->corner[0][d];
        for (int k = 1; k < p->n; k++) {
            f->least[d] = fmin(f->least[d], p->corner[k][d]);
            f->most[d] = fmax(f->most[d], p->corner[k][d]);
        }
    }
}

static int take_face(const struct sliding *s, const struct motion *m, const struct pack *p, lid face, int patch,
                     int rank, struct sliding_face *f)
{
    lid cell = p->left[face], first = p->face_node_offset[face], end = p->face_node_offset[face + 1];
    double nearest;
    memset(f, 0, sizeof *f); /* bytes between members too: it is sent as it is */
    f->face = p->face_gid[face];
    f->local = face;
    f->rank = rank;
    f->patch = patch;
    for (int d = 0; d < 3; d++) {
        f->cell[d] = p->centroid[d * p->n_slots + cell];
        f->centre[d] = p->face_centroid[d * p->n_faces + face];
    }
    f->turns = motion_zone_holds(m, f->cell, &nearest);
    if (end - first > CLIP_FACE)
        return error_set("patch '%s': a sliding face at (%.6g, %.6g, %.6g) has %d corners; at most %d can be taken",
                         p->patch[patch].name, f->centre[0], f->centre[1], f->centre[2], (int)(end - first), CLIP_FACE);
    f->polygon.n = (int)(end - first);
    for (lid k = first; k < end; k++) {
        lid node = p->face_node[k];
        const double x[3] = {p->node[node], p->node[p->n_nodes + node], p->node[2 * p->n_nodes + node]};
        unroll(s, x, (int)(k - first), f);
    }
    if (f->radius[0] < f->radius[1] * (1 - FITS))
        return error_set("[patches] %s = sliding: the corners of the face at (%.6g, %.6g, %.6g), %.6g to %.6g m from "
                         "the axis, must lie on one cylinder about the axis of [motion]; correct axis or centre there",
                         p->patch[patch].name, f->centre[0], f->centre[1], f->centre[2], f->radius[0], f->radius[1]);
    measure(f);
    if (!clip_is_convex(&f->polygon))
        return error_set("patch '%s': the sliding face at (%.6g, %.6g, %.6g) is not convex; take a mesh whose faces "
                         "there are", p->patch[patch].name, f->centre[0], f->centre[1], f->centre[2]);
    return 0;
}

/* The mesh must end at both sides: a face inside it would be neither at rest nor moving. */
static int check_inside(const struct motion *m, const struct pack *p)
{
    for (lid f = (lid)p->n_boundary; f < p->n_flux; f++) {
        bool turns[2];
        for (int side = 0; side < 2; side++) {
            lid c = side ? p->right[f] : p->left[f];
            const double x[3] = {p->centroid[c], p->centroid[p->n_slots + c], p->centroid[2 * p->n_slots + c]};
            double nearest;
            turns[side] = motion_zone_holds(m, x, &nearest);
        }
        if (turns[0] != turns[1])
            return error_set("[motion] zone_radius = %g: the mesh goes on across the zone's surface, at (%.6g, %.6g, "
                             "%.6g); correct zone_radius, axis or centre, or take a mesh in which the zone is a "
                             "body of its own, with patches of kind sliding on both sides",
                             m->zone_radius, p->face_centroid[f], p->face_centroid[p->n_faces + f],
                             p->face_centroid[2 * p->n_faces + f]);
    }
    return 0;
}

/* ghosts: also of the halo's faces, into s->ghost, as their numbers in the mesh's order for now. */
static int collect(const struct motion *m, const struct pack *p, const struct bc_values *values, int rank,
                   const struct sliding *s, struct sliding_face **mine, int64_t *n)
{
    int64_t capacity = 0;
    for (int k = 0; k < p->n_patches; k++)
        capacity += values[k].kind == BC_SLIDING ? p->patch[k].end - p->patch[k].begin : 0;
    *n = 0;
    MEM_NEW_ZERO(*mine, capacity);
    if (p->n_transforms > 1)
        return error_set("[motion] zone_radius: a mesh with periodic faces cannot slide; take a mesh of the "
                         "whole circle");
    for (int k = 0; k < p->n_patches; k++)
        for (lid f = p->patch[k].begin; values[k].kind == BC_SLIDING && f < p->patch[k].end; f++)
            TRY(take_face(s, m, p, f, k, rank, *mine + (*n)++));
    return check_inside(m, p);
}

/* ---- all ranks' faces ---- */

static int by_number(const void *a, const void *b)
{
    gid x = ((const struct sliding_face *)a)->face, y = ((const struct sliding_face *)b)->face;
    return (x > y) - (x < y);
}

static lid find(const struct sliding *s, gid face)
{
    int64_t low = 0, high = s->n;
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        if (s->face[middle].face <= face)
            low = middle;
        else
            high = middle;
    }
    return (lid)low;
}

static void add_ghost(const struct pack *p, lid face, lid boundary, struct sliding *s)
{
    int64_t g = s->n_ghosts++;
    s->ghost[g] = find(s, p->face_gid[face]);
    s->ghost_boundary[g] = boundary;
    for (int d = 0; d < 3; d++)
        s->ghost_place[g][d] = p->centroid[d * p->n_slots + p->n_cells + boundary];
}

static void find_own(const struct pack *p, const struct bc_values *values, int rank, struct sliding *s)
{
    int64_t most = 0;
    for (int k = 0; k < p->n_patches; k++)
        most += p->patch[k].end - p->patch[k].begin + p->patch[k].halo_end - p->patch[k].halo_begin;
    MEM_NEW(s->own, s->n);
    MEM_NEW(s->ghost, most);
    MEM_NEW(s->ghost_boundary, most);
    MEM_NEW(s->ghost_place, most);
    for (int64_t i = 0; i < s->n; i++)
        if (s->face[i].rank == rank)
            s->own[s->n_own++] = (lid)i;
    for (int k = 0; k < p->n_patches; k++) {
        if (values[k].kind != BC_SLIDING)
            continue;
        for (lid f = p->patch[k].begin; f < p->patch[k].end; f++)
            add_ghost(p, f, f, s);
        for (lid f = p->patch[k].halo_begin; f < p->patch[k].halo_end; f++)
            add_ghost(p, f, (lid)(p->n_boundary + f - p->n_flux), s);
    }
}

/* ---- bins ---- */

static int bin_of(const struct sliding *s, double angle)
{
    double turn = angle / (2 * ANGLE_PI);
    int b = (int)((turn - floor(turn)) * s->n_bins);
    return b < s->n_bins ? b : 0;
}

/* Bins from the angle of its least corner to that of its largest. */
static int bins_of(const struct sliding *s, double least, double most, int *first)
{
    *first = bin_of(s, least);
    int n = (bin_of(s, most) - *first + s->n_bins) % s->n_bins + 1;
    return most - least > ANGLE_PI ? s->n_bins : n;
}

static void fill_bins(struct sliding *s, int turns)
{
    lid total = 0, *at;
    int first;
    MEM_NEW_ZERO(s->bin[turns], s->n_bins + 1);
    for (int64_t i = 0; i < s->n; i++)
        if (s->face[i].turns == turns) {
            int n = bins_of(s, s->face[i].least[0], s->face[i].most[0], &first);
            for (int b = 0; b < n; b++)
                s->bin[turns][(first + b) % s->n_bins + 1]++;
            total += n;
        }
    for (int b = 0; b < s->n_bins; b++)
        s->bin[turns][b + 1] += s->bin[turns][b];
    MEM_NEW(s->bin_face[turns], total);
    MEM_NEW(at, s->n_bins);
    memcpy(at, s->bin[turns], (size_t)s->n_bins * sizeof *at);
    for (int64_t i = 0; i < s->n; i++)
        if (s->face[i].turns == turns) {
            int n = bins_of(s, s->face[i].least[0], s->face[i].most[0], &first);
            for (int b = 0; b < n; b++)
                s->bin_face[turns][at[(first + b) % s->n_bins]++] = (lid)i;
        }
    mem_free(at);
}

/* Faces of the other side whose rectangle meets that from least to most, in axes of face i's own side with the zone
 * turned by `angle`; ascending, each once. Their number; found: as long as the longer list of all bins. */
static int64_t neighbours(const struct sliding *s, int64_t i, double angle, double margin, lid *found)
{
    const struct sliding_face *f = &s->face[i];
    const int other = !f->turns;
    const double shift = f->turns ? angle : -angle; /* from the axes of the own side to those of the other */
    int first, n_bins = bins_of(s, f->least[0] + shift - margin, f->most[0] + shift + margin, &first);
    int64_t n = 0, kept = 0;
    for (int b = 0; b < n_bins; b++) {
        int bin = (first + b) % s->n_bins;
        for (lid k = s->bin[other][bin]; k < s->bin[other][bin + 1]; k++)
            found[n++] = s->bin_face[other][k];
    }
    qsort(found, (size_t)n, sizeof *found, lid_compare);
    for (int64_t k = 0; k < n; k++)
        if (k == 0 || found[k] != found[k - 1])
            found[kept++] = found[k];
    return kept;
}

/* ---- pieces ---- */

/* By how much the turning face's angles are more than in its own axes, beside the face at rest: the same whichever of
 * the two asks. */
static double shift_of(const struct sliding_face *turning, const struct sliding_face *resting, double angle)
{
    double from = (turning->least[0] + turning->most[0]) / 2 + angle, to = (resting->least[0] + resting->most[0]) / 2;
    return angle + 2 * ANGLE_PI * round((to - from) / (2 * ANGLE_PI));
}

/* The point of the cylinder at an angle, given as cosine and sine times a factor, and at a distance along the axis. */
static void place(const struct sliding *s, double cosine, double sine, double along, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = s->centre[d] + s->radius * (cosine * s->across[0][d] + sine * s->across[1][d]) + along * s->axis[d];
}

/* The piece of the two faces; its area on the unrolled cylinder, 0: they have nothing in common. */
static double common_piece(const struct sliding *s, const struct sliding_face *turning,
                           const struct sliding_face *resting, double angle, struct sliding_piece *piece)
{
    struct clip_polygon moved = turning->polygon, both;
    double shift = shift_of(turning, resting, angle), x[3];
    if (turning->least[0] + shift >= resting->most[0] || turning->most[0] + shift <= resting->least[0] ||
        turning->least[1] >= resting->most[1] || turning->most[1] <= resting->least[1])
        return 0;
    for (int k = 0; k < moved.n; k++)
        moved.corner[k][0] += shift;
    clip_common(&moved, &resting->polygon, &both);
    struct clip_moments m = clip_moments(&both);
    if (!(m.area > SLIVER * fmin(turning->area, resting->area)))
        return 0;
    double cosine = m.normal[0] / m.area, sine = m.normal[1] / m.area;
    for (int d = 0; d < 3; d++) /* the zone is inside the cylinder */
        piece->normal[d] = s->radius * (m.normal[0] * s->across[0][d] + m.normal[1] * s->across[1][d]);
    place(s, cosine, sine, m.along / m.area, x);
    for (int d = 0; d < 3; d++)
        piece->from_resting[d] = x[d] - resting->cell[d];
    const double c = cos(angle), sn = sin(angle);
    place(s, cosine * c + sine * sn, sine * c - cosine * sn, m.along / m.area, x);
    for (int d = 0; d < 3; d++)
        piece->from_turning[d] = x[d] - turning->cell[d];
    return m.area;
}

static void find_pieces(const struct sliding *s, double angle, lid *found, struct sliding_lists *l)
{
    MEM_NEW_ZERO(l->begin, s->n_own + 1);
    for (int64_t k = 0; k < s->n_own; k++) {
        const struct sliding_face *own = &s->face[s->own[k]];
        int64_t n = neighbours(s, s->own[k], angle, 0, found);
        double covered = 0;
        MEM_GROW(l->piece, l->n_pieces + n);
        for (int64_t i = 0; i < n; i++) {
            const struct sliding_face *other = &s->face[found[i]];
            struct sliding_piece *piece = &l->piece[l->n_pieces];
            double area = common_piece(s, own->turns ? own : other, own->turns ? other : own, angle, piece);
            piece->other = found[i];
            l->n_pieces += area > 0;
            covered += area;
        }
        double missing = fabs(1 - covered / own->area);
        if (!(missing <= l->worst)) {
            l->worst = missing;
            l->worst_own = k;
        }
        l->begin[k + 1] = (lid)l->n_pieces;
    }
}

/* ---- shares of ghosts ---- */

/* y of (M + a little of its trace) y = b, M symmetric: xx, xy, xz, yy, yz, zz. Directions in which all points lie in a
 * plane (a mesh one cell deep) are left out by that little. */
static void solve(const double m[6], const double b[3], double y[3])
{
    double little = 1e-10 * (m[0] + m[3] + m[5]);
    double a[3][3] = {{m[0] + little, m[1], m[2]}, {m[1], m[3] + little, m[4]}, {m[2], m[4], m[5] + little}}, c[3][3];
    for (int i = 0; i < 3; i++)
        vector3_cross(a[(i + 1) % 3], a[(i + 2) % 3], c[i]);
    double det = vector3_dot(a[0], c[0]);
    for (int d = 0; d < 3; d++)
        y[d] = det > 0 ? (c[0][d] * b[0] + c[1][d] * b[1] + c[2][d] * b[2]) / det : 0;
}

/* The value at the point x of the linear function that fits values at point[n] best, as shares of these: exact for
 * linear functions. */
static void fit(double (*point)[3], const double *weight, int64_t n, const double x[3],
                struct sliding_share *share)
{
    double sum = 0, mean[3] = {0, 0, 0}, m[6] = {0}, b[3], y[3];
    for (int64_t k = 0; k < n; k++) {
        sum += weight[k];
        for (int d = 0; d < 3; d++)
            mean[d] += weight[k] * point[k][d];
    }
    for (int d = 0; d < 3; d++)
        mean[d] /= sum;
    for (int64_t k = 0; k < n; k++) {
        double v[3] = {point[k][0] - mean[0], point[k][1] - mean[1], point[k][2] - mean[2]};
        int e = 0;
        for (int i = 0; i < 3; i++)
            for (int j = i; j < 3; j++)
                m[e++] += weight[k] * v[i] * v[j];
    }
    for (int d = 0; d < 3; d++)
        b[d] = x[d] - mean[d];
    solve(m, b, y);
    for (int64_t k = 0; k < n; k++) {
        double v[3] = {point[k][0] - mean[0], point[k][1] - mean[1], point[k][2] - mean[2]};
        share[k].weight = weight[k] / sum + weight[k] * vector3_dot(v, y);
    }
}

/* Do the rectangles meet if the other's is made larger by three quarters on all sides, so that it has a neighbour in
 * either direction too? */
static bool is_near(const struct sliding_face *f, const struct sliding_face *other, double shift)
{
    double to = (other->least[0] + other->most[0]) / 2, from = (f->least[0] + f->most[0]) / 2 + shift;
    double round_trip = 2 * ANGLE_PI * round((to - from) / (2 * ANGLE_PI));
    for (int d = 0; d < 2; d++) {
        double margin = 0.75 * (other->most[d] - other->least[d]), move = d ? 0 : shift + round_trip;
        if (f->least[d] + move > other->most[d] + margin || f->most[d] + move < other->least[d] - margin)
            return false;
    }
    return true;
}

/* A cell's centroid in the axes of the other side, with the zone turned by `angle` more than those. */
static void turned(const struct sliding *s, const double x[3], double angle, double out[3])
{
    const double arm[3] = {x[0] - s->centre[0], x[1] - s->centre[1], x[2] - s->centre[2]};
    double a = vector3_dot(arm, s->across[0]), b = vector3_dot(arm, s->across[1]), along = vector3_dot(arm, s->axis);
    double c = cos(angle), sn = sin(angle);
    for (int d = 0; d < 3; d++)
        out[d] = s->centre[d] + (a * c - b * sn) * s->across[0][d] + (a * sn + b * c) * s->across[1][d] +
                 along * s->axis[d];
}

static double distance2(const double a[3], const double b[3])
{
    double v[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return vector3_dot(v, v);
}

/* Of ghost g; found: faces of the other side nearby. */
static void share_ghost(const struct sliding *s, int64_t g, double angle, const lid *found, int64_t n,
                        struct sliding_lists *l)
{
    const struct sliding_face *own = &s->face[s->ghost[g]];
    const double *x = s->ghost_place[g], reach = distance2(x, own->cell), way = own->turns ? angle : -angle;
    double (*point)[3], *weight;
    int64_t k = 1, first = l->n_shares;
    MEM_NEW(point, n + 1);
    MEM_NEW(weight, n + 1);
    memcpy(point[0], own->cell, sizeof point[0]);
    MEM_GROW(l->share, l->n_shares + n + 1);
    l->share[first].of = s->ghost[g];
    for (int64_t i = 0; i < n; i++)
        if (is_near(own, &s->face[found[i]], way)) {
            turned(s, s->face[found[i]].cell, -way, point[k]);
            l->share[first + k++].of = found[i];
        }
    for (int64_t i = 0; i < k; i++)
        weight[i] = 1 / (distance2(point[i], x) + 0.01 * reach);
    fit(point, weight, k, x, l->share + first);
    l->n_shares += k;
    mem_free(point);
    mem_free(weight);
}

static void find_shares(const struct sliding *s, double angle, lid *found, struct sliding_lists *l)
{
    double widest = 0;
    for (int64_t i = 0; i < s->n; i++)
        widest = fmax(widest, s->face[i].most[0] - s->face[i].least[0]);
    MEM_NEW_ZERO(l->share_begin, s->n_ghosts + 1);
    for (int64_t g = 0; g < s->n_ghosts; g++) {
        int64_t n = neighbours(s, s->ghost[g], angle, 0.75 * widest, found);
        share_ghost(s, g, angle, found, n, l);
        l->share_begin[g + 1] = (lid)l->n_shares;
    }
}

void sliding_lists_make(const struct sliding *s, double angle, struct sliding_lists *lists)
{
    lid *found;
    memset(lists, 0, sizeof *lists);
    lid in_bins[2] = {s->bin[0][s->n_bins], s->bin[1][s->n_bins]};
    MEM_NEW(found, in_bins[0] > in_bins[1] ? in_bins[0] : in_bins[1]);
    find_pieces(s, angle, found, lists);
    find_shares(s, angle, found, lists);
    mem_free(found);
}

void sliding_lists_free(struct sliding_lists *lists)
{
    mem_free(lists->begin);
    mem_free(lists->piece);
    mem_free(lists->share_begin);
    mem_free(lists->share);
    memset(lists, 0, sizeof *lists);
}

/* ---- checks ---- */

static int check_radius(const struct case_file *c, const struct pack *p, const struct sliding *s)
{
    int64_t sides[2] = {0, 0};
    for (int64_t i = 0; i < s->n; i++) {
        const struct sliding_face *f = &s->face[i];
        sides[f->turns]++;
        if (!(f->radius[0] >= s->radius * (1 - FITS) && f->radius[1] <= s->radius * (1 + FITS)))
            return error_set("%s: [patches] %s = sliding: the face at (%.6g, %.6g, %.6g) is %.9g to %.9g m from the "
                             "axis, and the interface %.9g m in the mean; its faces must lie on one cylinder about the "
                             "axis of [motion]; correct axis or centre there, or the mesh", c->config.path,
                             p->patch[f->patch].name, f->centre[0], f->centre[1], f->centre[2], f->radius[0],
                             f->radius[1], s->radius);
    }
    if (sides[0] > 0 && sides[1] > 0)
        return 0;
    if (s->n > 0 && fabs(s->radius - c->motion.zone_radius) > 0.01 * s->radius)
        return error_set("%s: [motion] zone_radius = %g: the faces of kind sliding are %.6g m from the axis; write "
                         "that radius, or correct [patches]", c->config.path, c->motion.zone_radius, s->radius);
    return error_set("%s: [motion] zone_radius = %g: no face of kind sliding belongs to a cell that %s; give both "
                     "sides of the zone's surface the kind sliding in [patches]", c->config.path,
                     c->motion.zone_radius, sides[0] == 0 ? "is at rest" : "turns");
}

/* Is each own face the sum of its pieces, in area on the cylinder and as a vector? */
static int check_sums(const struct case_file *c, const struct pack *p, const struct sliding *s, double angle)
{
    struct sliding_lists l;
    int status = 0;
    sliding_lists_make(s, angle, &l);
    for (int64_t k = 0; k < s->n_own && status == 0; k++) {
        const struct sliding_face *f = &s->face[s->own[k]];
        double off = 0, sum[3] = {0, 0, 0}, rest[3], normal[3], zero[3];
        for (int d = 0; d < 3; d++) {
            normal[d] = p->normal[d * p->n_faces + f->local];
            zero[d] = s->centre[d] + normal[d];
        }
        turned(s, zero, f->turns ? angle : 0, rest);
        for (lid i = l.begin[k]; i < l.begin[k + 1]; i++)
            for (int d = 0; d < 3; d++)
                sum[d] += (f->turns ? 1 : -1) * l.piece[i].normal[d];
        for (int d = 0; d < 3; d++)
            off += (rest[d] - s->centre[d] - sum[d]) * (rest[d] - s->centre[d] - sum[d]);
        if (l.worst_own == k && l.worst > FITS)
            status = error_set("%s: [patches] %s = sliding: the other side covers the face at (%.6g, %.6g, %.6g) to "
                               "%.4g %% where the zone is turned by %.4g degrees; both sides must be whole cylinders "
                               "of the same extent along the axis", c->config.path, p->patch[f->patch].name,
                               f->centre[0], f->centre[1], f->centre[2], 100 * (1 - l.worst), angle * 180 / ANGLE_PI);
        else if (l.worst <= FITS && off > FITS * FITS * vector3_dot(normal, normal))
            status = error_set("%s: [patches] %s = sliding: the area of the face at (%.6g, %.6g, %.6g) is not that of "
                               "the cylinder between its corners; is it folded?", c->config.path,
                               p->patch[f->patch].name, f->centre[0], f->centre[1], f->centre[2]);
    }
    sliding_lists_free(&l);
    return status;
}

/* ---- creation ---- */

/* Bins are as wide as faces in the mean. */
static void gather(struct sliding_face *mine, int64_t n_mine, struct sliding *s)
{
    const int most_bins = 1 << 20;
    double sum = 0, width = 0;
    s->face = comm_gather_all(mine, n_mine, sizeof *mine, &s->n);
    qsort(s->face, (size_t)s->n, sizeof *s->face, by_number);
    for (int64_t i = 0; i < s->n; i++) {
        sum += (s->face[i].radius[0] + s->face[i].radius[1]) / 2;
        width += s->face[i].most[0] - s->face[i].least[0];
    }
    s->radius = s->n > 0 ? sum / (double)s->n : 0;
    s->n_bins = width > 0 ? (int)fmin(fmax(2 * ANGLE_PI * (double)s->n / width, 1), most_bins) : 1;
}

/* This rank's faces in the order of their numbers in the mesh, as all ranks have them. */
static void bend_edges(const struct sliding *s, const struct comm *comm, struct pack *p)
{
    struct sliding_cylinder at = {.radius = s->radius};
    lid *own;
    int64_t n = 0;
    memcpy(at.axis, s->axis, sizeof at.axis);
    memcpy(at.across, s->across, sizeof at.across);
    memcpy(at.centre, s->centre, sizeof at.centre);
    MEM_NEW(own, s->n);
    for (int64_t i = 0; i < s->n; i++)
        if (s->face[i].rank == comm->rank)
            own[n++] = s->face[i].local;
    sliding_bend_edges(&at, own, n, p);
    mem_free(own);
}

int sliding_create(const struct case_file *c, const struct comm *comm, struct pack *p,
                   const struct bc_values *values, struct sliding *s)
{
    struct sliding_face *mine;
    int64_t n_mine;
    memset(s, 0, sizeof *s);
    set_axes(&c->motion, s);
    int status = comm_agree(collect(&c->motion, p, values, comm->rank, s, &mine, &n_mine));
    if (status == 0)
        gather(mine, n_mine, s);
    mem_free(mine);
    TRY(status);
    TRY(comm_agree(check_radius(c, p, s)));
    bend_edges(s, comm, p);
    find_own(p, values, comm->rank, s);
    for (int turns = 0; turns < 2; turns++)
        fill_bins(s, turns);
    TRY(comm_agree(check_sums(c, p, s, 0)));
    return comm_agree(check_sums(c, p, s, 2)); /* rad: any other angle tells parts of a cylinder from all of it */
}

void sliding_free(struct sliding *s)
{
    mem_free(s->face);
    mem_free(s->own);
    mem_free(s->ghost);
    mem_free(s->ghost_boundary);
    mem_free(s->ghost_place);
    for (int turns = 0; turns < 2; turns++) {
        mem_free(s->bin[turns]);
        mem_free(s->bin_face[turns]);
    }
    memset(s, 0, sizeof *s);
}
