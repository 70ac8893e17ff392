/* plot_values.h: can the values of a file be drawn? */
#ifndef UFV_POST_PLOT_PLOT_VALUES_H
#define UFV_POST_PLOT_PLOT_VALUES_H

#include <stdint.h>

/* An error where a finite value of a column of a file, [n], is so large that the axes around it would be infinite. */
int plot_check_values(const char *path, const char *column, int64_t n, const double *value);

#endif
