/* state.c: the rows of scheme/state_arrays.inc for a shape, and what follows from them alone. */
#include "scheme/state.h"

#include "kernels/node_values.h"

#include <stddef.h>
#include <string.h>

#define READ(pass) STATE_READ(PASS_##pass)
#define WRITE(pass) STATE_WRITE(PASS_##pass)
#define READ_FIRST(pass) STATE_READ_FIRST(PASS_##pass)
#define WRITE_FIRST(pass) STATE_WRITE_FIRST(PASS_##pass)

#define NO {.as = STATE_NOT_SAVED}
#define FIELDS(names) {.as = STATE_FIELDS, .field = (names)}
#define LEVEL(name_) {.as = STATE_LEVEL, .name = (name_)}
#define CELLS_OF(name_) {.as = STATE_CELLS, .name = (name_)}
#define FROZEN(name_) {.as = STATE_FROZEN, .name = (name_)}

void state_rows(const struct state_shape *s, struct state_row row[STATE_N_ARRAYS])
{
    int k = 0;
#define ARRAY(member_, type, label_, components_, stride_, over_, exists_, saved_, moved_)         \
    row[k++] = (struct state_row){.member = #member_,                                              \
                                  .label = (label_),                                               \
                                  .offset = offsetof(struct state_arrays, member_),                        \
                                  .element = sizeof(type),                                         \
                                  .components = (components_),                                     \
                                  .stride = (stride_),                                             \
                                  .over = STATE_OVER_##over_,                                            \
                                  .exists = (exists_),                                             \
                                  .saved = saved_,                                                 \
                                  .moved = (moved_)};
#include "scheme/state_arrays.inc"
#undef ARRAY
}

/* Pointers to objects have one representation.
 * Through (char *) plus the row's offset, since members of different types cannot be named in a loop. */
static void **pointer_of(struct state_arrays *a, const struct state_row *row)
{
    return (void **)(void *)((char *)a + row->offset);
}

/* Only what is not there yet, so that it may be called again when more is known. Device arrays are zeroed by
 * the back end's alloc(). */
void state_allocate(const struct backend *b, const struct state_shape *s, struct state_arrays *a)
{
    struct state_row row[STATE_N_ARRAYS];
    state_rows(s, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        if (row[k].exists && !*pointer_of(a, &row[k]))
            *pointer_of(a, &row[k]) =
                b->alloc(row[k].label, (size_t)(row[k].components * row[k].stride) * row[k].element);
}

void state_allocate_copies(const struct backend *b, const struct state_shape *s, struct state_arrays *a)
{
    struct state_row row[STATE_N_ARRAYS];
    state_rows(s, row);
    memset(a, 0, sizeof *a);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        if (row[k].exists && state_is_copied(&row[k]))
            *pointer_of(a, &row[k]) =
                b->alloc("copy for checkpoints", (size_t)(row[k].components * s->n_owned) * row[k].element);
}

/* Only the rows' offsets are needed; arrays that were never made are NULL.
 * All rows, not only those that exist for a shape: the shape at the end may differ from that at
 * allocation (n_sides). */
void state_free(const struct backend *b, struct state_arrays *a)
{
    struct state_shape none = {.n_owned = 1};
    struct state_row row[STATE_N_ARRAYS];
    state_rows(&none, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        b->free(*pointer_of(a, &row[k]));
    memset(a, 0, sizeof *a);
}

/* By the rows that flow_create() allocates by, so that the estimate knows every array. */
int64_t state_bytes(const struct state_shape *s)
{
    struct state_row row[STATE_N_ARRAYS];
    int64_t bytes = 0;
    state_rows(s, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        bytes += row[k].exists ? row[k].components * row[k].stride * (int64_t)row[k].element : 0;
    return bytes;
}

/* Of owned cells, as the copy for a checkpoint is made (checkpoint_writer.h).
 * Without the ghost slots and the halo that `stride` may have. */
int64_t state_checkpoint_bytes(const struct state_shape *s)
{
    struct state_row row[STATE_N_ARRAYS];
    int64_t bytes = 0;
    state_rows(s, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        bytes += row[k].exists && state_is_copied(&row[k]) ? row[k].components * s->n_owned * (int64_t)row[k].element
                                                            : 0;
    return bytes;
}

/* Entries of an array per owned cell. */
static double entries(const struct state_shape *s, enum state_over over)
{
    switch (over) {
    case STATE_OVER_FACES:
        return (double)s->n_flux / (double)s->n_owned;
    case STATE_OVER_NODES:
        return (double)s->n_nodes / (double)s->n_owned;
    case STATE_OVER_SIDES:
        return (double)s->n_sides / (double)s->n_owned;
    case STATE_OVER_CELLS:
        break;
    }
    return 1;
}

/* Bytes per cell and stage if each array were moved once: what --bench reports as the model.
 * Arrays that only the first of `stages` stages touches count for one stage in so many. */
double state_traffic(const struct state_shape *s, enum state_pass pass, int stages)
{
    struct state_row row[STATE_N_ARRAYS];
    double bytes = 0;
    state_rows(s, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++) {
        double once = (double)(row[k].components * (int64_t)row[k].element) * entries(s, row[k].over), times = 0;
        times += row[k].moved & STATE_READ(pass) ? 1 : 0;
        times += row[k].moved & STATE_WRITE(pass) ? 1 : 0;
        times += row[k].moved & STATE_READ_FIRST(pass) ? 1.0 / stages : 0;
        times += row[k].moved & STATE_WRITE_FIRST(pass) ? 1.0 / stages : 0;
        bytes += row[k].exists ? times * once : 0;
    }
    return bytes;
}
