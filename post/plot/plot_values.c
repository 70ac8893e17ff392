/* plot_values.c: one bound for all pictures. */
#include "plot/plot_values.h"

#include "error.h"

#include <math.h>

/* Far beyond all that is drawn, and far enough from the largest number for differences, margins and unit factors. */
static const double most_drawn = 1e100;

int plot_check_values(const char *path, const char *column, int64_t n, const double *value)
{
    for (int64_t i = 0; i < n; i++)
        if (isfinite(value[i]) && fabs(value[i]) > most_drawn)
            return error_set("%s: column %s holds %g, which is too large to draw; has the run diverged, or is the file "
                             "damaged?", path, column, value[i]);
    return 0;
}
