/* chosen_cells.c */
#include "mesh/chosen_cells.h"

#include <math.h>

/* Six zeros are no box. */
static bool has_box(const struct case_file *c)
{
    bool has = false;
    for (int k = 0; k < 6; k++)
        has = has || c->time.cfl_box[k] != 0;
    return has;
}

void chosen_cells_step(const struct case_file *c, const struct pack *p, uint8_t *chosen)
{
    const bool box = has_box(c);
    for (lid i = 0; i < p->n_owned; i++) {
        bool inside = isnan(c->time.cfl_wall_distance) || p->wall_distance[i] <= c->time.cfl_wall_distance;
        for (int d = 0; d < 3 && box; d++) {
            double x = p->centroid[(int64_t)d * p->n_slots + i];
            inside = inside && x >= c->time.cfl_box[d] && x <= c->time.cfl_box[3 + d];
        }
        chosen[i] = inside;
    }
}
