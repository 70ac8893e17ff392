/* time_signal.c: columns over time, and whether their steps are equal. */
#include "history/time_signal.h"

#include "input/csv.h"
#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "pack/probe_file.h"
#include "pack/results_files.h"
#include "protect.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* How far a row may stand from its place among equal steps, in steps. */
static const double most_shift = 0.01;

/* The names of the probes that a run has recorded, with commas between; mem_free() it. */
static char *list_probes(const char *source)
{
    static const char ending[] = ".h5";
    char *folder = text_join_path(source, "probes"), *list = text_format("%s", "");
    DIR *d = opendir(folder);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        size_t n = strlen(e->d_name);
        if (n < sizeof ending || strcmp(e->d_name + n - strlen(ending), ending) != 0)
            continue;
        char *longer = text_format("%s%s%.*s", list, list[0] ? ", " : "", (int)(n - strlen(ending)), e->d_name);
        mem_free(list);
        list = longer;
    }
    if (d)
        closedir(d);
    mem_free(folder);
    return list;
}

/* probe: NULL where none was named. */
static int refuse_probe(const char *source, const char *probe)
{
    char *list = list_probes(source);
    int status = !list[0] ? error_set("%s: its run has recorded no probes; [probes] of the case file says where",
                                      source)
                 : probe  ? error_set("%s: its run has recorded no probes '%s'; there are: %s", source, probe, list)
                          : error_set("%s: name a set of probes with --probe; there are: %s", source, list);
    mem_free(list);
    return status;
}

int signal_need_probe(const char *source, const char *probe)
{
    struct stat st;
    return !probe && stat(source, &st) == 0 && S_ISDIR(st.st_mode) ? refuse_probe(source, NULL) : 0;
}

/* mem_free() it; NULL after error_set(). source: a results folder, or a file of either kind. */
char *signal_path(const char *source, const char *probe)
{
    struct stat st;
    bool folder = stat(source, &st) == 0 && S_ISDIR(st.st_mode);
    if (probe && !folder) {
        error_set("%s: is not a results folder, which --probe %s needs", source, probe);
        return NULL;
    }
    char *path = !folder ? text_format("%s", source)
                 : probe ? text_format("%s/probes/%s.h5", source, probe)
                         : text_join_path(source, "history.csv");
    if (folder && probe && stat(path, &st) != 0 && errno == ENOENT) {
        refuse_probe(source, probe);
        MEM_FREE(path);
        return NULL;
    }
    if (folder)
        results_files_protect(source);
    results_files_protect_around(path);
    protect_file(path);
    return path;
}

static int find_variable(const struct probe_file *f, const char *name, int *variable)
{
    const char *names[PROBE_MAX_VARIABLES];
    for (int v = 0; v < f->set.n_variables; v++) {
        names[v] = f->set.variable[v].name;
        if (strcmp(names[v], name) == 0) {
            *variable = v;
            return 0;
        }
    }
    const char *near = text_nearest(name, names, f->set.n_variables);
    return error_set("%s: has no variable '%s'%s%s", f->path, name, near ? ", did you mean " : "; it has ",
                     near ? near : names[0]);
}

/* point: from 1, as it is printed. */
static int read_probe(const struct probe_file *f, const char *variable, long point, struct signal *s)
{
    int v = 0;
    TRY(find_variable(f, variable ? variable : "pressure", &v));
    if (point < 1 || point > f->set.n_points)
        return error_set("%s: has %" PRId64 " point%s, so --point is 1 to %" PRId64 ", not %ld", f->path,
                         f->set.n_points, f->set.n_points > 1 ? "s" : "", f->set.n_points, point);
    text_copy(s->name, sizeof s->name, f->set.variable[v].name);
    text_copy(s->unit, sizeof s->unit, f->set.variable[v].unit);
    s->point = point;
    for (int d = 0; d < 3; d++)
        s->x[d] = f->set.x[d * f->set.n_points + point - 1];
    s->n = f->n_rows;
    MEM_NEW(s->time, s->n);
    MEM_NEW(s->value, s->n);
    TRY(probe_file_read_times(f, NULL, s->time));
    return probe_file_read(f, v, 0, s->n, point - 1, 1, s->value);
}

/* Coefficients have no unit; "1" for labels. */
static int read_history(const char *variable, struct signal *s)
{
    struct csv t;
    const double *time, *value;
    TRY(csv_read_history(s->path, &t));
    int status = csv_need_column(&t, "time", &time) || csv_need_column(&t, variable ? variable : "cl", &value);
    if (status == 0) {
        text_copy(s->name, sizeof s->name, variable ? variable : "cl");
        text_copy(s->unit, sizeof s->unit, "1");
        s->n = t.n_rows;
        MEM_NEW(s->time, s->n);
        MEM_NEW(s->value, s->n);
        memcpy(s->time, time, (size_t)s->n * sizeof *time);
        memcpy(s->value, value, (size_t)s->n * sizeof *value);
    }
    csv_free(&t);
    return status;
}

/* By the ending: .h5 is a file of probes, all else a table with a column "time". */
int signal_read(const char *source, const char *probe, const char *variable, long point, struct signal *s)
{
    memset(s, 0, sizeof *s);
    s->path = signal_path(source, probe);
    if (!s->path)
        return 1;
    if (!text_glob("*.h5", s->path))
        return read_history(variable, s);
    struct probe_file f;
    TRY(probe_file_open(s->path, &f));
    int status = read_probe(&f, variable, point, s);
    probe_file_close(&f);
    return status;
}

void signal_free(struct signal *s)
{
    mem_free(s->path);
    mem_free(s->time);
    mem_free(s->value);
    memset(s, 0, sizeof *s);
}

/* In place. !(time < from) keeps rows where from is NaN, which stands for no limit.
 * A single NaN would make every frequency of the spectrum NaN, hence it is refused here, with its time. */
int signal_cut(struct signal *s, double from, double to)
{
    int64_t n = 0;
    for (int64_t i = 0; i < s->n; i++)
        if (!(s->time[i] < from) && !(s->time[i] > to)) {
            s->time[n] = s->time[i];
            s->value[n++] = s->value[i];
        }
    s->n = n;
    for (int64_t i = 0; i < n; i++)
        if (!isfinite(s->value[i]))
            return error_set("%s: %s is not a number at time %g s; give other times with --from and --to", s->path,
                             s->name, s->time[i]);
    return n >= 2 ? 0
                  : error_set("%s: holds %" PRId64 " rows in the time range, too few for a spectrum; change --from and "
                              "--to, or run longer", s->path, n);
}

/* The first step of another length, as after a restart with another dt, says more than the row that is farthest from
 * its place among equal steps. place: that row's time, where all steps are nearly alike. */
static int refuse_steps(const struct signal *s, double place)
{
    const double *t = s->time, step = t[1] - t[0];
    for (int64_t i = 2; i < s->n; i++)
        if (fabs(t[i] - t[i - 1] - step) > most_shift * step)
            return error_set("%s: its rows are not at equal time steps (%g s up to time %g s, then %g s), "
                             "which a spectrum needs; set [time] dt, go on from checkpoints with the same steps "
                             "between rows, or cut the times with --from and --to", s->path, step, t[i - 1],
                             t[i] - t[i - 1]);
    return error_set("%s: its rows are not at equal time steps (they have drifted from steps of %g s by time %g s), "
                     "which a spectrum needs; set [time] dt", s->path, s->dt, place);
}

/* The last row of a run is often shorter: end_time falls between two rows. It is dropped, not refused. dt is
 * the mean step, so that rounding of times in the file does not add up. */
int signal_check_steps(struct signal *s, bool *dropped)
{
    const double *t = s->time;
    double step = t[1] - t[0], last = t[s->n - 1] - t[s->n - 2];
    *dropped = s->n > 3 && last < (1 - most_shift) * step;
    s->n -= *dropped;
    s->dt = (t[s->n - 1] - t[0]) / (double)(s->n - 1);
    if (!(s->dt > 0))
        return error_set("%s: its times do not increase: a steady run with local time steps has no spectrum; set "
                         "[time] local = no", s->path);
    for (int64_t i = 1; i < s->n; i++)
        /* By the place of each row and not by its step: small steps that add up to a drift are found too. A hundredth
         * of a step shifts the phase at the highest frequency, half the sampling rate, by 0.03 rad. */
        if (!(fabs(t[i] - t[0] - (double)i * s->dt) <= most_shift * s->dt))
            return refuse_steps(s, t[i]);
    return 0;
}
