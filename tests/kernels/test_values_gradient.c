/* Gradients of a cell and their limiters as values (cell_bed.h): fits against elimination in
 * long double, sums over faces and nodes against their definitions. Bound where none is
 * named: rounding of numbers of order one, times the condition of the fits, up to 100.
 */
#include "cell_bed.h"
#include "kernels/limiter_size.h"

enum { TRIALS = 300 };
static const double bound = 1e-12;

static struct cell_bed b;

static void check_gradients(double g[NV_MAX][3], double expected[NV_MAX][3], int nv)
{
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(g[v][d], expected[v][d], bound);
}

/* The largest and smallest difference to a neighbour, 0 among them. */
static void check_extremes(const real up[NV_MAX], const real down[NV_MAX], int nv)
{
    for (int v = 0; v < nv; v++) {
        double high = 0, low = 0;
        for (int j = 0; j < b.n_faces; j++) {
            high = fmax(high, jump(&b, v, j));
            low = fmin(low, jump(&b, v, j));
        }
        CHECK_NEAR(up[v], high, 0);
        CHECK_NEAR(down[v], low, 0);
    }
}

/* ---- least squares over face neighbours ---- */

static void expect_lsq(double g[NV_MAX][3], int nv)
{
    long double m[3][3] = {{0}}, right[NV_MAX][3] = {{0}};
    for (int j = 0; j < b.n_faces; j++) {
        double x[3], weight;
        to_slot(&b, j, x);
        weight = (j < b.n_inner ? 1 : b.ghost_weight[j - b.n_inner]) / square(x);
        moments_add(m, weight, x);
        for (int v = 0; v < nv; v++)
            for (int d = 0; d < 3; d++)
                right[v][d] += (long double)weight * jump(&b, v, j) * x[d];
    }
    for (int v = 0; v < nv; v++)
        eliminate(m, right[v], g[v]);
}

static void least_squares(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct cell_gradients c;
        double expected[NV_MAX][3];
        int faces = i % 3 == LSQ_TOGETHER ? 4 : 5 + i % 2;
        bed_make(&b, faces, faces - i % 4, 0.2);
        if (faces == 4) /* along +-x, +y and one more: no plane */
            b.centroid[2 * SLOTS + slot_of(&b, 3)] += 1;
        int rows = faces == 4 ? ROWS_OF_4 : i % 2 ? ROWS_ANY : ROWS_TO_6;
        expect_lsq(expected, NV_MAX);
        gradient_lsq(row_of(&b.m, SELF, rows), &b.a, NV_MAX, i % 3, &c);
        check_gradients(c.g, expected, NV_MAX);
        check_extremes(c.up, c.down, NV_MAX);
    }
}

/* Neighbours in a plane determine no gradient: zero, and the extremes all the same. */
static void least_squares_in_a_plane(void)
{
    struct cell_gradients c;
    bed_make(&b, 4, 4, 0);
    gradient_lsq(row_of(&b.m, SELF, ROWS_ANY), &b.a, NV, LSQ_ROLLED, &c);
    for (int v = 0; v < NV; v++)
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(c.g[v][d], 0, 0);
    check_extremes(c.up, c.down, NV);
}

/* A patch's ghosts count as the patch says where det > 0.025 trace^3 with them so weighted, else in full. */
static void weights_of_ghosts(void)
{
    int good = 0, bad = 0;
    for (int i = 0; i < TRIALS; i++) {
        long double m[3][3] = {{0}};
        real weight[FACES_MAX] = {0};
        bed_make(&b, 4 + i % 3, 1 + random_below(&seed, 4 + i % 3), 0.3);
        for (int j = 0; j < b.n_faces; j++) {
            double x[3];
            to_slot(&b, j, x);
            moments_add(m, (j < b.n_inner ? 1 : b.patch[b.face_patch[j - b.n_inner]].ghost_weight) / square(x), x);
        }
        bool is_good = goodness(m) > 0.025;
        struct ghost_weight_args a = {.m = b.m, .patch = b.patch, .weight = weight};
        ghost_weight_body(SELF, &a);
        for (int k = 0; k < b.n_faces - b.n_inner; k++)
            CHECK_NEAR(weight[k], is_good ? b.patch[b.face_patch[k]].ghost_weight : 1, 0);
        good += is_good;
        bad += !is_good;
    }
    CHECK(good > TRIALS / 10 && bad > TRIALS / 10, "%d good, %d not", good, bad);
}

/* ---- Green-Gauss ---- */

/* Face values by distances from the face's plane, shares kept in 0 .. 1; half where the
 * slot across lies behind the cell. */
static void expect_faces(double g[NV_MAX][3], int nv, int folded[3])
{
    memset(g, 0, NV_MAX * sizeof *g);
    for (int j = 0; j < b.n_faces; j++) {
        double x[3], f[3], s[3], across = 0, near = 0;
        to_slot(&b, j, x);
        to_face(&b, j, f);
        outward(&b, j, s);
        for (int d = 0; d < 3; d++) {
            across += x[d] * s[d];
            near += f[d] * s[d];
        }
        double share = across > 0 ? fmin(fmax(near / across, 0), 1) : 0.5;
        folded[0] += across <= 0;
        folded[1] += share == 0;
        folded[2] += share == 1;
        for (int v = 0; v < nv; v++)
            for (int d = 0; d < 3; d++)
                g[v][d] += share * jump(&b, v, j) * s[d] / b.volume[SELF];
    }
}

static void green_gauss_by_faces(void)
{
    int folded[3] = {0, 0, 0};
    for (int i = 0; i < TRIALS; i++) {
        struct cell_gradients c;
        double expected[NV_MAX][3];
        bed_make(&b, 5 + i % 2, 3 + i % 3, i % 2 ? 0.2 : 1.5);
        expect_faces(expected, NV_MAX, folded);
        gradient_face(row_of(&b.m, SELF, ROWS_ANY), &b.a, NV_MAX, &c);
        check_gradients(c.g, expected, NV_MAX);
        check_extremes(c.up, c.down, NV_MAX);
    }
    for (int k = 0; k < 3; k++)
        CHECK(folded[k] > TRIALS / 20, "kind %d of folded faces only %d times", k, folded[k]);
}

/* Values at nodes times their shares of area, and the mean of cell and ghost at boundary faces. */
static void green_gauss_by_nodes(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct cell_gradients c;
        double expected[NV_MAX][3] = {{0}}, s[3];
        bed_make(&b, 5 + i % 2, 1 + i % 5, 0.3);
        for (int v = 0; v < NV_MAX; v++)
            for (int d = 0; d < 3; d++) {
                for (int k = 0; k < b.n_nodes; k++)
                    expected[v][d] += (b.q_node[v * NODES + node_of(k)] - b.q[v * SLOTS + SELF]) *
                                      b.node_weight[d * (NODE_WIDTH + 1) * SLICE + SLICE + k * SLICE + SELF % SLICE];
                for (int j = b.n_inner; j < b.n_faces; j++) {
                    outward(&b, j, s);
                    expected[v][d] += 0.5 * jump(&b, v, j) * s[d];
                }
                expected[v][d] /= b.volume[SELF];
            }
        gradient_node(row_of(&b.m, SELF, ROWS_ANY), &b.a, NV_MAX, ROWS_ANY, &c);
        check_gradients(c.g, expected, NV_MAX);
        check_extremes(c.up, c.down, NV_MAX);
    }
}

/* ---- mean of the nodes' gradients ---- */

static bool has_answer(int k)
{
    return b.gradient_node[node_entry(&b.m, 3 * NV_MAX + 1, 3 * NV_MAX, node_of(k))] != 0;
}

/* Random gradients at the nodes, some of which have none. */
static void fill_nodes(int missing)
{
    const int parts = 3 * NV_MAX + 1;
    for (int k = 0; k < NODES_OF_CELL; k++) {
        int answer = k >= missing;
        for (int part = 0; part < parts; part++)
            b.gradient_node[node_entry(&b.m, parts, part, node_of(k))] =
                part == parts - 1 ? answer : answer * (stored)random_signed(&seed);
    }
}

/* Random extremes at the nodes; of the first variable both are above, of the second below what SELF has. */
static void fill_extremes(void)
{
    for (int k = 0; k < NODES; k++)
        for (int v = 0; v < NV_MAX; v++) {
            real x = (real)(2 + random_signed(&seed)), y = (real)(2 + random_signed(&seed));
            double shift = v == 0 ? 4 : v == 1 ? -4 : 0;
            b.node_extremes[node_entry(&b.m, 2 * NV_MAX, 2 * v, k)] = (real)(shift + fmax(x, y));
            b.node_extremes[node_entry(&b.m, 2 * NV_MAX, 2 * v + 1, k)] = (real)(shift + fmin(x, y));
        }
}

/* The cell's own value and those that its nodes hold; other nodes do not count. */
static void check_node_extremes(const real up[NV_MAX], const real down[NV_MAX])
{
    for (int v = 0; v < NV_MAX; v++) {
        double own = b.q[v * SLOTS + SELF], high = own, low = own;
        for (int k = 0; k < b.n_nodes; k++) {
            high = fmax(high, b.node_extremes[node_entry(&b.m, 2 * NV_MAX, 2 * v, node_of(k))]);
            low = fmin(low, b.node_extremes[node_entry(&b.m, 2 * NV_MAX, 2 * v + 1, node_of(k))]);
        }
        CHECK_NEAR(up[v], high - own, 0);
        CHECK_NEAR(down[v], low - own, 0);
    }
}

/* Differences times the weights of their face sides. */
static void expect_sides(double g[NV_MAX][3], int nv)
{
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            for (int j = 0; j < b.n_faces; j++)
                g[v][d] += *side_weight_of(&b, j, d) * jump(&b, v, j);
}

/* With extremes at nodes (where a limiter acts) and without. Cells that take Green-Gauss or a fit over face neighbours
 * have the extremes of those either way. */
static void mean_over_nodes(void)
{
    int of_nodes = 0;
    for (int i = 0; i < TRIALS; i++) {
        struct cell_gradients c;
        double expected[NV_MAX][3] = {{0}};
        int answers = 0;
        bed_make(&b, 6 - i % 2, 1 + i % 5, 0.2);
        b.m.gradients_in_slices = b.a.m.gradients_in_slices = i % 2;
        fill_nodes(i % (NODES_OF_CELL + 1));
        fill_extremes();
        b.a.node_extremes = i % 4 < 2 ? b.node_extremes : NULL;
        b.by_faces[SELF] = i % 5 == 0;
        for (int k = 0; k < b.n_nodes; k++)
            answers += has_answer(k);
        if (b.by_faces[SELF])
            expect_sides(expected, NV_MAX);
        else if (answers == 0)
            expect_lsq(expected, NV_MAX);
        for (int v = 0; v < NV_MAX && !b.by_faces[SELF] && answers; v++)
            for (int d = 0; d < 3; d++)
                for (int k = 0; k < b.n_nodes; k++)
                    expected[v][d] +=
                        b.gradient_node[node_entry(&b.m, 3 * NV_MAX + 1, 3 * v + d, node_of(k))] / answers;
        gradient_find(SELF, &b.a, GRADIENT_NODE_LSQ, NV_MAX, ROWS_ANY, &c);
        check_gradients(c.g, expected, NV_MAX);
        if (b.a.node_extremes && !b.by_faces[SELF] && answers) {
            check_node_extremes(c.up, c.down);
            of_nodes++;
        } else {
            check_extremes(c.up, c.down, NV_MAX);
        }
    }
    CHECK(of_nodes > TRIALS / 4 && of_nodes < TRIALS / 2, "extremes of nodes %d times", of_nodes);
}

/* The word of the case file leads to the method. */
static void methods(void)
{
    double expected[NV_MAX][3];
    int unused[3] = {0};
    struct cell_gradients c;
    bed_make(&b, 6, 4, 0.2);
    expect_lsq(expected, NV);
    gradient_find(SELF, &b.a, GRADIENT_LSQ, NV, ROWS_ANY, &c);
    check_gradients(c.g, expected, NV);
    expect_faces(expected, NV, unused);
    gradient_find(SELF, &b.a, GRADIENT_FACE, NV, ROWS_ANY, &c);
    check_gradients(c.g, expected, NV);
    gradient_find(SELF, &b.a, GRADIENT_NODE, NV, ROWS_ANY, &c);
    memcpy(expected, c.g, sizeof c.g);
    gradient_node(row_of(&b.m, SELF, ROWS_ANY), &b.a, NV, ROWS_ANY, &c);
    check_gradients(c.g, expected, NV);
}

/* ---- limiters ---- */

/* Of one variable, by the functions of physics/limiter.h. */
static double expect_phi(int limiter, int v, const double g[3], double threshold)
{
    double high = 0, low = 0, up = 0, down = 0;
    for (int j = 0; j < b.n_faces; j++) {
        double f[3], along;
        to_face(&b, j, f);
        along = g[0] * f[0] + g[1] * f[1] + g[2] * f[2];
        high = fmax(high, along);
        low = fmin(low, along);
        up = fmax(up, jump(&b, v, j));
        down = fmin(down, jump(&b, v, j));
    }
    return limiter == LIMITER_BARTH        ? limiter_barth(up, down, high, low)
           : limiter == LIMITER_VAN_ALBADA ? limiter_van_albada(up, down, high, low, threshold)
                                           : limiter_venkatakrishnan(up, down, high, low, threshold);
}

/* h^3 of the threshold, from the faces that have a cell behind them. */
static double expect_size(void)
{
    double farthest = 0;
    for (int j = 0; j < b.n_inner; j++) {
        double f[3];
        to_face(&b, j, f);
        farthest = fmax(farthest, sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]));
    }
    return fmax(b.volume[SELF], pow(2 * farthest, 3));
}

/* What a launch has stored of variable v. */
static void stored_of(int equations, int v, double g[3], double *phi)
{
    const int nv = equations_variables(equations);
    *phi = 1;
    if (equations == EQUATIONS_EULER) {
        for (int d = 0; d < 3; d++)
            g[d] = b.gradient[gradient_entry(&b.m, 3 * nv, d * nv + v, SELF)];
        return;
    }
    struct limited_gradient k = limited_load(&b.m, b.limited, nv, v, SELF);
    for (int d = 0; d < 3; d++)
        g[d] = k.g[d];
    *phi = k.phi;
}

/* Extremes of pressure around the cell. */
static void expect_pressures(double *least, double *most)
{
    *least = *most = b.q[Q_P * SLOTS + SELF];
    for (int j = 0; j < b.n_faces; j++) {
        double p = b.q[Q_P * SLOTS + SELF] + jump(&b, Q_P, j);
        *least = fmin(*least, p);
        *most = fmax(*most, p);
    }
}

/* The factor on slopes at strong shocks, where K is not given. */
static double expect_strong_share(void)
{
    double least, most;
    expect_pressures(&least, &most);
    return b.a.eps2_rise > 0 ? 1 / (1 + pow((most - least) / least / 2, 4)) : 1;
}

/* The cube of K in units of that of strong shocks: by the extremes of pressure around the cell and its Mach number. */
static double expect_rise(void)
{
    double p = b.q[Q_P * SLOTS + SELF], least, most, speed2 = 0;
    expect_pressures(&least, &most);
    for (int d = 0; d < 3; d++)
        speed2 += b.q[(Q_U + d) * SLOTS + SELF] * b.q[(Q_U + d) * SLOTS + SELF];
    double mach2 = b.q[Q_RHO * SLOTS + SELF] * speed2 / (1.4 * p);
    return 1 + b.a.eps2_rise * limiter_weak_share((real)(most - least), (real)least, (real)mach2);
}

static void check_limited(int equations, int limiter)
{
    const int nv = equations_variables(equations);
    double plain[NV_MAX][3], expected[NV_MAX];
    b.a.limiter = limiter;
    limiter_size_body(SELF, &(struct limiter_size_args){.m = b.m, .size = b.size});
    expect_lsq(plain, nv);
    const double size = expect_size() * expect_rise();
    for (int v = 0; v < nv; v++) {
        double threshold = b.a.eps2_scale[v] * size;
        expected[v] = limiter == LIMITER_NONE ? 1 : expect_strong_share() * expect_phi(limiter, v, plain[v], threshold);
        if (limiter == LIMITER_FROZEN)
            expected[v] = b.phi[v * CELLS + SELF] = (stored)random_unit(&seed);
    }
    for (int v = 0; v < nv && limiter == LIMITER_PRESSURE; v++)
        expected[v] = v == Q_P ? expected[v]
                               : expect_strong_share() *
                                     expect_phi(limiter, Q_P, plain[Q_P], b.a.eps2_scale[Q_P] * size);
    gradient_body(SELF, &b.a, GRADIENT_LSQ, equations, ROWS_ANY);
    for (int v = 0; v < nv; v++) {
        double g[3], phi, share = equations == EQUATIONS_EULER ? expected[v] : 1;
        stored_of(equations, v, g, &phi);
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(g[d], share * plain[v][d], bound);
        CHECK_NEAR(phi, equations == EQUATIONS_EULER ? 1 : expected[v], bound);
        if (limiter != LIMITER_NONE)
            CHECK_NEAR(b.phi[v * CELLS + SELF], expected[v], bound);
    }
}

static void limited_gradients(void)
{
    static const int limiters[] = {LIMITER_NONE, LIMITER_VENKATAKRISHNAN, LIMITER_BARTH, LIMITER_PRESSURE,
                                   LIMITER_VAN_ALBADA, LIMITER_FROZEN};
    for (int i = 0; i < TRIALS; i++) {
        bed_make(&b, 5 + i % 2, 1 + i % 5, 0.2);
        b.m.gradients_in_slices = b.a.m.gradients_in_slices = i % 2;
        for (int v = 0; v < NV_MAX; v++)
            b.a.eps2_scale[v] = (real)(0.05 * random_unit(&seed));
        b.a.fluid.gamma = (real)1.4;
        b.a.eps2_rise = (real)(i % 4 ? 30 * random_unit(&seed) : 0);
        check_limited(i % 3 ? EQUATIONS_LAMINAR : EQUATIONS_EULER, limiters[i % 6]);
        check_limited(i % 3 ? EQUATIONS_EULER : EQUATIONS_LAMINAR, limiters[i % 6]);
    }
}

int main(void)
{
    CASE(least_squares);
    CASE(least_squares_in_a_plane);
    CASE(weights_of_ghosts);
    CASE(green_gauss_by_faces);
    CASE(green_gauss_by_nodes);
    CASE(mean_over_nodes);
    CASE(methods);
    CASE(limited_gradients);
    return check_end();
}
