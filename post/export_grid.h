/* export_grid.h: a rank's pack and fields as a grid to be viewed. */
#ifndef UFV_POST_EXPORT_GRID_H
#define UFV_POST_EXPORT_GRID_H

#include "grid_view.h"
#include "results.h"

enum { EXPORT_MAX_ARRAYS = SOLUTION_MAX_FIELDS + 8, EXPORT_MAX_BLOCKS = 32 };

struct export_grid {
    struct grid_view view;
    struct grid_array array[EXPORT_MAX_ARRAYS];
    char name[EXPORT_MAX_ARRAYS][NAME_SIZE];
    void *block[EXPORT_MAX_BLOCKS]; /* owned: what the view's pointers point to */
    int n_blocks;
};

/* Owned cells with all cell fields, velocity as a vector, mach, cp, rank and
 * global_id. Borrows from p and s, which must stay. */
void export_grid_volume(const struct results *r, const struct pack *p, const struct solution *s,
                        struct export_grid *g);

/* Boundary faces with all boundary fields, cp, patch (0-based, in pack order),
 * rank and global_id. */
void export_grid_surface(const struct results *r, const struct pack *p, const struct solution *s,
                         struct export_grid *g);

void export_grid_free(struct export_grid *g);

#endif
