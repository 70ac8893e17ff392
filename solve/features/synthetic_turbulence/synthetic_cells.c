/* synthetic_cells.c: see synthetic_cells.h. */
#include "features/synthetic_turbulence/synthetic_cells.h"

#include "mem.h"

#include <math.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void measure(const struct pack *p, const double axis[3], struct synthetic_cell *m)
{
    const lid slice = m->cell / SLICE, row = m->cell % SLICE;
    m->extent = m->size = 0;
    for (lid at = p->slice_offset[slice] + row; at < p->slice_offset[slice + 1]; at += SLICE) {
        const lid face = p->slice_face[at] < 0 ? ~p->slice_face[at] : p->slice_face[at];
        double arm[3];
        if (p->slice_face[at] == SLICE_PAD)
            continue;
        for (int d = 0; d < 3; d++)
            arm[d] = p->face_centroid[d * p->n_faces + face] - m->x[d];
        m->extent = fmax(m->extent, 2 * fabs(dot(arm, axis)));
        m->size = fmax(m->size, 2 * sqrt(dot(arm, arm)));
    }
}

static bool holds(const struct synthetic *s, struct synthetic_cell *m)
{
    double arm[3], across = 0, velocity, energy;
    for (int d = 0; d < 3; d++)
        arm[d] = m->x[d] - s->centre[d];
    m->along = dot(arm, s->axis);
    for (int d = 0; d < 3; d++)
        across += (arm[d] - m->along * s->axis[d]) * (arm[d] - m->along * s->axis[d]);
    synthetic_at(s, m->distance, &velocity, &energy);
    return fabs(m->along) < 0.5 * s->thickness && across <= s->radius * s->radius && energy > 0;
}

void synthetic_cells_find(const struct synthetic *s, const struct pack *p, struct synthetic_cells *out)
{
    lid room = 0;
    *out = (struct synthetic_cells){.n = 0};
    for (lid i = 0; i < p->n_owned; i++) {
        struct synthetic_cell m = {.cell = i, .distance = p->wall_distance[i]};
        for (int d = 0; d < 3; d++)
            m.x[d] = p->centroid[d * p->n_slots + i];
        if (!holds(s, &m))
            continue;
        measure(p, s->axis, &m);
        if (out->n == room) {
            room = room ? 2 * room : 256;
            MEM_RESIZE(out->cell, room);
        }
        out->cell[out->n++] = m;
    }
}
