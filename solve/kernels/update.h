/* update.h: sums of fluxes by cell, the Runge-Kutta update, time steps, norms. */
#ifndef UFV_SOLVE_KERNELS_UPDATE_H
#define UFV_SOLVE_KERNELS_UPDATE_H

#include "kernels/gradient.h"
#include "kernels/atomic.h"

/* Sum of the fluxes out of a cell, its faces in ascending order. */
UFV_HD struct flux5 update_residual(lid i, const struct mesh_view *m, const real *UFV_RESTRICT flux)
{
    real sum[NV] = {0, 0, 0, 0, 0};
    int64_t n = m->n_flux;
    int width;
    lid k = slice_begin(m, i, &width);
    for (int j = 0; j < width; j++, k += SLICE) {
        lid code = m->slice_face[k];
        if (code == SLICE_PAD)
            break;
        lid f = code >= 0 ? code : ~code;
        for (int v = 0; v < NV; v++)
            sum[v] += code >= 0 ? flux[v * n + f] : -flux[v * n + f];
    }
    struct flux5 r = {sum[0], sum[1], sum[2], sum[3], sum[4]};
    return r;
}

/* CFL volume / (half the sum of (|un| + c) area): the largest stable step of a
 * scheme whose limit is the CFL number (Blazek 2015, Section 6.1.4). */
UFV_HD real update_time_step(lid i, const struct mesh_view *m, const real *UFV_RESTRICT speed, real cfl)
{
    real sum = (real)0;
    int width;
    lid k = slice_begin(m, i, &width);
    for (int j = 0; j < width; j++, k += SLICE) {
        lid code = m->slice_face[k];
        if (code == SLICE_PAD)
            break;
        sum += speed[code >= 0 ? code : ~code];
    }
    return cfl * m->volume[i] / ((real)0.5 * sum);
}

/* first: the state is saved and, with local steps, the time step computed. */
UFV_HD void update_body(lid i, const struct update_args *a, const int first, const int local)
{
    const struct mesh_view *m = &a->m;
    struct state old;
    real dt;
    if (first) {
        old = state_load(a->q, m->n_slots, i);
        state_store(a->save, m->n_owned, i, old);
    } else {
        old = state_load(a->q0, m->n_owned, i);
    }
    if (local && first) {
        dt = update_time_step(i, m, a->speed, a->cfl);
        a->dt[i] = dt;
    } else {
        dt = local ? a->dt[i] : a->global_dt;
    }
    struct flux5 r = update_residual(i, m, a->flux), c = gas_conserved(old, a->gamma);
    real step = -a->coefficient * dt / m->volume[i];
    c.mass += step * r.mass;
    c.mx += step * r.mx;
    c.my += step * r.my;
    c.mz += step * r.mz;
    c.energy += step * r.energy;
    struct state s = gas_primitive(c, a->gamma);
    if (!state_is_physical(s))
        atomic_minimum(a->bad_cell, i);
    state_store(a->q, m->n_slots, i, s);
}

/* Squares of the residual per volume. */
UFV_HD void residual_sum_body(lid i, const struct residual_args *a, real out[5])
{
    struct flux5 r = update_residual(i, &a->m, a->flux);
    real inverse = (real)1 / a->m.volume[i];
    out[0] = r.mass * inverse * (r.mass * inverse);
    out[1] = r.mx * inverse * (r.mx * inverse);
    out[2] = r.my * inverse * (r.my * inverse);
    out[3] = r.mz * inverse * (r.mz * inverse);
    out[4] = r.energy * inverse * (r.energy * inverse);
}

UFV_HD real time_step_body(lid i, const struct time_step_args *a)
{
    return update_time_step(i, &a->m, a->speed, a->cfl);
}

/* Force of the fluid on face begin + i, N, and its moment about centre, N m. */
UFV_HD void force_sum_body(lid i, const struct force_args *a, real out[6])
{
    const struct mesh_view *m = &a->m;
    int64_t nf = m->n_faces;
    lid f = a->begin + i;
    real p = a->pressure[f] - a->reference;
    real fx = p * m->normal[f], fy = p * m->normal[nf + f], fz = p * m->normal[2 * nf + f];
    real x = m->face_centroid[f] - a->centre[0], y = m->face_centroid[nf + f] - a->centre[1];
    real z = m->face_centroid[2 * nf + f] - a->centre[2];
    out[0] = fx;
    out[1] = fy;
    out[2] = fz;
    out[3] = y * fz - z * fy;
    out[4] = z * fx - x * fz;
    out[5] = x * fy - y * fx;
}

#endif
