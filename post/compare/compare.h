/* compare.h: ufv-post compare: two results of one mesh, cell by cell. */
#ifndef UFV_POST_COMPARE_COMPARE_H
#define UFV_POST_COMPARE_COMPARE_H

#include "fields/results.h"

struct field_difference {
    char name[NAME_SIZE];
    double largest;   /* of |a - b|; NaN when either holds a NaN */
    double magnitude; /* of |a| */
    gid cell;         /* where, -1: nowhere differs */
    int rank;         /* of A, that holds it */
    double position[3]; /* m; NaN when A's packs are not there */
};

struct comparison {
    int64_t n_cells;
    int n_fields;
    struct field_difference field[SOLUTION_MAX_FIELDS];
    int n_only[2]; /* fields that only A has, only B: not compared */
    char only[2][SOLUTION_MAX_FIELDS][NAME_SIZE];
};

/* Matches cells by global id, whatever the ranks of either. window: how many ids
 * are held in memory at a time (fields x 8 bytes each); 0: the default. An error when a
 * rank cannot be read, no field is common, or the cells are not the same ones. */
int compare_results(const struct results *a, const struct results *b, int64_t window, struct comparison *c);

/* Prints the differences unless quiet. packs: A's, NULL for the folder that the run
 * recorded, without which positions are not known. tolerance: of the relative difference,
 * 0 or more, INFINITY: none. *within says whether all fields keep it; a NaN does not.
 * Errors: a tolerance below 0, and those of opening and comparing. */
int compare_command(const char *path_a, const char *path_b, const char *packs, double tolerance, bool quiet,
                    bool *within);

#endif
