/* patch_forces.h: sums of forces over patches and groups, in the coefficients that users read. Not collective.
 * force[N_FORCES]: N and N m (kernels/update.h); [n_patches] of them where there are several.
 */
#ifndef UFV_SOLVE_CONTROL_PATCH_FORCES_H
#define UFV_SOLVE_CONTROL_PATCH_FORCES_H

#include "scheme/flow.h"

/* Forces (N) and moments (N m) of the pressure, then of friction. */
enum { N_FORCES = 12, N_FORCE_MOMENT = 6 };

/* Pressure, friction, both. */
struct force_parts {
    struct force_coefficients pressure, friction, total;
};

/* Coefficients about the axes of the mesh, as it stands at that time (s). */
struct force_parts patch_force_parts(const struct case_file *c, double time, const double force[N_FORCES]);

/* Those of the sum over group k, 0 .. g->n - 1, by the group's own reference values. */
struct force_parts patch_force_parts_of_group(const struct case_file *c, const struct patch_groups *g, int k,
                                              double time, const double force[N_FORCES]);

/* Sums the forces of n_patches patches into total[N_FORCES]. */
void patch_forces_add(double (*force)[N_FORCES], int n_patches, double total[N_FORCES]);

/* Sums the forces of the patches in group k, 0 .. g->n - 1, into sum[N_FORCES]. It takes the patches' sums, so that a
 * group costs no loop over faces. */
void patch_forces_of_group(const struct patch_groups *g, double (*force)[N_FORCES], int k, double sum[N_FORCES]);

#endif
