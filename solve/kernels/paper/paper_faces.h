/* paper_faces.h: the papers' kernels between gradients and the update: extremes of the
 * pressure, limiter, states at faces, fluxes, their sums.
 */
#ifndef UFV_SOLVE_KERNELS_PAPER_PAPER_FACES_H
#define UFV_SOLVE_KERNELS_PAPER_PAPER_FACES_H

#include "kernels/flux.h"
#include "kernels/paper/paper_nodes.h"

/* ---- least and largest pressure around a cell (paper 1, Eqs. 7-8) ---- */

/* Starts the extremes of stencil cell c from its own value. */
UFV_HD void paper_extremes_start(lid c, const struct paper_args *a)
{
    a->least[c] = a->most[c] = a->q[Q_P * (int64_t)a->m.n_slots + c];
}

/* Takes pressure p into the extremes of cell c; `race` is as in paper_add(). */
UFV_HD void paper_extremes_add(const struct paper_args *a, lid c, real p, const int race)
{
    if (race == RACE_ATOMIC) {
        atomic_lower(&a->least[c], p);
        atomic_raise(&a->most[c], p);
    } else {
        a->least[c] = real_min(a->least[c], p);
        a->most[c] = real_max(a->most[c], p);
    }
}

/* Loop over faces 0 .. n_faces - 1 (paper 1, Algorithm 10; paper 3, Algorithm 6). */
UFV_HD void paper_extremes_face(lid f, const struct paper_args *a, const int race)
{
    const struct mesh_view *m = &a->m;
    const real *p = a->q + Q_P * (int64_t)m->n_slots;
    lid l = m->left[f], r = m->right[f];
    paper_extremes_add(a, l, p[r], race);
    if (r < m->n_stencil)
        paper_extremes_add(a, r, p[l], race);
}

/* Loop over stencil cells (paper 1, Algorithm 11). */
UFV_HD void paper_extremes_cell(lid c, const struct paper_args *a)
{
    const real *p = a->q + Q_P * (int64_t)a->m.n_slots;
    for (lid e = a->p.cell_face_offset[c]; e < a->p.cell_face_offset[c + 1]; e++)
        paper_extremes_add(a, c, p[a->p.cell_cell[e]], RACE_NONE);
}

/* ---- limiter (paper 2, Eq. 8): one of all variables, the least over a cell's faces ---- */

/* Lowers phi of cell c to what face f allows; race: as paper_add(). */
UFV_HD void paper_limiter_side(const struct paper_args *a, lid c, lid f, const int race)
{
    const struct mesh_view *m = &a->m;
    real step = (real)0, p = a->q[Q_P * (int64_t)m->n_slots + c], dx[3];
    face_from_cell(m, c, f, m->left[f] == c ? SIDE_LEFT : SIDE_RIGHT, dx);
    for (int d = 0; d < 3; d++)
        step += a->gradient[(d * a->n_variables + Q_P) * (int64_t)m->n_stencil + c] * dx[d];
    /* Nothing to limit, and no quotient. */
    if (step == (real)0)
        return;
    real phi = limiter_venkatakrishnan_one((step > (real)0 ? a->most[c] : a->least[c]) - p, step, (real)0);
    if (race == RACE_ATOMIC)
        atomic_lower(&a->phi[c], phi);
    else
        a->phi[c] = real_min(a->phi[c], phi);
}

/* Faces 0 .. n_faces - 1; phi starts at 1. */
UFV_HD void paper_limiter_face(lid f, const struct paper_args *a, const int race)
{
    paper_limiter_side(a, a->m.left[f], f, race);
    if (a->m.right[f] < a->m.n_stencil)
        paper_limiter_side(a, a->m.right[f], f, race);
}

/* ---- states at faces ---- */

/* Loop over faces 0 .. n_flux - 1: copies the states of both cells (paper 1, K7). */
UFV_HD void paper_face_states(lid f, const struct paper_args *a)
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots, n = m->n_flux;
    lid l = m->left[f], r = m->right[f];
    for (int v = a->v_begin; v < a->v_end; v++) {
        a->q_left[v * n + f] = a->q[v * ns + l];
        a->q_right[v * n + f] = a->q[v * ns + r];
    }
}

/* Adds the step from cell c to face f to q[.][f], which holds the cell's state. */
UFV_HD void paper_reconstruct_side(const struct paper_args *a, lid c, lid f, real *q)
{
    const struct mesh_view *m = &a->m;
    int64_t n = m->n_stencil;
    real dx[3];
    face_from_cell(m, c, f, m->left[f] == c ? SIDE_LEFT : SIDE_RIGHT, dx);
    for (int v = a->v_begin; v < a->v_end; v++) {
        const real *g = a->gradient + v * n + c;
        real step = g[0] * dx[0] + g[a->n_variables * n] * dx[1] + g[2 * a->n_variables * n] * dx[2];
        q[v * (int64_t)m->n_flux + f] += (v < NV ? a->f.slope : a->f.turbulence_slope) * a->phi[c] * step;
    }
}

/* Loop over faces 0 .. n_flux - 1: reconstructs their states by the limited gradients (paper 1, K5). */
UFV_HD void paper_reconstruct(lid f, const struct paper_args *a)
{
    paper_reconstruct_side(a, a->m.left[f], f, a->q_left);
    if (a->m.right[f] < a->m.n_cells)
        paper_reconstruct_side(a, a->m.right[f], f, a->q_right);
}

/* The state at face f; cell c's own where that cannot be, as flux_reconstruct(). */
UFV_HD struct face_side paper_side(const struct paper_args *a, const real *q, lid c, lid f, const int equations)
{
    struct face_side s = {state_load(q, a->m.n_flux, f), {(real)0}};
    if (!(s.flow.rho > (real)0 && s.flow.p > (real)0))
        s.flow = state_load(a->q, a->m.n_slots, c);
    for (int v = NV; v < equations_variables(equations); v++) {
        real own = a->q[v * (int64_t)a->m.n_slots + c], reconstructed = q[v * (int64_t)a->m.n_flux + f];
        s.turbulence[v - NV] = reconstructed * own > (real)0 ? reconstructed : own;
    }
    return s;
}

/* ---- fluxes ---- */

/* Interior faces n_boundary .. n_flux - 1: Roe's flux; with turbulence variables they go
 * with the mass. */
UFV_HD void paper_flux_roe(lid f, const struct paper_args *a, const int equations)
{
    const struct mesh_view *m = &a->m;
    struct face_side l = paper_side(a, a->q_left, m->left[f], f, equations);
    struct face_side r = paper_side(a, a->q_right, m->right[f], f, equations);
    real n[3], area, speed, turbulence[NV_MODEL];
    face_unit_normal(m, f, n, &area);
    struct flux5 flux =
        inviscid_flux(FLUX_ROE, face_states(l.flow, r.flow, n, a->f.fluid.gamma), a->f.scheme_parameter, &speed);
    flux_convect(flux.mass, l.turbulence, r.turbulence, turbulence);
    flux_store(&a->f, f, n, area, flux, turbulence, equations);
    if (a->f.speed)
        a->f.speed[f] = speed * area;
}

/* Loop over interior faces: subtracts the viscous flux (paper 1, K3). */
UFV_HD void paper_flux_viscous(lid f, const struct paper_args *a, const int equations)
{
    const struct mesh_view *m = &a->m;
    int64_t nf = m->n_flux;
    struct face_side l = paper_side(a, a->q_left, m->left[f], f, equations);
    struct face_side r = paper_side(a, a->q_right, m->right[f], f, equations);
    real n[3], area;
    face_unit_normal(m, f, n, &area);
    struct face_diffusion d =
        viscous_interior(f, &a->f, face_states(l.flow, r.flow, n, a->f.fluid.gamma), equations, GRADIENTS_APART);
    a->flux[nf + f] -= area * d.flow.mx;
    a->flux[2 * nf + f] -= area * d.flow.my;
    a->flux[3 * nf + f] -= area * d.flow.mz;
    a->flux[4 * nf + f] -= area * d.flow.energy;
    for (int v = NV; v < equations_variables(equations); v++)
        a->flux[v * nf + f] -= area * d.turbulence[v - NV];
    if (a->f.speed)
        a->f.speed[f] += (real)2 * d.nu * d.inverse * area;
}

/* Boundary faces 0 .. n_boundary - 1. */
UFV_HD void paper_flux_boundary(lid f, const struct paper_args *a, const int equations)
{
    flux_boundary_of(f, &a->f, paper_side(a, a->q_left, a->m.left[f], f, equations), equations, GRADIENTS_APART);
}

/* Faces n_boundary .. n_flux - 1: diffusivity of nu_tilde (nu + nu_tilde) / sigma times
 * area over distance, to both cells; stands for paper 1's K9, the turbulence
 * coefficients, of which the paper gives the operands only. */
UFV_HD void paper_diffusion_face(lid f, const struct paper_args *a)
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots;
    lid l = m->left[f], r = m->right[f];
    real n[3], area, nu = (real)0;
    lid cell[2] = {l, r};
    face_unit_normal(m, f, n, &area);
    real inverse = (real)face_edge_of(m, f, n).inverse;
    for (int k = 0; k < 2; k++) {
        real rho = a->q[cell[k]], p = a->q[Q_P * ns + cell[k]];
        nu += (real)0.5 * (fluid_viscosity(&a->f.fluid, fluid_temperature(&a->f.fluid, rho, p)) / rho +
                           a->q[Q_NU * ns + cell[k]]);
    }
    real value = nu * ((real)1 / SA_SIGMA) * area * inverse;
    atomic_add(&a->diffusion[l], value);
    if (r < m->n_owned)
        atomic_add(&a->diffusion[r], value);
}

/* ---- sums of fluxes (paper 1, Eq. 9) ---- */

/* Adds flux[at] to the sums of the cells beside face f. */
UFV_HD void paper_sum_add(const struct paper_args *a, lid f, const real *flux, lid at, const int race)
{
    const struct mesh_view *m = &a->m;
    lid l = m->left[f], r = m->right[f];
    for (int v = a->v_begin; v < a->v_end; v++) {
        real value = flux[v * (int64_t)m->n_flux + at];
        paper_add(&a->sum[v * (int64_t)m->n_owned + l], value, race);
        if (r < m->n_owned)
            paper_add(&a->sum[v * (int64_t)m->n_owned + r], -value, race);
    }
}

/* Loop over faces 0 .. n_flux - 1 (paper 1, Algorithms 4-5; paper 3, Algorithm 5). */
UFV_HD void paper_sum_face(lid f, const struct paper_args *a, const int race)
{
    paper_sum_add(a, f, a->flux, f, race);
}

/* Entries of colour_face, fluxes stored in their order (paper 3, Algorithm 11). */
UFV_HD void paper_sum_sorted(lid i, const struct paper_args *a)
{
    paper_sum_add(a, a->p.colour_face[i], a->flux_by_colour, i, RACE_NONE);
}

/* Loop over owned cells (paper 2, Algorithm 9). */
UFV_HD void paper_sum_cell(lid c, const struct paper_args *a)
{
    const struct mesh_view *m = &a->m;
    for (int v = a->v_begin; v < a->v_end; v++)
        a->sum[v * (int64_t)m->n_owned + c] = (real)0;
    for (lid e = a->p.cell_face_offset[c]; e < a->p.cell_face_offset[c + 1]; e++)
        for (int v = a->v_begin; v < a->v_end; v++)
            a->sum[v * (int64_t)m->n_owned + c] +=
                (real)a->p.cell_side[e] * a->flux[v * (int64_t)m->n_flux + a->p.cell_face[e]];
}

#endif
