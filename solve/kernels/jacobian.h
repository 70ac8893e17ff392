/* jacobian.h: the first-order block Jacobian by rows.
 *
 * A row is
 *
 *   D_i dW_i + sum over faces O_ij dW_j = R_i,  D_i = V / dt + derivatives of what leaves cell i
 *
 * and is stored solved for dW_i: O'_ij = D_i^-1 O_ij and D_i^-1, in units of the free stream,
 * in which entries are of order one. Turbulence variables have scalar rows of their own, in
 * advective form (physics/jacobian_turbulence.h). Rows stand sorted by colour (struct
 * jacobian_rows): no two cells of a colour share a face.
 */
#ifndef UFV_SOLVE_KERNELS_JACOBIAN_H
#define UFV_SOLVE_KERNELS_JACOBIAN_H

#include "kernels/flux.h"
#include "kernels/update.h"
#include "physics/jacobian_boundary.h"
#include "physics/jacobian_turbulence.h"
#include "physics/jacobian_viscous.h"

/* A cell's state as the Jacobian takes it. */
struct jacobian_cell {
    struct state s;
    struct jacobian_gas gas;
    real mu, mu_t;
    real turbulence[2];
};

UFV_HD struct jacobian_cell jacobian_cell_load(lid c, const struct jacobian_args *a, const int equations)
{
    const int64_t n = a->u.m.n_slots;
    struct jacobian_cell k;
    k.s = state_load(a->u.q, n, c);
    k.gas = jacobian_gas(k.s, a->u.fluid.gamma);
    k.mu = k.mu_t = k.turbulence[0] = k.turbulence[1] = (real)0;
    if (equations_are_viscous(equations))
        k.mu = fluid_viscosity(&a->u.fluid, fluid_temperature(&a->u.fluid, k.s.rho, k.s.p));
    for (int v = NV; v < equations_variables(equations); v++)
        k.turbulence[v - NV] = a->u.q[v * n + c];
    if (equations == EQUATIONS_SA)
        k.mu_t = k.mu * sa_viscosity_ratio(real_divide(k.s.rho * k.turbulence[0], k.mu));
    if (equations == EQUATIONS_SST)
        k.mu_t = a->u.mu_t[c];
    return k;
}

/* A face of a row, seen from its cell. */
struct jacobian_face {
    lid face, other; /* other: the slot across */
    real n[3], area; /* outward unit normal */
    real s;          /* area over distance: between the centroids, or from the cell's to a boundary face, m */
    real mass;       /* kg/s out of the cell */
};

UFV_HD struct jacobian_face jacobian_face_load(lid i, lid signed_face, lid other, const struct jacobian_args *a)
{
    const struct mesh_view *m = &a->u.m;
    struct jacobian_face k;
    real x[3], sign = signed_face >= 0 ? (real)1 : (real)-1, distance;
    k.face = signed_face >= 0 ? signed_face : ~signed_face;
    k.other = other;
    face_unit_normal(m, k.face, k.n, &k.area);
    if (k.face < m->n_boundary) {
        distance = face_distance(m, k.face, k.n, k.area);
    } else {
        face_across(m, i, other, signed_face, x);
        distance = real_max(real_sqrt(dot3(x, x)), (real)1e-30);
    }
    for (int d = 0; d < 3; d++)
        k.n[d] *= sign;
    k.s = real_divide(k.area, distance);
    k.mass = sign * (real)a->u.flux[k.face];
    return k;
}

UFV_HD struct jacobian_pair jacobian_turbulence_pair(int v, const struct jacobian_face *f,
                                                     const struct jacobian_cell *own,
                                                     const struct jacobian_cell *other, real f1, const int equations)
{
    real mu = (real)0.5 * (own->mu + other->mu), mu_t = (real)0.5 * (own->mu_t + other->mu_t);
    if (equations == EQUATIONS_SA)
        return jacobian_sa_face(f->mass, f->s, mu, own->s.rho, own->turbulence[0], other->s.rho, other->turbulence[0]);
    real sigma = v == 0 ? sst_sigma_k(f1) : sst_sigma_w(f1);
    return jacobian_sst_face(f->mass, f->s, mu + sigma * mu_t, own->s.rho, other->s.rho);
}

/* Boundary face f into the diagonals. */
UFV_HD void jacobian_boundary(struct block5 *d, real turbulence[2], const struct jacobian_face *f,
                              const struct jacobian_cell *own, const struct jacobian_args *a, const int equations)
{
    const struct bc_values *given = &a->patch[a->u.m.face_patch[f->face]];
    const struct fluid *fluid = &a->u.fluid;
    const int slip = boundary_is_slip(given->kind, equations);
    struct state held = own->s;
    if (given->kind == BC_PRESCRIBED)
        held = state_load(a->prescribed_face, a->u.m.n_boundary, f->face);
    jacobian_add_boundary(d, f->area, own->s, held, given, f->n, fluid->gamma, a->entropy_fix);
    if (!equations_are_viscous(equations))
        return;
    if (given->kind == BC_WALL)
        jacobian_add_wall(d, f->s, own->s, given, jacobian_conduction(fluid, own->mu, (real)0), f->n, fluid->gamma);
    else if (slip)
        jacobian_add_slip(d, f->s, own->s, own->mu + own->mu_t, f->n);
    real diffusivity = equations == EQUATIONS_SA ? own->mu * ((real)1 / SA_SIGMA) : own->mu;
    for (int v = 0; v < equations_variables(equations) - NV; v++) {
        if (given->kind == BC_WALL || given->kind == BC_PRESCRIBED)
            turbulence[v] += jacobian_turbulence_held(f->mass, f->s, diffusivity, own->s.rho);
        else if (!slip)
            turbulence[v] += jacobian_turbulence_open(f->mass, f->s, diffusivity, own->s.rho);
    }
}

/* Face f between cells into the diagonals. */
UFV_HD void jacobian_own(struct block5 *d, real turbulence[2], lid i, const struct jacobian_face *f,
                         const struct jacobian_cell *own, const struct jacobian_args *a, const int equations)
{
    struct jacobian_cell other = jacobian_cell_load(f->other, a, equations);
    real gamma = a->u.fluid.gamma, f1 = equations == EQUATIONS_SST ? a->u.f1[i] : (real)0;
    jacobian_add_own(d, f->area, own->gas, jacobian_roe(own->gas, other.gas), f->n, gamma, a->entropy_fix);
    if (equations_are_viscous(equations)) {
        real mu = (real)0.5 * (own->mu + other.mu), mu_t = (real)0.5 * (own->mu_t + other.mu_t);
        jacobian_add_viscous(d, f->s, own->s, jacobian_conduction(&a->u.fluid, mu, mu_t), f->n, gamma);
    }
    for (int v = 0; v < equations_variables(equations) - NV; v++)
        turbulence[v] += jacobian_turbulence_pair(v, f, own, &other, f1, equations).own;
}

/* The block beside the diagonal, and those of the scalar rows. */
UFV_HD struct block5 jacobian_other(real turbulence[2], lid i, const struct jacobian_face *f,
                                    const struct jacobian_cell *own, const struct jacobian_args *a,
                                    const int equations)
{
    struct jacobian_cell other = jacobian_cell_load(f->other, a, equations);
    struct block5 o = block5_zero();
    real gamma = a->u.fluid.gamma, f1 = equations == EQUATIONS_SST ? a->u.f1[i] : (real)0;
    jacobian_add_other(&o, f->area, other.gas, jacobian_roe(own->gas, other.gas), f->n, gamma, a->entropy_fix);
    if (equations_are_viscous(equations)) {
        real mu = (real)0.5 * (own->mu + other.mu), mu_t = (real)0.5 * (own->mu_t + other.mu_t);
        jacobian_add_viscous(&o, -f->s, other.s, jacobian_conduction(&a->u.fluid, mu, mu_t), f->n, gamma);
    }
    for (int v = 0; v < equations_variables(equations) - NV; v++)
        turbulence[v] = jacobian_turbulence_pair(v, f, own, &other, f1, equations).other;
    return o;
}

/* What the scalar rows have on the diagonal without a face, and their inverses, stored. */
UFV_HD void jacobian_invert_turbulence(lid p, lid i, const struct jacobian_args *a, real vdt, real turbulence[2],
                                       const int equations)
{
    const int nv = equations_variables(equations);
    real q[NV_MAX] = {0};
    update_load(a->u.q, a->u.m.n_slots, i, nv, q);
    struct turbulence_source s =
        turbulence_sources(i, &a->u, q, turbulence_terms_load(i, &a->u, equations), equations);
    for (int v = 0; v < nv - NV; v++) {
        real sum = turbulence[v] + vdt + a->u.m.volume[i] * real_max(s.source_jacobian[v], (real)0);
        turbulence[v] = real_divide((real)1, sum);
        a->rows.inverse_turbulence[v * (int64_t)a->rows.n_rows + p] = (jacobian_number)turbulence[v];
    }
}

/* The diagonal of row p, inverted and stored; turbulence: those of the scalar rows, inverted too. */
UFV_HD struct block5 jacobian_diagonal(lid p, struct row row, const struct jacobian_cell *own,
                                       const struct jacobian_args *a, real turbulence[2], const int equations)
{
    struct block5 d = block5_zero();
    real vdt = (real)(a->spectral[row.self] / a->cfl);
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(&a->u.m, row, j, &is_face);
        if (!is_face)
            continue;
        struct jacobian_face f = jacobian_face_load(row.self, signed_face, row_cell(&a->u.m, row, j), a);
        if (f.face < a->u.m.n_boundary)
            jacobian_boundary(&d, turbulence, &f, own, a, equations);
        else
            jacobian_own(&d, turbulence, row.self, &f, own, a, equations);
    }
    block5_add_identity(&d, vdt);
    block5_invert(&d);
    for (int r = 0; r < NV; r++)
        for (int c = 0; c < NV; c++)
            a->rows.inverse[((int64_t)(p / SLICE) * NV * NV + r * NV + c) * SLICE + p % SLICE] =
                (jacobian_number)real_divide(d.a[r][c], a->unit[r]);
    if (equations_variables(equations) > NV)
        jacobian_invert_turbulence(p, row.self, a, vdt, turbulence, equations);
    return d;
}

/* Entry number `entry` of row p from its block o, multiplied by the inverse d. */
UFV_HD void jacobian_store(lid p, int entry, const struct block5 *d, const struct block5 *o,
                           const struct jacobian_args *a)
{
    struct block5 scaled = block5_product(d, o);
    int64_t slice = (int64_t)a->rows.offset[p / SLICE] / SLICE + entry;
    for (int r = 0; r < NV; r++)
        for (int c = 0; c < NV; c++)
            a->rows.beside[(slice * NV * NV + r * NV + c) * SLICE + p % SLICE] =
                (jacobian_number)real_divide(scaled.a[r][c] * a->unit[c], a->unit[r]);
}

/* Row p; index: rows, those that only fill a slice included. */
UFV_HD void jacobian_row_body(lid p, const struct jacobian_args *a, const int equations)
{
    lid i = a->rows.cell[p];
    if (i < 0)
        return;
    struct row row = row_of(&a->u.m, i, ROWS_ANY);
    struct jacobian_cell own = jacobian_cell_load(i, a, equations);
    real turbulence[2] = {(real)0, (real)0}, beside[2];
    struct block5 d = jacobian_diagonal(p, row, &own, a, turbulence, equations);
    int entry = 0;
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(&a->u.m, row, j, &is_face),
            face = signed_face >= 0 ? signed_face : ~signed_face;
        if (!is_face || face < a->u.m.n_boundary)
            continue;
        struct jacobian_face f = jacobian_face_load(i, signed_face, row_cell(&a->u.m, row, j), a);
        struct block5 o = jacobian_other(beside, i, &f, &own, a, equations);
        jacobian_store(p, entry, &d, &o, a);
        for (int v = 0; v < equations_variables(equations) - NV; v++)
            a->rows.beside_turbulence[v * (int64_t)a->rows.n_entries + a->rows.offset[p / SLICE] + entry * SLICE +
                                      p % SLICE] = (jacobian_number)(beside[v] * turbulence[v]);
        entry++;
    }
}

#endif
