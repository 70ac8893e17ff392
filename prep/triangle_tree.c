#include "triangle_tree.h"

#include "mem.h"

#include <string.h>

enum { LEAF = 4 };

static double axis(struct vec3 v, int d)
{
    return d == 0 ? v.x : d == 1 ? v.y : v.z;
}

static double middle(const struct tree_triangle *t, int d)
{
    return axis(t->corner[0], d) + axis(t->corner[1], d) + axis(t->corner[2], d);
}

static void fit_box(const struct tree_triangle *t, lid n, struct tree_node *node)
{
    for (int d = 0; d < 3; d++) {
        node->low[d] = node->high[d] = axis(t[0].corner[0], d);
        for (lid i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                double x = axis(t[i].corner[k], d);
                node->low[d] = x < node->low[d] ? x : node->low[d];
                node->high[d] = x > node->high[d] ? x : node->high[d];
            }
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

/* Quickselect (Hoare 1961): the half smaller along d comes first. */
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

static void build(struct triangle_tree *t, lid at, lid first, lid n)
{
    struct tree_node *node = &t->node[at];
    fit_box(t->triangle + first, n, node);
    if (n <= LEAF) {
        node->first = first;
        node->count = n;
        return;
    }
    split_half(t->triangle + first, n, widest_axis(t->triangle + first, n));
    lid child = (lid)t->n_nodes;
    t->n_nodes += 2;
    node->first = child;
    node->count = 0;
    build(t, child, first, n / 2);
    build(t, child + 1, first + n / 2, n - n / 2);
}

void triangle_tree_build(struct tree_triangle *triangle, int64_t n, struct triangle_tree *t)
{
    t->triangle = triangle;
    t->n = n;
    MEM_NEW(t->node, 2 * n); /* halving leaves at least two triangles in each leaf */
    t->n_nodes = 1;
    build(t, 0, 0, (lid)n);
}

void triangle_tree_free(struct triangle_tree *t)
{
    mem_free(t->triangle);
    mem_free(t->node);
    memset(t, 0, sizeof *t);
}

static double segment_distance2(struct vec3 a, struct vec3 b, struct vec3 x)
{
    struct vec3 ab = vec3_sub(b, a), ax = vec3_sub(x, a);
    double length2 = vec3_dot(ab, ab), s = length2 > 0.0 ? vec3_dot(ax, ab) / length2 : 0.0;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    struct vec3 gap = vec3_sub(ax, vec3_scale(s, ab));
    return vec3_dot(gap, gap);
}

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

static double box_distance2(const struct tree_node *node, struct vec3 x)
{
    double sum = 0.0;
    for (int d = 0; d < 3; d++) {
        double p = axis(x, d), gap = p < node->low[d] ? node->low[d] - p : p > node->high[d] ? p - node->high[d] : 0.0;
        sum += gap * gap;
    }
    return sum;
}

double triangle_tree_distance2(const struct triangle_tree *t, struct vec3 x, lid *nearest)
{
    /* A box may hold something nearer although rounding says otherwise. */
    const double slack = 1.0 - 1e-12;
    struct {
        lid node;
        double distance2;
    } stack[128];
    int depth = 0;
    double best = triangle_distance2(&t->triangle[*nearest], x);
    stack[depth].node = 0;
    stack[depth++].distance2 = 0.0;
    while (depth > 0) {
        depth--;
        if (stack[depth].distance2 * slack >= best)
            continue;
        const struct tree_node *node = &t->node[stack[depth].node];
        for (lid i = node->first; i < node->first + node->count; i++) {
            double d = triangle_distance2(&t->triangle[i], x);
            if (d < best) {
                best = d;
                *nearest = i;
            }
        }
        if (node->count)
            continue;
        lid near = node->first, far = node->first + 1;
        double d_near = box_distance2(&t->node[near], x), d_far = box_distance2(&t->node[far], x);
        if (d_far < d_near) {
            lid swap = near;
            double d = d_near;
            near = far;
            far = swap;
            d_near = d_far;
            d_far = d;
        }
        /* The nearer one on top; depth grows by one a level, and levels are log2 n. */
        if (d_far * slack < best) {
            stack[depth].node = far;
            stack[depth++].distance2 = d_far;
        }
        if (d_near * slack < best) {
            stack[depth].node = near;
            stack[depth++].distance2 = d_near;
        }
    }
    return best;
}
