/* --count: halos and neighbours of divisions into several numbers of ranks, a report each
 * (OUT/ranks-N.json, for scripts/scaling-model), without packs. */
#include "run/stages.h"

#include "error.h"
#include "mem.h"
#include "progress/progress.h"
#include "text.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Halos need a numbering only for its inner cells, so the cheapest one is made. */
static int count_one(struct prep_work *w, int n_ranks)
{
    char name[64];
    TRY(stage_divide(w, n_ranks));
    progress_begin(STAGE_HALO);
    reorder_cells(&w->mesh, &w->metrics, n_ranks, w->rank_of, REORDER_NONE, &w->ordering); /* for inner cells */
    stage_halos(w);
    halos_free(&w->halos);
    ordering_free(&w->ordering);
    progress_end(STAGE_HALO);
    snprintf(name, sizeof name, "ranks-%d.json", n_ranks);
    char *path = text_join_path(w->o->out, name);
    int status = stage_report(w, path);
    mem_free(path);
    if (!w->o->quiet && status == 0)
        mesh_report_print_halos(&w->report, stdout);
    return status;
}

static int make_folder(const char *path)
{
    /* Other reports may lie there; outputs.c has refused a folder of packs. */
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return error_set("%s: cannot be made: %s; name another folder with --out", path, strerror(errno));
    return 0;
}

/* Halos of periodic meshes contain images, which would have to be made and taken away again for every number
 * of ranks. */
int mode_count(struct prep_work *w)
{
    if (w->mesh.periodic.n_interfaces > 0)
        return error_set("%s: has periodic faces, which --count cannot handle; write packs instead", w->o->mesh);
    TRY(make_folder(w->o->out));
    w->report.id = "";
    w->report.order = "none";
    for (int k = 0; k < w->o->n_counts; k++)
        TRY(count_one(w, w->o->count[k]));
    return 0;
}
