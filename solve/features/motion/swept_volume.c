/* swept_volume.c: integrals of r^2 dz along the edges of faces, on the host, once. */
#include "features/motion/swept_volume.h"

#include "mem.h"
#include "mesh/vector3.h"

#include <math.h>

/* Nodes on the cylinder at which the mesh ends, in parts of its radius. */
static const double ON_CYLINDER = 1e-6;

bool swept_volume_matters(const struct motion *m)
{
    return motion_turns(m);
}

/* The vector from the motion's centre to node n, m. */
static void arm_of_node(const struct motion *m, const struct pack *p, lid n, double arm[3])
{
    for (int d = 0; d < 3; d++)
        arm[d] = p->node[d * p->n_nodes + n] - m->centre[d];
}

/* Product of the parts of a and b across the axis, m^2. */
static double across(const struct motion *m, const double a[3], const double b[3])
{
    return vector3_dot(a, b) - vector3_dot(a, m->axis) * vector3_dot(b, m->axis);
}

/* Has node n cells of the zone and others around it? The pack has all cells around the nodes of its faces. */
static bool between(const struct pack *p, const uint8_t *turning, lid n)
{
    bool in = false, out = false;
    for (lid k = p->node_cell_offset[n]; k < p->node_cell_offset[n + 1]; k++) {
        in = in || turning[p->node_cell[k]];
        out = out || !turning[p->node_cell[k]];
    }
    return in && out;
}

/* [n_nodes] 1 where a node lies on the surface of a zone, else 0; owned by the caller. */
static uint8_t *mark_surface(const struct motion *m, const struct pack *p, const uint8_t *turning, double radius)
{
    uint8_t *on;
    MEM_NEW_ZERO(on, p->n_nodes);
    for (lid n = 0; n < p->n_nodes && (turning || radius > 0); n++) {
        double arm[3];
        arm_of_node(m, p, n, arm);
        on[n] = radius > 0 ? fabs(sqrt(across(m, arm, arm)) - radius) <= ON_CYLINDER * radius : between(p, turning, n);
    }
    return on;
}

/* Half the integral of r^2 dz along the edge from node a to node b, m^3. The edge from b to a gives the same bits with
 * the other sign, so that cells close as exactly as their sums do. Along a straight edge r^2 is (1 - t)^2 a.a + 2 t (1
 * - t) a.b + t^2 b.b. */
static double along_edge(const struct motion *m, const struct pack *p, const uint8_t *on, double radius, lid a, lid b)
{
    double from[3], to[3];
    arm_of_node(m, p, a, from);
    arm_of_node(m, p, b, to);
    double height = vector3_dot(to, m->axis) - vector3_dot(from, m->axis);
    double ends = across(m, from, from) + across(m, to, to);
    double mean = on[a] && on[b] ? (radius > 0 ? radius * radius : ends / 2) : (ends + across(m, from, to)) / 3;
    return 0.5 * mean * height;
}

/* m^3 a radian. Nodes run right-handed about the normal. */
static double sweep_of_face(const struct motion *m, const struct pack *p, const uint8_t *on, double radius, lid f)
{
    lid begin = p->face_node_offset[f], end = p->face_node_offset[f + 1];
    double sum = 0;
    for (lid k = begin; k < end; k++)
        sum -= along_edge(m, p, on, radius, p->face_node[k], p->face_node[k + 1 < end ? k + 1 : begin]);
    return sum;
}

/* The same when the whole face moves with its centroid's velocity. */
static double sweep_of_centroid(const struct motion *m, const struct pack *p, lid f)
{
    double arm[3], s[3], v[3];
    for (int d = 0; d < 3; d++) {
        arm[d] = p->face_centroid[d * p->n_faces + f] - m->centre[d];
        s[d] = p->normal[d * p->n_faces + f];
    }
    vector3_cross(m->axis, arm, v);
    return vector3_dot(v, s);
}

static double area_of(const struct pack *p, lid f)
{
    double square = 0;
    for (int d = 0; d < 3; d++)
        square += p->normal[d * p->n_faces + f] * p->normal[d * p->n_faces + f];
    return sqrt(square);
}

/* A face between a cell of the zone and one at rest is at rest. What it would sweep, its cell of the zone keeps: the
 * other faces sweep as much the other way. */
static void add_kept(const struct pack *p, const uint8_t *turning, lid f, double sweep, double *kept)
{
    lid left = p->left[f], right = p->right[f];
    if (right >= p->n_cells || turning[left] == turning[right])
        return;
    if (turning[left] && left < p->n_owned)
        kept[left] -= sweep;
    if (turning[right] && right < p->n_owned)
        kept[right] += sweep;
}

struct swept_volume swept_volume_find(const struct motion *m, const struct pack *p, const uint8_t *turning,
                                      double radius)
{
    struct swept_volume s = {NULL, NULL};
    uint8_t *on = mark_surface(m, p, turning, radius);
    MEM_NEW(s.beyond, p->n_faces);
    if (turning)
        MEM_NEW_ZERO(s.kept, p->n_owned);
    for (lid f = 0; f < p->n_faces; f++) {
        double sweep = sweep_of_face(m, p, on, radius, f), area = area_of(p, f);
        s.beyond[f] = area > 0 ? (sweep - sweep_of_centroid(m, p, f)) / area : 0;
        if (turning)
            add_kept(p, turning, f, sweep, s.kept);
    }
    mem_free(on);
    return s;
}

void swept_volume_free(struct swept_volume *s)
{
    mem_free(s->beyond);
    mem_free(s->kept);
    *s = (struct swept_volume){NULL, NULL};
}
