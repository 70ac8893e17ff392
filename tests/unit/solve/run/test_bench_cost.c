/* The factor on the costs of cells with Green-Gauss that a benchmark finds: from ranks
 * whose times are made with one, as ufv-prep takes it (prep/order/cell_cost.h): times all that
 * such a cell costs but its boundary faces.
 */
#include "run/bench_cost.h"
#include "check.h"

enum { RANKS = 3 };

/* A rank with 1000 hexahedra. */
static struct bench_counts rank_with(double green_cells)
{
    return (struct bench_counts){.cells = 1000, .faces = 6000, .boundary_faces = 300, .green_cells = green_cells,
                                 .green_faces = 6 * green_cells, .fit_nodes = 8 * (1000 - green_cells)};
}

static const struct bench_cost cost = {.cell = 2e-9, .face = 1e-9, .node = 1.5e-9, .stretched_face = 0.5e-9,
                                       .boundary_face = 4e-9, .stretched_factor = 1};

/* What the cells take when those with Green-Gauss take `factor` times their costs. */
static double seconds_of(const struct bench_counts *n, double factor)
{
    double others = n->cells - n->green_cells;
    return factor * n->green_cells * (2e-9 + 6 * (1e-9 + 0.5e-9)) + others * (2e-9 + 6 * 1e-9 + 8 * 1.5e-9) +
           n->boundary_faces * 4e-9;
}

static double found_factor(const double green_cells[RANKS], double factor)
{
    double sum[BENCH_FACTOR_SUMS] = {0};
    for (int r = 0; r < RANKS; r++) {
        struct bench_counts n = rank_with(green_cells[r]);
        struct bench_kinds kinds = bench_kinds_of(&cost, &n, seconds_of(&n, factor));
        bench_factor_add(&kinds, sum);
    }
    return bench_factor(sum);
}

/* Bound: trust in 1 (1e-3) takes a hundredth of what the factor is from 1 where the ranks'
 * shares are this unlike. */
static void factor_is_of_green_gauss(void)
{
    static const double unlike[RANKS] = {0, 400, 1000}, factor[] = {0.5, 0.8, 1, 1.25, 2};
    for (int k = 0; k < 5; k++)
        CHECK_NEAR(found_factor(unlike, factor[k]), factor[k], 0.02 * fabs(factor[k] - 1) + 1e-12);
}

/* Ranks with the same shares do not tell the kinds apart. Of all pairs of factors that give
 * the time, the pair nearest to 1: off in proportion to what the kinds cost, g and h, so
 * that (1 + g g / (g g + h h)) / (1 + g h / (g g + h h)) when the time is 2 g + h. Bound:
 * trust in 1. */
static void ranks_alike_stay_near_one(void)
{
    static const double alike[RANKS] = {500, 500, 500}, g = 11, h = 20;
    double squares = g * g + h * h;
    CHECK_NEAR(found_factor(alike, 2), (1 + g * g / squares) / (1 + g * h / squares), 2e-3);
}

static void one_kind_alone(void)
{
    static const double none[RANKS] = {0, 0, 0}, all[RANKS] = {1000, 1000, 1000};
    CHECK(found_factor(none, 2) == 1 && found_factor(all, 2) == 1, "cells of one kind have no factor");
}

/* Times that no positive costs explain. */
static void nonsense_is_refused(void)
{
    double sum[BENCH_FACTOR_SUMS] = {0};
    bench_factor_add(&(struct bench_kinds){.green = 1, .fits = 0, .seconds = 5}, sum);
    bench_factor_add(&(struct bench_kinds){.green = 1, .fits = 1, .seconds = 1}, sum);
    CHECK(bench_factor(sum) == 1, "%g", bench_factor(sum));
}

int main(void)
{
    CASE(factor_is_of_green_gauss);
    CASE(ranks_alike_stay_near_one);
    CASE(one_kind_alone);
    CASE(nonsense_is_refused);
    return check_end();
}
