/* synthetic_turbulence.c: the feature [synthetic_turbulence]: planes behind which a flow has fluctuations; what is said
 * of them.
 */
#include "error.h"
#include "features/feature.h"
#include "features/synthetic_turbulence/synthetic_planes.h"
#include "json_write.h"
#include "mem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* ---- creation ---- */

static void needs(const void *spec, struct domain_needs *needs)
{
    const struct synthetic_case *cases = spec;
    needs->host_walls = needs->host_walls || synthetic_needs_walls(cases->plane, cases->n);
}

static void *place(const void *spec, struct domain *d)
{
    struct synthetic_planes *y;
    MEM_NEW_ZERO(y, 1);
    y->cases = spec;
    y->d = d;
    MEM_NEW_ZERO(y->cells, y->cases->n);
    for (int k = 0; k < y->cases->n; k++)
        synthetic_cells_find(&y->cases->plane[k], &d->pack, &y->cells[k]);
    return y;
}

static int create(const struct case_file *c, const void *spec, struct flow *f, void **own)
{
    (void)spec;
    return synthetic_planes_create(c, f, *own);
}

static bool advance(void *own, struct flow *f, double time, bool known)
{
    synthetic_planes_load(own, f, time, !known);
    return true;
}

static void end(void *own)
{
    synthetic_planes_free(own);
}

/* ---- what is said ---- */

/* Eddies that are longer than the period would be the same all along it. */
static void say_period(const struct synthetic *s, double longest)
{
    for (int d = 0; d < 3; d++)
        if (s->period[d] > 0 && 0.5 * longest > s->period[d])
            fprintf(stderr, "ufv-solve: note: [synthetic_turbulence] %s: the largest eddies, of %.3g m, are longer "
                            "than the period of %g m along %c, in which they cannot change; take a smaller length, "
                            "or a wider mesh\n", s->name, 0.5 * longest, s->period[d], 'x' + d);
}

/* The mesh repeats after `by`, m, along one axis: so must the fluctuations. */
static void say_seam(const struct synthetic *s, const struct pack_periodic *by)
{
    const double *r = by->rotation;
    for (int d = 0; d < 3; d++) {
        const double size = fabs(by->translation[d]);
        const double turns = s->period[d] > 0 ? size / s->period[d] : 0;
        if (r[0] + r[4] + r[8] < 3 - 1e-9 || size == 0 || (turns > 0.5 && fabs(turns - rint(turns)) < 1e-4))
            continue;
        fprintf(stderr, "ufv-solve: note: [synthetic_turbulence] %s: the mesh repeats after %g m along %c (%s), its "
                        "fluctuations do not; give that as period\n", s->name, size, 'x' + d, by->name);
    }
}

static void say(const void *own)
{
    const struct synthetic_planes *y = own;
    struct pack_manifest m;
    (void)pack_manifest_read(y->d->packs, &m); /* leaves it empty where it fails: no notes on periods then */
    for (int k = 0; k < y->cases->n; k++) {
        const struct synthetic *plane = &y->cases->plane[k];
        const struct synthetic_summary s = synthetic_planes_summary(y, k);
        fprintf(stderr, "ufv-solve: [synthetic_turbulence] %s: %" PRId64 " cells, %d waves of %.3g to %.3g m that "
                        "travel with %.4g m/s; in the cells, k is up to %.3g m^2/s^2 and the mean velocity %.4g m/s\n",
                plane->name, s.cells, s.waves, s.shortest, s.longest, plane->velocity, s.energy, s.velocity);
        say_period(plane, s.longest);
        for (int i = 0; i < m.n_periodic; i++)
            say_seam(plane, &m.periodic[i]);
    }
    pack_manifest_free(&m);
}

/* Planes that the flow does not cross as their case says. */
static void check_flow(const void *own)
{
    const struct synthetic_planes *y = own;
    for (int k = 0; k < y->cases->n; k++) {
        const struct synthetic_crossing u = synthetic_planes_crossing(y, k);
        if (y->d->comm.rank == 0 && !(u.found > 0.5 * u.told && u.found < 2 * u.told))
            fprintf(stderr, "ufv-solve: note: [synthetic_turbulence] %s: the flow crosses the plane with %.4g m/s "
                            "along the axis, and its case says %.4g (means over its cells); check axis, which points "
                            "downstream, and the velocity\n", y->cases->plane[k].name, u.found, u.told);
    }
}

static void write_run(const void *own, struct json *j)
{
    const struct synthetic_planes *y = own;
    json_object(j, "synthetic_turbulence");
    for (int k = 0; k < y->cases->n; k++) {
        const struct synthetic_summary s = synthetic_planes_summary(y, k);
        json_object(j, y->cases->plane[k].name);
        json_integer(j, "cells", s.cells);
        json_integer(j, "waves", s.waves);
        json_number(j, "shortest", s.shortest);
        json_number(j, "longest", s.longest);
        json_number(j, "velocity", y->cases->plane[k].velocity);
        json_close(j);
    }
    json_close(j);
}

const struct feature_type feature_synthetic_turbulence = {
    .in_case = &feature_synthetic_turbulence_case,
    .needs = needs,
    .place = place,
    .loads_cells = true,
    .create = create,
    .advance = advance,
    .say = say,
    .check_flow = check_flow,
    .write_run = write_run,
    .end = end,
};
