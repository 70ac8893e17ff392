/* newton.h: sweeps over the stored Jacobian (kernels/jacobian.h), and what else an
 * implicit step does to states and vectors.
 *
 * A sweep solves the rows of one colour side by side, each with the newest values of
 * the others: multicolour Gauss-Seidel, by lines where there are some.
 * Vectors of the Krylov method are scaled residuals: in units of the free stream, times the time step at CFL number 1
 * over the volume, so that every cell weighs the same. Sums and differences of residuals are in double, blocks and
 * arrays are not: those are floats, these `stored`. Where the steps in pseudo-time are preconditioned
 * (physics/low_mach.h) vectors are residuals times G^-1, which the step changes the state by.
 */
#ifndef UFV_SOLVE_KERNELS_NEWTON_H
#define UFV_SOLVE_KERNELS_NEWTON_H

#include "kernels/atomic.h"
#include "kernels/jacobian_entry.h"
#include "kernels/kernel_args.h"
#include "kernels/sent_args.h"
#include "physics/jacobian_block.h"
#include "physics/jacobian_turbulence.h"
#include "physics/low_mach.h"

/* ---- sweeps ---- */

/* Where variable v of place p stands in x. */
UFV_HD int64_t implicit_place(const struct implicit_args *a, int v, lid p)
{
    return v * (int64_t)a->x_stride + p * (int64_t)a->x_step;
}

/* x = 0; index: places. */
UFV_HD void implicit_clear_body(lid i, const struct implicit_args *a)
{
    for (int v = 0; v < a->n_variables; v++)
        a->x[implicit_place(a, v, i)] = (jacobian_number)0;
}

/* The right-hand side of the solved rows, b = D^-1 R; index: rows. */
UFV_HD void jacobian_rhs_body(lid p, const struct jacobian_solve_args *a)
{
    const int64_t n = a->n_owned, rows = a->rows.n_rows;
    lid i = a->rows.cell[p];
    if (i < 0)
        return;
    const jacobian_number *inverse = a->rows.inverse + (int64_t)(p / SLICE) * NV * NV * SLICE + p % SLICE;
    for (int r = 0; r < NV; r++) {
        /* In double, as residuals are: of a converged state their last digits are what the step is made
         * of. */
        double sum = 0.0;
        for (int c = 0; c < NV; c++)
            sum += (double)inverse[(r * NV + c) * SLICE] * (double)a->residual[c * n + i];
        a->b[r * rows + p] = (jacobian_number)sum;
    }
    for (int v = NV; v < a->n_variables; v++)
        a->b[v * rows + p] =
            (jacobian_number)((double)a->rows.inverse_turbulence[(v - NV) * rows + p] * (double)a->residual[v * n + i]);
}

/* x of a column, 0 where it is -1. */
UFV_HD jacobian_number jacobian_x(const struct jacobian_solve_args *a, lid column, int v)
{
    const int64_t place = v * (int64_t)a->rows.stride + (column < 0 ? 0 : column) * (int64_t)a->rows.step;
    const jacobian_number x = a->x[place];
    return column < 0 ? (jacobian_number)0 : x;
}

/* Takes what entry `entry`, whose column is given, has for the newest x out of y. Where it has none, its block is any
 * finite numbers. */
UFV_HD void jacobian_take(const struct jacobian_solve_args *a, lid entry, lid column, const int nv, const int storage,
                          jacobian_number y[NV_MAX])
{
    jacobian_number z[NV_MAX];
    for (int v = 0; v < nv; v++)
        z[v] = jacobian_x(a, column, v);
    for (int r = 0; r < NV; r++) {
        jacobian_number sum = y[r];
        for (int k = 0; k < NV; k++)
            sum -= jacobian_entry(a->rows.beside, entry / SLICE, entry % SLICE, r * NV + k, storage) * z[k];
        y[r] = sum;
    }
    for (int v = NV; v < nv; v++)
        y[v] -= a->rows.beside_turbulence[(v - NV) * (int64_t)a->rows.n_entries + entry] * z[v];
}

/* Entries whose columns and blocks a thread of a GPU loads at once: those of a hexahedron. */
enum { ENTRIES_TOGETHER = 6 };

/* Row p with the newest values around it, those of its line left out; index: rows. On CPUs a slice at a time
 * (backend/cpu/backend_cpu_sweep.h), with the same sums in the same order.
 * Gauss-Seidel in the row's order of entries: x of other colours are the newest, x of this colour is
 * written only. The row itself reads no x of its own colour, so that threads of a colour cannot see one
 * another's writes. */
UFV_HD void jacobian_sweep_body(lid p, const struct jacobian_solve_args *a, const int nv, const int storage)
{
    const int64_t rows = a->rows.n_rows;
    const lid lane = p % SLICE, end = a->rows.offset[p / SLICE + 1];
    jacobian_number y[NV_MAX];
    for (int v = 0; v < nv; v++)
        y[v] = a->b[v * rows + p];
    for (lid e = a->rows.others[p / SLICE]; e < end; e += ENTRIES_TOGETHER * SLICE) {
        lid column[ENTRIES_TOGETHER];
        UFV_UNROLL(6)
        for (int k = 0; k < ENTRIES_TOGETHER; k++)
            column[k] = e + k * SLICE < end ? a->rows.column[e + k * SLICE + lane] : -1;
        UFV_UNROLL(6)
        for (int k = 0; k < ENTRIES_TOGETHER; k++)
            if (e + k * SLICE < end)
                jacobian_take(a, e + k * SLICE + lane, column[k], nv, storage, y);
    }
    for (int v = 0; v < nv; v++)
        a->x[v * (int64_t)a->rows.stride + p * (int64_t)a->rows.step] = y[v];
}

/* Variable v of row p, to the other ranks that have its cell in their halo; rows that are not sent go nowhere. */
UFV_HD void jacobian_send(const struct jacobian_sent_args *a, lid p, int v, jacobian_number x)
{
    if (p >= a->end)
        return;
    for (lid e = a->first[p - a->begin]; e < a->first[p - a->begin + 1]; e++) {
        const struct sent_place to = a->place[e];
        a->x[to.peer][v * (int64_t)a->stride[to.peer] + to.place * (int64_t)a->solve.rows.step] = x;
    }
}

/* The same with what is sent; index: rows. The order with other ranks is the caller's
 * (backend/cuda/backend_cuda_sent.h). */
UFV_HD void jacobian_sweep_sent_body(lid p, const struct jacobian_sent_args *a, const int nv, const int storage)
{
    jacobian_sweep_body(p, &a->solve, nv, storage);
    for (int v = 0; v < nv && p >= a->single; v++)
        jacobian_send(a, p, v, jacobian_x(&a->solve, p, v));
}

/* Where the entries of slice s of a group of lines, whose first slice is `first`, begin that are of the cell before in
 * their lines (after = 0), or of that after (1). The slice has such a place. */
UFV_HD lid jacobian_along_entry(const struct jacobian_rows *r, lid first, lid s, int after)
{
    return r->offset[s] + (after && s > first ? SLICE : 0);
}

/* A line after its rows' sweep: forward, each cell with that before, then backward, each with that after; index: lanes.
 * On CPUs a slice at a time; on GPUs a line is the work of as many threads as there are variables. The same sums in the
 * same order.
 * Forward substitution with L, then backward with U, of rows that jacobian_line_body() has factorised;
 * the sweep before has left b less the neighbours off the line in x. */
UFV_HD void jacobian_along_body(lid i, const struct jacobian_solve_args *a, const int nv, const int storage)
{
    const lid first = a->rows.first[i / SLICE], end = a->rows.first[i / SLICE + 1], lane = i % SLICE;
    for (int after = 0; after < 2; after++)
        for (lid k = 1; k < end - first; k++) {
            const lid s = after ? end - 1 - k : first + k;
            const lid e = jacobian_along_entry(&a->rows, first, s, after) + lane;
            jacobian_number y[NV_MAX];
            for (int v = 0; v < nv; v++)
                y[v] = jacobian_x(a, s * SLICE + lane, v);
            jacobian_take(a, e, a->rows.column[e], nv, storage, y);
            for (int v = 0; v < nv; v++)
                a->x[v * (int64_t)a->rows.stride + (s * SLICE + lane) * (int64_t)a->rows.step] = y[v];
        }
}

/* The same with what is sent of the line; index: lanes, of which a->lanes .. a->other_lanes - 1 have single cells. */
UFV_HD void jacobian_along_sent_body(lid i, const struct jacobian_sent_args *a, const int nv, const int storage)
{
    const struct jacobian_rows *r = &a->solve.rows;
    if (i >= a->lanes && i < a->other_lanes)
        return;
    jacobian_along_body(i, &a->solve, nv, storage);
    for (lid s = r->first[i / SLICE]; s < r->first[i / SLICE + 1]; s++)
        for (int v = 0; v < nv; v++)
            jacobian_send(a, s * SLICE + i % SLICE, v, jacobian_x(&a->solve, s * SLICE + i % SLICE, v));
}

/* ---- elimination along lines ---- */

/* The whole block of an entry; entry: 0 .. n_entries - 1. */
UFV_HD struct block5 jacobian_block(const void *beside, lid entry, const int storage)
{
    struct block5 m;
    for (int n = 0; n < NV * NV; n++)
        m.a[n / NV][n % NV] = (real)jacobian_entry(beside, entry / SLICE, entry % SLICE, n, storage);
    return m;
}

/* Entry k of those along lines whose two cells share several faces: the blocks of the others are added to it; index:
 * n_doubled. After the assembly, before lines are eliminated. */
UFV_HD void jacobian_join_body(lid k, const struct jacobian_solve_args *a, const int storage)
{
    const lid into = a->rows.doubled[k];
    struct block5 sum = jacobian_block(a->rows.beside, into, storage);
    for (lid e = a->rows.doubled_begin[k]; e < a->rows.doubled_begin[k + 1]; e++) {
        const lid from = a->rows.doubled_entry[e];
        struct block5 m = jacobian_block(a->rows.beside, from, storage);
        for (int n = 0; n < NV * NV; n++)
            sum.a[n / NV][n % NV] += m.a[n / NV][n % NV];
        for (int v = 0; v < a->n_variables - NV; v++) {
            jacobian_number *beside = a->rows.beside_turbulence + v * (int64_t)a->rows.n_entries;
            beside[into] += beside[from];
        }
    }
    jacobian_entry_store(a->rows.beside, into / SLICE, into % SLICE, &sum, storage);
}

/* The inverse of I - L U, L: the block of entry l, U: that of entry u; of I where `has` is 0.
 * I - L U and not D - L D^-1 U: rows are stored solved for their own unknown. */
UFV_HD struct block5 jacobian_pivot(const struct jacobian_solve_args *a, lid l, lid u, int has, const int storage)
{
    struct block5 before = jacobian_block(a->rows.beside, l, storage);
    struct block5 after = jacobian_block(a->rows.beside, u, storage);
    struct block5 m = block5_product(&before, &after);
    for (int r = 0; r < NV; r++)
        for (int c = 0; c < NV; c++)
            m.a[r][c] = (r == c ? (real)1 : (real)0) - (has ? m.a[r][c] : (real)0);
    block5_invert(&m);
    return m;
}

/* Elimination along lines (the block form of Thomas's algorithm), slice s not the first of its group, lane k:
 * x_i + L x_before + U x_after + ... = b_i becomes a row of the same form without x_before's share of U in the row
 * before: all of it is multiplied by the inverse of I - L U_before. second: s - 1 is not the first either. */
UFV_HD void jacobian_line_row(lid s, lid k, int second, const struct jacobian_solve_args *a, const int storage)
{
    const int64_t rows = a->rows.n_rows, entries = a->rows.n_entries, p = (int64_t)s * SLICE + k;
    /* l: the entry of the cell before in this row; u: that of this cell in the row before, whose first
     * entry is its own cell before where it has one. */
    const lid l = a->rows.offset[s] + k, u = a->rows.offset[s - 1] + (second ? SLICE : 0) + k;
    /* A shorter line of the group has ended: its row stays as it is, multiplied by the unit matrix. */
    const int has = a->rows.column[l] >= 0;
    struct block5 m = jacobian_pivot(a, l, u, has, storage), o;
    jacobian_number *inverse = a->rows.inverse + (int64_t)s * NV * NV * SLICE + k;
    for (int r = 0; r < NV; r++)
        for (int c = 0; c < NV; c++)
            o.a[r][c] = (real)inverse[(r * NV + c) * SLICE];
    o = block5_product(&m, &o);
    for (int r = 0; r < NV; r++)
        for (int c = 0; c < NV; c++)
            inverse[(r * NV + c) * SLICE] = (jacobian_number)o.a[r][c];
    jacobian_number share[2];
    for (int v = 0; v < a->n_variables - NV; v++) {
        const jacobian_number *beside = a->rows.beside_turbulence + v * entries;
        share[v] = (jacobian_number)1 / ((jacobian_number)1 - (has ? beside[l] * beside[u] : (jacobian_number)0));
        a->rows.inverse_turbulence[v * rows + p] *= share[v];
    }
    /* Multiplies all entries of the row, L among them. */
    for (lid e = l; e < a->rows.offset[s + 1]; e += SLICE) {
        o = jacobian_block(a->rows.beside, e, storage);
        o = block5_product(&m, &o);
        jacobian_entry_store(a->rows.beside, e / SLICE, e % SLICE, &o, storage);
        for (int v = 0; v < a->n_variables - NV; v++)
            a->rows.beside_turbulence[v * entries + e] *= share[v];
    }
}

/* A line; index: lanes. */
UFV_HD void jacobian_line_body(lid i, const struct jacobian_solve_args *a, const int storage)
{
    const lid first = a->rows.first[i / SLICE], end = a->rows.first[i / SLICE + 1];
    for (lid s = first + 1; s < end; s++)
        jacobian_line_row(s, i % SLICE, s > first + 1, a, storage);
}

/* ---- states ---- */

/* Unit of variable v of vectors in cell i. */
UFV_HD double implicit_unit(const struct implicit_args *a, int v, lid i)
{
    return v < a->by_value ? a->unit[v] : a->unit[v] * (double)a->q0[v * (int64_t)a->n_owned + i];
}

/* The CFL number that cell i takes its step with. */
UFV_HD double implicit_cfl(const struct implicit_args *a, lid i)
{
    return a->local_cfl ? a->cfl * (double)a->local_cfl[i] : a->cfl;
}

/* Does the cell take an explicit step? So short a step that the system, which counts on changes of the neighbours that
 * may be cut, has no say: with a positive flux (physics/hlle.h) density and pressure stay positive. */
UFV_HD int implicit_is_explicit(const struct implicit_args *a, lid i)
{
    return a->local_cfl && a->local_cfl[i] < 1.0f && implicit_cfl(a, i) <= a->explicit_cfl;
}

/* A share of a change of the conserved variables, d in units. */
UFV_HD struct flux5 implicit_change(const struct implicit_args *a, const double d[NV], double share)
{
    struct flux5 c = {(real)(share * d[0] * a->unit[0]), (real)(share * d[1] * a->unit[1]),
                      (real)(share * d[2] * a->unit[2]), (real)(share * d[3] * a->unit[3]),
                      (real)(share * d[4] * a->unit[4])};
    return c;
}

/* The share of the step d that the cell takes: density and pressure fall by at most a->fall_most
 * of themselves and rise by a->rise_most, by the linear estimate, and end between 0.3 and 3 times the old ones. 0 also
 * where the step is no number.
 * The linear estimate bounds the step first; then the true new state is looked at, halving up to eight
 * times, since pressure is not linear in the conserved variables. */
UFV_HD double implicit_share(const struct implicit_args *a, struct state s, const double d[NV])
{
    struct flux5 c = implicit_change(a, d, 1.0);
    real k = (real)0.5 * (s.u * s.u + s.v * s.v + s.w * s.w), least = (real)0.3, largest = (real)3;
    real dp = (a->gamma - (real)1) * (c.energy - (s.u * c.mx + s.v * c.my + s.w * c.mz) + k * c.mass);
    double fall = (double)real_max(real_divide(-c.mass, s.rho), real_divide(-dp, s.p)) / a->fall_most;
    double rise = (double)real_max(real_divide(c.mass, s.rho), real_divide(dp, s.p)) / a->rise_most;
    double over = fall > rise ? fall : rise;
    double share = a->share;
    /* Infinities and not-a-numbers: their difference with themselves is no zero. */
    if (!(over - over == 0.0))
        return 0.0;
    if (over * share > 1.0)
        share = 1.0 / over;
    for (int turn = 0; turn < 8; turn++, share *= 0.5) {
        struct state t = gas_advance(s, implicit_change(a, d, share), a->gamma);
        if (state_is_physical(t) && t.p > least * s.p && t.rho > least * s.rho && t.p < largest * s.p &&
            t.rho < largest * s.rho)
            return share;
    }
    return 0.0;
}

/* A turbulence variable after a step: between a tenth and five times its value, never below the floor, which is a
 * thousandth of the free stream's. It keeps three tenths where its residual r wants it to grow: omega far
 * below what it will be, whose sources hardly depend on it, takes steps of either sign, and its residual grows as
 * it falls. */
UFV_HD real implicit_turbulence(real old, real step, real floor, double r)
{
    real least = (r > 0.0 ? (real)0.3 : (real)0.1) * old;
    real value = old + step, low = real_max(least, floor), high = (real)5 * old + (real)1000 * floor;
    value = value - value == (real)0 ? value : old;
    return value < low ? low : value > high ? high : value;
}

/* q = the saved state and a share of the step x, limited. A turbulence variable that is held leaves its floor for twice
 * the floor or more: its row of the system is all but empty at large CFL numbers, so that every other step would lift
 * it by a little and the next one put it back. It has to leave where turbulence arrives from around it: if its residual
 * alone could free it, turbulence would spread over held cells by one a step. */
UFV_HD void implicit_update_body(lid i, const struct implicit_args *a)
{
    const int64_t slots = a->n_slots, n = a->n_owned;
    const lid p = a->place[i];
    struct state s = state_load(a->q0, n, i);
    double d[NV];
    for (int v = 0; v < NV; v++)
        d[v] = (double)a->x[implicit_place(a, v, p)];
    if (implicit_is_explicit(a, i))
        for (int v = 0; v < NV; v++)
            d[v] = implicit_cfl(a, i) * (double)a->base[v * n + i] / ((double)a->spectral[i] * a->unit[v]);
    double share = implicit_share(a, s, d);
    /* Counted for the report: cells that took less of the step than the others. */
    if (share < 0.999 * a->share)
        atomic_increment(a->limited);
    if (a->taken)
        a->taken[i] = (float)(share / a->share);
    state_store(a->q, slots, i, share > 0.0 ? gas_advance(s, implicit_change(a, d, share), a->gamma) : s);
    for (int v = NV; v < a->n_variables; v++) {
        real old = a->q0[v * n + i];
        real step = real_divide((real)(a->share * (double)a->x[implicit_place(a, v, p)]), s.rho);
        const real floor = (real)a->floor[v - NV];
        const int stays = a->held[(v - NV) * n + i] && !(step >= floor);
        a->q[v * slots + i] = stays ? old : implicit_turbulence(old, step, floor, (double)a->base[v * n + i]);
    }
}

/* After a step that holds: the part of the CFL number that the cell takes in the next one. A cell whose change was
 * limited asks for a time step in which it is not: as much shorter as it took less of its step. Others come back. */
UFV_HD void implicit_local_cfl_body(lid i, const struct implicit_args *a)
{
    const double taken = (double)a->taken[i], before = (double)a->local_cfl[i];
    const double cut = before * (taken > 0.1 ? taken : 0.1), grown = 2.0 * before;
    const double least = a->least_cfl < a->cfl ? a->least_cfl / a->cfl : 1.0;
    const double next = taken < 0.999 ? (cut > least ? cut : least) : grown;
    a->local_cfl[i] = (float)(next < 1.0 ? next : 1.0);
}

/* The largest share of the direction by which no turbulence variable of cell i falls by more than half. Next to a wall
 * k and nu_tilde are so small that a change of any size for the rest of the flow makes them negative, and the
 * difference of residuals is then no derivative. Nor is it in mixed precision, whose shares are large, where a variable
 * changes by more than a->entry: directions of large meshes have entries a hundred times as large as their mean. */
UFV_HD double implicit_reach_body(lid i, const struct implicit_args *a)
{
    const int64_t n = a->n_owned;
    double least = 1e300;
    for (int v = 0; v < (sizeof(stored) < sizeof(double) ? a->n_variables : 0); v++) {
        double d = (double)real_abs((real)a->direction[v * n + i]), reach = d > 0.0 ? a->entry / d : 1e300;
        least = reach < least ? reach : least;
    }
    for (int v = NV; v < a->n_variables; v++) {
        double f = (double)a->q0[v * n + i];
        /* Of rho f over rho: the density's own change is left out, as small beside it. */
        double fall = -(double)a->direction[v * n + i] * implicit_unit(a, v, i) / (double)a->q0[i];
        double reach = fall > 0.0 ? 0.5 * f / fall : 1e300;
        least = reach < least ? reach : least;
    }
    return least;
}

/* q = the saved state and a->share times the direction: for differences of residuals. No turbulence variable falls
 * below a tenth of itself.
 * By gas_advance(), as the step itself: a difference of residuals must be along the curve that the step
 * takes. */
UFV_HD void implicit_perturb_body(lid i, const struct implicit_args *a)
{
    const int64_t slots = a->n_slots, n = a->n_owned;
    struct state s = state_load(a->q0, n, i);
    double d[NV];
    for (int v = 0; v < NV; v++)
        d[v] = (double)a->direction[v * n + i];
    state_store(a->q, slots, i, gas_advance(s, implicit_change(a, d, a->share), a->gamma));
    for (int v = NV; v < a->n_variables; v++) {
        real step = (real)(a->share * (double)a->direction[v * n + i] * implicit_unit(a, v, i));
        real old = a->q0[v * n + i], value = old + real_divide(step, s.rho);
        a->q[v * slots + i] = value < (real)0.1 * old ? (real)0.1 * old : value;
    }
}

/* What row v of cell i has beside spectral / CFL, over the spectral radius: the same as in the stored Jacobian
 * (jacobian_invert_turbulence()). */
UFV_HD double implicit_restraint(const struct implicit_args *a, int v, lid i)
{
    const int64_t n = a->n_owned;
    if (!a->restrained || v < NV)
        return 0.0;
    return jacobian_turbulence_restraint((double)a->base[v * n + i], (double)a->q0[i], (double)a->q0[v * n + i],
                                         a->floor[v - NV]) /
           (double)a->spectral[i];
}

/* ---- residuals ---- */

/* The turbulence rows in advective form, R(rho f) - f R(rho) with the saved f. Rows of cells at the
 * floor that would fall below it are set to zero, or the residual would never fall; with a->find they
 * are looked for now. */
UFV_HD void implicit_advective_body(lid i, const struct implicit_args *a)
{
    const int64_t n = a->n_owned;
    for (int v = NV; v < a->n_variables; v++) {
        double f = (double)a->q0[v * n + i];
        double r = (double)a->residual[v * n + i] - f * (double)a->residual[i];
        uint8_t *held = a->held + (v - NV) * n + i;
        if (a->find)
            *held = (uint8_t)turbulence_is_held(f, a->floor[v - NV], r);
        a->residual[v * n + i] = (stored)(*held ? 0.0 : r);
    }
}

/* The rows of the flow in a residual or a vector of conserved variables r[NV] of cell i, multiplied by G^-1 (way: -1)
 * or G (1) of physics/low_mach.h, where the steps in pseudo-time are preconditioned. */
UFV_HD void implicit_precondition(const struct implicit_args *a, lid i, int way, double r[NV_MAX])
{
    if (!a->scaling)
        return;
    const struct state s = state_load(a->q0, a->n_owned, i);
    const double b = a->scaling[i], less = (1.0 - b) / low_mach_sound2(s, (double)a->gamma);
    low_mach_add(r, s, way < 0 ? -less : less / b, (double)a->gamma);
}

/* A vector from a residual: over the spectral radius and the variable's unit, so that its entries are changes of the
 * variables in a step at CFL number 1 and can be added up in one norm. */
UFV_HD void implicit_scale_body(lid i, const struct implicit_args *a)
{
    const int64_t n = a->n_owned;
    double r[NV_MAX];
    for (int v = 0; v < a->n_variables; v++)
        r[v] = (double)a->residual[v * n + i];
    implicit_precondition(a, i, -1, r);
    for (int v = 0; v < a->n_variables; v++)
        a->to[v * n + i] = (stored)(r[v] / ((double)a->spectral[i] * implicit_unit(a, v, i)));
}

/* The way back. */
UFV_HD void implicit_unscale_body(lid i, const struct implicit_args *a)
{
    const int64_t n = a->n_owned;
    double r[NV_MAX];
    for (int v = 0; v < a->n_variables; v++)
        r[v] = (double)a->direction[v * n + i] * ((double)a->spectral[i] * implicit_unit(a, v, i));
    implicit_precondition(a, i, 1, r);
    for (int v = 0; v < a->n_variables; v++)
        a->residual[v * n + i] = (stored)r[v];
}

/* The product of the true Jacobian and `direction`: a->residual is that of the state perturbed by a->share
 * of it, a->base that of the saved one, both in advective form. */
UFV_HD void implicit_product_body(lid i, const struct implicit_args *a)
{
    const int64_t n = a->n_owned;
    double r[NV_MAX];
    for (int v = 0; v < a->n_variables; v++)
        r[v] = (double)a->residual[v * n + i] - (double)a->base[v * n + i];
    implicit_precondition(a, i, -1, r);
    for (int v = 0; v < a->n_variables; v++) {
        int64_t k = v * n + i;
        double change = r[v] / (a->share * (double)a->spectral[i] * implicit_unit(a, v, i));
        double product = (double)a->direction[k] / implicit_cfl(a, i) - change;
        if (a->restrained)
            product += (double)a->direction[k] * implicit_restraint(a, v, i);
        a->to[k] = (stored)product;
    }
}

/* Vectors from x, which has its own order of places and, of turbulence variables, no unit. */
UFV_HD void implicit_gather_body(lid i, const struct implicit_args *a)
{
    for (int v = 0; v < NV; v++)
        a->to[v * (int64_t)a->n_owned + i] = (stored)a->x[implicit_place(a, v, a->place[i])];
    for (int v = NV; v < a->n_variables; v++)
        a->to[v * (int64_t)a->n_owned + i] =
            (stored)((double)a->x[implicit_place(a, v, a->place[i])] / implicit_unit(a, v, i));
}

/* The way back: `direction` into x, rounded. */
UFV_HD void implicit_scatter_body(lid i, const struct implicit_args *a)
{
    for (int v = 0; v < NV; v++)
        a->x[implicit_place(a, v, a->place[i])] = (jacobian_number)a->direction[v * (int64_t)a->n_owned + i];
    for (int v = NV; v < a->n_variables; v++)
        a->x[implicit_place(a, v, a->place[i])] =
            (jacobian_number)((double)a->direction[v * (int64_t)a->n_owned + i] * implicit_unit(a, v, i));
}

/* Squares of the scaled residual, of the flow and of each turbulence variable; a->unsteady: less what the
 * pseudo time step from the saved state stands for. */
UFV_HD void implicit_norm_body(lid i, const struct implicit_args *a, double out[3])
{
    const int64_t n = a->n_owned;
    struct state before = state_load(a->q0, n, i);
    struct flux5 d = gas_difference(before, state_load(a->q, a->n_slots, i), a->gamma);
    double moved[NV_MAX] = {(double)d.mass, (double)d.mx, (double)d.my, (double)d.mz, (double)d.energy};
    for (int v = NV; v < a->n_variables; v++)
        moved[v] = (double)(before.rho * (a->q[v * (int64_t)a->n_slots + i] - a->q0[v * n + i]));
    double residual[NV_MAX];
    for (int v = 0; v < a->n_variables; v++)
        residual[v] = (double)a->residual[v * n + i];
    implicit_precondition(a, i, -1, residual);
    out[0] = out[1] = out[2] = 0.0;
    for (int v = 0; v < a->n_variables; v++) {
        double step = a->unsteady ? moved[v] / implicit_cfl(a, i) : 0.0;
        if (a->unsteady && a->restrained)
            step += moved[v] * implicit_restraint(a, v, i);
        double r = (residual[v] / (double)a->spectral[i] - step) / implicit_unit(a, v, i);
        out[v < NV ? 0 : v - NV + 1] += r * r;
    }
}

/* The cell's part of the norm of a steady residual, of all variables, into a->to[i]. */
UFV_HD void implicit_part_body(lid i, const struct implicit_args *a)
{
    double out[3];
    implicit_norm_body(i, a, out);
    a->to[i] = (stored)(out[0] + out[1] + out[2]);
}

#endif
