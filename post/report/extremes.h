/* extremes.h: ufv-post extremes: the minimum and maximum of each variable
 * and the cells that hold them.
 */
#ifndef UFV_POST_REPORT_EXTREMES_H
#define UFV_POST_REPORT_EXTREMES_H

#include "fields/results.h"
#include "fields/variables.h"

struct extreme {
    double value;   /* NaN when a cell holds one: that cell */
    gid cell;
    int rank;
    double x[3];    /* m, the cell's centre */
};

struct extremes {
    int n; /* components of all variables */
    struct {
        char name[NAME_SIZE], unit[16];
        struct extreme least, greatest;
    } row[3 * VARIABLES_MAX];
};

/* Looks through all ranks; of equal values the first cell. wall_distance is left out where there is no wall. An error
 * when a rank cannot be read or a variable not be formed. */
int extremes_find(const struct results *r, const struct variable_list *v, struct extremes *e);

/* Prints them unless quiet. variables: as variables_choose() takes them, NULL: all. json:
 * the file to write, NULL for none. An error when a variable is unknown, a rank cannot be
 * read, or the file not be written. */
int extremes_command(const struct results *r, const char *variables, const char *json, bool quiet);

#endif
