/* rcm.h: reverse Cuthill-McKee numbering of a graph (Cuthill and McKee 1969,
 * George 1971), started from a pseudo-peripheral vertex (George and Liu 1979) in
 * each connected part. Deterministic: ties go to the smaller number.
 */
#ifndef UFV_PREP_ORDER_RCM_H
#define UFV_PREP_ORDER_RCM_H

#include "types.h"

/* offset [n + 1], adjacent: CSR of a symmetric graph. order [n]: the old number
 * of each new one. Parts that are not connected follow one another. */
void rcm_order(lid n, const lid *offset, const lid *adjacent, lid *order);

/* |new(i) - new(j)| over the edges i j: largest, sum and number. */
struct rcm_bandwidth {
    int64_t largest;
    double sum; /* over all edges, each once */
    int64_t n_edges;
};
/* Of a graph as for rcm_order(); order NULL: as numbered. */
void rcm_measure(lid n, const lid *offset, const lid *adjacent, const lid *order, struct rcm_bandwidth *b);

#endif
