/* field_gradient.c: one small symmetric system a cell, solved by its eigenvalues, so that directions without neighbours
 * can be told and left out.
 */
#include "fields/cell_data.h"

#include <math.h>

/* Sums of a weighted least-squares fit of three fields about one point. */
struct fit {
    double a[3][3]; /* sum of w dx_i dx_j */
    double b[3][3]; /* of field i: sum of w du_i dx_j */
};

/* Eigenvalues below this part of the largest belong to directions without
 * neighbours: weights of 1/d^2 keep those of stretched cells well above. */
static const double flat = 1e-10;

/* Weight 1 / d^2: entries of `a` are then products of direction cosines, of order 1 for near and far neighbours
 * alike. */
static void add_sample(struct fit *f, const double dx[3], const double du[3])
{
    /* Two cells may have the same centroid (degenerate meshes): a direction of no length says nothing. */
    double d2 = dx[0] * dx[0] + dx[1] * dx[1] + dx[2] * dx[2];
    if (!(d2 > 0))
        return;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            f->a[i][j] += dx[i] * dx[j] / d2;
            f->b[i][j] += du[i] * dx[j] / d2;
        }
}

/* Turns a symmetric matrix in the p-q plane so that its p-q entry vanishes. */
static void rotate(double a[3][3], double v[3][3], int p, int q)
{
    if (a[p][q] == 0)
        return;
    /* t is the smaller root of t^2 + 2 theta t - 1 = 0, which turns by 45 degrees at most; 1 / (|theta| + sqrt(theta^2
     * + 1)) is that root without cancellation. */
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; k++) {
        double pk = a[p][k], qk = a[q][k], vp = v[k][p], vq = v[k][q];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
        v[k][p] = c * vp - s * vq;
        v[k][q] = s * vp + c * vq;
    }
}

/* Eigenvalues on the diagonal of a, eigenvectors in the columns of v, by Jacobi's
 * rotations (Golub and Van Loan, Matrix Computations, section 8.5). */
static void diagonalise(double a[3][3], double v[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            v[i][j] = i == j;
    /* Convergence is quadratic once the entries off the diagonal are small: eight sweeps of three rotations leave
     * nothing but rounding in a 3 x 3 matrix. A fixed number has the same cost and order in each cell. */
    for (int sweep = 0; sweep < 8; sweep++) {
        rotate(a, v, 0, 1);
        rotate(a, v, 0, 2);
        rotate(a, v, 1, 2);
    }
}

/* The gradients of smallest norm that fit best: out[3 i + j] = du_i/dx_j. Eigenvectors without samples get nothing:
 * across a mesh one cell thick the derivative is 0, not whatever rounding makes of it. */
static void solve(struct fit *f, double out[9])
{
    double v[3][3];
    diagonalise(f->a, v);
    double largest = fmax(f->a[0][0], fmax(f->a[1][1], f->a[2][2]));
    for (int i = 0; i < 9; i++)
        out[i] = 0;
    for (int m = 0; m < 3; m++) {
        if (!(f->a[m][m] > flat * largest))
            continue;
        for (int i = 0; i < 3; i++) {
            /* The normal equations A grad u_i = b_i in the basis of the eigenvectors v_m: the component along v_m is
             * (b_i . v_m) / lambda_m. */
            double along = (f->b[i][0] * v[0][m] + f->b[i][1] * v[1][m] + f->b[i][2] * v[2][m]) / f->a[m][m];
            for (int j = 0; j < 3; j++)
                out[3 * i + j] += along * v[j][m];
        }
    }
}

/* A cell that shares several nodes with this one counts as often: a weight too. */
static void fit_cell(const struct pack *p, const double *const velocity[3], int64_t cell, struct fit *f)
{
    for (lid k = p->cell_node_offset[cell]; k < p->cell_node_offset[cell + 1]; k++) {
        lid node = p->cell_node[k];
        for (lid m = p->node_cell_offset[node]; m < p->node_cell_offset[node + 1]; m++) {
            lid other = p->node_cell[m];
            double dx[3], du[3];
            for (int c = 0; c < 3 && other != cell; c++) {
                dx[c] = p->centroid[c * p->n_slots + other] - p->centroid[c * p->n_slots + cell];
                du[c] = velocity[c][other] - velocity[c][cell];
            }
            if (other != cell)
                add_sample(f, dx, du);
        }
    }
}

/* Each cell writes its own nine numbers and sums its neighbours in one order: the result does not depend on the
 * number of threads. */
void gradient_least_squares(const struct pack *p, const double *const velocity[3], double *out)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < p->n_stencil; i++) {
        struct fit f = {{{0}}, {{0}}};
        double gradient[9];
        fit_cell(p, velocity, i, &f);
        solve(&f, gradient);
        for (int k = 0; k < 9; k++)
            out[k * p->n_stencil + i] = gradient[k];
    }
}
