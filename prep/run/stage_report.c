/* The report of a run, as a file. */
#include "run/stages.h"

#include "timer.h"

int stage_report(struct prep_work *w, const char *path)
{
    w->report.seconds_total = timer_now() - w->started;
    return path ? mesh_report_write(&w->report, path) : 0;
}
