/* foam_file.c: words of OpenFOAM's texts, and its lists of numbers, which are text or bytes: N(...), N{item}. */
#include "foam/foam_file.h"

#include "in_file.h"
#include "mem.h"
#include "printable.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char marks[] = "(){};";

/* ---- words -------------------------------------------------------------------------------------- */

/* Past blanks and remarks, to the next byte, or -1. */
static int skip_remarks(struct foam_file *f, int *next)
{
    char line[STREAM_WORD_SIZE];
    const unsigned char *at;
    bool end;
    for (;;) {
        *next = stream_next(&f->in);
        if (*next != '/' || stream_peek(&f->in, &at) < 2)
            return 0;
        if (at[1] == '/')
            TRY(stream_line(&f->in, line, &end));
        else if (at[1] == '*')
            TRY(stream_skip_past(&f->in, "*/"));
        else
            return 0;
    }
}

/* Up to the quote that ends it. */
static int read_quoted(struct foam_file *f, char *word)
{
    char c = '\0';
    size_t n = 0;
    TRY(stream_bytes(&f->in, 1, &c, "a text in quotes"));
    for (;;) {
        TRY(stream_bytes(&f->in, 1, &c, "the end of a text in quotes"));
        if (c == '"')
            break;
        if (n < FOAM_WORD_SIZE - 1)
            word[n++] = c;
    }
    word[n] = '\0';
    return 0;
}

int foam_word(struct foam_file *f, const char *what, char *word, bool *end)
{
    char text[STREAM_WORD_SIZE];
    int next;
    TRY(skip_remarks(f, &next));
    word[0] = '\0';
    if (next == '"') {
        if (end)
            *end = false;
        return read_quoted(f, word);
    }
    TRY(stream_word(&f->in, what, text, end));
    if (strlen(text) >= FOAM_WORD_SIZE)
        return stream_error(&f->in, "has a word of %zu characters where %s belongs", strlen(text), what);
    text_copy(word, FOAM_WORD_SIZE, text);
    return 0;
}

int foam_is_next(struct foam_file *f, char c, bool *is)
{
    int next;
    TRY(skip_remarks(f, &next));
    *is = next == c;
    return 0;
}

int foam_expect(struct foam_file *f, const char *wanted)
{
    char word[FOAM_WORD_SIZE];
    if (!wanted[1] && stream_next(&f->in) == wanted[0]) /* most often: around each item of a text */
        return stream_bytes(&f->in, 1, word, wanted);
    TRY(foam_word(f, wanted, word, NULL));
    if (strcmp(word, wanted) == 0)
        return 0;
    word[59] = '\0';
    printable_clean(word);
    return stream_error(&f->in, "has '%s' where '%s' belongs; copy or write the file again", word, wanted);
}

/* ---- head --------------------------------------------------------------------------------------- */

/* "LSB;label=32;scalar=64": the order of bytes and the bits of numbers. */
static int read_arch(struct foam_file *f, const char *arch)
{
    const char *label = strstr(arch, "label="), *scalar = strstr(arch, "scalar=");
    long bits = label ? strtol(label + 6, NULL, 10) : 32, real = scalar ? strtol(scalar + 7, NULL, 10) : 64;
    f->in.big = strncmp(arch, "MSB", 3) == 0;
    if ((bits != 32 && bits != 64) || (real != 32 && real != 64))
        return stream_error(&f->in, "says that numbers have %ld and %ld bits; those of 32 and 64 can be read", bits,
                            real);
    f->label_bytes = (int)bits / 8;
    f->in.real_bytes = (int)real / 8;
    return 0;
}

static int take_entry(struct foam_file *f, const char *key, const char *value)
{
    if (strcmp(key, "format") == 0) {
        f->binary = strcmp(value, "binary") == 0;
        if (!f->binary && strcmp(value, "ascii") != 0)
            return stream_error(&f->in, "says that its format is '%.40s'; ascii and binary can be read", value);
    } else if (strcmp(key, "class") == 0) {
        text_copy(f->class, sizeof f->class, value);
    } else if (strcmp(key, "arch") == 0) {
        return read_arch(f, value);
    }
    return 0;
}

/* FoamFile { key value; ... } */
static int read_head(struct foam_file *f)
{
    char key[FOAM_WORD_SIZE], value[FOAM_WORD_SIZE], more[FOAM_WORD_SIZE];
    TRY(foam_expect(f, "FoamFile"));
    TRY(foam_expect(f, "{"));
    for (;;) {
        TRY(foam_word(f, "'}' behind the head", key, NULL));
        if (strcmp(key, "}") == 0)
            return 0;
        TRY(foam_word(f, "a value of the head", value, NULL));
        for (text_copy(more, sizeof more, value); strcmp(more, ";") != 0;)
            TRY(foam_word(f, "';' behind a value of the head", more, NULL));
        printable_clean(value);
        TRY(take_entry(f, key, value));
    }
}

int foam_file_open(const char *folder, const char *name, struct foam_file *f)
{
    *f = (struct foam_file){.label_bytes = 4};
    f->path = text_join_path(folder, name);
    char *packed = text_format("%s.gz", f->path);
    bool is_packed = !in_file_opens(f->path) && in_file_opens(packed);
    mem_free(is_packed ? f->path : packed);
    f->path = is_packed ? packed : f->path;
    TRY(stream_open_packed(f->path, "a file of an OpenFOAM mesh", &f->in));
    f->in.marks = marks;
    return read_head(f);
}

void foam_file_close(struct foam_file *f)
{
    stream_close(&f->in);
    mem_free(f->path);
    *f = (struct foam_file){0};
}

/* ---- lists -------------------------------------------------------------------------------------- */

int foam_list_begin(struct foam_file *f, const char *what, int64_t least, int64_t most, int text_bytes,
                    int binary_bytes, int64_t *n, bool *one)
{
    char word[FOAM_WORD_SIZE];
    char number[80];
    int next;
    snprintf(number, sizeof number, "the number of %s", what);
    TRY(skip_remarks(f, &next));
    TRY(stream_integer(&f->in, 8, INT64_MIN, INT64_MAX, number, n));
    if (*n < least || *n > most)
        return stream_error(&f->in, "announces %" PRId64 " %s, and by the rest of the mesh there are %" PRId64
                            "..%" PRId64 "; copy or write the mesh again", *n, what, least, most);
    *one = false;
    if (*n == 0 && stream_next(&f->in) != '(')
        return 0;
    TRY(foam_word(f, "'(' behind the number of items", word, NULL));
    *one = strcmp(word, "{") == 0;
    int64_t left = stream_left(&f->in), room = left / (f->binary ? binary_bytes : text_bytes) + 1;
    if (!*one && strcmp(word, "(") != 0)
        return stream_error(&f->in, "has no '(' behind the number of %s; copy or write the file again", what);
    if (!*one && *n > room && f->in.packed)
        return stream_error(&f->in, "announces %" PRId64 " %s, more than the packed file can hold; copy the whole file",
                            *n, what);
    if (!*one && *n > room)
        return stream_error(&f->in, "announces %" PRId64 " %s, and the %" PRId64 " bytes behind this hold %" PRId64
                            " at most; copy the whole file", *n, what, left, room);
    f->in.binary = f->binary && !*one;
    return 0;
}

int foam_list_end(struct foam_file *f, int64_t n, bool one)
{
    f->in.binary = false;
    if (n == 0 && !one && stream_next(&f->in) != ')')
        return 0;
    return foam_expect(f, one ? "}" : ")");
}

int foam_labels(struct foam_file *f, const char *what, int64_t most, int64_t n, bool one, lid *value)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t v = i > 0 && one ? value[0] : 0;
        if (i == 0 || !one)
            TRY(stream_integer(&f->in, f->label_bytes, 0, most - 1, what, &v));
        value[i] = (lid)v;
    }
    return 0;
}
