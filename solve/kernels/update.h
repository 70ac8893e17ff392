/* update.h: sums of fluxes by cell, the Runge-Kutta update, time steps, norms. */
#ifndef UFV_SOLVE_KERNELS_UPDATE_H
#define UFV_SOLVE_KERNELS_UPDATE_H

#include "kernels/gradient.h"
#include "kernels/atomic.h"
#include "kernels/step_args.h"

/* Sums of the fluxes out of a cell, its faces in ascending order. Both cells of a face
 * add the same rounded number, so that nothing is lost between them.
 * By cells and not by faces with atomic additions: the order of a sum, and so its bits, must not depend on threads. */
UFV_HD void update_flux_sums(struct row row, const struct mesh_view *m, const real *UFV_RESTRICT flux, const int nv,
                             real sum[NV_MAX])
{
    int64_t n = m->n_flux;
    for (int v = 0; v < nv; v++)
        sum[v] = (real)0;
    UFV_UNROLL(6)
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face), f = signed_face >= 0 ? signed_face : ~signed_face;
        for (int v = 0; v < nv; v++) {
            real value = flux[v * n + f];
            sum[v] += !is_face           ? (real)0
                      : signed_face >= 0 ? value
                                         : -value; /* chosen, not multiplied: it may be no number */
        }
    }
}

/* CFL volume / (half the sum of (|un| + c + 2 nu / distance) area): the largest stable
 * step of a scheme whose limit is the CFL number (Blazek 2015, Section 6.1.4; for
 * diffusion alone, 1: dt = h^2 / (2 nu) in one dimension). */
UFV_HD real update_time_step(struct row row, const struct mesh_view *m, const real *UFV_RESTRICT speed, real cfl)
{
    real sum = (real)0;
    UFV_UNROLL(6)
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face);
        real s = speed[signed_face >= 0 ? signed_face : ~signed_face];
        sum += is_face ? s : (real)0;
    }
    return real_divide(cfl * m->volume[row.self], (real)0.5 * sum);
}

/* The right-hand side per volume: sources less the fluxes out. q holds the cell's variables; source_jacobian gets the
 * derivatives of the turbulence variables' destruction. */
UFV_HD void update_residual(struct row row, const struct update_args *a, const real q[NV_MAX], const int equations,
                        real residual[NV_MAX], real source_jacobian[NV_MODEL])
{
    const int nv = equations_variables(equations);
    lid i = row.self;
    /* One division serves all variables. */
    real inverse = real_divide((real)1, a->m.volume[i]);
    update_flux_sums(row, &a->m, a->flux, nv, residual);
    for (int v = 0; v < nv; v++) {
        residual[v] *= -inverse;
        if (a->source)
            residual[v] += a->source[v * (int64_t)a->m.n_owned + i];
    }
    for (int v = NV; v < nv; v++)
        source_jacobian[v - NV] = (real)0;
    if (equations_are_turbulent(equations)) {
        struct turbulence_terms terms = turbulence_terms_load(a->terms, a->m.n_stencil, i, equations);
        struct turbulence_source s = turbulence_sources(i, a, q, terms, equations);
        for (int v = NV; v < nv; v++) {
            residual[v] += s.value[v - NV];
            source_jacobian[v - NV] = s.source_jacobian[v - NV];
        }
    }
}

/* Loads the nv variables of slot i of q[nv][n]. */
UFV_HD void update_load(const real *UFV_RESTRICT q, int64_t n, lid i, const int nv, real out[NV_MAX])
{
    for (int v = 0; v < nv; v++)
        out[v] = q[v * n + i];
}

/* The flow's part of them. */
UFV_HD struct state update_flow(const real q[NV_MAX])
{
    struct state s = {q[Q_RHO], q[Q_U], q[Q_V], q[Q_W], q[Q_P]};
    return s;
}

/* a + share b. */
UFV_HD struct flux5 update_blend(struct flux5 a, struct flux5 b, real share)
{
    struct flux5 r = {a.mass + share * b.mass, a.mx + share * b.mx, a.my + share * b.my, a.mz + share * b.mz,
                      a.energy + share * b.energy};
    return r;
}

/* What an update has to report of a cell: that its state is bad, and (times UPDATE_CLIPPED)
 * how many variables were set to their least value. */
enum { UPDATE_DIVERGED = 1, UPDATE_CLIPPED = 2 };

/* notes: of update_cell(). Cells of a step report in any order, which a minimum and a count do not feel. */
UFV_HD void update_report(lid i, const struct update_args *a, int notes)
{
    if (notes & UPDATE_DIVERGED)
        atomic_minimum(a->diverged_cell, i);
    for (; notes >= UPDATE_CLIPPED; notes -= UPDATE_CLIPPED)
        atomic_increment(a->clipped);
}

/* What a stage makes of a cell: its variables at the start of the step and before the stage, what changes them, and for
 * how long. */
struct cell_step {
    real old[NV_MAX], now[NV_MAX];
    real residual[NV_MAX];   /* per volume, of conserved variables, 1/s of them */
    real source_jacobian[NV_MODEL]; /* derivatives of the destruction of the turbulence variables, 1/s */
    real step;               /* s */
};

/* Turbulence variables with their destruction implicit: from w + step F (F the residual)
 * to (w + step (F + J w_now)) / (1 + step J), J the destruction's derivative: the
 * same steady state, and the destruction cannot make a variable negative. What
 * still falls below the least value is set to it and counted. In steps from the old
 * value v0, with w = rho0 v0 + (1 - keep) (w_now - rho0 v0) and rho the new density:
 *
 *   v = v0 + (w - rho v0 + step (F + J (w_now - rho v0))) / ((1 + step J) rho)
 *
 * next: the new density in, the new turbulence variables out. */
UFV_HD int update_turbulence(lid i, const struct update_args *a, const struct cell_step *c, const int nv,
                             real next[NV_MAX])
{
    const real rho = next[Q_RHO], step = c->step, *old = c->old, *now = c->now;
    int notes = 0;
    for (int v = NV; v < nv; v++) {
        real j = c->source_jacobian[v - NV], least = a->turbulence.least[v - NV], v0 = old[v];
        real from_old = (old[Q_RHO] - rho) * v0; /* rho0 v0 - rho v0 */
        real from_now = now[Q_RHO] * (now[v] - v0) + (now[Q_RHO] - rho) * v0;
        real change = a->keep * from_old + ((real)1 - a->keep) * from_now + step * (c->residual[v] + j * from_now);
        real value = v0 + real_divide(change, ((real)1 + step * j) * rho);
        notes += value < least ? UPDATE_CLIPPED : 0;
        value = value < least ? least : value;
        notes |= value - value == (real)0 ? 0 : UPDATE_DIVERGED;
        a->q[v * (int64_t)a->m.n_slots + i] = next[v] = value;
    }
    return notes;
}

/* The record of cell i, whose new variables are q, as record_state_body() makes it. */
UFV_HD void update_record(lid i, const struct update_args *a, const real q[NV_MAX], const int nv)
{
    const int pairs = record_pairs(nv);
    for (int k = 0; k < pairs; k++) {
        struct record_pair p = {q[2 * k], 2 * k + 1 < nv ? q[2 * k + 1] : (real)0};
        a->record[(int64_t)i * pairs + k] = p;
    }
}

/* The new state from the residuals. Gives what update_report() takes.
 * keep < 1: Shu and Osher's convex combinations, as a change from the step's start. */
UFV_HD int update_store(lid i, const struct update_args *a, const struct cell_step *c, const int nv)
{
    const real step = c->step, *residual = c->residual;
    struct state s0 = update_flow(c->old);
    struct flux5 change = {step * residual[0], step * residual[1], step * residual[2], step * residual[3],
                           step * residual[4]};
    if (a->keep < (real)1)
        change = update_blend(change, gas_difference(s0, update_flow(c->now), a->fluid.gamma), (real)1 - a->keep);
    struct state s = gas_advance(s0, change, a->fluid.gamma);
    int notes = state_is_physical(s) ? 0 : UPDATE_DIVERGED;
    real next[NV_MAX] = {s.rho, s.u, s.v, s.w, s.p};
    state_store(a->q, a->m.n_slots, i, s);
    if (nv > NV)
        notes |= update_turbulence(i, a, c, nv, next);
    if (ON_DEVICE && a->record)
        update_record(i, a, next, nv);
    return notes;
}

/* What differs between the stages of a step. In the first the state is saved and, with
 * local steps, the time step computed. */
enum update_stage { STAGE_FIRST, STAGE_FIRST_LOCAL, STAGE_LATER, STAGE_LATER_LOCAL };

/* What the stage has to do beside the update, by which arrays are there; a constant of each loop of the CPU. */
UFV_HD enum update_stage update_stage(const struct update_args *a)
{
    if (a->save)
        return a->dt ? STAGE_FIRST_LOCAL : STAGE_FIRST;
    return a->dt ? STAGE_LATER_LOCAL : STAGE_LATER;
}

/* Gives what update_report() takes.
 * now is loaded only where something reads it: inviscid Runge-Kutta in later stages takes q0 and the
 * residual alone. */
UFV_HD int update_cell(lid i, const struct update_args *a, const enum update_stage stage, const int equations,
                       const int rows)
{
    const struct mesh_view *m = &a->m;
    const int nv = equations_variables(equations), first = stage == STAGE_FIRST || stage == STAGE_FIRST_LOCAL;
    struct row row = row_of(m, i, rows);
    struct cell_step c = {{0}, {0}, {0}, {0}, 0};
    real dt = a->global_dt;
    if (first || nv > NV || a->keep < (real)1)
        update_load(a->q, m->n_slots, i, nv, c.now);
    if (first) {
        for (int v = 0; v < nv; v++) {
            a->save[v * (int64_t)m->n_owned + i] = c.now[v];
            c.old[v] = c.now[v];
        }
    } else {
        update_load(a->q0, m->n_owned, i, nv, c.old);
    }
    if (stage == STAGE_FIRST_LOCAL) {
        dt = update_time_step(row, m, a->speed, a->cfl);
        a->dt[i] = dt;
    } else if (stage == STAGE_LATER_LOCAL) {
        dt = a->dt[i];
    }
    update_residual(row, a, c.now, equations, c.residual, c.source_jacobian);
    c.step = a->coefficient * dt;
    return update_store(i, a, &c, nv);
}

/* Index: owned cells. */
UFV_HD void update_body(lid i, const struct update_args *a, const int equations, const int rows)
{
    update_report(i, a, update_cell(i, a, update_stage(a), equations, rows));
}

/* Squares of the right-hand side per volume, NV_MAX of them, in double: they may lie
 * beyond single precision's range. A turbulence variable that is held at its least value has none
 * (turbulence_is_held()); of one such cell the norm would never fall. */
UFV_HD void residual_sum_body(lid i, const struct update_args *a, const int equations, double out[NV_MAX])
{
    const int nv = equations_variables(equations);
    real q[NV_MAX], residual[NV_MAX], source_jacobian[NV_MODEL];
    if (nv > NV)
        update_load(a->q, a->m.n_slots, i, nv, q);
    update_residual(row_of(&a->m, i, ROWS_ANY), a, q, equations, residual, source_jacobian);
    for (int v = 0; v < NV_MAX; v++)
        out[v] = v < nv ? (double)residual[v] * (double)residual[v] : 0.0;
    for (int v = NV; v < nv; v++)
        if (turbulence_is_held((double)q[v], a->held[v - NV],
                               (double)residual[v] - (double)q[v] * (double)residual[0]))
            out[v] = 0.0;
}

/* Size of the density residual per volume. */
UFV_HD double residual_peak_size(lid i, const struct update_args *a)
{
    real sum[NV_MAX];
    update_flux_sums(row_of(&a->m, i, ROWS_ANY), &a->m, a->flux, 1, sum);
    double residual = (double)(a->source ? a->source[i] : (real)0) - (double)sum[0] / (double)a->m.volume[i];
    return residual < 0 ? -residual : residual;
}

/* So that the least value over all cells is that of the largest residual. */
UFV_HD double residual_peak_body(lid i, const struct residual_peak_args *a)
{
    return -residual_peak_size(i, &a->u);
}

/* The number of a cell whose residual is at least `peak`, else n_owned: the least is the first of those cells. */
UFV_HD double residual_peak_cell_body(lid i, const struct residual_peak_args *a)
{
    return residual_peak_size(i, &a->u) >= a->peak ? (double)i : (double)a->u.m.n_owned;
}

/* Cells whose residual is at least `peak`: their number, and the squares of their residuals. */
UFV_HD void residual_peak_sum_body(lid i, const struct residual_peak_args *a, double out[2])
{
    double size = residual_peak_size(i, &a->u);
    int counts = size >= a->peak;
    out[0] = counts ? 1.0 : 0.0;
    out[1] = counts ? size * size : 0.0;
}

/* Index: owned cells; the least over all of them is the global time step. */
UFV_HD real time_step_body(lid i, const struct time_step_args *a)
{
    return update_time_step(row_of(&a->m, i, ROWS_ANY), &a->m, a->speed, a->cfl);
}

/* The time in which a particle crosses a cell: V / (1/2 sum over the faces of |u . S|), u the cell's velocity relative
 * to the mesh; of a box that moves along an edge, the edge over the speed. Huge where the cell does not count, or is at
 * rest. */
UFV_HD double crossing_time_body(lid i, const struct crossing_args *a)
{
    const struct mesh_view *m = &a->m;
    const int64_t n = m->n_slots;
    struct row row = row_of(m, i, ROWS_ANY);
    real u[3] = {a->q[n + i], a->q[2 * n + i], a->q[3 * n + i]}, v[3], x[3], sum = (real)0;
    for (int d = 0; d < 3; d++)
        x[d] = (real)m->centroid[d * n + i];
    frame_velocity(&a->frame, x, v);
    for (int d = 0; d < 3; d++)
        u[d] -= a->moves ? v[d] : (real)0;
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face), f;
        real s[3];
        face_outward(m, signed_face, &f, s);
        sum += is_face ? real_abs(dot3(u, s)) : (real)0;
    }
    return a->chosen[i] && sum > (real)0 ? (double)real_divide((real)2 * m->volume[i], sum) : HUGE_VAL;
}

/* force and its moment x x force about the origin that x (m) is counted from: N, N m. */
UFV_HD void force_moment(const double x[3], const double force[3], double out[6])
{
    out[0] = force[0];
    out[1] = force[1];
    out[2] = force[2];
    out[3] = x[1] * force[2] - x[2] * force[1];
    out[4] = x[2] * force[0] - x[0] * force[2];
    out[5] = x[0] * force[1] - x[1] * force[0];
}

/* Force of the fluid on face begin + i, N, and its moment about centre, N m: those of
 * the pressure, then those of friction. In double, as all sums over the mesh. */
UFV_HD void force_sum_body(lid i, const struct force_args *a, double out[12])
{
    const struct mesh_view *m = &a->m;
    int64_t nf = m->n_faces, nc = m->n_face_centroids, nb = m->n_boundary;
    lid f = a->begin + i;
    double p = (double)a->pressure[f] - a->reference, x[3], pressure[3], friction[3];
    real n[3], area;
    face_unit_normal(m, f, n, &area);
    for (int d = 0; d < 3; d++) {
        x[d] = m->face_centroid[d * nc + f] - a->centre[d];
        pressure[d] = p * (double)m->normal[d * nf + f];
        friction[d] = a->wall ? (double)area * (double)a->wall[(WALL_SHEAR + d) * nb + f] : 0.0;
    }
    force_moment(x, pressure, out);
    force_moment(x, friction, out + 6);
}

/* 1 for a cell beyond the bounds of steady flow that is not of first order yet. */
UFV_HD void beyond_sum_body(lid i, const struct beyond_args *a, double out[1])
{
    const int counts = !a->size || a->size[i] >= (real)0;
    out[0] = counts && steady_excess(&a->bounds, state_load(a->q, a->stride, i)) >= 1.0 ? 1.0 : 0.0;
}

#endif
