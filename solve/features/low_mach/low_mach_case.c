/* low_mach_case.c: the key low_mach of [numerics]: what it goes with, and its cut-off speed. */
#include "features/low_mach/low_mach_case.h"

#include "bc_kind.h"
#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_table.h"
#include "error.h"
#include "physics/inviscid_low_mach.h"

#include <math.h>

static const struct case_row rows[] = {
    CASE_ROW_SWITCH(struct low_mach_case, numerics, low_mach, on, false,
                    "roe, hllc and ausm-up of implicit schemes: preconditioned for low Mach numbers (Turkel 1987; "
                    "Weiss & Smith 1995): where the flow is subsonic, dissipation, far field and pseudo-time steps "
                    "scale with its speed, not with that of sound"),
};
static const struct case_table table = {rows, sizeof rows / sizeof *rows};

/* V is at least this many times the cut-off speed, so that little of a flow about a body is faster. With 1 cylinders
 * and airfoils have larger errors behind their suction peaks, and an airfoil at 10 degrees takes twice the
 * evaluations. */
static const double SLOWEST = 2;

/* HLLE, which a case that names no flux may have got, has no form for low Mach numbers. */
static int read(struct case_file *c, void *spec, bool *asked)
{
    const double mach = isnan(c->numerics.cutoff_mach) ? c->flow.mach : c->numerics.cutoff_mach;
    *asked = ((const struct low_mach_case *)spec)->on;
    if (!*asked)
        return 0;
    if (c->numerics.flux == FLUX_HLLE && !case_gives(c, "numerics", "flux"))
        c->numerics.flux = FLUX_HLLC;
    CASE_NEED(flux_at_low_mach((int)c->numerics.flux) >= 0, "numerics", "low_mach",
              "goes with flux = roe, hllc or ausm-up");
    CASE_NEED(case_is_implicit(c), "numerics", "low_mach",
              "needs [time] scheme = implicit or dual-time; explicit steps would be too short");
    CASE_NEED(mach > 0, "numerics", "cutoff_mach",
              "must be given with low_mach = yes when the free stream's Mach number is zero; take that of the slowest "
              "flow that matters");
    c->derived.slowest = SLOWEST * mach * sqrt(c->flow.gamma * c->flow.pressure / c->flow.density);
    return 0;
}

/* Of the preconditioned far field (boundary.h) the velocity yields to a pressure from inside by 1 / (rho V) instead of
 * 1 / (rho c). About a body that pressure vanishes; in a duct it is what the outlet sets. */
static void note_patches(const struct case_file *c, const struct pack_patch *patch, int n,
                         const struct bc_values *values, FILE *f)
{
    int far = -1, outlet = -1;
    for (int k = 0; k < n; k++) {
        if (patch[k].n_faces > 0 && values[k].kind == BC_FARFIELD)
            far = k;
        if (patch[k].n_faces > 0 && values[k].kind == BC_PRESSURE_OUTLET && values[k].outlet == OUTLET_PRESSURE &&
            fabs((double)values[k].pressure - c->flow.pressure) > 1e-3 * c->flow.pressure)
            outlet = k;
    }
    if (far >= 0 && outlet >= 0)
        fprintf(f,
                "ufv-solve: note: with [numerics] low_mach the flow through the far field %s depends strongly on the "
                "pressure of the outlet %s; if this is a duct, make its inlet total-inflow, or leave low_mach out\n",
                patch[far].name, patch[outlet].name);
}

const struct feature_case feature_low_mach_case = {
    .size = sizeof(struct low_mach_case), .table = &table, .read = read, .note_patches = note_patches};
