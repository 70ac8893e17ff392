/* quadratic_stress.h: what the quadratic constitutive relation (QCR) adds to the stress of an eddy viscosity, and its
 * versions, once: the enumerators and the words in the case file come from these rows.
 *
 *   QCR2000     Spalart 2000 (Int. J. Heat and Fluid Flow 21, 252-263), as NASA's Turbulence Modeling Resource, "the
 *               resource" (docs/references.md), defines it
 *   QCR2013-V   with the isotropic stress of Mani, Babcock, Winkler & Spalart 2013 (AIAA 2013-0860), formed with the
 *               vorticity instead of the strain rate: Rumsey, Lee & Pulliam 2020 (AIAA 2020-1304), likewise
 *
 *   added_ij = -0.3 (O_ik tau_jk + O_jk tau_ik) - 2.5 mu_t |vorticity| delta_ij    (the last term: QCR2013-V)
 *   tau_ij = mu_t (du_i/dx_j + du_j/dx_i - 2/3 div u delta_ij)
 *   O_ik = (du_i/dx_k - du_k/dx_i) / sqrt(du_m/dx_n du_m/dx_n)
 *
 * The relation makes the normal stresses of a shear layer unequal, which drives vortices along corners. The first
 * term does no work on the mean shear: production stays as it is. What is isotropic in tau cancels in it.
 */
#ifndef UFV_SOLVE_PHYSICS_QUADRATIC_STRESS_H
#define UFV_SOLVE_PHYSICS_QUADRATIC_STRESS_H

#include "physics/stress.h"

/* ROW(ENUMERATOR, word) */
#define QUADRATIC_STRESSES(ROW) ROW(QCR_NONE, "none") ROW(QCR_2000, "2000") ROW(QCR_2013_V, "2013-v")

#define QUADRATIC_ENUMERATOR(NAME, word) NAME,
enum quadratic_stress { QUADRATIC_STRESSES(QUADRATIC_ENUMERATOR) };
#undef QUADRATIC_ENUMERATOR

#define QCR_CR1 ((stored)0.3)
#define QCR_CR2 ((stored)2.5)

/* 1 / sqrt(du_m/dx_n du_m/dx_n), s; 0 where nothing varies. */
UFV_HD stored quadratic_scale(const stored *const g[3])
{
    stored square = (stored)0;
    for (int i = 0; i < 3; i++)
        square += stored_dot3(g[i], g[i]);
    stored scale = stored_divide((stored)1, stored_sqrt(square));
    return square > (stored)0 ? scale : (stored)0;
}

/* Flux per area through the unit normal n, as viscous_flux(): the added stress and its work on the face's velocity
 * u. mu_t: eddy viscosity, Pa s.
 * tau without its divergence: O is antisymmetric, so that O_ik delta_jk + O_jk delta_ik is 0. */
UFV_HD struct flux5 quadratic_flux(int version, const struct flow_gradient *f, const stored u[3], stored mu_t,
                                   const stored n[3])
{
    const stored *const g[3] = {f->u, f->v, f->w};
    stored scale = quadratic_scale(g), o[3][3], tau[3][3], m[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            o[i][j] = (g[i][j] - g[j][i]) * scale;
            tau[i][j] = mu_t * (g[i][j] + g[j][i]);
        }
    /* The part along the diagonal that QCR2013-V adds. */
    stored isotropic = version == QCR_2013_V ? QCR_CR2 * mu_t * viscous_vorticity(f) : (stored)0;
    for (int i = 0; i < 3; i++) {
        m[i] = -isotropic * n[i];
        for (int j = 0; j < 3; j++)
            m[i] -= QCR_CR1 * (stored_dot3(o[i], tau[j]) + stored_dot3(o[j], tau[i])) * n[j];
    }
    struct flux5 q = {(real)0, (real)m[0], (real)m[1], (real)m[2], (real)stored_dot3(m, u)};
    return q;
}

#endif
