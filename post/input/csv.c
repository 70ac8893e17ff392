/* csv.c: a table read line by line, as it is while somebody writes it. */
#include "input/csv.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "printable.h"
#include "protect.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A first line of numbers means that the file has no header; the first row would silently be taken as names
 * otherwise. */
static int read_header(struct csv *t, char *line)
{
    char *rest = line, *cell, *name[CSV_MAX_COLUMNS]; /* name: not cut, as those of t are */
    while ((cell = strsep(&rest, ","))) {
        if (t->n_columns == CSV_MAX_COLUMNS)
            return error_set("%s: more than %d columns", t->path, CSV_MAX_COLUMNS);
        cell = text_trim(cell);
        double number;
        if (text_to_double(cell, &number) == 0)
            return error_set("%s: the first line must name the columns, such as x_over_c,cp, but holds the number %s",
                             t->path, cell);
        for (int c = 0; c < t->n_columns; c++)
            if (cell[0] && strcmp(name[c], cell) == 0)
                return error_set("%s: has two columns %s, and only one could be taken; rename one", t->path, cell);
        name[t->n_columns] = cell;
        text_copy(t->name[t->n_columns], NAME_SIZE, cell);
        printable_clean(t->name[t->n_columns++]); /* names are printed */
    }
    /* Blanks between two words are part of a name, but a table of one column has no use. */
    if (t->n_columns == 1 && strpbrk(t->name[0], " \t;"))
        return error_set("%s: has no commas in its first line; columns are separated by commas (not blanks or "
                         "semicolons), and the first line names them, such as x_over_c,cp", t->path);
    return 0;
}

/* Numbers of one line into row[n_columns]; nonzero with a message when not.
 * An empty cell is NAN: history.csv has them where a continued run had no such column. */
static int read_row(const struct csv *t, char *line, int64_t line_number, double *row)
{
    char *rest = line, *cell;
    int n = 0;
    while ((cell = strsep(&rest, ","))) {
        cell = text_trim(cell);
        if (n == t->n_columns)
            return error_set("%s:%" PRId64 ": more cells than the %d columns of the header", t->path, line_number,
                             t->n_columns);
        row[n] = NAN;
        if (cell[0] && text_to_double(cell, &row[n]) != 0)
            return error_set("%s:%" PRId64 ": column %s: \"%s\" is not a number", t->path, line_number, t->name[n],
                             cell);
        if (isnan(row[n])) /* not the -nan of the file */
            row[n] = NAN;
        n++;
    }
    if (n < t->n_columns)
        return error_set("%s:%" PRId64 ": %d cells, but the header has %d columns", t->path, line_number, n,
                         t->n_columns);
    return 0;
}

/* A disk that has lost a part of a file, or a text in UTF-16, gives zeros; a line would seem to end at the first. */
static int check_zeros(const struct csv *t, const char *line, ssize_t length, int64_t number)
{
    return strlen(line) == (size_t)length
               ? 0 : error_set("%s:%" PRId64 ": holds a zero byte, so it is not a text file", t->path, number);
}

/* getline() takes lines of any length: names of columns are the only part that is cut. */
static int read_lines(FILE *f, struct csv *t, double **rows)
{
    char *line = NULL;
    size_t size = 0;
    int64_t capacity = 0, number = 0;
    int status = 0;
    ssize_t length;
    while (status == 0 && (length = getline(&line, &size, f)) >= 0) {
        number++;
        /* A run appends whole rows, but a reader may see the beginning of one: a last line without its end of line that
         * cannot be read is left out, while one that can (a file without a last newline) counts. */
        bool whole = length > 0 && line[length - 1] == '\n';
        status = whole ? check_zeros(t, line, length, number) : 0;
        if (status)
            break;
        char *text = text_trim(number == 1 ? text_behind_mark(line) : line);
        if (text[0] == '\0' || text[0] == '#')
            continue;
        if (t->n_columns == 0) {
            status = read_header(t, text);
            continue;
        }
        /* Row by row while the number of rows is unknown; csv_read() turns them into columns. */
        if (!*rows || t->n_rows == capacity) {
            capacity = capacity ? 2 * capacity : 1024;
            MEM_RESIZE(*rows, capacity * t->n_columns);
        }
        status = read_row(t, text, number, *rows + t->n_rows * t->n_columns);
        if (status == 0)
            t->n_rows++;
        else if (!whole) /* being written just now */
            status = 0;
    }
    free(line);
    return status;
}

/* Turned from rows to columns at the end, since users of the table read whole columns. */
int csv_read(const char *path, struct csv *t)
{
    memset(t, 0, sizeof *t);
    FILE *f = in_file_open(path, "a table (CSV)");
    if (!f)
        return 1;
    protect_file(path);
    t->path = text_format("%s", path);
    double *rows = NULL;
    int status = read_lines(f, t, &rows);
    if (ferror(f) && status == 0)
        status = error_set("%s: cannot be read: %s", path, strerror(errno));
    fclose(f);
    if (status == 0 && (!rows || t->n_rows == 0))
        status = error_set("%s: there are no rows of numbers", path);
    if (status == 0 && rows) {
        MEM_NEW(t->value, t->n_columns * t->n_rows);
        /* value[column][row]. */
        for (int64_t i = 0; i < t->n_rows; i++)
            for (int c = 0; c < t->n_columns; c++)
                t->value[c * t->n_rows + i] = rows[i * t->n_columns + c];
    }
    mem_free(rows);
    if (status != 0)
        csv_free(t);
    return status;
}

/* More steps than a double counts one by one no run has made. */
int csv_read_history(const char *path, struct csv *t)
{
    TRY(csv_read(path, t));
    const double *iteration = csv_column(t, "iteration");
    for (int64_t i = 0; iteration && i < t->n_rows; i++)
        if (!(iteration[i] >= 0 && iteration[i] <= 0x1p53 && iteration[i] == floor(iteration[i]))) {
            int status = error_set("%s: row %" PRId64 " behind the names of columns: an iteration is %g, which is no "
                                   "number of steps: the file is damaged; mend or remove the row", path, i + 1,
                                   iteration[i]);
            csv_free(t);
            return status;
        }
    return 0;
}

/* Two whole lines: the header and a row. */
bool csv_has_rows(const char *path)
{
    FILE *f = in_file_open(path, "a table (CSV)");
    char *line = NULL;
    size_t size = 0;
    int n = 0;
    ssize_t length;
    while (f && n < 2 && (length = getline(&line, &size, f)) > 0) {
        bool whole = line[length - 1] == '\n';
        const char *text = text_trim(line);
        n += whole && text[0] && text[0] != '#';
    }
    if (f)
        fclose(f);
    free(line);
    return n == 2;
}

void csv_free(struct csv *t)
{
    mem_free(t->path);
    mem_free(t->value);
    memset(t, 0, sizeof *t);
}

/* The first of that name. */
const double *csv_column(const struct csv *t, const char *name)
{
    for (int c = 0; c < t->n_columns; c++)
        if (strcmp(t->name[c], name) == 0)
            return t->value + c * t->n_rows;
    return NULL;
}

int csv_need_column(const struct csv *t, const char *name, const double **column)
{
    *column = csv_column(t, name);
    if (*column)
        return 0;
    const char *names[CSV_MAX_COLUMNS];
    for (int c = 0; c < t->n_columns; c++)
        names[c] = t->name[c];
    const char *near = text_nearest(name, names, t->n_columns);
    char list[256] = "";
    for (int c = 0; c < t->n_columns && text_list_add(list, sizeof list, names[c]); c++)
        ;
    return error_set("%s: there is no column %s%s%s", t->path, name,
                     near ? "; the nearest is called " : " in its first line, which has ", near ? near : list);
}
