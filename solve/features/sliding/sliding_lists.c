/* sliding_lists.c: the pieces that faces of both sides of a sliding interface have in common at an instant, and the
 * shares of ghosts. Faces of one side that may meet a face of the other are found in bins of angles, then by their
 * extent along the axis.
 */
#include "features/sliding/sliding_lists.h"

#include "angle.h"
#include "mem.h"
#include "mesh/vector3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the smaller face's area: pieces of which rounding leaves no place. */
static const double SLIVER = 1e-13;
/* Of the other face's size, on all sides: of a face that has a share in a ghost, so that a ghost has faces near it in
 * either direction. */
static const double NEAR = 0.75;

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

static int by_begin(const void *a, const void *b)
{
    const struct sliding_entry *x = a, *y = b;
    const int order = (x->least[1] > y->least[1]) - (x->least[1] < y->least[1]);
    return order ? order : (x->face > y->face) - (x->face < y->face);
}

static void order_bin(struct sliding_entry *entry, lid n)
{
    qsort(entry, (size_t)n, sizeof *entry, by_begin);
    for (lid k = 0; k < n; k++) {
        const double end = entry[k].most[1] + NEAR * (entry[k].most[1] - entry[k].least[1]);
        entry[k].reached = k > 0 ? fmax(entry[k - 1].reached, end) : end;
    }
    for (lid k = n; k-- > 0;) {
        const double begin = entry[k].least[1] - NEAR * (entry[k].most[1] - entry[k].least[1]);
        entry[k].left = k + 1 < n ? fmin(entry[k + 1].left, begin) : begin;
    }
}

static void fill_side(struct sliding *s, int turns)
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
    MEM_NEW(s->entry[turns], total);
    MEM_NEW(at, s->n_bins);
    memcpy(at, s->bin[turns], (size_t)s->n_bins * sizeof *at);
    for (int64_t i = 0; i < s->n; i++)
        if (s->face[i].turns == turns) {
            int n = bins_of(s, s->face[i].least[0], s->face[i].most[0], &first);
            const struct sliding_face *f = &s->face[i];
            const struct sliding_entry entry = {.least = {f->least[0], f->least[1]}, .most = {f->most[0], f->most[1]},
                                                .face = (lid)i};
            for (int b = 0; b < n; b++)
                s->entry[turns][at[(first + b) % s->n_bins]++] = entry;
        }
    for (int b = 0; b < s->n_bins; b++)
        order_bin(s->entry[turns] + s->bin[turns][b], s->bin[turns][b + 1] - s->bin[turns][b]);
    mem_free(at);
}

void sliding_fill_bins(struct sliding *s)
{
    for (int turns = 0; turns < 2; turns++)
        fill_side(s, turns);
}

/* Does a face, turned by `shift`, meet another one that is larger by `part` of itself on all sides? */
static bool meets(const struct sliding_face *f, double shift, const struct sliding_entry *other, double part)
{
    double margin = part * (other->most[1] - other->least[1]);
    if (f->least[1] > other->most[1] + margin || f->most[1] < other->least[1] - margin)
        return false;
    double to = (other->least[0] + other->most[0]) / 2, from = (f->least[0] + f->most[0]) / 2 + shift;
    double move = shift + 2 * ANGLE_PI * round((to - from) / (2 * ANGLE_PI));
    margin = part * (other->most[0] - other->least[0]);
    return f->least[0] + move <= other->most[0] + margin && f->most[0] + move >= other->least[0] - margin;
}

/* Ascending, each once: by insertion, since there are about ten. How many are left. */
static int64_t sort_once(lid *number, int64_t n)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < n; k++) {
        const lid new = number[k];
        int64_t at = kept;
        while (at > 0 && number[at - 1] > new)
            at--;
        if (at > 0 && number[at - 1] == new)
            continue;
        memmove(number + at + 1, number + at, (size_t)(kept - at) * sizeof *number);
        number[at] = new;
        kept++;
    }
    return kept;
}

/* The first entry of begin .. end - 1 up to which one reaches that place along the axis; end: none does. */
static lid first_reaching(const struct sliding_entry *entry, lid begin, lid end, double along)
{
    while (begin < end) {
        const lid middle = begin + (end - begin) / 2;
        if (entry[middle].reached < along)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* Faces of the other side that meet face i with the zone turned by `angle`, if each is larger by `part` (0 to NEAR) of
 * itself on all sides, at most by `margin` (rad) in angle; ascending, each once. Their number; found: as long as the
 * longer list of all bins. */
static int64_t neighbours(const struct sliding *s, int64_t i, double angle, double margin, double part, lid *found)
{
    const struct sliding_face *f = &s->face[i];
    const struct sliding_entry *entry = s->entry[!f->turns];
    const lid *bin = s->bin[!f->turns];
    const double shift = f->turns ? angle : -angle; /* from the axes of the own side to those of the other */
    int first, n_bins = bins_of(s, f->least[0] + shift - margin, f->most[0] + shift + margin, &first);
    int64_t n = 0;
    for (int b = 0; b < n_bins; b++) {
        const lid at = (first + b) % s->n_bins, end = bin[at + 1];
        for (lid k = first_reaching(entry, bin[at], end, f->least[1]); k < end && entry[k].left <= f->most[1]; k++)
            if (meets(f, shift, &entry[k], part))
                found[n++] = entry[k].face;
    }
    return sort_once(found, n);
}

/* What a thread works with; each as long as the longer list of all bins, and one more. */
struct scratch {
    lid *found;         /* faces */
    double (*point)[3]; /* m */
    double *weight;
};

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

/* A not-a-number is the worst, and stays. */
static void note_worst(double missing, int64_t own, struct sliding_lists *l)
{
    if (missing <= l->worst || isnan(l->worst))
        return;
    l->worst = missing;
    l->worst_own = own;
}

/* Of own faces first .. end - 1, behind the pieces that l has; count[k + 1]: how many are of own face k. */
static void find_pieces(const struct sliding *s, double angle, int64_t first, int64_t end, lid *found, lid *count,
                        struct sliding_lists *l)
{
    for (int64_t k = first; k < end; k++) {
        const struct sliding_face *own = &s->face[s->own[k]];
        const int64_t before = l->n_pieces, n = neighbours(s, s->own[k], angle, 0, 0, found);
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
        note_worst(fabs(1 - covered / own->area), k, l);
        count[k + 1] = (lid)(l->n_pieces - before);
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

void sliding_turned(const struct sliding *s, const double x[3], double c, double sn, double out[3])
{
    const double arm[3] = {x[0] - s->centre[0], x[1] - s->centre[1], x[2] - s->centre[2]};
    double a = vector3_dot(arm, s->across[0]), b = vector3_dot(arm, s->across[1]), along = vector3_dot(arm, s->axis);
    for (int d = 0; d < 3; d++)
        out[d] = s->centre[d] + (a * c - b * sn) * s->across[0][d] + (a * sn + b * c) * s->across[1][d] +
                 along * s->axis[d];
}

static double distance2(const double a[3], const double b[3])
{
    double v[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return vector3_dot(v, v);
}

/* Of ghost g; work: n faces of the other side nearby are found. */
static void share_ghost(const struct sliding *s, int64_t g, double angle, int64_t n, const struct scratch *work,
                        struct sliding_lists *l)
{
    const struct sliding_face *own = &s->face[s->ghost[g]];
    const double *x = s->ghost_place[g], reach = distance2(x, own->cell), way = own->turns ? angle : -angle;
    const double cosine = cos(way), sine = -sin(way);
    const lid *found = work->found;
    double (*point)[3] = work->point, *weight = work->weight;
    int64_t k = 1, first = l->n_shares;
    memcpy(point[0], own->cell, sizeof point[0]);
    MEM_GROW(l->share, l->n_shares + n + 1);
    l->share[first].of = s->ghost[g];
    for (int64_t i = 0; i < n; i++) {
        sliding_turned(s, s->face[found[i]].cell, cosine, sine, point[k]);
        l->share[first + k++].of = found[i];
    }
    for (int64_t i = 0; i < k; i++)
        weight[i] = 1 / (distance2(point[i], x) + 0.01 * reach);
    fit(point, weight, k, x, l->share + first);
    l->n_shares += k;
}

/* Likewise of ghosts; widest: of a face, rad. */
static void find_shares(const struct sliding *s, double angle, double widest, int64_t first, int64_t end,
                        const struct scratch *work, lid *count, struct sliding_lists *l)
{
    for (int64_t g = first; g < end; g++) {
        const int64_t before = l->n_shares, n = neighbours(s, s->ghost[g], angle, NEAR * widest, NEAR, work->found);
        share_ghost(s, g, angle, n, work, l);
        count[g + 1] = (lid)(l->n_shares - before);
    }
}

/* ---- both, by all threads ---- */

/* Own faces, and ghosts, that a thread takes at a time. What is found does not depend on the number of threads. */
enum { TOGETHER = 64 };

/* One part behind the other; count: as many as an entry has, becomes where they begin. */
static void join(const struct sliding *s, struct sliding_lists *part, int64_t n_parts, struct sliding_lists *l)
{
    for (int64_t k = 0; k < n_parts; k++) {
        l->n_pieces += part[k].n_pieces;
        l->n_shares += part[k].n_shares;
        note_worst(part[k].worst, part[k].worst_own, l);
    }
    MEM_NEW(l->piece, l->n_pieces);
    MEM_NEW(l->share, l->n_shares);
    struct sliding_piece *piece = l->piece;
    struct sliding_share *share = l->share;
    for (int64_t k = 0; k < n_parts; k++) {
        if (part[k].n_pieces > 0)
            memcpy(piece, part[k].piece, (size_t)part[k].n_pieces * sizeof *piece);
        if (part[k].n_shares > 0)
            memcpy(share, part[k].share, (size_t)part[k].n_shares * sizeof *share);
        piece += part[k].n_pieces;
        share += part[k].n_shares;
        sliding_lists_free(&part[k]);
    }
    for (int64_t k = 0; k < s->n_own; k++)
        l->begin[k + 1] += l->begin[k];
    for (int64_t g = 0; g < s->n_ghosts; g++)
        l->share_begin[g + 1] += l->share_begin[g];
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void sliding_lists_make(const struct sliding *s, double angle, struct sliding_lists *lists)
{
    const lid longest = s->bin[0][s->n_bins] > s->bin[1][s->n_bins] ? s->bin[0][s->n_bins] : s->bin[1][s->n_bins];
    const int64_t most = s->n_own > s->n_ghosts ? s->n_own : s->n_ghosts, n_parts = (most + TOGETHER - 1) / TOGETHER;
    double widest = 0;
    struct sliding_lists *part;
    memset(lists, 0, sizeof *lists);
    for (int64_t i = 0; i < s->n; i++)
        widest = fmax(widest, s->face[i].most[0] - s->face[i].least[0]);
    MEM_NEW_ZERO(lists->begin, s->n_own + 1);
    MEM_NEW_ZERO(lists->share_begin, s->n_ghosts + 1);
    MEM_NEW_ZERO(part, n_parts);
#pragma omp parallel
    {
        struct scratch work;
        MEM_NEW(work.found, longest + 1);
        MEM_NEW(work.point, longest + 1);
        MEM_NEW(work.weight, longest + 1);
#pragma omp for schedule(dynamic)
        for (int64_t k = 0; k < n_parts; k++) {
            const int64_t first = k * TOGETHER, end = first + TOGETHER;
            find_pieces(s, angle, first, least_of(end, s->n_own), work.found, lists->begin, &part[k]);
            find_shares(s, angle, widest, first, least_of(end, s->n_ghosts), &work, lists->share_begin, &part[k]);
        }
        mem_free(work.found);
        mem_free(work.point);
        mem_free(work.weight);
    }
    join(s, part, n_parts, lists);
    mem_free(part);
}

void sliding_lists_free(struct sliding_lists *lists)
{
    mem_free(lists->begin);
    mem_free(lists->piece);
    mem_free(lists->share_begin);
    mem_free(lists->share);
    memset(lists, 0, sizeof *lists);
}
