/* Averages and fits about nodes as values (cell_bed.h), and the choice between fits and
 * Green-Gauss that gradient_choice.h makes from the geometry, against its rules written with
 * elimination in long double. Bounds: rounding, times the condition of the fits.
 */
#include "cell_bed.h"

enum { TRIALS = 400 };

static struct cell_bed b;

/* ---- values at nodes ---- */

static void averages(void)
{
    for (int nv = NV; nv <= NV_MAX; nv++) {
        bed_make(&b, 6, 4, 0.2);
        bed_records(&b, nv);
        struct node_args a = {.m = b.m, .record = b.record, .position = b.position, .q_node = b.q_node};
        for (lid n = 0; n < NODES; n++)
            node_average_body(n, &a, nv);
        for (int v = 0; v < nv; v++)
            for (int n = 0; n < NODES; n++) {
                double sum = 0, count = b.node_cell_offset[n + 1] - b.node_cell_offset[n];
                for (lid k = b.node_cell_offset[n]; k < b.node_cell_offset[n + 1]; k++)
                    sum += b.q[v * SLOTS + b.node_cell[k]];
                CHECK_NEAR(b.q_node[v * NODES + n], sum / count, 1e-14);
            }
    }
}

/* The plane through the cells around node n, by the normal equations about their mean. */
static void expect_node(int n, int nv, long double m[3][3], double g[NV_MAX][3])
{
    lid begin = b.node_cell_offset[n], end = b.node_cell_offset[n + 1];
    double mean[3];
    node_moments_of(&b, n, m, mean);
    for (int v = 0; v < nv; v++) {
        long double right[3] = {0};
        for (lid k = begin; k < end; k++)
            for (int d = 0; d < 3; d++)
                right[d] += ((long double)at(b.centroid, SLOTS, d, b.node_cell[k]) - mean[d]) *
                            b.q[v * SLOTS + b.node_cell[k]];
        eliminate(m, right, g[v]);
    }
}

static void check_fit(int n, int nv, int *answers)
{
    const int parts = 3 * nv + 1;
    long double m[3][3];
    double expected[NV_MAX][3], scale = 0;
    expect_node(n, nv, m, expected);
    bool good = goodness(m) > 1e-3;
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            scale = fmax(scale, fabs(expected[v][d]));
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(b.gradient_node[node_entry(&b.m, parts, 3 * v + d, n)], good ? expected[v][d] : 0,
                       1e-10 * scale);
    CHECK_NEAR(b.gradient_node[node_entry(&b.m, parts, 3 * nv, n)], good, 0);
    answers[good]++;
}

/* Of nodes whose cells lie in a layer some have no answer; nodes that are not fitted keep what they hold. Lengths
 * from 1 m down to 1e-60 m, whose moments' products are no numbers. */
static void fits_at_nodes(void)
{
    int answers[2] = {0, 0};
    for (int i = 0; i < TRIALS; i++) {
        int nv = NV + i % 3;
        bed_make(&b, 6, 4, 0.2);
        for (int d = 0; d < 3; d++)
            b.centroid[d * SLOTS + SELF] = 0;
        bed_squeeze(&b, random_unit(&seed), pow(10, -60 * (i % 4 == 3)));
        bed_records(&b, nv);
        b.m.gradients_in_slices = i % 2;
        struct node_args a = {.m = b.m, .record = b.record, .position = b.position, .fitted = b.fitted,
                              .gradient_node = b.gradient_node};
        b.fitted[NODES - 1] = 0;
        b.gradient_node[node_entry(&b.m, 3 * nv + 1, 3 * nv, NODES - 1)] = 7;
        for (lid n = 0; n < NODES; n++)
            node_gradient_body(n, &a, nv);
        for (int n = 0; n < NODES - 1; n++)
            check_fit(n, nv, answers);
        CHECK_NEAR(b.gradient_node[node_entry(&b.m, 3 * nv + 1, 3 * nv, NODES - 1)], 7, 0);
    }
    CHECK(answers[0] > TRIALS && answers[1] > TRIALS, "%d without answer, %d with one", answers[0], answers[1]);
}

/* The largest and smallest value in the cells around node n. */
static void check_extremes(int n, int nv)
{
    for (int v = 0; v < nv; v++) {
        double high = -HUGE_VAL, low = HUGE_VAL;
        for (lid k = b.node_cell_offset[n]; k < b.node_cell_offset[n + 1]; k++) {
            high = fmax(high, b.q[v * SLOTS + b.node_cell[k]]);
            low = fmin(low, b.q[v * SLOTS + b.node_cell[k]]);
        }
        CHECK_NEAR(b.node_extremes[node_entry(&b.m, 2 * nv, 2 * v, n)], high, 1e-15);
        CHECK_NEAR(b.node_extremes[node_entry(&b.m, 2 * nv, 2 * v + 1, n)], low, 1e-15);
    }
}

/* Against a search over the cells around each node, also where the fit has no answer; a node that is not fitted
 * keeps what it holds. Bound: rounding of values up to 3. */
static void extremes_at_nodes(void)
{
    for (int i = 0; i < TRIALS; i++) {
        int nv = NV + i % 3;
        bed_make(&b, 6, 4, 0.2);
        bed_squeeze(&b, i % 4 == 0 ? 0 : 1, 1);
        bed_records(&b, nv);
        b.m.gradients_in_slices = i % 2;
        struct node_args a = {.m = b.m, .record = b.record, .position = b.position, .fitted = b.fitted,
                              .gradient_node = b.gradient_node, .extremes = b.node_extremes};
        b.fitted[NODES - 1] = 0;
        b.node_extremes[node_entry(&b.m, 2 * nv, 0, NODES - 1)] = 7;
        for (lid n = 0; n < NODES; n++)
            node_gradient_body(n, &a, nv);
        for (int n = 0; n < NODES - 1; n++)
            check_extremes(n, nv);
        CHECK_NEAR(b.node_extremes[node_entry(&b.m, 2 * nv, 0, NODES - 1)], 7, 0);
    }
}

/* As a GPU adds cells, several at once and the first one again behind the last: bit by bit what one after another
 * give. */
static void cells_together(void)
{
    for (int i = 0; i < TRIALS; i++) {
        int nv = NV + i % 3;
        bed_make(&b, 6, 4, 0.2);
        bed_squeeze(&b, random_unit(&seed), 1);
        bed_records(&b, nv);
        struct node_args a = {.m = b.m, .record = b.record, .position = b.position};
        for (lid n = 0; n < NODES; n++) {
            lid begin = b.node_cell_offset[n], end = b.node_cell_offset[n + 1], first = b.node_cell[begin];
            for (lid stop = begin + 1; stop <= end; stop++) { /* lists of every length */
                struct node_fit one, together;
                real q0[2 * RECORD_PAIRS_MAX], q[2 * RECORD_PAIRS_MAX];
                memset(&one, 0, sizeof one);
                memset(&together, 0, sizeof together);
                record_load(b.record, first, nv, q0);
                for (lid k = begin + 1; k < stop; k++) {
                    record_load(b.record, b.node_cell[k], nv, q);
                    node_fit_add(&one, nv, q0, b.position[first], q, b.position[b.node_cell[k]]);
                }
                node_fit_add_together(&together, &a, nv, begin + 1, stop, first, q0, b.position[first]);
                CHECK(memcmp(&one, &together, sizeof one) == 0, "another fit of %d cells", (int)(stop - begin));
            }
        }
    }
}

/* Every component of every item has a place of its own, none is left over, and that of an odd number stands behind the
 * one before it, which begins a pair. */
static void places_in_fours(void)
{
    enum { ITEMS = 5, MOST = 25 };
    for (int components = 1; components <= MOST; components++) {
        int taken[ITEMS * MOST] = {0};
        for (int k = 0; k < components; k++)
            for (lid i = 0; i < ITEMS; i++) {
                int64_t e = layout_fours(ITEMS, components, k, i);
                CHECK(e >= 0 && e < ITEMS * components && !taken[e]++, "component %d of %d of item %d at %d", k,
                      components, (int)i, (int)e);
                if (k % 2)
                    CHECK(e == layout_fours(ITEMS, components, k - 1, i) + 1 && e % 2, "%d of %d", k, components);
            }
    }
}

/* ---- the choice ---- */

static double weight_of(int j)
{
    double x[3];
    to_slot(&b, j, x);
    return (j < b.n_inner ? 1 : b.ghost_weight[j - b.n_inner]) / square(x);
}

static bool is_stretched(void)
{
    double near = HUGE_VAL, far = 0;
    for (int j = 0; j < b.n_faces; j++) {
        double x[3];
        to_slot(&b, j, x);
        near = fmin(near, sqrt(square(x)));
        far = fmax(far, sqrt(square(x)));
    }
    return b.n_faces > 4 && far > 5 * near;
}

static void moments_of(int n, long double m[3][3])
{
    memset(m, 0, 9 * sizeof(long double));
    for (int j = 0; j < n; j++) {
        double x[3];
        to_slot(&b, j, x);
        moments_add(m, weight_of(j), x);
    }
}

static bool is_plane(void)
{
    long double m[3][3];
    moments_of(b.n_inner, m);
    return !(goodness(m) > 1e-6);
}

/* sqrt(dx^T M^-1 dx), the mean over nodes with an answer, at the worst face; -1: no node has one. */
static double amplification(void)
{
    double worst = -1;
    for (int j = 0; j < b.n_faces; j++) {
        double dx[3], sum = 0;
        int nodes = 0;
        to_face(&b, j, dx);
        for (int k = 0; k < b.n_nodes; k++) {
            long double m[3][3], right[3] = {dx[0], dx[1], dx[2]};
            double mean[3], x[3];
            node_moments_of(&b, node_of(k), m, mean);
            if (!(goodness(m) > 1e-3))
                continue;
            eliminate(m, right, x);
            sum += sqrt(dx[0] * x[0] + dx[1] * x[1] + dx[2] * x[2]);
            nodes++;
        }
        worst = nodes ? fmax(worst, sum / nodes) : worst;
    }
    return worst;
}

enum reason { QUIET, FEW, NO_ANSWER, ERRORS, CROSSING, LOSS, N_REASONS };

/* What a difference of 1 to slot k, by the fit over face neighbours, makes on face j. */
static double coefficient(long double m[3][3], int j, int k)
{
    double dx[3], x[3], g[3];
    to_face(&b, j, dx);
    to_slot(&b, k, x);
    eliminate(m, (const long double[3]){dx[0], dx[1], dx[2]}, g);
    return weight_of(k) * (x[0] * g[0] + x[1] * g[1] + x[2] * g[2]);
}

/* What the fit over face neighbours makes at the worst face of errors of the values and of differences across a thin
 * cell, and what it takes there of the cell's own value, on faces between cells. */
struct fit_noise {
    double errors, crossing, loss;
};

/* m: the moments of all neighbours. */
static struct fit_noise fit_noise(long double m[3][3])
{
    struct fit_noise worst = {0, 0, 0};
    for (int j = 0; j < b.n_faces; j++) {
        double x[3], across, sum = 0, squares = 0, crossing = 0;
        to_slot(&b, j, x);
        across = sqrt(square(x));
        for (int k = 0; k < b.n_faces; k++) {
            double c = coefficient(m, j, k);
            to_slot(&b, k, x);
            sum += c;
            squares += c * c;
            crossing += across > sqrt(1000) * sqrt(square(x)) ? c * c : 0;
        }
        worst.errors = fmax(worst.errors, sqrt(squares + sum * sum));
        worst.crossing = fmax(worst.crossing, sqrt(crossing));
        worst.loss = j < b.n_inner ? fmax(worst.loss, sum) : worst.loss;
    }
    return worst;
}

/* Why that fit is not to be taken. */
static enum reason noise(void)
{
    long double m[3][3];
    moments_of(b.n_faces, m);
    if (b.n_faces <= 4)
        return FEW;
    if (!(goodness(m) > 1e-12))
        return NO_ANSWER;
    struct fit_noise made = fit_noise(m);
    return made.errors > 2 ? ERRORS : made.crossing > 0.1 ? CROSSING : made.loss > 0.5 ? LOSS : QUIET;
}

/* Neighbours along x are `length` times as far as the others, and off the axis by up to `off`; flat: all
 * but the ghosts in a plane with the cell. */
static void stretch(double length, double off, bool flat)
{
    for (int j = 0; j < b.n_faces; j++) {
        double *x[3], self[3], part = j / 2 == 0 ? length : 1;
        for (int d = 0; d < 3; d++) {
            x[d] = &b.centroid[d * SLOTS + slot_of(&b, j)];
            self[d] = b.centroid[d * SLOTS + SELF];
        }
        *x[0] = self[0] + part * (*x[0] - self[0]);
        *x[1] += j / 2 == 0 ? off * random_signed(&seed) : 0;
        if (flat && j < b.n_inner)
            *x[2] = self[2];
        for (int d = 0; d < 3; d++)
            b.face_centroid[d * FACES_MAX + face_of(&b, j)] = 0.5 * (*x[d] + self[d]);
    }
}

/* Of all kinds; a fifth of them so small that moments' products are no numbers. */
static void make_choice_bed(int i)
{
    const double tiny = 1e-55;
    int faces = i % 7 == 0 ? 4 : 5 + i % 2;
    bool thin = i % 3 == 0;
    bed_make(&b, faces, thin ? 4 : 1 + random_below(&seed, faces), i % 11 ? 0.2 : 0);
    stretch(thin ? pow(10, 3 * random_unit(&seed)) : 1, thin ? 20 * random_unit(&seed) : 0, i % 2 == 0);
    bed_squeeze(&b, i % 4 == 0 ? 0 : 1, pow(10, (thin ? 5 : 2) * random_unit(&seed) - 2));
    for (int k = 0; k < 3 * SLOTS && i % 5 == 4; k++)
        b.centroid[k] *= tiny;
    for (int k = 0; k < 3 * FACES_MAX && i % 5 == 4; k++)
        b.face_centroid[k] *= tiny;
    bed_records(&b, NV_MAX);
}

static void least_squares_that_multiply_noise(void)
{
    int times[N_REASONS] = {0};
    for (int i = 0; i < 4 * TRIALS; i++) {
        make_choice_bed(i);
        enum reason reason = noise();
        CHECK(gradient_lsq_is_noisy(SELF, row_of(&b.m, SELF, ROWS_ANY), &b.choice) == (reason != QUIET),
              "trial %d: reason %d", i, (int)reason);
        times[reason]++;
    }
    for (int k = 0; k < N_REASONS; k++)
        CHECK(times[k] > 5, "reason %d only %d times", k, times[k]);
}

/* Neighbours along x are `length` times as far as the others, and all are moved by up to `askew` times their distance,
 * the same ones for every askew. */
static struct fit_noise make_askew(uint64_t from, int n_inner, double length, double askew)
{
    long double m[3][3];
    seed = from;
    bed_make(&b, 6, n_inner, askew);
    stretch(length, 0, false);
    bed_records(&b, NV_MAX);
    moments_of(b.n_faces, m);
    return goodness(m) > 1e-12 ? fit_noise(m) : (struct fit_noise){HUGE_VAL, HUGE_VAL, HUGE_VAL};
}

/* Over its bound, for which the fit is not taken. */
static double share_of(enum reason reason, struct fit_noise made)
{
    return reason == ERRORS ? made.errors / 2 : reason == CROSSING ? made.crossing / 0.1 : made.loss / 0.5;
}

/* One reason alone: cells on either side of its bound, within a twentieth of it and by more than rounding. Where
 * another one is what grows first there is no such cell. most: an askew at which most cells are beyond the bound; those that are
 * not are left out. */
static void check_bound(enum reason reason, int n_inner, double length, double most)
{
    int times = 0;
    for (int i = 0; i < TRIALS && times < 10; i++) {
        const uint64_t from = random_next(&seed);
        double askew[2] = {0, most}; /* below the bound, above it */
        for (int k = 0; k < 16; k++) {
            double middle = 0.5 * (askew[0] + askew[1]);
            askew[share_of(reason, make_askew(from, n_inner, length, middle)) > 1] = middle;
        }
        for (int above = 0; above < 2; above++) {
            struct fit_noise made = make_askew(from, n_inner, length, askew[above]);
            double beside = share_of(reason, made) - 1;
            bool alone = (beside > 0) == above;
            for (enum reason other = ERRORS; other <= LOSS; other++)
                alone = alone && (other == reason || share_of(other, made) < 0.9);
            if (!alone || fabs(beside) > 0.05 || fabs(beside) < 1e-8)
                continue;
            times += above;
            CHECK(gradient_lsq_is_noisy(SELF, row_of(&b.m, SELF, ROWS_ANY), &b.choice) == above,
                  "trial %d: %g of the bound of reason %d", i, share_of(reason, made), (int)reason);
        }
        seed = from;
    }
    CHECK(times == 10, "only %d cells at the bound", times);
}

/* In thin cells. */
static void bound_of_crossing(void)
{
    check_bound(CROSSING, 4, 40, 0.5);
}

/* Where all neighbours are ghosts nothing counts as loss, however much the sum of a face's coefficients is. */
static void bound_of_errors(void)
{
    check_bound(ERRORS, 0, 1, 1);
}

static void cells_that_take_green_gauss(void)
{
    int times[2][2][2] = {{{0}}}, unknown = 0, least[2] = {0, 0};
    for (int i = 0; i < 4 * TRIALS; i++) {
        make_choice_bed(i);
        double amplified = amplification();
        bool plane = is_plane(), stretched = is_stretched();
        bool noisy = amplified < 0 ? noise() != QUIET : amplified > 2;
        CHECK_NEAR(gradient_amplification(SELF, row_of(&b.m, SELF, ROWS_ANY), &b.choice), amplified,
                   1e-9 * fabs(amplified));
        b.by_faces[SELF] = 7;
        gradient_choice_body(SELF, &b.choice);
        CHECK(b.by_faces[SELF] == ((stretched && !plane) || noisy), "trial %d: %d, stretched %d, plane %d, %g", i,
              b.by_faces[SELF], stretched, plane, amplified);
        times[stretched][plane][noisy]++;
        unknown += amplified < 0;
        least[b.by_faces[SELF]]++;
    }
    for (int k = 0; k < 8; k++)
        CHECK(times[k / 4][k / 2 % 2][k % 2] > 5, "case %d only %d times", k, times[k / 4][k / 2 % 2][k % 2]);
    CHECK(unknown > TRIALS / 4 && least[0] > TRIALS && least[1] > TRIALS, "%d without fits; %d and %d", unknown,
          least[0], least[1]);
}

/* Cells below and above a fifth of the smallest cell across a face; ghosts, and cells that share a node alone, do not
 * count. In one layer too. */
static void cells_that_are_constant(void)
{
    uint8_t layer[CELLS] = {0};
    int times[2] = {0, 0};
    layer[SELF] = 1;
    for (int i = 0; i < TRIALS; i++) {
        int faces = 4 + i % 3, inner = i % 7 ? 1 + random_below(&seed, faces) : 0;
        bed_make(&b, faces, inner, 0.2);
        double least = 1e30;
        for (int j = 0; j < faces; j++)
            if (slot_of(&b, j) < CELLS)
                least = fmin(least, b.volume[slot_of(&b, j)]);
        int is_small = i % 2, wanted = is_small && inner > 0;
        b.volume[SELF] = (real)(inner ? least / (is_small ? 5.001 : 4.999) : 0.01);
        CHECK(gradient_is_tiny_cell(SELF, row_of(&b.m, SELF, ROWS_ANY), &b.m) == wanted, "trial %d: %d of %d", i, inner,
              faces);
        struct gradient_choice_args a = b.choice;
        a.layer = i % 4 < 2 ? layer : NULL;
        b.by_faces[SELF] = 7;
        gradient_choice_body(SELF, &a);
        CHECK(!wanted || b.by_faces[SELF] == 1, "trial %d: %d", i, b.by_faces[SELF]);
        double sum[N_CHOICE];
        gradient_choice_sum_body(SELF, &a, sum);
        CHECK(sum[CHOICE_CONSTANT] == wanted, "trial %d: %g", i, sum[CHOICE_CONSTANT]);
        times[wanted]++;
    }
    CHECK(times[0] > TRIALS / 4 && times[1] > TRIALS / 4, "%d, %d", times[0], times[1]);
}

/* A cell that is periodic with itself takes what it would take without fits about nodes and in one layer, however its
 * neighbours lie: least squares over them, or Green-Gauss where those multiply noise. */
static void cells_that_are_a_layer(void)
{
    uint8_t layer[CELLS] = {0};
    int times[2] = {0, 0}, differs = 0;
    layer[SELF] = 1;
    for (int i = 0; i < 4 * TRIALS; i++) {
        make_choice_bed(i);
        gradient_choice_body(SELF, &b.choice);
        uint8_t alone = b.by_faces[SELF];
        struct gradient_choice_args a = b.choice;
        a.layer = layer;
        gradient_choice_body(SELF, &a);
        bool noisy = noise() != QUIET;
        CHECK(b.by_faces[SELF] == noisy, "trial %d: %d, noisy %d", i, b.by_faces[SELF], noisy);
        times[noisy]++;
        differs += alone != noisy;
    }
    CHECK(times[0] > TRIALS / 4 && times[1] > TRIALS / 4 && differs > TRIALS / 4, "%d, %d, %d", times[0], times[1],
          differs);
}

/* Their cells, faces and nodes are what the cost of gradients goes by. */
static void sums_of_the_choice(void)
{
    double sum[N_CHOICE];
    bed_make(&b, 5, 3, 0.2);
    for (int chosen = 0; chosen < 2; chosen++) {
        b.by_faces[SELF] = (uint8_t)chosen;
        gradient_choice_sum_body(SELF, &b.choice, sum);
        CHECK_NEAR(sum[CHOICE_CELLS], chosen, 0);
        CHECK_NEAR(sum[CHOICE_FACES], chosen ? 5 : 0, 0);
        CHECK_NEAR(sum[CHOICE_NODES], chosen ? 0 : NODES_OF_CELL, 0);
    }
}

/* A node is fitted where a stencil cell around it takes fits; halo cells behind those ask for none, nor do cells that
 * are periodic with themselves. */
static void nodes_that_are_fitted(void)
{
    uint8_t layer[CELLS];
    int times[2] = {0, 0};
    for (int i = 0; i < TRIALS; i++) {
        bed_make(&b, 6, 4, 0.2);
        b.m.n_stencil = SELF - random_below(&seed, 20);
        for (int c = 0; c < CELLS; c++)
            b.by_faces[c] = c >= b.m.n_stencil ? 0 : random_unit(&seed) < 0.7;
        for (int c = 0; c < CELLS; c++)
            layer[c] = random_unit(&seed) < 0.3;
        struct node_choice_args a = {.m = b.m, .by_faces = b.by_faces, .layer = i % 2 ? layer : NULL,
                                     .fitted = b.fitted};
        for (lid n = 0; n < NODES; n++) {
            bool wanted = false;
            for (lid k = b.node_cell_offset[n]; k < b.node_cell_offset[n + 1]; k++)
                wanted = wanted || (b.node_cell[k] < b.m.n_stencil && b.by_faces[b.node_cell[k]] == 0 &&
                                    !(a.layer && layer[b.node_cell[k]]));
            node_choice_body(n, &a);
            CHECK(b.fitted[n] == wanted, "node %d", (int)n);
            times[wanted]++;
        }
    }
    CHECK(times[0] > TRIALS && times[1] > TRIALS, "%d are not fitted, %d are", times[0], times[1]);
}

int main(void)
{
    CASE(averages);
    CASE(fits_at_nodes);
    CASE(extremes_at_nodes);
    CASE(cells_together);
    CASE(places_in_fours);
    CASE(least_squares_that_multiply_noise);
    CASE(bound_of_crossing);
    CASE(bound_of_errors);
    CASE(cells_that_take_green_gauss);
    CASE(cells_that_are_constant);
    CASE(cells_that_are_a_layer);
    CASE(sums_of_the_choice);
    CASE(nodes_that_are_fitted);
    return check_end();
}
