/* When a residual is nothing but rounding: that of a free stream is, on few cells and on many; that of a density which
 * varies by some parts in 1e14 from cell to cell is not. And when it rests, as one that may be rounding has to.
 */
#include "check.h"
#include "pipeline.h"
#include "random.h"
#include "scheme/implicit_units.h"
#include "scheme/integrator.h"
#include "unit/solve/scheme/steering_bed.h"

#include <string.h>

static struct comm comm;

/* What a step finds of a free stream on a box of such a shape whose density varies by so much. */
static bool is_rounding(const char *shape, double varied)
{
    struct case_file c;
    struct domain d;
    struct flow f;
    struct integrator it;
    uint64_t seed = 7;
    char config[PATH_MAX], packs[PATH_MAX];
    const char *b = pipeline_build(), *s = pipeline_scratch();
    snprintf(config, sizeof config, "%s/case.cfg", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    pipeline_write(config, "[flow]\nmach = 0.5\nalpha = 3\nup = z\n[patches]\n* = farfield\n");
    CHECK(pipeline_run("%s/tools/box_mesh --n %s --perturb 0.2 --out %s/box.cgns >/dev/null && rm -rf %s && "
                       "%s/ufv-prep --quiet %s/box.cgns --out %s >/dev/null", b, shape, s, packs, b, s, packs) == 0,
          "no packs");
    if (case_read(config, NULL, 0, &c) || domain_load(packs, &c, &comm, backend_cpu(1), &d) ||
        flow_create(&d, &c, EXCHANGE_STAGED, &f) || integrator_create(&f, &c, &it)) {
        CHECK(false, "%s", error_message());
        return false;
    }
    for (lid i = 0; i < d.view.n_owned; i++)
        f.q[i] *= (real)(1 + varied * random_signed(&seed));
    flow_evaluate(&f, true);
    CHECK(integrator_step(&it, 0, integrator_batch(&it, 1), integrator_time_step(&it, 0)) == 0, "%s", error_message());
    bool rounding = it.report.rounding;
    integrator_free(&it);
    flow_free(&f);
    domain_free(&d);
    case_free(&c);
    return rounding;
}

static void free_stream_is_rounding(void)
{
    CHECK(is_rounding("6 5 4", 0), "120 cells");
    CHECK(is_rounding("24 20 16", 0), "7,680 cells");
}
/* A bound that grew with the number of cells would take the second for rounding too. */
static void small_differences_are_not(void)
{
    CHECK(!is_rounding("6 5 4", 3e-14), "120 cells");
    CHECK(!is_rounding("24 20 16", 3e-14), "7,680 cells");
}
static void more_variables_have_more(void)
{
    const double norm = 2 * sqrt(6) * 2.220446e-16;
    CHECK(implicit_is_rounding(0.99 * norm, 6) && !implicit_is_rounding(1.01 * norm, 6), "six");
    CHECK(!implicit_is_rounding(0.99 * norm, 5) && implicit_is_rounding(norm, 7), "five, seven");
    CHECK(!implicit_may_be_rounding(0), "in double precision there is none of gradients");
}

/* Steps from a residual until it is found to rest; `most` at most. */
static int until_rest(struct bed *b, double r, int most)
{
    int n = 0;
    for (; n < most && !bed_before(b, r).rests; n++)
        bed_after(b, r);
    return n;
}
/* A residual that has not halved in 20 steps rests until it does. */
static void a_residual_comes_to_rest(void)
{
    struct bed b = bed_begin((struct steering_means){.corrects = true});
    CHECK(until_rest(&b, 1, 40) == 20 && !steering_is_newton(&b.k), "of defect correction");
    CHECK(until_rest(&b, 0.51, 40) == 0, "it has not halved");
    CHECK(until_rest(&b, 0.5, 40) == 20, "it has");
    steering_disturbed(&b.k);
    CHECK(until_rest(&b, 2, 40) == 20 && until_rest(&b, 1, 40) == 20, "of other equations");
    b = bed_begin((struct steering_means){.corrects = false});
    CHECK(until_rest(&b, 1, 40) == 20 && steering_is_newton(&b.k), "of Newton-Krylov");
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm);
    CASE(free_stream_is_rounding);
    CASE(small_differences_are_not);
    CASE(more_variables_have_more);
    CASE(a_residual_comes_to_rest);
    comm_finish();
    return check_end();
}
