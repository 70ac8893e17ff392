/* A zone that turns in a mesh at rest: which cells it has, the stream along its axis, which it must not change, a zone
 * of the whole mesh, which must be a frame of the whole mesh to the bit, and what does not fit.
 */
#include "features/motion/moving_mesh.h"
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"
#include "mem.h"
#include "random.h"
#include "scheme/integrator.h"

/* Against distances from the axis and along it, of an oblique cylinder. */
static void cells(void)
{
    const struct motion m = {.axis = {0.6, 0, 0.8}, .centre = {0.1, 0.2, 0.3}, .in_zone = true, .zone_radius = 0.7,
                             .zone_begin = -0.4, .zone_end = 0.9};
    uint64_t seed = 5;
    int held = 0;
    for (int i = 0; i < 1000; i++) {
        double arm[3], x[3], nearest;
        for (int d = 0; d < 3; d++) {
            arm[d] = 1.2 * random_signed(&seed);
            x[d] = m.centre[d] + arm[d];
        }
        double along = 0.6 * arm[0] + 0.8 * arm[2], across = hypot(arm[1], 0.8 * arm[0] - 0.6 * arm[2]);
        bool inside = across < 0.7 && along > -0.4 && along < 0.9;
        CHECK(motion_zone_holds(&m, x, &nearest) == inside, "%g along, %g across", along, across);
        held += inside;
    }
    CHECK(held > 100 && held < 900, "%d", held);
}

/* ---- flows ---- */

/* Steps of a flow in the box of perturbed cells; q: out, owned by the caller, NULL after a failure. */
static double *march(const char *text, int steps, struct flow_bed *t)
{
    struct integrator it = {0};
    double *q = NULL;
    int status = flow_bed_make("--perturb 0.2 --seed 3", text, t) || integrator_create(&t->f, &t->c, &it);
    if (status == 0)
        flow_evaluate(&t->f, true);
    for (int64_t k = 0; k < steps && status == 0; k++)
        status = integrator_step(&it, k, 1, integrator_time_step(&it, k));
    CHECK(status == 0, "%s", error_message());
    if (status == 0) {
        q = mem_alloc("state", (size_t)t->d.view.n_owned * NV, sizeof *q);
        flow_download(&t->f, q);
    }
    integrator_free(&it);
    return q;
}

static const char head[] = "[flow]\nmach = 0.5\npressure = 1\ndensity = 1\n[time]\nlocal = yes\nscheme = %s\n[frame]\n"
                           "type = rotating\nrate = 0.7\naxis = 1 0 0\ncentre = 0.2 0.45 0.55\n%s\n[patches]\n%s\n";

/* The cells' faces are warped, and those of the zone's surface follow no cylinder: velocities of 0.3 beside a sound of
 * 1.2. Without the source for swept volume it is 1e-3 and more after a step. */
static void stream_along_the_axis(void)
{
    static const char *const schemes[] = {"rk", "implicit"};
    for (int s = 0; s < 2; s++) {
        struct flow_bed t;
        char text[1024];
        snprintf(text, sizeof text, head, schemes[s], "zone_radius = 0.33\nzone_begin = 0.1\nzone_end = 0.5",
                 "* = farfield");
        double *q = march(text, 6, &t), worst = 0;
        const double stream[NV] = {1, 0.5 * sqrt(1.4), 0, 0, 1};
        for (lid i = 0; q && i < NV * t.d.view.n_owned; i++) {
            double change = fabs(q[i] - stream[i / t.d.view.n_owned]);
            worst = change <= worst ? worst : change;
        }
        const double *zone = ((const struct motion_run *)feature_own(t.d.features, "motion"))->zone;
        CHECK(zone[ZONE_CELLS] > 3 && zone[ZONE_CELLS] < 40, "%g cells", zone[ZONE_CELLS]);
        CHECK(zone[ZONE_NORMAL] > 0.1 * zone[ZONE_SPEED], "%g of %g", zone[ZONE_NORMAL], zone[ZONE_SPEED]);
        CHECK(worst < 1e-12, "%s: %.2e", schemes[s], worst); /* rounding of fluxes of size 1 in six steps */
        mem_free(q);
        flow_bed_free(&t);
    }
}

/* Walls that drag the gas about: slip walls of a box turn with the mesh. */
static void zone_of_the_whole_mesh(void)
{
    double *q[2];
    lid n = 0;
    for (int k = 0; k < 2; k++) {
        struct flow_bed t;
        char text[1024];
        snprintf(text, sizeof text, head, "rk", k ? "zone_radius = 9" : "", "* = slip\nx* = farfield");
        q[k] = march(text, 3, &t);
        n = t.d.view.n_owned;
        flow_bed_free(&t);
    }
    CHECK(q[0] && q[1] && memcmp(q[0], q[1], (size_t)n * NV * sizeof *q[0]) == 0, "bits differ");
    double most = 0;
    for (lid i = 0; q[0] && i < n; i++)
        most = fmax(most, fabs(q[0][2 * n + i]));
    CHECK(most > 1e-3, "nothing moves: %g", most);
    mem_free(q[0]);
    mem_free(q[1]);
}

/* The radius of a rotor goes with a zone too. */
static void zone_with_a_radius(void)
{
    struct flow_bed t;
    char text[1024];
    snprintf(text, sizeof text, head, "rk", "zone_radius = 9\nradius = 1", "* = slip\nx* = farfield");
    CHECK(flow_bed_make("--perturb 0.2 --seed 3", text, &t) == 0, "refused: %s", error_message());
    flow_bed_free(&t);
}

/* ---- mistakes ---- */

static void check_says(const char *zone, const char *patches, const char *sentence)
{
    struct flow_bed t;
    char text[1024];
    snprintf(text, sizeof text, head, "rk", zone, patches);
    CHECK(flow_bed_make("--perturb 0.2 --seed 3", text, &t) != 0, "accepted: %s", zone);
    CHECK(strstr(error_message(), sentence) != NULL, "not '%s' but: %s", sentence, error_message());
    flow_bed_free(&t);
}

static void what_does_not_fit(void)
{
    const char *far = "* = farfield";
    check_says("zone_end = 1", far, "needs zone_radius");
    check_says("zone_radius = 1\nzone_begin = 2\nzone_end = 1", far, "must lie beyond zone_begin");
    check_says("zone_radius = 1\nzone_begin = 50", far, "no cell of the mesh lies in the zone");
    check_says("zone_radius = 1\nzone_end = 0.3", "* = farfield\nxmin = total-inflow", "has faces in the zone of [frame]");
    check_says("zone_radius = 1", "* = farfield\nymin = symmetry", "the mesh moves across a symmetry plane");
    struct case_file c;
    CHECK(case_read(flow_case_file("[flow]\nmach = 0.5\n[frame]\nzone_radius = 1\n"), NULL, 0, &c) != 0, "accepted");
    CHECK(strstr(error_message(), "needs type = rotating") != NULL, "%s", error_message());
    case_free(&c);
}

/* What would not fit faces of the zone is allowed elsewhere. */
static void what_fits(void)
{
    struct flow_bed t;
    char text[1024];
    snprintf(text, sizeof text, head, "rk", "zone_radius = 0.3\nzone_begin = 0.1",
             "* = farfield\nymin = symmetry\nxmin = total-inflow");
    CHECK(flow_bed_make("--perturb 0.2 --seed 3", text, &t) == 0, "%s", error_message());
    flow_bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE_OF("motion", cells);
    CASE_OF("motion", stream_along_the_axis);
    CASE_OF("motion", zone_of_the_whole_mesh);
    CASE_OF("motion", zone_with_a_radius);
    CASE_OF("motion", what_does_not_fit);
    CASE_OF("motion", what_fits);
    comm_finish();
    return check_end();
}
