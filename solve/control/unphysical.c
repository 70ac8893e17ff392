/* unphysical.c: bounds from the case, then the cells beyond them, of all ranks, and the one that is furthest off. */
#include "control/unphysical.h"

#include "mem.h"
#include "scheme/flow_bounds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* This rank's part, *most: how far its worst cell is off; returns that cell, -1 without cells. */
static lid look(const struct flow *f, const struct case_file *c, struct unphysical *u, double *most, double *number)
{
    const struct steady_bounds b = flow_steady_bounds(c, f->domain, UNPHYSICAL_HOT, UNPHYSICAL_THIN);
    const lid n = f->domain->view.n_owned;
    const int64_t stride = n;
    lid worst = -1;
    double *q = mem_alloc("state", (size_t)n * (size_t)f->n_variables, sizeof *q);
    flow_download(f, q);
    *most = *number = 0;
    u->source = isinf(b.total_temperature) ? NAN : b.total_temperature / UNPHYSICAL_HOT;
    for (lid i = 0; i < n; i++) {
        const double *at = q + i;
        const struct state s = {(real)at[0], (real)at[stride], (real)at[2 * stride], (real)at[3 * stride],
                                (real)at[4 * stride]};
        const double off = steady_excess(&b, s);
        *number += off >= 1;
        if (off > *most) {
            *most = off;
            worst = i;
        }
        u->total_temperature = fmax(u->total_temperature, steady_total_temperature(&b, s));
        u->density = fmin(u->density, s.rho);
        u->pressure = fmin(u->pressure, s.p);
    }
    mem_free(q);
    return worst;
}

/* The lowest rank that has the worst cell speaks. */
struct unphysical unphysical_find(const struct flow *f, const struct case_file *c)
{
    const struct domain *d = f->domain;
    struct unphysical u = {.density = HUGE_VAL, .pressure = HUGE_VAL, .place = ""};
    if (!c->time.local)
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
