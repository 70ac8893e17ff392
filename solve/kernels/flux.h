/* flux.h: reconstruction and fluxes by face; each flux is computed once. */
#ifndef UFV_SOLVE_KERNELS_FLUX_H
#define UFV_SOLVE_KERNELS_FLUX_H

#include "kernels/gradient.h"
#include "physics/roe.h"

/* Cell c's state carried to the face's centroid by its limited gradient; the
 * cell's own state where that would be negative. */
UFV_HD struct state flux_reconstruct(const struct flux_args *a, lid c, lid f)
{
    const struct mesh_view *m = &a->m;
    int64_t ns = m->n_slots, nf = m->n_faces, n = m->n_stencil;
    real dx = m->face_centroid[f] - m->centroid[c];
    real dy = m->face_centroid[nf + f] - m->centroid[ns + c];
    real dz = m->face_centroid[2 * nf + f] - m->centroid[2 * ns + c];
    real q[NV];
    for (int v = 0; v < NV; v++)
        q[v] = a->q[v * ns + c] + (a->gradient[v * n + c] * dx + a->gradient[(NV + v) * n + c] * dy +
                                   a->gradient[(2 * NV + v) * n + c] * dz);
    struct state s = {q[Q_RHO], q[Q_U], q[Q_V], q[Q_W], q[Q_P]};
    if (s.rho > (real)0 && s.p > (real)0)
        return s;
    return state_load(a->q, ns, c);
}

UFV_HD void flux_store(const struct flux_args *a, lid f, struct flux5 flux)
{
    int64_t n = a->m.n_flux;
    a->flux[f] = flux.mass;
    a->flux[n + f] = flux.mx;
    a->flux[2 * n + f] = flux.my;
    a->flux[3 * n + f] = flux.mz;
    a->flux[4 * n + f] = flux.energy;
}

/* Interior faces n_boundary .. n_flux - 1. */
UFV_HD void flux_body(lid f, const struct flux_args *a, const int with_speed)
{
    const struct mesh_view *m = &a->m;
    struct state l = flux_reconstruct(a, m->left[f], f), r = flux_reconstruct(a, m->right[f], f);
    real n[3], area, speed;
    face_unit_normal(m, f, n, &area);
    struct flux5 flux = roe_flux(l, r, n[0], n[1], n[2], a->gamma, a->entropy_fix, &speed);
    flux_store(a, f, flux5_scale(area, flux));
    if (with_speed)
        a->speed[f] = speed * area;
}

/* Boundary faces 0 .. n_boundary - 1. */
UFV_HD void flux_boundary_body(lid f, const struct flux_args *a, const int with_speed)
{
    const struct mesh_view *m = &a->m;
    struct state in = flux_reconstruct(a, m->left[f], f), face;
    const struct bc_values *given = &a->patch[m->face_patch[f]];
    real n[3], area, speed;
    struct flux5 flux;
    face_unit_normal(m, f, n, &area);
    speed = real_abs(in.u * n[0] + in.v * n[1] + in.w * n[2]) + gas_sound_speed(in, a->gamma);
    if (given->kind == BC_PRESCRIBED) {
        face = state_load(a->prescribed_face, m->n_boundary, f);
        flux = roe_flux(in, face, n[0], n[1], n[2], a->gamma, a->entropy_fix, &speed);
    } else if (given->kind == BC_SLIP || given->kind == BC_WALL || given->kind == BC_SYMMETRY) {
        /* nothing but pressure passes */
        face = in;
        struct flux5 wall = {(real)0, in.p * n[0], in.p * n[1], in.p * n[2], (real)0};
        flux = wall;
    } else {
        face = boundary_state(in, given, n[0], n[1], n[2], a->gamma);
        flux = gas_flux(face, n[0], n[1], n[2], a->gamma);
    }
    flux_store(a, f, flux5_scale(area, flux));
    a->pressure[f] = face.p;
    if (with_speed)
        a->speed[f] = speed * area;
}

#endif
