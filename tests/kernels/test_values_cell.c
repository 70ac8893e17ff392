/* Cell kernels as values (face_bed.h): eddy viscosity from given gradients, and the
 * update with implicit destruction, against their formulas. Bound everywhere: rounding.
 */
#include "face_bed.h"

/* mu_t and F1 of cells as they are stored, from given gradients. */
static void sst_eddy_viscosity_of_a_cell(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, EQUATIONS_SST);
        struct mms m = {.model = MMS_SST, .sst_2003 = i % 2 == 0};
        struct mms_point p = {.d = b.distance[1]};
        real gradients[NV_MAX][3];
        stored terms[2 * CELLS];
        double s2 = 0, w2 = 0;
        for (int v = 0; v < b.nv; v++) {
            p.q[v] = b.q[v * SLOTS + 1];
            for (int d = 0; d < 3; d++)
                gradients[v][d] = (real)(p.g[v][d] = grad(&b, v, d, 1));
        }
        for (int k = 0; k < 3; k++)
            for (int d = 0; d < 3; d++) {
                s2 += 0.5 * pow(p.g[1 + k][d] + p.g[1 + d][k], 2);
                w2 += 0.5 * pow(p.g[1 + k][d] - p.g[1 + d][k], 2);
            }
        p.strain = sqrt(s2);
        p.vorticity = sqrt(w2);
        p.mu = viscosity(temperature_of(p.q));
        mms_sst_eddy(&m, &p);
        struct gradient_args a = {.m = b.a.m, .q = b.q, .fluid = b.a.fluid, .turbulence = {.sst_2003 = m.sst_2003},
                                  .mu_t = b.mu_t, .f1 = b.f1, .terms = terms};
        turbulence_cell(1, &a, gradients, EQUATIONS_SST);
        double cross = 0;
        for (int d = 0; d < 3; d++)
            cross += p.g[5][d] * p.g[6][d];
        CHECK_NEAR(b.mu_t[1], p.mut, 1e-12 * p.mut);
        CHECK_NEAR(b.f1[1], p.f1, 1e-12);
        CHECK_NEAR(terms[CELLS + 1], cross, 1e-13);
    }
}

/* A stage leads to (w + dt (F + J rho phi)) / (1 + dt J) with w = keep rho0 phi0 + (1 -
 * keep) rho phi, so that F = 0 is steady; below the least value it is set to that and
 * counted. */
static void implicit_destruction(void)
{
    lid bad = 7, clipped = 0;
    real q[NV_MAX] = {0}, next[NV_MAX] = {(real)1.1};
    struct cell_step c = {.old = {(real)0.9, 0, 0, 0, 1, (real)0.45},
                          .now = {(real)1.2, 0, 0, 0, 1, (real)0.4},
                          .source_jacobian = {3, 0},
                          .step = (real)0.1};
    struct update_args a = {
        .m = {.n_slots = 1}, .q = q, .diverged_cell = &bad, .clipped = &clipped, .keep = (real)0.75};
    c.residual[NV] = (real)-0.7;
    update_report(0, &a, update_turbulence(0, &a, &c, 6, next));
    double w = 0.75 * 0.9 * 0.45 + 0.25 * 1.2 * 0.4, expected = (w + 0.1 * (-0.7 + 3 * 1.2 * 0.4)) / (1 + 0.3) / 1.1;
    CHECK_NEAR(q[NV], expected, 1e-15);
    CHECK(next[NV] == q[NV], "%g", (double)next[NV]);
    CHECK(clipped == 0 && bad == 7, "%d %d", clipped, bad);
    c.residual[NV] = -100;
    a.turbulence.least[0] = (real)0.01;
    update_report(0, &a, update_turbulence(0, &a, &c, 6, next));
    CHECK_NEAR(q[NV], a.turbulence.least[0], 0);
    CHECK(clipped == 1, "%d", clipped);
}

int main(void)
{
    CASE(sst_eddy_viscosity_of_a_cell);
    CASE(implicit_destruction);
    return check_end();
}
