/* cell_data.h: a rank's fields with those of the halo cells around them, which
 * are read from the ranks that own them, and velocity gradients made from both.
 */
#ifndef UFV_POST_FIELDS_CELL_DATA_H
#define UFV_POST_FIELDS_CELL_DATA_H

#include "fields/results.h"

enum cell_data_need {
    CELL_DATA_OWNED = 0,    /* owned cells only: the fields are borrowed */
    CELL_DATA_HALO = 1,     /* all cells of the pack */
    CELL_DATA_GRADIENT = 2, /* velocity gradients; brings the halo along */
};

struct cell_data {
    const struct results *r;    /* borrowed, as are p and s */
    const struct pack *p;       /* PACK_CORE; PACK_NODES for gradients */
    const struct solution *s;
    int64_t n;                  /* cells with fields: n_owned or n_cells */
    const double *field[SOLUTION_MAX_FIELDS]; /* [s->n_fields][n] */
    double *halo;               /* owned: where the fields stand, or NULL */
    double *gradient;           /* owned; [9][p->n_stencil] du_i/dx_j at 3 i + j, 1/s; NULL */
};

/* Takes what is needed of a rank, read before, and of its neighbours; need: a sum of
 * cell_data_need. One other rank's fields are in memory at a time. Free with
 * cell_data_free(), which is harmless after an error: a neighbour that cannot be read or
 * lacks a cell or a field, gradients without velocities. */
int cell_data_read(const struct results *r, const struct pack *p, const struct solution *s, unsigned need,
                   struct cell_data *d);

/* Frees what it owns and zeroes the struct; also of a zeroed one. */
void cell_data_free(struct cell_data *d);

/* A field by name [n], or NULL. Borrowed from d. */
const double *cell_data_field(const struct cell_data *d, const char *name);

/* field_gradient.c: least squares over all cells that share a node with a stencil cell,
 * weighted by the inverse distance squared (Mavriplis 2003, "Revisiting the
 * least-squares procedure"); exact for linear fields. Directions in which no
 * neighbour lies (meshes one cell thick) get none. velocity: x, y, z, [p->n_cells] each,
 * m/s; out: [9][p->n_stencil], du_i/dx_j at 3 i + j, 1/s. p: PACK_CORE | PACK_NODES. */
void gradient_least_squares(const struct pack *p, const double *const velocity[3], double *out);

/* node_average.c: the mean over the cells around each node, of value [n] with
 * n >= p->n_owned; cells beyond n are left out. out: [p->n_nodes], 0 where no cell is.
 * p: PACK_CORE | PACK_NODES. */
void node_average(const struct pack *p, const double *value, int64_t n, double *out);

#endif
