/* convert.h: arrays of the kernels' types to and from the host, where they are double.
 * size: sizeof(real) or sizeof(stored). Not collective.
 */
#ifndef UFV_SOLVE_BACKEND_CONVERT_H
#define UFV_SOLVE_BACKEND_CONVERT_H

#include "backend/backend.h"

/* from[n] to device[n], rounded to that array's type; has finished when it returns. */
void convert_upload(const struct backend *b, void *device, const double *from, int64_t n, size_t size);

/* device[n] to to[n], widened to double; has finished when it returns. */
void convert_download(const struct backend *b, double *to, const void *device, int64_t n, size_t size);

#endif
