/* config.c: a file is read whole, taken apart line by line, and looked up by an index of its keys. */
#include "config.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 4096 }; /* a longer line is no setting */

/* The end of the name in quotes that begins at p, its last quote; NULL: none begins there. Quotes stand around whole
 * words: those within a word (5") are its own. */
static char *quote_end(const char *line, char *p)
{
    bool begins = *p == '"' && (p == line || isspace((unsigned char)p[-1]) || strchr("=,", p[-1]));
    char *end = begins ? strchr(p + 1, '"') : NULL;
    return end && (end[1] == '\0' || isspace((unsigned char)end[1]) || strchr("=,", end[1])) ? end : NULL;
}

/* Ends the line where a comment begins: at its start, or after white space, and not in a name in quotes. Returns the
 * comment, without its sign; NULL: there is none. */
static const char *strip_comment(char *s)
{
    for (char *p = s; *p; p++) {
        char *end = quote_end(s, p);
        if (end)
            p = end;
        else if ((*p == '#' || *p == ';') && (p == s || isspace((unsigned char)p[-1])))
            return *p = '\0', p + 1;
    }
    return NULL;
}

/* Names in quotes among the words of a value: they are words without blanks from here on, as patterns with a ? for each
 * sign that would divide them. Quotes around anything else are left to whoever reads the value. In place. */
static void mend_quotes(char *value)
{
    static const char dividing[] = " \t,=#;";
    for (char *p = value; *p; p++) {
        char *end = quote_end(value, p);
        if (!end)
            continue;
        *end = '\0';
        bool divided = p[1 + strcspn(p + 1, dividing)] != '\0';
        *end = '"';
        if (divided) {
            for (char *q = p + 1; q < end; q++)
                *q = strchr(" \t,=", *q) ? '?' : *q;
            memmove(p, p + 1, (size_t)(end - p) - 1);
            memmove(end - 1, end + 1, strlen(end + 1) + 1);
            end -= 2;
        }
        p = end;
    }
}

/* The key that a line or assignment begins with, in quotes or not, and the = behind it, NULL where there is none. */
static char *find_equals(char *s, char **key)
{
    char *end = quote_end(s, s), *equals = strchr(end ? end : s, '=');
    *key = s;
    if (!end || !equals || end[1 + strspn(end + 1, " \t")] != '=')
        return equals;
    *end = '\0';
    *key = s + 1;
    return equals;
}

/* Number of that section and key in the index, or -1; `add`: puts it there. */
static int key_number(struct config *c, const char *section, const char *key, bool add)
{
    char *both = text_format("%s\n%s", section, key); /* neither holds a line end */
    int number = add ? name_index_add(&c->keys, both) : name_index_find(&c->keys, both);
    mem_free(both);
    return number;
}

/* Entries stay in the order in which they were set, since [patches] is read in that order. Entries of the
 * same section and key (a line of the file and any number of --set) form a chain:
 *
 *    keys.index(section, key) -> number -> last[number] -> previous[] -> previous[] -> -1
 *
 * config_find() takes the newest, at last[number]; the others are only marked as used. */
static struct config_entry *entry_add(struct config *c, const char *section, const char *key, const char *value,
                                      int line)
{
    int number = key_number(c, section, key, true);
    if (c->n_entries == c->capacity) {
        c->capacity = c->capacity ? 2 * c->capacity : 32;
        MEM_RESIZE(c->entry, c->capacity);
        MEM_RESIZE(c->last, c->capacity);
        MEM_RESIZE(c->previous, c->capacity);
    }
    /* A number below n_keys was there before this entry: it has a chain to be put at the head of. */
    c->previous[c->n_entries] = number < c->n_keys ? c->last[number] : -1;
    if (c->previous[c->n_entries] >= 0)
        c->entry[c->previous[c->n_entries]].overridden = true;
    c->n_keys = c->keys.n;
    c->last[number] = c->n_entries;
    struct config_entry *e = &c->entry[c->n_entries++];
    e->section = text_format("%s", section);
    e->key = text_format("%s", key);
    e->value = text_format("%s", value);
    e->line = line;
    e->used = e->overridden = false;
    return e;
}

/* Kept apart from the entries so that an empty section that nobody knows is found, too. */
static void heading_add(struct config *c, const char *section, int line)
{
    MEM_GROW(c->heading, c->n_headings + 1);
    c->heading[c->n_headings++] =
        (struct config_entry){.section = text_format("%s", section), .key = text_format("%s", ""), .line = line};
}

/* section: the one that the line belongs to, changed by a heading. A key that is set twice in a file is
 * refused rather than overridden: in long files the second one is nearly always a mistake. */
static int parse_line(struct config *c, char *line, int number, char *section)
{
    const char *comment = strip_comment(line);
    char *s = text_trim(line), *key;
    if (*s == '\0')
        return 0;
    if (*s == '[') {
        char *close = strchr(s, ']');
        if (!close || close[1] != '\0')
            return error_set("%s:%d: '%s' is not a section: write [name]", c->path, number, s);
        *close = '\0';
        text_copy(section, NAME_MAX_CONFIG, text_trim(s + 1));
        heading_add(c, section, number);
        return 0;
    }
    char *equals = find_equals(s, &key);
    if (!equals && number == 1 && strncmp(s, "\x89HDF", 4) == 0)
        return error_set("%s: is an HDF5 file, such as a mesh or a pack, not a case file; ufv-prep makes packs of a "
                         "mesh, and --packs names them", c->path);
    if (!equals && comment && strchr(comment, '='))
        return error_set(
            "%s:%d: '%.60s' is cut off by the comment behind it; a name with a # or ; after a blank stands "
            "in quotes: \"WING #2\" = wall",
            c->path, number, s);
    if (!equals)
        return error_set("%s:%d: '%.60s' is neither [section] nor key = value; write = between a key and its "
                         "value", c->path, number, s);
    *equals = '\0';
    key = text_trim(key);
    if (*key == '\0')
        return error_set("%s:%d: a value without a key", c->path, number);
    if (*section == '\0')
        return error_set("%s:%d: '%s' stands before the first [section]; write the name of its section above it",
                         c->path, number, key);
    /* Looked up before it is added; entries of --set come later (config_set()) and may override. */
    int before = key_number(c, section, key, false);
    if (before >= 0)
        return error_set("%s:%d: [%s] %s is already set in line %d; keep one of them", c->path, number, section, key,
                         c->entry[c->last[before]].line);
    char *value = text_trim(equals + 1);
    mend_quotes(value);
    entry_add(c, section, key, value, number);
    return 0;
}

/* A byte that text does not hold: what is the file? */
static int refuse_zero(const struct config *c, int number, const char *text)
{
    bool wide = (unsigned char)text[0] >= 0xfe || (text[0] && !text[1]); /* a mark of UTF-16, or its first letter */
    return error_set("%s:%d: holds a zero byte, so it is %s; save it as plain text (UTF-8)", c->path, number,
                     wide ? "text in UTF-16" : "not a text file");
}

/* Some editors end lines by CR alone. Before LF it is white space at the end of a line. */
static void mend_line_ends(char *text, size_t bytes)
{
    if (memchr(text, '\n', bytes))
        return;
    for (char *at = memchr(text, '\r', bytes); at; at = memchr(at, '\r', (size_t)(text + bytes - at)))
        *at = '\n';
}

/* text is changed: each line end becomes the end of a string. It has a byte behind its last one
 * (in_file_read() puts a zero there), so that the last line needs no line end. */
static int parse_text(struct config *c, char *text, size_t bytes)
{
    char section[NAME_MAX_CONFIG] = "";
    char *line = text_behind_mark(text), *end = text + bytes;
    mend_line_ends(text, bytes);
    for (int number = 1; line < end; number++) {
        char *newline = memchr(line, '\n', (size_t)(end - line));
        char *stop = newline ? newline : end;
        if (memchr(line, '\0', (size_t)(stop - line)))
            return refuse_zero(c, number, text);
        if (stop - line >= LINE_SIZE - 1) /* with its end */
            return error_set("%s:%d: line longer than %d characters", c->path, number, LINE_SIZE - 1);
        *stop = '\0';
        TRY(parse_line(c, line, number, section));
        line = stop + 1;
    }
    return 0;
}

int config_read(const char *path, struct config *c)
{
    char *text;
    size_t bytes;
    memset(c, 0, sizeof *c);
    TRY(in_file_read(path, "a text file of settings", &text, &bytes));
    c->path = text_format("%s", path);
    const char *slash = strrchr(path, '/');
    c->dir = text_format("%.*s", slash ? (int)(slash - path) + 1 : 0, path);
    int status = parse_text(c, text, bytes);
    mem_free(text);
    return status;
}

void config_free(struct config *c)
{
    for (int i = 0; i < c->n_entries; i++) {
        mem_free(c->entry[i].section);
        mem_free(c->entry[i].key);
        mem_free(c->entry[i].value);
    }
    for (int i = 0; i < c->n_headings; i++) {
        mem_free(c->heading[i].section);
        mem_free(c->heading[i].key);
    }
    MEM_FREE(c->entry);
    MEM_FREE(c->heading);
    MEM_FREE(c->path);
    MEM_FREE(c->dir);
    MEM_FREE(c->last);
    MEM_FREE(c->previous);
    name_index_free(&c->keys);
    c->n_entries = c->capacity = c->n_headings = c->n_keys = 0;
}

/* "0.84,flow.alpha=3": is another assignment behind a comma? Values that have an equals sign of their own, as those of
 * patches and probes, begin with a word or a number before it, without a comma. */
static bool has_another(const char *value)
{
    const char *comma = strchr(value, ','), *equals = strchr(value, '='), *dot = comma ? strchr(comma, '.') : NULL;
    return comma && equals && dot && comma < dot && dot < equals && islower((unsigned char)comma[1]) &&
           strspn(comma + 1, "abcdefghijklmnopqrstuvwxyz_") == (size_t)(dot - comma - 1);
}

/* The first dot divides section from key, the first = the value: names of patches and values may hold further
 * ones (patches.wing.left=wall). Line 0 marks an entry of the command line, for config_place(). */
int config_set(struct config *c, const char *assignment)
{
    const char *equals = strchr(assignment, '=');
    const char *dot = strchr(assignment, '.');
    if (!equals || !dot || dot > equals || dot == assignment || equals == dot + 1)
        return error_set("--set %s: write --set section.key=value", assignment);
    if (has_another(equals + 1))
        return error_set("--set %s: holds several assignments; write a --set for each", assignment);
    char *section = text_format("%.*s", (int)(dot - assignment), assignment), *rest = text_format("%s", dot + 1), *key;
    char *at = find_equals(rest, &key);
    if (!at) {
        mem_free(section);
        mem_free(rest);
        return error_set("--set %s: write --set section.key=value", assignment);
    }
    *at = '\0';
    char *value = text_trim(at + 1);
    mend_quotes(value);
    entry_add(c, text_trim(section), text_trim(key), value, 0);
    mem_free(section);
    mem_free(rest);
    return 0;
}

/* What is looked up counts as known, the overridden entries with it: at the end those that nobody has asked
 * for are reported as unknown keys. */
struct config_entry *config_find(struct config *c, const char *section, const char *key)
{
    int number = key_number(c, section, key, false);
    if (number < 0)
        return NULL;
    for (int i = c->last[number]; i >= 0; i = c->previous[i])
        c->entry[i].used = true;
    return &c->entry[c->last[number]];
}

bool config_has(const struct config *c, const char *section, const char *key)
{
    for (int i = 0; i < c->n_entries; i++)
        if (strcmp(c->entry[i].section, section) == 0 && strcmp(c->entry[i].key, key) == 0)
            return true;
    return false;
}

const struct config_entry *config_overridden(const struct config *c, const struct config_entry *e)
{
    int before = c->previous[e - c->entry];
    return before >= 0 ? &c->entry[before] : NULL;
}

/* The text is valid until the next call by the same thread. */
const char *config_place(const struct config *c, const struct config_entry *e)
{
    static _Thread_local char place[512];
    if (e->line && !e->key[0])
        snprintf(place, sizeof place, "%s:%d: [%s]", c->path, e->line, e->section);
    else if (e->line)
        snprintf(place, sizeof place, "%s:%d: [%s] %s", c->path, e->line, e->section, e->key);
    else
        snprintf(place, sizeof place, "--set %s.%s", e->section, e->key);
    return place;
}

/* What is odd at the front of a value that is no number, with the remedy; "" where nothing is. Copied texts bring
 * no-break spaces and long minus signs along, which look like others. */
static const char *odd_front(const char *value)
{
    if (*value == '"' || *value == '\'')
        return "; leave the quotes out";
    return (unsigned char)*value >= 0x80 ? "; it begins with a sign that only looks like a blank or a minus: type it "
                                           "again, in plain ASCII" : "";
}

/* Why a value is no number: a comma stands between digits, or a unit or the like behind them. */
static int refuse_number(const struct config *c, const struct config_entry *e, const char *what)
{
    char *end;
    double value = text_scan_double(e->value, &end);
    if (strchr(e->value, ','))
        return error_set("%s = %s: %s is needed here; the decimal sign is a point, as in 0.84", config_place(c, e),
                         e->value, what);
    if (end != e->value && *end == '\0' && value == rint(value) && fabs(value) < 1e15)
        return error_set("%s = %s: %s is needed here; write %.0f", config_place(c, e), e->value, what, value);
    if (end == e->value || *end == '\0')
        return error_set("%s = %s: %s is needed here%s", config_place(c, e), e->value, what, odd_front(e->value));
    return error_set("%s = %s: %s is needed here; '%s' behind it is not understood", config_place(c, e), e->value, what,
                     end + strspn(end, " \t"));
}

/* x != x: a NaN is text that strtod() reads, but no setting. */
int config_to_double(const struct config *c, const struct config_entry *e, double *out)
{
    if (text_to_double(e->value, out) || *out != *out)
        return refuse_number(c, e, "a number");
    return 0;
}

int config_to_long(const struct config *c, const struct config_entry *e, long *out)
{
    if (text_to_long(e->value, out))
        return refuse_number(c, e, "a whole number");
    return 0;
}

int config_to_bool(const struct config *c, const struct config_entry *e, bool *out)
{
    static const char *const yes[] = {"yes", "true", "on", "1"}, *const no[] = {"no", "false", "off", "0"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(e->value, yes[i]) == 0)
            return *out = true, 0;
        if (strcmp(e->value, no[i]) == 0)
            return *out = false, 0;
    }
    return error_set("%s = %s: write yes or no", config_place(c, e), e->value);
}

int config_to_doubles(const struct config *c, const struct config_entry *e, int n, double *out)
{
    const char *p = e->value;
    for (int i = 0; i < n; i++) {
        /* Blanks, commas or both between the numbers. */
        while (isspace((unsigned char)*p) || (*p == ',' && i > 0))
            p++;
        char *end;
        out[i] = text_scan_double(p, &end);
        if (end == p || out[i] != out[i])
            return error_set("%s = %s: %d numbers are needed here, with spaces or commas between",
                             config_place(c, e), e->value, n);
        p = end;
    }
    while (isspace((unsigned char)*p))
        p++;
    if (*p != '\0')
        return error_set("%s = %s: %d numbers are needed here, with spaces or commas between",
                         config_place(c, e), e->value, n);
    return 0;
}

char *config_resolve_path(const struct config *c, const char *value)
{
    return text_join_path(c->dir, value);
}
