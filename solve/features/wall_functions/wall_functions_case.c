/* wall_functions_case.c: what the key wall_functions of [model] needs of the others. */
#include "features/wall_functions/wall_functions_case.h"

#include "case/case_file.h"
#include "case/case_parts.h"
#include "error.h"

static int check(struct case_file *c, void *spec, bool *asked)
{
    (void)spec;
    *asked = c->turbulence.modelled_walls;
    if (!*asked)
        return 0;
    CASE_NEED(equations_are_turbulent(c->model), "model", "wall_functions", "needs [model] equations = sa or sst");
    CASE_NEED(c->pipeline == PIPELINE_FAST, "model", "wall_functions", "does not go with [numerics] pipeline = paper");
    CASE_NEED(c->turbulence.scales != SCALES_IDDES, "model", "wall_functions",
              "does not go with scales = iddes, which resolves part of the layer at the wall; take ddes");
    return 0;
}

const struct feature_case feature_wall_functions_case = {.size = 1, .read = check};
