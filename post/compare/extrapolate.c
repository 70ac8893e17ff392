/* extrapolate.c: Richardson's extrapolation with the order that three levels show: the p for which
 * (f1 - f2) / (f2 - f3) is (h1^p - h2^p) / (h2^p - h3^p) (Roache 1994, J. Fluids Eng. 116, for levels whose ratios
 * differ).
 */
#include "compare/extrapolate.h"

#include "input/csv.h"
#include "error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Orders looked for; beyond them, and of two levels, that of the scheme is taken. */
static const double ORDER_LEAST = 0.3, ORDER_MOST = 6, ORDER_OF_SCHEME = 2;

static double ratio(const double h[3], double p)
{
    return (pow(h[0], p) - pow(h[1], p)) / (pow(h[1], p) - pow(h[2], p));
}

/* The ratio grows with p, so that halving finds it. NaN: no p between the bounds. */
static double order_of(const double h[3], const double f[3])
{
    double low = ORDER_LEAST, high = ORDER_MOST, r = (f[0] - f[1]) / (f[1] - f[2]);
    if (!(r >= ratio(h, low) && r <= ratio(h, high))) /* f[1] == f[2] too */
        return NAN;
    for (int k = 0; k < 60; k++) {
        double middle = 0.5 * (low + high);
        if (ratio(h, middle) < r)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

struct extrapolation extrapolate(int n, const double *cells, const double *f)
{
    struct extrapolation e = {.order = NAN};
    double h[3] = {0};
    int levels = n < 3 ? n : 3;
    cells += n - levels;
    f += n - levels;
    for (int k = 0; k < levels; k++)
        h[k] = pow(cells[k], -1.0 / 3);
    if (levels == 3)
        e.order = order_of(h, f);
    e.order_is_assumed = isnan(e.order);
    if (e.order_is_assumed)
        e.order = ORDER_OF_SCHEME;
    double coarse = pow(h[levels - 2], e.order), fine = pow(h[levels - 1], e.order);
    e.value = f[levels - 1] + (f[levels - 1] - f[levels - 2]) * fine / (coarse - fine);
    return e;
}

static bool is_asked(const struct cli_list *columns, const char *name)
{
    for (int k = 0; k < columns->n; k++)
        if (strcmp(columns->item[k], name) == 0)
            return true;
    return columns->n == 0 && strcmp(name, "cells") != 0;
}

/* An empty cell is a NAN as well. */
static int check_finite(const struct csv *t, int column)
{
    for (int64_t i = 0; i < t->n_rows; i++)
        if (!isfinite(t->value[column * t->n_rows + i]))
            return error_set("%s: column %s has no finite number in row %lld; fill it in, leave the row out, or name "
                             "other columns with --column", t->path, t->name[column], (long long)i + 1);
    return 0;
}

static int print_rows(const struct csv *t, const struct cli_list *columns)
{
    const double *cells, *value;
    TRY(csv_need_column(t, "cells", &cells));
    for (int k = 0; k < columns->n; k++)
        TRY(csv_need_column(t, columns->item[k], &value));
    if (t->n_rows < 2)
        return error_set("%s: one mesh is not enough to extrapolate from; give rows for two or more", t->path);
    for (int64_t i = 0; i < t->n_rows; i++)
        if (!(cells[i] > (i > 0 ? cells[i - 1] : 0)))
            return error_set("%s: the column cells must ascend, from the coarsest mesh to the finest; row %lld has %g",
                             t->path, (long long)i + 1, cells[i]);
    for (int c = 0; c < t->n_columns; c++) {
        if (!is_asked(columns, t->name[c]))
            continue;
        const double *f = t->value + c * t->n_rows;
        TRY(check_finite(t, c));
        struct extrapolation e = extrapolate((int)t->n_rows, cells, f);
        if (!isfinite(e.value))
            return error_set("%s: column %s: no finite value follows from its rows; its numbers are too "
                             "large, or those of cells too near each other", t->path, t->name[c]);
        printf("%s %.6g %.2f%s\n", t->name[c], e.value, e.order, e.order_is_assumed ? " assumed" : "");
    }
    return 0;
}

int extrapolate_command(const char *path, const struct cli_list *columns)
{
    struct csv t;
    TRY(csv_read(path, &t));
    int status = t.n_rows <= 1000 ? print_rows(&t, columns) : error_set("%s: more than 1000 levels", path);
    csv_free(&t);
    return status;
}
