/* low_mach_cells.h: the preconditioning of the steps in pseudo-time by cells (physics/low_mach.h). */
#ifndef UFV_SOLVE_KERNELS_LOW_MACH_CELLS_H
#define UFV_SOLVE_KERNELS_LOW_MACH_CELLS_H

#include "kernels/jacobian.h"

/* What the faces of a cell say: the square of the largest speed at which it passes one of them, (m/s)^2, the largest
 * area, m^2, and the largest of their least V, m/s. */
struct low_mach_faces {
    real q2, area, slowest;
};

/* Of a mesh that moves the speed that counts is the one relative to the faces; at rest all faces see
 * the same. */
UFV_HD struct low_mach_faces low_mach_look(lid i, struct state s, const struct jacobian_args *a)
{
    const struct mesh_view *m = &a->u.m;
    struct row row = row_of(m, i, ROWS_ANY);
    struct low_mach_faces k = {(real)0, (real)0, a->slowest};
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid signed_face = row_signed_face(m, row, j, &is_face), f = signed_face >= 0 ? signed_face : ~signed_face;
        real n[3], area, v[3];
        if (!is_face)
            continue;
        face_unit_normal(m, f, n, &area);
        frame_face_velocity(&a->frame, m, f, n, v);
        const struct state seen = frame_relative(s, v);
        /* (m/s)^2, the fastest that any face sees; area: m^2, of the largest. */
        k.q2 = real_max(k.q2, seen.u * seen.u + seen.v * seen.v + seen.w * seen.w);
        k.area = real_max(k.area, area);
        k.slowest = real_max(k.slowest, frame_slowest(a->slowest, v));
    }
    return k;
}

/* b of cell i; index: owned cells. Its speed V is no less than that of diffusion across the cell (Weiss & Smith 1995,
 * Section III), nor than that at which a sound wave must be followed in physical time, the cell's width over pi steps
 * (Venkateswaran & Merkle 1995, AIAA 95-0078). */
UFV_HD void low_mach_body(lid i, const struct low_mach_args *a, const int equations)
{
    const struct jacobian_args *j = &a->j;
    const real gamma = j->u.fluid.gamma;
    struct jacobian_cell k = jacobian_cell_load(i, j, equations);
    struct low_mach_faces faces = low_mach_look(i, k.s, j);
    real width = real_divide(j->u.m.volume[i], faces.area), c2 = real_divide(gamma * k.s.p, k.s.rho);
    real diffusion = real_divide(k.mu + k.mu_t, k.s.rho * width), wave = (real)(a->rate * 0.31830988618379067) * width;
    real floor = real_max(faces.slowest, real_max(diffusion, wave));
    a->scaling[i] = (double)real_divide(low_mach_speed2(faces.q2, c2, floor * floor, (real)0, k.s.rho), c2);
}

#endif
