/* report_wall.h: pictures of the walls for ufv-post report, coloured by the pressure coefficient and, in viscous runs,
 * by friction and y+. */
#ifndef UFV_POST_REPORT_REPORT_WALL_H
#define UFV_POST_REPORT_REPORT_WALL_H

#include "fields/results.h"

#include <stdio.h>

/* Writes a section of the page for each quantity; nothing when there are no walls or the free stream does not
 * move. An error when a rank cannot be read. */
int report_wall(FILE *f, const struct results *r);

/* The script that shows the value under the pointer; once, at the end of the page. */
void report_wall_script(FILE *f);

#endif
