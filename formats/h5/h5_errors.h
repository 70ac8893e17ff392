/* h5_errors.h: what HDF5 says about calls that fail: nothing on the terminal, and whether data were lost.
 *
 * The CGNS library does not look at what closing an array returns, though HDF5 writes small arrays only then. HDF5
 * tells its error handler all the same. One file at a time is written so, by one thread.
 */
#ifndef UFV_FORMATS_H5_ERRORS_H
#define UFV_FORMATS_H5_ERRORS_H

#include <stdbool.h>

/* Puts our handler, which prints nothing, in place of HDF5's or CGNS's. */
void h5_errors_take(void);

/* Forgets what was lost before. */
void h5_errors_forget(void);

/* Has HDF5 failed to write something since then? What failed with another handler in place is not known. */
bool h5_errors_lost(void);

#endif
