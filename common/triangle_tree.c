/* A tree of boxes and flat cylinders over triangles, eight children wide, so that a vector unit takes all children
 * of a node at once.
 *
 * Building halves the triangles three times a level along the axis on which their middles spread most: all leaves of
 * a large surface have 8 to 16 triangles. A search goes depth first, into the nearest child first, and leaves out what
 * cannot be nearer than the best triangle so far; that of the cell before, which is a neighbour, is a good one to begin
 * with. Both bounds of a child hold, and the larger one counts: boxes are tight far from the surface and across it,
 * discs near it, where a box around a slanted piece of a wall encloses most of the boundary layer.
 *
 * Bounds are computed with rounding, the distance to a triangle by one formula alone: it decides, and the slack on the
 * bounds sees to it that no triangle is left out that would win. So the result is the same to the last bit whatever the
 * guess and the shape of the tree.
 */
#include "triangle_tree.h"

#include "mem.h"

#include <string.h>

enum { LEAF = 2 * TREE_WIDTH }; /* triangles; measured against 4 and 8 */

static double axis(struct vec3 v, int d)
{
    return d == 0 ? v.x : d == 1 ? v.y : v.z;
}

/* Three times the coordinate of the centroid, which sorts as the centroid does. */
static double middle(const struct tree_triangle *t, int d)
{
    return axis(t->corner[0], d) + axis(t->corner[1], d) + axis(t->corner[2], d);
}

/* lane says which child of the node it is, 0 .. TREE_WIDTH - 1. */
static void fit_box(const struct tree_triangle *t, lid n, struct tree_node *node, int lane)
{
    for (int d = 0; d < 3; d++) {
        double low = axis(t[0].corner[0], d), high = low;
        for (lid i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                double x = axis(t[i].corner[k], d);
                low = x < low ? x : low;
                high = x > high ? x : high;
            }
        node->low[d][lane] = low;
        node->high[d][lane] = high;
    }
}

/* Along which the triangles' middles spread most. */
static int widest_axis(const struct tree_triangle *t, lid n)
{
    int widest = 0;
    double most = -1.0;
    for (int d = 0; d < 3; d++) {
        double low = middle(&t[0], d), high = low;
        for (lid i = 1; i < n; i++) {
            double x = middle(&t[i], d);
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        if (high - low > most) {
            most = high - low;
            widest = d;
        }
    }
    return widest;
}

/* Quickselect (Hoare 1961): the half smaller along d comes first.
 * By values alone: equal ones may fall on either side. That changes the shape of the tree from run to run of
 * another order, but no distance (see above). */
static void split_half(struct tree_triangle *t, lid n, int d)
{
    lid low = 0, high = n - 1, half = n / 2;
    while (low < high) {
        double pivot = middle(&t[low + (high - low) / 2], d);
        lid i = low, j = high;
        while (i <= j) {
            while (middle(&t[i], d) < pivot)
                i++;
            while (middle(&t[j], d) > pivot)
                j--;
            if (i <= j) {
                struct tree_triangle s = t[i];
                t[i++] = t[j];
                t[j--] = s;
            }
        }
        if (half <= j)
            high = j;
        else if (half >= i)
            low = i;
        else
            return;
    }
}

/* Twice the area vector. */
static struct vec3 cross_of(const struct tree_triangle *t)
{
    return vec3_cross(vec3_sub(t->corner[1], t->corner[0]), vec3_sub(t->corner[2], t->corner[0]));
}

/* A scale (m^2) for cross_of(): a normal is trusted where it is above 1e-4 of this, summed. */
static double length2_of(const struct tree_triangle *t)
{
    struct vec3 a = vec3_sub(t->corner[1], t->corner[0]), b = vec3_sub(t->corner[2], t->corner[0]);
    return vec3_dot(a, a) + vec3_dot(b, b);
}

/* Encloses n triangles. A sum of normals that nearly cancels, and a sliver's normal,
 * have no digits to rely on: then it is a ball. */
static void fit_disc(const struct tree_triangle *t, lid n, double disc[DISC_N])
{
    struct vec3 centre = {0, 0, 0}, normal = {0, 0, 0};
    double length2 = 0.0, radius = 0.0, low = 0.0, high = 0.0;
    for (lid i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++)
            centre = vec3_add(centre, vec3_scale(1.0 / (3.0 * n), t[i].corner[k]));
        normal = vec3_add(normal, cross_of(&t[i]));
        length2 += length2_of(&t[i]);
    }
    /* The direction of the summed area vectors is the mean normal of the piece; with 0 for it all heights vanish below
     * and the disc becomes a ball of the same radius. */
    double size = vec3_norm(normal);
    normal = size > 1e-4 * length2 ? vec3_scale(1.0 / size, normal) : vec3_make(0, 0, 0);
    for (lid i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            struct vec3 arm = vec3_sub(t[i].corner[k], centre);
            double height = vec3_dot(arm, normal), across2 = vec3_dot(arm, arm) - height * height;
            low = height < low ? height : low;
            high = height > high ? height : high;
            radius = across2 > radius * radius ? sqrt(across2) : radius;
        }
    centre = vec3_add(centre, vec3_scale(0.5 * (low + high), normal));
    /* Room for the rounding of all this. */
    const double room = 1e-9 * (radius + high - low);
    const double values[DISC_N] = {centre.x, centre.y,      centre.z,
                                   normal.x, normal.y,      normal.z,
                                   radius + room, 0.5 * (high - low) + room};
    for (int d = 0; d < DISC_N; d++)
        disc[d] = values[d];
}

struct part {
    lid first, n;
};

/* Halves the parts three times where they are larger than a leaf. Returns their number.
 *    round 1: [0        ][1        ]
 *    round 2: [0  ][2   ][1  ][3   ]
 *    round 3: [0][4][2][6][1][5][3][7]     the part that was halved keeps its number and its first half */
static int split_eight(struct tree_triangle *t, lid first, lid n, struct part part[TREE_WIDTH])
{
    int n_parts = 1;
    part[0] = (struct part){first, n};
    for (int round = 0; round < 3; round++)
        for (int i = 0, before = n_parts; i < before; i++) {
            lid half = part[i].n / 2;
            if (part[i].n <= LEAF)
                continue;
            split_half(t + part[i].first, part[i].n, widest_axis(t + part[i].first, part[i].n));
            part[n_parts++] = (struct part){part[i].first + half, part[i].n - half};
            part[i].n = half;
        }
    return n_parts;
}

/* Nodes are numbered as they are met: all children of a node get their numbers together, before any of them
 * is built, so that they lie side by side. Lanes without triangles are infinitely far away and are never
 * pushed. */
static void build(struct triangle_tree *t, lid at, lid first, lid n)
{
    struct part part[TREE_WIDTH];
    int n_parts = split_eight(t->triangle, first, n, part);
    struct tree_node *node = &t->node[at];
    for (int lane = 0; lane < TREE_WIDTH; lane++) {
        if (lane >= n_parts) {
            for (int d = 0; d < 3; d++)
                node->low[d][lane] = node->high[d][lane] = HUGE_VAL;
            for (int d = 0; d < DISC_N; d++)
                node->disc[d][lane] = 0.0;
            node->first[lane] = node->count[lane] = 0;
            continue;
        }
        bool leaf = part[lane].n <= LEAF;
        double disc[DISC_N];
        fit_box(t->triangle + part[lane].first, part[lane].n, node, lane);
        fit_disc(t->triangle + part[lane].first, part[lane].n, disc);
        for (int d = 0; d < DISC_N; d++)
            node->disc[d][lane] = disc[d];
        node->first[lane] = leaf ? part[lane].first : (lid)t->n_nodes++;
        node->count[lane] = leaf ? part[lane].n : 0;
    }
    for (int lane = 0; lane < n_parts; lane++)
        if (node->count[lane] == 0)
            build(t, node->first[lane], part[lane].first, part[lane].n);
}

/* Discs of single triangles are kept component by component ([DISC_N][n]), so that those of a leaf are read
 * as vectors. */
void triangle_tree_build(struct tree_triangle *triangle, int64_t n, struct triangle_tree *t)
{
    t->triangle = triangle;
    t->n = n;
    MEM_NEW(t->node, n / 8 + 1); /* halving leaves at least eight triangles in each leaf but a lone one */
    t->n_nodes = 1;
    build(t, 0, 0, (lid)n);
    MEM_NEW(t->disc, DISC_N * n);
    for (lid i = 0; i < n; i++) {
        double disc[DISC_N];
        fit_disc(&triangle[i], 1, disc);
        for (int d = 0; d < DISC_N; d++)
            t->disc[d * n + i] = disc[d];
    }
}

void triangle_tree_free(struct triangle_tree *t)
{
    mem_free(t->triangle);
    mem_free(t->node);
    mem_free(t->disc);
    memset(t, 0, sizeof *t);
}

/* To the nearest point a + s (b - a), 0 <= s <= 1. a = b, a collapsed edge, is the distance to that point. */
static double segment_distance2(struct vec3 a, struct vec3 b, struct vec3 x)
{
    struct vec3 ab = vec3_sub(b, a), ax = vec3_sub(x, a);
    double length2 = vec3_dot(ab, ab), s = length2 > 0.0 ? vec3_dot(ax, ab) / length2 : 0.0;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    struct vec3 gap = vec3_sub(ax, vec3_scale(s, ab));
    return vec3_dot(gap, gap);
}

/* Inside the prism over the triangle it is the distance to the plane, else that to the nearest edge. A
 * triangle without area is never "inside". This formula alone decides what is written as wall distance;
 * changing it changes packs. */
double triangle_distance2(const struct tree_triangle *t, struct vec3 x)
{
    const struct vec3 *c = t->corner;
    struct vec3 n = vec3_cross(vec3_sub(c[1], c[0]), vec3_sub(c[2], c[0]));
    double square = vec3_dot(n, n);
    bool inside = square > 0.0;
    for (int k = 0; k < 3 && inside; k++) {
        struct vec3 edge = vec3_sub(c[(k + 1) % 3], c[k]), to = vec3_sub(x, c[k]);
        inside = vec3_dot(vec3_cross(edge, to), n) >= 0.0;
    }
    if (inside) {
        double height = vec3_dot(vec3_sub(x, c[0]), n);
        return height * height / square;
    }
    double d = segment_distance2(c[0], c[1], x), e = segment_distance2(c[1], c[2], x);
    double f = segment_distance2(c[2], c[0], x);
    d = e < d ? e : d;
    return f < d ? f : d;
}

/* Something may be nearer although rounding of its bound says otherwise. */
static const double slack = 1.0 - 1e-12;

struct search {
    const struct triangle_tree *t;
    struct vec3 x;
    double best; /* smallest squared distance so far */
    lid nearest;
};

/* Squared distances to n discs, of which component d of disc i stands at
 * disc[d * stride + i]. The larger of these and what distance2 holds is kept. */
static inline void disc_distances(const double *disc, int64_t stride, int n, struct vec3 x, double *distance2)
{
    for (int i = 0; i < n; i++) {
        double ax = x.x - disc[DISC_X * stride + i], ay = x.y - disc[DISC_Y * stride + i];
        double az = x.z - disc[DISC_Z * stride + i];
        double height = ax * disc[DISC_NX * stride + i] + ay * disc[DISC_NY * stride + i] +
                        az * disc[DISC_NZ * stride + i];
        double across2 = ax * ax + ay * ay + az * az - height * height;
        double across = sqrt(across2 > 0.0 ? across2 : 0.0) - disc[DISC_RADIUS * stride + i];
        double above = fabs(height) - disc[DISC_HALF_HEIGHT * stride + i];
        across = across > 0.0 ? across : 0.0;
        above = above > 0.0 ? above : 0.0;
        /* A flat cylinder: outwards of its rim and above its lid. */
        double d = across * across + above * above;
        distance2[i] = d > distance2[i] ? d : distance2[i];
    }
}

/* The discs' bounds first, several at once: they mostly spare the exact distance, which is long and has branches. */
static void search_leaf(struct search *s, lid first, int32_t count)
{
    double distance2[LEAF] = {0};
    disc_distances(s->t->disc + first, s->t->n, count, s->x, distance2);
    for (int32_t i = 0; i < count; i++) {
        if (distance2[i] * slack >= s->best)
            continue;
        double d = triangle_distance2(&s->t->triangle[first + i], s->x);
        if (d < s->best) {
            s->best = d;
            s->nearest = first + i;
        }
    }
}

/* 0 inside the box. The loops over lanes have no conditional that depends on data, so that compilers
 * vectorise them. */
static void box_distances(const struct tree_node *node, struct vec3 x, double distance2[TREE_WIDTH])
{
    const double at[3] = {x.x, x.y, x.z};
    for (int lane = 0; lane < TREE_WIDTH; lane++)
        distance2[lane] = 0.0;
    for (int d = 0; d < 3; d++)
        for (int lane = 0; lane < TREE_WIDTH; lane++) {
            double below = node->low[d][lane] - at[d], above = at[d] - node->high[d][lane];
            double gap = below > above ? below : above;
            gap = gap > 0.0 ? gap : 0.0;
            distance2[lane] += gap * gap;
        }
}

struct visit {
    double distance2;
    const struct tree_node *node;
    int lane;
};

/* Puts the node's lanes that may hold something nearer onto the stack, the nearest
 * one on top. Returns the new depth. */
static int push_lanes(const struct search *s, const struct tree_node *node, struct visit *stack, int depth)
{
    double distance2[TREE_WIDTH];
    int begin = depth;
    box_distances(node, s->x, distance2);
    disc_distances(node->disc[0], TREE_WIDTH, TREE_WIDTH, s->x, distance2);
    for (int lane = 0; lane < TREE_WIDTH; lane++) {
        if (distance2[lane] * slack >= s->best)
            continue;
        /* Inserted in descending order, so that the nearest lane is popped first; at most eight. */
        int at = depth++;
        for (; at > begin && stack[at - 1].distance2 < distance2[lane]; at--)
            stack[at] = stack[at - 1];
        stack[at] = (struct visit){distance2[lane], node, lane};
    }
    return depth;
}

double triangle_tree_distance2(const struct triangle_tree *t, struct vec3 x, lid *nearest)
{
    /* Each level of the tree leaves at most seven; a node has at least twice the triangles
     * of its children, so that 31 levels are enough. */
    struct visit stack[32 * TREE_WIDTH];
    struct search s = {.t = t, .x = x, .nearest = *nearest};
    s.best = triangle_distance2(&t->triangle[*nearest], x);
    int depth = push_lanes(&s, &t->node[0], stack, 0);
    while (depth > 0) {
        struct visit v = stack[--depth];
        if (v.distance2 * slack >= s.best)
            continue;
        if (v.node->count[v.lane])
            search_leaf(&s, v.node->first[v.lane], v.node->count[v.lane]);
        else
            depth = push_lanes(&s, &t->node[v.node->first[v.lane]], stack, depth);
    }
    *nearest = s.nearest;
    return s.best;
}
