/* low_mach_scaling.c: the preconditioning of steps in pseudo-time by cells (physics/low_mach.h), for implicit schemes.
 * Fluxes and boundaries know it by the cut-off speed of the case.
 */
#include "features/low_mach/low_mach_case.h"
#include "mem.h"
#include "scheme/flow.h"

struct low_mach {
    const struct backend *b; /* borrowed */
    double *scaling;         /* owned, device; [n_owned] b by cells */
    struct kernel *kernel;   /* borrowed */
};

static int64_t bytes(const void *spec, const struct case_file *c, const struct pack *p, bool host)
{
    (void)spec, (void)c, (void)host;
    return p->n_owned * (int64_t)sizeof(double);
}

static int create(const struct case_file *c, const void *spec, struct flow *f, void **own)
{
    const struct backend *b = f->domain->backend;
    struct low_mach *l;
    (void)c, (void)spec;
    MEM_NEW_ZERO(l, 1);
    *own = l;
    l->b = b;
    l->scaling = b->alloc("implicit low-Mach scaling", (size_t)f->domain->view.n_owned * sizeof *l->scaling);
    l->kernel = backend_kernel(b, KERNEL_low_mach, (int)f->equations, 0);
    return 0;
}

static const double *scaling(const void *own)
{
    return ((const struct low_mach *)own)->scaling;
}

/* Motion may have changed the frame since the arguments were filled. */
static void find_scaling(const void *own, const struct flow *f, const struct jacobian_args *a, double rate)
{
    const struct low_mach *l = own;
    struct low_mach_args k = {.j = *a, .rate = rate, .scaling = l->scaling};
    k.j.u = f->args.update;
    k.j.frame = f->args.fluxes.frame;
    KERNEL_LAUNCH(l->kernel, STREAM_COMPUTE, 0, f->domain->view.n_owned, &k);
}

static void end(void *own)
{
    struct low_mach *l = own;
    l->b->free(l->scaling);
    mem_free(l);
}

const struct feature_type feature_low_mach = {
    .in_case = &feature_low_mach_case,
    .bytes = bytes,
    .create = create,
    .scaling = scaling,
    .find_scaling = find_scaling,
    .end = end,
};
