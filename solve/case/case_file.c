/* case_file.c: reads a case file by the rows of case_options.inc: defaults, the file, --set,
 * ranges, the free stream; and prints the rows as the reference.
 */
#include "case/case_file.h"
#include "case/case_hints.h"
#include "case/case_parts.h"

#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "physics/inviscid.h"
#include "physics/limiter.h"
#include "text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum option_type {
    OPTION_SECTION, OPTION_NUMBER, OPTION_INTEGER, OPTION_SWITCH, OPTION_WORD, OPTION_VECTOR, OPTION_TEXT
};

struct option {
    enum option_type type;
    const char *section, *key;
    size_t offset;
    int n;                              /* of a vector */
    double number;                      /* default of numbers, integers, switches, words (their enumerator) */
    const char *text, *choices;         /* default of vectors; the words */
    const char *unit, *help;
    double least, most;                 /* of numbers, integers and vectors */
};

static const struct option options[] = {
#define AT(member) offsetof(struct case_file, member)
#define SECTION(name, help) {OPTION_SECTION, #name, "", 0, 0, 0, NULL, NULL, "", help, 0, 0},
#define NUMBER(section, key, member, fallback, least, most, unit, help)                            \
    {OPTION_NUMBER, #section, #key, AT(member), 0, fallback, NULL, NULL, unit, help, least, most},
#define INTEGER(section, key, member, fallback, least, most, unit, help)                                        \
    {OPTION_INTEGER, #section, #key, AT(member), 0, fallback, NULL, NULL, unit, help, least, most},
#define SWITCH(section, key, member, fallback, help)                                               \
    {OPTION_SWITCH, #section, #key, AT(member), 0, fallback, NULL, NULL, "", help, 0, 0},
#define WORD(section, key, member, type, fallback, choices, help)                                  \
    {OPTION_WORD, #section, #key, AT(member), 0, fallback, NULL, choices, "", help, 0, 0},
#define VECTOR(section, key, member, n, fallback, least, most, unit, help)                         \
    {OPTION_VECTOR, #section, #key, AT(member), n, 0, fallback, NULL, unit, help, least, most},
#define TEXT(section, key, member, help) {OPTION_TEXT, #section, #key, AT(member), 0, NAN, NULL, NULL, "", help, 0, 0},
#include "case/case_options.inc"
};

enum { N_OPTIONS = sizeof options / sizeof *options };

/* The row's member of *c; the type of the row tells what is there. */
static void *member(const struct case_file *c, const struct option *o)
{
    return (char *)(uintptr_t)c + o->offset;
}

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

static void set_choice(struct case_file *c, const struct option *o, int k)
{
    memcpy(member(c, o), &k, sizeof k);
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

/* By memcpy(), since the member's type is an enum of its own. */
static const char *get_choice(const struct case_file *c, const struct option *o, char word[WORD_SIZE])
{
    int k;
    memcpy(&k, member(c, o), sizeof k);
    choice_word(o->choices, k, word);
    return word;
}

/* Before the file is read; an integer's and a switch's default is kept as a double in the row. */
static void set_defaults(struct case_file *c)
{
    for (const struct option *o = options; o < options + N_OPTIONS; o++)
        switch (o->type) {
        case OPTION_SECTION:
            break;
        case OPTION_NUMBER:
            *(double *)member(c, o) = o->number;
            break;
        case OPTION_INTEGER:
            *(long *)member(c, o) = (long)o->number;
            break;
        case OPTION_SWITCH:
            *(bool *)member(c, o) = o->number != 0;
            break;
        case OPTION_WORD:
            set_choice(c, o, (int)o->number);
            break;
        case OPTION_VECTOR:
            numbers_from_text(o->text, o->n, member(c, o));
            break;
        case OPTION_TEXT:
            *(const char **)member(c, o) = NULL;
            break;
        }
}

static int read_word(struct case_file *c, const struct config_entry *e, const struct option *o)
{
    int k = choice_find(o->choices, e->value);
    if (k < 0)
        return case_refuse_word(&c->config, e, o->choices);
    set_choice(c, o, k);
    return 0;
}

/* Numbers just read must be finite and in the range of their row. value: [n]. */
static int check_range(const struct case_file *c, const struct config_entry *e, const struct option *o, int n,
                       const double *value)
{
    for (int i = 0; i < n; i++) {
        if (!isfinite(value[i]))
            return error_set("%s = %s: a finite number is needed here", config_place(&c->config, e), e->value);
        /* Both ends are allowed; what may not be zero is checked by name behind this (check_ranges()). */
        if (!(value[i] >= o->least && value[i] <= o->most))
            return error_set("%s = %s: must be %sfrom %g to %g%s%s%s", config_place(&c->config, e), e->value,
                             o->least > 0 ? "positive, " : "", o->least, o->most, o->unit[0] ? " " : "", o->unit,
                             case_hint_range(o->section, o->key, value[i]));
    }
    return 0;
}

/* A word in place of a number may be another program's. */
static int read_number(struct case_file *c, const struct config_entry *e, const struct option *o)
{
    const char *hint = case_hint_value(o->section, o->key, e->value);
    if (hint)
        return error_set("%s = %s: a number is needed here; %s", config_place(&c->config, e), e->value, hint);
    return config_to_double(&c->config, e, member(c, o)) || check_range(c, e, o, 1, member(c, o));
}

static int read_integer(struct case_file *c, const struct config_entry *e, const struct option *o)
{
    TRY(config_to_long(&c->config, e, member(c, o)));
    const double value = (double)*(long *)member(c, o);
    return check_range(c, e, o, 1, &value);
}

static int read_entry(struct case_file *c, const struct config_entry *e, const struct option *o)
{
    switch (o->type) {
    case OPTION_NUMBER:
        return read_number(c, e, o);
    case OPTION_INTEGER:
        return read_integer(c, e, o);
    case OPTION_SWITCH:
        return config_to_bool(&c->config, e, member(c, o));
    case OPTION_WORD:
        return read_word(c, e, o);
    case OPTION_VECTOR:
        return config_to_doubles(&c->config, e, o->n, member(c, o)) ||
               check_range(c, e, o, o->n, member(c, o));
    case OPTION_TEXT:
        *(const char **)member(c, o) = e->value;
        return e->value[0] ? 0 : error_set("%s: a name is needed here", config_place(&c->config, e));
    case OPTION_SECTION:
        break;
    }
    return 0;
}

/* Values that a later entry overrides are read first: a slip in one of them is a slip, and the last one counts. */
static int read_entries(struct case_file *c, const struct config_entry *e, const struct option *o)
{
    const struct config_entry *before = config_overridden(&c->config, e);
    return (before && read_entries(c, before, o)) || read_entry(c, e, o);
}

/* config_find() marks the entry as known, whatever comes of its value. */
static int read_option(struct case_file *c, const struct option *o)
{
    const struct config_entry *e = config_find(&c->config, o->section, o->key);
    return e ? read_entries(c, e, o) : 0;
}

/* Sections whose keys are the user's names, besides those of features. */
static const char *const named_sections[] = {"patches", "groups", "actuators", "synthetic_turbulence"};
enum { N_NAMED_SECTIONS = sizeof named_sections / sizeof *named_sections, SECTIONS_MOST = N_OPTIONS + 32 };

/* Sections in the order of the table, then those whose keys are names; how many there are. */
static int list_sections(const char *names[SECTIONS_MOST])
{
    int n = 0;
    for (const struct option *o = options; o < options + N_OPTIONS; o++)
        if (o->type == OPTION_SECTION)
            names[n++] = o->section;
    for (int k = 0; k < N_NAMED_SECTIONS; k++)
        names[n++] = named_sections[k];
    for (int k = 0; features_section(k) && n < SECTIONS_MOST; k++)
        names[n++] = features_section(k);
    return n;
}

static int refuse_section(const struct case_file *c, const struct config_entry *e)
{
    const char *names[SECTIONS_MOST], *near = case_hint_section(e->section);
    char list[400] = "";
    int n = list_sections(names);
    for (int i = 0; i < n; i++)
        text_list_add(list, sizeof list, names[i]);
    near = near ? near : text_nearest(e->section, names, n);
    return error_set("%s: unknown section '%s'%s%s%s; sections are %s; ufv-solve --case-reference lists their keys",
                     config_place(&c->config, e), e->section, near ? ", did you mean '" : "", near ? near : "",
                     near ? "'" : "", list);
}

/* An entry that no option asked for: say what is probably meant, by the words of other programs, by a key of that
 * name in another section, or by the nearest key of its own section. */
static int refuse_key(const struct case_file *c, const struct config_entry *e)
{
    const char *keys[N_OPTIONS], *hint = case_hint_key(e->section, e->key), *elsewhere = NULL;
    int n = 0;
    for (const struct option *o = options; o < options + N_OPTIONS; o++) {
        if (o->type == OPTION_SECTION)
            continue;
        if (strcmp(o->section, e->section) == 0)
            keys[n++] = o->key;
        else if (!elsewhere && strcmp(o->key, e->key) == 0)
            elsewhere = o->section;
    }
    const char *near = text_nearest(e->key, keys, n);
    char *meant = hint        ? text_format("; %s", hint)
                  : elsewhere ? text_format("; [%s] has a key of that name", elsewhere)
                              : text_format("%s%s%s", near ? ", did you mean '" : "", near ? near : "",
                                            near ? "'" : "");
    int status = error_set("%s: unknown key '%s'%s; all keys are listed by ufv-solve --case-reference",
                           config_place(&c->config, e), e->key, meant);
    mem_free(meant);
    return status;
}

static bool has_names_for_keys(const char *section)
{
    for (int k = 0; k < N_NAMED_SECTIONS; k++)
        if (strcmp(section, named_sections[k]) == 0)
            return true;
    for (int k = 0; features_section(k); k++)
        if (strcmp(section, features_section(k)) == 0)
            return true;
    return false;
}

static bool is_section(const char *name)
{
    bool known = has_names_for_keys(name);
    for (const struct option *o = options; o < options + N_OPTIONS && !known; o++)
        known = strcmp(o->section, name) == 0;
    return known;
}

static int refuse_unknown(const struct case_file *c, const struct config_entry *e)
{
    return is_section(e->section) ? refuse_key(c, e) : refuse_section(c, e);
}

static int check_all_known(const struct case_file *c)
{
    for (int i = 0; i < c->config.n_entries; i++) {
        const struct config_entry *e = &c->config.entry[i];
        /* config_find() has marked what an option asked for. Lines of the other sections are checked by
         * whoever reads them. */
        if (!e->used && !has_names_for_keys(e->section))
            return refuse_unknown(c, e);
    }
    /* Headings without a line beneath them too: a section that is misspelt and empty is a slip as well. */
    for (int i = 0; i < c->config.n_headings; i++)
        if (!is_section(c->config.heading[i].section))
            return refuse_unknown(c, &c->config.heading[i]);
    return 0;
}

/* ---- ranges ---- */

/* [numerics] */
static int check_numerics(const struct case_file *c)
{
    CASE_NEED(c->entropy_fix >= 0, "numerics", "entropy_fix", "must not be negative");
    CASE_NEED(!(c->cutoff_mach <= 0), "numerics", "cutoff_mach", "must be positive");
    CASE_NEED(c->flux != FLUX_AUSM_UP || c->mach > 0 || !isnan(c->cutoff_mach), "numerics", "cutoff_mach",
              "must be given for ausm-up when the free stream's Mach number is zero; take that of the slowest flow "
              "that matters");
    CASE_NEED(c->eigenvalue_smoothing >= 0, "numerics", "eigenvalue_smoothing", "must not be negative");
    CASE_NEED(!(c->limiter_k < 0), "numerics", "limiter_k", "must not be negative");
    CASE_NEED(!(c->limiter_length <= 0), "numerics", "limiter_length", "must be positive");
    return 0;
}

/* [stop] and [output] */
static int check_stop(const struct case_file *c)
{
    CASE_NEED(c->window == 0 || c->history > 0, "stop", "window", "needs [output] history, which is 0");
    CASE_NEED(c->window == 0 || c->window / c->history < 1000000, "stop", "window",
              "holds more than a million rows of the history; make it shorter, or [output] history longer");
    CASE_NEED(c->tolerance >= 0, "stop", "tolerance", "must not be negative");
    CASE_NEED(c->tolerance_relative >= 0, "stop", "tolerance_relative", "must not be negative");
    CASE_NEED(!(c->residual_drop <= 0), "stop", "residual_drop", "must be positive");
    CASE_NEED(!(c->wall_time <= 0), "stop", "wall_time", "must be positive");
    CASE_NEED(c->stall >= 0, "output", "stall", "must not be negative");
    return 0;
}

/* What a row's range cannot say: exclusive bounds, values that depend on others. */
static int check_ranges(const struct case_file *c)
{
    CASE_NEED(c->mach >= 0, "flow", "mach", "must be given, zero or more");
    /* Below that the dynamic pressure is less than the rounding of a pressure. */
    CASE_NEED(c->mach == 0 || c->mach >= 1e-8, "flow", "mach", "must be 0, or from 1e-8 to 100");
    CASE_NEED(c->gamma > 1, "flow", "gamma", "must be more than 1");
    CASE_NEED(c->gas_constant > 0, "flow", "gas_constant", "must be positive");
    CASE_NEED(c->area > 0, "reference", "area", "must be positive");
    CASE_NEED(c->length > 0, "reference", "length", "must be positive");
    CASE_NEED(c->span > 0, "reference", "span", "must be positive");
    TRY(case_check_initial(c));
    TRY(check_numerics(c));
    TRY(case_check_time(c));
    TRY(case_check_low_mach(c));
    return check_stop(c);
}

/* ---- the whole case ---- */

/* --set mach=0.5: which section has the key? NULL: none, or several. */
static const char *section_of(const char *assignment)
{
    size_t length = strcspn(assignment, "=");
    const char *section = NULL;
    for (const struct option *o = options; o < options + N_OPTIONS; o++)
        if (o->type != OPTION_SECTION && strlen(o->key) == length && strncmp(o->key, assignment, length) == 0) {
            if (section)
                return NULL;
            section = o->section;
        }
    return section;
}

static int set_key(struct case_file *c, const char *assignment)
{
    const char *equals = strchr(assignment, '='), *dot = strchr(assignment, '.');
    const char *section = equals && (!dot || dot > equals) ? section_of(assignment) : NULL;
    if (section)
        return error_set("--set %s: the section is missing; write --set %s.%s", assignment, section, assignment);
    return config_set(&c->config, assignment);
}

/* Of a case that names no flux: HLLC where the free stream is supersonic, since Roe's flux does not keep density and
 * pressure positive at strong shocks and behind blunt bodies. HLLE in steady inviscid flow: there HLLC has a carbuncle,
 * and wakes without viscosity do not settle (docs/results/supersonic.md). What HLLE smears besides are shear layers,
 * which matter in viscous and in unsteady flow. */
static void choose_flux(struct case_file *c)
{
    if (c->mach <= 1 || c->pipeline == PIPELINE_PAPER || config_has(&c->config, "numerics", "flux"))
        return;
    const bool inviscid = !equations_are_viscous(c->model) && !c->low_mach;
    c->flux = inviscid && c->scheme == TIME_IMPLICIT ? FLUX_HLLE : FLUX_HLLC;
}

/* The order matters: the scheme decides which keys of [time] are asked for, the reference comes before
 * whatever is scaled by the free stream, and motion before time (a period may be that of [motion]). */
int case_read(const char *path, const char *const *assignments, int n_assignments, struct case_file *c)
{
    memset(c, 0, sizeof *c);
    set_defaults(c);
    TRY(config_read(path, &c->config));
    for (int i = 0; i < n_assignments; i++)
        TRY(set_key(c, assignments[i]));
    for (const struct option *o = options; o < options + N_OPTIONS; o++)
        if (o->type != OPTION_SECTION)
            TRY(read_option(c, o));
    /* Behind the options and before anything is worked out: a misspelt key would be told as a missing
     * one. */
    TRY(check_all_known(c));
    case_choose_scheme(c);
    choose_flux(c);
    TRY(check_ranges(c));
    TRY(case_work_out_gas(c));
    if (isnan(c->limiter_length))
        c->limiter_length = c->length;
    case_work_out_reference(c);
    TRY(case_work_out_motion(c));
    TRY(case_work_out_time(c));
    TRY(case_work_out_model(c));
    TRY(case_check_target(c));
    TRY(case_read_actuators(c));
    TRY(case_read_synthetic(c));
    return features_read(c, &c->features);
}

void case_free(struct case_file *c)
{
    features_release(c->features);
    case_free_actuators(c);
    case_free_synthetic(c);
    motion_table_free(&c->motion_table);
    config_free(&c->config);
}

/* ---- words ---- */

/* For messages and reports: the word in force, whether it was written or is the default. */
const char *case_word(const struct case_file *c, const char *section, const char *key, char word[WORD_SIZE])
{
    word[0] = '\0';
    for (const struct option *o = options; o < options + N_OPTIONS; o++)
        if (o->type == OPTION_WORD && strcmp(o->section, section) == 0 && strcmp(o->key, key) == 0)
            get_choice(c, o, word);
    return word;
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
static void echo_option(const struct case_file *c, const struct option *o, struct json *j)
{
    char word[WORD_SIZE];
    switch (o->type) {
    case OPTION_SECTION:
        break;
    case OPTION_NUMBER:
        json_number(j, o->key, *(double *)member(c, o));
        break;
    case OPTION_INTEGER:
        json_integer(j, o->key, *(long *)member(c, o));
        break;
    case OPTION_SWITCH:
        json_bool(j, o->key, *(bool *)member(c, o));
        break;
    case OPTION_WORD:
        json_text(j, o->key, get_choice(c, o, word));
        break;
    case OPTION_VECTOR:
        json_array(j, o->key);
        for (int i = 0; i < o->n; i++)
            json_number(j, NULL, ((double *)member(c, o))[i]);
        json_close(j);
        break;
    case OPTION_TEXT:
        echo_text(j, o->key, *(const char **)member(c, o));
        break;
    }
}

/* A section's object is closed where the next begins. Rows of a section stand together in
 * case_options.inc. */
void case_echo(const struct case_file *c, struct json *j)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        if (options[i].type == OPTION_SECTION) {
            if (i > 0)
                json_close(j);
            json_object(j, options[i].section);
        } else {
            echo_option(c, &options[i], j);
        }
    }
    json_close(j);
}

static void print_default(const struct option *o)
{
    char word[WORD_SIZE];
    if (o->type == OPTION_WORD) {
        choice_word(o->choices, (int)o->number, word);
        printf("%s", word);
    } else if (o->type == OPTION_VECTOR)
        printf("%s", o->text);
    else if (o->type == OPTION_SWITCH)
        printf("%s", o->number != 0 ? "yes" : "no");
    else if (isnan(o->number))
        printf("not given");
    else
        printf("%g", o->number);
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

/* docs/case-file.md is this text; `make check` compares them. */
void case_print_reference(void)
{
    printf("# Case file\n\nAn INI file: `[section]`, `key = value`, comments after `#` or `;`. A relative path is "
           "relative to the file. An unknown section or key is refused. `ufv-solve --set section.key=value` changes "
           "a value for one run; the overridden value is checked too. \"The resource\" is NASA's Turbulence Modeling "
           "Resource; it and papers 1 to 5 are cited in [references.md](references.md). This page is printed by "
           "`ufv-solve --case-reference`.\n");
    for (const struct option *o = options; o < options + N_OPTIONS; o++) {
        if (o->type == OPTION_SECTION) {
            printf("\n## [%s]: %s\n\n"
                   "| key | default | range | unit | meaning |\n|---|---|---|---|---|\n", o->section, o->help);
            continue;
        }
        printf("| `%s` | ", o->key);
        print_default(o);
        if (o->type == OPTION_NUMBER || o->type == OPTION_INTEGER || o->type == OPTION_VECTOR)
            printf(" | %g to %g", o->least, o->most);
        else
            printf(" | ");
        printf(" | %s | %s", o->unit, o->help);
        if (o->type == OPTION_WORD)
            print_choices(o->choices);
        printf(" |\n");
    }
    case_print_patches();
    case_print_groups();
    case_print_actuators();
    case_print_synthetic();
    features_print_reference();
}
