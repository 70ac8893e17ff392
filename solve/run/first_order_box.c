/* first_order_box.c: the box about cells of first order.
 */
#include "run/first_order_box.h"

#include "parallel/comm.h"

#include <math.h>
#include <stdio.h>

struct first_order_box first_order_box_find(const struct flow *f)
{
    const struct domain *d = f->domain;
    struct first_order_box b = {.cells = f->first_order.n, .of = d->pack.n_cells_global,
                                .least = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, .most = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    if (b.cells == 0)
        return b;
    for (lid i = 0; i < d->view.n_owned; i++) {
        if (!flow_is_first_order(f, i))
            continue;
        for (int k = 0; k < 3; k++) {
            double x = d->pack.centroid[k * (int64_t)d->pack.n_slots + i];
            b.least[k] = fmin(b.least[k], x);
            b.most[k] = fmax(b.most[k], x);
        }
    }
    comm_minimum(b.least, 3);
    comm_maximum(b.most, 3);
    return b;
}

void first_order_box_print(const struct first_order_box *b)
{
    if (b->cells > 0)
        fprintf(stderr,
                "ufv-solve: note: %" PRId64 " of %" PRId64 " cells are of first order, since the residual stood still "
                "in them or they were hotter than anything that enters; they lie between (%.4g, %.4g, %.4g) and "
                "(%.4g, %.4g, %.4g)\n",
                b->cells, b->of, b->least[0], b->least[1], b->least[2], b->most[0], b->most[1], b->most[2]);
}

void first_order_box_write(const struct first_order_box *b, struct json *j)
{
    if (b->cells == 0)
        return;
    json_object(j, "first_order_cells");
    json_integer(j, "cells", b->cells);
    json_array(j, "least");
    for (int k = 0; k < 3; k++)
        json_number(j, NULL, b->least[k]);
    json_close(j);
    json_array(j, "most");
    for (int k = 0; k < 3; k++)
        json_number(j, NULL, b->most[k]);
    json_close(j);
    json_close(j);
}
