/* body_force_case.c: [body_force], a constant force on each mass. */
#include "features/body_force/body_force_case.h"

#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_table.h"
#include "error.h"

#include <stddef.h>

static const struct case_row rows[] = {
    CASE_ROW_SECTION(body_force, "a constant force on each mass, for channels and periodic pipes"),
    CASE_ROW_VECTOR(struct body_force_case, body_force, acceleration, acceleration, 3, "0 0 0", -1e9, 1e9, "m/s^2",
                    "force per unit mass; its work on the fluid is added to the energy. Not with [frame] and [motion]"),
};
static const struct case_table table = {rows, sizeof rows / sizeof *rows};

/* The force keeps its direction: axes of a mesh that moves turn. */
static int check(struct case_file *c, void *spec, bool *asked)
{
    const double *a = ((const struct body_force_case *)spec)->acceleration;
    *asked = a[0] != 0 || a[1] != 0 || a[2] != 0;
    if (!*asked)
        return 0;
    CASE_NEED(c->numerics.pipeline == PIPELINE_FAST, "numerics", "pipeline", "must be fast for [body_force]");
    CASE_NEED(!c->derived.motion.steady, "frame", "type", "does not go with [body_force]; leave one of them out");
    CASE_NEED(!c->derived.motion.unsteady, "motion", "frequency",
              "and other keys of [motion] do not go with [body_force]");
    return 0;
}

const struct feature_case feature_body_force_case = {
    .size = sizeof(struct body_force_case), .table = &table, .read = check};
