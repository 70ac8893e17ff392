/* target_lift_case.c: [target], the angle of attack of a given lift: its keys, and what it needs of the others and of
 * the patches.
 */
#include "features/target_lift/target_lift_case.h"

#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_table.h"
#include "error.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define ROW(key, fallback, least, most, unit, help)                                                \
    CASE_ROW_NUMBER(struct target_lift_case, target, key, key, fallback, least, most, unit, help)
static const struct case_row rows[] = {
    CASE_ROW_SECTION(target, "the angle of attack for a given lift (steady flow)"),
    ROW(cl, NAN, -100, 100, "",
        "lift coefficient to be reached by adjusting alpha, starting from [flow] alpha; the run has converged when the "
        "criterion of [stop] is met at this lift"),
    ROW(tolerance, 1e-4, 1e-12, 1, "", "tolerance of cl (absolute)"),
    ROW(alpha_min, -5, -90, 90, "degrees", "lower limit of alpha"),
    ROW(alpha_max, 12, -90, 90, "degrees",
        "upper limit of alpha; the run ends with a message if the lift cannot be reached within the limits"),
};
#undef ROW
static const struct case_table table = {rows, sizeof rows / sizeof *rows};

/* Keys that would have no effect are refused and not passed over. */
static int check_alone(const struct case_file *c)
{
    static const char *const key[] = {"alpha_min", "alpha_max", "tolerance"};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < c->config.n_entries; i++)
            CASE_NEED(strcmp(c->config.entry[i].section, "target") != 0 || strcmp(c->config.entry[i].key, key[k]) != 0,
                      "target", key[k], "has no effect without [target] cl; add that, or take this out");
    return 0;
}

/* The search changes the wind of a steady flow between iterations: whatever has an instant, an axis or
 * a state of its own that the wind would leave behind does not go with it. */
static int check(struct case_file *c, void *spec, bool *asked)
{
    const struct target_lift_case *t = spec;
    *asked = !isnan(t->cl);
    if (!*asked)
        return check_alone(c);
    CASE_NEED(c->flow.mach > 0, "target", "cl", "needs a moving free stream; set [flow] mach");
    CASE_NEED(c->time.scheme != TIME_DUAL && c->time.local, "target", "cl",
              "is for steady flow: set [time] scheme = implicit, or local = yes with an explicit one");
    CASE_NEED(!c->derived.motion.steady, "target", "cl",
              "does not go with [frame] type = rotating, whose axis the wind follows");
    CASE_NEED(c->numerics.freeze_limiter == 0 && isnan(c->numerics.freeze_limiter_drop), "target", "cl",
              "does not go with [numerics] "
              "freeze_limiter and freeze_limiter_drop: limiters would stay those of an angle on the way");
    CASE_NEED(c->numerics.pipeline == PIPELINE_FAST, "target", "cl", "needs [numerics] pipeline = fast");
    CASE_NEED(c->initial.kind == INITIAL_UNIFORM, "target", "cl", "needs [initial] kind = uniform");
    CASE_NEED(t->tolerance > 0, "target", "tolerance", "must be positive");
    CASE_NEED(t->alpha_min < t->alpha_max, "target", "alpha_min", "must be less than alpha_max");
    CASE_NEED(
        c->flow.alpha >= t->alpha_min && c->flow.alpha <= t->alpha_max, "flow", "alpha",
        "is where the search for [target] cl starts and must lie between its alpha_min and alpha_max; move it, or "
        "them");
    return 0;
}

/* Does what the patch prescribes turn with alpha?
 * By comparison of the direction: patch_defaults() gives an inflow that names none the free stream's. */
static bool follows_wind(const struct case_file *c, const struct bc_values *v)
{
    const double *wind = c->derived.reference.drag_axis;
    bool same = v->direction != DIRECTION_NORMAL && v->dx == (real)wind[0] && v->dy == (real)wind[1] &&
                v->dz == (real)wind[2];
    return v->kind == BC_FARFIELD || v->kind == BC_SUPERSONIC_INFLOW ||
           ((v->kind == BC_TOTAL_INFLOW || v->kind == BC_MASS_INFLOW) && same);
}

static int check_patches(struct case_file *c, const void *spec, const struct pack *p, const struct bc_values *values)
{
    bool wall = false, wind = false;
    (void)spec;
    for (int k = 0; k < p->n_patches; k++) {
        /* Of the whole mesh, so that all ranks come to the same answer. */
        if (p->patch[k].n_faces == 0)
            continue;
        if (values[k].kind == BC_PRESCRIBED)
            return error_set(
                "%s: [target] cl needs boundaries that turn with the wind, but patch '%s' is prescribed; make "
                "it a farfield",
                c->config.path, p->patch[k].name);
        wall = wall || bc_kind_is_wall((enum bc_kind)values[k].kind);
        wind = wind || follows_wind(c, &values[k]);
    }
    if (!wall)
        return error_set(
            "%s: [target] cl needs a wall that lifts, and the mesh has none; give one the kind wall or slip in "
            "[patches]",
            c->config.path);
    if (!wind)
        return error_set("%s: [target] cl needs a patch that turns with the wind (farfield, or an inflow without a "
                         "direction of its own), and there is none", c->config.path);
    return 0;
}

static void note(const struct case_file *c, const void *spec, FILE *f)
{
    const struct target_lift_case *t = spec;
    fprintf(f, "ufv-solve: searching for the alpha of cl %g (within %g), starting at %g degrees, between %g and %g\n",
            t->cl, t->tolerance, c->flow.alpha, t->alpha_min, t->alpha_max);
}

const struct feature_case feature_target_lift_case = {.size = sizeof(struct target_lift_case),
                                                      .table = &table,
                                                      .read = check,
                                                      .check_patches = check_patches,
                                                      .sets = "flow.alpha",
                                                      .note = note};
