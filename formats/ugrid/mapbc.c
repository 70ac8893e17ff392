/* mapbc.c: a line at a time; blank lines and remarks (! or # in front) are passed over. */
#include "ugrid/mapbc.h"

#include "mem.h"
#include "printable.h"
#include "stream/stream.h"
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_BYTES = 4 }; /* "1 3\n" */

/* *end: there is no further line. s->number is already that of the line behind. */
static int next_line(struct stream *s, char *line, bool *end)
{
    do
        TRY(stream_line(s, line, end));
    while (!*end && (line[0] == '\0' || line[0] == '!' || line[0] == '#'));
    return 0;
}

static int refuse(const struct stream *s, const char *line, const char *what)
{
    char text[STREAM_WORD_SIZE];
    text_copy(text, 60, line);
    printable_clean(text);
    return error_set("%s:%" PRId64 ": has '%s' where %s belongs; correct the line", s->path, s->number - 1, text, what);
}

/* The whole number with which *text begins; *text: behind it. */
static bool take_number(const char **text, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(*text, &end, 10);
    bool is = end != *text && errno == 0 && (*end == '\0' || isspace((unsigned char)*end));
    *text = end;
    return is;
}

/* The first word behind the numbers, as Fortran reads it: in quotes of either kind, or up to a blank. */
static int take_name(const struct stream *s, const char *line, const char *text, char *name)
{
    while (isspace((unsigned char)*text))
        text++;
    char quote = *text == '\'' || *text == '"' ? *text++ : '\0';
    size_t n = 0;
    while (text[n] && (quote ? text[n] != quote : !isspace((unsigned char)text[n])))
        n++;
    if (n >= NAME_SIZE)
        return refuse(s, line, "a shorter name (of 63 characters at most)");
    text_copy(name, n + 1, text);
    printable_clean(name);
    return 0;
}

static int read_row(struct stream *s, const char *line, struct mapbc *m)
{
    const char *text = line;
    int64_t tag, i = m->tags.n;
    MEM_GROW(m->row, i + 1);
    if (!take_number(&text, &tag) || !take_number(&text, &m->row[i].condition))
        return refuse(s, line, "the tag of a surface and the number of its boundary condition");
    TRY(take_name(s, line, text, m->row[i].name));
    if (number_index_find(&m->tags, tag) >= 0)
        return error_set("%s:%" PRId64 ": gives surface %" PRId64 " a condition a second time; keep one of the lines",
                         s->path, s->number - 1, tag);
    number_index_add(&m->tags, tag);
    return 0;
}

static int read_rows(struct stream *s, struct mapbc *m)
{
    char line[STREAM_WORD_SIZE];
    bool end;
    int64_t n = 0;
    TRY(next_line(s, line, &end));
    const char *text = line;
    if (end || !take_number(&text, &n) || n < 0 || n > s->bytes / ROW_BYTES + 1)
        return end ? error_set("%s: is empty; its first line must be the number of surfaces", s->path)
                   : refuse(s, line, "the number of surfaces");
    for (int64_t i = 0; i < n; i++) {
        TRY(next_line(s, line, &end));
        if (end)
            return error_set("%s: ends after %" PRId64 " of the %" PRId64 " surfaces that its first line announces; "
                             "correct that line, or copy the whole file", s->path, i, n);
        TRY(read_row(s, line, m));
    }
    for (;; m->more++) {
        TRY(next_line(s, line, &end));
        if (end)
            return 0;
    }
}

int mapbc_read(const char *path, struct mapbc *m)
{
    struct stream s;
    *m = (struct mapbc){0};
    int status = stream_open(path, "a .mapbc file", &s) || read_rows(&s, m);
    stream_close(&s);
    if (status != 0)
        mapbc_free(m);
    return status;
}

const struct mapbc_row *mapbc_find(const struct mapbc *m, int64_t tag)
{
    lid i = number_index_find(&m->tags, tag);
    return i >= 0 ? &m->row[i] : NULL;
}

void mapbc_free(struct mapbc *m)
{
    number_index_free(&m->tags);
    mem_free(m->row);
    *m = (struct mapbc){0};
}
