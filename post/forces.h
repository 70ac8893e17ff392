/* forces.h: pressure and friction summed over patches, and the coefficients.
 *
 * The force on the body is sum over boundary faces of (p - p_inf) S, where the
 * area vector S points out of the fluid into the body, and of the friction that
 * the flow exerts, when the fields hold it: boundary fields wall_shear_x, _y, _z
 * in Pa. Moments are about the reference centre, in the mesh's axes.
 */
#ifndef UFV_POST_FORCES_H
#define UFV_POST_FORCES_H

#include "results.h"

struct force {
    double force[3], moment[3]; /* N, N m */
};

struct forces {
    int n_patches;
    bool has_friction;
    bool *chosen;                      /* owned; [n_patches] */
    struct force *pressure, *friction; /* owned; [n_patches] */
    double *area;                      /* owned; [n_patches] m^2 */
};

/* Sums over the chosen patches, rank after rank and face after face. */
int forces_integrate(const struct results *r, const struct cli_list *globs, struct forces *f);
void forces_free(struct forces *f);

struct force force_sum(const struct force *a, const struct force *b);
struct force_coefficients forces_coefficients(const struct solution_reference *r, const struct force *f);

/* ufv-post forces; json NULL: no file. */
int forces_command(const struct results *r, const struct cli_list *globs, const char *json, bool quiet);

#endif
