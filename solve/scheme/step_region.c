/* step_region.c: which cells count is found once, on the host; times of crossing are a pass over the cells. */
#include "scheme/step_region.h"

#include "error.h"
#include "mem.h"

#include <math.h>

/* Six zeros are no box. */
static bool has_box(const struct case_file *c)
{
    bool has = false;
    for (int k = 0; k < 6; k++)
        has = has || c->cfl_box[k] != 0;
    return has;
}

static bool holds(const struct case_file *c, const struct pack *p, lid i)
{
    bool inside = isnan(c->cfl_wall_distance) || p->wall_distance[i] <= c->cfl_wall_distance;
    for (int d = 0; d < 3 && has_box(c); d++) {
        double x = p->centroid[(int64_t)d * p->n_slots + i];
        inside = inside && x >= c->cfl_box[d] && x <= c->cfl_box[3 + d];
    }
    return inside;
}

int step_region_create(const struct flow *f, const struct case_file *c, struct step_region *r)
{
    const struct backend *b = f->domain->backend;
    const struct pack *p = &f->domain->pack;
    uint8_t *chosen = mem_alloc("cells of the step's region", (size_t)p->n_owned + 1, sizeof *chosen);
    int64_t n = 0;
    for (lid i = 0; i < p->n_owned; i++)
        n += chosen[i] = holds(c, p, i);
    r->chosen = b->alloc("cells of the step's region", (size_t)p->n_owned);
    b->upload(r->chosen, chosen, (size_t)p->n_owned);
    mem_free(chosen);
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
    struct crossing_args a = {.m = f->domain->view, .frame = f->fluxes.frame, .moves = f->motion.unsteady,
                              .q = f->q, .chosen = r->chosen};
    double least = BACKEND_MINIMUM(b, backend_kernel(b, KERNEL_crossing_time, EQUATIONS_ANY, 0), a.m.n_owned, &a);
    comm_minimum(&least, 1);
    return cfl * least;
}
