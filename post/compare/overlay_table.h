/* overlay_table.h: the table of an overlay: on the screen, as CSV and on the page. */
#ifndef UFV_POST_COMPARE_OVERLAY_TABLE_H
#define UFV_POST_COMPARE_OVERLAY_TABLE_H

#include "compare/overlay_run.h"

#include <stdio.h>

/* On stdout. */
void overlay_table_print(const struct overlay *v);

/* As CSV: a row for each run, with its verdict in a word (yes, no, or empty), and for a family the extrapolated
 * values. */
int overlay_table_write(const struct overlay *v, const char *path);

/* Writes the table into the page, with the verdicts below it. */
void overlay_table_html(const struct overlay *v, FILE *f);

#endif
