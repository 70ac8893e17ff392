/* unphysical.c: bounds from the case, then the cells beyond them, of all ranks, and the one that is furthest off. */
#include "control/unphysical.h"

#include "control/hot_cells.h"
#include "mem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

struct bounds {
    double source, heat;      /* K; J/(kg K) */
    double density, pressure; /* the least */
};

/* The smallest pressure and density that the free stream and patches name. */
static struct bounds bounds_of(const struct case_file *c, const struct domain *d)
{
    struct bounds b = {.source = hot_source(c, d->start.on, d->values, d->pack.n_patches),
                       .heat = c->gamma / (c->gamma - 1) * c->gas_constant,
                       .density = c->density, .pressure = c->pressure};
    for (int k = 0; k < d->pack.n_patches; k++) {
        const struct bc_values *v = &d->values[k];
        double pressure = c->pressure, temperature = c->temperature;
        if (v->kind == BC_PRESSURE_OUTLET || v->kind == BC_OPENING) {
            pressure = (double)v->pressure;
        } else if (v->kind == BC_TOTAL_INFLOW) {
            pressure = (double)v->total_pressure;
            temperature = (double)v->total_temperature;
        }
        b.pressure = fmin(b.pressure, pressure);
        b.density = fmin(b.density, pressure / (c->gas_constant * temperature));
    }
    b.density *= UNPHYSICAL_THIN;
    b.pressure *= UNPHYSICAL_THIN;
    return b;
}

/* How far a state is beyond the bounds: 1 and more, the further the more; less: within them. What is no number is
 * within them, since the march looks for it. */
static double excess(const struct bounds *b, double gas_constant, double rho, double p, double speed2, double *total)
{
    *total = p / (rho * gas_constant) + 0.5 * speed2 / b->heat;
    double hot = isnan(b->source) ? 0 : *total / (UNPHYSICAL_HOT * b->source);
    return fmax(hot, fmax(b->density / rho, b->pressure / p));
}

/* This rank's part, *most: how far its worst cell is off; returns that cell, -1 without cells. */
static lid look(const struct flow *f, const struct case_file *c, struct unphysical *u, double *most, double *number)
{
    const struct bounds b = bounds_of(c, f->domain);
    const lid n = f->domain->view.n_owned;
    lid worst = -1;
    double *q = mem_alloc("state", (size_t)n * (size_t)f->n_variables, sizeof *q);
    flow_download(f, q);
    *most = *number = 0;
    u->source = b.source;
    for (lid i = 0; i < n; i++) {
        const double *s = q + i;
        double u2 = s[Q_U * (int64_t)n] * s[Q_U * (int64_t)n] + s[Q_V * (int64_t)n] * s[Q_V * (int64_t)n] +
                    s[Q_W * (int64_t)n] * s[Q_W * (int64_t)n], total;
        double off = excess(&b, c->gas_constant, s[Q_RHO], s[Q_P * (int64_t)n], u2, &total);
        *number += off >= 1;
        if (off > *most) {
            *most = off;
            worst = i;
        }
        u->total_temperature = fmax(u->total_temperature, total);
        u->density = fmin(u->density, s[Q_RHO]);
        u->pressure = fmin(u->pressure, s[Q_P * (int64_t)n]);
    }
    mem_free(q);
    return worst;
}

/* The lowest rank that has the worst cell speaks. */
struct unphysical unphysical_find(const struct flow *f, const struct case_file *c)
{
    const struct domain *d = f->domain;
    struct unphysical u = {.density = HUGE_VAL, .pressure = HUGE_VAL, .place = ""};
    if (!c->local)
        return u;
    double own, number;
    lid cell = look(f, c, &u, &own, &number);
    double most = own;
    comm_maximum(&most, 1);
    comm_maximum(&u.total_temperature, 1);
    comm_minimum(&u.density, 1);
    comm_minimum(&u.pressure, 1);
    comm_sum(&number, 1);
    u.n = (int64_t)number;
    double rank = own == most ? d->comm.rank : d->comm.size;
    comm_minimum(&rank, 1);
    if (u.n > 0 && rank == d->comm.rank)
        cell_place(d, cell, u.place);
    comm_broadcast(u.place, CELL_PLACE_SIZE, rank < d->comm.size ? (int)rank : 0);
    return u;
}

void unphysical_say(const struct unphysical *u, size_t size, char *text)
{
    int n = snprintf(text, size, "%" PRId64 " cell%s unphysical, the worst being %s", u->n, u->n == 1 ? " is" : "s are",
                     u->place);
    if (n < 0 || (size_t)n >= size)
        return;
    if (!isnan(u->source) && u->total_temperature > UNPHYSICAL_HOT * u->source)
        snprintf(text + n, size - (size_t)n, ": total temperatures of up to %.4g K, where %.4g K at most enter",
                 u->total_temperature, u->source);
    else
        snprintf(text + n, size - (size_t)n, ": densities and pressures down to %.3g kg/m^3 and %.3g Pa", u->density,
                 u->pressure);
}

void unphysical_write(const struct unphysical *u, struct json *j)
{
    if (u->n == 0)
        return;
    json_object(j, "unphysical_cells");
    json_integer(j, "cells", u->n);
    json_number(j, "total_temperature_max", u->total_temperature);
    json_number(j, "source_temperature", u->source);
    json_number(j, "density_min", u->density);
    json_number(j, "pressure_min", u->pressure);
    json_text(j, "worst", u->place);
    json_close(j);
}
