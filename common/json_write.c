/* json_write.c: JSON (RFC 8259) as text. Commas and indents follow from the depth and from whether a level is
 * empty.
 */
#include "json_write.h"

#include "printable.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* A text in UTF-8 stays UTF-8. Any other byte, as names of files may have, becomes the half of a pair that Python's
 * os.fsencode() makes that byte again (PEP 383): a file with such a byte itself would not be JSON. */
static void write_text(FILE *f, const char *s)
{
    uint32_t c;
    fputc('"', f);
    for (int n; (n = printable_character(s, &c)) != 0; s += n > 0 ? n : 1) {
        if (n < 0)
            fprintf(f, "\\u%04x", 0xdc00U + (unsigned char)*s);
        else if (c == '"' || c == '\\')
            fprintf(f, "\\%c", (char)c);
        else if (c < 0x20)
            fprintf(f, "\\u%04x", (unsigned)c);
        else
            fwrite(s, 1, (size_t)n, f);
    }
    fputc('"', f);
}

static void indent(struct json *j)
{
    fputc('\n', j->file);
    for (int i = 0; i < j->depth; i++)
        fputs("  ", j->file);
}

/* key is NULL for items of an array. The first value of a level has no comma before it. */
static void start_value(struct json *j, const char *key)
{
    if (!j->first[j->depth])
        fputc(',', j->file);
    j->first[j->depth] = false;
    indent(j);
    if (key) {
        write_text(j->file, key);
        fputs(": ", j->file);
    }
}

/* array[]: which bracket closes the level again. */
static void open_level(struct json *j, bool array)
{
    fputc(array ? '[' : '{', j->file);
    j->depth++;
    j->first[j->depth] = true;
    j->array[j->depth] = array;
}

/* The file is the caller's; it is neither flushed nor closed here. json_end() closes the outermost object. */
void json_begin(struct json *j, FILE *file)
{
    j->file = file;
    j->depth = 0;
    open_level(j, false);
}

void json_end(struct json *j)
{
    json_close(j);
    fputc('\n', j->file);
}

/* Levels are closed by json_close() in reverse order. */
void json_object(struct json *j, const char *key)
{
    start_value(j, key);
    open_level(j, false);
}

void json_array(struct json *j, const char *key)
{
    start_value(j, key);
    open_level(j, true);
}

void json_close(struct json *j)
{
    bool array = j->array[j->depth], empty = j->first[j->depth];
    j->depth--;
    if (!empty)
        indent(j);
    fputc(array ? ']' : '}', j->file);
}

/* The fewest digits that read back as the same number: 0.8, not 0.80000000000000004. */
static void write_number(FILE *f, double value)
{
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    fputs(text, f);
}

/* JSON has no words for NaN and infinity; readers get null, which Python's json makes None. */
void json_number(struct json *j, const char *key, double value)
{
    start_value(j, key);
    if (isfinite(value))
        write_number(j->file, value);
    else
        fputs("null", j->file);
}

void json_integer(struct json *j, const char *key, int64_t value)
{
    start_value(j, key);
    fprintf(j->file, "%" PRId64, value);
}

void json_bool(struct json *j, const char *key, bool value)
{
    start_value(j, key);
    fputs(value ? "true" : "false", j->file);
}

void json_text(struct json *j, const char *key, const char *value)
{
    start_value(j, key);
    write_text(j->file, value);
}
