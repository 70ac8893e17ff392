/* features_case.c: loops over the rows of features.inc, of what the case says of them (features.h). */
#include "features/features.h"

#include "bc_kind.h"
#include "error.h"
#include "features/feature_rows.h"
#include "mem.h"

#include <string.h>

const char *features_section(int k)
{
    return feature_rows[k].section;
}

/* Is it one of the words of the list? */
static bool names(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (; *list; list += strcspn(list, " "), list += strspn(list, " "))
        if (strcspn(list, " ") == length && strncmp(list, word, length) == 0)
            return true;
    return false;
}

const char *features_left_out(const char *section)
{
    const struct feature_row *r = feature_rows_left_out;
    while (r->name && !names(r->section, section))
        r++;
    return r->name;
}

const struct case_table *features_table(int k)
{
    return feature_rows[k].type->in_case->table;
}

struct feature_cases *features_begin(void)
{
    struct feature_cases *cases;
    MEM_NEW_ZERO(cases, 1);
    for (int k = 0; k < feature_n_rows; k++)
        cases->spec[k] = mem_zalloc(feature_rows[k].name, 1, feature_rows[k].type->in_case->size);
    return cases;
}

void *features_spec(const struct feature_cases *cases, int k)
{
    return cases ? cases->spec[k] : NULL;
}

int features_work_out(struct case_file *c, struct feature_cases *cases)
{
    for (int k = 0; k < feature_n_rows; k++)
        if (feature_rows[k].type->in_case->work_out)
            TRY(feature_rows[k].type->in_case->work_out(c, cases->spec[k]));
    return 0;
}

int features_read(struct case_file *c, struct feature_cases *cases)
{
    for (int k = 0; k < feature_n_rows; k++)
        TRY(feature_rows[k].type->in_case->read(c, cases->spec[k], &cases->asked[k]));
    return 0;
}

int features_check_patches(const struct feature_cases *cases, struct case_file *c, const struct pack *p,
                           const struct bc_values *values)
{
    for (int k = 0; k < feature_n_rows; k++)
        if (feature_rows[k].type->in_case->check_patches && cases && cases->asked[k])
            TRY(feature_rows[k].type->in_case->check_patches(c, cases->spec[k], p, values));
    return 0;
}

int features_check_open_faces(const struct feature_cases *cases, const struct case_file *c, const struct pack *p,
                              const struct bc_values *values, double (*face)[2])
{
    for (int k = 0; k < feature_n_rows; k++)
        if (feature_rows[k].type->in_case->check_open_faces && cases && cases->asked[k])
            TRY(feature_rows[k].type->in_case->check_open_faces(c, p, values, face));
    return 0;
}

const char *features_kind_needs(const struct feature_cases *cases, int kind)
{
    for (int k = 0; k < feature_n_rows; k++)
        if (kind != 0 && feature_rows[k].type->in_case->kind == kind && !(cases && cases->asked[k]))
            return feature_rows[k].type->in_case->kind_needs;
    return NULL;
}

void features_print_kinds(void)
{
    for (int k = 0; k < feature_n_rows; k++)
        if (feature_rows[k].type->in_case->kind != 0)
            printf("| `%s` | %s |\n", bc_kind_name((enum bc_kind)feature_rows[k].type->in_case->kind),
                   feature_rows[k].type->in_case->kind_help);
}

bool features_set_key(const struct feature_cases *cases, const char *key)
{
    bool any = false;
    for (int k = 0; k < feature_n_rows && cases; k++) {
        const char *sets = feature_rows[k].type->in_case->sets;
        any = any || (sets && cases->asked[k] && strcmp(sets, key) == 0);
    }
    return any;
}

void features_note(const struct case_file *c, const struct feature_cases *cases, FILE *f)
{
    for (int k = 0; k < feature_n_rows; k++)
        if (feature_rows[k].type->in_case->note && cases && cases->asked[k])
            feature_rows[k].type->in_case->note(c, cases->spec[k], f);
}

void features_note_patches(const struct case_file *c, const struct feature_cases *cases, const struct pack_patch *patch,
                           int n, const struct bc_values *values, FILE *f)
{
    for (int k = 0; k < feature_n_rows; k++)
        if (feature_rows[k].type->in_case->note_patches && cases && cases->asked[k])
            feature_rows[k].type->in_case->note_patches(c, patch, n, values, f);
}

const char *features_hint(const char *section, const char *key)
{
    for (int k = 0; k < feature_n_rows; k++)
        if (feature_rows[k].type->in_case->hint && strcmp(feature_rows[k].section, section) == 0)
            return feature_rows[k].type->in_case->hint(key);
    return NULL;
}

void features_release(struct feature_cases *cases)
{
    for (int k = 0; k < feature_n_rows && cases; k++) {
        if (feature_rows[k].type->in_case->release)
            feature_rows[k].type->in_case->release(cases->spec[k]);
        mem_free(cases->spec[k]);
    }
    mem_free(cases);
}

void features_print_reference(int k)
{
    if (feature_rows[k].type->in_case->print_reference)
        feature_rows[k].type->in_case->print_reference();
}
