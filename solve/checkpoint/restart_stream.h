/* restart_stream.h: a run that goes on from a state of another free stream: another angle of attack or sideslip, Mach
 * number, thermodynamic state or viscosity, as the points of a polar do.
 *
 * Such a state is made a first guess of the new flow. Left as it is, only the cells at the far field would feel the
 * change, a residual too small to be seen, and the run would end at once with the forces of the old flow. Instead the
 * whole field takes part: velocities turn with the wind axes and grow with the speed of the stream; density and
 * pressure keep the coefficients they have over the stream to first order,
 *
 *   rho' / rho'_inf = (rho / rho_inf)^e,  p' / p'_inf = (p / p_inf)^e,  e = (M' / M)^2,
 *
 * which stays positive. What no longer fits is the flow at walls, where it is felt first.
 */
#ifndef UFV_SOLVE_CHECKPOINT_RESTART_STREAM_H
#define UFV_SOLVE_CHECKPOINT_RESTART_STREAM_H

#include "case/case_file.h"
#include "types.h"

/* Are these different free streams? The viscosities, Pa s, are those at the streams' temperatures; an old one of NAN is
 * not known and counts as the same. Not collective, as the following. */
bool restart_stream_differs(const struct solution_reference *old, double old_viscosity,
                            const struct solution_reference *now, double viscosity);

/* Is the case's steady flow (time.local) that of another free stream than the state's? The state's viscosity, Pa s, is
 * that at its stream's temperature; NAN is not known and counts as the same. Not collective; ranks that are given the
 * same get the same. */
bool restart_stream_changed(const struct solution_reference *old, double old_viscosity, const struct case_file *c);

/* The free stream's viscosity, Pa s; 0 for euler. Not collective. */
double restart_stream_viscosity(const struct case_file *c);

/* Turns q[>= 5][n], density, velocity, pressure of cells, from the old stream into the new one. Not collective. */
void restart_stream_adapt(const struct solution_reference *old, const struct solution_reference *now, double *q,
                          lid n);

#endif
