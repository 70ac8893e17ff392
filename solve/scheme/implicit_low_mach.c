/* implicit_low_mach.c: the preconditioning by cells, found anew with every residual that a step begins from. */
#include "scheme/implicit_low_mach.h"

/* jacobian->pseudo stays the spectral radius of pseudo-time where jacobian->spectral becomes the
 * inertia of physical time (implicit_begin_time()): only the former is preconditioned. */
void implicit_low_mach_create(const struct flow *f, const struct case_file *c, const stored *spectral,
                              struct implicit_low_mach *l, struct jacobian_args *jacobian, struct implicit_args *a)
{
    const struct backend *b = f->domain->backend;
    *l = (struct implicit_low_mach){0};
    if (!c->low_mach)
        return;
    l->scaling = b->alloc("implicit low-Mach scaling", (size_t)f->domain->view.n_owned * sizeof *l->scaling);
    l->kernel = backend_kernel(b, KERNEL_low_mach, (int)f->equations, 0);
    jacobian->slowest = f->fluxes.slowest;
    jacobian->scaling = l->scaling;
    jacobian->pseudo = spectral;
    a->scaling = l->scaling;
}

void implicit_low_mach_free(const struct backend *b, struct implicit_low_mach *l)
{
    b->free(l->scaling);
    *l = (struct implicit_low_mach){0};
}

int64_t implicit_low_mach_bytes(const struct case_file *c, int64_t n)
{
    return c->low_mach ? n * (int64_t)sizeof(double) : 0;
}

/* rate: 1/s of the time term, 0 in steady flow. Motion may have changed the frame since the arguments
 * were filled. */
void implicit_low_mach_find(const struct implicit_low_mach *l, const struct flow *f, const struct jacobian_args *a,
                            double rate)
{
    if (!l->scaling)
        return;
    struct low_mach_args k = {.j = *a, .rate = rate, .scaling = l->scaling};
    k.j.u = f->update;
    k.j.frame = f->fluxes.frame;
    KERNEL_LAUNCH(l->kernel, STREAM_COMPUTE, 0, f->domain->view.n_owned, &k);
}
