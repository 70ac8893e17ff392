/* Applies the lines of [patches] to a mesh; says which name was probably meant. */
#include "run/patch_config.h"

#include "config.h"
#include "error.h"
#include "mem.h"
#include "text.h"

#include <string.h>

static int unknown(const struct config *c, const struct config_entry *e, const char *what, const char *word,
                   const char *const *names, int n)
{
    const char *near = text_nearest(word, names, n);
    if (near)
        return error_set("%s: %s '%s'; did you mean '%s'?", config_place(c, e), what, word, near);
    char *list = text_format("%s", n ? names[0] : "none");
    for (int i = 1; i < n; i++) {
        char *longer = text_format("%s, %s", list, names[i]);
        mem_free(list);
        list = longer;
    }
    error_set("%s: %s '%s'; there are: %s", config_place(c, e), what, word, list);
    mem_free(list);
    return 1;
}

static int apply_entry(const struct config *c, const struct config_entry *e, struct mesh *m)
{
    const char *kinds[BC_N_KINDS], **names;
    for (int k = 0; k < BC_N_KINDS; k++)
        kinds[k] = bc_kind_name((enum bc_kind)k);
    int kind = bc_kind_from_name(e->value), matches = 0;
    if (kind < 0)
        return unknown(c, e, "unknown kind of boundary", e->value, kinds, BC_N_KINDS);
    for (int p = 0; p < m->n_patches; p++)
        if (strcmp(e->key, m->patch[p].name) == 0 || text_glob(e->key, m->patch[p].name)) {
            m->patch[p].kind = (enum bc_kind)kind;
            matches++;
        }
    if (matches)
        return 0;
    MEM_NEW(names, m->n_patches + 1);
    for (int p = 0; p < m->n_patches; p++)
        names[p] = m->patch[p].name;
    unknown(c, e, "the mesh has no patch", e->key, names, m->n_patches);
    mem_free(names);
    return 1;
}

int patch_config_apply(const char *path, struct mesh *m)
{
    static const char *const sections[] = {"patches", "periodic"};
    struct config c;
    int status = config_read(path, &c);
    for (int i = 0; i < c.n_entries && status == 0; i++)
        if (strcmp(c.entry[i].section, "periodic") == 0)
            continue; /* periodic_config_apply() */
        else if (strcmp(c.entry[i].section, "patches") != 0)
            status = unknown(&c, &c.entry[i], "unknown section", c.entry[i].section, sections, 2);
        else
            status = apply_entry(&c, &c.entry[i], m);
    config_free(&c);
    return status;
}
