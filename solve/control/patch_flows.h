/* patch_flows.h: what crosses each patch that lets fluid through, of the evaluated state: for forces.json, history.csv,
 * checkpoints, and features.
 */
#ifndef UFV_SOLVE_CONTROL_PATCH_FLOWS_H
#define UFV_SOLVE_CONTROL_PATCH_FLOWS_H

#include "open_flow.h"
#include "results/history_file.h"
#include "scheme/flow.h"

/* Collective. Fills sum[n_patches] with the sums of all ranks; patches that no fluid passes have zeros. With
 * sought_alone only patches whose pressure a controller sets are summed, the others get zeros.
 * With pipeline = paper all are zeros. Where the mesh moves OPEN_ENERGY and OPEN_TOTAL_PRESSURE are NAN. */
void patch_flows_measure(const struct case_file *c, const struct flow *f, bool sought_alone, double (*sum)[N_OPEN]);

/* Not collective, as what follows. Is the patch a face of an engine or a duct: an inflow or an outlet with a
 * pressure? */
bool patch_flows_is_duct(const struct domain *d, int patch);

/* The names of patches and groups that history.csv has columns of, [HISTORY_MASSES_MOST], borrowed; returns how many.
 * Of each group with such a patch, what crosses its open patches. */
int patch_flows_names(const struct domain *d, const char *name[HISTORY_MASSES_MOST]);

/* Their mass flows, kg/s out of the fluid, in the same order. */
void patch_flows_masses(const struct domain *d, double (*sum)[N_OPEN], double mass[HISTORY_MASSES_MOST]);

/* What the inflows and outlets of engines and ducts pass together, and what is left of the sum over all boundaries. */
struct mass_balance {
    bool any;        /* is there such an inflow or outlet, and does something cross it? */
    double in, out;  /* kg/s, through those; both are positive */
    double net;      /* kg/s out of the fluid through all boundaries, the far field included */
    double share;    /* its magnitude, as a part of the largest mass flow of an inflow or outlet */
};
struct mass_balance patch_flows_balance(const struct domain *d, double (*sum)[N_OPEN]);

/* Prints a line with the mass flow of each inflow and outlet and the balance; nothing where there is none. */
void patch_flows_print(const struct domain *d, double (*sum)[N_OPEN]);

/* Member "flows" with an object per open patch, and "group_flows" with one per group that has any, into an open
 * object; nothing where no patch is open. */
void patch_flows_write(const struct case_file *c, const struct flow *f, double (*sum)[N_OPEN], struct json *j);

#endif
