/* wall_fields.c: the boundary fields that forces are summed from, by name, and a look at each value: what a diverged
 * run has left is not summed.
 */
#include "fields/wall_fields.h"

#include "error.h"

#include <math.h>
#include <string.h>

/* Frames of a series say so. In the fields of a run friction is always there if the run has any. */
static bool is_viscous(const struct solution *s)
{
    for (int e = 0; e < s->n_extra; e++)
        if (strcmp(s->extra[e].name, SOLUTION_VISCOUS) == 0 && s->extra[e].n == 1)
            return s->extra[e].value[0] == 1;
    return false;
}

int wall_fields_find(const struct results *r, const struct solution *s, struct wall_fields *w)
{
    static const char *const name[3] = {"wall_shear_x", "wall_shear_y", "wall_shear_z"};
    *w = (struct wall_fields){.pressure = solution_boundary_field(s, "pressure")};
    if (!w->pressure)
        return error_set("%s/rank-%05d.h5: there is no boundary field pressure to integrate; run ufv-solve again",
                         r->folder, (int)s->rank);
    for (int d = 0; d < 3; d++)
        w->friction[d] = solution_boundary_field(s, name[d]);
    /* All three or none: Euler runs have none. */
    if (!w->friction[0] || !w->friction[1] || !w->friction[2])
        w->friction[0] = w->friction[1] = w->friction[2] = NULL;
    w->lacks_friction = !w->friction[0] && is_viscous(s);
    return 0;
}

int wall_fields_check(const struct results *r, const struct pack *p, const struct solution *s,
                      const struct wall_fields *w, int patch)
{
    if (w->lacks_friction && r->kind[patch] == BC_WALL)
        return error_set("%s/rank-%05d.h5: holds the pressure of wall %s without the friction, which this viscous run "
                         "has and the force needs; use the run's own fields, or add wall_shear_x, wall_shear_y and "
                         "wall_shear_z to variables= of the series", r->folder, (int)s->rank,
                         r->manifest.patch[patch].name);
    for (lid i = p->patch[patch].begin; i < p->patch[patch].end; i++) {
        bool pressed = isfinite(w->pressure[i]), rubbed = true;
        for (int d = 0; d < 3; d++)
            rubbed = rubbed && (!w->friction[d] || isfinite(w->friction[d][i]));
        if (!pressed || !rubbed)
            return error_set("%s/rank-%05d.h5: the %s on boundary face %" PRI_GID " of patch %s is not a finite "
                             "number, so there are no forces to sum; use fields from before the run diverged",
                             r->folder, (int)s->rank, pressed ? "friction" : "pressure", s->face_gid[i],
                             r->manifest.patch[patch].name);
    }
    return 0;
}
