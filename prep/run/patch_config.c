/* Applies the lines of [patches] to a mesh; says which name was probably meant. */
#include "run/patch_config.h"

#include "config.h"
#include "error.h"
#include "mem.h"
#include "name_glob.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* What of a list fits into a sentence. */
enum { LIST_SIZE = 1024 };

static int unknown(const struct config *c, const struct config_entry *e, const char *what, const char *word,
                   const char *const *names, int n)
{
    const char *near = text_nearest(word, names, n);
    if (near)
        return error_set("%s: %s '%s'; did you mean '%s'?", config_place(c, e), what, word, near);
    char list[LIST_SIZE] = "none";
    size_t used = 0;
    for (int i = 0; i < n && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    return error_set("%s: %s '%s'; there are: %s", config_place(c, e), what, word, list);
}

/* Names in the order of the mesh, of which the first of several near ones is meant. */
static int unknown_patch(const struct config *c, const struct config_entry *e, const struct mesh *m)
{
    const char **name;
    MEM_NEW(name, m->n_patches);
    for (int p = 0; p < m->n_patches; p++)
        name[p] = m->patch[p].name;
    int status = unknown(c, e, "the mesh has no patch", e->key, name, m->n_patches);
    mem_free(name);
    return status;
}

/* What can be said of a line without the mesh. */
static int check_entry(const struct config *c, const struct config_entry *e)
{
    static const char *const sections[] = {"patches", "periodic"};
    const char *kinds[BC_N_KINDS];
    for (int k = 0; k < BC_N_KINDS; k++)
        kinds[k] = bc_kind_name((enum bc_kind)k);
    if (strcmp(e->section, "periodic") == 0)
        return 0; /* periodic_config_apply() */
    if (strcmp(e->section, "patches") != 0)
        return unknown(c, e, "unknown section", e->section, sections, 2);
    if (bc_kind_from_name(e->value) >= 0)
        return 0;
    if (bc_kind_elsewhere(e->value))
        return error_set("%s: unknown kind of boundary '%s'; %s", config_place(c, e), e->value,
                         bc_kind_elsewhere(e->value));
    return unknown(c, e, "unknown kind of boundary", e->value, kinds, BC_N_KINDS);
}

/* e: of [patches], checked. */
static int apply_entry(const struct config *c, const struct config_entry *e, const struct name_glob *names,
                       struct mesh *m)
{
    int kind = bc_kind_from_name(e->value), matches = 0, first, end;
    name_glob_range(names, e->key, &first, &end);
    for (int i = first; i < end; i++)
        if (strcmp(e->key, names->name[i]) == 0 || text_glob(e->key, names->name[i])) {
            m->patch[names->number[i]].kind = (enum bc_kind)kind;
            m->patch[names->number[i]].bc_type[0] = '\0';
            matches++;
        }
    return matches ? 0 : unknown_patch(c, e, m);
}

/* Borrows the names of m's patches. */
static void list_names(const struct mesh *m, struct name_glob *names)
{
    const char **name;
    MEM_NEW(name, m->n_patches);
    for (int p = 0; p < m->n_patches; p++)
        name[p] = m->patch[p].name;
    name_glob_make(names, m->n_patches, name);
    mem_free(name);
}

int patch_config_check(const char *path)
{
    struct config c;
    int status = config_read(path, &c);
    for (int i = 0; i < c.n_entries && status == 0; i++)
        status = check_entry(&c, &c.entry[i]);
    config_free(&c);
    return status;
}

int patch_config_apply(const char *path, struct mesh *m)
{
    struct config c;
    struct name_glob names;
    int status = config_read(path, &c);
    list_names(m, &names);
    for (int i = 0; i < c.n_entries && status == 0; i++) {
        status = check_entry(&c, &c.entry[i]);
        if (status == 0 && strcmp(c.entry[i].section, "patches") == 0)
            status = apply_entry(&c, &c.entry[i], &names, m);
    }
    name_glob_free(&names);
    config_free(&c);
    return status;
}
