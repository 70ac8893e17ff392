/* Changes to the turbulence models as values: the quadratic constitutive relation, the Spalart-Shur factor, the
 * compressibility corrections, against the same written with index notation in tests/mms_model.h; and their kernels in
 * cells and on faces of random shape.
 */
#include "cell_bed.h"
#include "mms_model.h"

#include "kernels/correction.h"
#include "kernels/flux.h"

/* The kernels' own arc tangent (solve/physics/elementary.h) against the C library's over twelve decades, both signs; at
 * 0, far out, and for a not-a-number. */
static void arc_tangents(void)
{
    for (int i = 0; i < 20000; i++) {
        double x = pow(10, -6 + 12 * random_unit(&seed)) * (i % 2 ? 1 : -1);
        CHECK_NEAR(arc_tangent((real)x), atan(x), 1e-15 * 4);
    }
    CHECK(arc_tangent((real)0) == 0, "%g", arc_tangent((real)0));
    CHECK_NEAR(arc_tangent((real)1e300), 1.5707963267948966, 1e-15);
    CHECK(isnan(arc_tangent((real)NAN)), "not-a-number must stay");
}

/* Random velocity gradients, of size 10^-2 .. 10^4. */
static struct flow_gradient random_gradient(double g[3][3])
{
    double size = pow(10, -2 + 6 * random_unit(&seed));
    struct flow_gradient f = {{0}, {0}, {0}, {0}};
    stored *row[3] = {f.u, f.v, f.w};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            g[i][j] = size * random_signed(&seed);
            row[i][j] = (stored)g[i][j];
        }
    return f;
}

/* The flux must be that of the whole quadratic stress less the linear one, which the viscous flux has already; its work
 * that of the stress with the velocity; no mass. Both versions alternate. */
static void quadratic_stress(void)
{
    static const int number[] = {[QCR_NONE] = 0, [QCR_2000] = 2000, [QCR_2013_V] = 2013};
    for (int i = 0; i < 5000; i++) {
        double g[3][3], whole[3][3], linear[3][3], n[3], u[3], mut = random_unit(&seed), size = 0, work = 0;
        struct flow_gradient f = random_gradient(g);
        int version = i % 2 ? QCR_2000 : QCR_2013_V;
        stored normal[3], velocity[3];
        for (int k = 0; k < 3; k++) {
            normal[k] = (stored)(n[k] = random_signed(&seed));
            velocity[k] = (stored)(u[k] = random_signed(&seed));
        }
        mms_eddy_stress(g, mut, number[version], whole);
        mms_eddy_stress(g, mut, 0, linear);
        struct flux5 q = quadratic_flux(version, &f, velocity, (stored)mut, normal);
        const real mine[3] = {q.mx, q.my, q.mz};
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                size = fmax(size, 10 * mut * fabs(g[k][j]));
        for (int k = 0; k < 3; k++) {
            double expected = 0;
            for (int j = 0; j < 3; j++)
                expected += (whole[k][j] - linear[k][j]) * n[j];
            CHECK_NEAR(mine[k], expected, 1e-14 * size); /* rounding of sums of nine */
            work += expected * u[k];
        }
        CHECK_NEAR(q.energy, work, 1e-13 * size);
        CHECK(q.mass == 0, "%g", q.mass);
    }
}

/* A shear layer du/dy: O_xy = 1, hence -2 * 0.3 tau on the xx stress, +2 * 0.3 tau on yy; and no gradient, no stress. */
static void quadratic_stress_of_a_shear_layer(void)
{
    struct flow_gradient f = {{0, 5, 0}, {0}, {0}, {0}}, rest = {{0}, {0}, {0}, {0}};
    const stored u[3] = {0, 0, 0}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    CHECK_NEAR(quadratic_flux(QCR_2000, &f, u, 2, x).mx, -2 * 0.3 * 10, 1e-14);
    CHECK_NEAR(quadratic_flux(QCR_2000, &f, u, 2, y).my, 2 * 0.3 * 10, 1e-14);
    CHECK_NEAR(quadratic_flux(QCR_2000, &f, u, 2, y).mx, 0, 1e-14);
    CHECK_NEAR(quadratic_flux(QCR_2013_V, &f, u, 2, y).my, 2 * 0.3 * 10 - 2.5 * 10, 1e-14);
    CHECK(quadratic_flux(QCR_2013_V, &rest, u, 2, y).my == 0, "stress of a fluid at rest");
}

static void rotation_factors(void)
{
    int bounded[3] = {0}, negative = 0;
    for (int i = 0; i < 20000; i++) {
        double g[3][3], ds[3][3], d6[6], size = 0;
        static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
        struct flow_gradient f = random_gradient(g);
        real d[STRAIN_PARTS];
        for (int k = 0; k < 3; k++)
            size = fmax(size, fmax(fabs(g[k][0]), fmax(fabs(g[k][1]), fabs(g[k][2]))));
        for (int k = 0; k < 6; k++) {
            d6[k] = size * size * pow(10, -3 + 3 * random_unit(&seed)) * random_signed(&seed);
            d[k] = (real)d6[k];
            ds[row[k]][column[k]] = ds[column[k]][row[k]] = d6[k];
        }
        double omega = size * pow(10, -1 + 3 * random_unit(&seed));
        double sa = mms_rotation_factor(g, ds, -1), sst = mms_rotation_factor(g, ds, omega);
        /* rounding, times 12 / D^4 */
        CHECK_NEAR(rotation_factor_sa(&f, d), sa, 1e-11);
        CHECK_NEAR(rotation_factor_sst(&f, d, (real)omega), sst, 1e-11);
        /* Counts the branches that the random cases met: a bound that no case reaches would be tested by nobody. */
        bounded[sst == 0 ? 0 : sst == 1.25 ? 1 : 2]++;
        negative += sa < 0;
    }
    CHECK(bounded[0] > 30 && bounded[1] > 300 && bounded[2] > 300 && negative > 300, "branches %d %d %d %d", bounded[0],
          bounded[1], bounded[2], negative);
}

/* A shear layer is no rotation: f_r1 = 1; solid-body rotation has no strain: -1 (SA), 0 (SST); a fluid at rest: 1. */
static void rotation_factor_of_known_flows(void)
{
    const real none[STRAIN_PARTS] = {0};
    struct flow_gradient shear = {{0, 7, 0}, {0}, {0}, {0}}, turn = {{0, -3, 0}, {3, 0, 0}, {0}, {0}};
    struct flow_gradient rest = {{0}, {0}, {0}, {0}};
    CHECK_NEAR(rotation_factor_sa(&shear, none), 1, 1e-15);
    CHECK_NEAR(rotation_factor_sst(&shear, none, 5), 1, 1e-15);
    CHECK_NEAR(rotation_factor_sa(&turn, none), -1, 1e-15);
    CHECK_NEAR(rotation_factor_sst(&turn, none, 5), 0, 1e-15);
    CHECK_NEAR(rotation_factor_sa(&rest, none), 1, 1e-15);
    CHECK_NEAR(rotation_factor_sst(&rest, none, 5), 1, 1e-15);
}

/* Beside a convex wall, where the speed grows outwards (n = 3), less is produced; where the circulation falls outwards
 * (n = -2), more: plane flow along circles, u_theta = r^n at (r, 0), where S_xy = (n - 1) r^(n-1) / 2 and DS_xx/Dt = -2 u_theta S_xy / r. */
static void rotation_factor_on_circles(void)
{
    for (int k = 0; k < 2; k++) {
        double n = k ? 3 : -2, r = 2, u = pow(r, n), shear = 0.5 * (n - 1) * u / r, turn = -2 * u / r * shear;
        struct flow_gradient f = {{0, (stored)(-u / r), 0}, {(stored)(n * u / r), 0, 0}, {0}, {0}};
        const real d[STRAIN_PARTS] = {[STRAIN_XX] = (real)turn, [STRAIN_YY] = (real)-turn};
        double sa = rotation_factor_sa(&f, d), sst = rotation_factor_sst(&f, d, (real)1e-3);
        CHECK(k ? sa < 0.5 && sst < 0.5 : sa > 1.1 || sst > 1.1, "n %g: %g %g", n, sa, sst);
    }
}

/* By hand: 3.5 nu_tilde (du_i/dx_j)^2 / a^2, per nu_tilde, in SA; 1.5 (Mt^2 - 1/16) in SST, Mt^2 = 2 k / a^2. */
static void compressibility(void)
{
    CHECK_NEAR(compressibility_sa((real)0.2, 4, 30), 3.5 * 0.2 * 30 / 4, 1e-14);
    CHECK(compressibility_sa((real)-0.2, 4, 30) == 0, "negative values are left alone");
    CHECK_NEAR(compressibility_sst(2, 16), 1.5 * (0.25 - 0.0625), 1e-15); /* Mt = 1/2 */
    CHECK(compressibility_sst((real)0.4, 16) == 0, "Mt below 1/4");
}

/* ---- the kernel in a cell ---- */

/* u . grad S_ij of SELF as the sum over its faces. */
static void faces_strain_rate(const struct cell_bed *b, const real *flux, double ds[3][3])
{
    memset(ds, 0, 9 * sizeof(double));
    for (int j = 0; j < b->n_inner; j++) {
        double s[3], face[3], slot[3], to_face_plane = 0, to_slot_plane = 0;
        double mass = (b->left[face_of(b, j)] == SELF ? 1 : -1) * flux[face_of(b, j)];
        outward(b, j, s);
        to_face(b, j, face);
        to_slot(b, j, slot);
        for (int d = 0; d < 3; d++) {
            to_face_plane += s[d] * face[d];
            to_slot_plane += s[d] * slot[d];
        }
        /* How far the face lies from here to the neighbour, measured along its normal: 0 here, 1 there. */
        double share = fmin(fmax(to_face_plane / to_slot_plane, 0), 1);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                double own = b->limited[(1 + r) * CELLS + SELF].g[c] + b->limited[(1 + c) * CELLS + SELF].g[r];
                double other = b->limited[(1 + r) * CELLS + slot_of(b, j)].g[c] +
                               b->limited[(1 + c) * CELLS + slot_of(b, j)].g[r];
                ds[r][c] += mass * share * 0.5 * (other - own) / (b->q[SELF] * b->volume[SELF]);
            }
    }
}

/* SELF's corrections with each of the two on; n: turbulence variables.
 * out is [2 n][CELLS]: the corrections of the sources, then those of their diagonals. i % 3 and i % 2 go through the
 * switches, i % 5 through negative nu_tilde, which gets no correction. Constants are written out: those of the models
 * are not asked. */
static void corrections_of_a_cell(enum equations equations)
{
    const int nv = equations_variables(equations), n = nv - NV;
    for (int i = 0; i < 4000; i++) {
        struct cell_bed b;
        real flux[FACES_MAX];
        stored terms[3 * CELLS];
        real distance[CELLS], mu_t[CELLS], f1[CELLS], out[4 * CELLS] = {0};
        double ds[3][3], g[3][3], square = 0, spin = 0, expected[4] = {0};
        bool rotation = i % 3 != 0, compressible = i % 3 != 1, is_2003 = i % 2;
        bed_make(&b, FACES_MAX, 2 + random_below(&seed, 5), 0.3);
        for (int k = 0; k < nv * CELLS; k++)
            for (int d = 0; d < 3; d++)
                b.limited[k].g[d] = (stored)(2 * random_signed(&seed));
        for (int f = 0; f < FACES_MAX; f++)
            flux[f] = (real)random_signed(&seed);
        for (int c = 0; c < CELLS; c++) {
            distance[c] = (real)(0.1 + random_unit(&seed));
            mu_t[c] = (real)random_unit(&seed);
            f1[c] = (real)random_unit(&seed);
            terms[c] = (stored)(20 * random_unit(&seed));
        }
        if (equations == EQUATIONS_SA && i % 5 == 0)
            b.q[Q_NU * SLOTS + SELF] *= -1;
        b.m.wall_distance = distance;
        struct correction_args a = {
            .u = {.m = b.m, .q = b.q, .flux = flux, .terms = terms, .mu_t = mu_t, .f1 = f1,
                  .fluid = {.gamma = (real)1.4, .gas_constant = 1, .viscosity = (real)0.03, .temperature = 1},
                  .turbulence = {.rotation = rotation, .compressible = compressible, .sst_2003 = is_2003}},
            .limited = b.limited, .correction = out};
        if (equations == EQUATIONS_SA)
            correction_body(SELF, &a, EQUATIONS_SA);
        else
            correction_body(SELF, &a, EQUATIONS_SST);
        faces_strain_rate(&b, flux, ds);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                g[r][c] = b.limited[(1 + r) * CELLS + SELF].g[c];
                square += g[r][c] * g[r][c];
            }
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                spin += 0.5 * pow(g[r][c] - g[c][r], 2);
        double rho = b.q[SELF], p = b.q[Q_P * SLOTS + SELF], v5 = b.q[NV * SLOTS + SELF], sound2 = 1.4 * p / rho;
        if (equations == EQUATIONS_SA && v5 > 0) {
            double strain = 0, factor = rotation ? mms_rotation_factor(g, ds, -1) : 1;
            mms_sa_balance(v5, 0.03 / rho, sqrt(spin), distance[SELF], false, &strain);
            double lost = compressible ? 3.5 * square / sound2 * v5 : 0;
            expected[0] = rho * v5 * ((factor - 1) * 0.1355 * strain - lost);
            expected[1] = fmax(-factor, 0) * 0.1355 * strain + 2 * lost;
        } else if (equations == EQUATIONS_SST) {
            double w = b.q[Q_OMEGA * SLOTS + SELF], factor = rotation ? mms_rotation_factor(g, ds, w) : 1;
            double destroyed = 0.09 * rho * w * v5, full = mu_t[SELF] * terms[SELF];
            double made = fmin(full, (is_2003 ? 10 : 20) * destroyed), mix = f1[SELF];
            double gamma = is_2003 ? mix * 5 / 9 + (1 - mix) * 0.44
                                   : mix * (0.075 / 0.09 - 0.5 * 0.1681 / 0.3) + (1 - mix) * (0.0828 / 0.09 - 0.856 * 0.1681 / 0.3);
            double more = compressible ? 1.5 * fmax(2 * v5 / sound2 - 0.0625, 0) : 0;
            expected[0] = (factor - 1) * made - more * destroyed;
            expected[1] = (factor - 1) * gamma * rho * terms[SELF] * (is_2003 ? made / full : 1) +
                          more * 0.09 * rho * w * w;
            expected[2] = more * 0.09 * w;
        }
        for (int k = 0; k < 2 * n; k++) /* rounding, times 12 / D^4 in the factor */
            CHECK_NEAR(out[k * CELLS + SELF], expected[k], 1e-10 * (1 + fabs(expected[k])));
    }
}

static void spalart_allmaras_corrections_of_a_cell(void)
{
    corrections_of_a_cell(EQUATIONS_SA);
}

static void sst_corrections_of_a_cell(void)
{
    corrections_of_a_cell(EQUATIONS_SST);
}

/* The update takes them: the sources with a correction are those without and the correction. */
static void sources_take_corrections(void)
{
    real q[NV_MAX] = {1, 0.1f, 0.2f, 0, 1, 0.3f, 2}, distance = 1, mu_t = (real)0.1, f1 = (real)0.5;
    const real correction[4] = {(real)0.7, (real)-0.4, (real)0.2, (real)0.6};
    struct turbulence_terms terms = {{2, (stored)0.1, (stored)0.3}};
    struct update_args a = {.m = {.n_owned = 1, .n_stencil = 1, .wall_distance = &distance}, .mu_t = &mu_t, .f1 = &f1,
                            .fluid = {.gamma = (real)1.4, .gas_constant = 1, .viscosity = (real)0.01, .temperature = 1}};
    struct turbulence_source sa = turbulence_sources(0, &a, q, terms, EQUATIONS_SA);
    struct turbulence_source sst = turbulence_sources(0, &a, q, terms, EQUATIONS_SST);
    a.correction = correction;
    struct turbulence_source more = turbulence_sources(0, &a, q, terms, EQUATIONS_SA);
    CHECK_NEAR(more.value[0] - sa.value[0], 0.7, 1e-14);
    CHECK_NEAR(more.source_jacobian[0] - sa.source_jacobian[0], -0.4, 1e-14);
    more = turbulence_sources(0, &a, q, terms, EQUATIONS_SST);
    CHECK_NEAR(more.value[0] - sst.value[0], 0.7, 1e-14);
    CHECK_NEAR(more.value[1] - sst.value[1], -0.4, 1e-14);
    CHECK_NEAR(more.source_jacobian[0] - sst.source_jacobian[0], 0.2, 1e-14);
    CHECK_NEAR(more.source_jacobian[1] - sst.source_jacobian[1], 0.6, 1e-14);
}

int main(void)
{
    CASE(arc_tangents);
    CASE(quadratic_stress);
    CASE(quadratic_stress_of_a_shear_layer);
    CASE(rotation_factors);
    CASE(rotation_factor_of_known_flows);
    CASE(rotation_factor_on_circles);
    CASE(compressibility);
    CASE(spalart_allmaras_corrections_of_a_cell);
    CASE(sst_corrections_of_a_cell);
    CASE(sources_take_corrections);
    return check_end();
}
