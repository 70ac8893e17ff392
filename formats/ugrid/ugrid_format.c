/* ugrid_format.c: the suffixes of UG_IO (Mississippi State University, SimCenter), and sizes by counts. */
#include "ugrid/ugrid_format.h"

#include "text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char ending[] = ".ugrid";
enum { ENDING = sizeof ending - 1, MARKS = 8 /* of a record: 4 bytes before it and 4 behind */ };

/* One of [l](b|r)(4|8)[l], n characters. */
static bool read_suffix(const char *text, size_t n, struct ugrid_format *f)
{
    size_t i = 0;
    if (n < 2 || n >= UGRID_SUFFIX_SIZE)
        return false;
    *f = (struct ugrid_format){.binary = true, .int_bytes = 4};
    text_copy(f->suffix, n + 1, text);
    f->big = text[0] != 'l';
    i += text[0] == 'l';
    if (text[i] != 'b' && text[i] != 'r')
        return false;
    f->records = text[i++] == 'r';
    if (i >= n || (text[i] != '4' && text[i] != '8'))
        return false;
    f->real_bytes = text[i++] - '0';
    if (i < n && text[i] == 'l') {
        f->int_bytes = 8;
        i++;
    }
    return i == n;
}

bool ugrid_format_of(const char *path, struct ugrid_format *format, size_t *stem)
{
    size_t n = strlen(path);
    if (n < ENDING || strcasecmp(path + n - ENDING, ending) != 0)
        return false;
    n -= ENDING;
    size_t dot = n;
    while (dot > 0 && path[dot - 1] != '.' && path[dot - 1] != '/')
        dot--;
    if (dot == 0 || path[dot - 1] != '.' || !read_suffix(path + dot, n - dot, format)) {
        *format = (struct ugrid_format){.real_bytes = 8, .int_bytes = 8};
        dot = n + 1;
    }
    if (stem)
        *stem = dot - 1;
    return true;
}

bool ugrid_format_number(int i, struct ugrid_format *format)
{
    static const char *const suffix[] = {"b8", "lb8", "b8l", "lb8l", "b4", "lb4", "b4l", "lb4l",
                                         "r8", "lr8", "r8l", "lr8l", "r4", "lr4", "r4l", "lr4l"};
    return i < (int)(sizeof suffix / sizeof *suffix) && read_suffix(suffix[i], strlen(suffix[i]), format);
}

int64_t ugrid_format_bytes(const struct ugrid_format *format, const int64_t *count)
{
    /* A boundary face has its nodes and a tag. */
    static const int integers[UGRID_COUNTS] = {0, 4, 5, 4, 5, 6, 8};
    int64_t n = 0;
    for (int i = 0; i < UGRID_COUNTS; i++)
        n += integers[i] * count[i];
    return n * format->int_bytes + 3 * count[UGRID_NODES] * format->real_bytes;
}

int64_t ugrid_format_size(const struct ugrid_format *format, const int64_t *count)
{
    return UGRID_COUNTS * format->int_bytes + ugrid_format_bytes(format, count) + (format->records ? 2 * MARKS : 0);
}

void ugrid_format_words(const struct ugrid_format *format, char *text, size_t size)
{
    if (!format->binary)
        text_copy(text, size, "a text");
    else
        snprintf(text, size, "%s, %d bytes a coordinate, %d a whole number%s",
                 format->big ? "big-endian" : "little-endian", format->real_bytes, format->int_bytes,
                 format->records ? ", in records of Fortran" : "");
}
