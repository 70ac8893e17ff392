/* The turbulence models' formulas, value by value, against the same written anew in
 * tests/mms_model.h, over all their branches; elementary functions against libm.
 */
#include "check.h"
#include "mms_model.h"
#include "random.h"
#include "kernels/turbulence_sources.h"

static uint64_t seed = 17;

/* 10^low .. 10^high, evenly by its logarithm. */
static double spread(double low, double high)
{
    return pow(10, low + (high - low) * random_unit(&seed));
}

static void elementary_functions(void)
{
    for (int i = 0; i < 20000; i++) {
        double x = spread(-6, 1.6), y = 1 + 64 * random_unit(&seed);
        /* six squarings multiply a rounding by 64; the cut at 40 leaves 4e-18 */
        CHECK_NEAR(exp_minus((real)x), exp(-x), 2e-14 * exp(-x) + 5e-18);
        CHECK_NEAR(tanh_positive((real)x), tanh(x), 1e-14);
        CHECK_NEAR(sixth_root((real)y), pow(y, 1.0 / 6), 1e-15 * 4);
    }
    CHECK(isnan(exp_minus((real)NAN)) && isnan(tanh_positive((real)NAN)), "not-a-number must stay");
}

/* Production less destruction, with and without f_t2, negative values, both branches
 * of the modified vorticity and of r. Bound: rounding, times r^6 in fw. */
static void spalart_allmaras_sources(void)
{
    int branch[4] = {0};
    for (int i = 0; i < 50000; i++) {
        double v = spread(-6, -1), chi = spread(-3, 4) * (random_unit(&seed) < 0.2 ? -1 : 1), d = spread(-4, 1);
        double nu = chi * v, vorticity = spread(-2, 5);
        for (int ft2 = 0; ft2 < 2; ft2++) {
            double expected = mms_sa_production_destruction(nu, v, vorticity, d, ft2);
            struct sa_source s = sa_production_destruction((real)nu, (real)v, (real)vorticity, (real)d, ft2);
            double size = 0.1355 * vorticity * fabs(nu) + 3.3 * 2 * pow(nu / d, 2);
            CHECK_NEAR(s.value, expected, 1e-12 * size);
            CHECK(s.source_jacobian >= 0, "%g", s.source_jacobian);
        }
        double bar = nu / (0.41 * 0.41 * d * d) * (1 - chi / (1 + chi * mms_fv1(chi)));
        branch[nu < 0 ? 0 : bar < -0.7 * vorticity ? 1 : nu / (vorticity * 0.168 * d * d) > 10 ? 2 : 3]++;
        CHECK_NEAR(sa_viscosity_ratio((real)chi), chi > 0 ? chi * mms_fv1(chi) : 0, 1e-14 * fabs(chi));
        CHECK_NEAR(sa_diffusivity((real)chi), mms_sa_diffusivity(chi), 1e-12 * (1 + fabs(chi)));
    }
    for (int k = 0; k < 4; k++)
        CHECK(branch[k] > 1000, "branch %d was met %d times", k, branch[k]);
}

/* The pointwise-implicit destruction is its derivative where nothing but
 * destruction is there: -P' + D' seen by a difference. */
static void spalart_allmaras_relaxation(void)
{
    /* r above 10: fw is constant, D = cw1 fw (nu / d)^2 */
    double nu = 1, d = 0.1, e = 1e-6, vorticity = 1e-3, v = 1e-4;
    double up = mms_sa_production_destruction(nu + e, v, vorticity, d, false);
    double down = mms_sa_production_destruction(nu - e, v, vorticity, d, false);
    struct sa_source s = sa_production_destruction((real)nu, (real)v, (real)vorticity, (real)d, 0);
    CHECK_NEAR(s.source_jacobian, -(up - down) / (2 * e), 1e-3 * s.source_jacobian);
}

/* Eddy viscosity, blending and sources of all four versions over their branches. */
static void sst_formulas(void)
{
    int limited = 0, strained = 0, turbulent = 0;
    for (int i = 0; i < 20000; i++) {
        struct mms m = {.model = MMS_SST, .nv = 7, .mu = spread(-6, -2), .sutherland = 0.4, .distance = spread(-4, 1),
                        .sst_2003 = i % 2 == 0, .sst_vorticity = i % 4 < 2};
        double x[3] = {random_unit(&seed), random_unit(&seed), random_unit(&seed)}, s[2];
        for (int k = 0; k < 5; k++) {
            m.mean[k] = k == 0 || k == 4 ? 1 : 0.5;
            m.amplitude[k] = k == 0 || k == 4 ? 0.1 : spread(-1, 1);
        }
        m.mean[5] = spread(-5, 0);
        m.mean[6] = spread(-1, 4);
        m.amplitude[5] = 0.4 * m.mean[5];
        m.amplitude[6] = 0.4 * m.mean[6];
        struct mms_point p = mms_at(&m, x);
        mms_model_sources(&m, x, s);
        double cross = 0;
        for (int d = 0; d < 3; d++)
            cross += p.g[5][d] * p.g[6][d];
        double rate = m.sst_2003 ? p.strain : p.vorticity;
        const struct sst_point at = {(real)p.q[0], (real)p.q[5], (real)p.q[6], (real)cross};
        struct turbulence_eddies c = sst_eddy_viscosity(at, (real)p.mu, (real)rate, (real)p.d, m.sst_2003);
        double production = m.sst_vorticity ? p.vorticity * p.vorticity
                                            : p.strain * p.strain - 2.0 / 3 * p.divergence * p.divergence;
        struct sst_source mine = sst_sources_at(at, (real)production, c, m.sst_2003);
        double destruction = 0.09 * p.q[0] * p.q[5] * p.q[6];
        CHECK_NEAR(c.f1, p.f1, 1e-12);
        CHECK_NEAR(c.mu_t, p.mut, 1e-12 * p.mut);
        CHECK_NEAR(mine.k, s[0], 1e-12 * (p.mut * production + 20 * destruction));
        CHECK_NEAR(mine.omega, s[1],
                   1e-12 * p.q[0] * (production + p.q[6] * p.q[6] + 2 * fabs(cross) / p.q[6]));
        CHECK(mine.source_jacobian_k > 0 && mine.source_jacobian_omega > 0, "%g %g", mine.source_jacobian_k,
              mine.source_jacobian_omega);
        limited += p.mut * production > (m.sst_2003 ? 10 : 20) * destruction;
        strained += p.mut < 0.99 * p.q[0] * p.q[5] / p.q[6];
        turbulent += p.f1 > 0.01 && p.f1 < 0.99;
    }
    CHECK(limited > 500 && strained > 500 && turbulent > 500, "branches: %d %d %d", limited, strained, turbulent);
    CHECK_NEAR(sst_wall_omega((real)1e-5, (real)1e-3), 10 * 6 * 1e-5 / (0.075 * 1e-6), 1e-6);
}

/* F1 of a cell on the nose of an airfoil whose k is held at the least value of the scheme (NACA 4412, 225 x 65 nodes,
 * SI units): its gradient of k alone would make it 0.1. In a turbulent layer nothing is changed. */
static void sst_blending_without_turbulence(void)
{
    const struct sst_point on_nose = {(real)1.17, (real)1.1e-6, (real)2.4e7, (real)1.2e12};
    const struct sst_point in_layer = {(real)1.17, (real)20, (real)1e4, (real)1e9};
    for (int is_2003 = 0; is_2003 < 2; is_2003++) {
        struct turbulence_eddies nose = sst_eddy_viscosity(on_nose, (real)2.4e-5, (real)6e5, (real)7.6e-6, is_2003);
        CHECK_NEAR(nose.f1, 1, 1e-12);
        struct turbulence_eddies layer = sst_eddy_viscosity(in_layer, (real)2.4e-5, (real)1e3, (real)0.02, is_2003);
        CHECK(layer.f1 < 0.1, "%g", (double)layer.f1);
    }
    CHECK_NEAR(sst_blending_least((real)0.5), exp(-pow(0.5, 8)), 1e-14);
    CHECK_NEAR(sst_blending_least((real)1), exp(-1.0), 1e-14);
}

/* The kernel's sum of all sources in a cell whose gradients are given, among them the
 * small ones that a manufactured solution hardly sees (grad rho . grad nu_tilde).
 * Bound: rounding of sums whose largest term is `size`. */
static void sources_of_a_cell(enum mms_model model, enum equations equations)
{
    for (int i = 0; i < 2000; i++) {
        struct mms m = {.model = model, .nv = equations_variables(equations), .mu = spread(-4, -2), .sutherland = 0.4,
                        .distance = spread(-1, 1), .sst_2003 = i % 2 == 0, .sst_vorticity = i % 4 < 2,
                        .ft2 = i % 2 == 0, .mean = {1, 0.5, 0.5, 0.5, 1, 0.05, 5},
                        .amplitude = {0.6, 0.4, 0.4, 0.4, 0.3, 0.04, 2}};
        double x[3] = {random_unit(&seed), random_unit(&seed), random_unit(&seed)}, expected[2], size = 0;
        struct mms_point p = mms_at(&m, x);
        struct turbulence_source mine;
        real q[NV_MAX];
        stored gradient[NV_MAX][3];
        real d = (real)p.d, mu_t = (real)p.mut, f1 = (real)p.f1;
        for (int v = 0; v < m.nv; v++) {
            q[v] = (real)p.q[v];
            for (int k = 0; k < 3; k++)
                gradient[v][k] = (stored)p.g[v][k];
        }
        struct update_args a = {.m = {.n_stencil = 1, .wall_distance = &d}, .mu_t = &mu_t, .f1 = &f1,
                                .fluid = {.gamma = (real)1.4, .gas_constant = 1, .viscosity = (real)m.mu,
                                          .temperature = 1, .sutherland = (real)0.4},
                                .turbulence = {.ft2 = m.ft2, .sst_2003 = m.sst_2003, .sst_vorticity = m.sst_vorticity}};
        mms_model_sources(&m, x, expected);
        struct flow_gradient f = flow_gradient_of(gradient, (stored)q[Q_RHO], (stored)q[Q_P], &a.fluid);
        struct turbulence_terms terms = model_terms(gradient, &f, &a.turbulence, equations);
        if (equations == EQUATIONS_SA)
            mine = turbulence_sources(0, &a, q, terms, EQUATIONS_SA);
        else
            mine = turbulence_sources(0, &a, q, terms, EQUATIONS_SST);
        size = fabs(expected[0]) + fabs(expected[1]) + 10;
        for (int k = 0; k < m.nv - NV; k++)
            CHECK_NEAR(mine.value[k], expected[k], 1e-12 * size);
    }
}

static void spalart_allmaras_sources_of_a_cell(void)
{
    sources_of_a_cell(MMS_SA, EQUATIONS_SA);
}

static void sst_sources_of_a_cell(void)
{
    sources_of_a_cell(MMS_SST, EQUATIONS_SST);
}

/* Sutherland's law against tabulated air: 1.716e-5 Pa s at 273.15 K and S = 110.4 K
 * give 2.301e-5 at 400 K and 4.19e-5 at 1000 K (White 2006, Table A-2, within 2 %). */
static void sutherland(void)
{
    struct fluid g = {.viscosity = (real)1.716e-5, .temperature = (real)273.15, .sutherland = (real)110.4};
    CHECK_NEAR(fluid_viscosity(&g, (real)273.15), 1.716e-5, 1e-18);
    CHECK_NEAR(fluid_viscosity(&g, 400), 2.301e-5, 0.02 * 2.301e-5);
    CHECK_NEAR(fluid_viscosity(&g, 1000), 4.19e-5, 0.02 * 4.19e-5);
    g.sutherland = 0;
    CHECK_NEAR(fluid_viscosity(&g, 1000), 1.716e-5, 0);
}

int main(void)
{
    CASE(elementary_functions);
    CASE(spalart_allmaras_sources);
    CASE(spalart_allmaras_relaxation);
    CASE(sst_formulas);
    CASE(sst_blending_without_turbulence);
    CASE(spalart_allmaras_sources_of_a_cell);
    CASE(sst_sources_of_a_cell);
    CASE(sutherland);
    return check_end();
}
