/* sliding_faces.h: a sliding interface (mesh/sliding.h): the table of the cells at it, ghosts that go on across it, and one
 * flux for each piece that two faces have in common.
 *
 * A piece's flux is that from the turning cell to the one at rest, in axes at rest, through an area at rest: the
 * cylinder's velocity is along itself. Both cells make it from the same numbers in the same order, on whatever ranks they
 * are, and take it with opposite signs: mass and energy are conserved to the rounding of sums, momentum to that of
 * turned vectors.
 */
#ifndef UFV_SOLVE_KERNELS_SLIDING_FACES_H
#define UFV_SOLVE_KERNELS_SLIDING_FACES_H

#include "kernels/flux.h"
#include "kernels/sliding_args.h"

/* A row of the table: the state of the cell, or its gradients. */
UFV_HD void sliding_pack_body(lid i, const struct sliding_pack_args *a)
{
    const lid c = a->m.left[a->face[i]];
    if (a->q) {
        for (int v = 0; v < SLIDING_STATE; v++)
            a->table[a->place[i] * (int64_t)SLIDING_STATE + v] = a->q[v * (int64_t)a->m.n_slots + c];
        return;
    }
    for (int k = 0; k < SLIDING_SLOPE; k++)
        a->table[a->place[i] * (int64_t)SLIDING_SLOPE + k] =
            (real)a->gradient[gradient_entry(&a->m, SLIDING_SLOPE, k, c)];
}

/* out = u in the axes of the zone (way 1), or back in those at rest (way 0). */
UFV_HD void sliding_turn(const real from_rest[9], int way, const real u[3], real out[3])
{
    for (int d = 0; d < 3; d++)
        out[d] = way ? from_rest[3 * d] * u[0] + from_rest[3 * d + 1] * u[1] + from_rest[3 * d + 2] * u[2]
                     : from_rest[d] * u[0] + from_rest[3 + d] * u[1] + from_rest[6 + d] * u[2];
}

/* The linear function through the cells of both sides, at the ghost's centroid; the cell's own value where that would
 * lose more than four fifths of density or pressure. */
UFV_HD void sliding_ghost_body(lid i, const struct sliding_ghost_args *a)
{
    const lid first = a->begin[i];
    const real *own = a->state + a->of[first] * (int64_t)SLIDING_STATE;
    real across[NV] = {(real)0}, turned[3], value[NV];
    for (lid k = first + 1; k < a->begin[i + 1]; k++)
        for (int v = 0; v < NV; v++)
            across[v] += (real)a->weight[k] * a->state[a->of[k] * (int64_t)SLIDING_STATE + v];
    sliding_turn(a->from_rest, a->turns[a->of[first]], across + Q_U, turned);
    for (int v = 0; v < NV; v++)
        value[v] = (real)a->weight[first] * own[v] + (v >= Q_U && v <= Q_W ? turned[v - Q_U] : across[v]);
    const int holds = value[Q_RHO] > (real)0.2 * own[Q_RHO] && value[Q_P] > (real)0.2 * own[Q_P];
    for (int v = 0; v < NV; v++)
        a->q[v * (int64_t)a->n_slots + a->slot[i]] = holds ? value[v] : own[v];
}

/* The cell of a row, at the distance dx (m, in its own axes) from its centroid, as flux_reconstruct() has it. */
UFV_HD struct state sliding_reconstruct(const struct sliding_flux_args *a, lid row, const double *dx)
{
    const real *q = a->state + row * (int64_t)SLIDING_STATE, *g = a->slope + row * (int64_t)SLIDING_SLOPE;
    real step[NV];
    for (int v = 0; v < NV; v++)
        step[v] = g[v] * (real)dx[0] + g[NV + v] * (real)dx[1] + g[2 * NV + v] * (real)dx[2];
    real share = real_min(flux_share(q[Q_RHO], step[Q_RHO]), flux_share(q[Q_P], step[Q_P]));
    struct state s = {q[Q_RHO] + share * step[Q_RHO], q[Q_U] + share * step[Q_U], q[Q_V] + share * step[Q_V],
                      q[Q_W] + share * step[Q_W], q[Q_P] + share * step[Q_P]};
    return s;
}

/* The flux through a piece, times its area; turning, resting: rows. speed: out, times area too. */
UFV_HD struct flux5 sliding_piece_flux(const struct sliding_flux_args *a, lid turning, lid resting,
                                       const double *piece, real *speed)
{
    struct state l = sliding_reconstruct(a, turning, piece + SLIDING_FROM_TURNING);
    struct state r = sliding_reconstruct(a, resting, piece + SLIDING_FROM_RESTING);
    const real s[3] = {(real)piece[0], (real)piece[1], (real)piece[2]}, u[3] = {l.u, l.v, l.w};
    real area = real_sqrt(dot3(s, s)), n[3], at_rest[3];
    for (int d = 0; d < 3; d++)
        n[d] = real_divide(s[d], area);
    sliding_turn(a->from_rest, 0, u, at_rest);
    l.u = at_rest[0];
    l.v = at_rest[1];
    l.w = at_rest[2];
    struct flux5 flux = flux_of_states(a->f.scheme, l, r, n, (real)0, &a->f, speed);
    *speed *= area;
    return flux5_scale(area, flux);
}

/* The flux out of an own cell: the sum over its pieces, ascending by the row across. */
UFV_HD void sliding_flux_body(lid i, const struct sliding_flux_args *a)
{
    const lid f = a->face[i], row = a->row[i];
    const int turns = a->turns[row];
    const int64_t n = a->f.m.n_flux;
    struct flux5 sum = {(real)0, (real)0, (real)0, (real)0, (real)0};
    real speeds = (real)0, momentum[3], own[3];
    for (lid k = a->begin[i]; k < a->begin[i + 1]; k++) {
        real speed;
        lid other = a->across[k];
        struct flux5 flux = sliding_piece_flux(a, turns ? row : other, turns ? other : row,
                                               a->piece + k * (int64_t)N_SLIDING, &speed);
        sum.mass += flux.mass;
        sum.mx += flux.mx;
        sum.my += flux.my;
        sum.mz += flux.mz;
        sum.energy += flux.energy;
        speeds += speed;
    }
    sum = flux5_scale(turns ? (real)1 : (real)-1, sum);
    momentum[0] = sum.mx;
    momentum[1] = sum.my;
    momentum[2] = sum.mz;
    if (turns)
        sliding_turn(a->from_rest, 1, momentum, own);
    for (int d = 0; d < 3; d++)
        a->f.flux[(Q_U + d) * n + f] = (stored)(turns ? own[d] : momentum[d]);
    a->f.flux[f] = (stored)sum.mass;
    a->f.flux[Q_P * n + f] = (stored)sum.energy;
    a->f.pressure[f] = a->state[row * (int64_t)SLIDING_STATE + Q_P];
    if (a->f.speed)
        a->f.speed[f] = speeds;
}

#endif
