/* wall_fields.c: the boundary fields that forces are summed from, by name, and a look at each value: what a diverged
 * run has left is not summed.
 */
#include "fields/wall_fields.h"

#include "error.h"

#include <math.h>

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
    return 0;
}

int wall_fields_check(const struct results *r, const struct pack *p, const struct solution *s,
                      const struct wall_fields *w, int patch)
{
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
