/* case_table.c: what is done with a row: its default, its value from the file, its range, the echo, the reference. */
#include "case/case_table.h"
#include "case/case_choices.h"
#include "case/case_hints.h"

#include "error.h"
#include "text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* Defaults of vectors are texts of the table, which need no checks. */
static void numbers_from_text(const char *text, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        char *end;
        out[i] = strtod(text, &end);
        text = end;
    }
}

/* Enumerators are numbered as the words are, and all enums have the size of an int. */
_Static_assert(sizeof(enum up_axis) == sizeof(int) && sizeof(enum flux_scheme) == sizeof(int),
               "enums are stored as int");

static void set_choice(void *value, int k)
{
    memcpy(value, &k, sizeof k);
}

/* Word number k of choices "a|b|c", into word. k: 0 .. number of words - 1. */
static void choice_word(const char *choices, int k, char word[WORD_SIZE])
{
    for (; k > 0; k--)
        choices = strchr(choices, '|') + 1;
    int length = (int)strcspn(choices, "|");
    snprintf(word, WORD_SIZE, "%.*s", length, choices);
}

/* The place of a word in choices; -1: it is none of them.
 * A whole word only: neither a beginning of one nor "a|b", which the table's text would contain. */
static int choice_find(const char *choices, const char *word)
{
    size_t length = strlen(word);
    int k = 0;
    if (strchr(word, '|'))
        return -1;
    for (const char *p = choices; p; p = strchr(p, '|') ? strchr(p, '|') + 1 : NULL, k++)
        if (strncmp(p, word, length) == 0 && (p[length] == '|' || p[length] == '\0'))
            return k;
    return -1;
}

/* By memcpy(), since the value's type is an enum of its own. */
const char *case_row_word(const struct case_row *r, const void *value, char word[WORD_SIZE])
{
    int k;
    memcpy(&k, value, sizeof k);
    choice_word(r->choices, k, word);
    return word;
}

/* An integer's and a switch's default is kept as a double in the row. */
void case_row_default(const struct case_row *r, void *value)
{
    switch (r->type) {
    case CASE_SECTION:
        break;
    case CASE_NUMBER:
        *(double *)value = r->number;
        break;
    case CASE_INTEGER:
        *(long *)value = (long)r->number;
        break;
    case CASE_SWITCH:
        *(bool *)value = r->number != 0;
        break;
    case CASE_WORD:
        set_choice(value, (int)r->number);
        break;
    case CASE_VECTOR:
        numbers_from_text(r->text, r->n, value);
        break;
    case CASE_TEXT:
        *(const char **)value = NULL;
        break;
    }
}

static int read_word(struct config *c, const struct config_entry *e, const struct case_row *r, void *value)
{
    int k = choice_find(r->choices, e->value);
    if (k < 0)
        return case_refuse_word(c, e, r->choices);
    set_choice(value, k);
    return 0;
}

/* Numbers just read must be finite and in the range of their row. value: [n]. */
static int check_range(const struct config *c, const struct config_entry *e, const struct case_row *r, int n,
                       const double *value)
{
    for (int i = 0; i < n; i++) {
        if (!isfinite(value[i]))
            return error_set("%s = %s: a finite number is needed here", config_place(c, e), e->value);
        /* Both ends are allowed; what may not be zero is checked by name behind this (check_ranges()). */
        if (!(value[i] >= r->least && value[i] <= r->most))
            return error_set("%s = %s: must be %sfrom %g to %g%s%s%s", config_place(c, e), e->value,
                             r->least > 0 ? "positive, " : "", r->least, r->most, r->unit[0] ? " " : "", r->unit,
                             case_hint_range(r->section, r->key, value[i]));
    }
    return 0;
}

/* A word in place of a number may be another program's. */
static int read_number(struct config *c, const struct config_entry *e, const struct case_row *r, void *value)
{
    const char *hint = case_hint_value(r->section, r->key, e->value);
    if (hint)
        return error_set("%s = %s: a number is needed here; %s", config_place(c, e), e->value, hint);
    return config_to_double(c, e, value) || check_range(c, e, r, 1, value);
}

static int read_integer(struct config *c, const struct config_entry *e, const struct case_row *r, void *value)
{
    TRY(config_to_long(c, e, value));
    const double number = (double)*(long *)value;
    return check_range(c, e, r, 1, &number);
}

static int read_entry(struct config *c, const struct config_entry *e, const struct case_row *r, void *value)
{
    switch (r->type) {
    case CASE_NUMBER:
        return read_number(c, e, r, value);
    case CASE_INTEGER:
        return read_integer(c, e, r, value);
    case CASE_SWITCH:
        return config_to_bool(c, e, value);
    case CASE_WORD:
        return read_word(c, e, r, value);
    case CASE_VECTOR:
        return config_to_doubles(c, e, r->n, value) ||
               check_range(c, e, r, r->n, value);
    case CASE_TEXT:
        *(const char **)value = e->value;
        return e->value[0] ? 0 : error_set("%s: a name is needed here", config_place(c, e));
    case CASE_SECTION:
        break;
    }
    return 0;
}

/* Values that a later entry overrides are read first: a slip in one of them is a slip, and the last one counts. */
static int read_entries(struct config *c, const struct config_entry *e, const struct case_row *r, void *value)
{
    const struct config_entry *before = config_overridden(c, e);
    return (before && read_entries(c, before, r, value)) || read_entry(c, e, r, value);
}

/* config_find() marks the entry as known, whatever comes of its value. */
int case_row_read(struct config *c, const struct case_row *r, void *value)
{
    const struct config_entry *e = r->type == CASE_SECTION ? NULL : config_find(c, r->section, r->key);
    return e ? read_entries(c, e, r, value) : 0;
}

/* ---- echo and reference ---- */

/* A name that is not given is null, as numbers are. */
static void echo_text(struct json *j, const char *key, const char *text)
{
    if (text)
        json_text(j, key, text);
    else
        json_number(j, key, NAN);
}

/* As read or by default: run.json has every key, so that a run can be repeated from it. */
void case_row_echo(const struct case_row *r, const void *value, struct json *j)
{
    char word[WORD_SIZE];
    switch (r->type) {
    case CASE_SECTION:
        break;
    case CASE_NUMBER:
        json_number(j, r->key, *(const double *)value);
        break;
    case CASE_INTEGER:
        json_integer(j, r->key, *(const long *)value);
        break;
    case CASE_SWITCH:
        json_bool(j, r->key, *(const bool *)value);
        break;
    case CASE_WORD:
        json_text(j, r->key, case_row_word(r, value, word));
        break;
    case CASE_VECTOR:
        json_array(j, r->key);
        for (int i = 0; i < r->n; i++)
            json_number(j, NULL, ((const double *)value)[i]);
        json_close(j);
        break;
    case CASE_TEXT:
        echo_text(j, r->key, *(const char *const *)value);
        break;
    }
}

static void print_default(const struct case_row *r)
{
    char word[WORD_SIZE];
    if (r->type == CASE_WORD) {
        choice_word(r->choices, (int)r->number, word);
        printf("%s", word);
    } else if (r->type == CASE_VECTOR)
        printf("%s", r->text);
    else if (r->type == CASE_SWITCH)
        printf("%s", r->number != 0 ? "yes" : "no");
    else if (isnan(r->number))
        printf("not given");
    else
        printf("%g", r->number);
}

static void print_choices(const char *choices)
{
    printf(". One of: ");
    for (const char *p = choices; *p; p++)
        if (*p == '|')
            printf("`, `");
        else
            printf("%s%c", p == choices ? "`" : "", *p);
    printf("`.");
}

void case_row_print(const struct case_row *r)
{
    if (r->type == CASE_SECTION) {
        printf("\n## [%s]: %s\n\n"
               "| key | default | range | unit | meaning |\n|---|---|---|---|---|\n", r->section, r->help);
        return;
    }
    printf("| `%s` | ", r->key);
    print_default(r);
    if (r->type == CASE_NUMBER || r->type == CASE_INTEGER || r->type == CASE_VECTOR)
        printf(" | %g to %g", r->least, r->most);
    else
        printf(" | ");
    printf(" | %s | %s", r->unit, r->help);
    if (r->type == CASE_WORD)
        print_choices(r->choices);
    printf(" |\n");
}
