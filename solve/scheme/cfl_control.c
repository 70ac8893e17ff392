/* cfl_control.c: the course of explicit runs, and the rules that lead implicit ones. */
#include "scheme/cfl_control.h"

#include <math.h>

struct cfl_control cfl_control_ramp(const struct case_file *c)
{
    return (struct cfl_control){.c = c, .cfl = case_cfl(c, 0)};
}

struct cfl_control cfl_control_led(double start, double growth, double least, double most)
{
    return (struct cfl_control){.cfl = start, .least = least, .most = most, .growth = growth};
}

/* A led number changes in cfl_control_after() alone. */
double cfl_control_at(struct cfl_control *k, int64_t iteration)
{
    if (k->c)
        k->cfl = case_cfl(k->c, iteration);
    return k->cfl;
}

/* The factor on the CFL number. Comparisons are made so that not-a-number counts as bad.
 * The order is that of gravity: a step that was taken back weighs more than one that the line search
 * shortened, and both more than a linear system that was solved badly. reduction > 0.5: GMRES with all
 * its vectors has hardly moved the residual, so that the matrix must become far more diagonal (0.3);
 * twice the tolerance: less (0.6); just short of it: 0.9 keeps a run at the largest CFL number that its
 * vectors can solve. Growth asks for 40 % of the vectors to be left over, since the next, larger step
 * will need more of them. */
static double factor_after(const struct cfl_control *k, const struct cfl_seen *seen)
{
    if (seen->refused)
        return 0.2;
    if (seen->shortened)
        return 0.5;
    if (k->pause)
        return 1;
    /* NaN stands for defect correction, which solves to no tolerance. */
    if (!isnan(seen->reduction) && !(seen->reduction <= seen->tolerance))
        return seen->reduction > 0.5 ? 0.3 : seen->reduction > 2 * seen->tolerance ? 0.6 : 0.9;
    return seen->limited || !(seen->effort <= 0.6) ? 1 : k->growth;
}

/* The number stays for one step after it had to fall: growing at once would meet the same refusal.
 * A course (explicit runs) is the user's and is not changed by what steps meet. */
void cfl_control_after(struct cfl_control *k, const struct cfl_seen *seen)
{
    if (k->c)
        return;
    double cfl = k->cfl * factor_after(k, seen);
    k->pause = seen->refused || seen->shortened;
    k->cfl = fmin(fmax(cfl, k->least), k->most);
}
