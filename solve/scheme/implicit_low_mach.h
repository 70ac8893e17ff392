/* implicit_low_mach.h: preconditioned steps in pseudo-time (physics/low_mach.h) of the implicit scheme. */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_LOW_MACH_H
#define UFV_SOLVE_SCHEME_IMPLICIT_LOW_MACH_H

#include "scheme/flow.h"

struct implicit_low_mach {
    double *scaling;       /* [n_owned] b by cells, on the device; the owner frees it; NULL: not preconditioned */
    struct kernel *kernel;
};

/* Allocates what the case needs and hands it to the arguments of the other kernels, in which it stays borrowed.
 * spectral: [n_owned] on the device, m^3/s. Not collective. */
void implicit_low_mach_create(const struct flow *f, const struct case_file *c, const double *spectral,
                              struct implicit_low_mach *l, struct jacobian_args *jacobian, struct implicit_args *a);

/* Bytes on the device for n cells. */
int64_t implicit_low_mach_bytes(const struct case_file *c, int64_t n);

/* Finds b in all cells for the evaluated state, if the steps are preconditioned. rate: 1/s, the factor of physical
 * time; 0: steady flow. */
void implicit_low_mach_find(const struct implicit_low_mach *l, const struct flow *f, const struct jacobian_args *a,
                            double rate);

#endif
