/* run_notes.c: what is said of the mesh and of a restart. */
#include "run/run_notes.h"

#include "scheme/flow_synthetic.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void say_walls(const struct domain *d)
{
    if (d->wall_distance)
        fprintf(stderr, "ufv-solve: note: the walls are not those of the packs; wall distances were computed again in "
                        "%.2f s\n", d->wall_seconds);
}

static void say_zone(const struct case_file *c, const struct domain *d)
{
    const double most = 0.02; /* of the speed */
    if (!c->motion.in_zone)
        return;
    fprintf(stderr, "ufv-solve: [%s] turns %.0f cells\n", c->motion.slides ? "motion" : "frame", d->zone[ZONE_CELLS]);
    if (d->zone[ZONE_NORMAL] > most * d->zone[ZONE_SPEED])
        fprintf(stderr, "ufv-solve: note: the surface of the rotating zone is not a surface of revolution (%.0f %% of "
                        "its speed is normal to it), which causes errors there; use a mesh with a layer of faces "
                        "along the zone's surface\n",
                100 * d->zone[ZONE_NORMAL] / d->zone[ZONE_SPEED]);
}

void run_notes_domain(const struct case_file *c, const struct domain *d)
{
    say_walls(d);
    say_zone(c, d);
}

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

void run_notes_synthetic(const struct case_file *c, const struct flow *f)
{
    struct pack_manifest m;
    if (c->n_synthetic == 0)
        return;
    (void)pack_manifest_read(f->domain->packs, &m); /* leaves it empty where it fails: no notes on periods then */
    for (int k = 0; k < c->n_synthetic; k++) {
        const struct synthetic_summary s = flow_synthetic_summary(f, k);
        fprintf(stderr, "ufv-solve: [synthetic_turbulence] %s: %" PRId64 " cells, %d waves of %.3g to %.3g m that "
                        "travel with %.4g m/s; in the cells, k is up to %.3g m^2/s^2 and the mean velocity %.4g m/s\n",
                c->synthetic[k].name, s.cells, s.waves, s.shortest, s.longest, c->synthetic[k].velocity, s.energy,
                s.velocity);
        say_period(&c->synthetic[k], s.longest);
        for (int i = 0; i < m.n_periodic; i++)
            say_seam(&c->synthetic[k], &m.periodic[i]);
    }
    pack_manifest_free(&m);
}

void run_notes_crossing(const struct case_file *c, const struct flow *f)
{
    for (int k = 0; k < c->n_synthetic; k++) {
        const struct synthetic_crossing u = flow_synthetic_crossing(f, c, k);
        if (f->domain->comm.rank == 0 && !(u.found > 0.5 * u.told && u.found < 2 * u.told))
            fprintf(stderr, "ufv-solve: note: [synthetic_turbulence] %s: the flow crosses the plane with %.4g m/s "
                            "along the axis, and its case says %.4g (means over its cells); check axis, which points "
                            "downstream, and the velocity\n", c->synthetic[k].name, u.found, u.told);
    }
}

void run_notes_restart(const struct checkpoint_start *s)
{
    const struct restart_mesh_note *n = &s->note;
    fprintf(stderr, "restart from iteration %" PRId64, s->iteration);
    if (s->other_mesh)
        fprintf(stderr, " of another mesh: %" PRId64 " cells take the values within the nearest of its %" PRId64
                        " cells, at most %.3g m away; %" PRId64 " lie outside it\n",
                n->cells, n->old_cells, n->largest, n->far_cells);
    else
        fprintf(stderr, "%s\n", s->exact         ? ""
                                : s->other_nodes ? " of another mesh with as many cells, by cell id; if its cells lie "
                                                   "elsewhere, start without --restart"
                                                 : " of another partition, by cell id");
    if (s->turned > 0)
        fprintf(stderr, "[motion] puts the mesh, or its zone, at an angle that differs by %.6g degrees from that of "
                        "the restart; velocities were kept as seen from rest\n", s->turned);
    if (s->other_flow == RESTART_OTHER_STREAM)
        fprintf(stderr,
                "the free stream differs from that of the restart, whose field is turned and scaled into a first "
                "guess: %s\n", s->differences);
    if (s->other_flow == RESTART_OTHER_MODEL)
        fprintf(stderr, "the free stream is that of the restart, whose field is a first guess of another flow: %s\n",
                s->differences);
}
