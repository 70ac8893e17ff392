/* cgns_join_spacing.c: how far two nodes are apart, and how far they may be to count as one.
 *
 * The measure is the shortest edge at a node. It is found for all nodes when two are first seen not to
 * coincide exactly.
 */
#include "cgns/cgns_join.h"

#include "raw/node_spacing.h"

#include <float.h>
#include <math.h>

double cgns_distance(const struct cgns_join *j, const struct cgns_motion *t, lid a, lid b)
{
    double s = 0.0;
    for (int d = 0; d < 3; d++) {
        double x = j->m->x[d][a];
        if (t->moves) {
            x = t->translation[d];
            for (int e = 0; e < 3; e++)
                x += t->rotation[d][e] * j->m->x[e][a];
        }
        s += (x - j->m->x[d][b]) * (x - j->m->x[d][b]);
    }
    return sqrt(s);
}

double cgns_spacing(struct cgns_join *j, lid v)
{
    if (!j->spacing)
        j->spacing = raw_node_spacing(j->m);
    return j->spacing[v];
}

double cgns_tolerance(struct cgns_join *j, lid a, lid b)
{
    double spacing = fmin(cgns_spacing(j, a), cgns_spacing(j, b)), size = 0.0;
    for (int d = 0; d < 3; d++)
        size = fmax(size, fabs(j->m->x[d][a]));
    /* Where every edge is collapsed only rounding is allowed. */
    double tolerance = spacing < FLT_MAX ? 0.1 * spacing : 16.0 * DBL_EPSILON * size;
    return fmax(tolerance, j->zs->join);
}
