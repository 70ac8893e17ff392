/* model_values.h: what the value functions of turbulence models take and return (physics/turbulence/models.h says what
 * each function is for).
 */
#ifndef UFV_SOLVE_PHYSICS_TURBULENCE_MODEL_VALUES_H
#define UFV_SOLVE_PHYSICS_TURBULENCE_MODEL_VALUES_H

#include "physics/elementary.h"
#include "physics/jacobian_turbulence.h"
#include "physics/scales.h"
#include "physics/turbulence_model.h"

/* What a model's sources take of a cell's gradients: made with them, so that the update need not read them all again.
 * at[0] is a rate of shear, of which wall functions know the value at walls. */
struct turbulence_terms {
    stored at[TERMS_MAX]; /* the first equations_terms() count; the model's header numbers them */
};

/* Sources of the model's variables in a cell, per volume and for rho times the variable. */
struct turbulence_source {
    real value[NV_MODEL];
    real source_jacobian[NV_MODEL]; /* derivatives of the destruction, 1/s, never negative */
};

/* No source. */
UFV_HD struct turbulence_source turbulence_source_none(void)
{
    struct turbulence_source s;
    for (int v = 0; v < NV_MODEL; v++)
        s.value[v] = s.source_jacobian[v] = (real)0;
    return s;
}

/* Eddies of a cell or a face, as models keep them that cannot say them from their variables alone. */
struct turbulence_eddies {
    real mu_t; /* eddy viscosity, Pa s */
    real f1;   /* blending function, 0 .. 1 */
};

UFV_HD struct turbulence_eddies turbulence_eddies_none(void)
{
    struct turbulence_eddies e = {(real)0, (real)0};
    return e;
}

/* What diffusion on a face takes of a model: its variables there, or the eddies where the model keeps them. */
struct turbulence_face {
    real variable[NV_MODEL];
    struct turbulence_eddies eddies;
};

/* No eddies, as on walls. */
UFV_HD struct turbulence_face turbulence_face_none(void)
{
    struct turbulence_face f;
    f.eddies = turbulence_eddies_none();
    for (int v = 0; v < NV_MODEL; v++)
        f.variable[v] = (real)0;
    return f;
}

/* Viscosities on a face. */
struct face_viscosity {
    real mu, mu_t;              /* Pa s */
    real diffusivity[NV_MODEL]; /* of the model's variables, Pa s */
};

/* Of a face with the molecular viscosity mu and no eddies. */
UFV_HD struct face_viscosity face_viscosity_molecular(real mu)
{
    struct face_viscosity s;
    s.mu = mu;
    s.mu_t = (real)0;
    for (int v = 0; v < NV_MODEL; v++)
        s.diffusivity[v] = (real)0;
    return s;
}

/* A cell at a face, as rows of the Jacobian take it. */
struct turbulence_side {
    real rho;                /* kg/m^3 */
    real variable[NV_MODEL]; /* of the model */
};

/* What corrections of a model's sources (kernels/correction.h) take of a cell. */
struct turbulence_correction {
    const struct fluid *fluid; /* borrowed, as turbulence and g */
    const struct turbulence *turbulence;
    const struct flow_gradient *g;
    real strain_rate[STRAIN_PARTS]; /* DS_ij/Dt, 1/s^2; with turbulence->rotation only */
    real rate;                      /* at[0] of the cell's terms */
    struct turbulence_eddies eddies;
    real distance; /* m, from the wall */
    int has_length;
    real length;   /* m, in place of the model's own: of detached-eddy models, with has_length */
};

/* A cell as lengths of detached-eddy models see it, and what they are multiplied by. */
struct turbulence_scales {
    struct scales_point p;
    real constant, psi; /* C, Psi */
};

/* Three points in line between a wall and the flow, as y+. */
struct turbulence_heights {
    real from, to, at; /* from < at <= to */
};

/* The factors by which fluxes between two cells over a wall are larger in the law of the wall than by differences of
 * the two cells' values: of the stress and the heat flux, and of the model's variables. */
struct turbulence_shares {
    real flow, variable[NV_MODEL];
};

/* The values that the variables of a cell at a wall are held at, and how fast. */
struct turbulence_hold {
    real to[NV_MODEL], rate; /* rate: 1/s */
};

/* The free stream as models make their variables there. SI units; nan: not given. */
struct turbulence_stream {
    double mach, sound, sound2;       /* speed of sound, its square */
    double density, mu;               /* mu: molecular viscosity */
    double nu_ratio;                  /* [model] freestream_nu */
    double intensity, viscosity_ratio; /* [model] freestream_intensity, freestream_viscosity_ratio */
};

#endif
