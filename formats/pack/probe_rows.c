/* probe_rows.c: whether rows of probes are such as a run writes. */
#include "pack/probe_rows.h"

#include "error.h"

#include <math.h>
#include <stddef.h>

int probe_rows_check(const char *path, int64_t n, const int64_t *iteration, const double *time)
{
    for (int64_t i = 0; i < n; i++) {
        const char *wrong = NULL;
        if (!isfinite(time[i]))
            wrong = "has a time that is no number";
        else if (iteration[i] < 0)
            wrong = "has a negative iteration";
        else if (i > 0 && iteration[i] <= iteration[i - 1])
            wrong = "is not of a later iteration than the row before";
        else if (i > 0 && time[i] < time[i - 1])
            wrong = "is of an earlier time than the row before";
        if (wrong)
            return error_set("%s: row %" PRId64 " %s, so that the file is damaged; move it away, or give another one",
                             path, i + 1, wrong);
    }
    return 0;
}
