/* wall_functions_case.c: the key wall_functions of [model], and what it needs of the others. */
#include "features/wall_functions/wall_functions_case.h"

#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_table.h"
#include "error.h"

static const struct case_row rows[] = {
    CASE_ROW_SWITCH(struct wall_functions_case, model, wall_functions, on, false,
                    "sa, sst: wall functions: on no-slip walls the law of the wall gives the shear stress, the heat "
                    "flux and the turbulence variables next to the wall, for first cells at any y+ from 1 to 300"),
};
static const struct case_table table = {rows, sizeof rows / sizeof *rows};

/* Kernels read it with the settings of the model. */
static int check(struct case_file *c, void *spec, bool *asked)
{
    *asked = ((const struct wall_functions_case *)spec)->on;
    c->derived.turbulence.modelled_walls = *asked;
    if (!*asked)
        return 0;
    CASE_NEED(equations_are_turbulent(c->model.equations), "model", "wall_functions",
              "needs [model] equations = sa or sst");
    CASE_NEED(c->numerics.pipeline == PIPELINE_FAST, "model", "wall_functions",
              "does not go with [numerics] pipeline = paper");
    CASE_NEED(!c->derived.motion.moves, "model", "wall_functions",
              "does not go with [frame] and [motion]; walls may have a velocity");
    return 0;
}

/* Kernels of walls that turn have none. */
static int check_patches(struct case_file *c, const void *spec, const struct pack *p, const struct bc_values *values)
{
    (void)spec, (void)p, (void)values;
    CASE_NEED(!c->derived.motion.moves, "model", "wall_functions",
              "does not go with walls that turn; they may have a velocity");
    return 0;
}

const struct feature_case feature_wall_functions_case = {
    .size = sizeof(struct wall_functions_case), .table = &table, .read = check, .check_patches = check_patches};
