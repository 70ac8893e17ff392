/* case_low_mach.c: numerics.low_mach: what it goes with, and its cut-off speed. */
#include "case/case_file.h"
#include "case/case_parts.h"
#include "error.h"
#include "physics/inviscid_low_mach.h"

#include <math.h>

/* V is at least this many times the cut-off speed, so that little of a flow about a body is faster. With 1 cylinders
 * and airfoils have larger errors behind their suction peaks, and an airfoil at 10 degrees takes twice the
 * evaluations. */
static const double SLOWEST = 2;

double case_slowest(const struct case_file *c)
{
    double mach = isnan(c->cutoff_mach) ? c->mach : c->cutoff_mach;
    return c->low_mach ? SLOWEST * mach * sqrt(c->gamma * c->pressure / c->density) : 0;
}

int case_check_low_mach(const struct case_file *c)
{
    if (!c->low_mach)
        return 0;
    CASE_NEED(flux_at_low_mach((int)c->flux) >= 0, "numerics", "low_mach", "goes with flux = roe, hllc or ausm-up");
    CASE_NEED(case_is_implicit(c), "numerics", "low_mach",
              "needs [time] scheme = implicit or dual-time; explicit steps would be too short");
    CASE_NEED(c->mach > 0 || !isnan(c->cutoff_mach), "numerics", "cutoff_mach",
              "must be given with low_mach = yes when the free stream's Mach number is zero; take that of the slowest "
              "flow that matters");
    return 0;
}
