/* sliding_case.c: the key zone_radius of [motion]: a zone that turns in time, at whose surface the mesh slides. */
#include "features/sliding/sliding_case.h"

#include "bc_kind.h"
#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_table.h"
#include "error.h"

#include <math.h>

static const struct case_row rows[] = {
    CASE_ROW_NUMBER(struct sliding_case, motion, zone_radius, radius, NAN, 1e-9, 1e9, "m",
                    "with spin: only cells whose centroids are within this distance of the axis rotate. They and the "
                    "rest of the mesh share no faces and meet on a cylinder of this radius: a sliding interface, whose"
                    " two sides are patches of kind sliding (the whole mesh moves when not given)"),
};
static const struct case_table table = {rows, sizeof rows / sizeof *rows};

static bool has_vector(const double v[3])
{
    return v[0] != 0 || v[1] != 0 || v[2] != 0;
}

static int read(struct case_file *c, void *spec, bool *asked)
{
    const double radius = ((const struct sliding_case *)spec)->radius;
    struct motion *m = &c->derived.motion;
    *asked = !isnan(radius);
    if (!*asked)
        return 0;
    CASE_NEED(m->unsteady && m->spin != 0, "motion", "zone_radius", "needs spin: the zone would not move");
    CASE_NEED(m->pitch == 0 && !has_vector(m->plunge) && !has_vector(m->velocity) && !m->part, "motion",
              "zone_radius", "goes with spin alone: the zone would leave its place with pitch, plunge or velocity, and "
              "a table does not go with a zone");
    CASE_NEED(!(c->derived.reference.rotor.radius > radius), "motion", "radius",
              "is more than zone_radius, so that the tips would lie outside the zone that turns");
    m->in_zone = true;
    m->zone_radius = radius;
    m->zone_begin = -HUGE_VAL;
    m->zone_end = HUGE_VAL;
    return 0;
}

const struct feature_case feature_sliding_case = {
    .size = sizeof(struct sliding_case), .table = &table, .read = read, .kind = BC_SLIDING,
    .kind_help = "none. One of the two sides of a sliding interface ([motion] zone_radius), which the fluid crosses",
    .kind_needs = "[motion] spin and zone_radius, in unsteady flow; for steady flow take a mesh without an interface "
                  "and [frame] zone_radius"};
