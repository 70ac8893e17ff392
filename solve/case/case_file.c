/* case_file.c: reads a case file by the rows of case_options.inc: defaults, the file, --set,
 * ranges, the free stream; and prints the rows as the reference.
 */
#include "case/case_file.h"
#include "case/case_hints.h"
#include "case/case_parts.h"
#include "case/case_table.h"

#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "physics/inviscid.h"
#include "text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

static const struct case_row core[] = {
#define SECTION(name, help) CASE_ROW_SECTION(name, help),
#define NUMBER(section, key, ...) CASE_ROW_NUMBER(struct case_file, section, key, section.key, __VA_ARGS__),
#define INTEGER(section, key, ...) CASE_ROW_INTEGER(struct case_file, section, key, section.key, __VA_ARGS__),
#define SWITCH(section, key, ...) CASE_ROW_SWITCH(struct case_file, section, key, section.key, __VA_ARGS__),
#define WORD(section, key, type, fallback, choices, help)                                          \
    CASE_ROW_WORD(struct case_file, section, key, section.key, fallback, choices, help),
#define VECTOR(section, key, ...) CASE_ROW_VECTOR(struct case_file, section, key, section.key, __VA_ARGS__),
#define TEXT(section, key, help) CASE_ROW_TEXT(struct case_file, section, key, section.key, help),
#define SECTION_END(name)
#include "case/case_options.inc"
};
enum { N_CORE = sizeof core / sizeof *core };

/* A section's rows in the table of its owner, its heading first. */
struct section {
    const struct case_row *row; /* [n] */
    int n, owner;               /* as case_walk.owner */
};

/* The section of that number in a table; those before it are taken off the number. */
static bool section_in_table(const struct case_row *row, int n, int *number, struct section *s)
{
    int begin = 0;
    while (begin < n && (row[begin].type != CASE_SECTION || (*number)-- > 0))
        begin++;
    int end = begin + 1;
    while (end < n && strcmp(row[end].section, row[begin].section) == 0)
        end++;
    s->row = row + begin;
    s->n = end - begin;
    return begin < n;
}

/* The section of a number, from 0, the core's first; false: there are no more. */
static bool find_section(int number, struct section *s)
{
    s->owner = -1;
    if (section_in_table(core, N_CORE, &number, s))
        return true;
    for (s->owner = 0; features_section(s->owner); s->owner++) {
        const struct case_table *t = features_table(s->owner);
        if (t && section_in_table(t->row, t->n, &number, s))
            return true;
    }
    return false;
}

/* Row `place` in the table of a feature, as a row of the walk; false: there are no values. */
static bool walk_feature(const struct case_file *c, struct case_walk *w, int feature, const struct case_row *r)
{
    char *base = c ? features_spec(c->features, feature) : NULL;
    w->row = r;
    w->value = base ? base + r->offset : NULL;
    w->of_feature = true;
    return base || !c;
}

/* The next row that a feature has in a section of others. table: 1 and the number of the feature. */
static bool walk_guests(const struct case_file *c, struct case_walk *w, const struct section *s)
{
    for (; features_section(w->table - 1); w->table++, w->place = 0) {
        const struct case_table *t = features_table(w->table - 1);
        while (t && w->table - 1 != s->owner && w->place < t->n) {
            const struct case_row *r = &t->row[w->place++];
            if (strcmp(r->section, s->row->section) == 0 && walk_feature(c, w, w->table - 1, r))
                return true;
        }
    }
    return false;
}

/* section: the number of the one at work; table: 0 in its owner's rows; place: of the next row there. */
bool case_walk(const struct case_file *c, struct case_walk *w)
{
    struct section s;
    for (; find_section(w->section, &s); w->section++, w->table = w->place = 0) {
        w->owner = s.owner;
        while (w->table == 0 && w->place < s.n) {
            const struct case_row *r = &s.row[w->place++];
            if (s.owner >= 0 && !walk_feature(c, w, s.owner, r))
                continue;
            if (s.owner < 0)
                w->row = r, w->value = c ? (char *)(uintptr_t)c + r->offset : NULL, w->of_feature = false;
            return true;
        }
        if (w->table == 0)
            w->table = 1, w->place = 0;
        if (walk_guests(c, w, &s))
            return true;
    }
    return false;
}

/* ---- sections ---- */

/* Sections whose keys are the user's names, besides those of features. */
static const char *const named_sections[] = {"patches", "groups"};
enum { N_NAMED_SECTIONS = sizeof named_sections / sizeof *named_sections, SECTIONS_MOST = 64, KEYS_MOST = 512 };

/* Sections in the order of the table, then those whose keys are names; how many there are. */
static int list_sections(const char *names[SECTIONS_MOST])
{
    int n = 0;
    for (struct case_walk w = {0}; case_walk(NULL, &w) && n < SECTIONS_MOST - N_NAMED_SECTIONS;)
        if (w.row->type == CASE_SECTION)
            names[n++] = w.row->section;
    for (int k = 0; k < N_NAMED_SECTIONS; k++)
        names[n++] = named_sections[k];
    for (int k = 0; features_section(k) && n < SECTIONS_MOST; k++)
        if (!features_table(k) && !strchr(features_section(k), '.'))
            names[n++] = features_section(k);
    return n;
}

static int refuse_section(const struct case_file *c, const struct config_entry *e)
{
    if (features_left_out(e->section))
        return error_set("%s: [%s] is of the feature '%s', which this ufv-solve was built without; leave the section "
                         "out, or build with make FEATURES=all", config_place(&c->config, e), e->section,
                         features_left_out(e->section));
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
    const char *keys[KEYS_MOST], *hint = case_hint_key(e->section, e->key), *elsewhere = NULL;
    int n = 0;
    for (struct case_walk w = {0}; case_walk(NULL, &w);) {
        if (w.row->type == CASE_SECTION)
            continue;
        if (strcmp(w.row->section, e->section) == 0 && n < KEYS_MOST)
            keys[n++] = w.row->key;
        else if (!elsewhere && strcmp(w.row->key, e->key) == 0)
            elsewhere = w.row->section;
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
        if (!features_table(k) && strcmp(section, features_section(k)) == 0)
            return true;
    return false;
}

static bool is_section(const char *name)
{
    bool known = has_names_for_keys(name);
    for (struct case_walk w = {0}; !known && case_walk(NULL, &w);)
        known = strcmp(w.row->section, name) == 0;
    return known;
}

static int refuse_unknown(const struct case_file *c, const struct config_entry *e)
{
    return is_section(e->section) ? refuse_key(c, e) : refuse_section(c, e);
}

int case_refuse_left_out(const struct case_file *c, const struct config_entry *e, const char *key)
{
    char *whole = text_format("%s.%s", e->section, key);
    const char *feature = features_left_out(whole);
    mem_free(whole);
    return !feature ? 0 : error_set("%s: %s is of the feature '%s', which this ufv-solve was built without; leave it "
                                    "out, or build with make FEATURES=all", config_place(&c->config, e), key, feature);
}

static int check_all_known(const struct case_file *c)
{
    for (int i = 0; i < c->config.n_entries; i++) {
        const struct config_entry *e = &c->config.entry[i];
        /* config_find() has marked what an option asked for. Lines of the other sections are checked by
         * whoever reads them. */
        if (has_names_for_keys(e->section))
            continue;
        TRY(case_refuse_left_out(c, e, e->key));
        if (!e->used || features_left_out(e->section))
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
    CASE_NEED(c->numerics.entropy_fix >= 0, "numerics", "entropy_fix", "must not be negative");
    CASE_NEED(!(c->numerics.cutoff_mach <= 0), "numerics", "cutoff_mach", "must be positive");
    CASE_NEED(c->numerics.flux != FLUX_AUSM_UP || c->flow.mach > 0 || !isnan(c->numerics.cutoff_mach), "numerics",
              "cutoff_mach",
              "must be given for ausm-up when the free stream's Mach number is zero; take that of the slowest flow "
              "that matters");
    CASE_NEED(c->numerics.eigenvalue_smoothing >= 0, "numerics", "eigenvalue_smoothing", "must not be negative");
    CASE_NEED(!(c->numerics.limiter_k < 0), "numerics", "limiter_k", "must not be negative");
    CASE_NEED(!(c->numerics.limiter_length <= 0), "numerics", "limiter_length", "must be positive");
    return 0;
}

/* [stop] and [output] */
static int check_stop(const struct case_file *c)
{
    CASE_NEED(c->stop.window == 0 || c->output.history > 0, "stop", "window", "needs [output] history, which is 0");
    CASE_NEED(c->stop.window == 0 || c->stop.window / c->output.history < 1000000, "stop", "window",
              "holds more than a million rows of the history; make it shorter, or [output] history longer");
    CASE_NEED(c->stop.tolerance >= 0, "stop", "tolerance", "must not be negative");
    CASE_NEED(c->stop.tolerance_relative >= 0, "stop", "tolerance_relative", "must not be negative");
    CASE_NEED(!(c->stop.residual_drop <= 0), "stop", "residual_drop", "must be positive");
    CASE_NEED(!(c->stop.wall_time <= 0), "stop", "wall_time", "must be positive");
    CASE_NEED(c->output.stall >= 0, "output", "stall", "must not be negative");
    return 0;
}

/* What a row's range cannot say: exclusive bounds, values that depend on others. */
static int check_ranges(const struct case_file *c)
{
    CASE_NEED(c->flow.mach >= 0, "flow", "mach", "must be given, zero or more");
    /* Below that the dynamic pressure is less than the rounding of a pressure. */
    CASE_NEED(c->flow.mach == 0 || c->flow.mach >= 1e-8, "flow", "mach", "must be 0, or from 1e-8 to 100");
    CASE_NEED(c->flow.gamma > 1, "flow", "gamma", "must be more than 1");
    CASE_NEED(c->flow.gas_constant > 0, "flow", "gas_constant", "must be positive");
    CASE_NEED(c->reference.area > 0, "reference", "area", "must be positive");
    CASE_NEED(c->reference.length > 0, "reference", "length", "must be positive");
    CASE_NEED(c->reference.span > 0, "reference", "span", "must be positive");
    TRY(case_check_initial(c));
    TRY(check_numerics(c));
    TRY(case_check_time(c));
    return check_stop(c);
}

/* ---- the whole case ---- */

/* --set mach=0.5: which section has the key? NULL: none, or several. */
static const char *section_of(const char *assignment)
{
    size_t length = strcspn(assignment, "=");
    const char *section = NULL;
    for (struct case_walk w = {0}; case_walk(NULL, &w);) {
        const struct case_row *r = w.row;
        if (r->type != CASE_SECTION && strlen(r->key) == length && strncmp(r->key, assignment, length) == 0) {
            if (section)
                return NULL;
            section = r->section;
        }
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
 * and wakes without viscosity do not settle (docs/validation.md, "Shocks"). What HLLE smears besides are shear layers,
 * which matter in viscous and in unsteady flow. */
static void choose_flux(struct case_file *c)
{
    if (c->flow.mach <= 1 || c->numerics.pipeline == PIPELINE_PAPER || config_has(&c->config, "numerics", "flux"))
        return;
    const bool inviscid = !equations_are_viscous(c->model.equations);
    c->numerics.flux = inviscid && c->time.scheme == TIME_IMPLICIT ? FLUX_HLLE : FLUX_HLLC;
}

/* Also of rows that no walk comes to, whose section is of a feature that is left out. */
static void set_defaults(struct case_file *c)
{
    for (int i = 0; i < N_CORE; i++)
        case_row_default(&core[i], (char *)c + core[i].offset);
    for (int k = 0; features_section(k); k++) {
        const struct case_table *t = features_table(k);
        char *base = features_spec(c->features, k);
        for (int i = 0; t && i < t->n; i++)
            case_row_default(&t->row[i], base + t->row[i].offset);
    }
}

/* The order matters: the scheme decides which keys of [time] are asked for, the reference comes before
 * whatever is scaled by the free stream, and how the mesh moves before time (a period may be that of a motion). */
int case_read(const char *path, const char *const *assignments, int n_assignments, struct case_file *c)
{
    memset(c, 0, sizeof *c);
    c->derived.motion_period = c->derived.motion_end = NAN;
    c->features = features_begin();
    set_defaults(c);
    TRY(config_read(path, &c->config));
    for (int i = 0; i < n_assignments; i++)
        TRY(set_key(c, assignments[i]));
    for (struct case_walk w = {0}; case_walk(c, &w);)
        TRY(case_row_read(&c->config, w.row, w.value));
    /* Behind the options and before anything is worked out: a misspelt key would be told as a missing
     * one. */
    TRY(check_all_known(c));
    case_choose_scheme(c);
    choose_flux(c);
    TRY(check_ranges(c));
    TRY(case_work_out_gas(c));
    if (isnan(c->numerics.limiter_length))
        c->numerics.limiter_length = c->reference.length;
    case_work_out_reference(c);
    TRY(features_work_out(c, c->features));
    TRY(case_work_out_time(c));
    TRY(case_work_out_model(c));
    return features_read(c, c->features);
}

void case_free(struct case_file *c)
{
    features_release(c->features);
    config_free(&c->config);
}

/* ---- words ---- */

/* For messages and reports: the word in force, whether it was written or is the default. */
const char *case_word(const struct case_file *c, const char *section, const char *key, char word[WORD_SIZE])
{
    word[0] = '\0';
    for (struct case_walk w = {0}; case_walk(c, &w);)
        if (w.row->type == CASE_WORD && strcmp(w.row->section, section) == 0 && strcmp(w.row->key, key) == 0)
            case_row_word(w.row, w.value, word);
    return word;
}

/* ---- echo and reference ---- */

/* As read or by default: run.json has every key, so that a run can be repeated from it. A section's object is closed
 * where the next begins: its rows stand together. */
void case_echo(const struct case_file *c, struct json *j)
{
    bool first = true;
    for (struct case_walk w = {0}; case_walk(c, &w); first = false) {
        if (w.row->type == CASE_SECTION) {
            if (!first)
                json_close(j);
            json_object(j, w.row->section);
        } else {
            case_row_echo(w.row, w.value, j);
        }
    }
    json_close(j);
}

/* docs/case-file.md is this text; `make check` compares them. */
static void print_rows(int owner)
{
    for (struct case_walk w = {0}; case_walk(NULL, &w);)
        if (w.owner == owner)
            case_row_print(w.row);
}

void case_print_reference(void)
{
    printf("# Case file\n\nAn INI file: `[section]`, `key = value`, comments after `#` or `;`. Names of patches with "
           "such signs stand in quotes: \"WING #2\" = wall. A relative path is relative to the file. An unknown "
           "section or key is refused. `ufv-solve --set section.key=value` changes "
           "a value for one run; the overridden value is checked too. \"The resource\" is NASA's Turbulence Modeling "
           "Resource; it and papers 1 to 5 are cited in [references.md](references.md). This page is printed by "
           "`ufv-solve --case-reference`.\n");
    print_rows(-1);
    case_print_patches();
    case_print_groups();
    for (int k = 0; features_section(k); k++) {
        print_rows(k);
        features_print_reference(k);
    }
}
