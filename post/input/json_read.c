/* json_read.c: a parser of JSON by descent, in time in proportion to the text, and a check of what was read against the
 * types that its reader counts on.
 */
#include "input/json_read.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "protect.h"
#include "text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 32 };

struct reader {
    const char *path, *text, *at;
    int depth;
};

/* Lines are counted only when something is wrong. */
static int bad(const struct reader *r, const char *what)
{
    int line = 1;
    for (const char *c = r->text; c < r->at; c++)
        line += *c == '\n';
    return error_set("%s: line %d: %s; is this a file that ufv-solve wrote?", r->path, line, what);
}

static char next_char(struct reader *r)
{
    while (*r->at && isspace((unsigned char)*r->at))
        r->at++;
    return *r->at;
}

/* The character of an escape, whose backslash was taken; 0 when there is none.
 * Characters beyond ASCII become '?': the solver writes them as UTF-8 bytes, and as escapes those bytes alone that are
 * not UTF-8 (json_write.c). */
static char escaped(struct reader *r)
{
    /* The escapes of RFC 8259, section 7. */
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *found = *r->at ? strchr(from, *r->at) : NULL;
    if (found) {
        r->at++;
        return to[found - from];
    }
    char digits[5] = "";
    if (*r->at == 'u' && strlen(r->at) >= 5) {
        memcpy(digits, r->at + 1, 4);
        r->at += 5;
    }
    long code = strtol(digits, NULL, 16);
    if (code >= 0xdc80 && code <= 0xdcff)
        return (char)(code - 0xdc00);
    /* Also \u0000 is refused: texts end with a zero byte here. */
    return code > 0 && code < 128 ? (char)code : code >= 128 ? '?' : '\0';
}

/* Characters to the quote that ends a text, escapes as they stand; without one, to the end of the file.
 * An upper bound, since an escape becomes one character; the block is therefore allocated once. */
static size_t text_length(const char *text)
{
    size_t n = 0;
    while (text[n] && text[n] != '"')
        n += text[n] == '\\' && text[n + 1] ? 2 : 1;
    return n;
}

/* A new string. */
static int read_text(struct reader *r, char **out)
{
    size_t n = 0;
    r->at++;
    /* *out belongs to the tree from here on: an error below leaves it to json_free(). */
    *out = mem_alloc("JSON text", text_length(r->at) + 1, 1);
    while (*r->at != '"') {
        char c = *r->at;
        if (c == '\0')
            return bad(r, "a string is not closed");
        r->at++;
        if (c == '\\' && (c = escaped(r)) == '\0')
            return bad(r, "an escape after a backslash is unknown");
        (*out)[n++] = c;
    }
    r->at++;
    (*out)[n] = '\0';
    return 0;
}

/* The text of a number is kept too: whole numbers beyond 2^53 and the number of digits are not in a double. */
static int read_word(struct reader *r, struct json_value *v)
{
    static const struct {
        const char *word;
        enum json_type type;
        double number;
    } row[] = {{"null", JSON_NULL, 0}, {"true", JSON_BOOL, 1}, {"false", JSON_BOOL, 0}};
    for (int i = 0; i < 3; i++)
        if (strncmp(r->at, row[i].word, strlen(row[i].word)) == 0) {
            v->type = row[i].type;
            v->number = row[i].number;
            r->at += strlen(row[i].word);
            return 0;
        }
    char *end;
    v->type = JSON_NUMBER;
    v->number = strtod(r->at, &end);
    if (end == r->at || !strchr("-0123456789", *r->at)) /* strtod() knows nan and inf too */
        return bad(r, "a value is missing");
    v->text = text_format("%.*s", (int)(end - r->at), r->at);
    r->at = end;
    return 0;
}

static int read_value(struct reader *r, struct json_value *v);

/* Children are linked at the end as they are read, so that a failure leaves a tree that json_free() can free. The
 * depth is limited because a file of brackets alone would otherwise use up the stack. */
static int read_children(struct reader *r, struct json_value *v, char close)
{
    struct json_value **link = &v->first;
    if (++r->depth > MAX_DEPTH)
        return bad(r, "values are nested too deeply");
    r->at++;
    /* A comma before the closing bracket is let through, which JSON does not allow: what is read was written by
     * ufv-solve, and a reader that takes more does no harm. */
    while (next_char(r) != close) {
        struct json_value *child = mem_zalloc("JSON value", 1, sizeof *child);
        *link = child;
        link = &child->next;
        if (close == '}') {
            if (*r->at != '"')
                return bad(r, "the name of a member is missing");
            TRY(read_text(r, &child->key));
            if (next_char(r) != ':')
                return bad(r, "a ':' is missing");
            r->at++;
        }
        TRY(read_value(r, child));
        if (next_char(r) == ',')
            r->at++;
        else if (*r->at != close)
            return bad(r, "a ',' is missing");
    }
    r->at++;
    r->depth--;
    return 0;
}

static int read_value(struct reader *r, struct json_value *v)
{
    switch (next_char(r)) {
    case '{':
        v->type = JSON_OBJECT;
        return read_children(r, v, '}');
    case '[':
        v->type = JSON_ARRAY;
        return read_children(r, v, ']');
    case '"':
        v->type = JSON_TEXT;
        return read_text(r, &v->text);
    default:
        return read_word(r, v);
    }
}

/* A whole file, zero-terminated; a new block. */
static int slurp(const char *path, char **text)
{
    size_t bytes;
    protect_file(path);
    TRY(in_file_read(path, "a file that ufv-solve wrote into its results", text, &bytes));
    /* The parser ends at a zero byte; a file that goes on behind one would be taken for whole. */
    if (strlen(*text) == bytes)
        return 0;
    MEM_FREE(*text);
    return error_set("%s: holds a zero byte, which no JSON text has; is this a file that ufv-solve wrote?", path);
}

int json_read(const char *path, struct json_value **value)
{
    char *text = NULL;
    if (slurp(path, &text) != 0 || !text)
        return 1;
    struct reader r = {.path = path, .text = text, .at = text};
    struct json_value *v = mem_zalloc("JSON value", 1, sizeof *v);
    int status = read_value(&r, v);
    if (status == 0 && next_char(&r) != '\0')
        status = bad(&r, "text follows the value");
    mem_free(text);
    if (status != 0) {
        json_free(v);
        v = NULL;
    }
    *value = v;
    return status;
}

void json_free(struct json_value *value)
{
    /* Siblings in a loop and children by recursion, whose depth the reader has limited: an array may have a million
     * members. */
    while (value) {
        struct json_value *next = value->next;
        json_free(value->first);
        mem_free(value->key);
        mem_free(value->text);
        mem_free(value);
        value = next;
    }
}

const struct json_value *json_member(const struct json_value *value, const char *key)
{
    for (const struct json_value *v = value ? value->first : NULL; v; v = v->next)
        if (v->key && strcmp(v->key, key) == 0)
            return v;
    return NULL;
}

/* ---- types ------------------------------------------------------------------------------- */

static const char *const type_name[] = {"null", "true or false", "a number", "a string", "an array", "an object"};

struct check {
    const char *file;
    char place[512]; /* "patches.WING.cl" */
};

/* "a number or null". */
static void list_types(unsigned types, char *text, size_t size)
{
    text[0] = '\0';
    for (int t = JSON_OBJECT; t >= JSON_NULL; t--) {
        size_t used = strlen(text);
        if (types & 1U << t)
            snprintf(text + used, size - used, "%s%s", used ? " or " : "", type_name[t]);
    }
}

static int check_type(const struct check *c, const struct json_value *v, unsigned types)
{
    char wanted[128];
    const char *place = c->place[0] ? c->place : "the top value";
    if (types == JSON_IS_COUNT && v->type == JSON_NUMBER)
        return v->number >= 0 && v->number <= 1e19 && v->number == floor(v->number)
                   ? 0
                   : error_set("%s: %s is %.40s, which is no whole number, or none that can be counted; is this a file "
                               "that ufv-solve wrote?", c->file, place, v->text);
    if (types & 1U << v->type)
        return 0;
    list_types(types == JSON_IS_COUNT ? JSON_IS(JSON_NUMBER) : types, wanted, sizeof wanted);
    return error_set("%s: %s is %s, not %s; is this a file that ufv-solve wrote?", c->file, place,
                     type_name[v->type], wanted);
}

static int check_at(struct check *c, const struct json_value *v, const char *path, unsigned types);

/* Number i of its parent, under its name or that number. */
static int check_child(struct check *c, const struct json_value *v, int64_t i, const char *path, unsigned types)
{
    size_t used = strlen(c->place);
    if (v->key)
        snprintf(c->place + used, sizeof c->place - used, "%s%s", used ? "." : "", v->key);
    else
        snprintf(c->place + used, sizeof c->place - used, "[%" PRId64 "]", i);
    int status = check_at(c, v, path, types);
    c->place[used] = '\0';
    return status;
}

/* path: what is left of it below v. */
static int check_at(struct check *c, const struct json_value *v, const char *path, unsigned types)
{
    if (path[0] == '\0')
        return check_type(c, v, types);
    size_t n = strcspn(path, ".");
    const char *rest = path + n + (path[n] == '.');
    int64_t i = 0;
    for (const struct json_value *w = v->first; w; w = w->next, i++) {
        /* Names may hold dots (patches are called what the mesh calls them) and then match no path but '*'. */
        bool named = w->key && strlen(w->key) == n && memcmp(w->key, path, n) == 0;
        if (named || (n == 1 && path[0] == '*'))
            TRY(check_child(c, w, i, rest, types));
    }
    return 0;
}

/* A path such as "patches.*.cl" is followed through all members that match; members that are missing are no fault
 * here. */
int json_check(const char *path, const struct json_value *value, const struct json_shape *shape, int n)
{
    struct check c = {.file = path};
    for (int i = 0; i < n; i++)
        TRY(check_at(&c, value, shape[i].path, shape[i].types));
    return 0;
}

double json_number_of(const struct json_value *value)
{
    return value && value->type == JSON_NUMBER ? value->number : NAN;
}
