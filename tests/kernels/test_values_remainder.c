/* The weights of face sides in Green-Gauss of what a fit leaves over (gradient_remainder.h) as values
 * (cell_bed.h): against their formula by elimination in long double; and that the gradient of a linear
 * field is exact in thin cells of bent and twisted layers, where that of Green-Gauss is not.
 */
#include "cell_bed.h"

#include "kernels/gradient_remainder.h"
#include "kernels/limiter_size.h"

enum { TRIALS = 400 };

static struct cell_bed b;

/* What the formula is made of; in long double but for the shares. */
struct expected {
    double green[FACES_MAX][3], weight[FACES_MAX], theta;
    long double missing[3][3], moments[3][3];
};

static double expect_share(int j)
{
    double x[3], f[3], s[3], across = 0, near = 0;
    to_slot(&b, j, x);
    to_face(&b, j, f);
    outward(&b, j, s);
    for (int d = 0; d < 3; d++) {
        across += x[d] * s[d];
        near += f[d] * s[d];
    }
    return across > 0 ? fmin(fmax(near / across, 0), 1) : 0.5;
}

static void expect_sums(struct expected *e)
{
    memset(e, 0, sizeof *e);
    for (int d = 0; d < 3; d++)
        e->missing[d][d] = 1;
    for (int j = 0; j < b.n_faces; j++) {
        double x[3], s[3];
        to_slot(&b, j, x);
        outward(&b, j, s);
        e->weight[j] = j < b.n_inner ? 1 : b.ghost_weight[j - b.n_inner];
        moments_add(e->moments, e->weight[j], x);
        for (int r = 0; r < 3; r++) {
            e->green[j][r] = expect_share(j) * s[r] / b.volume[SELF];
            for (int c = 0; c < 3; c++)
                e->missing[r][c] -= (long double)e->green[j][r] * x[c];
        }
    }
}

/* Noise on the face where there is most. */
static double expect_noise(struct expected *e)
{
    double worst = 0;
    for (int j = 0; j < b.n_faces; j++) {
        double f[3], solution[3], noise = 0;
        long double y[3] = {0, 0, 0};
        to_face(&b, j, f);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                y[c] += e->missing[r][c] * f[r];
        eliminate(e->moments, y, solution);
        for (int d = 0; d < 3; d++)
            noise += (double)y[d] * solution[d];
        worst = fmax(worst, noise);
    }
    return sqrt(worst);
}

/* c[j]: of each face, before the loss is bounded. */
static void expect_weights(struct expected *e, double c[FACES_MAX][3])
{
    for (int j = 0; j < b.n_faces; j++) {
        double x[3], fit[3];
        to_slot(&b, j, x);
        const long double right[3] = {e->weight[j] * x[0], e->weight[j] * x[1], e->weight[j] * x[2]};
        if (e->theta > 0)
            eliminate(e->moments, right, fit);
        for (int r = 0; r < 3; r++) {
            c[j][r] = e->green[j][r];
            for (int k = 0; k < 3 && e->theta > 0; k++)
                c[j][r] += e->theta * (double)e->missing[r][k] * fit[k];
        }
    }
}

/* What the inner faces, in proportion to their areas, lose of the cell's own value to those around it: the value
 * reconstructed on a face falls by sum c . dx where the cell's rises by 1 and those of ghosts fall by `fall`. */
static double expect_loss_of(double c[FACES_MAX][3], double fall)
{
    double loss = 0, area = 0;
    for (int f = 0; f < b.n_inner; f++) {
        double dx[3], s[3];
        to_face(&b, f, dx);
        outward(&b, f, s);
        area += sqrt(square(s));
        for (int j = 0; j < b.n_faces; j++)
            loss += sqrt(square(s)) * (j < b.n_inner ? 1 : 1 + fall) *
                    (c[j][0] * dx[0] + c[j][1] * dx[1] + c[j][2] * dx[2]);
    }
    return loss / area;
}

/* The largest of ghosts that rise with the cell, stay and fall. */
static double expect_loss(double c[FACES_MAX][3])
{
    return fmax(expect_loss_of(c, -1), fmax(expect_loss_of(c, 0), expect_loss_of(c, 1)));
}

/* gives the factor that bounds the loss */
static double check_weights(struct expected *e, double bound)
{
    double c[FACES_MAX][3];
    expect_weights(e, c);
    double loss = expect_loss(c), share = loss > 0.5 ? 0.5 / loss : 1;
    for (int j = 0; j < b.n_faces; j++)
        for (int r = 0; r < 3; r++)
            CHECK_NEAR(*side_weight_of(&b, j, r), share * c[j][r], bound);
    for (int j = b.n_faces; j < WIDTH; j++) /* behind the last */
        for (int r = 0; r < 3; r++)
            CHECK_NEAR(*side_weight_of(&b, j, r), 0, 0);
    return share;
}

static void weigh(void)
{
    struct side_weight_args a = {.m = b.m, .ghost_weight = b.ghost_weight, .by_faces = b.by_faces,
                                 .begin = b.side_begin, .weight = b.side_weight};
    b.by_faces[SELF] = 1;
    side_weight_body(SELF, &a);
}

/* Random cells, some folded; volumes as they come, so that much is missing and theta acts. Of four sides it is 0. */
static void weights_by_their_formula(void)
{
    int bounded = 0;
    for (int i = 0; i < TRIALS; i++) {
        struct expected e;
        bed_make(&b, 4 + i % 3, 1 + random_below(&seed, 4 + i % 3), i % 4 ? 0.3 : 1.2);
        b.centroid[2 * SLOTS + slot_of(&b, 3)] += i % 3 == 0; /* four neighbours along +-x, +-y: no plane */
        if (i % 2) {
            b.volume[SELF] = (real)(b.volume[SELF] / 8);
            b.volume[slot_of(&b, 0)] = b.volume[SELF]; /* one that is not larger, as a cell in space has */
        }
        expect_sums(&e);
        double noise = expect_noise(&e);
        e.theta = b.n_faces <= 4 ? 0 : noise > 0.25 ? 0.0625 / (noise * noise) : 1;
        bounded += b.n_faces > 4 && noise > 0.25;
        weigh();
        check_weights(&e, 1e-10 * (1 + noise));
    }
    CHECK(bounded > TRIALS / 20 && bounded < TRIALS * 2 / 3, "bounded %d times", bounded);
}

/* Neighbours in a plane, on a line, in a plane along the third axis, and in one across the first; all but the last are
 * askew, so that sums tell by rounding only. Half of the time they are off it by 1e-9 of their distance, whose square is
 * far below the rounding of the sums: a fit would still turn the weights by about as much. */
static void green_gauss_where_no_fit_is(void)
{
    enum { PLANE, LINE, ALONG_THIRD, ACROSS_FIRST, KINDS };
    uint64_t off = 5;
    for (int i = 0; i < TRIALS; i++) {
        struct expected e;
        int kind = i % KINDS;
        double tilt[2] = {random_signed(&seed), random_signed(&seed)}, most_off = i / 8 % 2 ? 1e-9 : 0;
        bed_make(&b, 5 + i / KINDS % 2, 3, 0.2);
        for (int j = 0; j < b.n_faces; j++) {
            double x[3];
            to_slot(&b, j, x);
            x[0] = kind == ACROSS_FIRST ? 0 : x[0];
            x[1] = kind == LINE || kind == ALONG_THIRD ? tilt[1] * x[0] : x[1];
            x[2] = kind == PLANE || kind == LINE ? tilt[0] * x[0] + tilt[1] * x[1] : x[2];
            x[kind == ALONG_THIRD ? 1 : 2] *= 1 + most_off * random_signed(&off);
            for (int d = 0; d < 3; d++)
                b.centroid[d * SLOTS + slot_of(&b, j)] = b.centroid[d * SLOTS + SELF] + x[d];
        }
        expect_sums(&e);
        e.theta = 0;
        weigh();
        check_weights(&e, 1e-12);
    }
}

/* The weights of cells that take something else stay. */
static void others_keep_theirs(void)
{
    struct side_weight_args a = {.m = b.m, .ghost_weight = b.ghost_weight, .by_faces = b.by_faces,
                                 .begin = b.side_begin, .weight = b.side_weight};
    bed_make(&b, 6, 5, 0.2);
    struct cell_bed before = b;
    side_weight_body(SELF, &a);
    CHECK(memcmp(before.side_weight, b.side_weight, sizeof b.side_weight) == 0, "weights changed");
}

/* Neighbours that stand to one side and faces far beyond the cell on the other, by 0 to 4 lengths: where the faces
 * would answer to the cell's value by less than half, the weights are reduced until they do, and the cell counts. */
static void own_value_keeps_half(void)
{
    int reduced = 0, whole = 0;
    for (int i = 0; i < TRIALS; i++) {
        struct expected e;
        double away = 4 * random_unit(&seed), count;
        bed_make(&b, 6, 4 + i % 3, 0.2);
        for (int j = 0; j < b.n_faces; j++) {
            b.face_centroid[face_of(&b, j)] -= away;
            b.centroid[slot_of(&b, j)] += 0.3 * away;
        }
        expect_sums(&e);
        e.theta = fmin(1, pow(0.25 / expect_noise(&e), 2));
        weigh();
        double share = check_weights(&e, 1e-11), kept[FACES_MAX][3];
        for (int j = 0; j < b.n_faces; j++)
            for (int r = 0; r < 3; r++)
                kept[j][r] = (double)*side_weight_of(&b, j, r);
        CHECK(expect_loss(kept) <= 0.5 + 1e-11, "trial %d: loss %g", i, expect_loss(kept));
        struct side_weight_args a = {.m = b.m, .ghost_weight = b.ghost_weight, .by_faces = b.by_faces};
        side_weight_sum_body(SELF, &a, &count);
        CHECK(count == (share < 1), "trial %d: count %g, factor %g", i, count, share);
        b.by_faces[SELF] = 0;
        side_weight_sum_body(SELF, &a, &count);
        CHECK(count == 0, "trial %d: a cell without weights counts", i);
        reduced += share < 1;
        whole += share == 1;
    }
    CHECK(reduced > TRIALS / 10 && whole > TRIALS / 10, "%d reduced, %d not", reduced, whole);
}

/* The largest part of the cell's own value that a face between cells loses, at least 0; ghosts count 0 or 2 times. */
static double expect_face_loss(void)
{
    double worst = 0;
    for (int j = 0; j < b.n_inner; j++) {
        double f[3];
        to_face(&b, j, f);
        for (int fall = -1; fall <= 1; fall += 2) {
            double loss = 0;
            for (int k = 0; k < b.n_faces; k++)
                for (int d = 0; d < 3; d++)
                    loss += (k < b.n_inner ? 1 : 1 + fall) * (double)*side_weight_of(&b, k, d) * f[d];
            worst = fmax(worst, loss);
        }
    }
    return worst;
}

/* The threshold of limiters is whole up to a loss of half on every face, and falls from there by its twelfth power to
 * 1/8000, that of K = 1 in place of 20; where the loss does not count, and in cells without weights, it is whole. */
static void threshold_falls_with_the_loss(void)
{
    int whole = 0, between = 0, least = 0;
    for (int i = 0; i < TRIALS; i++) {
        double away = 4 * random_unit(&seed), out = 1 + 4 * random_unit(&seed);
        bed_make(&b, 6, 4 + i % 3, 0.2);
        for (int j = 0; j < b.n_faces; j++) {
            b.face_centroid[face_of(&b, j)] -= away;
            b.centroid[slot_of(&b, j)] += 0.3 * away;
        }
        weigh();
        for (int d = 0; d < 3; d++) { /* one face where much is lost */
            double self = b.centroid[d * SLOTS + SELF], *face = &b.face_centroid[d * FACES_MAX + face_of(&b, 0)];
            *face = self + out * (*face - self);
        }
        struct limiter_size_args plain = {.m = b.m, .size = b.size}, counts = plain;
        counts.by_faces = b.by_faces;
        counts.side_begin = b.side_begin;
        counts.side_weight = b.side_weight;
        limiter_size_body(SELF, &plain);
        double size = (double)b.size[SELF], loss = expect_face_loss(), share = pow(0.5 / fmax(loss, 0.5), 12);
        limiter_size_body(SELF, &counts);
        CHECK_NEAR((double)b.size[SELF] / size, fmax(share, 1.0 / 8000), 1e-10);
        b.by_faces[SELF] = 0;
        limiter_size_body(SELF, &counts);
        CHECK_NEAR((double)b.size[SELF], size, 0);
        whole += loss <= 0.5;
        between += loss > 0.5 && share > 1.0 / 8000;
        least += share < 1.0 / 8000;
    }
    CHECK(whole > 10 && between > 10 && least > 10, "%d whole, %d between, %d least", whole, between, least);
}

/* A cell that is taken as constant has no weights, however its neighbours lie. */
static void constant_where_all_neighbours_are_larger(void)
{
    for (int i = 0; i < TRIALS; i++) {
        bed_make(&b, 4 + i % 3, 1 + random_below(&seed, 4 + i % 3), 0.3);
        b.volume[SELF] = (real)0.09; /* neighbours: 0.5 to 1.5 */
        struct cell_bed before = b;
        weigh();
        CHECK(memcmp(before.side_weight, b.side_weight, sizeof b.side_weight) == 0, "trial %d: weights", i);
    }
}

/* Axes of a random frame. */
static void random_frame(double axis[3][3])
{
    double length;
    for (int k = 0; k < 2; k++) {
        for (int d = 0; d < 3; d++)
            axis[k][d] = random_signed(&seed);
        double along = k ? axis[0][0] * axis[1][0] + axis[0][1] * axis[1][1] + axis[0][2] * axis[1][2] : 0;
        for (int d = 0; d < 3; d++)
            axis[k][d] -= along * axis[0][d];
        length = sqrt(square(axis[k]));
        for (int d = 0; d < 3; d++)
            axis[k][d] /= length;
    }
    for (int d = 0; d < 3; d++)
        axis[2][d] = axis[0][(d + 1) % 3] * axis[1][(d + 2) % 3] - axis[0][(d + 2) % 3] * axis[1][(d + 1) % 3];
}

/* A cell of those lengths along the axes of the frame. Both its neighbours along each of the first two are off the
 * layer by 5 to 20 times its height (the layer is bent), each by up to its height besides (twisted), and not equally
 * far; those above and below stand to the side. */
static void make_layer(double axis[3][3], const double length[3])
{
    bed_make(&b, 6, 6, 0);
    for (int c = 0; c < CELLS; c++)
        b.volume[c] = (real)(length[0] * length[1] * length[2]);
    double bend = 0;
    for (int j = 0; j < 6; j++) {
        int k = j / 2;
        double sign = j % 2 ? -1 : 1, area = b.volume[SELF] / length[k], stretch = j % 2 ? 0.7 : 1;
        bend = j % 2 ? bend : (random_signed(&seed) < 0 ? -1 : 1) * (5 + 15 * random_unit(&seed));
        double lift = k < 2 ? bend + random_signed(&seed) : 0, slide = k == 2 ? 0.3 * random_signed(&seed) : 0;
        for (int d = 0; d < 3; d++) {
            double self = b.centroid[d * SLOTS + SELF];
            double x = sign * stretch * length[k] * axis[k][d] + lift * length[2] * axis[2][d] +
                       slide * length[0] * axis[0][d];
            b.centroid[d * SLOTS + slot_of(&b, j)] = self + x;
            b.face_centroid[d * FACES_MAX + face_of(&b, j)] = self + 0.5 * sign * length[k] * axis[k][d];
            b.normal[d * FACES_MAX + face_of(&b, j)] =
                (stored)((b.left[face_of(&b, j)] == SELF ? 1 : -1) * sign * area * axis[k][d]);
        }
    }
}

/* How far sum c x^T is from I, in units of the cell: of a field that changes by 1 over a length of the frame
 * what the gradient makes of it over another. green: of Green-Gauss alone. */
static double linear_error(double axis[3][3], const double length[3], bool green)
{
    struct expected e;
    double worst = 0;
    expect_sums(&e);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int j = 0; j < 6; j++) {
                double x[3], along = 0, step = 0;
                to_slot(&b, j, x);
                for (int d = 0; d < 3; d++) {
                    along += axis[r][d] * (green ? e.green[j][d] : (double)*side_weight_of(&b, j, d));
                    step += axis[c][d] * x[d];
                }
                sum += along * length[r] * step / length[c];
            }
            worst = fmax(worst, fabs(sum - (r == c)));
        }
    return worst;
}

static void linear_fields_in_bent_layers(void)
{
    double worst = 0, least_green = 1e9;
    for (int i = 0; i < TRIALS; i++) {
        double axis[3][3], length[3] = {1, 0.05 + random_unit(&seed), pow(10, -1 - 5 * random_unit(&seed))};
        random_frame(axis);
        make_layer(axis, length);
        weigh();
        worst = fmax(worst, linear_error(axis, length, false));
        least_green = fmin(least_green, linear_error(axis, length, true));
    }
    printf("  worst %.3g, Green-Gauss at least %.3g\n", worst, least_green);
    CHECK(worst <= 1e-5, "%g", worst); /* 1e-16, times the position, times ratios of lengths of 1e6 */
    CHECK(least_green > 0.1, "%g", least_green);
}

int main(void)
{
    CASE(weights_by_their_formula);
    CASE(green_gauss_where_no_fit_is);
    CASE(others_keep_theirs);
    CASE(constant_where_all_neighbours_are_larger);
    CASE(linear_fields_in_bent_layers);
    CASE(own_value_keeps_half);
    CASE(threshold_falls_with_the_loss);
    return check_end();
}
