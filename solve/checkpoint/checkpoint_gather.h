/* checkpoint_gather.h: what a fields file holds, gathered from the device. */
#ifndef UFV_SOLVE_CHECKPOINT_CHECKPOINT_GATHER_H
#define UFV_SOLVE_CHECKPOINT_CHECKPOINT_GATHER_H

#include "arithmetic/variable_names.h"
#include "control/monitor.h"
#include "features/feature.h"

/* Where the arrays stand that a checkpoint holds: the flow's own, or copies. */
struct checkpoint_source {
    int n;
    struct checkpoint_array {
        struct state_row row;
        int feature;                      /* the row of features whose fields these are; -1: an array of the flow */
        const struct variable_name *name; /* [row.components] of a feature's fields */
        const void *device; /* [row.components][stride], borrowed */
        size_t stride, used; /* of each component the first `used` go into the file: owned cells, or all */
    } array[STATE_N_ARRAYS + FEATURES_MOST];
};

/* The flow's own arrays, in the order of scheme/state_arrays.inc: those that exist and have something in them, levels
 * of steps that have been made, for example; then the fields of features. Not collective. */
struct checkpoint_source checkpoint_source_of(const struct flow *f);

/* Host thread, not collective: everything but the large arrays; iteration and time (s) are the
 * state's. s: out; checkpoint_release() it; its ids are borrowed from the pack. */
void checkpoint_gather(const struct monitor *m, int64_t iteration, double time, struct solution *s);

/* Any thread, not collective: the large arrays, into an s that checkpoint_gather() has begun. from:
 * must not change meanwhile. */
void checkpoint_gather_state(const struct flow *f, const struct checkpoint_source *from, struct solution *s);

/* Parts of that, for files about other things at a moment: the head, for which s is zeroed first, and the kinds and
 * groups of patches. As above. */
void checkpoint_gather_head(const struct domain *d, const struct case_file *c, int64_t iteration, double time,
                            struct solution *s);
void checkpoint_gather_patches(const struct domain *d, struct solution *s);

/* Copies n numbers of `size` bytes, sizeof(real) or sizeof(stored), from `device` to to[n] on the host, as doubles, and
 * waits for the copy. Any one thread. */
void checkpoint_fetch(const struct flow *f, double *to, const void *device, size_t n, size_t size);

/* One more field of the cells, into an s as above: value, [n_cells], becomes the solution's. Not collective. */
void checkpoint_add_field(struct solution *s, struct variable_name row, double *value);

/* The same for a field on the boundary faces: value[n_boundary]. */
void checkpoint_add_boundary_field(struct solution *s, struct variable_name row, double *value);

/* Frees what the others have allocated; ids are the pack's. Any thread, not
 * collective; may be called when s is zero. */
void checkpoint_release(struct solution *s);

#endif
