/* extrapolate.h: values on a family of meshes extrapolated to zero cell size, and the command for tables of them. */
#ifndef UFV_POST_COMPARE_EXTRAPOLATE_H
#define UFV_POST_COMPARE_EXTRAPOLATE_H

#include "cli.h"

#include <stdbool.h>

struct extrapolation {
    double value, order;
    bool order_is_assumed; /* 2, that of the scheme */
};

/* f[n] on meshes of cells[n], from the coarsest to the finest, n >= 2 and no two alike; of more than three levels the
 * three finest count. h is cells^(-1/3). */
struct extrapolation extrapolate(int n, const double *cells, const double *f);

/* Prints a row for each column of a CSV file whose column `cells` ascends: its name, the extrapolated value, the order,
 * and `assumed` where it is. columns: none for all but `cells`. An error for a table of fewer than two rows, or whose
 * cells do not ascend, or without such a column. */
int extrapolate_command(const char *path, const struct cli_list *columns);

#endif
