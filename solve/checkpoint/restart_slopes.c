/* restart_slopes.c: least squares over neighbours, cell by cell. */
#include "checkpoint/restart_slopes.h"

#include "mem.h"

#include <math.h>
#include <string.h>

/* The matrix of a cell's fit: xx, xy, xz, yy, yz, zz. */
enum { MATRIX = 6 };

/* Part of the trace added to the diagonal: in a layer of one cell nothing is known across it, and the slope there
 * comes out as 0. Each neighbour adds a matrix of trace 1, however near it is. */
static const double NOTHING_KNOWN = 1e-9;

/* What one face adds to the fits of both its cells: with the distance's sign that of the differences changes too. */
static void add_face(const struct restart_slopes *s, double *matrix, const double *const *q, lid l, lid r,
                     const double d[3])
{
    const size_t n = (size_t)s->n;
    double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (!(square > 0))
        return;
    const double part[MATRIX] = {d[0] * d[0], d[0] * d[1], d[0] * d[2], d[1] * d[1], d[1] * d[2], d[2] * d[2]};
    for (int k = 0; k < MATRIX; k++) {
        matrix[(size_t)l * MATRIX + (size_t)k] += part[k] / square;
        matrix[(size_t)r * MATRIX + (size_t)k] += part[k] / square;
    }
    for (int v = 0; v < s->n_values; v++) {
        double difference = q[v][r] - q[v][l], *most = s->most + (size_t)v * n;
        for (int c = 0; c < 3; c++) {
            double *slope = s->slope + ((size_t)v * 3 + (size_t)c) * n;
            slope[l] += difference * d[c] / square;
            slope[r] += difference * d[c] / square;
        }
        most[l] = fmax(most[l], fabs(difference));
        most[r] = fmax(most[r], fabs(difference));
    }
}

/* The inverse of a cell's matrix; zero where the cell has no neighbour. */
static void invert(const double m[MATRIX], double inverse[MATRIX])
{
    double more = NOTHING_KNOWN * (m[0] + m[3] + m[5]);
    double xx = m[0] + more, xy = m[1], xz = m[2], yy = m[3] + more, yz = m[4], zz = m[5] + more;
    double a = yy * zz - yz * yz, b = xz * yz - xy * zz, c = xy * yz - xz * yy;
    double determinant = xx * a + xy * b + xz * c, by = determinant > 0 ? 1 / determinant : 0;
    inverse[0] = a * by;
    inverse[1] = b * by;
    inverse[2] = c * by;
    inverse[3] = (xx * zz - xz * xz) * by;
    inverse[4] = (xy * xz - xx * yz) * by;
    inverse[5] = (xx * yy - xy * xy) * by;
}

/* slope holds the right-hand sides of the cell's fits, and then the slopes. */
static void solve_cell(const struct restart_slopes *s, const double matrix[MATRIX], lid i)
{
    const size_t n = (size_t)s->n;
    double m[MATRIX];
    invert(matrix, m);
    for (int v = 0; v < s->n_values; v++) {
        double *x = s->slope + (size_t)v * 3 * n + (size_t)i, *y = x + n, *z = y + n;
        double b[3] = {*x, *y, *z};
        *x = m[0] * b[0] + m[1] * b[1] + m[2] * b[2];
        *y = m[1] * b[0] + m[3] * b[1] + m[4] * b[2];
        *z = m[2] * b[0] + m[4] * b[1] + m[5] * b[2];
    }
}

void restart_slopes_create(lid n, int n_values, const double *const *q, const double *centroid, int64_t stride,
                           const struct restart_faces *faces, struct restart_slopes *s)
{
    const size_t values = (size_t)n_values * (size_t)n;
    *s = (struct restart_slopes){.n = n, .n_values = n_values};
    s->slope = mem_zalloc("slopes in old cells", 3 * values, sizeof *s->slope);
    s->most = mem_zalloc("differences of old cells", values, sizeof *s->most);
    double *matrix = mem_zalloc("fits of old cells", MATRIX * (size_t)n, sizeof *matrix);
    for (int64_t k = 0; k < faces->n; k++) {
        lid l = faces->left[k], r = faces->right[k];
        double d[3];
        if (l < 0 || l >= n || r < 0 || r >= n)
            continue;
        for (int c = 0; c < 3; c++)
            d[c] = centroid[c * stride + r] - centroid[c * stride + l];
        add_face(s, matrix, q, l, r, d);
    }
#pragma omp parallel for
    for (lid i = 0; i < n; i++)
        solve_cell(s, matrix + (size_t)i * MATRIX, i);
    mem_free(matrix);
}

double restart_slopes_at(const struct restart_slopes *s, int value, lid cell, double q, const double d[3],
                         bool positive)
{
    const size_t n = (size_t)s->n, at = (size_t)value * 3 * n + (size_t)cell;
    double most = s->most[(size_t)value * n + (size_t)cell];
    double change = s->slope[at] * d[0] + s->slope[at + n] * d[1] + s->slope[at + 2 * n] * d[2];
    if (positive)
        most = fmin(most, fabs(q) / 2);
    return q + fmin(fmax(change, -most), most);
}

void restart_slopes_free(struct restart_slopes *s)
{
    mem_free(s->slope);
    mem_free(s->most);
    memset(s, 0, sizeof *s);
}
