/* transfer.h: halo messages packed and unpacked, and a plain copy.
 *
 * A list names cells; the message has the variables of its first cell, then those of the second, ... Whatever is
 * exchanged (the state, mu_t, the vector of a linear solver) is described by where variable v of cell c stands.
 */
#ifndef UFV_SOLVE_KERNELS_TRANSFER_H
#define UFV_SOLVE_KERNELS_TRANSFER_H

#include "kernels/kernel_args.h"
#include "kernels/transfer_args.h"

/* Where variable v of cell c stands. */
UFV_HD int64_t transfer_place(const struct transfer_args *a, int v, lid c)
{
    return v * (int64_t)a->n_slots + c * (int64_t)a->step;
}

/* The value there, of `numbers` where these are what is exchanged, else of q. */
UFV_HD real transfer_load(const struct transfer_args *a, int64_t place)
{
    return a->numbers ? (real)a->numbers[place] : a->q[place];
}

UFV_HD void transfer_store(const struct transfer_args *a, int64_t place, real value)
{
    if (a->numbers)
        a->numbers[place] = (float)value;
    else
        a->q[place] = value;
}

/* Index: values, entry by entry, so that neighbouring threads write and read
 * neighbouring words of the buffer, which may be another GPU's. */
UFV_HD void transfer_pack_body(lid i, const struct transfer_args *a)
{
    lid entry = i / a->n_variables, v = i - entry * a->n_variables;
    a->buffer[i] = transfer_load(a, transfer_place(a, v, a->cell[entry]));
}

/* The same for the lists of all ranks that are written to, one after another; the buffers are those of other GPUs.
 * Index: values from the first entry of the first of these lists on.
 * A search from the first list: there are as many as neighbours, a handful. */
UFV_HD void transfer_pack_to_all_body(lid i, const struct transfer_targets_args *a)
{
    const struct transfer_args *p = &a->pack;
    lid at = i / p->n_variables, v = i - at * p->n_variables, entry = a->begin[0] + at;
    int k = 0;
    while (entry >= a->begin[k + 1])
        k++;
    int64_t place = (int64_t)(entry - a->begin[k]) * p->n_variables + v;
    a->target[k][place] = transfer_load(p, transfer_place(p, v, p->cell[entry]));
}

/* Index: values, as in transfer_pack_body(). Each halo cell is received once, so that the order does not matter. */
UFV_HD void transfer_unpack_body(lid i, const struct transfer_args *a)
{
    lid entry = i / a->n_variables, v = i - entry * a->n_variables;
    transfer_store(a, transfer_place(a, v, a->cell[entry]), a->buffer[i]);
}

/* For images behind periodic faces that are rotated: velocities turn. Index: entries.
 * One thread an entry and not a value: a turned component takes all three of the velocity. */
UFV_HD void transfer_unpack_turned_body(lid i, const struct transfer_args *a)
{
    lid c = a->cell[i], t = a->transform[i];
    int64_t k = a->n_transforms;
    const real *from = a->buffer + (int64_t)i * a->n_variables, *r = a->rotation + t;
    for (int v = 0; v < a->n_variables; v++)
        transfer_store(a, transfer_place(a, v, c), from[v]);
    if (t == 0)
        return;
    for (int d = 0; d < 3; d++)
        transfer_store(a, transfer_place(a, Q_U + d, c),
                       r[3 * d * k] * from[Q_U] + r[(3 * d + 1) * k] * from[Q_V] + r[(3 * d + 2) * k] * from[Q_W]);
}

/* Index: words of 16 bytes, the widest that a thread of a GPU moves at once. */
UFV_HD void copy_body(lid i, const struct copy_args *a)
{
    a->to[i] = a->from[i];
}

#endif
