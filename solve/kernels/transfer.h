/* transfer.h: halo messages packed and unpacked, and a plain copy. */
#ifndef UFV_SOLVE_KERNELS_TRANSFER_H
#define UFV_SOLVE_KERNELS_TRANSFER_H

#include "kernels/args.h"

UFV_HD void transfer_pack_body(lid i, const struct transfer_args *a)
{
    lid c = a->cell[i];
    for (int v = 0; v < a->n_variables; v++)
        a->buffer[(int64_t)i * a->n_variables + v] = a->q[v * (int64_t)a->n_slots + c];
}

UFV_HD void transfer_unpack_body(lid i, const struct transfer_args *a)
{
    lid c = a->cell[i];
    for (int v = 0; v < a->n_variables; v++)
        a->q[v * (int64_t)a->n_slots + c] = a->buffer[(int64_t)i * a->n_variables + v];
}

UFV_HD void copy_body(lid i, const struct copy_args *a)
{
    a->to[i] = a->from[i];
}

#endif
