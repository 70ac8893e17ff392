/* json_code.c: see json_code.h for the code. The values are always whole JSON: the reader of JSON takes nearly all of
 * them, so that the fuzzer spends its time on what programs do with names and values that they did not expect. */
#include "json_code.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 40 }; /* deeper than the reader goes */

/* Overflow to infinity, denormals, integers just past 2^31, 2^53 and 2^63, and spellings that strtod() takes and JSON
 * forbids. */
static const char *const odd_number[] = {"0", "-0", "-1", "1e400", "-1e400", "1e-320", "4e9", "1e15", "9007199254740993",
                                         "0.1", "-2.5e-7", "1e300", "2147483647", "-9223372036854775809", "+1", "0x10",
                                         "nan", "Infinity", "-inf", "1.", "01"};
enum { N_ODD = sizeof odd_number / sizeof *odd_number };

struct coder {
    const uint8_t *at, *end;
    const char *const *word;
    int n_words;
    char *text;
    size_t n;
};

/* Behind the end zeros follow: kind null, no children, so that any string ends. */
static int next(struct coder *c)
{
    return c->at < c->end ? *c->at++ : 0;
}

/* Cut where the room ends: the one way to a value that is not whole. */
static void put(struct coder *c, const char *text)
{
    size_t n = strlen(text), room = JSON_CODE_MOST - c->n;
    n = n < room ? n : room;
    memcpy(c->text + c->n, text, n);
    c->n += n;
}

static void put_word(struct coder *c)
{
    put(c, "\"");
    put(c, c->word[next(c) % c->n_words]);
    put(c, "\"");
}

static void put_integer(struct coder *c)
{
    char number[16];
    int low = next(c), high = next(c);
    snprintf(number, sizeof number, "%d", (int16_t)(low | high << 8));
    put(c, number);
}

/* Raw bytes in quotes, control characters and broken UTF-8 too; a quote or backslash would change the structure. */
static void put_characters(struct coder *c, int n)
{
    put(c, "\"");
    for (int i = 0; i < n; i++) {
        char one[2] = {(char)next(c), '\0'};
        put(c, one[0] == '"' || one[0] == '\\' ? "\\n" : one);
    }
    put(c, "\"");
}

static void put_value(struct coder *c, int depth);

static void put_children(struct coder *c, int n, int named, int depth)
{
    put(c, named ? "{" : "[");
    for (int i = 0; i < n; i++) {
        put(c, i ? "," : "");
        if (named) {
            put_word(c);
            put(c, ":");
        }
        put_value(c, depth + 1);
    }
    put(c, named ? "}" : "]");
}

static void put_value(struct coder *c, int depth)
{
    int byte = next(c), n = byte >> 3 & 7;
    /* Deeper than that only nulls: the recursion ends. */
    switch (depth < MAX_DEPTH ? byte & 7 : 0) {
    case JSON_CODE_NULL: put(c, "null"); break;
    case JSON_CODE_BOOL: put(c, n & 1 ? "true" : "false"); break;
    case JSON_CODE_INTEGER: put_integer(c); break;
    case JSON_CODE_NUMBER: put(c, odd_number[next(c) % N_ODD]); break;
    case JSON_CODE_TEXT: put_word(c); break;
    case JSON_CODE_ARRAY: put_children(c, n, 0, depth); break;
    case JSON_CODE_OBJECT: put_children(c, n, 1, depth); break;
    case JSON_CODE_CHARACTERS: put_characters(c, n); break;
    default: break;
    }
}

size_t json_decode(const uint8_t *data, size_t size, const char *const *word, int n_words, char *text)
{
    struct coder c = {.at = data, .end = data + size, .word = word, .n_words = n_words, .text = text};
    put_value(&c, 0);
    return c.n;
}
