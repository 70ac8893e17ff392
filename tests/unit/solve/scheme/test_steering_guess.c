/* Steering of the implicit scheme, on made-up residuals: a run from a first guess, whose steps follow the quality of
 * their linear models.
 */
#include "check.h"
#include "unit/solve/scheme/steering_bed.h"

/* One step whose system was solved to a part of the residual, and which left another part of the unsteady one; by what
 * the CFL number grows. */
static double grows(struct bed *b, struct steering_outcome o, double left)
{
    o.left = left;
    b->cfl.cfl = 100; /* not so small that defect correction would take over */
    steering_after(&b->k, &b->cfl, bed_norms(1), &o);
    return b->cfl.cfl / 100;
}

/* From a first guess of a flow that is not limited: systems are solved as far as the last one was a model of its step,
 * from 0.3 down to 0.01, and the CFL number grows by 1.5 to 30. In other starts and with limiters from 0.6 down to 0.3,
 * and by 1.5 to 3. */
static void a_guess_is_led_by_its_linear_models(void)
{
    const struct steering_outcome o = {.reduction = 0.2};
    struct bed b = bed_sst(false), started = bed_sst(false), limited = bed_sst(true);
    steering_renew(&b.k, &b.cfl);
    steering_renew(&limited.k, &limited.cfl);
    limited.k.method = PHASE_NEWTON;
    cfl_control_bound(&limited.cfl, 1e8);
    CHECK(bed_tolerance(&b) == 0.3, "first %g", bed_tolerance(&b));
    const double left[] = {0.2, 0.201, 0.25, 0.6, 3, NAN}, tolerances[] = {0.01, 0.01, 0.05, 0.3, 0.3, 0.3},
                 growth[] = {30, 30, 3, 1.5, 1.5, 1.5}, others[] = {0.3, 0.3, 0.3, 0.4, 0.6, 0.6},
                 slowly[] = {3, 3, 3, 1.5, 1.5, 1.5};
    for (int i = 0; i < 6; i++) {
        struct bed *const all[] = {&b, &started, &limited};
        b.k.model_error = 1; /* so that the system counts as solved */
        for (int k = 0; k < 3; k++) {
            const double by = grows(all[k], o, left[i]), has = bed_tolerance(all[k]);
            CHECK(fabs(has - (k ? others[i] : tolerances[i])) < 1e-12, "bed %d, left %g: tolerance %g", k, left[i], has);
            CHECK(fabs(by - (k ? slowly[i] : growth[i])) < 1e-9, "bed %d, left %g: growth %g", k, left[i], by);
        }
    }
}

/* A step that was refused, shortened or limited, or a system that was not solved, says nothing of the next one. */
static void a_poor_step_is_no_model(void)
{
    const struct steering_outcome good = {.reduction = 0.005};
    struct steering_outcome poor[] = {good, good, good, good, good};
    poor[0].refused = poor[1].shortened = true;
    poor[2].limited = poor[2].cells = 1;
    poor[3].reduction = 0.025;
    poor[4].reduction = NAN;
    struct bed b = bed_sst(false);
    steering_renew(&b.k, &b.cfl);
    for (int i = 0; i < 5; i++) {
        grows(&b, good, good.reduction);
        b.k.steps = 0; /* no stall */
        CHECK(bed_tolerance(&b) == 0.01, "good: %g", bed_tolerance(&b));
        grows(&b, poor[i], poor[i].reduction);
        CHECK(bed_tolerance(&b) == 0.3, "poor %d: %g", i, bed_tolerance(&b));
    }
    /* Nor does one before the equations were changed. */
    grows(&b, good, good.reduction);
    steering_disturbed(&b.k);
    CHECK(bed_tolerance(&b) == 0.3, "disturbed: %g", bed_tolerance(&b));
}

static void a_checkpoint_holds_the_guess(void)
{
    struct bed b = bed_sst(false), c = bed_sst(false);
    steering_renew(&b.k, &b.cfl);
    grows(&b, (struct steering_outcome){.reduction = 0.2}, 0.25);
    bed_load(&c, &b);
    CHECK(c.k.guessed && bed_tolerance(&c) == bed_tolerance(&b) && bed_tolerance(&b) < 0.1, "tolerance %g", bed_tolerance(&c));
}

int main(void)
{
    CASE(a_guess_is_led_by_its_linear_models);
    CASE(a_poor_step_is_no_model);
    CASE(a_checkpoint_holds_the_guess);
    return check_end();
}
