/* correction.h: corrections of the turbulence models' sources: for rotation and curvature
 * (physics/rotation_curvature.h), for compressible mixing layers (physics/compressibility.h) and, away from walls, for
 * scales that are resolved (kernels/cell_scales.h), as differences from the models without them. The update adds them
 * (turbulence_sources()), so that without corrections it is as it was.
 */
#ifndef UFV_SOLVE_KERNELS_CORRECTION_H
#define UFV_SOLVE_KERNELS_CORRECTION_H

#include "kernels/gradient.h"

/* Gradients of the velocity in stencil cell c; the temperature's is 0. */
UFV_HD struct flow_gradient correction_gradient(const struct correction_args *a, lid c, const int nv)
{
    struct limited_gradient u = limited_load(&a->u.m, a->limited, nv, Q_U, c);
    struct limited_gradient v = limited_load(&a->u.m, a->limited, nv, Q_V, c);
    struct limited_gradient w = limited_load(&a->u.m, a->limited, nv, Q_W, c);
    struct flow_gradient g = {{u.g[0], u.g[1], u.g[2]}, {v.g[0], v.g[1], v.g[2]}, {w.g[0], w.g[1], w.g[2]}, {0, 0, 0}};
    return g;
}

/* u . grad S_ij in cell i, 1/s^2: 1 / (rho V) times the sum over the faces of the mass that leaves times what S is more
 * there than in the cell. On a face between cells S is interpolated, at boundaries it is the cell's: no mass passes
 * walls and symmetry planes. The mass fluxes follow curved layers, which differences of positions in a thin cell would
 * not. It takes gradients of face neighbours, the first halo layer among them, which every rank has.
 *
 * div(rho u S) - S div(rho u) = rho u . grad S for each component of S: the second term is what takes S of the cell off
 * that of the face, so that mass which is not yet conserved makes no rate of strain. */
UFV_HD void correction_strain_rate(lid i, const struct correction_args *a, const struct flow_gradient *g, const int nv,
                                   real d[STRAIN_PARTS])
{
    const struct mesh_view *m = &a->u.m;
    struct row row = row_of(m, i, ROWS_ANY);
    real own[STRAIN_PARTS], other[STRAIN_PARTS];
    strain_of(g, own);
    for (int k = 0; k < STRAIN_PARTS; k++)
        d[k] = (real)0;
    for (int j = 0; j < row.turns; j++) {
        int is_face;
        lid o = row_cell(m, row, j), signed_face = row_signed_face(m, row, j, &is_face), f;
        real s[3], face[3], across[3];
        /* A slot that only fills the row, or a boundary, where S is the cell's: nothing is added. */
        if (!is_face || o >= m->n_cells)
            continue;
        face_outward(m, signed_face, &f, s);
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, face);
        face_across(m, i, o, signed_face, across);
        /* kg/s out of this cell; fluxes are stored out of the left one. */
        real mass = signed_face >= 0 ? a->u.flux[f] : -a->u.flux[f];
        real share = mass * face_share(s, face, across);
        struct flow_gradient h = correction_gradient(a, o, nv);
        strain_of(&h, other);
        for (int k = 0; k < STRAIN_PARTS; k++)
            d[k] += share * (other[k] - own[k]);
    }
    real inverse = real_divide((real)1, a->u.q[i] * m->volume[i]);
    for (int k = 0; k < STRAIN_PARTS; k++)
        d[k] *= inverse;
}

/* Index: owned cells. Overwrites what stood in `correction`. Launched behind the fluxes, whose mass the strain is
 * followed with. Nothing without a turbulence model. */
UFV_HD void correction_body(lid i, const struct correction_args *a, const int equations)
{
    const int nv = equations_variables(equations), n = nv - NV;
    const struct update_args *u = &a->u;
    real q[NV_MAX] = {0};
    if (!equations_are_turbulent(equations))
        return;
    for (int v = 0; v < nv; v++)
        q[v] = u->q[v * (int64_t)u->m.n_slots + i];
    struct flow_gradient g = correction_gradient(a, i, nv);
    struct turbulence_correction c;
    c.fluid = &u->fluid;
    c.turbulence = &u->turbulence;
    c.g = &g;
    c.rate = (real)u->terms[i];
    c.eddies = turbulence_eddies_load(u->mu_t, u->f1, i, equations);
    c.distance = u->m.wall_distance[i];
    c.has_length = a->length != 0;
    c.length = c.has_length ? a->length[i] : (real)0;
    if (u->turbulence.rotation)
        correction_strain_rate(i, a, &g, nv, c.strain_rate);
    struct turbulence_source s = model_correction(q, &c, equations);
    for (int v = 0; v < n; v++) {
        a->correction[v * (int64_t)u->m.n_owned + i] = s.value[v];
        a->correction[(n + v) * (int64_t)u->m.n_owned + i] = s.source_jacobian[v];
    }
}

#endif
