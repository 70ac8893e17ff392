/* restart_blend.c: a first guess from several runs, such as a straight line through two points of a polar: each is read
 * by way of the flow, and what has gone too far from the first is put back.
 */
#include "checkpoint/restart_blend.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Farthest that density and pressure may go from those of the run restarted from.
 * Weights of an extrapolation are of both signs, so that a cell at a shock that has moved can come out with a
 * negative density. */
static const double FARTHEST = 2;
/* A polynomial through points of a polar has weights of about 1. */
static const double MOST_WEIGHT = 1000;

/* The last '=' parts the two, since a path may contain others. */
int restart_blend_parse(const char *text, char *results, size_t size, double *weight)
{
    const char *equals = strrchr(text, '=');
    *weight = NAN;
    if (!equals || equals == text || text_to_double(equals + 1, weight) != 0 || !(fabs(*weight) <= MOST_WEIGHT))
        return error_set("--blend %s: write RESULTS=WEIGHT, with a number of %g to %g as the weight", text,
                         -MOST_WEIGHT, MOST_WEIGHT);
    if ((size_t)(equals - text) >= size)
        return error_set("--blend: a path of %zu characters is too long", (size_t)(equals - text));
    memcpy(results, text, (size_t)(equals - text));
    results[equals - text] = '\0';
    return 0;
}

void restart_blend_add(double *to, double weight, const double *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] += weight * from[i];
}

/* Comparisons that are false for not-a-number: such a value is far. */
static bool is_far(double value, double base)
{
    return !(value * FARTHEST >= base && value <= base * FARTHEST);
}

/* A cell is put back whole: a density of one state with the pressure of another is none of either. */
lid restart_blend_hold(double *q, const double *base, lid n, int n_variables)
{
    lid held = 0;
    for (lid i = 0; i < n; i++) {
        const size_t rho = (size_t)i, p = (size_t)Q_P * (size_t)n + (size_t)i;
        bool hold = is_far(q[rho], base[rho]) || is_far(q[p], base[p]);
        for (int v = NV; v < n_variables; v++)
            hold = hold || !(q[(size_t)v * (size_t)n + (size_t)i] > 0);
        for (int v = 0; hold && v < n_variables; v++)
            q[(size_t)v * (size_t)n + (size_t)i] = base[(size_t)v * (size_t)n + (size_t)i];
        held += hold;
    }
    return held;
}

/* Collective. sum += weight (q of one of --blend - base), which the flow holds in between.
 * checkpoint_read() has no other target than the flow; three states are therefore on the host at once. */
static int add_one(const char *text, const char *old_packs, struct case_file *c, struct flow *f, double *sum,
                   const double *base)
{
    char results[4096];
    double weight;
    struct checkpoint_start start;
    const size_t n = (size_t)f->domain->view.n_owned * (size_t)f->n_variables;
    TRY(restart_blend_parse(text, results, sizeof results, &weight));
    TRY(checkpoint_read(results, old_packs, c, f, &start));
    /* The read has put the file's state into the flow, whichever mesh or stream it was of. */
    double *q = mem_alloc("state", n, sizeof *q);
    flow_download(f, q);
    restart_blend_add(q, -1, base, n);
    restart_blend_add(sum, weight, q, n);
    mem_free(q);
    return 0;
}

/* With weights w the sum is base + sum of w (q - base), so that the weight of base itself, 1 - sum of w, is never
 * given by the user. A failed read fails on all ranks alike (checkpoint_read() is collective). */
int restart_blend(const struct cli_list *blend, const char *old_packs, struct case_file *c, struct flow *f)
{
    const lid n = f->domain->view.n_owned;
    const size_t values = (size_t)n * (size_t)f->n_variables;
    double *base = mem_alloc("state", values, sizeof *base), *sum = mem_alloc("state", values, sizeof *sum);
    int status = 0;
    flow_download(f, base);
    /* base is the restart's own state, which the files' differences are counted from. */
    memcpy(sum, base, values * sizeof *sum);
    for (int k = 0; k < blend->n && status == 0; k++)
        status = add_one(blend->item[k], old_packs, c, f, sum, base);
    /* Weights beyond 0 .. 1 may leave density or pressure not positive: such cells take base. */
    restart_blend_hold(sum, base, n, f->n_variables);
    if (status == 0)
        flow_upload(f, sum);
    mem_free(sum);
    mem_free(base);
    return status;
}
