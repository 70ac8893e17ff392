/* --check: what the mesh is like, printed, and what is wrong with it. */
#include "run/stages.h"

#include "error.h"
#include "mesh/mesh_check.h"
#include "run/check_report.h"

int mode_check(struct prep_work *w)
{
    TRY(stage_report(w, w->o->report));
    if (!w->o->quiet) {
        mesh_report_print(&w->report, stdout);
        check_report_print(&w->mesh, &w->metrics, &w->report.quality, stdout);
        quality_summary_print(&w->report.summary, stdout);
    }
    return mesh_list_faults(w->o->mesh, &w->mesh, &w->metrics, &w->found, stdout);
}
