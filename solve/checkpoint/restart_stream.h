/* restart_stream.h: a run that goes on from a state of another flow: of another free stream, at another angle of attack
 * or sideslip, Mach number or thermodynamic state, as the points of a polar are; or of other equations or another
 * viscosity, which change nothing of the stream's state.
 *
 * Such a state is made a first guess of the new flow. Left as it is, only the cells at the far field would feel the
 * change, a residual too small to be seen, and the run would end at once with the forces of the old flow. Instead the
 * whole field takes part: velocities turn with the wind axes and grow with the speed of the stream; density and
 * pressure keep the coefficients they have over the stream to first order,
 *
 *   rho' / rho'_inf = (rho / rho_inf)^e,  p' / p'_inf = (p / p_inf)^e,  e = (M' / M)^2,
 *
 * which stays positive. What no longer fits is the flow at walls, where it is felt first. With other equations or
 * another viscosity alone the field stays what it is: what is new is felt in all of it.
 */
#ifndef UFV_SOLVE_CHECKPOINT_RESTART_STREAM_H
#define UFV_SOLVE_CHECKPOINT_RESTART_STREAM_H

#include "case/case_file.h"
#include "types.h"

/* What a state is, or shall be, the flow of. */
struct restart_flow {
    const struct solution_reference *reference; /* borrowed */
    double viscosity; /* Pa s, at the stream's temperature; 0: inviscid; NAN: not known, which differs from nothing */
    int equations;    /* enum equations; N_EQUATIONS: not known, which differs from nothing */
};

/* How a flow differs from another. */
enum restart_difference {
    RESTART_SAME,
    RESTART_OTHER_MODEL, /* in equations or viscosity alone */
    RESTART_OTHER_STREAM /* in the state of the free stream, whatever else */
};

/* Room for all that restart_stream_compare() can list. */
enum { RESTART_DIFFERENCES_SIZE = 512 };

/* text: out, what differs: "angle of attack 1 -> 2 degrees, viscosity 0 -> 1.8e-05 Pa s"; "" where nothing does. Not
 * collective, as all here; ranks that are given the same get the same. */
enum restart_difference restart_stream_compare(const struct restart_flow *old, const struct restart_flow *now,
                                               char text[RESTART_DIFFERENCES_SIZE]);

/* The free stream's viscosity, Pa s; 0 for euler. */
double restart_stream_viscosity(const struct case_file *c);

/* Which equations a state of cells is of; N_EQUATIONS where it does not tell. viscosity: as in struct restart_flow. */
int restart_stream_equations(const struct solution *s, double viscosity);

/* Turns q[>= 5][n], density, velocity, pressure of cells, from the old stream into the new one. */
void restart_stream_adapt(const struct solution_reference *old, const struct solution_reference *now, double *q,
                          lid n);

#endif
