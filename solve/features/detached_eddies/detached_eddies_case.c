/* detached_eddies_case.c: what the keys of detached-eddy models say, and what they need of others. */
#include "features/detached_eddies/detached_eddies_case.h"

#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_table.h"
#include "error.h"

#include <math.h>

static const struct case_row rows[] = {
    CASE_ROW_WORD(struct detached_eddies_case, model, scales, scales, SCALES_RANS, CHOICES(SCALES),
                  "sa, sst: which scales of turbulence are modelled; rans: all; ddes, iddes: away from walls only "
                  "those smaller than the cells, by delayed detached-eddy simulation (Spalart et al. 2006) or its "
                  "improved form (Shur et al. 2008), with sst as in Gritskevich et al. 2012 (unsteady flow: local = "
                  "no)"),
    CASE_ROW_WORD(struct detached_eddies_case, model, scales_length, length, LENGTH_HMAX, CHOICES(SCALES_LENGTHS),
                  "ddes, iddes: measure of the cell size; hmax: the largest extent; vorticity: for ddes, the square "
                  "root of the cross-section normal to the vorticity (Deck 2012), for shear layers on long cells; sla: "
                  "the largest extent across the vorticity, reduced to a tenth where shear layers begin to roll up "
                  "(Shur et al. 2015)"),
    CASE_ROW_NUMBER(struct detached_eddies_case, model, c_des, constant, NAN, 1e-3, 10, "",
                    "ddes, iddes: the factor of the cell size (when not given: sa 0.65; sst 0.61, near walls 0.78)"),
    CASE_ROW_WORD(struct detached_eddies_case, numerics, blending, blending, BLENDING_NONE, CHOICES(BLENDINGS),
                  "keep; travin: a larger share of Roe's flux where a detached-eddy model resolves no turbulence, by "
                  "the function of Travin et al. 2002 (needs [model] scales)"),
    CASE_ROW_SWITCH(struct detached_eddies_case, time, hold_scales, hold, true,
                    "dual-time, with [model] scales = ddes or iddes: the lengths of the model, and with [numerics] "
                    "blending the shares of upwinding, are found at the first guess of a step (bdf2 and bdf2opt with a "
                    "predictor) and held while it is solved, so that its residual can drop by decades. no: they are "
                    "found anew in each evaluation"),
};
static const struct case_table table = {rows, sizeof rows / sizeof *rows};

/* Of models of all scales: keys that would have no effect are refused. */
static int check_idle(const struct case_file *c, const struct detached_eddies_case *s)
{
    CASE_NEED(s->length == LENGTH_HMAX, "model", "scales_length",
              s->length == LENGTH_VORTICITY ? "vorticity needs [model] scales = ddes; with iddes take hmax or sla"
                                            : "sla needs [model] scales = ddes or iddes");
    CASE_NEED(!case_gives(c, "time", "hold_scales"), "time", "hold_scales",
              "needs [model] scales = ddes or iddes, and scheme = dual-time");
    CASE_NEED(isnan(s->constant), "model", "c_des", "needs [model] scales = ddes or iddes");
    CASE_NEED(s->blending == BLENDING_NONE, "numerics", "blending", "travin needs [model] scales = ddes or iddes");
    return 0;
}

static int check(const struct case_file *c, const struct detached_eddies_case *s)
{
    CASE_NEED(equations_are_turbulent(c->model.equations), "model", "scales",
              "needs [model] equations = sa or sst, unless it is rans");
    CASE_NEED(!c->time.local, "model", "scales",
              "ddes and iddes are for unsteady flow: set [time] local = no, with scheme = dual-time or explicit steps");
    CASE_NEED(c->numerics.pipeline == PIPELINE_FAST, "model", "scales", "does not go with [numerics] pipeline = paper");
    CASE_NEED(!c->derived.turbulence.modelled_walls || s->scales != SCALES_IDDES, "model", "scales",
              "iddes resolves part of the layer at the wall and does not go with wall_functions; take ddes");
    CASE_NEED(s->length != LENGTH_VORTICITY || s->scales == SCALES_DDES, "model", "scales_length",
              "vorticity needs [model] scales = ddes; with iddes take hmax or sla");
    const bool given = case_gives(c, "time", "hold_scales");
    CASE_NEED(!given || c->time.scheme == TIME_DUAL, "time", "hold_scales",
              "needs [model] scales = ddes or iddes, and scheme = dual-time");
    CASE_NEED(!given || !s->hold || (c->time.method != METHOD_ESDIRK3 && c->time.predictor != PREDICTOR_NONE), "time",
              "hold_scales",
              "needs method = bdf2 or bdf2opt and a predictor: the lengths are those of a step's first guess");
    CASE_NEED(s->blending == BLENDING_NONE || c->numerics.flux == FLUX_KEEP, "numerics", "blending",
              "travin needs [numerics] flux = keep");
    return 0;
}

/* Kernels read the choices with the settings of the model. */
static int read(struct case_file *c, void *spec, bool *asked)
{
    const struct detached_eddies_case *s = spec;
    *asked = s->scales != SCALES_RANS;
    c->derived.turbulence.scales = (int)s->scales;
    c->derived.turbulence.scales_length = (int)s->length;
    c->derived.turbulence.c_des = (real)(isnan(s->constant) ? 0 : s->constant);
    return *asked ? check(c, s) : check_idle(c, s);
}

const struct feature_case feature_detached_eddies_case = {
    .size = sizeof(struct detached_eddies_case), .table = &table, .read = read};
