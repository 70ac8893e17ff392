/* text.c: copying, joining, comparing and reading short texts. */
#include "text.h"

#include "mem.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 64 };

static int small(char letter)
{
    return tolower((unsigned char)letter);
}

/* Levenshtein's distance (1966) with one row of the table; letters after the 64th are ignored, and capital letters
 * count as small ones. */
static int edit_distance(const char *a, const char *b)
{
    int row[WORD_MAX + 1];
    int na = (int)strnlen(a, WORD_MAX), nb = (int)strnlen(b, WORD_MAX);
    for (int j = 0; j <= nb; j++)
        row[j] = j;
    for (int i = 1; i <= na; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            /* row[j] is the distance between the first i letters of a and the first j of b; diagonal holds that of i -
             * 1 and j - 1, which the row before had there. */
            int change = diagonal + (small(a[i - 1]) != small(b[j - 1]));
            int shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < shorter ? change : shorter;
        }
    }
    return row[nb];
}

/* At most half of the word's letters may differ; a hint that has nothing to do with the word confuses. */
const char *text_nearest(const char *word, const char *const *names, int n)
{
    const char *best = NULL;
    int best_distance = (int)strnlen(word, WORD_MAX) / 2 + 1;
    for (int i = 0; i < n; i++) {
        int d = edit_distance(word, names[i]);
        if (d < best_distance) {
            best_distance = d;
            best = names[i];
        }
    }
    return best;
}

bool text_glob(const char *pattern, const char *text)
{
    return fnmatch(pattern, text, 0) == 0;
}

void text_copy(char *destination, size_t size, const char *source)
{
    size_t n = strnlen(source, size - 1);
    memcpy(destination, source, n);
    destination[n] = '\0';
}

char *text_trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

const char *text_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* An absolute second part stands alone, as in a shell; mem_free() the result. */
char *text_join_path(const char *a, const char *b)
{
    if (b[0] == '/' || a[0] == '\0')
        return text_format("%s", b);
    return text_format("%s%s%s", a, a[strlen(a) - 1] == '/' ? "" : "/", b);
}

/* Two passes: the first counts. mem_free() the result. */
char *text_format(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    char *text = mem_alloc("text", (size_t)n + 1, 1);
    va_start(ap, format);
    vsnprintf(text, (size_t)n + 1, format, ap);
    va_end(ap);
    return text;
}

/* strtod() would read 0x1p3 and 0x10 as hexadecimal numbers. In settings, and in mesh files with names such
 * as 0x4, that is no number: the scan stops behind the 0. */
double text_scan_double(const char *text, char **end)
{
    const char *p = text;
    while (isspace((unsigned char)*p))
        p++;
    p += *p == '+' || *p == '-';
    if (p[0] != '0' || (p[1] != 'x' && p[1] != 'X'))
        return strtod(text, end);
    *end = (char *)(uintptr_t)(p + 1);
    return 0;
}

double text_scan_fortran(const char *text, char **end)
{
    char copy[64], *stop;
    double v = text_scan_double(text, end);
    size_t n = (size_t)(*end - text);
    if ((**end != 'd' && **end != 'D') || n == 0 || n + 6 >= sizeof copy)
        return v;
    /* Behind the D stand a sign and three digits at most. */
    text_copy(copy, n + 6, text);
    copy[n] = 'e';
    v = text_scan_double(copy, &stop);
    if ((size_t)(stop - copy) > n)
        *end += (size_t)(stop - copy) - n;
    return v;
}

/* The whole text must be a number: no unit, no comma, no blank behind it. ERANGE: one too large for a double is not
 * taken; one that is denormal, or nearest to 0, is. */
int text_to_double(const char *text, double *out)
{
    char *end;
    errno = 0;
    double value = text_scan_double(text, &end);
    if (end == text || *end != '\0' || (errno == ERANGE && fabs(value) > 1))
        return 1;
    *out = value;
    return 0;
}

int text_to_long(const char *text, long *out)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE)
        return 1;
    *out = value;
    return 0;
}

char *text_behind_mark(char *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    return strncmp(text, mark, strlen(mark)) == 0 ? text + strlen(mark) : text;
}

/* For messages that list names: when the room is used up the list ends with "...", once, and later calls
 * should not be made (false). */
bool text_list_add(char *text, size_t size, const char *name)
{
    size_t used = strlen(text);
    const char *comma = used > 0 ? ", " : "";
    bool fits = used + strlen(name) + sizeof ", , ..." <= size;
    snprintf(text + used, size - used, "%s%s", comma, fits ? name : "...");
    return fits;
}

void text_write_field(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', f);
        fputc(*text, f);
    }
    fputc('"', f);
}
