/* Says which boundary types of a mesh file were given a kind that the file does not name. */
#include "mesh/patch_types.h"

#include "progress/progress.h"

#include <stdio.h>
#include <string.h>

static bool is_guess(const struct mesh_patch *p)
{
    return p->n_faces > 0 && p->kind != BC_NONE && bc_kind_is_guess(p->bc_type);
}

/* The names of the patches of p's type from p on, and "..." behind those that fit. */
static void list_patches(const struct mesh *m, int p, size_t size, char *text)
{
    size_t used = 0;
    for (int k = p; k < m->n_patches; k++) {
        if (!is_guess(&m->patch[k]) || strcmp(m->patch[k].bc_type, m->patch[p].bc_type) != 0)
            continue;
        const char *comma = used > 0 ? ", " : "";
        if (used + strlen(m->patch[k].name) + sizeof ", , ..." > size) {
            snprintf(text + used, size - used, "%s...", comma);
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%s", comma, m->patch[k].name);
    }
}

static bool is_first_of_its_type(const struct mesh *m, int p)
{
    for (int k = 0; k < p; k++)
        if (is_guess(&m->patch[k]) && strcmp(m->patch[k].bc_type, m->patch[p].bc_type) == 0)
            return false;
    return true;
}

int patch_types_note(const struct mesh *m)
{
    char names[256];
    int n = 0;
    for (int p = 0; p < m->n_patches; p++) {
        const struct mesh_patch *patch = &m->patch[p];
        if (!is_guess(patch) || !is_first_of_its_type(m, p))
            continue;
        list_patches(m, p, sizeof names, names);
        progress_note("%s is taken as %s (%s); [patches] of --config or of the case file gives another kind",
                      patch->bc_type, bc_kind_name(patch->kind), names);
        n++;
    }
    return n;
}
