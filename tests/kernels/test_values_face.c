/* Face kernels as values: two cells with a face between them and one boundary face,
 * all numbers random; fluxes, ghosts, eddy viscosity and the update against the
 * equations written with tensors and index notation, sharing nothing with
 * solve/physics but the inviscid fluxes and boundary states (tests/unit/test_values_*).
 *
 *   slots:  0 ----- face 1 ----- 1        2: ghost of cell 0 behind face 0
 *
 * Bound everywhere: rounding.
 */
#include "check.h"
#include "mms_model.h"

#include "kernels/flux.h"
#include "kernels/update.h"

#include <string.h>

enum { TRIALS = 400, SLOTS = 3, FACES = 2, CELLS = 2 };
enum { BOUNDARY = 0, INTERIOR = 1 };

static const double g = 1.4, gas = 1.3, prandtl = 0.7, prandtl_turbulent = 0.85, mu_0 = 0.02, s_0 = 0.4;

/* Numbers in [-1, 1), the same in every run (Knuth's 64-bit LCG). */
static double next_random(void)
{
    static uint64_t state = 41;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(state >> 11) / 4503599627370496.0 - 1.0;
}

/* Everything the kernels point to. */
struct bed {
    int nv;
    real q[NV_MAX * SLOTS], mu_t[CELLS], f1[CELLS];
    struct limited_gradient limited[NV_MAX * CELLS];
    real centroid[3 * SLOTS], normal[3 * FACES], face_centroid[3 * FACES], volume[CELLS], distance[CELLS];
    stored flux[NV_MAX * FACES];
    real speed[FACES], pressure[1], wall[N_WALL], prescribed[NV_MAX], prescribed_gradient[3 * NV_MAX];
    lid left[FACES], right[FACES];
    uint8_t patch_of[1];
    struct bc_values patch;
    struct flux_args a;
};

static void fill(real *x, size_t n, double mean, double spread)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (real)(mean + spread * next_random());
}

static void bed_make(struct bed *b, enum equations equations)
{
    memset(b, 0, sizeof *b);
    b->nv = equations_variables(equations);
    for (int v = 0; v < b->nv; v++) /* density, pressure, k, omega positive */
        fill(b->q + v * SLOTS, SLOTS, v == Q_RHO || v == Q_P ? 1 : v >= NV ? 0.3 : 0, v == Q_U ? 0.6 : 0.25);
    for (int k = 0; k < NV_MAX * CELLS; k++) {
        fill(b->limited[k].g, 3, 0, 0.4);
        fill(&b->limited[k].phi, 1, 0.5, 0.4);
    }
    fill(b->mu_t, CELLS, 0.05, 0.03);
    fill(b->f1, CELLS, 0.5, 0.4);
    fill(b->volume, CELLS, 1, 0.3);
    fill(b->distance, CELLS, 0.6, 0.3);
    fill(b->normal, 3 * FACES, 0, 0.2);
    b->normal[BOUNDARY] = -1, b->normal[INTERIOR] = 1;
    fill(b->centroid, 3 * SLOTS, 0, 0.1);
    b->centroid[1] += 1, b->centroid[2] -= 1;
    fill(b->face_centroid, 3 * FACES, 0, 0.1);
    b->face_centroid[BOUNDARY] -= (real)0.5, b->face_centroid[INTERIOR] += (real)0.5;
    fill(b->prescribed, NV_MAX, 1, 0.3);
    fill(b->prescribed_gradient, 3 * NV_MAX, 0, 0.4);
    b->right[BOUNDARY] = 2, b->right[INTERIOR] = 1;
    b->patch = (struct bc_values){.plane_axis = -1, .gas_constant = (real)gas, .turbulence = {(real)0.11, (real)0.7}};
    b->a = (struct flux_args){
        .m = {.n_owned = 2, .n_stencil = 2, .n_cells = 2, .n_slots = 3, .n_boundary = 1, .n_flux = 2, .n_faces = 2,
              .volume = b->volume, .centroid = b->centroid, .normal = b->normal, .face_centroid = b->face_centroid,
              .left = b->left, .right = b->right, .face_patch = b->patch_of, .wall_distance = b->distance},
        .q = b->q, .limited = b->limited, .mu_t = b->mu_t, .f1 = b->f1, .patch = &b->patch,
        .prescribed_face = b->prescribed, .prescribed_gradient = b->prescribed_gradient,
        .fluid = {(real)g, (real)gas, (real)mu_0, 1, (real)s_0, (real)prandtl, (real)prandtl_turbulent},
        .entropy_fix = (real)0.1, .scheme_parameter = (real)0.1, .slope = 1, .turbulence_slope = 1, .flux = b->flux,
        .speed = b->speed, .pressure = b->pressure, .wall = b->wall};
}

/* Gradient of variable v in cell c as stored. */
static double grad(const struct bed *b, int v, int d, int c)
{
    return b->limited[v * CELLS + c].g[d];
}

static double face_area(const struct bed *b, int f, double n[3])
{
    double area = 0;
    for (int d = 0; d < 3; d++)
        area += pow(b->normal[d * FACES + f], 2);
    area = sqrt(area);
    for (int d = 0; d < 3; d++)
        n[d] = b->normal[d * FACES + f] / area;
    return area;
}

/* Distance of the left cell's centre from the plane of the boundary face, at least a quarter of
 * the cell's volume over the face's area; of each fourth trial the centre is beyond the plane. */
static double wall_distance_of(struct bed *b, int trial)
{
    double n[3], area = face_area(b, BOUNDARY, n), d = 0;
    if (trial % 4 == 3)
        b->face_centroid[BOUNDARY] += (real)0.7;
    for (int k = 0; k < 3; k++)
        d += (b->face_centroid[k * FACES] - b->centroid[k * SLOTS]) * n[k];
    return fmax(d, 0.25 * b->volume[0] / area);
}

static double viscosity(double t)
{
    return mu_0 * pow(t, 1.5) * (1 + s_0) / (t + s_0);
}

/* Cell c's variables at the centroid of face f. */
static void carried(const struct bed *b, int c, int f, double limit, double q[NV_MAX])
{
    for (int v = 0; v < b->nv; v++) {
        q[v] = b->q[v * SLOTS + c];
        for (int d = 0; d < 3; d++)
            q[v] += (limit > 0 ? b->limited[v * CELLS + c].phi : 1) * grad(b, v, d, c) *
                    (b->face_centroid[d * FACES + f] - b->centroid[d * SLOTS + c]);
    }
}

static struct state state_of(const double q[NV_MAX])
{
    return (struct state){(real)q[0], (real)q[1], (real)q[2], (real)q[3], (real)q[4]};
}

/* Gradient of a cell's velocity component i or (i = 3) temperature. values: where its
 * density and pressure are taken. */
static void flow_slope(const struct bed *b, int c, int i, double out[3])
{
    double rho = b->q[c], p = b->q[Q_P * SLOTS + c];
    for (int d = 0; d < 3; d++)
        out[d] = i < 3 ? grad(b, Q_U + i, d, c) : (grad(b, Q_P, d, c) - p / rho * grad(b, Q_RHO, d, c)) / (rho * gas);
}

/* What the face adds to the left cell: [momentum, energy, turbulence variables], per
 * area: tau_ij n_j, u_i tau_ij n_j + k dT/dn, diffusivity times slopes along n. */
struct diffusion {
    double f[NV_MAX], nu, inverse;
};

/* mean[i]: mean gradients of velocity, temperature, turbulence variables; jump: their
 * differences from slot l to r. */
static struct diffusion tensor_diffusion(const struct bed *b, int l, int r, double mean[6][3], const double jump[6],
                                         const double u[3], double mu, double mu_t, const double diffusivity[2],
                                         double rho, const double n[3])
{
    struct diffusion out = {{0}, 0, 0};
    double e[3], length = 0, divergence = 0;
    for (int d = 0; d < 3; d++) {
        e[d] = b->centroid[d * SLOTS + r] - b->centroid[d * SLOTS + l];
        length += e[d] * e[d];
    }
    length = sqrt(length);
    for (int i = 0; i < 6; i++) { /* what the mean says along e is replaced by the difference */
        double along = 0;
        for (int d = 0; d < 3; d++)
            along += mean[i][d] * e[d] / length;
        for (int d = 0; d < 3; d++)
            mean[i][d] += (jump[i] / length - along) * e[d] / length;
    }
    for (int d = 0; d < 3; d++)
        divergence += mean[d][d];
    double conductivity = g * gas / (g - 1) * (mu / prandtl + mu_t / prandtl_turbulent);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double tau = (mu + mu_t) * (mean[i][j] + mean[j][i] - (i == j ? 2.0 / 3 * divergence : 0));
            out.f[Q_U + i] += tau * n[j];
            out.f[Q_P] += u[i] * tau * n[j];
        }
    for (int j = 0; j < 3; j++) {
        out.f[Q_P] += conductivity * mean[3][j] * n[j];
        out.f[NV] += diffusivity[0] * mean[4][j] * n[j];
        out.f[NV + 1] += diffusivity[1] * mean[5][j] * n[j];
    }
    out.inverse = 1 / fmax(fabs(e[0] * n[0] + e[1] * n[1] + e[2] * n[2]), 0.01 * length);
    out.nu = fmax(1.4 * (mu / prandtl + mu_t / prandtl_turbulent), fmax(diffusivity[0], diffusivity[1])) / rho;
    return out;
}

static double temperature_of(const double q[NV_MAX])
{
    return q[Q_P] / (q[Q_RHO] * gas);
}

/* Viscosities of the model at a face: turbulent: nu_tilde, or mu_t and F1. */
static void model_viscosities(enum equations equations, double mu, double rho, const double turbulent[2], double *mu_t,
                              double diffusivity[2])
{
    *mu_t = diffusivity[0] = diffusivity[1] = 0;
    if (equations == EQUATIONS_SA) {
        double chi = rho * turbulent[0] / mu;
        *mu_t = rho * fmax(turbulent[0], 0) * mms_fv1(chi);
        diffusivity[0] = 1.5 * mu * mms_sa_diffusivity(chi);
    } else if (equations == EQUATIONS_SST) {
        *mu_t = turbulent[0];
        diffusivity[0] = mu + (turbulent[1] * 0.85 + (1 - turbulent[1]) * 1.0) * *mu_t;
        diffusivity[1] = mu + (turbulent[1] * 0.5 + (1 - turbulent[1]) * 0.856) * *mu_t;
    }
}

/* Where the two cells' values meet: the foot of the interior face's centroid on the plane that
 * bisects the line between the cells; where that is farther from the line than the cells are
 * from one another, its image in the sphere of that radius about the point half-way; nearer to
 * that point by the square of the cosine of line and normal. 1 for the image. */
static int meeting_point(const struct bed *b, double x[3])
{
    double o[3], line[3], n[3], along = 0, crossing = 0, l2 = 0, o2 = 0;
    face_area(b, INTERIOR, n);
    for (int d = 0; d < 3; d++) {
        double l = b->centroid[d * SLOTS], r = b->centroid[d * SLOTS + 1];
        line[d] = r - l;
        x[d] = 0.5 * (l + r);
        o[d] = b->face_centroid[d * FACES + INTERIOR] - x[d];
        along += o[d] * line[d];
        l2 += line[d] * line[d];
        crossing += line[d] * n[d];
    }
    for (int d = 0; d < 3; d++)
        o2 += pow(o[d] - along / l2 * line[d], 2);
    for (int d = 0; d < 3; d++)
        x[d] += crossing * crossing / l2 * (o2 > l2 ? l2 / o2 : 1) * (o[d] - along / l2 * line[d]);
    return o2 > l2;
}

/* The difference to be taken for that of the values: what the mean gradient makes of the way
 * from cell to cell, and the jump of the values carried to the meeting point. */
static double slope_difference(const struct bed *b, double values, const double sl[3], const double sr[3])
{
    double x[3], difference = values;
    meeting_point(b, x);
    for (int d = 0; d < 3; d++) {
        double l = b->centroid[d * SLOTS], r = b->centroid[d * SLOTS + 1];
        difference += 0.5 * (sl[d] + sr[d]) * (r - l) + sr[d] * (x[d] - r) - sl[d] * (x[d] - l);
    }
    return difference;
}

static struct diffusion interior_diffusion(const struct bed *b, enum equations equations, const double ql[NV_MAX],
                                           const double qr[NV_MAX], const double n[3])
{
    double mean[6][3] = {{0}}, jump[6] = {0}, u[3], mu_t, diffusivity[2], turbulent[2] = {0, 0}, l[NV_MAX], r[NV_MAX];
    for (int i = 0; i < 4; i++) {
        double sl[3], sr[3];
        flow_slope(b, 0, i, sl);
        flow_slope(b, 1, i, sr);
        for (int d = 0; d < 3; d++)
            mean[i][d] = 0.5 * (sl[d] + sr[d]);
        jump[i] = i < 3 ? b->q[(Q_U + i) * SLOTS + 1] - b->q[(Q_U + i) * SLOTS]
                        : b->q[Q_P * SLOTS + 1] / (gas * b->q[1]) - b->q[Q_P * SLOTS] / (gas * b->q[0]);
        jump[i] = slope_difference(b, jump[i], sl, sr);
    }
    for (int v = NV; v < b->nv; v++) {
        double sl[3], sr[3];
        for (int d = 0; d < 3; d++) {
            sl[d] = grad(b, v, d, 0);
            sr[d] = grad(b, v, d, 1);
            mean[4 + v - NV][d] = 0.5 * (sl[d] + sr[d]);
        }
        jump[4 + v - NV] = slope_difference(b, b->q[v * SLOTS + 1] - b->q[v * SLOTS], sl, sr);
    }
    for (int d = 0; d < 3; d++)
        u[d] = 0.5 * (ql[Q_U + d] + qr[Q_U + d]);
    carried(b, 0, INTERIOR, 0, l);
    carried(b, 1, INTERIOR, 0, r);
    if (equations == EQUATIONS_SA) {
        turbulent[0] = 0.5 * (l[NV] + r[NV]);
        if (turbulent[0] <= 0)
            turbulent[0] = 0.5 * (b->q[NV * SLOTS] + b->q[NV * SLOTS + 1]);
    } else {
        turbulent[0] = 0.5 * (b->mu_t[0] + b->mu_t[1]);
        turbulent[1] = 0.5 * (b->f1[0] + b->f1[1]);
    }
    double rho = 0.5 * (ql[0] + qr[0]), mu = viscosity(0.5 * (temperature_of(ql) + temperature_of(qr)));
    model_viscosities(equations, mu, rho, turbulent, &mu_t, diffusivity);
    return tensor_diffusion(b, 0, 1, mean, jump, u, mu, mu_t, diffusivity, rho, n);
}

static void check_face(const struct bed *b, int f, double area, struct flux5 inviscid, const double convected[2],
                       const struct diffusion *d)
{
    double expected[NV_MAX] = {inviscid.mass, inviscid.mx, inviscid.my, inviscid.mz, inviscid.energy, convected[0],
                               convected[1]};
    for (int v = 0; v < b->nv; v++)
        CHECK_NEAR(b->flux[v * FACES + f], area * (expected[v] - d->f[v]), 1e-12);
}

/* Faces between cells in all viscous equations; of each fourth trial the face is beside
 * the cells. */
static void interior_faces(void)
{
    int beside = 0;
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], l[NV_MAX], r[NV_MAX], convected[2] = {0, 0}, x[3];
            bed_make(&b, e);
            if (i % 4 == 3) { /* near one another too: what is carried stays positive */
                b.centroid[1] -= (real)0.75;
                b.face_centroid[FACES + INTERIOR] += (real)0.5;
            }
            beside += meeting_point(&b, x);
            double area = face_area(&b, INTERIOR, n);
            carried(&b, 0, INTERIOR, 1, l);
            carried(&b, 1, INTERIOR, 1, r);
            real speed;
            struct flux5 f = inviscid_flux(FLUX_ROE, state_of(l), state_of(r), n[0], n[1], n[2], g, b.a.scheme_parameter,
                                           &speed);
            flux_body(INTERIOR, &b.a, FLUX_ROE, e);
            for (int v = NV; v < b.nv; v++) /* a change of sign keeps the cell's own value */
                convected[v - NV] = f.mass > 0 ? f.mass * (l[v] * b.q[v * SLOTS] > 0 ? l[v] : b.q[v * SLOTS])
                                               : f.mass * (r[v] * b.q[v * SLOTS + 1] > 0 ? r[v] : b.q[v * SLOTS + 1]);
            struct diffusion d = interior_diffusion(&b, e, l, r, n);
            check_face(&b, INTERIOR, area, f, convected, &d);
            CHECK_NEAR(b.speed[INTERIOR], area * (speed + 2 * d.nu * d.inverse), 1e-12 * b.speed[INTERIOR]);
        }
    CHECK(beside > TRIALS / 4 && beside < TRIALS, "%d", beside);
}

/* Order 1 of flow or turbulence alone; without limiter; a reconstruction that would be
 * negative falls back on the cell. */
static void reconstruction(void)
{
    struct bed b;
    double q[NV_MAX];
    bed_make(&b, EQUATIONS_SA);
    carried(&b, 0, INTERIOR, 0, q);
    for (int k = 0; k < NV_MAX * CELLS; k++)
        b.limited[k].phi = 1;
    struct face_side s = flux_reconstruct(&b.a, 0, INTERIOR, SIDE_LEFT, EQUATIONS_SA);
    CHECK_NEAR(s.flow.rho, q[0], 1e-15);
    CHECK_NEAR(s.flow.w, q[3], 1e-15);
    b.a.turbulence_slope = 0;
    s = flux_reconstruct(&b.a, 0, INTERIOR, SIDE_LEFT, EQUATIONS_SA);
    CHECK_NEAR(s.turbulence[0], b.q[Q_NU * SLOTS], 0);
    CHECK_NEAR(s.flow.u, q[1], 1e-15);
    b.a.slope = 0;
    s = flux_reconstruct(&b.a, 0, INTERIOR, SIDE_LEFT, EQUATIONS_SA);
    CHECK_NEAR(s.flow.u, b.q[SLOTS], 0);
    b.a.slope = 1;
    b.limited[Q_P * CELLS].g[0] = -1000; /* d/dx of the pressure: below zero half a cell on */
    s = flux_reconstruct(&b.a, 0, INTERIOR, SIDE_LEFT, EQUATIONS_SA);
    CHECK_NEAR(s.flow.u, b.q[SLOTS], 0);
    CHECK_NEAR(s.flow.p, b.q[Q_P * SLOTS], 0);
}

/* Diffusion through boundary faces that the fluid passes: the cell's gradients with the
 * difference to the ghost; the prescribed ones as they are, but for the turbulence variables'.
 * q: the state on the face. */
static struct diffusion open_diffusion(const struct bed *b, enum equations equations, const double q[NV_MAX],
                                       const double turbulence[2], int prescribed, const double n[3])
{
    struct bed copy = *b;
    double mean[6][3] = {{0}}, jump[6] = {0}, u[3] = {q[1], q[2], q[3]}, mu_t, diffusivity[2], turbulent[2] = {0, 0};
    for (int k = 0; k < 3 * b->nv && prescribed; k++)
        copy.limited[k % b->nv * CELLS].g[k / b->nv] = b->prescribed_gradient[k];
    copy.q[0] = prescribed ? (real)q[0] : b->q[0];
    copy.q[Q_P * SLOTS] = prescribed ? (real)q[4] : b->q[Q_P * SLOTS];
    for (int i = 0; i < 4; i++) {
        flow_slope(&copy, 0, i, mean[i]);
        jump[i] = i < 3 ? b->q[(Q_U + i) * SLOTS + 2] - b->q[(Q_U + i) * SLOTS]
                        : b->q[Q_P * SLOTS + 2] / (gas * b->q[2]) - b->q[Q_P * SLOTS] / (gas * b->q[0]);
    }
    for (int v = NV; v < b->nv; v++) {
        for (int d = 0; d < 3; d++)
            mean[4 + v - NV][d] = grad(&copy, v, d, 0);
        jump[4 + v - NV] = b->q[v * SLOTS + 2] - b->q[v * SLOTS];
    }
    for (int i = 0; i < 4 && prescribed; i++) {
        jump[i] = 0;
        for (int d = 0; d < 3; d++)
            jump[i] += mean[i][d] * (b->centroid[d * SLOTS + 2] - b->centroid[d * SLOTS]);
    }
    turbulent[0] = turbulence[0];
    if (equations == EQUATIONS_SST) { /* the cell's mu_t in proportion to rho k / omega */
        turbulent[0] = b->mu_t[0] * (q[0] * turbulence[0] / turbulence[1]) /
                       (b->q[0] * b->q[Q_K * SLOTS] / b->q[Q_OMEGA * SLOTS]);
        turbulent[1] = b->f1[0];
    }
    double mu = viscosity(temperature_of(q));
    model_viscosities(equations, mu, q[0], turbulent, &mu_t, diffusivity);
    return tensor_diffusion(b, 0, 2, mean, jump, u, mu, mu_t, diffusivity, q[0], n);
}

/* Far field, in- and outflow. */
static void open_boundaries(void)
{
    int in = 0, out = 0;
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], q[NV_MAX];
            bed_make(&b, e);
            double area = face_area(&b, BOUNDARY, n);
            b.patch.kind = BC_FARFIELD;
            b.patch.outside = (struct state){1, (real)(0.3 * next_random()), 0, 0, 1};
            carried(&b, 0, BOUNDARY, 1, q);
            struct state face = boundary_state(state_of(q), &b.patch, n[0], n[1], n[2], g);
            struct flux5 f = gas_flux(face, n[0], n[1], n[2], g);
            double at[NV_MAX] = {face.rho, face.u, face.v, face.w, face.p}, value[2] = {0, 0}, convected[2];
            for (int v = NV; v < b.nv; v++) {
                double own = b.q[v * SLOTS];
                value[v - NV] = f.mass < 0 ? b.patch.turbulence[v - NV] : q[v] * own > 0 ? q[v] : own;
            }
            for (int k = 0; k < 2; k++)
                convected[k] = f.mass * value[k];
            flux_boundary_body(BOUNDARY, &b.a, e);
            struct diffusion d = open_diffusion(&b, e, at, value, 0, n);
            check_face(&b, BOUNDARY, area, f, convected, &d);
            CHECK_NEAR(b.pressure[0], face.p, 1e-14);
            in += f.mass < 0;
            out += f.mass > 0;
        }
    CHECK(in > 100 && out > 100, "%d in, %d out", in, out);
}

/* Prescribed faces enter through the Roe flux and bring their gradients. */
static void prescribed_boundaries(void)
{
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], q[NV_MAX], at[NV_MAX], convected[2] = {0, 0};
            real speed;
            bed_make(&b, e);
            b.patch.kind = BC_PRESCRIBED;
            double area = face_area(&b, BOUNDARY, n);
            carried(&b, 0, BOUNDARY, 1, q);
            for (int v = 0; v < NV_MAX; v++)
                at[v] = b.prescribed[v];
            struct flux5 f = roe_flux(state_of(q), state_of(at), n[0], n[1], n[2], g, b.a.entropy_fix, &speed);
            for (int v = NV; v < b.nv; v++)
                convected[v - NV] = f.mass * (f.mass < 0 ? at[v] : q[v] * b.q[v * SLOTS] > 0 ? q[v] : b.q[v * SLOTS]);
            flux_boundary_body(BOUNDARY, &b.a, e);
            struct diffusion d = open_diffusion(&b, e, at, at + NV, 1, n);
            check_face(&b, BOUNDARY, area, f, convected, &d);
        }
}

/* Symmetry planes and slip walls: pressure and the normal viscous stress, no more. */
static void symmetry_planes(void)
{
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], q[NV_MAX], turbulence[2] = {0, 0}, none[2] = {0, 0};
            bed_make(&b, e);
            b.patch.kind = i % 2 ? BC_SYMMETRY : BC_SLIP;
            double area = face_area(&b, BOUNDARY, n);
            carried(&b, 0, BOUNDARY, 1, q);
            for (int v = NV; v < b.nv; v++)
                turbulence[v - NV] = b.q[v * SLOTS];
            flux_boundary_body(BOUNDARY, &b.a, e);
            struct diffusion d = open_diffusion(&b, e, q, turbulence, 0, n), normal = {{0}, d.nu, d.inverse};
            for (int k = 0; k < 3; k++)
                for (int m = 0; m < 3; m++)
                    normal.f[Q_U + k] += d.f[Q_U + m] * n[m] * n[k];
            struct flux5 f = {0, (real)(q[4] * n[0]), (real)(q[4] * n[1]), (real)(q[4] * n[2]), 0};
            check_face(&b, BOUNDARY, area, f, none, &normal);
        }
}

/* No-slip walls of each thermal kind: one-sided differences over the distance d of the
 * cell from the face's plane, properties at the wall's temperature. */
static void no_slip_walls(void)
{
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], q[NV_MAX], none[2] = {0, 0}, u[3], un = 0, work = 0, tangential = 0;
            bed_make(&b, e);
            double d = wall_distance_of(&b, i);
            double area = face_area(&b, BOUNDARY, n), t = b.q[Q_P * SLOTS] / (gas * b.q[0]), tw = t;
            b.patch.kind = BC_WALL;
            b.patch.thermal = i % 3;
            b.patch.wall_temperature = 1.1f;
            b.patch.heat_flux = 0.05f;
            fill(b.patch.wall_velocity, 3, 0, 0.3);
            carried(&b, 0, BOUNDARY, 1, q);
            if (b.patch.thermal == WALL_ISOTHERMAL)
                tw = b.patch.wall_temperature;
            if (b.patch.thermal == WALL_HEAT_GIVEN)
                tw = t + b.patch.heat_flux * d * prandtl / (viscosity(t) * g * gas / (g - 1));
            double mu = viscosity(tw), rho = q[Q_P] / (gas * tw), shear[3];
            struct diffusion expected = {{0}, 0, 1 / d};
            for (int k = 0; k < 3; k++) { /* tau_ij n_j with du_i/dx_j = u_i n_j: u_i + n_i un / 3 */
                u[k] = (b.patch.wall_velocity[k] - b.q[(Q_U + k) * SLOTS]) / d;
                un += u[k] * n[k];
            }
            for (int k = 0; k < 3; k++) {
                expected.f[Q_U + k] = mu * (u[k] + n[k] * un / 3);
                shear[k] = -expected.f[Q_U + k];
                work += expected.f[Q_U + k] * b.patch.wall_velocity[k];
                tangential += pow(mu * (u[k] - n[k] * un), 2);
            }
            double heat = b.patch.thermal == WALL_HEAT_GIVEN ? b.patch.heat_flux
                                                             : mu * g * gas / (g - 1) / prandtl * (tw - t) / d;
            expected.f[Q_P] = work + heat;
            if (e == EQUATIONS_SA)
                expected.f[NV] = 1.5 * mu * (0 - b.q[Q_NU * SLOTS]) / d;
            if (e == EQUATIONS_SST) {
                expected.f[NV] = mu * (0 - b.q[Q_K * SLOTS]) / d;
                expected.f[NV + 1] = mu * (10 * 6 * mu / rho / (0.075 * d * d) - b.q[Q_OMEGA * SLOTS]) / d;
            }
            flux_boundary_body(BOUNDARY, &b.a, e);
            struct flux5 f = {0, (real)(q[4] * n[0]), (real)(q[4] * n[1]), (real)(q[4] * n[2]), 0};
            check_face(&b, BOUNDARY, area, f, none, &expected);
            for (int k = 0; k < 3; k++)
                CHECK_NEAR(b.wall[WALL_SHEAR + k], shear[k], 1e-13);
            CHECK_NEAR(b.wall[WALL_HEAT_FLUX], -heat, 1e-12);
            CHECK_NEAR(b.wall[WALL_Y_PLUS], d * sqrt(sqrt(tangential) * rho) / mu, 1e-12 * b.wall[WALL_Y_PLUS]);
        }
}

/* Turbulence variables in the ghosts: their mean with the cell is the face's value. */
static void ghosts(void)
{
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_SA; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], un = 0;
            bed_make(&b, e);
            face_area(&b, BOUNDARY, n);
            double d = wall_distance_of(&b, i);
            static const int kinds[3] = {BC_WALL, BC_SYMMETRY, BC_SUPERSONIC_OUTFLOW};
            int kind = b.patch.kind = kinds[i % 3];
            struct ghost_args a = {.m = b.a.m, .patch = &b.patch, .fluid = b.a.fluid, .q = b.q};
            for (int k = 0; k < 3; k++)
                un += b.q[(Q_U + k) * SLOTS] * n[k];
            ghost_body(BOUNDARY, &a, e);
            double nu = viscosity(b.q[Q_P * SLOTS] / (gas * b.q[0])) / b.q[0];
            for (int v = NV; v < b.nv; v++) {
                double own = b.q[v * SLOTS], face = own;
                if (kind == BC_WALL)
                    face = v == Q_OMEGA ? 60 * nu / (0.075 * d * d) : 0;
                else if (kind == BC_SUPERSONIC_OUTFLOW && un < 0)
                    face = b.patch.turbulence[v - NV];
                double ghost = kind != BC_WALL && 2 * face - own < 0 ? face : 2 * face - own;
                CHECK_NEAR(b.q[v * SLOTS + 2], ghost, 1e-12 * (1 + fabs(ghost)));
            }
        }
}

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
    real q[NV_MAX] = {0}, old[NV_MAX] = {(real)0.9, 0, 0, 0, 1, (real)0.45}, rate[NV_MAX] = {0}, relax[2] = {3, 0};
    real now[NV_MAX] = {(real)1.2, 0, 0, 0, 1, (real)0.4};
    struct update_args a = {.m = {.n_slots = 1}, .q = q, .bad_cell = &bad, .clipped = &clipped, .keep = (real)0.75};
    rate[NV] = (real)-0.7;
    update_report(0, &a, update_turbulence(0, &a, old, now, rate, relax, (real)0.1, (real)1.1, 6));
    double w = 0.75 * 0.9 * 0.45 + 0.25 * 1.2 * 0.4, expected = (w + 0.1 * (-0.7 + 3 * 1.2 * 0.4)) / (1 + 0.3) / 1.1;
    CHECK_NEAR(q[NV], expected, 1e-15);
    CHECK(clipped == 0 && bad == 7, "%d %d", clipped, bad);
    rate[NV] = -100;
    a.turbulence.least[0] = (real)0.01;
    update_report(0, &a, update_turbulence(0, &a, old, now, rate, relax, (real)0.1, (real)1.1, 6));
    CHECK_NEAR(q[NV], a.turbulence.least[0], 0);
    CHECK(clipped == 1, "%d", clipped);
}

int main(void)
{
    CASE(interior_faces);
    CASE(reconstruction);
    CASE(open_boundaries);
    CASE(prescribed_boundaries);
    CASE(symmetry_planes);
    CASE(no_slip_walls);
    CASE(ghosts);
    CASE(sst_eddy_viscosity_of_a_cell);
    CASE(implicit_destruction);
    return check_end();
}
