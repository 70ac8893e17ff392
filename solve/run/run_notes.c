/* run_notes.c: what is said of the mesh and of a restart. */
#include "run/run_notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void run_notes_domain(const struct domain *d)
{
    if (d->new_walls.distance)
        fprintf(stderr, "ufv-solve: note: the walls are not those of the packs; wall distances were computed again in "
                        "%.2f s\n", d->new_walls.seconds);
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
