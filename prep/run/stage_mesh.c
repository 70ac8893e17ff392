/* From what a file holds to a mesh by its faces, refined, joined, checked and measured. */
#include "run/stages.h"

#include "error.h"
#include "mem.h"
#include "mesh/mesh_check.h"
#include "mesh/patch_planes.h"
#include "mesh/patch_types.h"
#include "mesh/refine.h"
#include "pack/patches_most.h"
#include "periodic/periodic.h"
#include "periodic/periodic_config.h"
#include "progress/progress.h"
#include "run/mesh_from_raw.h"
#include "run/patch_config.h"
#include "run/mesh_write.h"
#include "run/patch_picture.h"

/* Faces and metrics; takes raw's cells and nodes. */
static int build_mesh(const struct prep_options *o, struct raw_mesh *raw, struct mesh *m, struct metrics *g,
                      struct mesh_findings *found)
{
    progress_begin(STAGE_FACES);
    TRY(mesh_build_split(raw, o->internal_walls, m, found));
    if (o->config)
        TRY(periodic_config_apply(o->config, m));
    TRY(periodic_settle(m));
    progress_end(STAGE_FACES);
    progress_begin(STAGE_METRICS);
    metrics_compute(m, g);
    progress_end(STAGE_METRICS);
    return 0;
}

/* Of the mesh as it is now, what is divided later.
 * The raw mesh is copied, since building takes its arrays, and the refinement still needs them. The copy is
 * of the mesh before the last refinements: small. */
static int make_coarse(struct prep_work *w, long refined)
{
    struct raw_mesh copy;
    struct mesh_findings found = {0};
    MEM_NEW_ZERO(w->coarse, 1);
    w->coarse->depth = (int)(w->o->refine - refined);
    raw_mesh_copy(&w->raw, &copy);
    int status = build_mesh(w->o, &copy, &w->coarse->mesh, &w->coarse->metrics, &found);
    raw_mesh_free(&copy);
    return status;
}

static int refine(struct prep_work *w)
{
    struct raw_mesh *raw = &w->raw;
    for (long k = 0; k < w->o->refine; k++) {
        if (w->o->partition_before > 0 && k == w->o->refine - w->o->partition_before && !w->o->check_only)
            TRY(make_coarse(w, k));
        progress_begin(STAGE_REFINE);
        TRY(refine_raw_mesh(raw));
        progress_end(STAGE_REFINE);
    }
    return 0;
}

/* What the mesh is like, for the report. */
static void measure(struct prep_work *w)
{
    mesh_report_count(&w->mesh, &w->report);
    mesh_quality_measure(&w->mesh, &w->metrics, &w->report.quality);
    if (w->o->check_only)
        mesh_quality_measure_more(&w->mesh, &w->metrics, &w->report.quality);
    quality_summary_make(&w->mesh, &w->report.quality, &w->report.summary);
    w->report.mirrored = w->found.mirrored;
}

/* More patches than a run takes. Packs are written all the same: ufv-prep --info lists what they hold. */
static void warn_of_patches(const struct mesh *m)
{
    if (m->n_patches > PATCHES_MOST)
        progress_warn("the mesh has %d patches, and ufv-solve takes %d at most: join those of one kind in the program "
                      "that made the mesh", m->n_patches, PATCHES_MOST);
}

/* With --check faults are only said, so that the rest of the report is there too; otherwise the first one
 * ends the program. */
int stage_mesh(struct prep_work *w)
{
    TRY(refine(w));
    TRY(build_mesh(w->o, &w->raw, &w->mesh, &w->metrics, &w->found));
    progress_begin(STAGE_CHECK);
    if (w->o->check_only)
        mesh_say_findings(&w->mesh, &w->raw, &w->found);
    else
        TRY(mesh_check(w->o->mesh, &w->mesh, &w->metrics, &w->raw, &w->found));
    if (w->o->config)
        TRY(patch_config_apply(w->o->config, &w->mesh));
    patch_types_note(&w->mesh);
    warn_of_patches(&w->mesh);
    patch_planes_note(&w->mesh);
    measure(w);
    progress_end(STAGE_CHECK);
    raw_mesh_free(&w->raw);
    TRY(w->o->write ? mesh_write_cgns(w->o->write, &w->mesh) : 0);
    return w->o->picture ? patch_picture_write(w->o->picture, w->o->mesh, &w->mesh) : 0;
}
