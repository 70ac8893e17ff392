/* halo_turns.h: how cells of the halo that are images are turned: tables on the host, for the device or for packing by
 * the CPU. Nothing is collective.
 */
#ifndef UFV_SOLVE_EXCHANGE_HALO_TURNS_H
#define UFV_SOLVE_EXCHANGE_HALO_TURNS_H

#include "exchange/exchange_lists.h"
#include "mesh/domain.h"

struct halo_turns {
    lid n_transforms;
    lid *transform; /* owned; [n_recv of the lists] number of each received cell's transform */
    real *rotation; /* owned; [9][n_transforms], component 3 row + column */
    bool any;       /* does one of these cells turn? Translations do not */
};

/* Of the cells that the lists receive. Free with halo_turns_free(). */
void halo_turns_create(const struct pack *p, const struct exchange_lists *l, struct halo_turns *t);
void halo_turns_free(struct halo_turns *t);

#endif
