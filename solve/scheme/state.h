/* state.h: the arrays of the flow on the device as a table (scheme/state_arrays.inc) that
 * can be looped over, and the sizes and choices that its rows depend on.
 */
#ifndef UFV_SOLVE_SCHEME_STATE_H
#define UFV_SOLVE_SCHEME_STATE_H

#include "arithmetic/variable_names.h"
#include "case/case_file.h"
#include "kernels/actuator_args.h"
#include "kernels/kernel_args.h"
#include "mesh/domain.h"

/* Updates between two looks for diverged cells: each has a flag of its own. */
enum { DIVERGED_FLAGS = 256 };

/* What the rows' conditions and sizes are made of: a case on a rank's part of a mesh. */
struct state_shape {
    int64_t n_owned, n_stencil, n_cells, n_slots; /* cells, as in formats/pack/pack.h */
    int64_t n_boundary, n_halo_boundary, n_flux;  /* faces */
    int64_t n_nodes;
    int64_t n_slices;          /* of cells */
    int64_t n_sides;           /* face sides, whole rows of slices that have cells with Green-Gauss behind node-lsq, and
                                  the nodes of tetrahedra among them */
    int64_t gradient_capacity; /* cells that arrays of gradients have place for: whole slices on the CPU */
    int nv, terms;             /* unknowns, numbers for sources */
    bool viscous, turbulent;
    bool keeps_eddies;         /* model_keeps_eddies() */
    bool together;             /* gradients stand with their limiters */
    bool nodes, node_averages, node_fits; /* gradients are found from nodes, by averages or by fits */
    bool node_values;          /* behind node-lsq tetrahedra take values at nodes; known as n_sides is */
    bool update_records;       /* the update makes records of states, kernels of their own only of others' cells */
    bool limited;              /* gradients are limited */
    bool extremes_in_flux;     /* extremes around nodes stand where the fluxes are written behind them */
    bool frozen;               /* limiters may be frozen */
    bool implicit;             /* steady flow by the implicit scheme */
    bool held;                 /* limiters may be held for a while (flow_hold_limiters()) */
    bool local;                /* local time steps, kept as such: not by the implicit scheme */
    bool prescribed;           /* there are patches of prescribed values */
    bool corrected;            /* corrections add to the turbulence model's sources */
    bool periodic;             /* there are periodic faces */
    bool two_levels;           /* the state a step before is kept, for BDF2, */
    bool three_levels;         /* and that before it, for its blend with BDF3 */
    bool actuated;             /* features put loads on cells (cell_loads.h) */
    bool with_source;          /* a source is made in each evaluation: of a frame that turns, of these, of features */
};

/* p: sizes of the pack are enough; of n_sides the most there can be, as if all cells were stretched that can be
 * (tetrahedra seldom take Green-Gauss). in_slices: gradients lie in slices (mesh_view.gradients_in_slices). */
struct state_shape state_shape_of(const struct pack *p, const struct case_file *c, bool in_slices);

enum state_over { STATE_OVER_CELLS, STATE_OVER_FACES, STATE_OVER_NODES, STATE_OVER_SIDES };

/* Passes of a stage in the byte model. */
enum state_pass { PASS_NODES, PASS_GRADIENTS, PASS_FLUXES, PASS_UPDATES };

/* As what a checkpoint holds an array. Fields, levels and numbers of cells are copied on the device when the checkpoint
 * is begun, as
 * the march changes them while the file is written; frozen arrays are read where they stand. */
struct state_saved {
    enum { STATE_NOT_SAVED, STATE_FIELDS, STATE_LEVEL, STATE_CELLS, STATE_FROZEN } as;
    struct variable_name (*field)(enum equations equations, int component); /* of STATE_FIELDS */
    const char *name;                                                       /* of the numbers, of the others */
};

/* A row of the table with its expressions evaluated for one shape. */
struct state_row {
    const char *member, *label;
    size_t offset;       /* of the pointer in struct state_arrays */
    size_t element;      /* bytes */
    int64_t components, stride;
    enum state_over over;
    bool exists;
    struct state_saved saved;
    unsigned moved;      /* STATE_READ(pass) | ... */
};

/* Four bits for each pass: read, written, and both in the first stage of a step only. */
#define STATE_READ(pass) (1u << (4 * (pass)))
#define STATE_WRITE(pass) (2u << (4 * (pass)))
#define STATE_READ_FIRST(pass) (4u << (4 * (pass)))
#define STATE_WRITE_FIRST(pass) (8u << (4 * (pass)))

/* Is it copied for a checkpoint? */
static inline bool state_is_copied(const struct state_row *row)
{
    return row->saved.as == STATE_FIELDS || row->saved.as == STATE_LEVEL || row->saved.as == STATE_CELLS;
}

/* The arrays themselves: device memory, owned; NULL where a row's array does not exist. */
struct state_arrays {
#define ARRAY(member, type, label, components, stride, over, exists, saved, moved) type *member;
#include "scheme/state_arrays.inc"
#undef ARRAY
};

/* How many rows there are: 0 + 1 + 1 ..., by the preprocessor. */
#define ARRAY(...) +1
enum {
    STATE_N_ARRAYS = 0
#include "scheme/state_arrays.inc"
};
#undef ARRAY

/* A row's array, device: NULL where there is none. */
static inline void *state_array(const struct state_arrays *a, const struct state_row *row)
{
    return *(void *const *)(const void *)((const char *)a + row->offset);
}

/* All rows of a shape, in the order of the table; text is static. Nothing here is collective. */
void state_rows(const struct state_shape *s, struct state_row row[STATE_N_ARRAYS]);

/* Allocates the arrays that exist and are not there yet, zeroed. Before the first call all members are NULL; where
 * the shape lets more exist later, it is called again. FATAL() where there is not enough memory. */
void state_allocate(const struct backend *b, const struct state_shape *s, struct state_arrays *a);

/* Allocates an array of the owned cells' part for each row of the shape that exists and is copied for a checkpoint:
 * [components][n_owned]. a: out, state_free() it. FATAL() where there is not enough memory. */
void state_allocate_copies(const struct backend *b, const struct state_shape *s, struct state_arrays *a);

/* Frees all arrays that are there; their members are NULL then. b: of state_allocate(). */
void state_free(const struct backend *b, struct state_arrays *a);

/* Bytes of the arrays that exist. */
int64_t state_bytes(const struct state_shape *s);

/* Bytes of the owned cells' part of what a checkpoint holds. */
int64_t state_checkpoint_bytes(const struct state_shape *s);

/* Bytes that a pass of a step of so many stages reads and writes of these arrays, per owned cell
 * and stage, each array touched once. */
double state_traffic(const struct state_shape *s, enum state_pass pass, int stages);

#endif
