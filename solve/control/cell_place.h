/* cell_place.h: where a cell is, in the words of a message. */
#ifndef UFV_SOLVE_CONTROL_CELL_PLACE_H
#define UFV_SOLVE_CONTROL_CELL_PLACE_H

#include "mesh/domain.h"

enum { CELL_PLACE_SIZE = 192 };

/* "cell 71 at (0.5, 0, 1.2) on patch WING", the patch only where one of the cell's faces is on one; the sides of a
 * plane mesh do not count. cell: owned, of this rank; coordinates in metres. Not collective. Copies what tells patches
 * from the device. */
void cell_place(const struct domain *d, lid cell, char text[CELL_PLACE_SIZE]);

#endif
