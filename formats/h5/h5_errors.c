/* h5_errors.c: an error handler of HDF5 that looks through the stack of errors for writing. */
#include "h5/h5_errors.h"

#include <hdf5.h>

static bool lost;

/* HDF5 reports some failed writes only on its error stack and goes on; the handler keeps that one fact.
 * static: HDF5 is used by one thread at a time: ufv-solve's take turns (solve/results/h5_lock.h), ufv-prep leaves
 * writing to the one of pack/write_queue.h. */
static herr_t look(unsigned n, const H5E_error2_t *e, void *unused)
{
    (void)n;
    (void)unused;
    if (e->min_num == H5E_WRITEERROR)
        lost = true;
    return 0;
}

static herr_t notice(hid_t stack, void *unused)
{
    return H5Ewalk2(stack, H5E_WALK_DOWNWARD, look, unused);
}

void h5_errors_take(void)
{
    H5Eset_auto2(H5E_DEFAULT, notice, NULL);
}

void h5_errors_forget(void)
{
    lost = false;
}

bool h5_errors_lost(void)
{
    return lost;
}
