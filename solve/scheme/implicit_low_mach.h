/* implicit_low_mach.h: preconditioned steps in pseudo-time (physics/low_mach.h) of the implicit scheme. */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_LOW_MACH_H
#define UFV_SOLVE_SCHEME_IMPLICIT_LOW_MACH_H

#include "scheme/flow.h"

struct implicit_low_mach {
    double *scaling;       /* [n_owned] b by cells, on the device, owned; NULL: not preconditioned */
    struct kernel *kernel; /* borrowed */
};

/* Allocates what the case needs and hands it to the arguments of the other kernels, which borrow it until
 * implicit_low_mach_free(). spectral: [n_owned] on the device, m^3/s, borrowed likewise. c is not kept. l: out. Not
 * collective. */
void implicit_low_mach_create(const struct flow *f, const struct case_file *c, const stored *spectral,
                              struct implicit_low_mach *l, struct jacobian_args *jacobian, struct implicit_args *a);

/* b: the back end of the flow. May be called where nothing was created (all zero). Not collective. */
void implicit_low_mach_free(const struct backend *b, struct implicit_low_mach *l);

/* Bytes of that on the device for n cells. Not collective. */
int64_t implicit_low_mach_bytes(const struct case_file *c, int64_t n);

/* Finds b in all owned cells for the evaluated state, if the steps are preconditioned. a: of the assembly, with the
 * spectral radii of that state. rate: 1/s, the factor of physical time; 0: steady flow. In the compute stream; not
 * collective. */
void implicit_low_mach_find(const struct implicit_low_mach *l, const struct flow *f, const struct jacobian_args *a,
                            double rate);

#endif
