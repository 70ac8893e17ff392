/* progress_file.c: writes struct progress as JSON; nobody waits for the disk, since the file is soon
 * written again. */
#include "results/progress_file.h"

#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "text.h"

#include <unistd.h>

static const char file_name[] = "progress.json";

void progress_file_clear(const char *results)
{
    char *path = text_join_path(results, file_name);
    unlink(path);
    mem_free(path);
}

static void write_values(const struct progress *p, FILE *file)
{
    struct json j;
    json_begin(&j, file);
    json_bool(&j, "running", p->running);
    json_integer(&j, "iteration", p->iteration);
    json_integer(&j, "last_iteration", p->last_iteration);
    json_number(&j, "time", p->time);
    json_number(&j, "seconds", p->seconds);
    json_number(&j, "iterations_per_second", p->iterations_per_second);
    json_number(&j, "seconds_left", p->seconds_left);
    json_number(&j, "residual_drop", p->residual_drop);
    json_number(&j, "cl", p->cl);
    json_number(&j, "cd", p->cd);
    if (p->has_flows) {
        json_number(&j, "mass_in", p->mass_in);
        json_number(&j, "mass_out", p->mass_out);
        json_number(&j, "mass_net", p->mass_net);
        json_number(&j, "mass_share", p->mass_share);
    }
    if (p->verdict[0])
        json_text(&j, "verdict", p->verdict);
    json_array(&j, "seconds_waiting");
    for (int r = 0; r < p->n_ranks; r++)
        json_number(&j, NULL, p->seconds_waiting[r]);
    json_close(&j);
    json_end(&j);
}

/* A failure is no failure of the run: the file is for looking at. */
void progress_file_write(const char *results, const struct progress *p)
{
    char *path = text_join_path(results, file_name);
    struct out_file o;
    if (out_file_open(path, &o) == 0) {
        write_values(p, o.file);
        out_file_finish_unflushed(&o, 0);
    }
    mem_free(path);
}
