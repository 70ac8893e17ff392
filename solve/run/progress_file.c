#include "run/progress_file.h"

#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "text.h"
#include "timer.h"
#include "parallel/waiting.h"

#include <math.h>
#include <unistd.h>

static const char file_name[] = "progress.json";

void progress_clear(const char *results)
{
    char *path = text_join_path(results, file_name);
    unlink(path);
    mem_free(path);
}

void progress_gather(struct monitor *m)
{
    double mine = waiting_seconds(WAITING_EXCHANGE) + waiting_seconds(WAITING_COLLECTIVE);
    comm_gather(&mine, (int)sizeof mine, m->waiting);
}

static void write_values(const struct monitor *m, int64_t last_iteration, bool last, FILE *file)
{
    const struct monitor_row *row = &m->row;
    double seconds = timer_now() - m->start;
    int64_t done = row->iteration - m->first_iteration;
    double rate = seconds > 0 ? (double)done / seconds : 0;
    struct json j;
    json_begin(&j, file);
    json_bool(&j, "running", !last);
    json_integer(&j, "iteration", row->iteration);
    json_integer(&j, "last_iteration", last_iteration);
    json_number(&j, "time", row->time);
    json_number(&j, "seconds", seconds);
    json_number(&j, "iterations_per_second", rate);
    json_number(&j, "seconds_left", last ? 0 : monitor_seconds_left(m, last_iteration));
    json_number(&j, "residual_drop", monitor_residual_drop(m));
    json_number(&j, "cl", row->cl);
    json_number(&j, "cd", row->cd);
    json_array(&j, "seconds_waiting");
    for (int r = 0; r < m->flow->domain->comm.size; r++)
        json_number(&j, NULL, m->waiting[r]);
    json_close(&j);
    json_end(&j);
}

void progress_write(struct monitor *m, int64_t last_iteration, bool last)
{
    double now = timer_now();
    if (!last && now - m->last_written < 2)
        return;
    m->last_written = now;
    char *path = text_join_path(m->results, file_name);
    struct out_file o;
    if (out_file_open(path, &o) == 0) {
        write_values(m, last_iteration, last, o.file);
        out_file_finish_unflushed(&o, 0);
    }
    mem_free(path);
}
