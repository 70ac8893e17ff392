/* case_record.c: the lines of [probes], [series] and [actuators], the files of numbers that they name, and their names,
 * numbers and words. */
#include "case/case_record.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "protect.h"
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Asked before any line is read, so that a script gone wrong is told at once. */
static int check_lines(const struct case_file *c, const char *section)
{
    int n = 0;
    for (int i = 0; i < c->config.n_entries; i++)
        n += strcmp(c->config.entry[i].section, section) == 0;
    if (n <= CASE_RECORD_LINES_MOST)
        return 0;
    const char *advice = strcmp(section, "probes") == 0 ? ", or put many points into one set, points file=NAME" : "";
    return error_set("%s: [%s] has %d lines, more than %d; leave some out%s", c->config.path, section, n,
                     CASE_RECORD_LINES_MOST, advice);
}

int case_record_lines(const struct case_file *c, const char *section,
                      int (*read)(const struct case_file *c, const struct config_entry *e, void *to),
                      void (*forget)(void *to), void *to)
{
    TRY(check_lines(c, section));
    for (int overridden = 1; overridden >= 0; overridden--)
        for (int i = 0; i < c->config.n_entries; i++) {
            const struct config_entry *e = &c->config.entry[i];
            if (strcmp(e->section, section) != 0 || e->overridden != (bool)overridden)
                continue;
            TRY(read(c, e, to));
            if (overridden)
                forget(to);
        }
    return 0;
}

/* Does another word behind this one, up to its =, begin with the same? */
static bool comes_again(const char *word, size_t length)
{
    for (const char *at = word + strcspn(word, " \t"); *at; at += strcspn(at, " \t")) {
        at += strspn(at, " \t");
        if (strncmp(at, word, length) == 0)
            return true;
    }
    return false;
}

int case_record_once(const struct case_file *c, const struct config_entry *e)
{
    for (const char *at = e->value; *at; at += strcspn(at, " \t")) {
        at += strspn(at, " \t");
        size_t length = strcspn(at, "= \t");
        bool is_list = (length == 2 && strncmp(at, "at", 2) == 0) || (length == 4 && strncmp(at, "file", 4) == 0);
        if (at[length] == '=' && !is_list && comes_again(at, length + 1))
            return error_set("%s = %s: %.*s is given twice; keep one of them", config_place(&c->config, e), e->value,
                             (int)length, at);
    }
    return 0;
}

int case_record_pairs(const struct case_file *c, const struct config_entry *e,
                      int (*begin)(void *to, const char *shape), int (*pair)(void *to, const char *key, char *value),
                      void *to)
{
    TRY(case_record_once(c, e));
    char *text = text_format("%s", e->value), *rest = NULL, *word = strtok_r(text, " \t", &rest);
    int status = begin(to, word ? word : "");
    while (status == 0 && (word = strtok_r(NULL, " \t", &rest))) {
        char *equals = strchr(word, '=');
        if (equals)
            *equals = '\0';
        status = equals ? pair(to, word, equals + 1)
                        : error_set("%s = %s: '%s' is not key=value", config_place(&c->config, e), e->value, word);
    }
    mem_free(text);
    return status;
}

/* ---- files of numbers ---- */

/* A first row of names: it begins with a letter and no number, which nan and inf are here. */
static bool is_heading(const char *text)
{
    const char *word = text + strspn(text, " \t\"");
    char *end;
    strtod(word, &end);
    return isalpha((unsigned char)word[0]) && (end == word || !strchr(" \t,;\"", end[0]));
}

int case_record_rows(const struct case_file *c, const struct config_entry *e, const char *name, const char *what,
                     int (*take)(void *to, const struct case_record_row *row), void *to)
{
    char *path = config_resolve_path(&c->config, name), *text = NULL;
    struct case_record_row row = {.c = c, .e = e, .path = path};
    size_t bytes;
    protect_file(path);
    int status = in_file_read(path, what, &text, &bytes);
    if (status == 0 && memchr(text, '\0', bytes))
        status = error_set("%s: %s: holds a zero byte, so it is not a text file; save it as plain text (UTF-8)",
                           config_place(&c->config, e), path);
    for (char *rest = status == 0 ? text_behind_mark(text) : NULL; status == 0 && (row.text = strsep(&rest, "\n"));) {
        row.number++;
        row.text[strcspn(row.text, "#\r\n")] = '\0';
        if (row.text[strspn(row.text, " \t")] && !(row.number == 1 && is_heading(row.text)))
            status = take(to, &row);
    }
    mem_free(text);
    mem_free(path);
    return status;
}

/* ---- words of a line ---- */

int case_record_name(const struct case_file *c, const struct config_entry *e)
{
    /* Not isalnum(), whose letters depend on the locale; and no dot, which a suffix follows. A leading
     * dash would look like an option to commands. */
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    if (e->key[0] != '-' && strspn(e->key, allowed) == strlen(e->key) && strlen(e->key) < NAME_SIZE - 8)
        return 0;
    return error_set("%s: the name of a set becomes that of a file; use letters, digits, _ and -, at most %d of them",
                     config_place(&c->config, e), NAME_SIZE - 9);
}

int case_record_numbers(const struct case_file *c, const struct config_entry *e, const char *key, char *text,
                        struct case_record_range in, double *value)
{
    const int n = in.n;
    char *rest = text, *part;
    int found = 0;
    /* strsep() gives empty parts too, as of "1,,2", which are no numbers. */
    while ((part = strsep(&rest, ",")) && found < n) {
        if (text_to_double(part, &value[found]) != 0 || !(value[found] >= in.least && value[found] <= in.most))
            return error_set("%s: %s needs %d number%s of %g to %g%s, not '%s'", config_place(&c->config, e), key, n,
                             n > 1 ? "s" : "", in.least, in.most, n > 1 ? " with commas between" : "", part);
        found++;
    }
    return found == n && !part ? 0
                               : error_set("%s: %s needs %d number%s with nothing but commas between",
                                           config_place(&c->config, e), key, n, n > 1 ? "s" : "");
}

int case_record_integers(const struct case_file *c, const struct config_entry *e, const char *key, char *text, int n,
                         long least, long *value)
{
    /* Read as numbers, so that 1e6 is a whole number too. */
    double number[2] = {0, 0};
    if (n > 2)
        FATAL("case_record_integers: %d numbers; 2 are possible", n);
    TRY(case_record_numbers(c, e, key, text, (struct case_record_range){n, (double)least, CASE_RECORD_MOST}, number));
    for (int i = 0; i < n; i++) {
        value[i] = (long)number[i];
        if ((double)value[i] != number[i])
            return error_set("%s: %s needs whole numbers, not %g", config_place(&c->config, e), key, number[i]);
    }
    return 0;
}

int case_record_words(const struct case_file *c, const struct config_entry *e, char *text,
                      const struct case_record_choice *choice, int *chosen, int *n_chosen)
{
    *n_chosen = 0;
    for (char *rest = text, *part; (part = strsep(&rest, ","));) {
        int v = 0;
        while (v < choice->n && strcmp(choice->name[v], part) != 0)
            v++;
        const char *near = text_nearest(part, choice->name, choice->n);
        if (v == choice->n && e->overridden)
            continue; /* what there is may depend on a key that is overridden, too */
        if (v == choice->n)
            return error_set("%s: there is no %s '%s'%s%s%s", config_place(&c->config, e), choice->what, part,
                             near ? "; did you mean " : "; write for example ", near ? near : choice->example,
                             near ? "?" : "");
        for (int k = 0; k < *n_chosen; k++)
            if (chosen[k] == v)
                return error_set("%s: %s '%s' is named twice; remove one", config_place(&c->config, e), choice->what,
                                 part);
        chosen[(*n_chosen)++] = v;
    }
    return 0;
}

int case_record_steps(const struct case_file *c, const struct config_entry *e, long every, double interval,
                      int64_t *n)
{
    *n = every > 0 ? every : 1;
    if (isnan(interval))
        return 0;
    if (every > 0)
        return error_set("%s: every and interval both say how often; leave one out", config_place(&c->config, e));
    if (e->overridden)
        return 0; /* written for another step, perhaps */
    if (isnan(c->time.dt) || !isnan(c->time.tolerance))
        return error_set("%s: interval needs steps of a fixed length, [time] dt; or give every=N steps",
                         config_place(&c->config, e));
    /* Within a millionth: both are decimal fractions that a double holds rounded. */
    double steps = interval / c->time.dt, whole = round(steps);
    if (!(whole >= 1) || whole > 1e9 || fabs(steps - whole) > 1e-6 * whole)
        return error_set("%s: an interval of %g s is not a multiple of [time] dt = %g s (%g steps); change one of them",
                         config_place(&c->config, e), interval, c->time.dt, steps);
    *n = (int64_t)whole;
    return 0;
}
