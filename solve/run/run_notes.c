/* run_notes.c: what is said of the mesh and of a restart. */
#include "run/run_notes.h"

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
    if (!c->derived.motion.in_zone)
        return;
    fprintf(stderr, "ufv-solve: [%s] turns %.0f cells\n", c->derived.motion.unsteady ? "motion" : "frame",
            d->zone[ZONE_CELLS]);
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
