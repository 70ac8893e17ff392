/* flow_blades.c: the polars of a case's blades, and the list of the cells of disks with blades. */
#include "features/actuators/flow_blades.h"

#include "mem.h"

int flow_blades_airfoils(const struct actuators_case *c, int k)
{
    int n = 0;
    for (int j = 0; j < k; j++)
        n += c->actuator[j].blade.n_airfoils;
    return n;
}

/* Polars on the host while they are put together. */
struct joined {
    lid n_airfoils, n_levels, n_rows;
    lid *by, *first_level, *first_row;
    real *level, *alpha, *cl, *cd;
};

static void allocate(const struct actuators_case *c, struct joined *p)
{
    lid airfoils = 0, levels = 0, rows = 0;
    for (int k = 0; k < c->n; k++) {
        airfoils += c->actuator[k].blade.n_airfoils;
        levels += c->actuator[k].blade.n_levels;
        rows += c->actuator[k].blade.n_rows;
    }
    MEM_NEW_ZERO(p->by, airfoils);
    MEM_NEW_ZERO(p->first_level, airfoils + 1);
    MEM_NEW_ZERO(p->first_row, levels + 1);
    MEM_NEW(p->level, levels);
    MEM_NEW(p->alpha, rows);
    MEM_NEW(p->cl, rows);
    MEM_NEW(p->cd, rows);
}

/* The airfoils of one actuator behind those of the ones before. */
static void join(const struct actuator *a, struct joined *p)
{
    const struct blade *b = &a->blade;
    for (int k = 0; k < b->n_airfoils; k++) {
        p->by[p->n_airfoils + k] = (lid)a->polars;
        p->first_level[p->n_airfoils + k + 1] = p->n_levels + b->first_level[k + 1];
    }
    for (int k = 0; k < b->n_levels; k++) {
        p->level[p->n_levels + k] = (real)b->level[k];
        p->first_row[p->n_levels + k + 1] = p->n_rows + b->first_row[k + 1];
    }
    for (int k = 0; k < b->n_rows; k++) {
        p->alpha[p->n_rows + k] = (real)b->alpha[k];
        p->cl[p->n_rows + k] = (real)b->cl[k];
        p->cd[p->n_rows + k] = (real)b->cd[k];
    }
    p->n_airfoils += b->n_airfoils;
    p->n_levels += b->n_levels;
    p->n_rows += b->n_rows;
}

static struct polars upload(const struct domain *d, const struct joined *p)
{
    const size_t airfoils = (size_t)p->n_airfoils, levels = (size_t)p->n_levels, rows = (size_t)p->n_rows;
    return (struct polars){
        .by = domain_upload(d, "polars", p->by, airfoils * sizeof *p->by),
        .first_level = domain_upload(d, "polars", p->first_level, (airfoils + 1) * sizeof *p->first_level),
        .first_row = domain_upload(d, "polars", p->first_row, (levels + 1) * sizeof *p->first_row),
        .level = domain_upload(d, "polars", p->level, levels * sizeof *p->level),
        .alpha = domain_upload(d, "polars", p->alpha, rows * sizeof *p->alpha),
        .cl = domain_upload(d, "polars", p->cl, rows * sizeof *p->cl),
        .cd = domain_upload(d, "polars", p->cd, rows * sizeof *p->cd)};
}

void flow_create_blades(struct actuators *x)
{
    const struct mesh_view *m = &x->d->view;
    struct joined p = {.n_airfoils = 0};
    if (flow_blades_airfoils(x->cases, x->cases->n) == 0)
        return;
    MEM_NEW_ZERO(x->blades, 1);
    allocate(x->cases, &p);
    for (int k = 0; k < x->cases->n; k++)
        join(&x->cases->actuator[k], &p);
    x->blades->polars = (struct polars){.by = p.by, .first_level = p.first_level, .first_row = p.first_row,
                                        .level = p.level, .alpha = p.alpha, .cl = p.cl, .cd = p.cd};
    x->blades->args = (struct blade_args){.n_owned = m->n_owned, .n_slots = m->n_slots, .polars = upload(x->d, &p),
                                          .fluid = x->c->derived.fluid, .q = x->f->q, .load = x->f->load};
}

void flow_blades_add(struct flow_blades *b, lid cell, const struct blade_section *section, real *number)
{
    if (b->n == b->room) {
        b->room = b->room ? 2 * b->room : 1024;
        MEM_RESIZE(b->cell, b->room);
        MEM_RESIZE(b->airfoil, 2 * b->room);
        MEM_RESIZE(b->number, N_BLADE_NUMBERS * b->room);
    }
    number[BLADE_CHORD] = section->chord;
    number[BLADE_TWIST] = section->twist;
    number[BLADE_SIDE] = section->side;
    number[BLADE_TIP] = section->tip;
    number[BLADE_BLEND] = section->blend;
    b->cell[b->n] = cell;
    for (int k = 0; k < 2; k++)
        b->airfoil[2 * b->n + k] = section->airfoil[k];
    for (int k = 0; k < N_BLADE_NUMBERS; k++)
        b->number[N_BLADE_NUMBERS * b->n + k] = number[k];
    b->n++;
}

/* By number and not by cell, as kernels read them. */
void flow_blades_finish(struct actuators *x)
{
    struct flow_blades *b = x->blades;
    const lid n = b ? b->n : 0;
    if (n == 0)
        return;
    lid *airfoil;
    real *number;
    MEM_NEW(airfoil, 2 * n);
    MEM_NEW(number, N_BLADE_NUMBERS * n);
    for (lid i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++)
            airfoil[k * n + i] = b->airfoil[2 * i + k];
        for (int k = 0; k < N_BLADE_NUMBERS; k++)
            number[k * n + i] = b->number[N_BLADE_NUMBERS * i + k];
    }
    b->args.n = n;
    b->args.cell = domain_upload(x->d, "cells of blades", b->cell, (size_t)n * sizeof *b->cell);
    b->args.airfoil = domain_upload(x->d, "airfoils of cells", airfoil, 2 * (size_t)n * sizeof *airfoil);
    b->args.number = domain_upload(x->d, "blades in cells", number, N_BLADE_NUMBERS * (size_t)n * sizeof *number);
    mem_free(airfoil);
    mem_free(number);
}

void flow_blades_load(const struct actuators *x)
{
    const struct flow_blades *b = x->blades;
    if (b && b->n > 0)
        BACKEND_LAUNCH(x->d->backend, KERNEL_actuator_blade, STREAM_COMPUTE, 0, b->args.n, &b->args);
}

void flow_free_blades(struct actuators *x)
{
    struct flow_blades *b = x->blades;
    if (!b)
        return;
    const struct polars *host = &b->polars, *device = &b->args.polars;
    const void *on_device[] = {b->args.cell, b->args.airfoil, b->args.number, device->by, device->first_level,
                               device->first_row, device->level, device->alpha, device->cl, device->cd};
    const void *on_host[] = {b->cell, b->airfoil, b->number, host->by, host->first_level, host->first_row, host->level,
                             host->alpha, host->cl, host->cd};
    for (size_t k = 0; k < sizeof on_device / sizeof *on_device; k++)
        x->d->backend->free((void *)(uintptr_t)on_device[k]);
    for (size_t k = 0; k < sizeof on_host / sizeof *on_host; k++)
        mem_free((void *)(uintptr_t)on_host[k]);
    MEM_FREE(x->blades);
}
