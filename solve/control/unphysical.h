/* unphysical.h: cells of a steady flow whose state no such flow has: what ends so has failed, whatever its residual.
 *
 * Where no work is done and no heat is added, no steady flow has a total temperature above the largest that enters; on
 * its way there, a stream that is stopped at once reaches gamma times that. No steady flow comes near a vacuum either:
 * steps that only just keep density or pressure positive leave such cells.
 */
#ifndef UFV_SOLVE_CONTROL_UNPHYSICAL_H
#define UFV_SOLVE_CONTROL_UNPHYSICAL_H

#include "control/cell_place.h"
#include "scheme/flow.h"
#include "json_write.h"

/* Times the largest total temperature that enters, or the hottest wall (flow_hot_source()); and of the smallest density
 * and pressure that the case names. */
#define UNPHYSICAL_HOT 1.5
#define UNPHYSICAL_THIN 1e-8

struct unphysical {
    int64_t n;                   /* such cells, all ranks; the rest only where n > 0 */
    double source;               /* K, flow_hot_source(); NAN: it is not known, and no temperature is judged */
    double total_temperature;    /* K, the largest in a cell */
    double pressure, density;    /* Pa, kg/m^3, the smallest */
    char place[CELL_PLACE_SIZE]; /* of the cell that is furthest off, as cell_place() */
};

/* Collective: of the present state; the same on all ranks. None in flow in physical time. Waits for the device, once at
 * the end of a run. */
struct unphysical unphysical_find(const struct flow *f, const struct case_file *c);

/* "3 cells are unphysical: ..." without a full stop, n > 0. Not collective. */
void unphysical_say(const struct unphysical *u, size_t size, char *text);

/* Into an open JSON object, as "unphysical_cells"; nothing without any. Not collective. */
void unphysical_write(const struct unphysical *u, struct json *j);

#endif
