/* open_patch.h: what crosses faces that let fluid through, for sums over a patch.
 */
#ifndef UFV_SOLVE_KERNELS_OPEN_PATCH_H
#define UFV_SOLVE_KERNELS_OPEN_PATCH_H

#include "kernels/face_geometry.h"
#include "open_flow.h"
#include "physics/power.h"

/* Total pressure of the stream through a face, Pa, of the fluxes of mass, momentum (with pressure) and energy through
 * it: the velocity is what the momentum flux has beyond pressure, the enthalpy what the total one has beyond V^2 / 2,
 * and p0 / p = (h0 / h)^(gamma / (gamma - 1)). p where they make no such stream. s: the area vector.
 * From the fluxes and not from states of cells: what is summed is what the scheme lets through, so that
 * an engine's thrust and power balance with the flow inside. It is weighted by mass in the sum;
 * out[OPEN_TOTAL_PRESSURE] over out[OPEN_MASS] is the mean. */
UFV_HD double open_total_pressure(double mass, const double momentum[3], double energy, double p, const double s[3],
                                  double gamma)
{
    double twice = 0.0, total = energy / mass;
    for (int d = 0; d < 3; d++) {
        double u = (momentum[d] - p * s[d]) / mass;
        twice += u * u;
    }
    double static_enthalpy = total - 0.5 * twice;
    if (!(static_enthalpy > 0.01 * total)) /* beyond Mach 22 of air: a face that nothing to speak of crosses */
        return p;
    return p * (double)power((real)(total / static_enthalpy), (real)(gamma / (gamma - 1.0)));
}

/* Of face begin + i, into out[N_OPEN] as enum open_sum. Faces that symmetry_plane takes out of the patch count
 * nothing. The energy flux of a face that moves, and the total pressure by it, hold the power of the pressure on it
 * too. In double, as all sums over the mesh. */
UFV_HD void open_sum_body(lid i, const struct open_args *a, double out[N_OPEN])
{
    const struct mesh_view *m = &a->m;
    lid f = a->begin + i;
    int64_t nf = m->n_flux;
    /* Mass flow (kg/s) and energy flow (W) out of the domain; pressure (Pa). */
    double mass = (double)a->flux[f], energy = (double)a->flux[4 * nf + f], p = (double)a->pressure[f];
    double s[3], momentum[3];
    real n[3], area;
    /* A factor and no branch: faces that do not count make the same sums of zeros. */
    int counts = m->face_patch[f] == a->patch;
    face_unit_normal(m, f, n, &area);
    for (int d = 0; d < 3; d++) {
        s[d] = (double)m->normal[d * (int64_t)m->n_faces + f];
        momentum[d] = (double)a->flux[(1 + d) * nf + f] + a->taken_off * s[d];
        out[OPEN_FORCE + d] = counts ? momentum[d] - a->reference * s[d] : 0.0;
        out[OPEN_PRESSURE_FORCE + d] = counts ? (p - a->reference) * s[d] : 0.0;
    }
    out[OPEN_MASS] = counts ? mass : 0.0;
    out[OPEN_ENERGY] = counts ? energy : 0.0;
    out[OPEN_TOTAL_PRESSURE] =
        counts && mass != 0.0 ? mass * open_total_pressure(mass, momentum, energy, p, s, a->gamma) : 0.0;
    out[OPEN_PRESSURE] = counts ? p * (double)area : 0.0;
    out[OPEN_AREA] = counts ? (double)area : 0.0;
    out[OPEN_BOTH_WAYS] = counts ? (mass < 0.0 ? -mass : mass) : 0.0;
}

#endif
