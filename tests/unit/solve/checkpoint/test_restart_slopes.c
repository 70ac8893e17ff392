/* Where a point of a new mesh lies among the cells of an old one, and the values there.
 */
#include "check.h"
#include "random.h"
#include "checkpoint/restart_place.h"
#include "checkpoint/restart_slopes.h"

#include <math.h>
#include <string.h>

/* A block of I x J x K cells; face: of its two cells, centroid and area vector. */
enum { I = 6, J = 5, K = 4, CELLS = I * J * K, FACES_MOST = 3 * CELLS };

struct block {
    double x[3 * CELLS], wall[CELLS];
    lid left[FACES_MOST], right[FACES_MOST];
    double centroid[3 * FACES_MOST], normal[3 * FACES_MOST];
    int64_t n_faces;
};

static lid cell(int i, int j, int k)
{
    return (lid)((k * J + j) * I + i);
}

/* place: the point with these numbers of cells from the corner. */
static void fill(struct block *b, void (*place)(double i, double j, double k, double x[3], double *wall))
{
    double x[3], away;
    memset(b, 0, sizeof *b);
    for (int k = 0; k < K; k++)
        for (int j = 0; j < J; j++)
            for (int i = 0; i < I; i++) {
                place(i + 0.5, j + 0.5, k + 0.5, x, &b->wall[cell(i, j, k)]);
                for (int c = 0; c < 3; c++)
                    b->x[c * CELLS + cell(i, j, k)] = x[c];
                for (int d = 0; d < 3; d++) {
                    const int to[3] = {i + (d == 0), j + (d == 1), k + (d == 2)};
                    if (to[0] >= I || to[1] >= J || to[2] >= K)
                        continue;
                    b->left[b->n_faces] = cell(i, j, k);
                    b->right[b->n_faces++] = cell(to[0], to[1], to[2]);
                }
            }
    for (int64_t f = 0; f < b->n_faces; f++) {
        lid l = b->left[f], r = b->right[f];
        int step = (int)(r - l), d = step == 1 ? 0 : step == I ? 1 : 2;
        int i = (int)l % I, j = (int)l / I % J, k = (int)l / (I * J);
        double middle[3] = {i + 0.5, j + 0.5, k + 0.5}, side[2][2][3];
        middle[d] += 0.5;
        place(middle[0], middle[1], middle[2], x, &away);
        for (int s = 0; s < 2; s++) /* the ends of the two lines through the middle of the face */
            for (int e = 0; e < 2; e++) {
                double at[3] = {middle[0], middle[1], middle[2]};
                at[(d + 1 + s) % 3] += e - 0.5;
                place(at[0], at[1], at[2], side[s][e], &away);
            }
        for (int c = 0; c < 3; c++) {
            const int p = (c + 1) % 3, q = (c + 2) % 3;
            b->centroid[c * b->n_faces + f] = x[c];
            b->normal[c * b->n_faces + f] = (side[0][1][p] - side[0][0][p]) * (side[1][1][q] - side[1][0][q]) -
                                            (side[0][1][q] - side[0][0][q]) * (side[1][1][p] - side[1][0][p]);
        }
    }
}

/* Cells of 1 x 0.1 x 0.02, leaning. */
static void straight(double i, double j, double k, double x[3], double *wall)
{
    x[0] = i + 0.3 * j;
    x[1] = 0.1 * j;
    x[2] = 0.02 * k + 0.001 * i;
    *wall = 0.1 * j;
}

/* Layers on a cylinder of radius 1 m whose cells are 0.2 m long and 1e-6, 2e-6, 4e-6, .. m high; lines lean by 17
 * degrees. */
static void curved(double i, double j, double k, double x[3], double *wall)
{
    double whole = floor(j);
    *wall = 1e-6 * (exp2(whole) - 1 + (j - whole) * exp2(whole));
    double angle = 0.2 * i + 0.3 * *wall;
    x[0] = (1 + *wall) * sin(angle);
    x[1] = 0.3 * k;
    x[2] = (1 + *wall) * cos(angle);
}

static double linear(const double x[3])
{
    return 7 + 0.3 * x[0] - 2 * x[1] + 5 * x[2];
}

/* Also where cells lean and are fifty times as long as high; at most the largest difference, and half if positive. */
static void linear_fields_are_exact(void)
{
    static struct block b;
    static double q[CELLS];
    struct restart_slopes s;
    double most = 0, far[3] = {1e3, 0, 0};
    uint64_t seed = 5;
    const double *values = q;
    fill(&b, straight);
    for (lid i = 0; i < CELLS; i++)
        q[i] = linear((double[3]){b.x[i], b.x[CELLS + i], b.x[2 * CELLS + i]});
    const struct restart_faces faces = {.n = b.n_faces, .left = b.left, .right = b.right};
    restart_slopes_create(CELLS, 1, &values, b.x, CELLS, &faces, &s);
    for (lid i = 0; i < CELLS; i++) {
        double d[3] = {0.25 * random_signed(&seed), 0.025 * random_signed(&seed), 0.005 * random_signed(&seed)}, x[3];
        for (int c = 0; c < 3; c++)
            x[c] = b.x[c * CELLS + i] + d[c];
        most = fmax(most, fabs(restart_slopes_at(&s, 0, i, q[i], d, false) - linear(x)));
    }
    CHECK(most < 1e-6, "a linear field comes out wrong by up to %g", most);
    lid i = cell(2, 2, 2);
    double largest = fabs(q[cell(2, 3, 2)] - q[i]);
    largest = fmax(largest, fmax(fabs(q[cell(3, 2, 2)] - q[i]), fabs(q[cell(2, 2, 3)] - q[i])));
    double change = restart_slopes_at(&s, 0, i, q[i], far, false) - q[i];
    CHECK(fabs(change - largest) < 1e-9, "a change of %g far away; the largest difference is %g", change, largest);
    double value = restart_slopes_at(&s, 0, i, largest / 4, (double[3]){-1e3, 0, 0}, true);
    CHECK(fabs(value - largest / 8) < 1e-9, "%g, not half of %g", value, largest / 4);
    restart_slopes_free(&s);
}

/* One layer of cells: nothing is known across it. */
static void no_slope_without_neighbours(void)
{
    static struct block b;
    static double q[CELLS];
    struct restart_slopes s;
    const double *values = q;
    fill(&b, straight);
    for (lid i = 0; i < CELLS; i++)
        q[i] = linear((double[3]){b.x[i], b.x[CELLS + i], b.x[2 * CELLS + i]});
    int64_t n = 0; /* faces between cells of the same k alone */
    for (int64_t f = 0; f < b.n_faces; f++)
        if (b.right[f] - b.left[f] < I * J) {
            b.left[n] = b.left[f];
            b.right[n++] = b.right[f];
        }
    const struct restart_faces faces = {.n = n, .left = b.left, .right = b.right};
    restart_slopes_create(CELLS, 1, &values, b.x, CELLS, &faces, &s);
    lid i = cell(2, 2, 1);
    double g[3];
    for (int c = 0; c < 3; c++)
        g[c] = s.slope[c * CELLS + i];
    /* across the plane of (1, 0, 0.001) and (0.3, 0.1, 0) */
    double across = g[0] * -0.001 + g[1] * 0.003 + g[2];
    CHECK(fabs(across) < 1e-6 && fabs(g[0] + 0.001 * g[2] - 0.305) < 1e-6, "slope %g %g %g", g[0], g[1], g[2]);
    restart_slopes_free(&s);
}

/* The middle of a new cell, a quarter of the old one, lies where its distance from the wall says, though another mesh
 * of the cylinder has its wall elsewhere by hundreds of layers (its faces are chords). */
static void layers_are_found_by_the_wall(void)
{
    static struct block b;
    struct restart_place p;
    int wrong = 0, of = 0, by_centroid = 0;
    fill(&b, curved);
    const struct restart_faces faces = {b.n_faces, b.left, b.right, b.centroid, b.normal};
    restart_place_create(CELLS, b.x, CELLS, b.wall, &faces, &p);
    for (int k = 0; k < K; k++)
        for (int j = 0; j < J; j++)
            for (int i = 1; i < I - 1; i++) {
                double x[3], d[3], wall, best = HUGE_VAL;
                lid start = -1;
                curved(i + 0.75, j + 0.25, k + 0.25, x, &wall);
                x[0] *= 0.999;
                x[2] *= 0.999;
                for (lid c = 0; c < CELLS; c++) {
                    double square = 0;
                    for (int a = 0; a < 3; a++)
                        square += (b.x[a * CELLS + c] - x[a]) * (b.x[a * CELLS + c] - x[a]);
                    if (square < best) {
                        best = square;
                        start = c;
                    }
                }
                lid found = restart_place_find(&p, start, x, wall, d);
                double angle = 0.2 * (i + 0.5);
                double along = d[0] * cos(angle) - d[2] * sin(angle);
                /* Velocity in a layer goes with the distance from the wall. */
                double velocity = restart_slopes_at(&p.away, 0, found, b.wall[found], d, false);
                of++;
                by_centroid += start != cell(i, j, k);
                wrong += found != cell(i, j, k) || fabs(along - 0.05) > 0.001 || fabs(d[1] + 0.075) > 0.001;
                wrong += fabs(velocity - wall) > 0.01 * exp2(j) * 1e-6;
                /* From wherever the walk begins. */
                wrong += restart_place_find(&p, cell(i, 0, k), x, wall, d) != cell(i, j, k);
                wrong += restart_place_find(&p, cell(1, J - 1, 0), x, wall, d) != cell(i, j, k);
            }
    CHECK(wrong == 0, "%d of %d points lie in another cell or elsewhere in it", wrong, of);
    CHECK(by_centroid > of / 2, "the nearest centroid finds %d of %d: the test is too easy", of - by_centroid, of);
    restart_place_free(&p);
}

int main(void)
{
    CASE(linear_fields_are_exact);
    CASE(no_slope_without_neighbours);
    CASE(layers_are_found_by_the_wall);
    return check_end();
}
