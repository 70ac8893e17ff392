/* actuator_args.h: arguments of the kernels of actuator disks and lines (kernels/actuator_source.h).
 */
#ifndef UFV_SOLVE_KERNELS_ACTUATOR_ARGS_H
#define UFV_SOLVE_KERNELS_ACTUATOR_ARGS_H

#include "physics/blade_element.h"
#include "physics/fluid.h"

/* What a cell has of actuators, per volume. */
enum actuator_number {
    ACTUATOR_FORCE,     /* three: N/m^3, along the axes of the mesh */
    ACTUATOR_WORKS = 3, /* 1: the force works on the fluid with the fluid's velocity; 0: only what is given counts */
    ACTUATOR_GIVEN,     /* W/m^3 whatever the state */
    ACTUATOR_DRAIN,     /* 1/s: rate at which nu_tilde, or k, is taken out */
    N_ACTUATOR_NUMBERS
};

/* Sums over the cells of an actuator. */
enum actuator_sum {
    ACTUATOR_SUM_FORCE,     /* three: N */
    ACTUATOR_SUM_POWER = 3, /* W */
    ACTUATOR_SUM_MASS,      /* kg m/s: momentum of the fluid there along the axis */
    ACTUATOR_SUM_VELOCITY,  /* W: force along the axis times velocity along it */
    ACTUATOR_SUM_ALONG,     /* m^4/s: volume times velocity along the axis */
    ACTUATOR_SUM_VOLUME,    /* m^3 */
    ACTUATOR_SUM_CELLS,
    N_ACTUATOR_SUMS
};

/* Index: owned cells. */
struct actuator_args {
    lid n_owned, n_slots;
    int n_variables;
    int adds;            /* 1: to what the source is already; 0: the source is this alone */
    int which;           /* sums: the disk, from 0 */
    double axis[3];      /* sums: of it, unit vector */
    const real *volume;  /* [n_owned] m^3 */
    const real *q;       /* [nv][n_slots] */
    const uint8_t *disk; /* [n_owned] 0: none; else the number of the disk, from 1 */
    const real *load;    /* [N_ACTUATOR_NUMBERS][n_owned] */
    real *source;        /* [nv][n_owned] as update_args.source */
};

/* What a cell of a disk with blades has of them. */
enum blade_number {
    BLADE_AXIS,        /* three: the disk's axis, unit vector */
    BLADE_AROUND = 3,  /* three: unit vector of the way that the blades move */
    BLADE_AREA = 6,    /* m^2/m^3: of the blades, over the volume of the cell */
    BLADE_SPEED,       /* m/s of the blades there, not negative */
    BLADE_HEAT,        /* W/m^3, besides the power of the blades */
    BLADE_CHORD,       /* from here on as struct blade_section */
    BLADE_TWIST,
    BLADE_SIDE,
    BLADE_TIP,
    BLADE_BLEND,
    N_BLADE_NUMBERS
};

/* Loads by the blades' sections; index: the listed cells, which are cells of disks with blades. */
struct blade_args {
    lid n, n_owned, n_slots;
    const lid *cell;     /* [n] owned */
    const lid *airfoil;  /* [2][n] */
    const real *number;  /* [N_BLADE_NUMBERS][n] */
    struct polars polars;
    struct fluid fluid;
    const real *q;       /* [nv][n_slots] */
    real *load;          /* as actuator_args.load; those of the listed cells are set */
};

/* Loads that the host has worked out; index: the listed cells. */
struct load_args {
    lid n, n_owned;
    const lid *cell;   /* [n] owned */
    const real *value; /* [N_ACTUATOR_NUMBERS][n] */
    real *load;        /* as actuator_args.load */
};

#endif
