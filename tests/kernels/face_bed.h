/* face_bed.h: what the tests of face kernels as values share: two cells with a face
 * between them and one boundary face, all numbers random, and diffusion written with
 * tensors and index notation, sharing nothing with solve/physics.
 *
 *   slots:  0 ----- face 1 ----- 1        2: ghost of cell 0 behind face 0
 */
#ifndef UFV_TESTS_KERNELS_FACE_BED_H
#define UFV_TESTS_KERNELS_FACE_BED_H

#include "check.h"
#include "mms_model.h"
#include "random.h"

#include "kernels/flux.h"
#include "kernels/update.h"

#include <string.h>

enum { TRIALS = 400, SLOTS = 3, FACES = 2, CELLS = 2 };
enum { BOUNDARY = 0, INTERIOR = 1 };

static const double g = 1.4, gas = 1.3, prandtl = 0.7, prandtl_turbulent = 0.85, mu_0 = 0.02, s_0 = 0.4;

static uint64_t seed = 41;

/* Everything the kernels point to. */
struct bed {
    int nv;
    real q[NV_MAX * SLOTS], mu_t[CELLS], f1[CELLS];
    struct limited_gradient limited[NV_MAX * CELLS];
    real centroid[3 * SLOTS], normal[3 * FACES], face_centroid[3 * FACES], volume[CELLS], distance[CELLS];
    real flux[NV_MAX * FACES];
    real speed[FACES], pressure[1], wall[N_WALL], prescribed[NV_MAX], prescribed_gradient[3 * NV_MAX];
    lid left[FACES], right[FACES];
    uint8_t patch_of[1];
    struct bc_values patch;
    struct flux_args a;
};

static inline void fill(real *x, size_t n, double mean, double spread)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (real)(mean + spread * random_signed(&seed));
}

static inline void bed_make(struct bed *b, enum equations equations)
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
static inline double grad(const struct bed *b, int v, int d, int c)
{
    return b->limited[v * CELLS + c].g[d];
}

static inline double face_area(const struct bed *b, int f, double n[3])
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
static inline double wall_distance_of(struct bed *b, int trial)
{
    double n[3], area = face_area(b, BOUNDARY, n), d = 0;
    if (trial % 4 == 3)
        b->face_centroid[BOUNDARY] += (real)0.7;
    for (int k = 0; k < 3; k++)
        d += (b->face_centroid[k * FACES] - b->centroid[k * SLOTS]) * n[k];
    return fmax(d, 0.25 * b->volume[0] / area);
}

static inline double viscosity(double t)
{
    return mu_0 * pow(t, 1.5) * (1 + s_0) / (t + s_0);
}

/* Cell c's variables at the centroid of face f. */
static inline void carried(const struct bed *b, int c, int f, double limit, double q[NV_MAX])
{
    for (int v = 0; v < b->nv; v++) {
        q[v] = b->q[v * SLOTS + c];
        for (int d = 0; d < 3; d++)
            q[v] += (limit > 0 ? b->limited[v * CELLS + c].phi : 1) * grad(b, v, d, c) *
                    (b->face_centroid[d * FACES + f] - b->centroid[d * SLOTS + c]);
    }
}

/* The part of the way from own to carried that is gone, left being what would be left of own. */
static inline double share_of(double own, double carried)
{
    double left = carried / own;
    return left >= 0.3 ? 1 : left > 0 ? left / 0.3 : 0;
}

/* carried(), limited, as far as density, pressure and turbulence variables allow. */
static inline void reconstructed(const struct bed *b, int c, int f, double q[NV_MAX])
{
    memset(q, 0, NV_MAX * sizeof *q);
    carried(b, c, f, 1, q);
    double rho = b->q[c], p = b->q[Q_P * SLOTS + c], share = fmin(share_of(rho, q[0]), share_of(p, q[Q_P]));
    for (int v = 0; v < b->nv; v++) {
        double own = b->q[v * SLOTS + c];
        q[v] = own + (v < NV ? share : share_of(own, q[v])) * (q[v] - own);
    }
}

static inline struct state state_of(const double q[NV_MAX])
{
    return (struct state){(real)q[0], (real)q[1], (real)q[2], (real)q[3], (real)q[4]};
}

/* Gradient of a cell's velocity component i or (i = 3) temperature. values: where its
 * density and pressure are taken. */
static inline void flow_slope(const struct bed *b, int c, int i, double out[3])
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
static inline struct diffusion tensor_diffusion(const struct bed *b, int l, int r, double mean[6][3],
                                                const double jump[6], const double u[3], double mu, double mu_t,
                                                const double diffusivity[2], double rho, const double n[3])
{
    struct diffusion out = {{0}, 0, 0};
    double e[3], length = 0, divergence = 0;
    for (int d = 0; d < 3; d++) {
        e[d] = b->centroid[d * SLOTS + r] - b->centroid[d * SLOTS + l];
        length += e[d] * e[d];
    }
    length = sqrt(length);
    double aslant = (e[0] * n[0] + e[1] * n[1] + e[2] * n[2]) / length; /* cosine of e and n */
    aslant = aslant > 1e-6 ? aslant : 1e-3;
    for (int i = 0; i < 6; i++) { /* the mean and, along n, what makes its slope along e that of the difference */
        double along = 0;
        for (int d = 0; d < 3; d++)
            along += mean[i][d] * e[d] / length;
        for (int d = 0; d < 3; d++)
            mean[i][d] += (jump[i] / length - along) * n[d] / aslant;
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
    out.inverse = 1 / (aslant * length);
    out.nu = fmax(1.4 * (mu / prandtl + mu_t / prandtl_turbulent), fmax(diffusivity[0], diffusivity[1])) / rho;
    return out;
}

static inline double temperature_of(const double q[NV_MAX])
{
    return q[Q_P] / (q[Q_RHO] * gas);
}

/* Viscosities of the model at a face: turbulent: nu_tilde, or mu_t and F1. */
static inline void model_viscosities(enum equations equations, double mu, double rho, const double turbulent[2],
                                     double *mu_t, double diffusivity[2])
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

static inline void check_face(const struct bed *b, int f, double area, struct flux5 inviscid, const double convected[2],
                       const struct diffusion *d)
{
    double expected[NV_MAX] = {inviscid.mass, inviscid.mx, inviscid.my, inviscid.mz, inviscid.energy, convected[0],
                               convected[1]};
    for (int v = 0; v < b->nv; v++)
        CHECK_NEAR(b->flux[v * FACES + f], area * (expected[v] - d->f[v]), 1e-12);
}

#endif
