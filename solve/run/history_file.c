/* history_file.c: rows of history.csv, appended to a file that is looked for at its path each time. */
#include "run/history_file.h"

#include "error.h"
#include "mem.h"
#include "scheme/variable_names.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_header(const struct history_file *h)
{
    fputs("iteration,wall_seconds,time,res_density,res_momentum_x,res_momentum_y,res_momentum_z,res_energy,", h->file);
    for (int v = NV; v < equations_variables(h->equations); v++)
        fprintf(h->file, "res_%s,", variable_of(h->equations, v).name);
    fprintf(h->file, "cl,cd,cy,cmx,cmy,cmz,cfl%s\n", h->implicit ? ",evaluations,residual_drop" : "");
}

static int cannot_be_written(const char *path)
{
    return error_set("%s: cannot be written: %s; free space there and restart", path, strerror(errno));
}

/* Rows that a killed run left half written are left out. */
static int carry_over(const char *old_path, int64_t first_iteration, FILE *to, double *wall_seconds)
{
    FILE *from = fopen(old_path, "r");
    char line[1024];
    if (!from)
        return errno == ENOENT ? 0 : error_set("%s: cannot be read: %s", old_path, strerror(errno));
    bool is_header = true;
    while (fgets(line, sizeof line, from)) {
        char *end;
        long long iteration = strtoll(line, &end, 10);
        if (!is_header && *end == ',' && iteration < first_iteration && strchr(line, '\n')) {
            fputs(line, to);
            *wall_seconds = strtod(end + 1, NULL);
        }
        is_header = false;
    }
    int status = ferror(from) ? error_set("%s: cannot be read: %s", old_path, strerror(errno)) : 0;
    fclose(from);
    return status;
}

int history_file_open(const char *results, const char *old_path, enum equations equations, bool implicit,
                      int64_t first_iteration, double *wall_seconds, struct history_file *h)
{
    *h = (struct history_file){
        .path = text_join_path(results, "history.csv"), .equations = equations, .implicit = implicit};
    char *temporary = text_format("%s.tmp", h->path);
    int status = 0;
    h->file = fopen(temporary, "w");
    if (h->file) {
        write_header(h);
        if (old_path)
            status = carry_over(old_path, first_iteration, h->file, wall_seconds);
        if (status == 0 && (fflush(h->file) != 0 || ferror(h->file) || rename(temporary, h->path) != 0))
            status = error_set("%s: cannot be written: %s", h->path, strerror(errno));
    } else {
        status = error_set("%s: cannot be written: %s", h->path, strerror(errno));
    }
    if (status)
        unlink(temporary);
    mem_free(temporary);
    return status;
}

/* Is the open file still what stands at the path? */
static bool is_there(const struct history_file *h)
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
    if (!is_there(h))
        TRY(reopen(h, r->iteration));
    fprintf(h->file, "%" PRId64 ",%.3f,%.17g", r->iteration, r->wall_seconds, r->time);
    for (int v = 0; v < equations_variables(h->equations); v++)
        fprintf(h->file, ",%.9e", r->residual[v]);
    fprintf(h->file, ",%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%g", r->cl, r->cd, r->cy, r->cm[0], r->cm[1], r->cm[2],
            r->cfl);
    if (h->implicit)
        fprintf(h->file, ",%" PRId64 ",%.4f", r->evaluations, r->residual_drop);
    fputc('\n', h->file);
    return fflush(h->file) != 0 || ferror(h->file) ? cannot_be_written(h->path) : 0;
}

void history_file_close(struct history_file *h)
{
    if (h->file)
        fclose(h->file);
    mem_free(h->path);
    memset(h, 0, sizeof *h);
}
