/* Says which boundary types of a mesh file were given a kind that the file does not name. */
#include "mesh/patch_types.h"

#include "progress/progress.h"
#include "text.h"

#include <string.h>

/* An empty patch, or one whose kind --config has given (bc_type then empty), needs no note. */
static bool is_guess(const struct mesh_patch *p)
{
    return p->n_faces > 0 && p->kind != BC_NONE && bc_kind_is_guess(p->bc_type);
}

/* The names of the patches of p's type from p on, and "..." behind those that fit. */
static void list_patches(const struct mesh *m, int p, size_t size, char *text)
{
    text[0] = '\0';
    for (int k = p; k < m->n_patches; k++)
        if (is_guess(&m->patch[k]) && strcmp(m->patch[k].bc_type, m->patch[p].bc_type) == 0 &&
            !text_list_add(text, size, m->patch[k].name))
            return;
}

/* More types than CGNS has. */
enum { TYPES_MOST = 64 };

/* One note for each type of the file, with its patches, rather than one for each patch: meshes with hundreds
 * of BCWall patches exist. */
int patch_types_note(const struct mesh *m)
{
    const char *seen[TYPES_MOST];
    char names[256];
    int n = 0;
    for (int p = 0; p < m->n_patches && n < TYPES_MOST; p++) {
        const struct mesh_patch *patch = &m->patch[p];
        int k = 0;
        while (k < n && strcmp(seen[k], patch->bc_type) != 0)
            k++;
        if (k < n || !is_guess(patch))
            continue;
        seen[n++] = patch->bc_type;
        list_patches(m, p, sizeof names, names);
        progress_note("%s is taken as %s (%s); [patches] of --config or of the case file gives another kind",
                      patch->bc_type, bc_kind_name(patch->kind), names);
    }
    return n;
}
