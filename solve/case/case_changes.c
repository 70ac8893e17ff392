/* case_changes.c: the values of all rows of the case file as numbers. */
#include "case/case_changes.h"

#include "case/case_table.h"
#include "error.h"
#include "features/features.h"
#include "hash.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How many numbers a row has. */
static int count(const struct case_row *r)
{
    switch (r->type) {
    case CASE_VECTOR:
        return r->n;
    case CASE_SECTION:
    case CASE_TEXT:
        return 0;
    case CASE_NUMBER:
    case CASE_INTEGER:
    case CASE_SWITCH:
    case CASE_WORD:
        break;
    }
    return 1;
}

/* Every setting as a double, which checkpoints store as one array: words by their place in the list of choices,
 * switches 0 or 1.
 * Whole numbers are exact up to 2^53, more than any key takes. */
static double number_of(const struct case_walk *w, int k)
{
    int choice;
    switch (w->row->type) {
    case CASE_NUMBER:
    case CASE_VECTOR:
        return ((const double *)w->value)[k];
    case CASE_INTEGER:
        return (double)*(const long *)w->value;
    case CASE_SWITCH:
        return *(const bool *)w->value;
    case CASE_WORD:
        memcpy(&choice, w->value, sizeof choice);
        return choice;
    case CASE_SECTION: /* have no numbers */
    case CASE_TEXT:
        break;
    }
    return NAN;
}

static bool is_given(const struct case_file *c, const struct case_row *r)
{
    for (int i = 0; i < c->config.n_entries; i++)
        if (strcmp(c->config.entry[i].section, r->section) == 0 && strcmp(c->config.entry[i].key, r->key) == 0)
            return true;
    return false;
}

/* The first 53 bits, which a double holds exactly. */
static double keys_of(uint64_t hash)
{
    return (double)(hash >> 11);
}

void case_settings(const struct case_file *c, struct case_settings *s)
{
    uint64_t keys = HASH_BYTES_BEGIN;
    memset(s, 0, sizeof *s);
    for (struct case_walk w = {0}; case_walk(c, &w);) {
        if (w.row->type == CASE_SECTION)
            continue;
        if (s->n + count(w.row) > CASE_SETTINGS_MOST || s->n_keys == CASE_SETTINGS_MOST)
            FATAL("[%s] %s: the case file has more than %d numbers; raise CASE_SETTINGS_MOST", w.row->section,
                  w.row->key, CASE_SETTINGS_MOST);
        for (int k = 0; k < count(w.row); k++)
            s->value[s->n++] = number_of(&w, k);
        s->given[s->n_keys++] = is_given(c, w.row);
        keys = hash_bytes(keys, w.row->section, strlen(w.row->section) + 1);
        keys = hash_bytes(keys, w.row->key, strlen(w.row->key) + 1);
    }
    s->keys = keys_of(keys);
}

/* ---- changes ---- */

/* NaN is "not given", and equal to itself here. */
static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool differs(const struct case_walk *w, const double *old)
{
    for (int k = 0; k < count(w->row); k++)
        if (!is_same(number_of(w, k), old[k]))
            return true;
    return false;
}

/* Of the keys that a Reynolds number gives values to: with inviscid flow they have none and change nothing. */
static bool is_of_viscosity(const struct case_row *r)
{
    return strcmp(r->section, "flow") == 0 &&
           (strcmp(r->key, "viscosity") == 0 || strcmp(r->key, "viscosity_temperature") == 0);
}

/* Does the user decide it, now or then, and does it change the flow?
 * What has been given neither time was worked out by the program, as a time step from a period, and follows from
 * settings that are listed themselves. So is what a feature sets. */
static bool counts(const struct case_file *c, const struct case_walk *w, bool given_then)
{
    const struct case_row *r = w->row;
    bool steps = strcmp(r->section, "time") == 0 && strcmp(r->key, "steps") == 0;
    bool idle = is_of_viscosity(r) && !equations_are_viscous(c->model.equations);
    char key[2 * NAME_SIZE];
    snprintf(key, sizeof key, "%s.%s", r->section, r->key);
    return !steps && !idle && !features_set_key(c->features, key) && (given_then || is_given(c, r));
}

static void value_text(const struct case_row *r, const double *value, size_t size, char *text)
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
    else if (r->type == CASE_SWITCH)
        snprintf(text, size, "%s", value[0] != 0 ? "yes" : "no");
    else if (isnan(value[0]))
        snprintf(text, size, "not given");
    else
        for (int k = 0; k < count(r) && n < size; k++)
            n += (size_t)snprintf(text + n, size - n, "%s%.6g", k > 0 ? " " : "", value[k]);
}

/* Other keys are those of another version of the program, or of one built with other features: nothing is said. */
void case_changes(const struct case_file *c, const struct case_settings *old, size_t size, char *text)
{
    struct case_settings now;
    case_settings(c, &now);
    text[0] = '\0';
    if (old->n != now.n || old->n_keys != now.n_keys || old->keys != now.keys)
        return;
    int at = 0, key = 0;
    for (struct case_walk w = {0}; case_walk(c, &w); at += count(w.row), key += w.row->type != CASE_SECTION) {
        const struct case_row *r = w.row;
        char from[128], to[128], line[352];
        if (!differs(&w, old->value + at) || !counts(c, &w, old->given[key] == 1))
            continue;
        value_text(r, old->value + at, sizeof from, from);
        value_text(r, now.value + at, sizeof to, to);
        snprintf(line, sizeof line, "%s.%s %s -> %s", r->section, r->key, from, to);
        if (!text_list_add(text, size, line))
            return;
    }
}
