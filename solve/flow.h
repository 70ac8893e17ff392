/* flow.h: the state of the flow on the device, and one step of it.
 *
 * An evaluation makes the fluxes of the state held: halo exchange, ghosts,
 * gradients, fluxes. A step is `stages` updates, each after an evaluation; the
 * first evaluation of a step is done by the caller, who looks at residuals and
 * forces between the two.
 */
#ifndef UFV_SOLVE_FLOW_H
#define UFV_SOLVE_FLOW_H

#include "domain.h"
#include "exchange.h"

/* Updates between two looks for cells gone bad: each has a flag of its own. */
enum { BAD_CELL_FLAGS = 256 };

struct flow {
    struct domain *domain; /* borrowed */
    int stages;
    double coefficient[MAX_STAGES];
    double cfl, given_dt;     /* given_dt: NAN when the CFL number decides */
    bool local, first_order, with_nodes, limited;
    bool limiter_frozen;

    /* Device arrays, owned; shapes in kernels/args.h. */
    real *q, *q0, *gradient, *flux, *speed, *pressure, *dt, *q_node, *gradient_node, *phi;
    real *prescribed_ghost, *prescribed_face;
    lid *bad_cell; /* [BAD_CELL_FLAGS] */
    int updates_unchecked;

    struct ghost_args ghost;
    struct node_args node;
    struct gradient_args gradients;
    struct flux_args fluxes;
    struct update_args update;
    struct exchange *exchange;

    /* The kernels of the case's method and limiter; node_kernel NULL: none. */
    void (*node_kernel)(int, lid, lid, const struct node_args *);
    void (*gradient_kernel)(int, lid, lid, const struct gradient_args *);
    void (*gradient_kernel_frozen)(int, lid, lid, const struct gradient_args *);
};

/* Allocates and sets the initial field. Not collective. */
int flow_create(struct domain *d, const struct case_file *c, enum exchange_mode mode, struct flow *f);
void flow_free(struct flow *f);

/* Collective: fluxes, wave speeds (with_speed) and face pressures of the state. */
void flow_evaluate(struct flow *f, bool with_speed);

/* Collective. The global time step of the evaluated state, s. */
double flow_time_step(struct flow *f);

/* Collective. One step from an evaluated state (with_speed). dt: the global time
 * step, s; not used with local steps. */
void flow_step(struct flow *f, double dt);

/* A cell gone bad in an update since the last look. Not collective. */
struct flow_bad_cell {
    bool found;
    int updates_ago; /* counted back from the newest update: 1 = the last one */
    lid cell;
};
struct flow_bad_cell flow_check(struct flow *f);

/* Holds limiters at their present values from the next evaluation on. */
void flow_freeze_limiter(struct flow *f);

/* State of the owned cells to and from the host, [NV][n_owned]. */
void flow_download(const struct flow *f, real *q);
void flow_upload(struct flow *f, const real *q);

/* Bytes of device memory and of the byte-budget model (see docs/performance.md)
 * per cell and stage. */
double flow_model_bytes(const struct flow *f);

#endif
