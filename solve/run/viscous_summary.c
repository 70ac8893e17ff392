/* viscous_summary.c: least, mean and largest y+ over the walls and the largest eddy viscosity, over all ranks.
 */
#include "run/viscous_summary.h"

#include "mem.h"
#include "backend/convert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* -y+ in range[1], so that one minimum over the ranks gives both ends. The mean counts faces, not their areas. */
static void walls(const struct flow *f, struct viscous_summary *s)
{
    const struct domain *d = f->domain;
    lid n = d->view.n_boundary;
    double *y = mem_alloc("y plus", (size_t)n, sizeof *y), sum[2] = {0, 0}, range[2] = {HUGE_VAL, HUGE_VAL};
    convert_download(d->backend, y, f->wall + (size_t)WALL_Y_PLUS * (size_t)n, n, sizeof *f->wall);
    for (int k = 0; k < d->pack.n_patches; k++) {
        if (d->values[k].kind != BC_WALL)
            continue;
        for (lid i = d->pack.patch[k].begin; i < d->pack.patch[k].end; i++) {
            sum[0] += 1;
            sum[1] += y[i];
            range[0] = fmin(range[0], y[i]);
            range[1] = fmin(range[1], -y[i]);
        }
    }
    mem_free(y);
    comm_sum(sum, 2);
    comm_minimum(range, 2);
    s->wall_faces = sum[0];
    /* Without walls the numbers stay zero. */
    if (sum[0] > 0) {
        s->y_plus_least = range[0];
        s->y_plus_mean = sum[1] / sum[0];
        s->y_plus_most = -range[1];
    }
}

/* Counts travel as doubles, exact up to 2^53. */
static void eddy_viscosity(const struct flow *f, const struct case_file *c, struct viscous_summary *s)
{
    lid n = f->domain->view.n_owned;
    double *mu_t = mem_alloc("eddy viscosity", (size_t)n, sizeof *mu_t), most = 0;
    flow_download_eddy_viscosity(f, mu_t);
    for (lid i = 0; i < n; i++)
        most = fmax(most, mu_t[i]);
    mem_free(mu_t);
    comm_maximum(&most, 1);
    /* Of the free stream's viscosity: a number that says whether a wake or a boundary has far too much
     * of it. */
    s->eddy_ratio = most / (double)fluid_viscosity(&c->derived.fluid, (real)c->flow.temperature);
    s->clipped = (double)flow_clipped(f);
    comm_sum(&s->clipped, 1);
}

/* Of the walls whatever the model; the rest needs a turbulence model. Waits for the device: once, at
 * the end of a run. */
struct viscous_summary viscous_summary_of(const struct flow *f, const struct case_file *c)
{
    struct viscous_summary s;
    memset(&s, 0, sizeof s);
    s.equations = f->equations;
    s.modelled_walls = c->derived.turbulence.modelled_walls;
    if (equations_are_viscous(f->equations))
        walls(f, &s);
    if (equations_are_turbulent(f->equations))
        eddy_viscosity(f, c, &s);
    return s;
}

void viscous_summary_write(const struct viscous_summary *s, struct json *j)
{
    if (!equations_are_viscous(s->equations))
        return;
    json_object(j, "viscous");
    json_integer(j, "wall_faces", (int64_t)s->wall_faces);
    json_number(j, "y_plus_min", s->y_plus_least);
    json_number(j, "y_plus_mean", s->y_plus_mean);
    json_number(j, "y_plus_max", s->y_plus_most);
    if (equations_are_turbulent(s->equations)) {
        json_number(j, "eddy_viscosity_ratio_max", s->eddy_ratio);
        json_integer(j, "clipped", (int64_t)s->clipped);
    }
    json_close(j);
}

void viscous_summary_print(const struct viscous_summary *s)
{
    if (!equations_are_viscous(s->equations))
        return;
    printf("y+ of %.0f wall faces: %.3g to %.3g, mean %.3g", s->wall_faces, s->y_plus_least, s->y_plus_most,
           s->y_plus_mean);
    if (equations_are_turbulent(s->equations))
        printf("; largest eddy viscosity %.4g times the free stream's viscosity; turbulence variables clipped %.0f "
               "times",
               s->eddy_ratio, s->clipped);
    printf("\n");
    if (s->modelled_walls && s->y_plus_most > WALL_FUNCTIONS_MOST)
        printf("y+ is above %d, beyond what wall functions are for; make the first cells at walls thinner\n",
               WALL_FUNCTIONS_MOST);
}
