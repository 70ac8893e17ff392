/* hot_cells.h: cells of a steady flow that are hotter than anything that could have heated them.
 *
 * Where no work is done on the fluid and no heat is added, no fluid becomes hotter than the largest total temperature
 * that enters or the hottest wall, but for a few per cent in layers whose Prandtl number is not 1. What is far above
 * has been made by the scheme, most often behind an edge that the cells do not resolve.
 */
#ifndef UFV_SOLVE_CONTROL_HOT_CELLS_H
#define UFV_SOLVE_CONTROL_HOT_CELLS_H

#include "control/cell_place.h"
#include "scheme/flow.h"
#include "json_write.h"

/* A cell is hot above this many times the source's temperature. */
#define HOT_RATIO 1.2

struct hot_cells {
    double source;  /* K, flow_hot_source() */
    int64_t n;      /* hot cells, all ranks; 0 where the source is not known */
    double most;    /* K, the hottest of them; the rest only where n > 0 */
    char place[CELL_PLACE_SIZE]; /* of that one, as cell_place() */
};

/* Collective: of the present state; the same on all ranks. Waits for the device, once at the end of a run. */
struct hot_cells hot_cells_find(const struct flow *f, const struct case_file *c);

/* Into an open JSON object, as "hot_cells"; nothing without any. Not collective. */
void hot_cells_write(const struct hot_cells *h, struct json *j);

/* A note on stderr, after what stdout holds; nothing without any. Rank 0 only; not collective. */
void hot_cells_print(const struct hot_cells *h);

#endif
