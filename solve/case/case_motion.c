/* case_motion.c: velocities of faces: what they do not go with, and walls that turn in a mesh at rest. */
#include "bc_kind.h"
#include "case/case_file.h"
#include "case/case_parts.h"
#include "error.h"
#include "features/features.h"

int case_check_moving(const struct case_file *c, const char *section, const char *key)
{
    CASE_NEED(c->numerics.precision == PRECISION_DOUBLE, section, key, "needs [numerics] precision = double");
    CASE_NEED(c->numerics.pipeline == PIPELINE_FAST, section, key, "does not go with [numerics] pipeline = paper");
    CASE_NEED(c->model.qcr == QCR_NONE, section, key, "does not go with [model] qcr");
    CASE_NEED(!c->model.rotation_correction, section, key,
              "does not go with [model] rotation_correction, which is for axes at rest");
    return 0;
}

int case_check_moving_start(const struct case_file *c, const char *section, const char *key)
{
    CASE_NEED(c->initial.kind == INITIAL_UNIFORM || motion_is_of_zone(&c->derived.motion), section, key,
              "needs [initial] kind = uniform");
    return 0;
}

static bool turns(const struct bc_values *v)
{
    return v->kind == BC_WALL && (v->wall_rotation[0] != 0 || v->wall_rotation[1] != 0 || v->wall_rotation[2] != 0);
}

/* A wall that turns in its own plane at rest (a wheel, a hub) needs velocities of faces, but the mesh itself does
 * not move: moves is set, steady and unsteady are not. */
static int check_patch(struct case_file *c, const char *name, const struct bc_values *v)
{
    const char *needs = features_kind_needs(c->features, v->kind);
    if (needs)
        return error_set("%s: patch '%s': kind %s needs %s", c->config.path, name,
                         bc_kind_name((enum bc_kind)v->kind), needs);
    if (!turns(v))
        return 0;
    c->derived.motion.moves = true;
    TRY(case_check_moving_start(c, "patches", name));
    return case_check_moving(c, "patches", name);
}

int case_check_moving_patches(struct case_file *c, const struct pack *p, const struct bc_values *values)
{
    for (int k = 0; k < p->n_patches; k++)
        if (p->patch[k].n_faces > 0)
            TRY(check_patch(c, p->patch[k].name, &values[k]));
    return 0;
}
