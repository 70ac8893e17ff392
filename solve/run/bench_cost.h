/* bench_cost.h: what cells cost, and how much dearer or cheaper cells with Green-Gauss are
 * beside cells with fits about nodes than the costs of their parts say, from the times of
 * all ranks.
 *
 * Least squares of two factors x, one to a kind, over the ranks r:
 *   sum_r (x_green green_r + x_fits fits_r - seconds_r)^2
 *     + trust sum_r seconds_r^2 ((x_green - 1)^2 + (x_fits - 1)^2),
 * so that they stay near 1 unless the ranks tell otherwise. The kinds' own times do not
 * add up where both are worked on side by side.
 */
#ifndef UFV_SOLVE_RUN_BENCH_COST_H
#define UFV_SOLVE_RUN_BENCH_COST_H

/* Seconds a step, all ranks together, over the number of each of all ranks. */
struct bench_cost {
    double cell;          /* kernels over cells, of one cell */
    double face;          /* kernels over cells' faces, of one face of a cell (an interior face is of two) */
    double node;          /* kernels over nodes, of one node of a cell; where cells are of two kinds
                             (gradient = node-lsq), of one that takes fits about its nodes */
    double stretched_face; /* where they are: gradient of a cell with Green-Gauss, of one of its faces; else NAN */
    double stretched_factor; /* all of such a cell's costs times this; 1 unless ranks have unlike shares of them */
    double boundary_face; /* kernels over boundary faces, of one of them */
};

/* Of a rank. An interior face counts for either cell. */
struct bench_counts {
    double cells, faces, boundary_faces;
    double green_cells, green_faces; /* with Green-Gauss */
    double fit_nodes;                /* of the others */
};

/* What a rank's cells of either kind cost by their parts, and what they took together; s a step. */
struct bench_kinds {
    double green, fits, seconds;
};

/* `seconds` is the time of all kernels of the rank. */
static inline struct bench_kinds bench_kinds_of(const struct bench_cost *c, const struct bench_counts *n,
                                                double seconds)
{
    return (struct bench_kinds){
        .green = c->cell * n->green_cells + (c->face + c->stretched_face) * n->green_faces,
        .fits = c->cell * (n->cells - n->green_cells) + c->face * (n->faces - n->green_faces) + c->node * n->fit_nodes,
        .seconds = seconds - c->boundary_face * n->boundary_faces};
}

/* Sums over ranks. */
enum { BENCH_GREEN_GREEN, BENCH_GREEN_FITS, BENCH_FITS_FITS, BENCH_GREEN_TIME, BENCH_FITS_TIME, BENCH_TIME_TIME,
       BENCH_FACTOR_SUMS };

/* The normal equations of a fit by least squares over ranks: seconds = a green + b fits. */
static inline void bench_factor_add(const struct bench_kinds *r, double sum[BENCH_FACTOR_SUMS])
{
    sum[BENCH_GREEN_GREEN] += r->green * r->green;
    sum[BENCH_GREEN_FITS] += r->green * r->fits;
    sum[BENCH_FITS_FITS] += r->fits * r->fits;
    sum[BENCH_GREEN_TIME] += r->green * r->seconds;
    sum[BENCH_FITS_TIME] += r->fits * r->seconds;
    sum[BENCH_TIME_TIME] += r->seconds * r->seconds;
}

/* x_green / x_fits: what the costs of the cells with Green-Gauss are to be multiplied by. 1 where
 * there are cells of one kind only. */
static inline double bench_factor(const double sum[BENCH_FACTOR_SUMS])
{
    static const double trust_in_one = 1e-3;
    double prior = trust_in_one * sum[BENCH_TIME_TIME], cross = sum[BENCH_GREEN_FITS];
    double a = sum[BENCH_GREEN_GREEN] + prior, b = sum[BENCH_FITS_FITS] + prior;
    double green_time = sum[BENCH_GREEN_TIME] + prior, fits_time = sum[BENCH_FITS_TIME] + prior;
    if (!(sum[BENCH_GREEN_GREEN] > 0 && sum[BENCH_FITS_FITS] > 0))
        return 1;
    /* by Cramer's rule, both times the determinant, which is positive */
    double of_green = b * green_time - cross * fits_time;
    double of_fits = a * fits_time - cross * green_time;
    return of_green > 0 && of_fits > 0 ? of_green / of_fits : 1;
}

#endif
