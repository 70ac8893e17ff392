/* variables.h: what may be exported, looked for and drawn, by name: the stored
 * fields and what follows from them.
 */
#ifndef UFV_POST_FIELDS_VARIABLES_H
#define UFV_POST_FIELDS_VARIABLES_H

#include "fields/cell_data.h"

enum { VARIABLES_MAX = 2 * SOLUTION_MAX_FIELDS + 32 }; /* fields of faces and of cells, and what follows from them */

/* The state of a cell, for derived values. */
struct cell_state {
    double density, velocity[3], pressure;
};

enum variable_kind {
    VARIABLE_STORED,   /* a field of the files, by its name there */
    VARIABLE_VELOCITY, /* its three components */
    VARIABLE_SHEAR,    /* wall shear on boundary faces, its three components, or one number from them */
    VARIABLE_STATISTIC, /* from a field of means or variances in time for each component */
    VARIABLE_DERIVED,  /* from the state */
    VARIABLE_GRADIENT, /* from the velocity gradient */
    VARIABLE_DISTANCE, /* from the pack */
    VARIABLE_LABEL     /* a whole number: rank, global_id, patch */
};

struct variable {
    char name[NAME_SIZE];
    char unit[16];
    enum variable_kind kind;
    int n_components; /* 1 or 3 */
    const char *field[3]; /* VARIABLE_STATISTIC: of each component; on surfaces of faces, where they have it */
    double (*of_field)(double value, const struct solution_reference *r);
    double (*derived)(const struct cell_state *q, const struct solution_reference *r);
    void (*from_gradient)(const double g[9], double out[3]); /* g[3 i + j] = du_i/dx_j */
};

/* Variables in the order they are written. */
struct variable_list {
    int n;
    struct variable item[VARIABLES_MAX];
};

/* Reads a list like "primitive,mach,vorticity"; NULL: the stored fields with
 * velocity as a vector, mach and cp. "all" is everything there is, "primitive"
 * density, velocity and pressure. Labels (rank, global_id, on surfaces patch) are
 * always added when `labels`. On surfaces the stored boundary fields come first;
 * any other name means the value in the cell next to the face. r: opened with either need;
 * rank 0's fields are read. An error when they cannot be, a name is unknown (it names the
 * nearest and all there are), or the list is empty. */
int variables_choose(const struct results *r, const char *list, bool surface, bool labels, struct variable_list *v);

/* What cell_data_read() must bring for them (a sum of cell_data_need); owned cells need no
 * halo. */
unsigned variables_need(const struct variable_list *v);

/* Values of a variable that is no label in cells 0 .. n-1, n <= d->n and, for
 * gradients, <= p->n_stencil: component c of cell i at out[c * n + i], in v->unit. An error
 * when the fields that it follows from are not there. */
int variable_compute(const struct variable *v, const struct cell_data *d, int64_t n, double *out);

/* Computes the same on the pack's boundary faces 0 .. n_boundary - 1: component c of face i goes to out[c * n_boundary
 * + i]. */
int variable_compute_surface(const struct variable *v, const struct cell_data *d, double *out);

/* Name of a component 0 .. n_components-1: "velocity_x" of "velocity", the name itself of
 * scalars. */
void variable_component_name(const struct variable *v, int component, char name[NAME_SIZE]);

/* Does the free stream move? (p - p_inf) / q needs one that does. */
bool reference_moves(const struct solution_reference *r);

#endif
