/* case_changes.c: the rows of case_options.inc again, as numbers. */
#include "case/case_changes.h"

#include "text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum row_type { ROW_NUMBER, ROW_INTEGER, ROW_SWITCH, ROW_WORD, ROW_VECTOR, ROW_TEXT };

struct row {
    enum row_type type;
    const char *section, *key;
    size_t offset;
    int n;               /* numbers */
    double fallback;     /* of all but vectors */
    const char *choices; /* of words */
};

static const struct row rows[] = {
#define AT(member) offsetof(struct case_file, member)
#define SECTION(name, help)
#define NUMBER(section, key, member, fallback, least, most, unit, help) \
    {ROW_NUMBER, #section, #key, AT(member), 1, fallback, NULL},
#define INTEGER(section, key, member, fallback, least, most, unit, help) \
    {ROW_INTEGER, #section, #key, AT(member), 1, fallback, NULL},
#define SWITCH(section, key, member, fallback, help) {ROW_SWITCH, #section, #key, AT(member), 1, fallback, NULL},
#define WORD(section, key, member, type, fallback, choices, help) \
    {ROW_WORD, #section, #key, AT(member), 1, fallback, choices},
#define VECTOR(section, key, member, n, fallback, least, most, unit, help) \
    {ROW_VECTOR, #section, #key, AT(member), n, 0, NULL},
#define TEXT(section, key, member, help) {ROW_TEXT, #section, #key, AT(member), 0, NAN, NULL},
#include "case/case_options.inc"
};

enum { N_ROWS = sizeof rows / sizeof *rows };

/* How many numbers the rows have: checkpoints have room for CASE_SETTINGS_MOST. */
enum {
    N_SETTINGS = 0
#define SECTION(name, help)
#define NUMBER(section, key, member, fallback, least, most, unit, help) +1
#define INTEGER(section, key, member, fallback, least, most, unit, help) +1
#define SWITCH(section, key, member, fallback, help) +1
#define WORD(section, key, member, type, fallback, choices, help) +1
#define VECTOR(section, key, member, n, fallback, least, most, unit, help) +n
#define TEXT(section, key, member, help)
#include "case/case_options.inc"
};
_Static_assert((int)N_SETTINGS <= (int)CASE_SETTINGS_MOST, "settings that checkpoints keep");

/* Every setting as a double, which checkpoints store as one array: words by their place in the list of choices,
 * switches 0 or 1.
 * Whole numbers are exact up to 2^53, more than any key takes. */
static double number_of(const struct case_file *c, const struct row *r, int k)
{
    const char *member = (const char *)c + r->offset;
    int choice;
    switch (r->type) {
    case ROW_NUMBER:
    case ROW_VECTOR:
        return ((const double *)(const void *)member)[k];
    case ROW_INTEGER:
        return (double)*(const long *)(const void *)member;
    case ROW_SWITCH:
        return *(const bool *)(const void *)member;
    case ROW_WORD:
        memcpy(&choice, member, sizeof choice);
        return choice;
    case ROW_TEXT: /* has no numbers */
        break;
    }
    return NAN;
}

static bool is_given(const struct case_file *c, const struct row *r)
{
    for (int i = 0; i < c->config.n_entries; i++)
        if (strcmp(c->config.entry[i].section, r->section) == 0 && strcmp(c->config.entry[i].key, r->key) == 0)
            return true;
    return false;
}

void case_settings(const struct case_file *c, struct case_settings *s)
{
    memset(s, 0, sizeof *s);
    for (const struct row *r = rows; r < rows + N_ROWS; r++) {
        for (int k = 0; k < r->n; k++)
            s->value[s->n++] = number_of(c, r, k);
        s->given[s->n_keys++] = is_given(c, r);
    }
}

/* ---- changes ---- */

/* NaN is "not given", and equal to itself here. */
static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool differs(const struct case_file *c, const struct row *r, const double *old)
{
    for (int k = 0; k < r->n; k++)
        if (!is_same(number_of(c, r, k), old[k]))
            return true;
    return false;
}

/* Of the keys that a Reynolds number gives values to: with inviscid flow they have none and change nothing. */
static bool is_of_viscosity(const struct row *r)
{
    return strcmp(r->section, "flow") == 0 &&
           (strcmp(r->key, "viscosity") == 0 || strcmp(r->key, "viscosity_temperature") == 0);
}

/* Does the user decide it, now or then, and does it change the flow?
 * What has been given neither time was worked out by the program, as a time step from a period, and follows from
 * settings that are listed themselves. With [target] the angle of attack is the program's too.
 * given_then: NULL of a checkpoint that does not say; then a default now may be a key that has been left out. */
static bool counts(const struct case_file *c, const struct row *r, const double *given_then)
{
    bool steps = strcmp(r->section, "time") == 0 && strcmp(r->key, "steps") == 0;
    bool idle = is_of_viscosity(r) && !equations_are_viscous(c->model);
    bool alpha = strcmp(r->section, "flow") == 0 && strcmp(r->key, "alpha") == 0 && !isnan(c->target_cl);
    bool then = given_then ? *given_then == 1 : r->type == ROW_VECTOR || is_same(number_of(c, r, 0), r->fallback);
    return !steps && !alpha && !idle && (then || is_given(c, r));
}

static void value_text(const struct row *r, const double *value, size_t size, char *text)
{
    size_t n = 0;
    const char *word = r->choices;
    text[0] = '\0';
    /* The word of that number among the choices; of a number beyond them, as an older program may have
     * written, the last. */
    for (int k = 0; word && k < value[0] && strchr(word, '|'); k++)
        word = strchr(word, '|') + 1;
    if (word)
        snprintf(text, size, "%.*s", (int)strcspn(word, "|"), word);
    else if (r->type == ROW_SWITCH)
        snprintf(text, size, "%s", value[0] != 0 ? "yes" : "no");
    else if (isnan(value[0]))
        snprintf(text, size, "not given");
    else
        for (int k = 0; k < r->n && n < size; k++)
            n += (size_t)snprintf(text + n, size - n, "%s%.6g", k > 0 ? " " : "", value[k]);
}

/* Another number of settings is another version of the program, whose rows cannot be told apart by position: nothing
 * is said. */
void case_changes(const struct case_file *c, const struct case_settings *old, size_t size, char *text)
{
    struct case_settings now;
    case_settings(c, &now);
    text[0] = '\0';
    if (old->n != now.n)
        return;
    int at = 0;
    for (const struct row *r = rows; r < rows + N_ROWS; at += r->n, r++) {
        char from[128], to[128], line[352];
        const double *given_then = old->n_keys == now.n_keys ? &old->given[r - rows] : NULL;
        if (!differs(c, r, old->value + at) || !counts(c, r, given_then))
            continue;
        value_text(r, old->value + at, sizeof from, from);
        value_text(r, now.value + at, sizeof to, to);
        snprintf(line, sizeof line, "%s.%s %s -> %s", r->section, r->key, from, to);
        if (!text_list_add(text, size, line))
            return;
    }
}
