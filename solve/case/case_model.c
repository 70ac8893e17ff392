/* case_model.c: viscosity and turbulence of a case's free stream. */
#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_turbulence.h"
#include "error.h"

#include <math.h>

/* The viscosity of the free stream from its Reynolds number, or the one given. The Reynolds number is that of the free
 * stream, so the viscosity it gives belongs to the temperature there, whatever viscosity_temperature says. */
static int work_out_viscosity(struct case_file *c)
{
    double speed = c->flow.mach * sqrt(c->flow.gamma * c->flow.pressure / c->flow.density);
    CASE_NEED(isnan(c->flow.reynolds) || isnan(c->flow.viscosity), "flow", "viscosity",
              "the Reynolds number already gives it; leave one out");
    CASE_NEED(!isnan(c->flow.reynolds) || !isnan(c->flow.viscosity), "flow", "reynolds",
              "viscous equations need it, or [flow] viscosity; with neither set [model] equations = euler");
    CASE_NEED(!(c->flow.reynolds <= 0), "flow", "reynolds", "must be positive");
    CASE_NEED(c->flow.reynolds_length > 0, "flow", "reynolds_length", "must be positive");
    CASE_NEED(!(c->flow.viscosity <= 0), "flow", "viscosity",
              "must be positive; for inviscid flow set [model] equations = euler");
    CASE_NEED(!(c->flow.viscosity_temperature <= 0), "flow", "viscosity_temperature", "must be positive");
    CASE_NEED(isnan(c->flow.reynolds) || speed > 0, "flow", "reynolds",
              "needs a moving free stream; give [flow] viscosity instead");
    CASE_NEED(c->flow.sutherland >= 0, "flow", "sutherland", "must not be negative");
    CASE_NEED(c->flow.prandtl > 0, "flow", "prandtl", "must be positive");
    CASE_NEED(c->flow.prandtl_turbulent > 0, "flow", "prandtl_turbulent", "must be positive");
    /* The reference of Sutherland's law: the viscosity is that of this temperature. */
    if (isnan(c->flow.viscosity_temperature) || !isnan(c->flow.reynolds))
        c->flow.viscosity_temperature = c->flow.temperature;
    if (isnan(c->flow.viscosity))
        c->flow.viscosity = c->flow.density * speed * c->flow.reynolds_length / c->flow.reynolds;
    return 0;
}

struct turbulence_stream case_turbulence_stream(const struct case_file *c)
{
    double sound2 = c->flow.gamma * c->flow.pressure / c->flow.density;
    return (struct turbulence_stream){.mach = c->flow.mach,
                                      .sound = sqrt(sound2),
                                      .sound2 = sound2,
                                      .density = c->flow.density,
                                      .mu = (double)fluid_viscosity(&c->derived.fluid, (real)c->flow.temperature),
                                      .nu_ratio = c->model.freestream_nu,
                                      .intensity = c->model.freestream_intensity,
                                      .viscosity_ratio = c->model.freestream_viscosity_ratio};
}

/* The variables of the turbulence model in the free stream, and the least values that they may take: far below. */
static int work_out_turbulence(struct case_file *c)
{
    struct turbulence *t = &c->derived.turbulence;
    const struct turbulence_stream stream = case_turbulence_stream(c);
    double least[NV_MODEL] = {0};
    CASE_NEED(c->model.freestream_nu > 0, "model", "freestream_nu", "must be positive");
    CASE_NEED(!(c->model.freestream_intensity <= 0), "model", "freestream_intensity", "must be positive");
    CASE_NEED(c->model.freestream_viscosity_ratio > 0, "model", "freestream_viscosity_ratio", "must be positive");
    t->ft2 = c->model.sa_ft2;
    t->negative = c->model.sa_negative;
    t->sst_2003 = c->model.sst == SST_2003 || c->model.sst == SST_2003_V;
    t->sst_vorticity = c->model.sst == SST_2003_V || c->model.sst == SST_1994_V;
    model_stream(&stream, t, c->derived.freestream_turbulence, least, (int)c->model.equations);
    for (int v = 0; v < equations_variables(c->model.equations) - NV; v++) {
        CASE_NEED(c->derived.freestream_turbulence[v] > 0, "model", "freestream_intensity",
                  "needs a moving free stream");
        t->least[v] = (real)least[v];
    }
    return 0;
}

/* Changes to the turbulence models, and where they do not belong: a setting that would have no effect is refused, not
 * passed over. */
static int work_out_corrections(struct case_file *c)
{
    const char *needs = "needs [model] equations = sa or sst", *paper = "does not go with [numerics] pipeline = paper";
    bool turbulent = equations_are_turbulent(c->model.equations), fast = c->numerics.pipeline == PIPELINE_FAST;
    CASE_NEED(c->model.qcr == QCR_NONE || turbulent, "model", "qcr", needs);
    CASE_NEED(!c->model.rotation_correction || turbulent, "model", "rotation_correction", needs);
    CASE_NEED(!c->model.compressibility_correction || turbulent, "model", "compressibility_correction", needs);
    CASE_NEED(c->model.qcr == QCR_NONE || fast, "model", "qcr", paper);
    CASE_NEED(!c->model.rotation_correction || fast, "model", "rotation_correction", paper);
    CASE_NEED(!c->model.compressibility_correction || fast, "model", "compressibility_correction", paper);
    CASE_NEED(c->model.qcr != QCR_2013_V || model_has_qcr_2013_v((int)c->model.equations), "model", "qcr",
              "2013-v is for [model] equations = sa; with sst take 2000");
    CASE_NEED(!c->model.rotation_correction || c->time.local, "model", "rotation_correction",
              "leaves out how the strain rate changes in time and needs [time] local = yes");
    c->derived.turbulence.quadratic = (int)c->model.qcr;
    c->derived.turbulence.rotation = c->model.rotation_correction;
    c->derived.turbulence.compressible = c->model.compressibility_correction;
    return 0;
}

/* What pipeline = paper cannot do. */
static int check_paper(const struct case_file *c)
{
    if (c->numerics.pipeline != PIPELINE_PAPER)
        return 0;
    CASE_NEED(c->numerics.precision == PRECISION_DOUBLE, "numerics", "precision",
              "must be double with pipeline = paper");
    CASE_NEED(c->numerics.gradient == GRADIENT_NODE, "numerics", "gradient", "must be node with pipeline = paper");
    CASE_NEED(!c->output.integrals, "output", "integrals", "does not go with [numerics] pipeline = paper");
    CASE_NEED(c->numerics.flux == FLUX_ROE, "numerics", "flux", "must be roe with pipeline = paper");
    CASE_NEED(c->numerics.limiter == LIMITER_PRESSURE || c->numerics.limiter == LIMITER_NONE, "numerics", "limiter",
              "must be pressure or none with pipeline = paper");
    CASE_NEED(c->numerics.freeze_limiter == 0, "numerics", "freeze_limiter", "must be 0 with pipeline = paper");
    CASE_NEED(isnan(c->numerics.freeze_limiter_drop), "numerics", "freeze_limiter_drop",
              "does not go with pipeline = paper");
    CASE_NEED(c->model.equations == EQUATIONS_EULER || c->model.equations == EQUATIONS_LAMINAR ||
                  c->model.equations == EQUATIONS_SA,
              "model", "equations", "must be euler, laminar or sa with pipeline = paper");
    return 0;
}

/* fluid and turbulence are what kernels get, by value; inviscid runs need nothing but the gas. */
int case_work_out_model(struct case_file *c)
{
    TRY(check_paper(c));
    TRY(work_out_corrections(c));
    c->derived.fluid = (struct fluid){.gamma = (real)c->flow.gamma, .gas_constant = (real)c->flow.gas_constant};
    /* Of an inviscid case the keys of viscosity are not looked at: case_notes.c says that they have no
     * effect. */
    if (!equations_are_viscous(c->model.equations))
        return 0;
    TRY(work_out_viscosity(c));
    c->derived.fluid.viscosity = (real)c->flow.viscosity;
    c->derived.fluid.temperature = (real)c->flow.viscosity_temperature;
    c->derived.fluid.sutherland = (real)c->flow.sutherland;
    c->derived.fluid.prandtl = (real)c->flow.prandtl;
    c->derived.fluid.prandtl_turbulent = (real)c->flow.prandtl_turbulent;
    return work_out_turbulence(c);
}
