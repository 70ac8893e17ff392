/* su2_lines.c: lines, keys and numbers of an SU2 mesh, each error with its line. */
#include "su2/su2_lines.h"

#include "in_file.h"
#include "printable.h"
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int su2_lines_open(const char *path, struct su2_lines *l)
{
    struct stat s = {0};
    *l = (struct su2_lines){.path = path};
    l->file = in_file_open(path, "an SU2 mesh");
    if (!l->file || fstat(fileno(l->file), &s) != 0)
        return 1;
    l->bytes = s.st_size;
    return 0;
}

void su2_lines_close(struct su2_lines *l)
{
    if (l->file)
        fclose(l->file);
    *l = (struct su2_lines){0};
}

int su2_lines_error(const struct su2_lines *l, const char *format, ...)
{
    char sentence[1024];
    va_list ap;
    va_start(ap, format);
    vsnprintf(sentence, sizeof sentence, format, ap);
    va_end(ap);
    return error_set("%s:%" PRId64 ": %s", l->path, l->number, sentence);
}

static char *skip_blanks(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Splits "KEY= word" into both.
 * Blanks may stand around '='. A line without a key leaves key empty: a line of numbers. */
static void find_key(struct su2_lines *l)
{
    size_t n = 0;
    l->key[0] = '\0';
    l->word = "";
    while (isalnum((unsigned char)l->at[n]) || l->at[n] == '_')
        n++;
    char *equals = skip_blanks(l->at + n);
    if (n == 0 || *equals != '=')
        return;
    text_copy(l->key, n + 1 < sizeof l->key ? n + 1 : sizeof l->key, l->at);
    char *word = skip_blanks(equals + 1), *end = word + strlen(word);
    while (end > word && isspace((unsigned char)end[-1]))
        *--end = '\0';
    for (char *tab = strchr(word, '\t'); tab; tab = strchr(tab, '\t'))
        *tab = ' ';
    printable_clean(word); /* names of patches: printed by all programs, and written in case files */
    l->word = word;
}

/* Empty lines and comments (from % on) are skipped but counted. A line longer than the buffer is refused: binary
 * files have no line ends. */
int su2_lines_next(struct su2_lines *l, bool *end)
{
    do {
        *end = !fgets(l->text, sizeof l->text, l->file);
        if (*end)
            return ferror(l->file) ? su2_lines_error(l, "cannot be read; copy the file again") : 0;
        l->number++;
        if (!strchr(l->text, '\n') && !feof(l->file))
            return su2_lines_error(l, "is too long or no text; is this an SU2 mesh?");
        l->text[strcspn(l->text, "%\r\n")] = '\0';
        l->at = skip_blanks(l->number == 1 ? text_behind_mark(l->text) : l->text);
    } while (*l->at == '\0');
    find_key(l);
    return 0;
}

/* `most` follows from the size of the file, so that a wrong count cannot ask for more memory than the file could
 * fill. */
int su2_lines_count(const struct su2_lines *l, int64_t most, int64_t *count)
{
    char *end;
    errno = 0;
    long v = strtol(l->word, &end, 10);
    /* "12a" or "1.5" are no whole numbers; text behind a blank is let pass, as some files have remarks there. */
    if (end == l->word || errno != 0 || (*end != '\0' && !isspace((unsigned char)*end)))
        return su2_lines_error(l, "%s is followed by '%.60s' where a whole number belongs", l->key, l->word);
    if (v < 0 || v > most)
        return su2_lines_error(l, "%s says %ld, and a file of %" PRId64 " bytes can have 0..%" PRId64, l->key, v,
                               l->bytes, most);
    *count = v;
    return 0;
}

int64_t su2_lines_second(const struct su2_lines *l)
{
    char *end, *last;
    (void)strtol(l->word, &end, 10);
    long v = strtol(end, &last, 10);
    return last == end || v < 0 || (*last != '\0' && !isspace((unsigned char)*last)) ? -1 : v;
}

static int not_a(const struct su2_lines *l, const char *what)
{
    const char *word = l->at;
    while (isspace((unsigned char)*word))
        word++;
    /* The one word that is wrong, of a line that may be long. */
    int length = (int)strcspn(word, " \t");
    if (feof(l->file))
        return su2_lines_error(l, "ends the file with '%.*s' where %s belongs, so that it was cut off; copy the whole "
                                  "file", length < 60 ? length : 60, word, what);
    if (length == 0)
        return su2_lines_error(l, "ends where %s belongs; export the mesh again", what);
    return su2_lines_error(l, "has '%.*s' where %s belongs", length < 60 ? length : 60, word, what);
}

int su2_lines_integer(struct su2_lines *l, const char *what, lid *value)
{
    char *end;
    errno = 0;
    long v = strtol(l->at, &end, 10);
    if (end == l->at || errno != 0 || v < INT32_MIN || v > INT32_MAX || (*end != '\0' && !isspace((unsigned char)*end)))
        return not_a(l, what);
    *value = (lid)v;
    l->at = end;
    return 0;
}

int su2_lines_double(struct su2_lines *l, const char *what, double *value)
{
    char *end;
    *value = text_scan_fortran(l->at, &end);
    if (end == l->at || !isfinite(*value) || (*end != '\0' && !isspace((unsigned char)*end)))
        return not_a(l, what);
    l->at = end;
    return 0;
}

bool su2_lines_is_whole(const struct su2_lines *l)
{
    const char *word = skip_blanks(l->at);
    size_t n = strspn(word, "+-0123456789");
    return word[n] == '\0' || isspace((unsigned char)word[n]);
}

int su2_lines_item(struct su2_lines *l, const char *what, int64_t i, int64_t n)
{
    bool end;
    TRY(su2_lines_next(l, &end));
    if (end || l->key[0])
        return su2_lines_error(l, "%s after %" PRId64 " of the %" PRId64 " %s that were announced",
                               end ? "ends the file" : "begins something else", i, n, what);
    return 0;
}

/* What may follow an element or a point is its index, which the order of lines gives anyway; other text is refused. */
int su2_lines_end_item(struct su2_lines *l)
{
    for (l->at = skip_blanks(l->at); *l->at; l->at = skip_blanks(l->at)) {
        lid number;
        TRY(su2_lines_integer(l, "the end of the line", &number));
    }
    return 0;
}
