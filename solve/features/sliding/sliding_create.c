/* sliding_create.c: gathers the faces of a sliding interface and checks that its two sides fit. */
#include "features/sliding/sliding_create.h"

#include "angle.h"
#include "error.h"
#include "features/sliding/sliding_edges.h"
#include "features/sliding/sliding_lists.h"
#include "mem.h"
#include "mesh/vector3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the radius, or of an area: nodes of files in single precision have 1e-7. */
static const double FITS = 1e-6;

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
    if (s->n > 0 && fabs(s->radius - c->derived.motion.zone_radius) > 0.01 * s->radius)
        return error_set("%s: [motion] zone_radius = %g: the faces of kind sliding are %.6g m from the axis; write "
                         "that radius, or correct [patches]", c->config.path, c->derived.motion.zone_radius, s->radius);
    return error_set("%s: [motion] zone_radius = %g: no face of kind sliding belongs to a cell that %s; give both "
                     "sides of the zone's surface the kind sliding in [patches]", c->config.path,
                     c->derived.motion.zone_radius, sides[0] == 0 ? "is at rest" : "turns");
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
        const double by = f->turns ? angle : 0;
        sliding_turned(s, zero, cos(by), sin(by), rest);
        for (lid i = l.begin[k]; i < l.begin[k + 1]; i++)
            for (int d = 0; d < 3; d++)
                sum[d] += (f->turns ? 1 : -1) * l.piece[i].normal[d];
        for (int d = 0; d < 3; d++)
            off += (rest[d] - s->centre[d] - sum[d]) * (rest[d] - s->centre[d] - sum[d]);
        if (l.worst_own == k && !(l.worst <= FITS))
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
    set_axes(&c->derived.motion, s);
    int status = comm_agree(collect(&c->derived.motion, p, values, comm->rank, s, &mine, &n_mine));
    if (status == 0)
        gather(mine, n_mine, s);
    mem_free(mine);
    TRY(status);
    TRY(comm_agree(check_radius(c, p, s)));
    bend_edges(s, comm, p);
    find_own(p, values, comm->rank, s);
    sliding_fill_bins(s);
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
        mem_free(s->entry[turns]);
    }
    memset(s, 0, sizeof *s);
}
