/* hot_cells.c: the source's temperature from the case, then the cells above it, of all ranks, and the hottest.
 */
#include "control/hot_cells.h"

#include "features/features.h"
#include "mem.h"

#include <math.h>
#include <stdio.h>

/* Does a wall do work on the fluid, or heat it at a given rate? */
static bool wall_adds_energy(const struct bc_values *v)
{
    bool slides = v->wall_velocity[0] != 0 || v->wall_velocity[1] != 0 || v->wall_velocity[2] != 0;
    bool turns = v->wall_rotation[0] != 0 || v->wall_rotation[1] != 0 || v->wall_rotation[2] != 0;
    return slides || turns || (v->thermal == WALL_HEAT_GIVEN && v->heat_flux > 0);
}

/* K, of one patch; 0: nothing but the free stream enters there; NAN: not known. */
static double source_of_patch(const struct bc_values *v)
{
    switch ((enum bc_kind)v->kind) {
    case BC_WALL:
        return wall_adds_energy(v) ? NAN : v->thermal == WALL_ISOTHERMAL ? (double)v->wall_temperature : 0;
    case BC_TOTAL_INFLOW:
    case BC_MASS_INFLOW:
    case BC_OPENING:
        return (double)v->total_temperature;
    case BC_PRESCRIBED:
    case BC_SLIDING:
        return NAN;
    case BC_NONE:
    case BC_SLIP:
    case BC_SYMMETRY:
    case BC_FARFIELD: /* the free stream */
    case BC_SUPERSONIC_INFLOW:
    case BC_SUPERSONIC_OUTFLOW:
    case BC_PRESSURE_OUTLET:
    case BC_N_KINDS:
        return 0;
    }
    return NAN;
}

double hot_source(const struct case_file *c, bool internal, const struct bc_values *values, int n_patches)
{
    if (!c->local || c->motion.moves || features_have_sources(c->features) || c->initial_kind != INITIAL_UNIFORM)
        return NAN;
    double most = internal ? 0 : c->temperature * (1 + 0.5 * (c->gamma - 1) * c->mach * c->mach);
    for (int k = 0; k < n_patches; k++) {
        double source = source_of_patch(&values[k]);
        if (isnan(source))
            return NAN;
        most = fmax(most, source);
    }
    return most;
}

/* This rank's hottest cell and its hot ones; -1 and 0 K without cells. A temperature that is no number is not hot. */
static lid count(const struct flow *f, double gas_constant, double limit, double *most, double *n_hot)
{
    lid n = f->domain->view.n_owned, hottest = -1;
    double *q = mem_alloc("state", (size_t)n * (size_t)f->n_variables, sizeof *q);
    flow_download(f, q);
    *most = *n_hot = 0;
    for (lid i = 0; i < n; i++) {
        double temperature = q[(int64_t)Q_P * n + i] / (q[(int64_t)Q_RHO * n + i] * gas_constant);
        *n_hot += temperature > limit;
        if (temperature > *most) {
            *most = temperature;
            hottest = i;
        }
    }
    mem_free(q);
    return hottest;
}

/* The lowest rank that has the hottest cell speaks. */
struct hot_cells hot_cells_find(const struct flow *f, const struct case_file *c)
{
    const struct domain *d = f->domain;
    struct hot_cells h = {.source = hot_source(c, d->start.on, d->values, d->pack.n_patches), .place = ""};
    if (isnan(h.source))
        return h;
    double own, n_hot;
    lid hottest = count(f, c->gas_constant, HOT_RATIO * h.source, &own, &n_hot);
    h.most = own;
    comm_maximum(&h.most, 1);
    comm_sum(&n_hot, 1);
    h.n = (int64_t)n_hot;
    double rank = own == h.most ? d->comm.rank : d->comm.size;
    comm_minimum(&rank, 1);
    if (h.n > 0 && rank == d->comm.rank)
        cell_place(d, hottest, h.place);
    comm_broadcast(h.place, CELL_PLACE_SIZE, rank < d->comm.size ? (int)rank : 0);
    return h;
}

void hot_cells_write(const struct hot_cells *h, struct json *j)
{
    if (h->n == 0)
        return;
    json_object(j, "hot_cells");
    json_integer(j, "cells", h->n);
    json_number(j, "source_temperature", h->source);
    json_number(j, "temperature_max", h->most);
    json_text(j, "hottest", h->place);
    json_close(j);
}

void hot_cells_print(const struct hot_cells *h)
{
    if (h->n == 0)
        return;
    fflush(stdout); /* where both go to one file */
    fprintf(stderr,
            "ufv-solve: note: %" PRId64 " cell%s hotter than %g times the %.5g K of the hottest stream or wall, up to "
            "%.5g K in %s: this is not physical; continue the run if it has not converged, otherwise refine the mesh "
            "there or limit more (numerics.limiter, limiter_k)\n",
            h->n, h->n == 1 ? " is" : "s are", HOT_RATIO, h->source, h->most, h->place);
}
