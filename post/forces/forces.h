/* forces.h: pressure and friction summed over patches, and the coefficients.
 *
 * The force on the body is sum over boundary faces of (p - p_inf) S, where the
 * area vector S points out of the fluid into the body, and of the friction that
 * the flow exerts, when the fields hold it: boundary fields wall_shear_x, _y, _z
 * in Pa. Moments are about the reference centre, in the mesh's axes.
 */
#ifndef UFV_POST_FORCES_FORCES_H
#define UFV_POST_FORCES_FORCES_H

#include "fields/results.h"

struct force {
    double force[3], moment[3]; /* N, N m */
};

/* Through a patch that is no wall, out of the fluid: by the fluxes of the run where it recorded them; else by the state
 * of the cells at its faces, so that it is as accurate as a first-order flux. */
struct patch_flow {
    double mass, momentum[3]; /* kg/s; N: of rho u (u . S), without pressure */
};

struct forces {
    int n_patches;
    bool has_friction;
    bool *chosen;                      /* owned; [n_patches] */
    struct force *pressure, *friction; /* owned; [n_patches] */
    struct patch_flow *flow;           /* owned; [n_patches]; zero for walls and symmetry */
    double *area;                      /* owned; [n_patches] m^2 */
};

/* Sums over the patches of r (opened with RESULTS_GEOMETRY) that match the globs, or all
 * walls without any, rank after rank and face after face; free with forces_free(). An error,
 * with nothing to free, when a glob matches none, a rank cannot be read, or a pressure or
 * friction is not a finite number. */
int forces_integrate(const struct results *r, const struct cli_list *globs, struct forces *f);

/* Is patch b solid or crossed by nothing? Patches that are not have a flow. */
bool forces_is_closed(const struct results *r, int b);

/* Is it an inflow or an outlet of its own, the face of an engine or a duct, whose flow the run recorded? */
bool forces_is_duct(const struct results *r, int b);

/* The sum of the mass flows through all boundaries, kg/s out of the fluid, and the largest of an inflow or outlet.
 * False: there is none. */
bool forces_mass_balance(const struct results *r, double *sum, double *largest);

/* Frees the arrays and zeroes the struct. */
void forces_free(struct forces *f);

/* a + b. */
struct force force_sum(const struct force *a, const struct force *b);

/* Coefficients of a force by what the run recorded as its reference. */
struct force_coefficients forces_coefficients(const struct solution_reference *r, const struct force *f);

struct forces_options {
    struct cli_list patches; /* globs and groups; none: all walls */
    const char *json;        /* file, or NULL */
    const char *centre;      /* "X,Y,Z", m: moments are about this point; NULL: the run's */
    double area, length;     /* m^2, m: coefficients are formed with these; 0: with the run's */
    bool quiet;              /* nothing on stdout */
};

/* ufv-post forces: prints the table, and a note when the run has not converged, and writes it as JSON. r was opened
 * with RESULTS_GEOMETRY. Further errors: an option out of range, no free stream that moves, no reference area or
 * length, a file that cannot be written. */
int forces_command(const struct results *r, const struct forces_options *o);

#endif
