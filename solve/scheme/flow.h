/* flow.h: the state of the flow on the device, and one step of it.
 *
 * An evaluation makes the fluxes of the state held: halo exchange, ghosts, gradients, fluxes. A step is `stages`
 * updates, each after an evaluation; the first evaluation of a step is done by the caller, who looks at residuals and
 * forces between the two. What an evaluation is put together from is in flow_parts.h.
 */
#ifndef UFV_SOLVE_SCHEME_FLOW_H
#define UFV_SOLVE_SCHEME_FLOW_H

#include "mesh/domain.h"
#include "exchange/exchange.h"
#include "kernels/actuator_args.h"
#include "paper/paper.h"
#include "scheme/state.h"

/* How many recordings of explicit steps (runge_kutta.c) are kept: one for each number of steps between two looks at the
 * state (report, check, checkpoint) and for either of the exchange's two buffers to begin with. */
enum { FLOW_GRAPHS = 16 };

/* A flux function. */
struct flow_flux {
    struct kernel *inside, *all; /* of inner faces; both kinds in one launch */
    int scheme;                  /* as flux_args */
    real parameter;              /* scheme_parameter there */
};

/* The kernels of the case's equations and scheme, borrowed from the back end's table. */
struct flow_kernels {
    struct kernel *ghost, *gradient, *flux, *flux_boundary, *update, *residual, *residual_sum, *time_step;
    struct flow_flux case_flux, positive_flux; /* of the case; one that keeps density and pressure positive */
    struct kernel *record, *node; /* NULL: the gradient method takes none */
    struct kernel *flux_all;      /* both kinds of fluxes in one launch */
    struct kernel *flux_quadratic, *correction; /* NULL: the model has none */
    struct kernel *flux_moving;   /* all fluxes of a mesh that moves, or a wall of which turns; NULL: at rest */
};

/* How steps are made. */
struct flow_steps {
    int stages;
    double coefficient[MAX_STAGES], keep[MAX_STAGES];
    double cfl, given_dt; /* given_dt: NAN when the CFL number decides */
    bool has_local_cfl;   /* cells take CFL numbers of their own (local_cfl) */
    bool local;
};

/* What an evaluation makes. */
struct flow_with {
    bool gradients, nodes, limiter;
};

/* Turbulence variables that were set to their least value. */
struct flow_clips {
    lid *now;       /* [1] since the last look; borrowed: the last entry of diverged_cell, so that both are read and set
                       at once */
    int64_t before; /* until then */
};

/* Cells of all ranks, behind node-lsq; else 0. */
struct flow_fits {
    int64_t constant; /* their gradient is taken as zero, since each cell across their faces is much larger
                         (gradient_is_tiny_cell() in kernels/gradient_choice.h) */
    int64_t reduced;  /* their gradient is reduced, since the cell would feed its own changes (remainder_share() in
                         kernels/gradient_remainder.h) */
};

/* As flow_set_first_order() was told. */
struct flow_first_order {
    gid *cell; /* owned; [n] of all ranks, in rising order, the same on all */
    int64_t n;
};

/* Arguments of kernels. */
struct flow_args {
    struct ghost_args ghost;
    struct record_args records;
    struct node_args node;
    struct gradient_args gradients;
    struct flux_args fluxes;
    struct update_args update;
};

/* Explicit steps that were recorded (runge_kutta.c), and what they were recorded with; the oldest makes room. */
struct flow_replay {
    struct flow_graph {
        void *work; /* NULL: none; owned */
        int steps, updates_unchecked, limiter;
        bool second_buffer; /* exchange_second_buffer() then */
        double cfl;
        const real *source;
    } graph[FLOW_GRAPHS];
    int oldest;
};

struct flow {
    struct domain *domain; /* borrowed */
    enum equations equations;
    int n_variables;
    struct flow_steps steps;
    struct motion motion;
    double time;              /* s, of the axes that the state is held in, and of loads that change in time; kept where
                                 there are such */
    struct flow_with with;
    int limiter; /* flow_limiter() */

    /* Device arrays, owned: by name, and together for loops over their rows (scheme/state.h). */
    union {
        struct state_arrays arrays;
        struct {
#define ARRAY(member, type, label, components, stride, over, exists, saved, moved) type *member;
#include "scheme/state_arrays.inc"
#undef ARRAY
        };
    };
    struct state_shape shape;
    struct flow_clips clips;
    int levels_before;      /* how many of q_before and q_older are states of the physical steps before q */
    struct flow_fits fits;
    struct flow_first_order first_order;
    real *given_source;     /* owned, device; [n_variables][n_owned] as flow_set_source() was told; NULL: none */
    int updates_unchecked;
    bool recorded;          /* the last update has recorded its states, and nothing has changed them since */

    struct flow_args args;
    struct exchange *exchange;
    enum exchange_mode mode; /* of exchanges, as asked for: the same on all ranks */
    struct paper *paper; /* pipeline = paper; else NULL */
    const real *model_length; /* borrowed from a feature, device; [n_owned] m, in place of the turbulence model's own
                                 (correction_args); NULL: none has any */
    struct cell_loads *loads; /* owned; while the flow is created (cell_loads.h); else NULL */

    struct flow_kernels kernels;

    struct flow_replay replay;
};

/* The enum frame_kind that the case's ghosts and Jacobian take. Not collective. */
int flow_frame_kind(const struct case_file *c);

/* For gradient = node-lsq: counts what flow_choose_gradients() chose for the owned cells of this rank. Not collective;
 * waits for the compute stream. */
void flow_count_choice(const struct flow *f, double count[N_CHOICE]);

/* Collective; c and mode are the same on all ranks. Allocates and sets the initial field. d: borrowed until
 * flow_free(); its pack's face_centroid on the host is freed. c is not kept. f: out, flow_free() it, after a failure
 * too. On all ranks nonzero with error_set() where density or pressure is not positive in a cell of any; memory that
 * cannot be had is FATAL(). */
int flow_create(struct domain *d, const struct case_file *c, enum exchange_mode mode, struct flow *f);

/* Collective in mode peer, else not. Does nothing where f is zero. */
void flow_free(struct flow *f);

/* The instant, s, that boundaries, velocities of faces and axes are those of from the next evaluation on: 0 after
 * flow_create(). The state held is taken to be in its axes. Not collective; the same on all ranks. */
void flow_set_time(struct flow *f, double time);

/* The same, with the state held turned from the axes of the old instant into those of the new one, which by[9] turns
 * components of vectors into (by rows). Not collective. */
void flow_turn_to(struct flow *f, double time, double by[9]);

/* Turns other arrays of the owned cells, in the compute stream: a state[n_variables][n_owned], rates of conserved
 * variables [n_variables][n_owned]; one of them is NULL. Not collective. */
void flow_turn(const struct flow *f, const double by[9], real *state, stored *rate);

/* Collective, as the next; both do nothing where no feature of the case has loads that change in time (actuator lines,
 * synthetic turbulence). Their loads for the state held at `time` (s): forces that follow from it, where they stand
 * then. To be called when a step has been made, and after the first evaluation of a run: a restart finds the same
 * loads. The source of the evaluated state is made again. Waits for the compute stream. */
void flow_actuate(struct flow *f, double time);

/* The same at another time, with what flow_actuate() has found: its forces, where they stand then. For implicit steps,
 * whose equations are of later times than the state that is known. */
void flow_actuate_at(struct flow *f, double time);

/* What the kernels of loads on cells read; `which` and `axis` are left to the caller. Not collective. */
struct actuator_args flow_actuator_args(const struct flow *f);

/* Collective; with_speed is the same on all ranks. Exchanges the halo and makes ghosts, gradients, fluxes and face
 * pressures of the state, and with_speed the wave speeds, which time steps are made from. Does not wait for the
 * device: what follows in the compute stream finds them. */
void flow_evaluate(struct flow *f, bool with_speed);

/* Collective. The global time step of the evaluated state (with_speed), s: time.dt where that is given, otherwise the
 * least over the cells of all ranks at the present CFL number. The same on all ranks. Waits for the compute stream,
 * unless time.dt is given. */
double flow_time_step(struct flow *f);

/* The residual of the evaluated state as an array: residual[n_variables][n_owned], volume times the
 * right-hand side of the conserved variables and of rho times the turbulence variables; and, where
 * spectral is not NULL, spectral[n_owned], m^3/s: volume over the time step at CFL number 1 (of an
 * evaluation with_speed). Both on the device; in the compute stream. Not collective. */
void flow_residual(struct flow *f, stored *residual, stored *spectral);

/* The owned cells' states to and from saved[n_variables][n_owned] on the device, in the compute stream. After a
 * restore nothing else is of that state (ghosts, halo, gradients, fluxes) until flow_evaluate(). Not collective. */
void flow_save_state(const struct flow *f, real *saved);
void flow_restore_state(struct flow *f, const real *saved);

/* Collective. One step from an evaluated state (with_speed): an update for each stage and an evaluation between two.
 * Afterwards fluxes and gradients are of the state before the last update. dt: the global time step, s, the same on
 * all ranks; not used with local steps. */
void flow_step(struct flow *f, double dt);

/* A cell that diverged in an update since the last look. */
struct flow_diverged_cell {
    bool found;
    int updates_ago; /* counted back from the newest update: 1 = the last one */
    lid cell;        /* 0 .. n_owned - 1 */
};

/* The oldest such update among the last DIVERGED_FLAGS, and the lowest number of its diverged cells. It waits for the
 * device. Not collective: each rank gets its own. */
struct flow_diverged_cell flow_check(struct flow *f);

/* Holds limiters at their present values from the next evaluation on; does nothing unless the case has
 * numerics.freeze_limiter or freeze_limiter_drop and a limiter. Not collective, but to be called on all ranks. */
void flow_freeze_limiter(struct flow *f);

/* Can they be held for a while? In steady implicit runs with a limiter that is not to be frozen. */
bool flow_can_hold_limiters(const struct flow *f);

/* true: evaluates the flow and holds its limiters at the values found, from the next evaluation on; the residual stays
 * what that evaluation found. false: they are found in each evaluation again, from the next one on. Does nothing unless
 * flow_can_hold_limiters(). Collective. */
void flow_hold_limiters(struct flow *f, bool held);

/* At a restart, before the first evaluation: held_limiter has been filled with those of the checkpoint. Then, whether
 * that run held them: are they held again? false where there are none, or they were not held: limiters are at work.
 * Neither is collective, but both are to be called on all ranks. */
void flow_took_held_limiters(struct flow *f);
bool flow_resume_limiters(struct flow *f, bool held);

/* From the next evaluation on: the flow's variables are taken as constant in each cell, with a flux that keeps density
 * and pressure positive, on walls too (false: first order), or by their slopes and with the case's flux again. For
 * cases of second order. Not collective, but to be called on all ranks; false waits for the device. */
void flow_set_slopes(struct flow *f, bool on);

/* Does the flux of the next evaluation dissipate entropy and shear waves as sound? Not collective. */
bool flow_smears_shear(const struct flow *f);

/* Can cells be of first order one by one? A limiter has to be at work, and not be frozen. The same on all ranks. */
bool flow_has_first_order_cells(const struct flow *f);

/* From the next evaluation on these cells are of first order too: their limiter is 0, in the flow and in turbulence.
 * Other gradients (of viscous terms, of sources) stay. cell[n]: global ids, in any order, borrowed; the same on all
 * ranks. Does nothing unless flow_has_first_order_cells(). Waits for the device. Not collective, but to be called on
 * all ranks. */
void flow_set_first_order(struct flow *f, const gid *cell, int64_t n);

/* Is this cell (0 .. n_stencil - 1) one of them? Not collective. */
bool flow_is_first_order(const struct flow *f, lid cell);

/* The CFL number of the steps to come; the same on all ranks. Not collective. */
void flow_set_cfl(struct flow *f, double cfl);

/* Adds a source to the right-hand side: source[n_variables][n_owned] on the host, per volume and
 * second, of the conserved variables; copied. What a frame, actuators and features add comes on top. For manufactured
 * solutions. Not collective. */
void flow_set_source(struct flow *f, const double *source);

/* How often a turbulence variable was set to its least value so far, this rank. Waits for the device. Not
 * collective. */
int64_t flow_clipped(const struct flow *f);

/* Copies the eddy viscosity of the owned cells to the host, [n_owned], Pa s. With SST it belongs to the state whose
 * gradients were computed last. Only with a turbulence model. Not collective. */
void flow_download_eddy_viscosity(const struct flow *f, double *mu_t);

/* The eddy viscosity, Pa s, of the variables q [n_variables], of a model that keeps none (model_keeps_eddies()). Not
 * collective; any thread. */
double flow_eddy_viscosity(const struct flow *f, const real q[NV_MAX]);

/* Copy the state of the owned cells to and from the host: q[n_variables][n_owned], doubles in every precision, in the
 * units of variable_of() (arithmetic/variable_names.h). Both wait for the device. After an upload all else still
 * belongs to the state before, until flow_evaluate(). Not collective. */
void flow_download(const struct flow *f, double *q);
void flow_upload(struct flow *f, const double *q);

#endif
