/* span_load.c: each face is split into triangles, each triangle by area among the strips
 * that it lies in, so that the strips add up to the forces of ufv-post forces.
 */
#include "forces/span_load.h"

#include "error.h"
#include "mem.h"
#include "fields/wall_fields.h"

#include <math.h>

/* ---- a face in strips ------------------------------------------------------------------ */

/* The area below t grows as the square of the distance from the lowest corner, and beyond the middle one shrinks
 * likewise towards the highest. */
double span_part_below(const double x[3], double t)
{
    if (t <= x[0])
        return 0;
    if (t >= x[2])
        return 1;
    if (t < x[1])
        return (t - x[0]) * (t - x[0]) / ((x[1] - x[0]) * (x[2] - x[0]));
    return 1 - (x[2] - t) * (x[2] - t) / ((x[2] - x[1]) * (x[2] - x[0]));
}

/* Two passes of bubble sort are enough for three. */
static void sort3(double x[3])
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 2; i++)
            if (x[i] > x[i + 1]) {
                double larger = x[i];
                x[i] = x[i + 1];
                x[i + 1] = larger;
            }
}

static double triangle_area(const double a[3], const double b[3], const double c[3])
{
    double u[3], v[3];
    for (int d = 0; d < 3; d++) {
        u[d] = b[d] - a[d];
        v[d] = c[d] - a[d];
    }
    double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    return 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

static void node_at(const struct pack *p, lid k, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = p->node[d * p->n_nodes + p->face_node[k]];
}

/* A face's forces and its moment, whole. */
struct face_load {
    double force[2][3], moment[3];
};

static void add_part(struct span_strip *s, const struct face_load *f, double part)
{
    for (int d = 0; d < 3; d++) {
        s->force[0][d] += part * f->force[0][d];
        s->force[1][d] += part * f->force[1][d];
        s->moment[d] += part * f->moment[d];
    }
}

/* Adds the share of a triangle (its area over the face's) strip by strip. A triangle
 * without extent along the axis belongs to the strip it begins in.
 * first and last are limited to the strips there are: a corner at the upper end is at (x - low) / width = n, by
 * rounding also beyond. */
static void add_triangle(struct span_load *s, double x[3], const struct face_load *f, double share)
{
    sort3(x);
    int64_t first = (int64_t)floor((x[0] - s->low) / s->width), last = (int64_t)floor((x[2] - s->low) / s->width);
    first = first < 0 ? 0 : first < s->n ? first : s->n - 1;
    last = last < first ? first : last < s->n ? last : s->n - 1;
    double below = 0;
    for (int64_t k = first; k <= last; k++) {
        /* The last strip takes the rest, so that the parts of a triangle add up to 1 whatever rounding does. */
        double until = k == last ? 1 : span_part_below(x, s->low + (double)(k + 1) * s->width);
        add_part(&s->strip[k], f, share * (until - below));
        below = until;
    }
}

/* Cuts the face into a fan of triangles from its first node. The face's force and moment are shared out by area, as if
 * they acted evenly on it: the strips then add up to the whole to rounding, whatever their number. */
static void add_face(struct span_load *s, const struct pack *p, lid face, const struct face_load *f)
{
    double a[3], b[3], c[3], whole = 0;
    lid begin = p->face_node_offset[face], end = p->face_node_offset[face + 1];
    node_at(p, begin, a);
    for (int pass = 0; pass < 2; pass++)
        for (lid k = begin + 1; k + 1 < end; k++) {
            node_at(p, k, b);
            node_at(p, k + 1, c);
            double area = triangle_area(a, b, c);
            /* Shares are of the triangles' sum, not of the pack's area: of a warped face the two differ. */
            if (pass == 0)
                whole += area;
            else if (whole > 0)
                add_triangle(s, (double[3]){a[s->axis], b[s->axis], c[s->axis]}, f, area / whole);
        }
}

/* ---- all ranks ------------------------------------------------------------------------------- */

static struct face_load load_of(const struct results *r, const struct pack *p, const struct wall_fields *w, lid i)
{
    struct face_load f;
    double arm[3], all[3];
    for (int d = 0; d < 3; d++) {
        f.force[0][d] = (w->pressure[i] - r->reference.pressure) * p->normal[d * p->n_faces + i];
        f.force[1][d] = w->friction[d] ? p->area[i] * w->friction[d][i] : 0;
        /* As in forces.c, force acts along the face's area vector and the moment is about the reference centre. */
        arm[d] = p->face_centroid[d * p->n_faces + i] - r->reference.centre[d];
        all[d] = f.force[0][d] + f.force[1][d];
    }
    for (int d = 0; d < 3; d++)
        f.moment[d] = arm[(d + 1) % 3] * all[(d + 2) % 3] - arm[(d + 2) % 3] * all[(d + 1) % 3];
    return f;
}

static int add_rank(const struct results *r, const struct pack *p, const struct solution *s, const bool *chosen,
                    struct span_load *load)
{
    struct wall_fields w;
    TRY(wall_fields_find(r, s, &w));
    for (int b = 0; b < p->n_patches; b++) {
        if (!chosen[b])
            continue;
        TRY(wall_fields_check(r, p, s, &w, b));
        for (lid i = p->patch[b].begin; i < p->patch[b].end; i++) {
            struct face_load f = load_of(r, p, &w, i);
            add_face(load, p, i, &f);
        }
    }
    return 0;
}

static void widen(const struct pack *p, const bool *chosen, int axis, double range[2])
{
    for (int b = 0; b < p->n_patches; b++) {
        if (!chosen[b] || p->patch[b].begin == p->patch[b].end)
            continue;
        for (lid k = p->face_node_offset[p->patch[b].begin]; k < p->face_node_offset[p->patch[b].end]; k++) {
            double x = p->node[axis * p->n_nodes + p->face_node[k]];
            range[0] = fmin(range[0], x);
            range[1] = fmax(range[1], x);
        }
    }
}

static int find_range(const struct results *r, const bool *chosen, int axis, double range[2])
{
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        TRY(pack_read(r->packs, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p));
        widen(&p, chosen, axis, range);
        pack_free(&p);
    }
    if (range[1] > range[0])
        return 0;
    return error_set("span: the patches have no extent along %c; choose the span's direction with --span-axis",
                     "xyz"[axis]);
}

/* Packs are read twice, for the range and for the sums, so that one rank is in memory at a time. */
int span_integrate(const struct results *r, const bool *chosen, int axis, int64_t n, struct span_load *s)
{
    double range[2];
    TRY(find_range(r, chosen, axis, range));
    *s = (struct span_load){.axis = axis, .low = range[0], .width = (range[1] - range[0]) / (double)n, .n = n};
    MEM_NEW_ZERO(s->strip, n);
    int status = 0;
    for (int rank = 0; status == 0 && rank < r->n_ranks; rank++) {
        struct pack p;
        struct solution fields;
        status = results_read_rank(r, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p, &fields);
        if (status != 0)
            break;
        status = add_rank(r, &p, &fields, chosen, s);
        pack_free(&p);
        solution_free(&fields);
    }
    if (status != 0)
        MEM_FREE(s->strip);
    return status;
}

/* ---- coefficients ------------------------------------------------------------------------------ */

static double along(const double f[3], const double axis[3])
{
    return f[0] * axis[0] + f[1] * axis[1] + f[2] * axis[2];
}

/* On a rotor the dynamic pressure is that of the speed at the strip's radius; without one results_local_pressure()
 * gives the free stream's. */
struct span_coefficients span_coefficients(const struct span_context *c, int64_t strip)
{
    const struct span_strip *s = &c->load->strip[strip];
    const struct solution_reference *r = &c->r->reference;
    /* The point of the rotor's axis plus the way along the span: for a blade along that axis of the mesh it is the
     * strip's place. */
    double at[3] = {r->rotor.centre[0], r->rotor.centre[1], r->rotor.centre[2]};
    double from_axis = c->load->low + ((double)strip + 0.5) * c->load->width - at[c->load->axis];
    if (fabs(from_axis) > 1e-9 * c->load->width) /* else a strip about the axis, but for rounding */
        at[c->load->axis] += from_axis;
    double q = results_local_pressure(c->r, at), scale = q > 0 ? 1 / (q * c->load->width * r->length) : NAN;
    double both[3];
    for (int d = 0; d < 3; d++)
        both[d] = s->force[0][d] + s->force[1][d];
    return (struct span_coefficients){
        .cl = scale * along(both, r->lift_axis),
        .cd_pressure = scale * along(s->force[0], r->drag_axis),
        .cd_friction = scale * along(s->force[1], r->drag_axis),
        .cy = scale * along(both, r->side_axis),
        .cm = scale * s->moment[c->load->axis] / r->length,
    };
}
