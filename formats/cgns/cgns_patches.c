/* cgns_patches.c: the boundary conditions of several zones as patches of one mesh.
 *
 * Boundary conditions of one family are one patch, which has the family's name,
 * as long as they are of one kind. Others of the same name, family and kind are
 * one patch too. Names that still clash become ZONE/NAME.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"
#include "name_index.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* A patch of the result. */
struct united {
    lid first;      /* the first boundary condition of it */
    bool by_family; /* is named after its family */
    bool clashes;
};

/* agrees[f], [n_patches]: are all boundary conditions of family f of one kind? No family ("") does not. */
static bool *find_families(const struct raw_mesh *m, struct name_index *family)
{
    enum bc_kind *kind;
    bool *agrees;
    MEM_NEW(kind, m->n_patches);
    MEM_NEW_ZERO(agrees, m->n_patches);
    for (int64_t p = 0; p < m->n_patches; p++) {
        const struct raw_patch *patch = &m->patch[p];
        int n_before = family->n, f = name_index_add(family, patch->family);
        if (f == n_before) {
            kind[f] = patch->kind;
            agrees[f] = patch->family[0] != '\0';
        }
        agrees[f] = agrees[f] && kind[f] == patch->kind;
    }
    MEM_FREE(kind);
    return agrees;
}

/* united[of[p]] is what patch p belongs to; returns their number. */
static lid sort_out(const struct raw_mesh *m, struct united *united, lid *of)
{
    struct name_index family = {0}, key = {0};
    bool *agrees = find_families(m, &family);
    for (lid p = 0; p < m->n_patches; p++) {
        const struct raw_patch *patch = &m->patch[p];
        bool by_family = agrees[name_index_find(&family, patch->family)];
        char *text = by_family ? text_format("family %s", patch->family)
                               /* The length in front keeps apart what a family's and a patch's name with blanks would
                                * make equal. */
                               : text_format("%zu %s %d %s", strlen(patch->family), patch->family, (int)patch->kind,
                                             patch->name);
        int n_before = key.n;
        of[p] = name_index_add(&key, text);
        if (of[p] == n_before)
            united[of[p]] = (struct united){.first = p, .by_family = by_family};
        mem_free(text);
    }
    lid n = key.n;
    MEM_FREE(agrees);
    name_index_free(&family);
    name_index_free(&key);
    return n;
}

/* By the zones' first patches; a zone without any has the same first patch as the next. */
static const char *zone_of_patch(const struct cgns_zones *zs, lid p)
{
    int i = 0;
    while (i + 1 < zs->n && zs->zone[i + 1].first_patch <= p)
        i++;
    return zs->zone[i].node->name;
}

/* Of those with one name, all clash. */
static void mark_clashes(const struct raw_mesh *m, struct united *united, lid n)
{
    struct name_index names = {0};
    lid *first;
    MEM_NEW(first, n);
    for (lid u = 0; u < n; u++) {
        int n_before = names.n, i = name_index_add(&names, m->patch[united[u].first].name);
        if (i == n_before)
            first[i] = u;
        else
            united[u].clashes = united[first[i]].clashes = true;
    }
    MEM_FREE(first);
    name_index_free(&names);
}

static void give_names(const struct cgns_zones *zs, struct raw_mesh *m, struct united *united, lid n)
{
    for (lid u = 0; u < n; u++)
        if (united[u].by_family)
            text_copy(m->patch[united[u].first].name, NAME_SIZE, m->patch[united[u].first].family);
    mark_clashes(m, united, n);
    for (lid u = 0; u < n; u++)
        if (united[u].clashes) {
            struct raw_patch *p = &m->patch[united[u].first];
            char name[2 * NAME_SIZE];
            snprintf(name, sizeof name, "%s/%s", zone_of_patch(zs, united[u].first), p->name);
            text_copy(p->name, NAME_SIZE, name);
        }
}

/* The vertices of b to those of a. */
static void append_nodes(struct raw_patch *a, struct raw_patch *b)
{
    MEM_RESIZE(a->node, a->n_nodes_listed + b->n_nodes_listed);
    memcpy(a->node + a->n_nodes_listed, b->node, (size_t)b->n_nodes_listed * sizeof *b->node);
    cgns_patch_take_nodes(a, a->node, a->n_nodes_listed + b->n_nodes_listed);
    MEM_FREE(b->node);
}

void cgns_unite_patches(const struct cgns_zones *zs, struct raw_mesh *m)
{
    struct united *united;
    lid *of;
    if (zs->n < 2 || m->n_patches == 0)
        return;
    MEM_NEW(united, m->n_patches);
    MEM_NEW(of, m->n_patches);
    lid n = sort_out(m, united, of);
    give_names(zs, m, united, n);
    for (lid p = 0; p < m->n_patches; p++)
        /* The patch that is kept, first, comes before those that are added to it. */
        if (united[of[p]].first != p && m->patch[p].node)
            append_nodes(&m->patch[united[of[p]].first], &m->patch[p]);
    for (lid u = 0; u < n; u++)
        m->patch[u] = m->patch[united[u].first];
    for (int64_t i = 0; i < m->n_patch_faces; i++)
        m->patch_face_patch[i] = of[m->patch_face_patch[i]];
    if (n < m->n_patches)
        cgns_note(zs->file, "%" PRId64 " boundary conditions of the zones make %" PRI_LID
                            " patches, by families or by equal names",
                  m->n_patches, n);
    m->n_patches = n;
    MEM_FREE(of);
    MEM_FREE(united);
}
