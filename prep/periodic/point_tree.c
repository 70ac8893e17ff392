#include "periodic/point_tree.h"

#include "mem.h"

#include <stdlib.h>

static int compare_points(const void *a, const void *b, void *axis)
{
    const struct tree_point *p = a, *q = b;
    int d = *(const int *)axis;
    if (p->x[d] != q->x[d])
        return p->x[d] < q->x[d] ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

static int widest_axis(const struct tree_point *p, int64_t n)
{
    int widest = 0;
    double most = -1.0;
    for (int d = 0; d < 3; d++) {
        double low = p[0].x[d], high = low;
        for (int64_t i = 1; i < n; i++) {
            low = fmin(low, p[i].x[d]);
            high = fmax(high, p[i].x[d]);
        }
        if (high - low > most) {
            most = high - low;
            widest = d;
        }
    }
    return widest;
}

static void divide(struct tree_point *p, int64_t n)
{
    if (n < 2) {
        if (n == 1)
            p->axis = 0;
        return;
    }
    int axis = widest_axis(p, n);
    qsort_r(p, (size_t)n, sizeof *p, compare_points, &axis);
    p[n / 2].axis = axis;
    divide(p, n / 2);
    divide(p + n / 2 + 1, n - n / 2 - 1);
}

void point_tree_build(const struct mesh *m, int64_t n, const lid *node, struct point_tree *t)
{
    t->n = n;
    MEM_NEW(t->point, n);
    for (int64_t i = 0; i < n; i++)
        t->point[i] = (struct tree_point){{m->x[0][node[i]], m->x[1][node[i]], m->x[2][node[i]]}, node[i], 0};
    divide(t->point, n);
}

void point_tree_free(struct point_tree *t)
{
    MEM_FREE(t->point);
}

static void search(const struct tree_point *p, int64_t n, const double x[3], const struct tree_point **best,
                   double *square)
{
    if (n == 0)
        return;
    const struct tree_point *root = p + n / 2;
    double here = 0.0, along = x[root->axis] - root->x[root->axis];
    for (int d = 0; d < 3; d++)
        here += (x[d] - root->x[d]) * (x[d] - root->x[d]);
    if (here < *square) {
        *square = here;
        *best = root;
    }
    bool below = along < 0.0;
    search(below ? p : root + 1, below ? n / 2 : n - n / 2 - 1, x, best, square);
    if (along * along < *square)
        search(below ? root + 1 : p, below ? n - n / 2 - 1 : n / 2, x, best, square);
}

lid point_tree_nearest(const struct point_tree *t, struct vec3 x, double *distance)
{
    const struct tree_point *best = t->point;
    double square = HUGE_VAL, place[3] = {x.x, x.y, x.z};
    search(t->point, t->n, place, &best, &square);
    *distance = sqrt(square);
    return best->node;
}
