/* Polygons on an unrolled cylinder: what two have in common, against counted points; parts that add up; and integrals
 * against sums over small rectangles.
 */
#include "check.h"
#include "features/sliding/clip.h"
#include "random.h"

/* Corners on an ellipse, counter-clockwise. */
static struct clip_polygon random_polygon(uint64_t *seed)
{
    struct clip_polygon p = {.n = 3 + (int)(5.99 * (0.5 + 0.5 * random_signed(seed)))};
    double centre[2] = {0.3 * random_signed(seed), 0.3 * random_signed(seed)}, start = random_signed(seed);
    for (int k = 0; k < p.n; k++) {
        double angle = 2 * M_PI * (k + 0.4 * random_signed(seed)) / p.n + start;
        p.corner[k][0] = centre[0] + 0.5 * cos(angle);
        p.corner[k][1] = centre[1] + 0.3 * sin(angle);
    }
    return p;
}

static bool holds(const struct clip_polygon *p, double x, double y)
{
    for (int k = 0; k < p->n; k++) {
        const double *a = p->corner[k], *b = p->corner[(k + 1) % p->n];
        if ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) < 0)
            return false;
    }
    return p->n > 0;
}

/* 200 x 200 points of a square of 2: the boundary passes through at most some 500 of them, 1e-4 each. */
static void common_area(void)
{
    uint64_t seed = 1;
    int apart = 0;
    for (int k = 0; k < 100; k++) {
        struct clip_polygon a = random_polygon(&seed), b = random_polygon(&seed), both, other;
        int inside = 0;
        clip_common(&a, &b, &both);
        clip_common(&b, &a, &other);
        for (int i = 0; i < 40000; i++) {
            const int column = i % 200, row = i / 200;
            double x = -1 + (column + 0.5) / 100, y = -1 + (row + 0.5) / 100;
            inside += holds(&a, x, y) && holds(&b, x, y);
        }
        double area = clip_moments(&both).area;
        CHECK(fabs(area - inside * 1e-4) < 5e-3, "%g, counted %g", area, inside * 1e-4);
        CHECK_NEAR(area, clip_moments(&other).area, 1e-15);
        CHECK(both.n == 0 || clip_is_convex(&both), "%d corners", both.n);
        apart += both.n == 0;
    }
    CHECK(apart < 50, "%d of 100 have nothing in common", apart);
}

/* A polygon cut by a grid of unequal rectangles: all moments. */
static void parts_add_up(void)
{
    uint64_t seed = 2;
    for (int k = 0; k < 50; k++) {
        struct clip_polygon p = random_polygon(&seed);
        struct clip_moments whole = clip_moments(&p), sum = {0, {0, 0}, 0};
        double at[2][6] = {{-2, -0.4 + 0.1 * random_signed(&seed), 0, 0.2, 0.3, 2}, {-2, -0.2, 0.05, 0.1, 0.4, 2}};
        for (int i = 0; i < 25; i++) {
            double x0 = at[0][i % 5], x1 = at[0][i % 5 + 1], y0 = at[1][i / 5], y1 = at[1][i / 5 + 1];
            struct clip_polygon box = {4, {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}, part;
            clip_common(&p, &box, &part);
            struct clip_moments m = clip_moments(&part);
            sum.area += m.area;
            sum.normal[0] += m.normal[0];
            sum.normal[1] += m.normal[1];
            sum.along += m.along;
        }
        CHECK_NEAR(sum.area, whole.area, 1e-14);
        CHECK_NEAR(sum.normal[0], whole.normal[0], 1e-14);
        CHECK_NEAR(sum.normal[1], whole.normal[1], 1e-14);
        CHECK_NEAR(sum.along, whole.along, 1e-14);
    }
}

/* A rectangle: cos and sin are integrated by hand. A narrow one takes the series of mean_factor(). */
static void rectangles(void)
{
    static const double width[] = {1.3, 0.1, 1e-5};
    for (int k = 0; k < 3; k++) {
        double a = 0.4, b = a + width[k], c = 2, d = 2.5;
        struct clip_polygon p = {4, {{a, c}, {b, c}, {b, d}, {a, d}}};
        struct clip_moments m = clip_moments(&p);
        CHECK_NEAR(m.area / width[k], d - c, 1e-10);
        CHECK_NEAR(m.normal[0] / width[k], (sin(b) - sin(a)) / width[k] * (d - c), 1e-10);
        CHECK_NEAR(m.normal[1] / width[k], (cos(a) - cos(b)) / width[k] * (d - c), 1e-10);
        CHECK_NEAR(m.along / width[k], (d * d - c * c) / 2, 1e-10);
    }
    struct clip_polygon arrow = {4, {{0, 0}, {1, 1}, {0, 0.2}, {-1, 1}}};
    CHECK(!clip_is_convex(&arrow), "a corner turns right");
}

int main(void)
{
    CASE(common_area);
    CASE(parts_add_up);
    CASE(rectangles);
    return check_end();
}
