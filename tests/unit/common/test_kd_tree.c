/* The k-d tree against looking at all points. */
#include "check.h"
#include "mem.h"
#include "kd_tree.h"
#include "random.h"

#include <string.h>

/* The rule of kd_tree.h, over all points. */
static lid brute_force(const double *x, lid n, const double p[3], const gid *id, double *d2)
{
    lid best = -1;
    *d2 = HUGE_VAL;
    for (lid i = 0; i < n; i++) {
        double d = 0;
        for (int c = 0; c < 3; c++)
            d += (x[c * n + i] - p[c]) * (x[c * n + i] - p[c]);
        if (d < *d2 || (d <= *d2 && id[i] < id[best])) {
            *d2 = d;
            best = i;
        }
    }
    return best;
}

/* steps > 0: points on a lattice of that many, so that many are equally near or the same. */
static void compare(lid n, int steps, double thickness)
{
    uint64_t state = 17;
    double *x = mem_alloc("points", 3 * (size_t)n, sizeof *x);
    gid *id = mem_alloc("ids", (size_t)n, sizeof *id);
    for (lid i = 0; i < n; i++) {
        id[i] = (7919 * (gid)i) % n; /* n is no multiple of the prime 7919: a permutation */
        for (int c = 0; c < 3; c++) {
            double r = random_unit(&state);
            x[c * n + i] = (steps > 0 ? floor(steps * r) / steps : r) * (c == 2 ? thickness : 1);
        }
    }
    struct kd_tree t;
    kd_tree_build(x, n, n, &t);
    for (int k = 0; k < 500; k++) {
        double p[3], d2 = HUGE_VAL, true_d2;
        gid best = -1;
        for (int c = 0; c < 3; c++)
            p[c] = steps > 0 ? floor(2 * steps * random_unit(&state)) / (2 * steps)
                             : 1.4 * random_unit(&state) - 0.2;
        lid found = kd_tree_find(&t, p, id, &d2, &best), truth = brute_force(x, n, p, id, &true_d2);
        CHECK(found == truth && d2 == true_d2 && best == id[truth], "%d points: %d at %g instead of %d at %g", (int)n,
              (int)found, d2, (int)truth, true_d2);
        found = kd_tree_nearest(&t, p, &d2);
        double there = 0;
        for (int c = 0; c < 3; c++)
            there += (x[c * n + found] - p[c]) * (x[c * n + found] - p[c]);
        CHECK(d2 == true_d2 && there == true_d2, "%d at %g instead of %g", (int)found, there, true_d2);
    }
    kd_tree_free(&t);
    mem_free(x);
    mem_free(id);
}

/* Sizes at which ranges become empty or have one point. */
static void random_points(void)
{
    const lid sizes[] = {1, 2, 3, 10, 100, 3001};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        compare(sizes[k], 0, 1);
}

/* Ties: many points are equally near, and some coincide; the smallest id wins. */
static void points_of_a_lattice(void)
{
    compare(3001, 8, 1);
    compare(100, 2, 1);
}

/* No extent along an axis, without and with ties. */
static void points_of_a_plane(void)
{
    compare(2000, 0, 0);
    compare(2000, 16, 0);
}

static void all_points_the_same(void)
{
    compare(300, 1, 1);
}

/* What was found in one tree bounds the search in the next. */
static void two_trees(void)
{
    const double x[3] = {0, 0, 0}, y[3] = {1, 0, 0}, p[3] = {0.25, 0, 0};
    const gid id_x[1] = {5}, id_y[1] = {3};
    struct kd_tree a, b;
    double d2 = HUGE_VAL;
    gid best = -1;
    kd_tree_build(x, 1, 1, &a);
    kd_tree_build(y, 1, 1, &b);
    CHECK(kd_tree_find(&a, p, id_x, &d2, &best) == 0 && best == 5, "the first");
    CHECK(kd_tree_find(&b, p, id_y, &d2, &best) == -1 && best == 5, "the second is further away");
    const double middle[3] = {0.5, 0, 0};
    d2 = HUGE_VAL;
    CHECK(kd_tree_find(&a, middle, id_x, &d2, &best) == 0 && best == 5, "the first");
    CHECK(kd_tree_find(&b, middle, id_y, &d2, &best) == 0 && best == 3, "equally near, smaller id");
    kd_tree_free(&a);
    kd_tree_free(&b);
}

/* A rank may own none. */
static void no_points(void)
{
    struct kd_tree t;
    const double x[1] = {0}, p[3] = {0, 0, 0};
    double d2 = HUGE_VAL;
    gid best = -1;
    kd_tree_build(x, 0, 0, &t);
    CHECK(kd_tree_find(&t, p, NULL, &d2, &best) == -1, "none");
    CHECK(kd_tree_nearest(&t, p, &d2) == -1 && d2 == HUGE_VAL, "none");
    kd_tree_free(&t);
}

int main(void)
{
    CASE(random_points);
    CASE(points_of_a_lattice);
    CASE(points_of_a_plane);
    CASE(all_points_the_same);
    CASE(two_trees);
    CASE(no_points);
    return check_end();
}
