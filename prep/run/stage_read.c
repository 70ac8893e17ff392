/* The mesh of a run, from files of any of the formats, or back from the packs it was divided into before. */
#include "run/stages.h"

#include "cgns/cgns_read.h"
#include "error.h"
#include "foam/foam_read.h"
#include "foreign/foreign.h"
#include "gmsh/gmsh_read.h"
#include "mem.h"
#include "order/cell_cost.h"
#include "pack/repartition.h"
#include "plot3d/plot3d_read.h"
#include "progress/progress.h"
#include "raw/extrude.h"
#include "raw/near_nodes.h"
#include "su2/su2_read.h"
#include "ugrid/ugrid_read.h"

#include <math.h>

static void note(void *context, const char *sentence)
{
    (void)context;
    progress_note("%s", sentence);
}

/* The formats beside CGNS, which is read where none of these is found. */
static const struct {
    bool (*is_mesh)(const char *path);
    int (*read)(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
                struct raw_mesh *m);
    const char *name;
} others[] = {{su2_is_mesh, su2_read, "an SU2"}, {ugrid_is_mesh, ugrid_read, "a UGRID"},
              {gmsh_is_mesh, gmsh_read, "a Gmsh"}, {foam_is_mesh, foam_read, "an OpenFOAM"},
              {plot3d_is_mesh, plot3d_read, "a PLOT3D"}};

/* --join, of formats that know no interfaces. */
static void join(const struct prep_options *o, struct raw_mesh *raw)
{
    int64_t n_faces = 0, n = raw_near_join(raw, o->join, &n_faces);
    progress_note("%s: %" PRId64 " outer nodes lay within %g m of others and were joined to them; %" PRId64 " faces of "
                  "patches lie there now inside the mesh and are left out", o->mesh, n, o->join, n_faces);
}

/* Forces on one layer are those of its depth, which nothing in them shows. */
static int set_depth(const struct prep_options *o, struct raw_mesh *raw)
{
    struct extrusion e;
    bool is_layer = raw_mesh_is_layer(raw, &e);
    if (!is_layer && o->depth > 0.0)
        return error_set(
            "%s: is not a plane mesh, nor one layer of cells across an axis, whose depth could be set; leave "
            "--depth out",
            o->mesh);
    if (is_layer && o->depth > 0.0)
        raw_mesh_set_depth(raw, &e, o->depth);
    else if (is_layer && fabs(e.thickness - RAW_LAYER_DEPTH) > 1e-9)
        progress_note(
            "%s: is one layer of cells, %g m deep along %c: forces are those of this depth; --depth 1 makes them "
            "forces per metre",
            o->mesh, e.thickness, "xyz"[e.axis]);
    return 0;
}

static int read_file(const struct prep_options *o, struct raw_mesh *raw)
{
    struct cgns_read_options how = {.base = o->base, .scale = o->scale, .join = o->join};
    TRY(foreign_check(o->mesh));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!others[i].is_mesh(o->mesh))
            continue;
        if (o->base)
            return error_set("%s: is %s mesh, which has no bases; leave --base out", o->mesh, others[i].name);
        TRY(others[i].read(o->mesh, o->scale, note, NULL, raw));
        if (o->join > 0.0)
            join(o, raw);
        return 0;
    }
    TRY(foreign_check_unclaimed(o->mesh));
    return cgns_read(o->mesh, &how, note, NULL, raw);
}

static int read_mesh(const struct prep_options *o, struct raw_mesh *raw)
{
    TRY(read_file(o, raw));
    return set_depth(o, raw);
}

int stage_read(struct prep_work *w)
{
    progress_begin(STAGE_READ);
    if (w->o->repartition)
        TRY(packs_gather(w->o->mesh, &w->raw, &w->packs_rank, &w->n_packs));
    else
        TRY(read_mesh(w->o, &w->raw));
    progress_end(STAGE_READ);
    return 0;
}
