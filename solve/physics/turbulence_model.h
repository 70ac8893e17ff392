/* turbulence_model.h: the settings of turbulence models (physics/turbulence/ has the models).
 */
#ifndef UFV_SOLVE_PHYSICS_TURBULENCE_MODEL_H
#define UFV_SOLVE_PHYSICS_TURBULENCE_MODEL_H

#include "physics/fluid.h"
#include "physics/quadratic_stress.h"
#include "physics/scales.h"

struct turbulence {
    int ft2, negative;           /* Spalart-Allmaras: with f_t2; SA-neg */
    int sst_2003, sst_vorticity; /* SST: the 2003 version; production from the vorticity */
    int quadratic;               /* enum quadratic_stress */
    int rotation, compressible;  /* Spalart-Shur factor on the production; correction for mixing layers */
    int modelled_walls;          /* wall functions */
    int scales, scales_length;   /* enum scales, enum scales_length */
    real c_des;                  /* in place of the models' constant; 0: that */
    real least[NV_MODEL];        /* smallest value a variable may take; SA-neg: none */
};

/* Do corrections add to the sources? */
UFV_HD int turbulence_is_corrected(const struct turbulence *t)
{
    return t->rotation || t->compressible || t->scales != SCALES_RANS;
}

/* Is a turbulence variable held at the least value that it may take? There it stands still although its residual (of
 * rho times it, less it times that of the density) wants less: central differences of the diffusion are not
 * monotone in skewed cells at walls, and take k below zero there. */
UFV_HD int turbulence_is_held(double value, double least, double residual)
{
    return value <= 1.001 * least && residual < 0.0;
}

#endif
