/* first_order_box.h: which cells of a run are of first order one by one (flow_set_first_order()): how many, and between
 * which corners they lie.
 */
#ifndef UFV_SOLVE_RUN_FIRST_ORDER_BOX_H
#define UFV_SOLVE_RUN_FIRST_ORDER_BOX_H

#include "scheme/flow.h"
#include "json_write.h"

struct first_order_box {
    int64_t cells, of;        /* those, and all of the mesh */
    double least[3], most[3]; /* m, of their centroids; where there are any */
};

/* Collective. The same on all ranks. */
struct first_order_box first_order_box_find(const struct flow *f);

/* A line on stderr, and the member "first_order_cells" of run.json, where there are any. Rank 0 only; not
 * collective. */
void first_order_box_print(const struct first_order_box *b);
void first_order_box_write(const struct first_order_box *b, struct json *j);

#endif
