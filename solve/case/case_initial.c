/* case_initial.c: [initial] of a case: ranges, and what its kinds need. */
#include "case/case_file.h"
#include "case/case_parts.h"
#include "error.h"

#include <math.h>

static int check_isotropic(const struct case_file *c)
{
    if (c->initial.kind != INITIAL_ISOTROPIC)
        return 0;
    CASE_NEED(c->initial.fluctuation > 0, "initial", "fluctuation",
              "must be given with kind = isotropic, more than zero");
    CASE_NEED(c->initial.integral_length > 0, "initial", "integral_length",
              "must be given with kind = isotropic, more than zero");
    CASE_NEED(c->initial.box > 0, "initial", "box", "must be given with kind = isotropic, more than zero");
    return 0;
}

int case_check_initial(const struct case_file *c)
{
    CASE_NEED(c->initial.radius_inner > 0, "initial", "radius_inner", "must be positive");
    CASE_NEED(c->initial.vortex_length > 0, "initial", "vortex_length", "must be positive");
    /* At 1 the density would reach zero. */
    CASE_NEED(fabs(c->initial.amplitude) < 1, "initial", "amplitude", "must lie between -1 and 1");
    CASE_NEED(c->initial.left[0] > 0 && c->initial.left[4] > 0, "initial", "left",
              "needs positive density and pressure");
    CASE_NEED(c->initial.right[0] > 0 && c->initial.right[4] > 0, "initial", "right",
              "needs positive density and pressure");
    return check_isotropic(c);
}
