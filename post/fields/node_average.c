/* node_average.c: cells to nodes, each cell counted once. */
#include "fields/cell_data.h"

/* n: cells that have values, halo cells from n on have none. Fixed order of cells around a node: the same
 * bits on any number of threads. */
void node_average(const struct pack *p, const double *value, int64_t n, double *out)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < p->n_nodes; i++) {
        /* Cells count alike, whatever their size and distance: a mean for pictures, exact for constants alone. */
        double sum = 0;
        int count = 0;
        for (lid k = p->node_cell_offset[i]; k < p->node_cell_offset[i + 1]; k++) {
            if (p->node_cell[k] >= n)
                continue;
            sum += value[p->node_cell[k]];
            count++;
        }
        out[i] = count > 0 ? sum / count : 0;
    }
}
