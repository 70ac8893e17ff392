/* halo_rotations.h: how cells of the halo that are images are turned: tables on the host, for the device or for
 * packing by the CPU. Nothing is collective.
 */
#ifndef UFV_SOLVE_EXCHANGE_HALO_ROTATIONS_H
#define UFV_SOLVE_EXCHANGE_HALO_ROTATIONS_H

#include "exchange/exchange_lists.h"
#include "mesh/domain.h"

struct halo_rotations {
    lid n_transforms;
    lid *transform; /* owned; [n_recv of the lists] number of each received cell's transform */
    real *rotation; /* owned; [9][n_transforms], component 3 row + column */
    bool any;       /* does one of these cells turn? Translations do not */
};

/* Of the cells that the lists receive. Free with halo_rotations_free(). */
void halo_rotations_create(const struct pack *p, const struct exchange_lists *l, struct halo_rotations *t);
void halo_rotations_free(struct halo_rotations *t);

#endif
