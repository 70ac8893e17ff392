/* history_file.c: rows of history.csv, appended to a file that is looked for at its path each time. */
#include "run/history_file.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "run/history_aside.h"
#include "run/results_folder.h"
#include "arithmetic/variable_names.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_SIZE = 1024, CELLS = 32 };

/* The first line, without its end. */
static void header_of(enum equations equations, char header[LINE_SIZE])
{
    int n = snprintf(header, LINE_SIZE,
                     "iteration,wall_seconds,time,"
                     "res_density,res_momentum_x,res_momentum_y,res_momentum_z,res_energy,");
    for (int v = NV; v < equations_variables(equations); v++)
        n += snprintf(header + n, LINE_SIZE - (size_t)n, "res_%s,", variable_of(equations, v).name);
    snprintf(header + n, LINE_SIZE - (size_t)n, "cl,cd,cy,cmx,cmy,cmz,cfl,evaluations,residual_drop");
}

static void write_header(const struct history_file *h)
{
    char header[LINE_SIZE];
    header_of(h->equations, header);
    fprintf(h->file, "%s\n", header);
}

static int cannot_be_written(const char *path)
{
    return error_set("%s: cannot be written: %s; free space there and restart", path, strerror(errno));
}

/* ---- rows of the run that is continued ---- */

/* A line by its commas; text beyond CELLS cells is left out. Borrowed from the line. */
struct cells {
    int n;
    const char *text[CELLS];
    int length[CELLS];
};

static struct cells split(const char *line)
{
    struct cells c = {.n = 0};
    for (const char *at = line; c.n < CELLS; at++) {
        c.text[c.n] = at;
        c.length[c.n] = (int)strcspn(at, ",\r\n");
        at += c.length[c.n++];
        if (*at != ',')
            break;
    }
    return c;
}

/* Of each present column, which it is in the old file's first line; -1: it has none. */
static void find_columns(const char *old_header, const struct cells *present, int from[CELLS])
{
    struct cells old = split(old_header);
    for (int k = 0; k < present->n; k++) {
        from[k] = -1;
        for (int i = 0; i < old.n; i++)
            if (old.length[i] == present->length[k] &&
                memcmp(old.text[i], present->text[k], (size_t)old.length[i]) == 0)
                from[k] = i;
    }
}

/* The cells as they were written, in the order of the present columns. */
static void copy_row(const char *line, const int *from, int n, FILE *to)
{
    struct cells old = split(line);
    for (int k = 0; k < n; k++) {
        if (k > 0)
            fputc(',', to);
        if (from[k] >= 0 && from[k] < old.n)
            fwrite(old.text[from[k]], 1, (size_t)old.length[from[k]], to);
    }
    fputc('\n', to);
}

/* Rows that a killed run left half written are left out. */
static void copy_rows(FILE *from, const char *header, int64_t first_iteration, FILE *to, double *wall_seconds)
{
    struct cells present = split(header);
    int column[CELLS];
    char line[LINE_SIZE];
    if (!fgets(line, sizeof line, from))
        return;
    find_columns(line, &present, column);
    while (fgets(line, sizeof line, from)) {
        char *end;
        long long iteration = strtoll(line, &end, 10);
        if (*end == ',' && iteration < first_iteration && strchr(line, '\n')) {
            copy_row(line, column, present.n, to);
            *wall_seconds = strtod(end + 1, NULL);
        }
    }
}

/* Into the new file, which holds its first line. */
static int carry_over(const char *old_path, int64_t first_iteration, const struct history_file *h,
                      double *wall_seconds)
{
    char header[LINE_SIZE];
    if (access(old_path, F_OK) != 0 && errno == ENOENT)
        return 0;
    FILE *from = in_file_open(old_path, "the history of the run that is continued");
    if (!from)
        return 1;
    header_of(h->equations, header);
    copy_rows(from, header, first_iteration, h->file, wall_seconds);
    int status = ferror(from) ? error_set("%s: cannot be read: %s", old_path, strerror(errno)) : 0;
    fclose(from);
    return status;
}

/* Does a file lie in the folder itself? */
static bool lies_in(const char *path, const char *folder)
{
    char *parent = text_format("%.*s.", (int)(text_base_name(path) - path), path);
    bool same = results_folder_is(parent, folder);
    mem_free(parent);
    return same;
}

/* The new file takes its name; rows of another run that a checkpoint there belongs to step aside. */
static int put_in_place(struct history_file *h, const char *temporary, const char *results, bool goes_on)
{
    if (fflush(h->file) != 0 || ferror(h->file))
        return error_set("%s: cannot be written: %s", h->path, strerror(errno));
    if (!goes_on)
        TRY(history_aside_keep(results));
    if (rename(temporary, h->path) != 0)
        return error_set("%s: cannot be written: %s", h->path, strerror(errno));
    if (goes_on)
        history_aside_forget(results);
    return 0;
}

int history_file_open(const char *results, const char *old_path, enum equations equations, int64_t first_iteration,
                      double *wall_seconds, struct history_file *h)
{
    *h = (struct history_file){.path = text_join_path(results, "history.csv"), .equations = equations};
    char *temporary = text_format("%s.tmp", h->path);
    int status = 0;
    h->file = fopen(temporary, "w");
    if (h->file) {
        write_header(h);
        if (old_path)
            status = carry_over(old_path, first_iteration, h, wall_seconds);
        if (status == 0)
            status = put_in_place(h, temporary, results, old_path && lies_in(old_path, results));
    } else {
        status = error_set("%s: cannot be written: %s", h->path, strerror(errno));
    }
    if (status)
        unlink(temporary);
    mem_free(temporary);
    return status;
}

static double number_at(const char **at)
{
    char *end;
    double x = strtod(*at, &end);
    bool empty = end == *at;
    *at = end + (*end == ',');
    return empty ? NAN : x;
}

static struct history_row row_of(const char *line, enum equations equations)
{
    struct history_row r = {.iteration = strtoll(line, NULL, 10)};
    line += strcspn(line, ",");
    line += *line == ',';
    r.wall_seconds = number_at(&line);
    r.time = number_at(&line);
    for (int v = 0; v < equations_variables(equations); v++)
        r.residual[v] = number_at(&line);
    r.cl = number_at(&line);
    r.cd = number_at(&line);
    return r;
}

int history_file_read(const struct history_file *h, void (*take)(void *user, const struct history_row *row),
                      void *user)
{
    FILE *file = in_file_open(h->path, "the history of this run");
    char line[LINE_SIZE];
    if (!file)
        return 1;
    bool is_header = true;
    while (fgets(line, sizeof line, file)) {
        struct history_row r = row_of(line, h->equations);
        if (!is_header)
            take(user, &r);
        is_header = false;
    }
    int status = ferror(file) ? error_set("%s: cannot be read: %s", h->path, strerror(errno)) : 0;
    fclose(file);
    return status;
}

bool history_file_stands(const struct history_file *h)
{
    struct stat mine, there;
    return fstat(fileno(h->file), &mine) == 0 && stat(h->path, &there) == 0 && mine.st_dev == there.st_dev &&
           mine.st_ino == there.st_ino;
}

/* Goes on in the file that stands at the path now, or in a new one. */
static int reopen(struct history_file *h, int64_t iteration)
{
    struct stat there;
    bool found = stat(h->path, &there) == 0;
    if (found && !S_ISREG(there.st_mode))
        return error_set("%s: was replaced by something that is not a file; move it away and restart", h->path);
    fclose(h->file);
    h->file = fopen(h->path, "a");
    if (!h->file)
        return cannot_be_written(h->path);
    if (!found || there.st_size == 0)
        write_header(h);
    fprintf(stderr, "ufv-solve: note: %s was removed or replaced; rows from iteration %" PRId64 " on go into the file "
                    "there now\n", h->path, iteration);
    return 0;
}

int history_file_write(struct history_file *h, const struct history_row *r)
{
    if (!history_file_stands(h))
        TRY(reopen(h, r->iteration));
    fprintf(h->file, "%" PRId64 ",%.3f,%.17g", r->iteration, r->wall_seconds, r->time);
    for (int v = 0; v < equations_variables(h->equations); v++)
        fprintf(h->file, ",%.9e", r->residual[v]);
    fprintf(h->file, ",%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%g", r->cl, r->cd, r->cy, r->cm[0], r->cm[1], r->cm[2],
            r->cfl);
    fprintf(h->file, ",%" PRId64 ",%.4f\n", r->evaluations, r->residual_drop);
    return fflush(h->file) != 0 || ferror(h->file) ? cannot_be_written(h->path) : 0;
}

/* Network file systems say at the close what has not reached the server. */
int history_file_end(struct history_file *h)
{
    int bad = h->file && fclose(h->file) != 0;
    h->file = NULL;
    return bad ? cannot_be_written(h->path) : 0;
}

void history_file_close(struct history_file *h)
{
    history_file_end(h);
    mem_free(h->path);
    memset(h, 0, sizeof *h);
}
