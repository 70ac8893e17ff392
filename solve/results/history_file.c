/* history_file.c: rows of history.csv, appended to a file that is looked for at its path each time.
 *
 * The columns are two tables, those before the residuals and those behind them: the first line, writing and
 * reading follow from their rows.
 */
#include "results/history_file.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "out_file.h"
#include "results/superseded.h"
#include "results/results_folder.h"
#include "arithmetic/variable_names.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* LINE_SIZE holds any line: 1024 characters for the 30 or so columns of every case, then NAME_SIZE + 8 for each
 * column of a group or patch, whose first line has a name in each. */
enum {
    EXTRA_CELLS_MOST = GROUPS_MOST * HISTORY_COEFFICIENTS + HISTORY_MASSES_MOST + HISTORY_COLUMNS_MOST,
    LINE_SIZE = 1024 + EXTRA_CELLS_MOST * (NAME_SIZE + 16),
    CELLS = 32 + EXTRA_CELLS_MOST
};

/* A column and its member of struct history_row. */
struct column {
    const char *name;
    size_t member;   /* offset */
    char form;       /* of printf: 'f' or 'g' of a double; 'd' of an int64_t */
    int digits;      /* for printf; 17 with 'g': all that a double has */
};

#define COLUMN(name, member, form, digits) {name, offsetof(struct history_row, member), form, digits}

static const struct column columns_before[] = {
    COLUMN("iteration", iteration, 'd', 0), /* the first: rows are told apart by it */
    COLUMN("wall_seconds", wall_seconds, 'f', 3), /* the second: copy_rows() reads it */
    COLUMN("time", time, 'g', 17),
};

/* Residuals of the flow; those of turbulence variables have the variables' names. */
static const char *const flow_residuals[NV] = {"density", "momentum_x", "momentum_y", "momentum_z", "energy"};

static const struct column columns_behind[] = {
    COLUMN("cl", cl, 'g', 17),
    COLUMN("cd", cd, 'g', 17),
    COLUMN("cy", cy, 'g', 17),
    COLUMN("cmx", cm[0], 'g', 17),
    COLUMN("cmy", cm[1], 'g', 17),
    COLUMN("cmz", cm[2], 'g', 17),
    COLUMN("cfl", cfl, 'g', 6),
    COLUMN("evaluations", evaluations, 'd', 0),
    COLUMN("krylov_vectors", vectors, 'd', 0),
    COLUMN("linear_reduction", reduction, 'g', 4),
    COLUMN("limited_cells", limited, 'd', 0),
    COLUMN("sub_steps", sub_steps, 'd', 0),
    COLUMN("sub_drop", sub_drop, 'g', 4),
    COLUMN("residual_drop", residual_drop, 'f', 4),
    COLUMN("angle", angle, 'g', 17),
};

/* Columns of cases with [output] integrals. */
static const struct column columns_extra[] = {
    COLUMN("kinetic_energy", integral[INTEGRAL_KINETIC_ENERGY], 'g', 17),
    COLUMN("enstrophy", integral[INTEGRAL_ENSTROPHY], 'g', 17),
    COLUMN("dilatation", integral[INTEGRAL_DILATATION], 'g', 17),
};

#undef COLUMN

enum {
    N_BEFORE = sizeof columns_before / sizeof *columns_before,
    N_BEHIND = sizeof columns_behind / sizeof *columns_behind,
    N_EXTRA = sizeof columns_extra / sizeof *columns_extra
};

static const char *const coefficients[HISTORY_COEFFICIENTS] = {"cl", "cd", "cy", "cmx", "cmy", "cmz"};

/* Column k of those behind the residuals and before the groups; NULL: the file does not have it. */
static const struct column *column_behind(const struct history_file *h, int k)
{
    if (k < N_BEHIND)
        return &columns_behind[k];
    return h->has.with_integrals ? &columns_extra[k - N_BEHIND] : NULL;
}

static int groups_of(const struct history_file *h)
{
    return h->has.groups ? h->has.groups->n : 0;
}

/* A mesh may give a patch any name: what would part the cell is left out of it.
 * The comma before it is written with the name: header + 1 is where the name begins. */
static int mass_name(const char *patch, char *header, size_t size)
{
    int n = snprintf(header, size, ",mass:%s", patch);
    for (char *s = header + 1; *s; s++)
        if (*s == ',' || *s == '"' || (unsigned char)*s < ' ')
            *s = '_';
    return n;
}

/* The first line, without its end. */
static void header_of(const struct history_file *h, char header[LINE_SIZE])
{
    int n = 0;
    for (int k = 0; k < N_BEFORE; k++)
        n += snprintf(header + n, LINE_SIZE - (size_t)n, "%s,", columns_before[k].name);
    for (int v = 0; v < equations_variables(h->equations); v++)
        n += snprintf(header + n, LINE_SIZE - (size_t)n, "res_%s,",
                      v < NV ? flow_residuals[v] : variable_of(h->equations, v).name);
    for (int k = 0; k < N_BEHIND + N_EXTRA; k++)
        if (column_behind(h, k))
            n += snprintf(header + n, LINE_SIZE - (size_t)n, "%s%s", k > 0 ? "," : "", column_behind(h, k)->name);
    for (int k = 0; k < groups_of(h) * HISTORY_COEFFICIENTS; k++)
        n += snprintf(header + n, LINE_SIZE - (size_t)n, ",%s:%s", coefficients[k % HISTORY_COEFFICIENTS],
                      h->has.groups->name[k / HISTORY_COEFFICIENTS]);
    for (int k = 0; k < h->has.n_masses; k++)
        n += mass_name(h->has.mass[k], header + n, LINE_SIZE - (size_t)n);
    for (int k = 0; h->has.more && k < h->has.more->n; k++)
        n += snprintf(header + n, LINE_SIZE - (size_t)n, ",%s", h->has.more->name[k]);
}

static void write_header(const struct history_file *h)
{
    char header[LINE_SIZE];
    header_of(h, header);
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

/* No quotes: the solver writes none, and names lose their commas (mass_name()). */
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

/* Of each present column, which it is in the old file's first line; -1: it has none.
 * By names, so that a history of an older version, or of a case with other groups, is carried over as far as it
 * goes. */
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

/* The cells as they were written, in the order of the present columns.
 * Text is copied, not numbers: a restarted run's history has the same bytes as that of a run without a break. */
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

/* Is it a number, or empty, as where an older run had no such column? */
static bool is_number(const char *cell, int length)
{
    char text[64];
    double number;
    if (length == 0 || length >= (int)sizeof text)
        return length == 0;
    memcpy(text, cell, (size_t)length);
    text[length] = '\0';
    return text_to_double(text, &number) == 0;
}

static int damaged(int line, const char *what)
{
    return error_set("line %d %s, so that it is damaged; move the file away, and the run goes on without its rows",
                     line, what);
}

/* A whole row has a cell for each column, and in each a number. What is damaged would be carried over, and nothing
 * reads a history with such a row; one with a cell too many has its numbers under the names of other columns. */
static int check_row(const char *line, int number, const struct cells *columns)
{
    char what[80];
    struct cells row = split(line);
    if (!strchr(line, '\n'))
        return damaged(number, "holds a zero byte, or is too long");
    if (row.n < columns->n)
        return damaged(number, "has fewer cells than the first line");
    if (row.n > columns->n)
        return damaged(number, "has more cells than the first line");
    for (int k = 0; k < columns->n; k++) {
        if (is_number(row.text[k], row.length[k]))
            continue;
        snprintf(what, sizeof what, "has no number in column %.*s", columns->length[k], columns->text[k]);
        return damaged(number, what);
    }
    return 0;
}

/* Iterations count from 0, and each row is of a later one. *before: of the row before, -1 at the first; becomes this
 * row's. */
static int check_iteration(long long iteration, int number, long long *before)
{
    if (iteration < 0)
        return damaged(number, "has a negative iteration");
    if (iteration <= *before)
        return damaged(number, "is not of a later iteration than the row before");
    *before = iteration;
    return 0;
}

/* Empty lines and comments are none, as elsewhere (post/input/csv.h). */
static bool is_row(const char *line)
{
    line += strspn(line, " \t\r\n");
    return *line && *line != '#';
}

/* Rows that a killed run left half written are left out: the last, without its end.
 * Rows from first_iteration on are left out: this run writes them again. The time of the first of them has passed all
 * the same; without it the run would begin earlier than the one before ended. Fails where the first line is not that of
 * a history: the file would be replaced by one without its rows. */
static int copy_rows(FILE *from, const char *header, int64_t first_iteration, FILE *to, double *wall_seconds)
{
    struct cells present = split(header), columns;
    int column[CELLS];
    char first[LINE_SIZE], line[LINE_SIZE];
    if (!fgets(first, sizeof first, from))
        return 0;
    size_t n = strlen(columns_before[0].name);
    if (strncmp(first, columns_before[0].name, n) != 0 || first[n] != ',')
        return error_set("its first line does not begin with the column %s, so that it is damaged or no history; move "
                         "it away, and the run goes on without its rows", columns_before[0].name);
    find_columns(first, &present, column);
    columns = split(first);
    long long before = -1;
    for (int number = 2; fgets(line, sizeof line, from); number++) {
        char *end;
        bool half = !strchr(line, '\n') && feof(from);
        if (half || (!is_row(line) && strchr(line, '\n')))
            continue;
        long long iteration = strtoll(line, &end, 10);
        if (end == line || *end != ',')
            return damaged(number, "does not begin with an iteration");
        TRY(check_iteration(iteration, number, &before));
        if (iteration > first_iteration)
            continue;
        TRY(check_row(line, number, &columns));
        *wall_seconds = strtod(end + 1, NULL);
        if (iteration < first_iteration)
            copy_row(line, column, present.n, to);
    }
    return 0;
}

/* Into the new file, which holds its first line. */
static int carry_over(const char *old_path, int64_t first_iteration, const struct history_file *h,
                      double *wall_seconds)
{
    char header[LINE_SIZE];
    /* Results without a history, of a run that was killed before its first row: nothing to be carried
     * over. */
    if (access(old_path, F_OK) != 0 && errno == ENOENT)
        return 0;
    FILE *from = in_file_open(old_path, "the history of the run that is continued");
    if (!from)
        return 1;
    header_of(h, header);
    int status = copy_rows(from, header, first_iteration, h->file, wall_seconds)
                     ? error_set("%s: %s", old_path, error_message()) : 0;
    if (ferror(from))
        status = error_set("%s: cannot be read: %s", old_path, strerror(errno));
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

/* The new file takes its name; rows of another run are kept for the checkpoint that they belong to.
 * A flush before the rename, so that the new name never stands for an empty file. */
static int put_in_place(struct history_file *h, const char *temporary, const char *results, bool goes_on)
{
    if (fflush(h->file) != 0 || ferror(h->file))
        return error_set("%s: cannot be written: %s", h->path, strerror(errno));
    if (!goes_on) {
        superseded_reports_remove(results);
        TRY(superseded_history_keep(results));
    }
    if (rename(temporary, h->path) != 0)
        return error_set("%s: cannot be written: %s", h->path, strerror(errno));
    if (goes_on)
        superseded_history_forget(results);
    return 0;
}

/* Written under a temporary name first, since old_path may be the file that is replaced, and a run that is killed
 * here must not lose it. */
int history_file_open(const char *results, const char *old_path, enum equations equations,
                      const struct history_extras *extras, int64_t first_iteration, double *wall_seconds,
                      struct history_file *h)
{
    *h = (struct history_file){
        .path = text_join_path(results, "history.csv"), .equations = equations, .has = *extras};
    char *temporary = out_file_temporary(h->path);
    int status = 1;
    h->file = temporary ? out_file_create(h->path, temporary) : NULL;
    if (h->file) {
        write_header(h);
        status = old_path ? carry_over(old_path, first_iteration, h, wall_seconds) : 0;
        if (status == 0)
            status = put_in_place(h, temporary, results, old_path && lies_in(old_path, results));
        if (status)
            unlink(temporary);
    }
    mem_free(temporary);
    return status;
}

/* Takes the cell at *at, up to the next comma, into the member; an empty one is NAN, of an int64_t 0.
 * An empty cell: strtod() has read nothing, *at stays at the comma, which is then stepped over. */
static void read_cell(const char **at, const struct column *c, struct history_row *r)
{
    char *end, *member = (char *)r + c->member;
    double x = strtod(*at, &end);
    int64_t whole = strtoll(*at, NULL, 10);
    if (end == *at)
        x = NAN;
    if (c->form == 'd')
        memcpy(member, &whole, sizeof whole);
    else
        memcpy(member, &x, sizeof x);
    *at = end + (*end == ',');
}

/* Cells of groups, patches and disks are behind those that are read, and are left alone. */
static struct history_row row_of(const char *line, const struct history_file *h)
{
    struct history_row r = {0};
    for (int k = 0; k < N_BEFORE; k++)
        read_cell(&line, &columns_before[k], &r);
    for (int v = 0; v < equations_variables(h->equations); v++) {
        struct column residual = {.member = offsetof(struct history_row, residual) + (size_t)v * sizeof(double)};
        read_cell(&line, &residual, &r);
    }
    for (int k = 0; k < N_BEHIND + N_EXTRA; k++)
        if (column_behind(h, k))
            read_cell(&line, column_behind(h, k), &r);
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
        /* By the places of the columns, whose header is this run's own (history_file_open()). */
        struct history_row r = row_of(line, h);
        if (!is_header)
            take(user, &r);
        is_header = false;
    }
    int status = ferror(file) ? error_set("%s: cannot be read: %s", h->path, strerror(errno)) : 0;
    fclose(file);
    return status;
}

/* Device and inode tell files apart: an editor that saves makes a new file under the old name, and rows would go on
 * into one that no longer has a name. */
bool history_file_stands(const struct history_file *h)
{
    struct stat mine, there;
    return fstat(fileno(h->file), &mine) == 0 && stat(h->path, &there) == 0 && mine.st_dev == there.st_dev &&
           mine.st_ino == there.st_ino;
}

/* A file of another name too, or one that a link leads to, is not this run's to write into. */
static int open_again(struct history_file *h, struct stat *there)
{
    int fd = open(h->path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (fd < 0 && errno != ELOOP && errno != ENXIO && errno != EISDIR)
        return cannot_be_written(h->path);
    bool plain = fd >= 0 && fstat(fd, there) == 0 && S_ISREG(there->st_mode) && there->st_nlink == 1;
    FILE *f = plain ? fdopen(fd, "a") : NULL;
    if (!f) {
        if (fd >= 0)
            close(fd);
        return plain ? cannot_be_written(h->path)
                     : error_set("%s: was replaced by a link or by something that is not a file; move it away and "
                                 "restart", h->path);
    }
    fclose(h->file);
    h->file = f;
    return 0;
}

/* Goes on in the file that stands at the path now, or in a new one. */
static int reopen(struct history_file *h, int64_t iteration)
{
    struct stat there = {.st_size = 0};
    TRY(open_again(h, &there));
    /* A new file begins with the names of its columns. */
    if (there.st_size == 0)
        write_header(h);
    fprintf(stderr, "ufv-solve: note: %s was removed or replaced; rows from iteration %" PRId64 " on go into the file "
                    "there now\n", h->path, iteration);
    return 0;
}

/* By copies: the member's type is told by `form`, and reading it as another would be undefined. */
static void write_cell(FILE *file, const struct column *c, const struct history_row *r)
{
    const char *member = (const char *)r + c->member;
    double x = NAN;
    int64_t whole = 0;
    if (c->form == 'd')
        memcpy(&whole, member, sizeof whole);
    else
        memcpy(&x, member, sizeof x);
    switch (c->form) {
    case 'd': fprintf(file, "%" PRId64, whole); break;
    case 'f': fprintf(file, "%.*f", c->digits, x); break;
    default: fprintf(file, "%.*g", c->digits, x); break;
    }
}

/* %.17g gives every double back bit by bit; flushed row by row, so that a killed run has all of its rows. */
int history_file_write(struct history_file *h, const struct history_row *r)
{
    if (!history_file_stands(h))
        TRY(reopen(h, r->iteration));
    for (int k = 0; k < N_BEFORE; k++) {
        fputs(k > 0 ? "," : "", h->file);
        write_cell(h->file, &columns_before[k], r);
    }
    for (int v = 0; v < equations_variables(h->equations); v++)
        fprintf(h->file, ",%.9e", r->residual[v]);
    for (int k = 0; k < N_BEHIND + N_EXTRA; k++) {
        if (!column_behind(h, k))
            continue;
        fputc(',', h->file);
        write_cell(h->file, column_behind(h, k), r);
    }
    for (int k = 0; k < groups_of(h) * HISTORY_COEFFICIENTS; k++)
        fprintf(h->file, ",%.17g", r->group[k / HISTORY_COEFFICIENTS][k % HISTORY_COEFFICIENTS]);
    for (int k = 0; k < h->has.n_masses; k++)
        fprintf(h->file, ",%.17g", r->mass[k]);
    for (int k = 0; h->has.more && k < h->has.more->n; k++)
        fprintf(h->file, ",%.17g", r->more->value[k]);
    fputc('\n', h->file);
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
