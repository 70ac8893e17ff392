/* colour.h: greedy colouring (paper 3 of docs/kernel-lab.md, section 2): each item takes the smallest
 * colour that no item in conflict with it has.
 */
#ifndef UFV_PREP_ORDER_COLOUR_H
#define UFV_PREP_ORDER_COLOUR_H

#include "pack/pack.h"

/* Fills face_colour_* (flux faces; conflict: a common cell) and cell_colour_*
 * (owned cells; conflict: a common face) of a pack that has left, right and its CSR tables. The arrays are the
 * pack's. Within a colour items ascend. */
void colour_pack(struct pack *p);

#endif
