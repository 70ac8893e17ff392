/* jacobian_bed.h: for the tests of solve/physics/jacobian_*.h: two cells with a face between
 * them and a boundary face, as the kernels of solve/kernels see them at first order: all
 * gradients zero, the centres on the faces' normals, the viscosity constant.
 *
 *   slots:  2 (ghost) ... face 0 ... 0 ------- face 1 ------- 1
 */
#ifndef UFV_TESTS_JACOBIAN_BED_H
#define UFV_TESTS_JACOBIAN_BED_H

#include "unit/solve/jacobian_probe.h"

#include "kernels/flux.h"

#include <string.h>

enum { BED_SLOTS = 3, BED_FACES = 2, BED_CELLS = 2, BED_BOUNDARY = 0, BED_INTERIOR = 1 };

struct bed {
    real q[NV_MAX * BED_SLOTS], mu_t[BED_CELLS], f1[BED_CELLS];
    struct limited_gradient limited[NV_MAX * BED_CELLS]; /* zero, as is the next */
    stored gradient[3 * NV_MAX * BED_CELLS];
    double centroid[3 * BED_SLOTS], face_centroid[3 * BED_FACES];
    stored normal[3 * BED_FACES];
    real volume[BED_CELLS], prescribed[NV_MAX];
    real swept[BED_FACES]; /* m, random; for meshes that turn, by mesh_view.swept_beyond */
    real flux[NV_MAX * BED_FACES];
    real pressure[1], wall[N_WALL];
    lid left[BED_FACES], right[BED_FACES];
    uint8_t patch_of[1];
    struct bc_values patch;
    struct flux_args a;
    /* for the checks */
    double n[BED_FACES][3], area[BED_FACES], distance[BED_FACES]; /* between cells; cell to boundary face */
    enum equations equations;
};

static inline void bed_set_state(struct bed *b, int slot, struct state s)
{
    state_store(b->q, BED_SLOTS, slot, s);
}

static inline struct state bed_state(const struct bed *b, int slot)
{
    return state_load(b->q, BED_SLOTS, slot);
}

static inline void bed_place(struct bed *b, uint64_t *seed)
{
    for (int f = 0; f < BED_FACES; f++) {
        random_direction(seed, b->n[f]);
        b->area[f] = exp(random_signed(seed));
        b->distance[f] = 0.1 * exp(random_signed(seed));
        for (int d = 0; d < 3; d++) {
            b->normal[d * BED_FACES + f] = (stored)(b->area[f] * b->n[f][d]);
            b->face_centroid[d * BED_FACES + f] = (f == BED_INTERIOR ? 0.5 : 1) * b->distance[f] * b->n[f][d];
            b->centroid[d * BED_SLOTS + (f == BED_INTERIOR ? 1 : 2)] =
                (f == BED_INTERIOR ? 1 : 2) * b->distance[f] * b->n[f][d];
        }
    }
    b->volume[0] = b->volume[1] = 1e-3; /* so that face_distance() is the distance */
    b->right[BED_BOUNDARY] = 2, b->right[BED_INTERIOR] = 1;
}

/* The mesh turns, and warped faces sweep more or less than their centroids say. */
static inline void bed_spin(struct bed *b, uint64_t *seed)
{
    b->a.frame.spin = random_signed(seed);
    for (int f = 0; f < BED_FACES; f++)
        b->swept[f] = 0.3 * random_signed(seed);
    b->a.m.swept_beyond = b->swept;
}

/* Gas constant 1, so that temperatures are p / rho; viscosity mu at any. */
static inline void bed_make(struct bed *b, uint64_t *seed, enum equations equations, double mu)
{
    memset(b, 0, sizeof *b);
    bed_place(b, seed);
    b->equations = equations;
    for (int c = 0; c < BED_CELLS; c++) {
        bed_set_state(b, c, random_gas(seed));
        b->mu_t[c] = 3 * mu * (1 + 0.9 * random_signed(seed));
        b->f1[c] = 0.5 + 0.4 * random_signed(seed);
        for (int v = NV; v < NV_MAX; v++)
            b->q[v * BED_SLOTS + c] = exp(random_signed(seed));
    }
    b->patch = (struct bc_values){.plane_axis = -1, .gas_constant = 1, .turbulence = {0.11, 0.7}};
    b->a = (struct flux_args){
        .m = {.n_owned = 2, .n_stencil = 2, .n_cells = 2, .n_slots = BED_SLOTS, .n_boundary = 1, .n_flux = 2,
              .n_faces = 2, .n_face_centroids = 2, .volume = b->volume, .centroid = b->centroid, .normal = b->normal,
              .face_centroid = b->face_centroid, .left = b->left, .right = b->right, .face_patch = b->patch_of},
        .q = b->q, .mu_t = b->mu_t, .f1 = b->f1, .gradient = b->gradient, .limited = b->limited, .patch = &b->patch,
        .prescribed_face = b->prescribed, .fluid = {gamma_air, 1, mu, 1, 0, 0.72, 0.9}, .entropy_fix = 0.1,
        .scheme_parameter = 0.1, .slope = 1, .turbulence_slope = 1, .flux = b->flux, .pressure = b->pressure,
        .wall = b->wall};
}

/* The ghost behind the boundary face, from the cell. */
static inline void bed_ghost(struct bed *b)
{
    struct ghost_args g = {.m = b->a.m, .patch = &b->patch, .fluid = b->a.fluid, .q = b->q,
                           .prescribed = b->prescribed};
    ghost_body(0, &g, b->equations);
}

#endif
