/* step_region.c: which cells count is known from the start (mesh/chosen_cells.h); times of crossing are a pass over the
 * cells. */
#include "scheme/step_region.h"

#include "error.h"
#include "kernels/step_args.h"

#include <math.h>

int step_region_create(const struct flow *f, const struct case_file *c, struct step_region *r)
{
    const struct backend *b = f->domain->backend;
    const size_t n_owned = (size_t)f->domain->view.n_owned;
    int64_t n = 0;
    for (size_t i = 0; i < n_owned; i++)
        n += f->domain->step_cells[i];
    r->chosen = b->alloc("cells of the step's region", n_owned);
    b->upload(r->chosen, f->domain->step_cells, n_owned);
    if (comm_sum_int(n) > 0)
        return 0;
    return error_set("%s: [time] cfl_box, cfl_wall_distance: no cell's centroid lies there; ufv-prep --info prints the "
                     "extent of the mesh", c->config.path);
}

void step_region_free(const struct flow *f, struct step_region *r)
{
    f->domain->backend->free(r->chosen);
    r->chosen = NULL;
}

double step_region_dt(const struct flow *f, const struct step_region *r, double cfl)
{
    const struct backend *b = f->domain->backend;
    struct crossing_args a = {.m = f->domain->view, .frame = f->args.fluxes.frame, .moves = f->motion.unsteady,
                              .q = f->q, .chosen = r->chosen};
    double least = BACKEND_MINIMUM(b, backend_kernel(b, KERNEL_crossing_time, EQUATIONS_ANY, 0), a.m.n_owned, &a);
    comm_minimum(&least, 1);
    return cfl * least;
}
