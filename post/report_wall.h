/* report_wall.h: pictures of the walls for ufv-post report, coloured by the pressure
 * coefficient. */
#ifndef UFV_POST_REPORT_WALL_H
#define UFV_POST_REPORT_WALL_H

#include "results.h"

#include <stdio.h>

/* Writes a section of the page; nothing when there are no walls or the free stream does not
 * move. An error when a rank cannot be read. */
int report_wall(FILE *f, const struct results *r);

#endif
