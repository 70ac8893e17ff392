/* cfl_control.c: the ramp of explicit runs, and the only places where the CFL number of implicit ones is written. */
#include "scheme/cfl_control.h"

#include <math.h>

struct cfl_control cfl_control_ramp(const struct case_file *c)
{
    return (struct cfl_control){.c = c, .cfl = case_cfl(c, 0)};
}

struct cfl_control cfl_control_adaptive(double start, double least, double most)
{
    return (struct cfl_control){.cfl = start, .least = least, .most = most};
}

/* An adaptive number changes in cfl_control_change() alone. */
double cfl_control_at(struct cfl_control *k, int64_t iteration)
{
    if (k->c)
        k->cfl = case_cfl(k->c, iteration);
    return k->cfl;
}

void cfl_control_bound(struct cfl_control *k, double most)
{
    k->most = most;
}

static double changed(const struct cfl_control *k, struct cfl_change change)
{
    switch (change.how) {
    case CFL_KEEP: return k->cfl;
    case CFL_SET: return change.by;
    case CFL_AT_LEAST: return fmax(k->cfl, change.by);
    case CFL_AT_MOST: return fmin(k->cfl, change.by);
    case CFL_CUT: return fmin(k->cfl, fmax(k->cfl * change.by, change.floor));
    case CFL_TIMES:
    case CFL_BACK: return fmin(fmax(k->cfl * change.by, k->least), k->most);
    }
    return k->cfl;
}

/* A ramp is the user's and is not changed by what steps meet. */
void cfl_control_change(struct cfl_control *k, struct cfl_change change)
{
    if (k->c)
        return;
    k->cfl = changed(k, change);
    if (change.how == CFL_TIMES || change.how == CFL_BACK)
        k->pause = change.how == CFL_BACK;
}

void cfl_control_restore(struct cfl_control *k, double cfl, bool pause)
{
    k->cfl = cfl;
    k->pause = pause;
}
