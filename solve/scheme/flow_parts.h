/* flow_parts.h: the parts that flow.c puts together, each from a file of its own: for flow_create(), flow_free(),
 * flow_set_time() and flow_evaluate(), and for tests of one part. Others use flow.h.
 *
 * A part of which a case has nothing does nothing. Unless it says otherwise a function is not collective, and what it
 * launches goes into the compute stream and is not waited for.
 */
#ifndef UFV_SOLVE_SCHEME_FLOW_PARTS_H
#define UFV_SOLVE_SCHEME_FLOW_PARTS_H

#include <stdbool.h>

/* Of scheme/flow.h, whose source includes this file, and of what that includes. */
struct backend;
struct case_file;
struct flow;
struct flow_kernels;

/* ---- flow_kernels.c: what the case asks of the kernels ---- */

/* The kernels of a case on a mesh whose cells have at most widest_row faces. FATAL() where the back end has none of a
 * kind. */
struct flow_kernels flow_choose_kernels(const struct backend *b, const struct case_file *c, int widest_row);

/* The case's limiter as kernels take it: enum limiter, LIMITER_NONE at first order. */
int flow_limiter(const struct case_file *c);

/* The case's flux scheme as kernels take it: enum flux_scheme, or the form of it for low Mach numbers. */
int flow_flux_scheme(const struct case_file *c);

/* The number that goes with the flux scheme: AUSM+up's cut-off Mach number, Steger and Warming's smoothing, Roe's
 * entropy fix, the dissipation of keep; 0 where it takes none (flux_takes() in physics/inviscid.h). */
double flow_scheme_parameter(const struct case_file *c);

/* ---- flow_gradients.c ---- */

/* Chooses gradients from the geometry: weights of ghosts; with node-lsq which cells take Green-Gauss (by_faces), what
 * follows from that, and constant_cells. Collective; with node-lsq waits for the compute stream. */
void flow_choose_gradients(struct flow *f);

/* With node-lsq: the weights of the face sides, and of the nodes of tetrahedra, of the cells that by_faces names, and
 * the nodes whose fits or values cells need. Frees side_weight, node_reach and q_node and allocates them anew, as
 * by_faces asks for. Sets reduced_cells. Collective; waits for the compute stream. */
void flow_weigh_sides(struct flow *f);

/* ---- flow_motion.c: a mesh that moves ---- */

/* Called before the first evaluation. */
void flow_create_motion(struct flow *f);

/* Of a frame in which the flow is steady: what the motion of the mesh adds to the right-hand side of the state held.
 * adds: to f->source as it is; else f->source is this alone. Returns whether it has written there; false: the frame
 * is none. */
bool flow_frame_source(const struct flow *f, bool adds);

/* ---- flow_sources.c ---- */

/* Behind the fluxes: makes f->source of the state held, if the case has any. */
void flow_sources(struct flow *f);

/* ---- cell_loads.c ---- */

/* Before features are created, where f has loads: no cell has any. */
void cell_loads_begin(struct flow *f);

/* After the last: owners to the device. After a failure too. */
void cell_loads_finish(struct flow *f);

#endif
